"""Blocky: the numbers and colours that the modules of the game share."""
from typing import Tuple

WHITE = (255, 255, 255)
BLACK = (0, 0, 0)
PACIFIC_POINT = (1, 128, 181)
OLD_OLIVE = (138, 151, 71)
REAL_RED = (199, 44, 58)
MELON_MAMBO = (234, 62, 112)
DAFFODIL_DELIGHT = (255, 211, 92)
TEMPTING_TURQUOISE = (75, 196, 213)

# The possible colours of a block, and of a goal.
COLOUR_LIST = [PACIFIC_POINT, REAL_RED, OLD_OLIVE, DAFFODIL_DELIGHT]

# The side of the board, in pixels.
BOARD_SIZE = 750

BACKGROUND_COLOUR = BLACK
TEXT_COLOUR = WHITE

OUTLINE_COLOUR = BLACK
OUTLINE_THICKNESS = 3

HIGHLIGHT_COLOUR = TEMPTING_TURQUOISE
HIGHLIGHT_THICKNESS = 5

# The time for which a move's picture stays on the board, in seconds.
ANIMATION_DURATION = 1

_COLOUR_NAMES = {
    PACIFIC_POINT: 'Pacific Point',
    REAL_RED: 'Real Red',
    OLD_OLIVE: 'Old Olive',
    DAFFODIL_DELIGHT: 'Daffodil Delight',
}


def colour_name(colour: Tuple[int, int, int]) -> str:
    """Return the name of <colour>, or '' if it is not in COLOUR_LIST.

    >>> colour_name(REAL_RED)
    'Real Red'
    >>> colour_name(BLACK)
    ''
    """
    return _COLOUR_NAMES.get(colour, '')
