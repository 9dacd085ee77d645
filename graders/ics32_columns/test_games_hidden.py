"""Hidden checks of whole games, without marks."""

from __future__ import annotations

from hypothesis import given

from graders.harness import check
from graders.ics32_columns import strategies as draw
from graders.ics32_columns.playing import played, same_game, same_games


@check("play.long", task="play", marks=0, visibility="hidden")
def test_play_long(student, reference):
    """Four long games, of two to six fallers."""
    # spec 10 (73, 75, 76, 77)
    same_games(
        student,
        reference,
        "7 / 6 / CONTENTS / ..TS.V / T...V. / T..T.. / .S...V / ....SS / T...VS / V..... / _ / F 1 S T T / "
        "R / _*2 / < / R / _*3 / > / _ / F 6 S S V / _ / < / _*2 / > / _*3 / F 1 S V T / _*3 / > / _ / > / "
        "> / > / < / > / _ / R / _ / Q",
        "5 / 5 / EMPTY / F 1 T Y V / _*2 / R / _*2 / < / > / > / > / _ / F 3 Y S T / _ / R / _*3 / R / _ / "
        "F 2 W T Y / _ / < / _*2 / > / _ / > / _*2 / F 1 S X V / _*2 / R / > / _ / R / < / > / _ / "
        "F 3 X Z V / _ / R / < / _*2 / R / _ / Q",
        "8 / 6 / EMPTY / F 4 W T T / R / > / R / _*4 / < / _ / > / _*2 / < / _ / F 2 V X V / _*2 / > / _ / "
        "R / _ / < / _*4 / F 2 Z W Z / _*2 / > / < / _ / > / R / _*3 / < / > / > / _ / > / > / < / < / _ / "
        "F 2 Y V S / _*2 / R / < / _*2 / R / _ / R / _*2 / < / > / R / _ / F 5 W Y Y / _ / < / _*3 / > / "
        "_ / > / < / R / _ / > / < / R / < / _*3 / F 5 Y V S / _ / < / R / > / _*5 / Q",
        "8 / 3 / CONTENTS / ..W / S.T / .W. / .SW / S.. / SWV / ... / VV. / _ / F 1 T V T / > / _*2 / > / "
        "_*2 / < / > / _ / F 3 S W W / > / R / _*2 / Q",
    )


@check("play.random", task="play", marks=0, visibility="hidden")
@given(lines=draw.games)
def test_play_random(student, reference, lines):
    """Random games, from the first display to the last."""
    # spec 8
    same_game(played(student, lines), played(reference, lines), lines)
