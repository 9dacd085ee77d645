"""CSC148 Assignment 2: Blocky, the blocks."""
from __future__ import annotations
from typing import Optional, Tuple, List
import random
import math

from settings import colour_name, COLOUR_LIST


def generate_board(max_depth: int, size: int) -> Block:
    """Return a new board of random blocks."""
    board = Block((0, 0), size, random.choice(COLOUR_LIST), 0, max_depth)
    board.smash()
    return board


class Block:
    """A block of the board."""
    position: Tuple[int, int]
    size: int
    colour: Optional[Tuple[int, int, int]]
    level: int
    max_depth: int
    children: List[Block]

    def __init__(self, position: Tuple[int, int], size: int,
                 colour: Optional[Tuple[int, int, int]], level: int,
                 max_depth: int) -> None:
        """Make a block without children."""
        self.position = position
        self.size = size
        self.colour = colour
        self.level = level
        self.max_depth = max_depth
        self.children = []

    def _child_size(self) -> int:
        """Return the size of a child."""
        return round(self.size / 2.0)

    def smashable(self) -> bool:
        """Return whether this block can be smashed."""
        return self.level != self.max_depth and len(self.children) == 0

    def swap(self, direction: int) -> bool:
        """Swap the halves of this block."""
        if len(self.children) == 0:
            return False
        if direction == 0:
            self.children = [self.children[1], self.children[0],
                             self.children[3], self.children[2]]
        elif direction = 1:
            self.children.reverse()
        return True

    def paint(self, colour: Tuple[int, int, int]) -> bool:
        """Paint this block in <colour>."""
        if self.level == self.max_depth and self.colour != colour:
            self.colour = colour
            return True
        return False
