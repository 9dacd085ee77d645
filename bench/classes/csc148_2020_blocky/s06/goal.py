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
    lst = []
    colours = COLOUR_LIST.copy()
    random.shuffle(colours)
    num = random.randint(1, 2)
    for i in range(num_goals):
        if num==1:
            lst.append(BlobGoal(colours[i]))
        else:
            lst.append(PerimeterGoal(colours[i]))
    return lst


def _flatten(block: Block) -> List[List[Tuple[int, int, int]]]:
    """Return the colours of <block> as a square grid, one for each unit cell.

    The grid is a list of columns, from left to right, and each column is a
    list of colours from top to bottom: cell [0][0] is the upper left one. A
    leaf larger than a unit cell fills all the cells that it covers.
    """
    result = []
    if block.children == []:
        result.append([block.colour])
        while len(result) < 2 ** block.max_depth:
            if block.level == 0:
                result.append([block.colour])
        return result
    else:
        for child in block.children:
            if child.children == []:
                result.append([child.colour])
            else:
                result.extend(_flatten(child))
        return result


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
    """goal for the perimeter"""
    def score(self, board: Block) -> int:
        score = 0
        flat = _flatten(board)
        for i in range(len(flat)):
            for j in range(len(flat)):
                if flat[i][j] == self.colour:
                    score += 1
        if flat[0][0] and flat[0][-1] and flat[-1][0] and flat[-1][-1]:
            score += 4
        return score

    def description(self) -> str:
        return "The player must aim to put the most possible units of a given colour c on the outer perimeter"


class BlobGoal(Goal):
    """goal for the blob"""
    def score(self, board: Block) -> int:
        flat = _flatten(board)
        visited = []
        for i in range(len(flat)):
            visited.append([-1] * len(flat))
        best = 0
        for i in range(len(flat)):
            for j in range(len(flat)):
                size = self._undiscovered_blob_size((i, j), flat, visited)
                if size > best:
                    best = size
        return best

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
        x = pos[0]
        y = pos[1]
        if visited[x][y] != -1:
            return 0
        if board[x][y] != self.colour:
            visited[x][y] = 0
            return 0
        visited[x][y] = 1
        count = 1
        if x + 1 < len(board):
            count += self._undiscovered_blob_size((x + 1, y), board, visited)
        if y + 1 < len(board):
            count += self._undiscovered_blob_size((x, y + 1), board, visited)
        count += self._undiscovered_blob_size((x - 1, y), board, visited)
        count += self._undiscovered_blob_size((x, y - 1), board, visited)
        return count 

    def description(self) -> str:
        return "The player must aim for the largest blob of a given colour c"


if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={
        'allowed-import-modules': [
            'doctest', 'python_ta', 'random', 'typing', 'block', 'settings',
            'math', '__future__'
        ],
        'max-attributes': 15
    })
