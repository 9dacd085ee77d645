"""Surfaces of new sizes."""

from pygame.surface import Surface


def scale(surface, size, dest_surface=None):
    """Return a surface of the new size."""
    return Surface(size)


smoothscale = scale


def rotate(surface, angle):
    """Return a surface of the same size."""
    return Surface(surface.get_size())


def flip(surface, flip_x, flip_y):
    """Return a surface of the same size."""
    return Surface(surface.get_size())
