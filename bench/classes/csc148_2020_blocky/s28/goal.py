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
    goals = []
    used = []
    choice = random.randint(1, 2)
    while len(goals) != num_goals:
        colour = random.choice(COLOUR_LIST)
        if colour in used:
            continue
        used.append(colour)
        if choice == 1:
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
    l = 2 ** (block.max_depth - block.level)
    m = []
    for x in range(l):
        column = []
        for y in range(l):
            column.append(_colour_at(block, x, y, l))
        m.append(column)
    return m


def _colour_at(block: Block, x: int, y: int, l: int) -> \
        Tuple[int, int, int]:
    """Return the colour of the cell in column <x> and row <y> of <block>,
    which is <length> cells wide.
    """
    while block.children:
        l = l // 2
        if x >= l and y < l:
            block = block.children[0]
        elif x < l and y < l:
            block = block.children[1]
        elif x < l:
            block = block.children[2]
        else:
            block = block.children[3]
        x = x % l
        y = y % l
    return block.colour


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
    """A goal for the outer cells.

    Attributes:
    - colour: the colour of this goal.
    """
    def score(self, board: Block) -> int:
        """Return how many cells at the edge of <board> have the colour, with
        corners twice.
        """
        matrix = _flatten(board)
        end = len(matrix) - 1
        score = 0
        x = 0
        while x <= end:
            y = 0
            while y <= end:
                if matrix[x][y] == self.colour and (x in (0, end) or y in (0, end)):
                    score += 1
                y += 1
            x += 1
        return score

    def description(self) -> str:
        """Return a text for the player."""
        return 'Try to get ' + colour_name(self.colour) + ' to the edge of the board'


class BlobGoal(Goal):
    """A goal for connected cells.

    Attributes:
    - colour: the colour of this goal.
    """
    def score(self, board: Block) -> int:
        """Return the number of cells in the largest blob on <board>."""
        matrix = _flatten(board)
        visited = []
        for column in matrix:
            visited.append([-1] * len(column))
        largest = 0
        x = 0
        while x < len(matrix):
            y = 0
            while y < len(matrix):
                blob = self._undiscovered_blob_size((x, y), matrix, visited)
                if blob > largest:
                    largest = blob
                y += 1
            x += 1
        return largest

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
        size = 0
        frontier = [pos]
        while frontier:
            x, y = frontier.pop()
            if x < 0 or x > len(board) - 1 or y < 0 or y > len(board) - 1:
                continue
            if visited[x][y] != -1:
                continue
            if board[x][y] == self.colour:
                visited[x][y] = 1
                size += 1
                frontier += [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
            else:
                visited[x][y] = 0
        return size

    def description(self) -> str:
        """Return a text for the player."""
        return 'Try to get one big blob of ' + colour_name(self.colour)


if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={
        'allowed-import-modules': [
            'doctest', 'python_ta', 'random', 'typing', 'block', 'settings',
            'math', '__future__'
        ],
        'max-attributes': 15
    })
