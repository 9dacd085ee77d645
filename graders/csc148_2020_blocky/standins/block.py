"""A sound block.py for grading a file that uses it. It has the starter's public interface; its moves ask the judge.

Helpers that the submission has added to its own Block are there, too.
"""

import random

from _grader import blocks, reading
from settings import COLOUR_LIST


def generate_board(max_depth, size):
    """Return a random board, divided at least once."""
    board = Block((0, 0), size, random.choice(COLOUR_LIST), 0, max_depth)
    board.smash()
    return board


class Block:
    """A block of the board."""

    def __init__(self, position, size, colour, level, max_depth):
        self.position = position
        self.size = size
        self.colour = colour
        self.level = level
        self.max_depth = max_depth
        self.children = []

    def __str__(self):
        return str(reading.snapshot(self, Block))

    __hash__ = None  # as in the starter: a class with its own __eq__ has none

    def __eq__(self, other):
        return reading.snapshot(self, Block) == reading.snapshot(other, Block)

    def _child_size(self):
        return round(self.size / 2.0)

    def _children_positions(self):
        x, y = self.position
        size = self._child_size()
        return [(x + size, y), (x, y), (x, y + size), (x + size, y + size)]

    def smashable(self):
        """Return whether this block can be smashed."""
        return not self.children and self.level != self.max_depth

    def _asked(self, operation, *arguments):
        """Ask the judge for *operation* on this block; adopt the new state, and return the result."""
        answer = blocks.ask(operation, reading.snapshot(self, Block), [], *arguments)
        new = blocks.build(Block, answer["board"])
        self.position, self.colour, self.children = new.position, new.colour, new.children
        return answer["result"]

    def _update_children_positions(self, position):
        self._asked("update_positions", position)

    def smash(self):
        """See _asked."""
        return self._asked("smash", random.randrange(blocks.DICE))

    def swap(self, direction):
        """See _asked."""
        return self._asked("swap", direction)

    def rotate(self, direction):
        """See _asked."""
        return self._asked("rotate", direction)

    def paint(self, colour):
        """See _asked."""
        return self._asked("paint", reading.colour_index(colour))

    def combine(self):
        """See _asked."""
        return self._asked("combine")

    def create_copy(self):
        """Return a copy."""
        return blocks.build(Block, reading.snapshot(self, Block))


blocks.add_helpers(Block)
