"""CSC148 Assignment 2: Blocky, the goals of the players."""
from __future__ import annotations
import math
import random
from typing import List, Tuple
from block import Block
from settings import colour_name, COLOUR_LIST


def generate_goals(num_goals: int) -> List[Goal]:
    """Return goals of the same random type, each with its own colour.

    Precondition: num_goals <= len(COLOUR_LIST)
    """
    colours = []
    while len(colours) < num_goals:
        colour = COLOUR_LIST[random.randrange(len(COLOUR_LIST))]
        if colour not in colours:
            colours.append(colour)
    if random.random() < 0.5:
        return [PerimeterGoal(colour) for colour in colours]
    return [BlobGoal(colour) for colour in colours]


def _leaves(block: Block) -> List[Block]:
    """Return the leaves of <block>."""
    if not block.children:
        return [block]
    leaves = []
    for child in block.children:
        leaves += _leaves(child)
    return leaves


def _flatten(block: Block) -> List[List[Tuple[int, int, int]]]:
    """Return the colours of all cells, first index column, second row.

    The cells of a leaf are found by its position in pixels.
    """
    n = 2 ** (block.max_depth - block.level)
    cell = block.size / n
    grid = [[None for _ in range(n)] for _ in range(n)]
    for leaf in _leaves(block):
        column = round((leaf.position[0] - block.position[0]) / cell)
        row = round((leaf.position[1] - block.position[1]) / cell)
        width = 2 ** (leaf.max_depth - leaf.level)
        for i in range(column, column + width):
            for j in range(row, row + width):
                grid[i][j] = leaf.colour
    return grid


class Goal:
    """What a player tries to reach. This is an abstract class.

    === Public Attributes ===
    colour: the colour this goal is about
    """
    colour: Tuple[int, int, int]

    def __init__(self, target_colour: Tuple[int, int, int]) -> None:
        """Make a goal for <target_colour>."""
        self.colour = target_colour

    def score(self, board: Block) -> int:
        """Return the points this goal gives for <board>."""
        raise NotImplementedError

    def description(self) -> str:
        """Return a text for the player that explains this goal."""
        raise NotImplementedError


class PerimeterGoal(Goal):
    """The goal to have a colour at the border of the board."""

    def score(self, board: Block) -> int:
        """Return the points for the border of <board>."""
        points = 0
        last = 2 ** (board.max_depth - board.level) - 1
        for i in range(last + 1):
            if _flatten(board)[i][0] == self.colour:
                points += 1
            if _flatten(board)[i][last] == self.colour:
                points += 1
            if _flatten(board)[0][i] == self.colour:
                points += 1
            if _flatten(board)[last][i] == self.colour:
                points += 1
        return points

    def description(self) -> str:
        """Return the description of this goal."""
        return 'Get your colour to the border. Corners are worth two points!'


class BlobGoal(Goal):
    """The goal to have a big blob of a colour."""

    def score(self, board: Block) -> int:
        """Return the points for the best blob of <board>."""
        points = 0
        n = len(_flatten(board))
        for i in range(n):
            for j in range(n):
                visited = [[-1 for _ in range(n)] for _ in range(n)]
                blob = self._undiscovered_blob_size((i, j), _flatten(board),
                                                    visited)
                if blob > points:
                    points = blob
        return points

    def _undiscovered_blob_size(self, pos: Tuple[int, int],
                                board: List[List[Tuple[int, int, int]]],
                                visited: List[List[int]]) -> int:
        """Return the size of the blob around <pos>, without visited cells.
        """
        if pos[0] not in range(len(board)) or pos[1] not in range(len(board)):
            return 0
        if visited[pos[0]][pos[1]] >= 0:
            return 0
        if board[pos[0]][pos[1]] == self.colour:
            visited[pos[0]][pos[1]] = 1
            size = 1
            for step in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
                size += self._undiscovered_blob_size(
                    (pos[0] + step[0], pos[1] + step[1]), board, visited)
            return size
        visited[pos[0]][pos[1]] = 0
        return 0

    def description(self) -> str:
        """Return the description of this goal."""
        return 'Make the biggest connected blob of your colour!'
