"""An invisible window."""

from pygame.recording import record, recorder
from pygame.surface import Surface

_window = [None]


def set_mode(size=(0, 0), flags=0, depth=0, display=0, vsync=0):
    """Open the window; return its surface."""
    record("display.set_mode", size)
    _window[0] = Surface(size)
    return _window[0]


def get_surface():
    """Return the window's surface, or None before it is opened."""
    return _window[0]


def get_init():
    """Return that the module is ready."""
    return True


def get_caption():
    """Return the title of the window."""
    return ("", "")


def get_driver():
    """Return the name of the video driver."""
    return "dummy"


init = recorder("display.init")
quit = recorder("display.quit")
flip = recorder("display.flip")
update = recorder("display.update")
set_caption = recorder("display.set_caption")
set_icon = recorder("display.set_icon")
