"""The operation of the clock."""

from . import sandbox


def later(minute, by):
    """The student's minute of the hour."""
    return sandbox.require("clock", "later")(minute, by)
