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


class PerimeterGoal(Goal):

    def __init__(self, target_colour: Tuple[int, int, int]) -> None:
        Goal.__init__(self, target_colour)

    def score(self, board: Block) -> int:
        flattened = board.flatten()
        n = len(flattened)
        count = 0
        for i in range(1, n - 1):
            if flattened[0][i] == self.colour:
                count += 1
            if flattened[n - 1][i] == self.colour:    
                count += 1
            if flattened[i][0] == self.colour:
                count += 1
            if flattened[i][n - 1] == self.colour:
                count += 1
        for corner in [flattened[0][0], flattened[0][n - 1], flattened[n - 1][0], flattened[n - 1][n - 1]]:
            if corner == self.colour:
                count += 2
        return count

    def description(self) -> str:
        return 'perimeter goal'


class BlobGoal(Goal):
    """Have the largest possible blob of one colour.

    A blob is a group of unit cells of one colour in which each cell shares a
    side with another cell of the group. Touching at a corner is not enough.
    """

    def __init__(self, target_colour: Tuple[int, int, int]) -> None:
        Goal.__init__(self, target_colour)

    def score(self, board: Block) -> int:
        flattened = board.flatten()
        visited = [[-1 for i in range(len(flattened))] for j in range(len(flattened))]
        biggest = 0
        for i in range(len(flattened)):
            for j in range(len(flattened)):
                s = self._undiscovered_blob_size((i, j), flattened, visited)
                if s > biggest:
                    biggest = s
        return biggest

    def description(self) -> str:
        return 'blob goal'

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
        if pos[0] < 0 or pos[1] < 0:
            return 0
        if visited[pos[0]][pos[1]] != -1:
            return 0
        if board[pos[0]][pos[1]] == self.colour:
            visited[pos[0]][pos[1]] = 1
            count = 1
            if pos[0] + 1 < len(board):
                count += self._undiscovered_blob_size((pos[0] + 1, pos[1]), board, visited)
            if pos[1] + 1 < len(board):
                count += self._undiscovered_blob_size((pos[0], pos[1] + 1), board, visited)
            count += self._undiscovered_blob_size((pos[0] - 1, pos[1]), board, visited)
            count += self._undiscovered_blob_size((pos[0], pos[1] - 1), board, visited)
            return count
        else:
            visited[pos[0]][pos[1]] = 0
            return 0


if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={
        'allowed-import-modules': [
            'doctest', 'python_ta', 'typing', 'block', 'goal', 'renderer'
        ],
        'max-attributes': 15
    })
