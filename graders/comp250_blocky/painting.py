"""Boards in the colours of this edition."""

from graders.blocky.painting import Boards

# letters of a board in pictures and scenarios, in the order of BLOCK_COLORS
PAINTER = Boards(
    {
        "R": (204, 0, 0),
        "G": (76, 153, 0),
        "B": (0, 102, 204),
        "Y": (252, 209, 42),
    }
)
