"""Monospaced fonts, whose text is recorded."""

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
    """The same, for the name of a system font."""


def init():
    """Do nothing."""


def quit():
    """Do nothing."""


def get_init():
    """Return that the module is ready."""
    return True


def get_default_font():
    """Return the name of the standard font."""
    return "freesansbold.ttf"


def get_fonts():
    """Return the names of the system's fonts: none."""
    return []
