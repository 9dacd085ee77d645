"""Checks of fallers: made, moved, rotated, landed, frozen."""

from __future__ import annotations

from graders.harness import check
from graders.ics32_columns.playing import same_games


@check("create.one-visible", task="create", marks=0.5)
def test_create_one_visible(student, reference):
    """F shows only the bottom jewel of a faller, in the top row, and nothing falls yet."""
    # spec 5, 10 (13)
    same_games(
        student,
        reference,
        "4 / 3 / EMPTY / F 1 S T V / Q",
        "4 / 3 / EMPTY / F 2 Z Z Y / Q",
        "4 / 3 / EMPTY / F 3 X W S / Q",
        feature="create",
    )


@check("land.on-floor", task="land", marks=0.4)
def test_land_on_floor(student, reference):
    """A faller is shown as landed as soon as it reaches the floor."""
    # spec 4
    same_games(
        student,
        reference,
        "4 / 3 / EMPTY / F 2 S T V / _*3 / Q",
        "7 / 3 / EMPTY / F 2 S T V / _*6 / Q",
        feature="land",
    )
