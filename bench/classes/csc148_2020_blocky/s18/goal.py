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
    options = list(COLOUR_LIST)
    is_blob = random.random() < 0.5
    goals = []
    while len(goals) < num_goals:
        colour = options.pop(random.randrange(len(options)))
        if is_blob:
            goals.append(BlobGoal(colour))
        else:
            goals.append(PerimeterGoal(colour))
    return goals


def _flatten(block: Block) -> List[List[Tuple[int, int, int]]]:
    """Return the colours of <block> as a square grid, one for each unit cell.

    The grid is a list of columns, from left to right, and each column is a
    list of colours from top to bottom: cell [0][0] is the upper left one. A
    leaf larger than a unit cell fills all the cells that it covers.
    """
    side = 2 ** (block.max_depth - block.level)
    flat = [[None] * side for _ in range(side)]
    _colour_in(block, flat, 0, 0)
    return flat


def _colour_in(block: Block, flat: List[List[Tuple[int, int, int]]], x: int,
          y: int) -> None:
    """Write the colours of <block> into <grid>, from (x, y) on."""
    side = 2 ** (block.max_depth - block.level)
    if not block.children:
        for i in range(x, x + side):
            for j in range(y, y + side):
                flat[i][j] = block.colour
        return
    half = side // 2
    corners = [(x + half, y), (x, y), (x, y + half), (x + half, y + half)]
    for child, corner in zip(block.children, corners):
        _colour_in(child, flat, corner[0], corner[1])


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
    """Aim for many cells of one colour on the perimeter."""
    def score(self, board: Block) -> int:
        """Return the points for the four sides of <board>."""
        flat = _flatten(board)
        edges = [flat[0], flat[-1], [column[0] for column in flat],
                 [column[-1] for column in flat]]
        return sum(self._num_in(side) for side in edges)

    def _num_in(self, side: List[Tuple[int, int, int]]) -> int:
        """Return how often the colour of this goal is in <side>."""
        return side.count(self.colour)

    def description(self) -> str:
        """Return what the player has to do."""
        return f'the most {colour_name(self.colour)} around the outside wins'


class BlobGoal(Goal):
    """Aim for a large blob of one colour."""
    def score(self, board: Block) -> int:
        """Return the size of the largest blob of <board>."""
        flat = _flatten(board)
        visited = self._unvisited(len(flat))
        sizes = [0]
        for i in range(len(flat)):
            for j in range(len(flat)):
                sizes.append(self._undiscovered_blob_size((i, j), flat, visited))
        return max(sizes)

    def _unvisited(self, side: int) -> List[List[int]]:
        """Return a grid in which no cell was visited."""
        return [[-1 for _ in range(side)] for _ in range(side)]

    def _in_board(self, pos: Tuple[int, int], side: int) -> bool:
        """Return whether <pos> is in a grid of that side."""
        return 0 <= pos[0] < side and 0 <= pos[1] < side

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
        if not self._in_board(pos, len(board)):
            return 0
        x, y = pos
        if visited[x][y] >= 0:
            return 0
        visited[x][y] = int(board[x][y] == self.colour)
        if visited[x][y] == 0:
            return 0
        return 1 + sum(self._undiscovered_blob_size(other, board, visited)
                       for other in [(x, y - 1), (x - 1, y), (x, y + 1), (x + 1, y)])

    def description(self) -> str:
        """Return what the player has to do."""
        return f'the largest blob of {colour_name(self.colour)} wins'


if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={
        'allowed-import-modules': [
            'doctest', 'python_ta', 'random', 'typing', 'block', 'settings',
            'math', '__future__'
        ],
        'max-attributes': 15
    })
