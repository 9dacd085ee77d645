"""CSC148 Assignment 2: Blocky, the goals of the players."""
from __future__ import annotations
import math
import random
from typing import List, Tuple
from block import Block
from settings import colour_name, COLOUR_LIST


def generate_goals(num_goals: int) -> List[Goal]:
    """Return <num_goals> goals of one random kind and different colours.

    Precondition: num_goals <= len(COLOUR_LIST)
    """
    colours = COLOUR_LIST[:]
    random.shuffle(colours)
    kind = random.randint(0, 1)
    goals = []
    for colour in colours[:num_goals]:
        if kind == 0:
            goals.append(PerimeterGoal(colour))
        else:
            goals.append(BlobGoal(colour))
    return goals


def _flatten(block: Block) -> List[List[Tuple[int, int, int]]]:
    """Return the colours of the unit cells of <block>, column by column.
    """
    if len(block.children) == 0:
        side = 2 ** (block.max_depth - block.level)
        return [[block.colour for _ in range(side)] for _ in range(side)]
    upper_right, upper_left, lower_left, lower_right = \
        [_flatten(child) for child in block.children]
    columns = []
    for top, bottom in zip(upper_left, lower_left):
        columns.append(top + bottom)
    for top, bottom in zip(upper_right, lower_right):
        columns.append(top + bottom)
    return columns


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
    """Collect one colour along the border of the board."""

    def score(self, board: Block) -> int:
        """Return the number of border cells of the colour, corners twice."""
        cells = _flatten(board)
        total = 0
        for i in range(len(cells)):
            for cell in (cells[0][i], cells[-1][i], cells[i][0],
                         cells[i][-1]):
                if cell == self.colour:
                    total += 1
        return total

    def description(self) -> str:
        """Return a text that explains this goal."""
        return f'Border: as much {colour_name(self.colour)} as you can'


class BlobGoal(Goal):
    """Collect one colour in a connected blob."""

    def score(self, board: Block) -> int:
        """Return the size of the biggest blob of the colour."""
        cells = _flatten(board)
        visited = [[-1] * len(cells) for _ in cells]
        best = 0
        for x in range(len(cells)):
            for y in range(len(cells)):
                size = self._undiscovered_blob_size((x, y), cells, visited)
                best = max(best, size)
        return best

    def _undiscovered_blob_size(self, pos: Tuple[int, int],
                                board: List[List[Tuple[int, int, int]]],
                                visited: List[List[int]]) -> int:
        """Return how many new cells there are in the blob at <pos>.

        Mark in <visited> all the cells that were looked at.
        """
        x, y = pos
        if x < 0 or y < 0 or x >= len(board) or y >= len(board):
            return 0
        if visited[x][y] != -1:
            return 0
        if board[x][y] != self.colour:
            visited[x][y] = 0
            return 0
        visited[x][y] = 1
        return 1 \
            + self._undiscovered_blob_size((x - 1, y), board, visited) \
            + self._undiscovered_blob_size((x + 1, y), board, visited) \
            + self._undiscovered_blob_size((x, y - 1), board, visited) \
            + self._undiscovered_blob_size((x, y + 1), board, visited)

    def description(self) -> str:
        """Return a text that explains this goal."""
        return f'Blob: one big group of {colour_name(self.colour)}'


if __name__ == '__main__':
    import python_ta
    python_ta.check_all(config={
        'allowed-import-modules': [
            'doctest', 'python_ta', 'random', 'typing', 'block', 'settings',
            'math', '__future__'
        ],
        'max-attributes': 15
    })
