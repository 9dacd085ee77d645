"""Scores of boards that steer a smart player. The goal beside the player and the judge both compute them.

Standard library and Python 3.8 only: this file also runs beside the student's code. It keeps no record there of the
boards that a player has scored.
"""

import zlib


def number_of(cells, first, start, salt):
    # type: (object, object, int, object) -> int
    """Return the score of a board with *cells*: *start* for *first*, the cells of the board at the start of a turn.

    The score of any other board is a number from 2 to 91 that depends on its cells and *salt*; 0 if *salt* is None.
    """
    if cells == first:
        return start
    return 0 if salt is None else 2 + zlib.crc32(repr((salt, cells)).encode()) % 90
