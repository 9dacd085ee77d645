"""Numbers for boards, by which a smart player is steered: the goal beside the player and the judge reckon alike.

Standard library and Python 3.8 only: this file also runs beside the student's code, where it tells nobody which boards
a player has looked at.
"""

import zlib


def number_of(cells, first, start, salt):
    # type: (object, object, int, object) -> int
    """Return what a board with *cells* is worth: *start* for *first*, the cells of the board at the start of a turn.

    All others have a number of their own, from 2 to 91, which depends on *salt*; with *salt* None they are worth 0.
    """
    if cells == first:
        return start
    return 0 if salt is None else 2 + zlib.crc32(repr((salt, cells)).encode()) % 90
