"""Checks of the field before the first command, and of quitting."""

from __future__ import annotations

from graders.harness import check
from graders.ics32_columns.playing import quits, same_games


@check("empty.first-display", task="empty", marks=0.9)
def test_empty_first_display(student, reference):
    """An empty field is shown before the first command, with a space at both ends of the line below it."""
    # spec 3, 10 (01)
    same_games(
        student,
        reference,
        "4 / 3 / EMPTY / Q",
        "6 / 5 / EMPTY / Q",
        "4 / 12 / EMPTY / Q",
        feature="empty",
    )


@check("holes.fall", task="holes", marks=0.6)
def test_holes_fall(student, reference):
    """Jewels above a hole have fallen before the first display, in the same order."""
    # spec 4, 10 (02)
    same_games(
        student,
        reference,
        "5 / 4 / CONTENTS / S..T / .V.. / X... / ...Y / .Z.. / Q",
        "5 / 3 / CONTENTS / S.. / T.. / ... / V.. / ... / Q",
    )


@check("quit.at-once", task="quit", marks=0.6)
def test_quit_at_once(student, reference):
    """Q ends the program at once, without another line and with exit status 0."""
    # spec 5, 10 (01)
    quits(student, reference, "4 / 3 / EMPTY / Q")
