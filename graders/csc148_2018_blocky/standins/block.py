"""A sound block.py for grading a file that uses it. Its behaviour follows data from the judge, through blocks.py."""

from _grader import blocks
from renderer import BLACK, TEMPTING_TURQUOISE

HIGHLIGHT_COLOUR = TEMPTING_TURQUOISE
FRAME_COLOUR = BLACK


class Block:
    """A block of the board."""

    def __init__(self, level, colour=None, children=None):
        self.level, self.max_depth, self.size = level, 0, 0
        self.colour, self.children = colour, children or []
        self.parent, self.highlighted, self.position = None, False, (0, 0)

    def rectangles_to_draw(self):
        """Return an empty list, because no check reads it."""
        return []

    def swap(self, direction):
        """Exchange halves."""
        blocks.move(self, "swap", direction)

    def rotate(self, direction):
        """Turn."""
        blocks.move(self, "rotate", direction)

    def smash(self, max_depth=None):
        """Smash; the argument is the first revision's (spec 1)."""
        return blocks.smash(self, Block)

    def update_block_locations(self, top_left, size):
        """Set positions and sizes."""
        blocks.locate_below(self, top_left, size)

    def get_selected_block(self, location, level):
        """Return the block at a location."""
        return blocks.selected(self, location, level)

    def flatten(self):
        """Return the grid of colours."""
        return blocks.flatten(self)


def random_init(level, max_depth):
    """Return a random block."""
    return blocks.random_block(Block, level, max_depth)


def attributes_str(b, verbose):
    """Return some text."""
    return str(b)


def print_block(b, verbose=False):
    """Print nothing."""


def print_block_indented(b, indent, verbose):
    """Print nothing."""
