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
    """A goal about the perimeter of the board.
    """
    def score(self, board: Block) -> int:
        """Return the score of the board.
        """
        board_list = board.flatten()
        last = len(board_list) - 1
        score = 0
        for i in range(len(board_list)):
            for j in range(len(board_list)):
                if board_list[i][j] == self.colour:
                    if i == 0 or i == last:
                        score += 1
                    if j == 0 or j == last:
                        score += 1
        return score  

    def description(self) -> str:
        """Return the description.
        """
        return 'Most blocks of the colour on the perimeter'


class BlobGoal(Goal):
    """Have the largest possible blob of one colour.

    A blob is a group of unit cells of one colour in which each cell shares a
    side with another cell of the group. Touching at a corner is not enough.
    """

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
        i = pos[0]
        j = pos[1]
        if visited[i][j] != -1:
            return 0
        visited[i][j] = 1
        size = 1
        for a, b in [(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)]:
            if 0 <= a < len(board) and 0 <= b < len(board):
                if board[a][b] == self.colour and visited[a][b] == -1:
                    size += self._undiscovered_blob_size((a, b), board, visited)
        return size

    def score(self, board: Block) -> int:
        """Return the score of the board.
        """
        board_list = board.flatten()
        visited = []
        for i in range(len(board_list)):
            visited.append([])
            for j in range(len(board_list)):
                visited[i].append(-1)
        l = []
        for i in range(len(board_list)):
            for j in range(len(board_list)):
                if board_list[i][j] == self.colour and visited[i][j] == -1:
                    l.append(self._undiscovered_blob_size((i, j), board_list, visited))
        if l == []:
            return 0
        return max(l)

    def description(self) -> str:
        """Return the description.
        """
        return 'Largest blob of the colour'


if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={
        'allowed-import-modules': [
            'doctest', 'python_ta', 'typing', 'block', 'goal', 'renderer'
        ],
        'max-attributes': 15
    })
