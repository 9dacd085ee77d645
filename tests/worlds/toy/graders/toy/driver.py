"""Operations of the toy assignment."""

from . import sandbox


def total(numbers):
    """The student's sum of a list."""
    return sandbox.require("sums", "total")(list(numbers))


def largest(numbers):
    """The student's maximum of a list."""
    return sandbox.require("sums", "largest")(list(numbers))


def describe(numbers):
    """The student's description, which builds on their sum."""
    return sandbox.require("words", "describe")(list(numbers))


def shout(text):
    """The student's shout."""
    return sandbox.require("words", "shout")(text)
