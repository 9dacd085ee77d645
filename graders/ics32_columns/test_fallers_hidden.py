"""Hidden checks of fallers: made, moved, rotated, landed, frozen."""

from __future__ import annotations

from graders.harness import check
from graders.ics32_columns.playing import (
    acts,
    ends_somewhere,
    same_apart_from_landing,
    same_games,
)


@check("create.little-room", task="create", marks=0.2, visibility="hidden")
def test_create_little_room(student, reference):
    """A faller made above one free row has landed at once; above two, it lands at the next tick."""
    # spec 5, 10 (16, 17)
    same_games(
        student,
        reference,
        "4 / 3 / CONTENTS / ... / V.. / S.. / T.. / F 1 X Y Z / Q",
        "4 / 3 / CONTENTS / ... / ... / S.. / T.. / F 1 X Y Z / _ / Q",
        feature="create",
    )


@check("create.second-ignored", task="create", marks=0.2, visibility="hidden")
def test_create_second_ignored(student, reference):
    """F has no effect while there is a faller, falling or landed."""
    # spec 5, 8, 10 (15): never over a top cell that is taken
    same_games(
        student,
        reference,
        "5 / 3 / EMPTY / F 2 S T V / F 1 X Y Z / _ / F 3 X Y Z / Q",
        "4 / 3 / EMPTY / F 2 S T V / _*3 / F 1 X Y Z / F 2 X Y Z / Q",
        feature="create",
    )


@check("create.two-digit-column", task="create", marks=0.1, visibility="hidden")
def test_create_two_digit_column(student, reference):
    """The column number of F may have two digits."""
    # spec 8, 10 (92)
    same_games(
        student,
        reference,
        "4 / 12 / EMPTY / F 12 S T V / Q",
        "4 / 12 / EMPTY / F 10 X Y Z / _ / < / Q",
        feature="create",
    )


@check("move.partly-visible", task="move", marks=0.2, visibility="hidden")
def test_move_partly_visible(student, reference):
    """Jewels above the field never block a move: a faller can pass over a column with one free row."""
    # spec 5, 10 (27, 28)
    same_games(
        student,
        reference,
        "4 / 3 / CONTENTS / ... / .W. / .S. / .T. / F 1 X Y Z / > / Q",
        "4 / 3 / CONTENTS / ... / .W. / .S. / .T. / F 1 X Y Z / > / > / _*3 / Q",
        "4 / 3 / CONTENTS / ... / .W. / .S. / .T. / F 3 X Y Z / < / Q",
        feature="move",
    )


@check("blocked.full-neighbour", task="blocked", marks=0.1, visibility="hidden")
def test_blocked_full_neighbour(student, reference):
    """A column that is full blocks a faller of which only one jewel is visible."""
    # spec 5
    same_games(
        student,
        reference,
        "4 / 3 / CONTENTS / .Z. / .X. / .S. / .T. / F 1 X Y Z / > / _ / > / Q",
        feature="blocked",
    )
    acts(student, ">")


@check("blocked.partly-visible", task="blocked", marks=0.2, visibility="hidden")
def test_blocked_partly_visible(student, reference):
    """A jewel beside a visible one blocks a faller that is partly above the field as well."""
    # spec 5, 10 (29, 30)
    same_games(
        student,
        reference,
        "4 / 3 / CONTENTS / ... / .W. / .S. / .T. / F 1 X Y Z / _ / > / _ / > / Q",
        "4 / 3 / CONTENTS / ... / .W. / .S. / .T. / F 3 X Y Z / _ / < / _ / < / Q",
        feature="blocked",
    )
    acts(student, ">")


@check("move.after-freeze", task="move", marks=0.1, visibility="hidden")
def test_move_after_freeze(student, reference):
    """< and > have no effect once a faller has frozen: its jewels belong to the field."""
    # spec 5: without a faller, no effect
    same_games(
        student,
        reference,
        "4 / 4 / EMPTY / F 2 S T V / _*4 / < / F 4 X Y Z / Q",
        "4 / 4 / EMPTY / F 2 S T V / _*4 / > / F 4 X Y Z / Q",
        feature="move",
    )
    acts(student, "<", ">")


