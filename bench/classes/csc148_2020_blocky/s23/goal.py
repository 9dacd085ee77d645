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
    lst = COLOUR_LIST.copy()
    random.shuffle(lst)
    if random.choice([True, False]):
        return [PerimeterGoal(lst[i]) for i in range(num_goals)]
    return [BlobGoal(lst[i]) for i in range(num_goals)]


def _flatten(block: Block) -> List[List[Tuple[int, int, int]]]:
    """Return the colours of <block> as a square grid, one for each unit cell.

    The grid is a list of columns, from left to right, and each column is a
    list of colours from top to bottom: cell [0][0] is the upper left one. A
    leaf larger than a unit cell fills all the cells that it covers.
    """
    side_length = 2 ** (block.max_depth - block.level)
    if not block.children:
        return [[block.colour for _ in range(side_length)] for _ in range(side_length)]    
    ur, ul, ll, lr = [_flatten(c) for c in block.children]  
    return [u + l for u,l in zip(ul, ll)] + [u + l for u, l in zip(ur, lr)]


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
        flattened = _flatten(board)
        return sum([col.count(self.colour) for col in (flattened[0], flattened[-1])]) + \
               sum([(col[0]==self.colour) + (col[-1] == self.colour) for col in flattened])

    def description(self) -> str:
        """Return the description."""
        return "Cells of {} on the perimeter".format(colour_name(self.colour))


class BlobGoal(Goal):
    """A goal about blobs."""
    def score(self, board: Block) -> int:
        """Return the score of <board>."""
        flattened = _flatten(board) 
        visited = [[-1 for _ in col] for col in flattened]  
        return max([self._undiscovered_blob_size((i,j), flattened, visited) for i in range(len(flattened)) for j in range(len(flattened))])

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
        if not (x in range(len(board)) and y in range(len(board))): 
            return 0
        if visited[x][y] != -1:  
            return 0  
        if board[x][y] != self.colour:
            visited[x][y] = 0 
            return 0
        visited[x][y] = 1 
        return 1 + sum([self._undiscovered_blob_size((x + dx,y + dy), board, visited)
                        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))])

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
