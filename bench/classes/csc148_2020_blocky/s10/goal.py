"""Blocky: what a player tries to achieve, and how near a board comes to it."""
from __future__ import annotations

import math
import random
from typing import List, Tuple

from block import Block
from settings import COLOUR_LIST, colour_name


def generate_goals(num_goals: int) -> List[Goal]:
    """Return <num_goals> goals of one random type, each of a different colour.

    The colours are drawn at random from COLOUR_LIST, which does not change.

    Precondition: num_goals <= len(COLOUR_LIST)
    """
    goal_type = random.choice((BlobGoal,PerimeterGoal))
    return [goal_type(colour) for colour in random.sample(COLOUR_LIST, num_goals)]


def _flatten(block: Block) -> List[List[Tuple[int, int, int]]]:
    """Return the colours of <block> as a square grid, one for each unit cell.

    The grid is a list of columns, from left to right, and each column is a
    list of colours from top to bottom: cell [0][0] is the upper left one. A
    leaf larger than a unit cell fills all the cells that it covers.
    """
    num = 2 ** (block.max_depth - block.level)
    if not block.children:
        return [[block.colour for _ in range(num)] for _ in range(num)]
    ur, ul, ll, lr = [_flatten(colour) for colour in block.children]
    return [u + l for u, l in zip(ul, ll)] + [u + l for u, l in zip(ur, lr)]


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
    """A goal about the perimeter."""
    def score(self, board: Block) -> int:
        """Return the score of <board>."""
        flat = _flatten(board)
        return sum([col.count(self.colour) for col in (flat[0], flat[-1])]) + \
               sum([(col[0] == self.colour) + (col[-1] == self.colour) for col in flat])

    def description(self) -> str:
        """Return the description."""
        return "Cells of {} on the perimeter".format(colour_name(self.colour))


class BlobGoal(Goal):
    """A goal about blobs."""
    def score(self, board: Block) -> int:
        """Return the score of <board>."""
        flat = _flatten(board)
        seen = [[-1 for _ in col] for col in flat]
        sizes = []
        for i in range(len(flat)):
            for j in range(len(flat[i])):
                sizes.append(self._undiscovered_blob_size((i, j), flat, seen))
        return max(sizes)

    def _undiscovered_blob_size(self, pos: Tuple[int, int],
                                board: List[List[Tuple[int, int, int]]],
                                visited: List[List[int]]) -> int:
        """Return the number of unvisited cells in the blob around <pos>.

        <pos> is the (column, row) of a cell in the flattened board <board>;
        the result is 0 if there is no such cell, or if its colour is not the
        colour of this goal.

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
        s = 1
        for dx, dy in [(1, 0), (0, 1), (-1, 0), (0, -1)]:
            if 0 <= x + dx < len(board) and 0 <= y + dy < len(board):
                s += self._undiscovered_blob_size((x + dx, y + dy), board, visited)
        return s

    def description(self) -> str:
        """Return the description."""
        return "One blob of {}, as large as possible".format(colour_name(self.colour))


if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={
        'allowed-import-modules': [
            'doctest', 'python_ta', 'random', 'typing', 'block', 'settings',
            'math', '__future__'
        ],
        'max-attributes': 15
    })
