"""A mouse that stays where it was put."""

_state = {"pos": (0, 0), "pressed": (False, False, False)}


def get_pos():
    """Return where the mouse is."""
    return _state["pos"]


def set_pos(*pos):
    """Put the mouse somewhere."""
    _state["pos"] = tuple(pos[0]) if len(pos) == 1 else pos


def get_pressed(num_buttons=3):
    """Return which buttons are down."""
    return _state["pressed"][:num_buttons]


def get_rel():
    """Return how far the mouse has moved: it has not."""
    return (0, 0)


def set_visible(value):
    """Return whether the mouse was visible."""
    return True
