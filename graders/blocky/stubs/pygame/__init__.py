"""A stand-in for pygame in grading: constants, events, a mouse, and recorders instead of a window.

Standard library only, Python 3.10 syntax. It has the names that the games need at import and in
their rules. It shows nothing, reads no file and never waits (see time.py). The program's drawing,
sounds and pauses are recorded in ``pygame.recording.calls``.
"""

from pygame import (  # noqa: F401
    constants,
    display,
    draw,
    event,
    font,
    image,
    key,
    locals,
    mouse,
    recording,
    time,
    transform,
)
from pygame.constants import *  # noqa: F403
from pygame.geometry import Rect  # noqa: F401
from pygame.surface import Surface  # noqa: F401

__version__ = "0"


class error(RuntimeError):
    """Any error of pygame."""


class Color(tuple):
    """A colour of three or four numbers."""

    def __new__(cls, *parts):
        return tuple.__new__(cls, parts[0] if len(parts) == 1 else parts)


def init():
    """Return (number of modules that started, number that did not)."""
    return (5, 0)


def quit():
    """Do nothing."""


def get_init():
    """Return that pygame is ready."""
    return True


def register_quit(function):
    """Do nothing."""
