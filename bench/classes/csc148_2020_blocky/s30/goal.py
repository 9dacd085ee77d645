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
    colours = COLOUR_LIST[:]
    random.shuffle(colours)
    goal_list = []
    coin = random.randint(0, 1)
    if coin == 0:
        for x in range(num_goals):
            goal_list.append(PerimeterGoal(colours[x]))
    else:
        for x in range(num_goals):
            goal_list.append(BlobGoal(colours[x]))
    return goal_list


def _flatten(block: Block) -> List[List[Tuple[int, int, int]]]:
    """Return the colours of <block> as a square grid, one for each unit cell.

    The grid is a list of columns, from left to right, and each column is a
    list of colours from top to bottom: cell [0][0] is the upper left one. A
    leaf larger than a unit cell fills all the cells that it covers.
    """
    size = 2 ** (block.max_depth - block.level)
    if len(block.children) == 0:
        lst = []
        for x in range(size):
            column = []
            for y in range(size):
                column.append(block.colour)
            lst.append(column)
        return lst
    else:
        right_top = _flatten(block.children[0])
        left_top = _flatten(block.children[1])
        left_bottom = _flatten(block.children[2])
        right_bottom = _flatten(block.children[3])
        lst = []
        half = size // 2
        for x in range(half):
            lst.append(left_top[x] + left_bottom[x])
        for x in range(half):
            lst.append(right_top[x] + right_bottom[x])
        return lst


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
    """A goal to have the most possible units of a colour on the outside of the
    board.
    """
    def score(self, board: Block) -> int:
        """Return the score for this goal on the given board.
        """
        fb = _flatten(board)
        n = len(fb)
        score = 0
        # left side and right side
        for y in range(n):
            if fb[0][y] == self.colour:
                score += 1
            if fb[n - 1][y] == self.colour:
                score += 1
        # top and bottom, without the corners
        for x in range(1, n - 1):
            if fb[x][0] == self.colour:
                score += 1
            if fb[x][n - 1] == self.colour:
                score += 1
        # the corners count for a second time
        if fb[0][0] == self.colour:
            score += 1
        if fb[0][n - 1] == self.colour:
            score += 1
        if fb[n - 1][0] == self.colour:
            score += 1
        if fb[n - 1][n - 1] == self.colour:
            score += 1
        return score

    def description(self) -> str:
        """Return what to do.
        """
        name = colour_name(self.colour)
        return f'Perimeter goal: put {name} cells on the edges, corners are x2'


class BlobGoal(Goal):
    """A goal to have the biggest blob of a colour anywhere on the board.
    """
    def score(self, board: Block) -> int:
        """Return the score for this goal on the given board.
        """
        fb = _flatten(board)
        vis = []
        for x in range(len(fb)):
            row = []
            for y in range(len(fb[x])):
                row.append(-1)
            vis.append(row)
        sc = []
        for x in range(len(fb)):
            for y in range(len(fb[x])):
                if vis[x][y] == -1:
                    sc.append(self._undiscovered_blob_size((x, y), fb, vis))
        return max(sc)

    def _undiscovered_blob_size(self, pos: Tuple[int, int],
                                board: List[List[Tuple[int, int, int]]],
                                vis: List[List[int]]) -> int:
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
        x = pos[0]
        y = pos[1]
        if x < 0 or x >= len(board):
            return 0
        if y < 0 or y >= len(board[x]):
            return 0
        if vis[x][y] == 0 or vis[x][y] == 1:
            return 0
        if board[x][y] != self.colour:
            vis[x][y] = 0
            return 0
        else:
            vis[x][y] = 1
            up = self._undiscovered_blob_size((x, y - 1), board, vis)
            down = self._undiscovered_blob_size((x, y + 1), board, vis)
            left = self._undiscovered_blob_size((x - 1, y), board, vis)
            right = self._undiscovered_blob_size((x + 1, y), board, vis)
            return 1 + up + down + left + right

    def description(self) -> str:
        """Return what to do.
        """
        name = colour_name(self.colour)
        return f'Blob goal: connect as many {name} cells as you can'


if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={
        'allowed-import-modules': [
            'doctest', 'python_ta', 'random', 'typing', 'block', 'settings',
            'math', '__future__'
        ],
        'max-attributes': 15
    })
