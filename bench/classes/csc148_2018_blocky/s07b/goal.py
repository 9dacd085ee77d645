"""Blocky: what a player tries to achieve, and how near a board comes to it."""
from typing import List, Tuple

from block import Block


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

    def score(self, board: Block) -> int:
        """Return the size of the largest blob on <board>."""
        g = board.flatten()
        visited = [[-1] * len(g) for _ in g]
        best = 0
        for i in range(len(g)):
            for j in range(len(g)):
                if g[i][j] == self.colour:
                    size = self._undiscovered_blob_size((i, j), g, visited)
                    best = max(best, size)
        return best

    def description(self) -> str:
        """Return what to do."""
        return 'Get the largest blob of your colour'

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
        x = pos[0] 
        y = pos[1]
        if visited[x][y] == 1: 
            return 0
        visited[x][y] = 1
        count = 1
        if x > 0 and board[x - 1][y] == self.colour: 
            count = count + self._undiscovered_blob_size((x - 1, y), board, visited)
        if y > 0 and board[x][y - 1] == self.colour:
            count = count + self._undiscovered_blob_size((x, y - 1), board, visited)
        if x < len(board) - 1 and board[x + 1][y] == self.colour:
            count = count + self._undiscovered_blob_size((x + 1, y), board, visited)
        if y < len(board) - 1 and board[x][y + 1] == self.colour:
            count=count + self._undiscovered_blob_size((x, y + 1), board, visited)
        return count


class PerimeterGoal(Goal):
    """Have as many cells of one colour as possible on the perimeter."""

    def score(self, board: Block) -> int:
        """Return the number of cells of this goal's colour on the perimeter of
        <board>, with corners counted twice.
        """
        g = board.flatten()
        total = 0
        for i in range(len(g)):
            for cell in [g[0][i], g[-1][i], g[i][0], g[i][-1]]:
                if cell == self.colour:
                    total += 1
        return total

    def description(self) -> str:
        """Return what to do."""
        return 'Get your colour on the outer perimeter'


if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={
        'allowed-import-modules': [
            'doctest', 'python_ta', 'typing', 'block', 'goal', 'renderer'
        ],
        'max-attributes': 15
    })
