"""A mouse that only the program and its driver move."""

_state = {"pos": (0, 0), "pressed": (False, False, False)}


def get_pos():
    """Return the position of the mouse."""
    return _state["pos"]


def set_pos(*pos):
    """Move the mouse."""
    _state["pos"] = tuple(pos[0]) if len(pos) == 1 else pos


def get_pressed(num_buttons=3):
    """Return which buttons are pressed."""
    return _state["pressed"][:num_buttons]


def get_rel():
    """Return the movement of the mouse: none."""
    return (0, 0)


def set_visible(value):
    """Return whether the mouse was visible."""
    return True
