"""Operations on a program that talks."""

from . import sandbox


def play(start, lines):
    """Run talk.py while *lines* are typed, of which the first is *start*."""
    return sandbox.run_program("talk.py", lines)


def double(number):
    """Call ``double``; return its value and its output."""
    return sandbox.at_terminal([], sandbox.require("talk", "double"), number)
