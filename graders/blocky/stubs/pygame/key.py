"""A keyboard without pressed keys."""

from pygame import constants


class _NothingPressed(object):
    def __getitem__(self, key):
        return False


def get_pressed():
    """Return an object in which no key is pressed."""
    return _NothingPressed()


def get_mods():
    """Return the pressed modifiers: none."""
    return 0


def set_repeat(delay=0, interval=0):
    """Do nothing."""


def name(key, use_compat=True):
    """Return a name for *key*."""
    numbers = vars(constants).items()
    return next(
        (name[2:].lower() for name, number in numbers if name[:2] == "K_" and number == key),
        "",
    )
