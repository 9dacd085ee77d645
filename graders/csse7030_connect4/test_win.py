"""Checks of check_win, for students to run."""

from __future__ import annotations

from graders.csse7030_connect4 import boards
from graders.csse7030_connect4.showing import PUBLIC, function, once_at_least, result
from graders.harness import check


def outcomes(student, reference, positions, size=boards.SIZE):
    """Fail unless check_win returns the right result for all *positions*."""
    function(student, reference, "check_win", positions, result, [size])


PLAIN = [
    boards.only(boards.lines(direction)[7], piece)
    for direction in boards.DIRECTIONS
    for piece in "XO"
]
"""A line of one player, in each direction."""


def finds_a_line(student):
    """Fail unless check_win returns the owner of some line, because one that finds no line would pass here."""
    nobody = (None, True, False, boards.BLANK)
    once_at_least(
        student,
        "check_win",
        PLAIN,
        lambda one: one.returned and one.result not in nobody and one.result not in PLAIN,
        "check_win never finds a line.",
    )


def knows_more_than_draws(student):
    """Fail unless check_win returns something other than a draw for an empty board or one player's line."""
    positions = [boards.EMPTY, *PLAIN]
    once_at_least(
        student,
        "check_win",
        positions,
        lambda one: one.returned and one.result != boards.BLANK,
        "check_win calls everything a draw.",
    )


@check("win.vertical", **PUBLIC)
def test_vertical(student, reference):
    """check_win finds a line of four in a column, wherever it is."""
    # spec 6
    outcomes(student, reference, boards.all_lines("vertical"))


@check("win.horizontal", **PUBLIC)
def test_horizontal(student, reference):
    """check_win finds a line of four in a row, wherever it is."""
    # spec 6
    outcomes(student, reference, boards.all_lines("horizontal"))


@check("win.falling", **PUBLIC)
def test_falling(student, reference):
    """check_win finds a line of four that goes down to the right, wherever it is."""
    # spec 6
    outcomes(student, reference, boards.all_lines("falling"))


@check("win.rising", **PUBLIC)
def test_rising(student, reference):
    """check_win finds a line of four that goes up to the right, wherever it is."""
    # spec 6
    outcomes(student, reference, boards.all_lines("rising"))


@check("win.nobody", **PUBLIC)
def test_nobody(student, reference):
    """check_win returns None if nobody has a line: three in a row, or four of both players."""
    # spec 6
    finds_a_line(student)
    outcomes(student, reference, boards.nearly())


@check("win.draw", **PUBLIC)
def test_draw(student, reference):
    """check_win returns the blank piece if both players have a line."""
    # spec 6
    knows_more_than_draws(student)
    outcomes(student, reference, boards.both_have_lines())
