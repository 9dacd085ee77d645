"""Blocky: what a player tries to achieve, and how near a board comes to it."""
from typing import List, Tuple

# starter: from block import Block
# starter:
# solution begins
from block import Block
from renderer import colour_name

# solution ends

class Goal:
    """Something to achieve on the board with one colour.

    This class is abstract: create only goals of its subclasses.

    Attributes:
    - colour: the colour that counts for this goal.
    """

    colour: Tuple[int, int, int]

    def __init__(self, target_colour: Tuple[int, int, int]) -> None:
        """Make a goal for the colour <target_colour>."""
        self.colour = target_colour

    def score(self, board: Block) -> int:
        """Return the number of points for <board> under this goal.

        The score is never negative.
        """
        raise NotImplementedError

    def description(self) -> str:
        """Return what a player with this goal has to do, in a few words."""
        raise NotImplementedError


class BlobGoal(Goal):
    """Have the largest possible blob of one colour.

    A blob is a group of unit cells of one colour in which each cell shares a
    side with another cell of the group. Touching at a corner is not enough.
    """

    # solution begins
    def score(self, board: Block) -> int:
        """Return the number of unit cells in the largest blob on <board>."""
        columns = board.flatten()
        visited = [[-1] * len(column) for column in columns]
        return max(self._undiscovered_blob_size((x, y), columns, visited)
                   for x in range(len(columns))
                   for y in range(len(columns[x])))

    def description(self) -> str:
        """Return what a player with this goal has to do, in a few words."""
        return f'Build the largest blob of {colour_name(self.colour)}'

    # solution ends
    def _undiscovered_blob_size(self, pos: Tuple[int, int],
                                board: List[List[Tuple[int, int, int]]],
                                visited: List[List[int]]) -> int:
        """Return the number of unvisited cells in the blob around <pos>.

        <pos> is the (column, row) of a cell in the flattened board <board>;
        the result is 0 if there is no such cell, if it was visited before, or
        if its colour is not the colour of this goal.

        <visited> has the shape of <board> and holds a number for each cell:
        -1 if it was never visited, 0 if it was visited and has another colour
        than this goal, 1 if it was visited and has the colour of this goal.
        Cells visited before are not counted again, and <visited> is updated
        for every cell that this call visits.
        """
        # starter: pass
        # solution begins
        # A list of cells instead of recursion, because a blob of 1,024 cells
        # (a board of depth 5) exceeds Python's recursion limit.
        size = 0
        to_visit = [pos]
        while to_visit:
            x, y = to_visit.pop()
            if not (0 <= x < len(board) and 0 <= y < len(board[x])):
                continue
            if visited[x][y] != -1:
                continue
            if board[x][y] != self.colour:
                visited[x][y] = 0
                continue
            visited[x][y] = 1
            size += 1
            to_visit.extend([(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)])
        return size
        # solution ends


# solution begins
class PerimeterGoal(Goal):
    """Have as much of one colour as possible along the edge of the board."""

    def score(self, board: Block) -> int:
        """Return the number of unit cells of this colour along the edge.

        A corner lies on two sides of <board>, so it counts twice.
        """
        columns = board.flatten()
        sides = [
            columns[0],
            columns[-1],
            [column[0] for column in columns],
            [column[-1] for column in columns],
        ]
        return sum(side.count(self.colour) for side in sides)

    def description(self) -> str:
        """Return what a player with this goal has to do, in a few words."""
        return f'Put {colour_name(self.colour)} along the edge'


# solution ends
if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={
        'allowed-import-modules': [
            'doctest', 'python_ta', 'typing', 'block', 'goal', 'renderer'
        ],
        'max-attributes': 15
    })
