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
        flat_board = board.flatten()
        seen = [[-1] * len(flat_board) for _ in flat_board]
        best = 0
        for i in range(len(flat_board)):
            for j in range(len(flat_board)):
                size = self._undiscovered_blob_size((i, j), flat_board, seen)
                best = max(best, size)
        return best

    def description(self) -> str:
        """Return what to do."""
        return 'Get the largest blob of your colour'

    def _undiscovered_blob_size(self, pos: Tuple[int, int],
                                board: List[List[Tuple[int, int, int]]],
                                seen: List[List[int]]) -> int:
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
        x, y = pos
        if x < 0 or y < 0 or x >= len(board) or y >= len(board):
            return 0
        if seen[x][y] != -1:
            return 0
        if board[x][y] != self.colour:
            seen[x][y] = 0
            return 0
        seen[x][y] = 1
        size = 1
        for nxt in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]: 
            size += self._undiscovered_blob_size(nxt, board, seen)    
        return size


class PerimeterGoal(Goal):
    """Have as many cells of one colour as possible on the perimeter."""

    def score(self, board: Block) -> int:
        """Return the number of cells of this goal's colour on the perimeter of
        <board>, with corners counted twice.
        """
        flat_board = board.flatten()
        points = 0  
        for i in range(len(flat_board)):    
            for cell in [flat_board[0][i], flat_board[-1][i], flat_board[i][0], flat_board[i][-1]]:
                if cell == self.colour:
                    points += 1
        return points

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