@check("rotate.after-freeze", task="rotate", marks=0.1, visibility="hidden")
def test_rotate_after_freeze(student, reference):
    """R has no effect once a faller has frozen: its jewels belong to the field."""
    # spec 5: without a faller, no effect
    same_games(
        student, reference, "4 / 3 / EMPTY / F 2 S T V / _*4 / R / F 1 X Y Z / Q", feature="rotate"
    )
    acts(student, "R")


@check("rotate.landed", task="rotate", marks=0.2, visibility="hidden")
def test_rotate_landed(student, reference):
    """A landed faller rotates too, and stays landed."""
    # spec 5, 10 (20, 22)
    same_games(
        student,
        reference,
        "4 / 3 / EMPTY / F 1 S T V / _*3 / R / R / R / R / Q",
        "4 / 3 / CONTENTS / ... / ... / S.. / T.. / F 1 X Y Z / _ / R / R / R / R / Q",
        feature="rotate",
    )
    one_visible = "4 / 3 / CONTENTS / ... / V.. / S.. / T.. / F 1 X Y Z / R / Q"
    same_apart_from_landing(student, reference, one_visible, "rotate")


@check("land.on-jewel", task="land", marks=0.3, visibility="hidden")
def test_land_on_jewel(student, reference):
    """A faller is shown as landed as soon as it reaches another jewel."""
    # spec 4, 10 (18)
    same_games(
        student,
        reference,
        "4 / 3 / CONTENTS / ... / ... / ... / T.. / F 1 X Y Z / _*2 / Q",
        "6 / 3 / CONTENTS / ... / ... / ... / ... / .S. / .T. / F 2 X Y Z / _*3 / Q",
        feature="land",
    )


@check("land.after-move", task="land", marks=0.3, visibility="hidden")
def test_land_after_move(student, reference):
    """A faller moved right onto a jewel has landed in that display; one row above it, it has not."""
    # spec 5, 10 (37, 38)
    same_games(
        student,
        reference,
        "6 / 3 / CONTENTS / ... / ... / ... / ... / .S. / .T. / F 1 X Y Z / _*3 / > / Q",
        "6 / 3 / CONTENTS / ... / ... / ... / ... / ... / .T. / F 1 X Y Z / _*3 / > / _ / Q",
        feature="land",
    )


@check("freeze.next-faller", task="freeze", marks=0.2, visibility="hidden")
def test_freeze_next_faller(student, reference):
    """The tick after landing freezes a faller; another one can follow at once, and land on it."""
    # spec 10 (14)
    same_games(
        student,
        reference,
        "7 / 3 / EMPTY / F 2 S T V / _*7 / F 1 X Y Z / Q",
        "7 / 3 / EMPTY / F 2 S T V / _*7 / F 2 X Y Z / _*4 / F 1 S T V / Q",
        feature="freeze",
    )


@check("freeze.after-move", task="freeze", marks=0.2, visibility="hidden")
def test_freeze_after_move(student, reference):
    """A landed faller moved along the floor or at the same height freezes at the next tick."""
    # spec 5, 10 (33, 35)
    same_games(
        student,
        reference,
        "6 / 3 / CONTENTS / ... / ... / ... / ... / ... / ST. / F 1 X Y Z / _*4 / > / _ / F 3 S T V / Q",
        "4 / 4 / EMPTY / F 2 X Y Z / _*3 / > / > / < / _ / F 1 S T V / Q",
        feature="freeze",
    )


@check("unland.escape", task="unland", marks=0.2, visibility="hidden")
def test_unland_escape(student, reference):
    """A landed faller that is partly above the field can be moved away, and the game goes on."""
    # spec 9, 10 (39)
    same_games(
        student,
        reference,
        "4 / 3 / CONTENTS / ... / ... / S.. / T.. / F 1 X Y Z / _ / > / _*2 / Q",
        "5 / 3 / CONTENTS / ... / ... / V.. / S.. / T.. / F 1 X Y Z / _ / > / _*3 / Q",
        "4 / 3 / CONTENTS / ... / ... / ..S / ..T / F 3 X Y Z / _ / < / _*2 / Q",
        feature="unland",
    )
    ends_somewhere(student)
