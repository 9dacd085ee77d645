"""Surfaces with a size but without pixels."""

from pygame.geometry import Rect
from pygame.recording import record


class Surface(object):
    """A surface of a given size without pixels."""

    def __init__(self, size=(0, 0), flags=0, depth=0, masks=None):
        self._size = (int(size[0]), int(size[1]))

    def get_size(self):
        return self._size

    def get_width(self):
        return self._size[0]

    def get_height(self):
        return self._size[1]

    def get_rect(self, **place):
        rect = Rect((0, 0), self._size)
        for name, value in place.items():
            if name == "topleft":
                rect.x, rect.y = value
            elif name == "center":
                rect.x, rect.y = value[0] - rect.width // 2, value[1] - rect.height // 2
        return rect

    def fill(self, color, rect=None, special_flags=0):
        record("Surface.fill", self, color, rect)
        return self.get_rect()

    def blit(self, source, dest, area=None, special_flags=0):
        record("Surface.blit", self, source, dest)
        return Rect(dest[0], dest[1], *source.get_size())

    def convert(self, *arguments):
        return self

    def convert_alpha(self, *arguments):
        return self

    def copy(self):
        return Surface(self._size)

    def set_alpha(self, value=None, flags=0):
        return None

    def set_colorkey(self, color=None, flags=0):
        return None

    def subsurface(self, *rect):
        return Surface(Rect(*rect).size)
