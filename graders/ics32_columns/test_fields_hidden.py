"""Hidden checks of the field before the first command, and of quitting."""

from __future__ import annotations

from hypothesis import given

from graders.harness import check
from graders.ics32_columns import strategies as draw
from graders.ics32_columns.playing import (
    ROWS,
    ends,
    matches_somewhere,
    played,
    quits,
    same_game,
    same_games,
)


@check("quit.with-faller", task="quit", marks=0.3, visibility="hidden")
def test_quit_with_faller(student, reference):
    """Q ends the program at once while a faller falls, and when it has landed."""
    # spec 5
    quits(student, reference, "4 / 3 / EMPTY / F 2 S T V / _ / Q", "STV")
    quits(student, reference, "4 / 3 / EMPTY / F 2 S T V / _*3 / Q", "STV", last=2)


@check("quit.after-game-over", task="quit", marks=0.1, visibility="hidden")
def test_quit_after_game_over(student, reference):
    """After GAME OVER the program ends: it prints nothing more, and its exit status is 0."""
    # spec 6, 13: the displays are graded by the checks over.*
    ends(student, reference, "4 / 3 / CONTENTS / ... / ... / S.. / T.. / F 1 X Y Z / _*2 / Q")


@check("holes.no-match-before-fall", task="holes", marks=0.2, visibility="hidden")
def test_holes_no_match_before_fall(student, reference):
    """Three equal jewels in mid-air do not match if they no longer line up after the fall."""
    # spec 4, 10 (06): jewels that line up after the fall do match
    same_games(student, reference, "5 / 3 / CONTENTS / ... / XXX / ... / S.. / T.. / Q")
    matches_somewhere(student, *ROWS)


@check("holes.random", task="holes", marks=0.2, visibility="hidden")
@given(lines=draw.matchless_fields)
def test_holes_random(student, reference, lines):
    """Random contents with holes and without matches have fallen before the first display."""
    # spec 4, 15
    same_game(played(student, lines), played(reference, lines), lines)


@check("initial-match.random", task="initial-match", marks=0.4, visibility="hidden")
@given(lines=draw.settled_fields)
def test_initial_match_random(student, reference, lines):
    """In random contents, exactly the jewels in runs are marked, until nothing matches any more."""
    # spec 4, 6
    same_game(played(student, lines), played(reference, lines), lines)


@check("initial-fall.random", task="initial-fall", marks=0.2, visibility="hidden")
@given(lines=draw.fallen_fields)
def test_initial_fall_random(student, reference, lines):
    """Random contents with holes fall and match, until nothing matches any more."""
    # spec 4, 6
    same_game(played(student, lines), played(reference, lines), lines)
