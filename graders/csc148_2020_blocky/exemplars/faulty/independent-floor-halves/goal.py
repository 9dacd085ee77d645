"""CSC148 Assignment 2: Blocky, the goals of the players."""
from __future__ import annotations
from random import randint, random
from typing import List, Set, Tuple
from block import Block
from settings import colour_name, COLOUR_LIST


def generate_goals(num_goals: int) -> List[Goal]:
    """Return random goals with the same type and with different colours.

    Precondition: num_goals <= len(COLOUR_LIST)
    """
    bag = COLOUR_LIST.copy()
    goals: List[Goal] = []
    is_blob = random() < 0.5
    while len(goals) < num_goals:
        colour = bag.pop(randint(0, len(bag) - 1))
        goals.append(BlobGoal(colour) if is_blob else PerimeterGoal(colour))
    return goals


def _colour_at(block: Block, column: int, row: int) -> Tuple[int, int, int]:
    """Return the colour of one unit cell of <block>."""
    while block.children:
        half = 2 ** (block.max_depth - block.level) // 2
        right, low = column >= half, row >= half
        if right:
            column -= half
        if low:
            row -= half
        if right and low:
            block = block.children[3]
        elif right:
            block = block.children[0]
        elif low:
            block = block.children[2]
        else:
            block = block.children[1]
    return block.colour


def _flatten(block: Block) -> List[List[Tuple[int, int, int]]]:
    """Return the colours of the unit cells of <block>: [column][row]."""
    cells = range(2 ** (block.max_depth - block.level))
    return [[_colour_at(block, x, y) for y in cells] for x in cells]


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
    """A goal that counts the unit cells at the rim."""

    def score(self, board: Block) -> int:
        """Return the count of cells at the rim, a corner is worth 2."""
        flat = _flatten(board)
        ends = (0, len(flat) - 1)
        total = 0
        for x, column in enumerate(flat):
            for y, colour in enumerate(column):
                if colour == self.colour:
                    if x in ends and y in ends:
                        total += 2
                    elif x in ends or y in ends:
                        total += 1
        return total

    def description(self) -> str:
        """Return a sentence about this goal."""
        return 'Bring {} to the rim.'.format(colour_name(self.colour))


class BlobGoal(Goal):
    """A goal that counts the unit cells of the largest connected group."""

    def score(self, board: Block) -> int:
        """Return the count of cells in the largest group."""
        flat = _flatten(board)
        visited = [[-1 for _ in column] for column in flat]
        found: Set[int] = {0}
        for x in range(len(flat)):
            for y in range(len(flat)):
                if flat[x][y] == self.colour and visited[x][y] == -1:
                    found.add(self._undiscovered_blob_size((x, y), flat,
                                                           visited))
        return max(found)

    def _undiscovered_blob_size(self, pos: Tuple[int, int],
                                board: List[List[Tuple[int, int, int]]],
                                visited: List[List[int]]) -> int:
        """Return the count of cells in the group of <pos> that are new."""
        x, y = pos
        if min(x, y) < 0 or max(x, y) > len(board) - 1 \
                or visited[x][y] != -1:
            return 0
        visited[x][y] = int(board[x][y] == self.colour)
        if visited[x][y] == 0:
            return 0
        return 1 + sum(self._undiscovered_blob_size(neighbour, board, visited)
                       for neighbour in ((x, y - 1), (x, y + 1),
                                         (x - 1, y), (x + 1, y)))

    def description(self) -> str:
        """Return a sentence about this goal."""
        return 'Connect {} cells.'.format(colour_name(self.colour))
