"""Checks of the field before the first command, and quitting; hidden from students."""

from __future__ import annotations

from hypothesis import given, settings

from graders.harness import check
from graders.harness.assignment.transcript import run_of
from graders.ics32_columns import strategies as draw
from graders.ics32_columns.playing import quits, same_game


@check("quit.with-faller", task="quit", marks=0.4, visibility="hidden")
def test_quit_with_faller(student, reference):
    """Q ends the program at once while a faller falls, and when it has landed."""
    # spec 5
    quits(student, reference, "4 / 3 / EMPTY / F 2 S T V / _ / Q")
    quits(student, reference, "4 / 3 / EMPTY / F 2 S T V / _*3 / Q")


@check("holes.random", task="holes", marks=0.2, visibility="hidden")
@settings(max_examples=40)
@given(lines=draw.matchless_fields)
def test_holes_random(student, reference, lines):
    """Random contents with holes, which match nowhere, have fallen before the first display."""
    # spec 4, 15
    same_game(run_of(student.play(lines)), run_of(reference.play(lines)))


@check("initial-match.random", task="initial-match", marks=0.4, visibility="hidden")
@settings(max_examples=40)
@given(lines=draw.settled_fields)
def test_initial_match_random(student, reference, lines):
    """In random contents exactly those jewels are marked that lie in runs, until nothing matches any more."""
    # spec 4, 6
    same_game(run_of(student.play(lines)), run_of(reference.play(lines)))


@check("initial-fall.random", task="initial-fall", marks=0.2, visibility="hidden")
@settings(max_examples=40)
@given(lines=draw.fallen_fields)
def test_initial_fall_random(student, reference, lines):
    """Random contents with holes fall and match, until nothing matches any more."""
    # spec 4, 6
    same_game(run_of(student.play(lines)), run_of(reference.play(lines)))
