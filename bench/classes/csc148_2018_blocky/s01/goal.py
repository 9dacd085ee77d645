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
        """Return the current score
        """
        b = board.flatten()
        visited = []
        for column in b:
            visited.append([-1] * len(column))
        max_blob = 0
        for i in range(len(b)):
            for j in range(len(b)):
                if visited[i][j] == -1:
                    blob = self._undiscovered_blob_size((i, j), b, visited)
                    if blob > max_blob:
                        max_blob = blob
        return max_blob

    def description(self) -> str:
        """Return a description
        """
        return 'You should make the biggest blob of the colour'

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
        x, y = pos
        if visited[x][y] != -1:
            return 0
        if board[x][y] != self.colour:
            visited[x][y] = 0
            return 0
        visited[x][y] = 1
        t = 1
        if x - 1 >= 0:
            t += self._undiscovered_blob_size((x - 1, y), board, visited)
        if y - 1 >= 0:
            t += self._undiscovered_blob_size((x, y - 1), board, visited)
        if x + 1 <= len(board) - 1:
            t += self._undiscovered_blob_size((x + 1, y), board, visited)
        if y + 1 <= len(board) - 1:
            t += self._undiscovered_blob_size((x, y + 1), board, visited)
        return t


class PerimeterGoal(Goal):
    """A goal to put the most of a colour on the perimeter
    """
    def score(self, board: Block) -> int:
        """Return the current score
        """
        b = board.flatten()
        score = 0
        for j in range(len(b)):
            if b[0][j] == self.colour:
                score += 1
            if b[len(b) - 1][j] == self.colour:
                score += 1
        for i in range(len(b)):  
            if b[i][0] == self.colour:
                score += 1
            if b[i][len(b) - 1] == self.colour: 
                score += 1
        return score

    def description(self) -> str:
        """Return a description
        """
        return 'You should put the colour on the perimeter of the board, corners count twice'


if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={
        'allowed-import-modules': [
            'doctest', 'python_ta', 'typing', 'block', 'goal', 'renderer'
        ],
        'max-attributes': 15
    })
