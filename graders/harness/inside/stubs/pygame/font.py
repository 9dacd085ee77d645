"""Fonts of one width for every letter, whose text is recorded."""

from pygame.recording import record
from pygame.surface import Surface


class Font(object):
    """A font of a given size; each letter is half as wide as it is high."""

    def __init__(self, name=None, size=12, *_more):
        self._size = int(size)

    def size(self, text):
        return (len(text) * self._size // 2, self._size)

    def render(self, text, antialias=True, color=None, background=None):
        record("font.render", text)
        return Surface(self.size(text))

    def get_height(self):
        return self._size

    def get_linesize(self):
        return self._size

    def set_bold(self, value):
        pass


class SysFont(Font):
    """The same, asked for by its name in the system."""


def init():
    """Do nothing."""


def quit():
    """Do nothing."""


def get_init():
    """Say that the module is ready."""
    return True


def get_default_font():
    """Return the name of the standard font."""
    return "freesansbold.ttf"


def get_fonts():
    """Return the names of the system's fonts: none."""
    return []
