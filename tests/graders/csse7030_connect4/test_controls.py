"""Controls: the calls that show that a function does something at all. Where one fails, the message is about the call."""

from __future__ import annotations

from typing import Any

import pytest

from graders.csse7030_connect4 import boards
from graders.csse7030_connect4.test_moves import moves_something
from graders.csse7030_connect4.test_win import (
    PLAIN,
    finds_a_line,
    knows_more_than_draws,
)
from graders.harness.assignment.check import CheckFailed, Misbehaved

RAISED = ["raised", "TypeError", "it takes 0 arguments", "a1.py, line 3", ""]
MOVES = [[boards.empty(), "X", 0]]


class Student:
    """A submission in which every call ends in the same way and leaves its arguments unchanged."""

    def __init__(self, end: list[Any]) -> None:
        self.end = end

    def check_win(self, _size: int, positions: list[Any]) -> list[Any]:
        """Return the end of each call."""
        return [[self.end, [], [position]] for position in positions]

    def add_piece(self, _size: int, moves: list[Any], _known: object) -> list[Any]:
        """Return the end of each call."""
        return [[self.end, [], move] for move in moves]


class Columns:
    """A reference for moves, which controls ask only about columns."""

    def is_column_full(self, _size: int, columns: list[str]) -> list[Any]:
        """Return one result for each column."""
        return [[["returned", False], [], [column]] for column in columns]

    is_column_empty = is_column_full


@pytest.mark.parametrize("control", [finds_a_line, knows_more_than_draws])
def test_exception_of_a_control_is_reported_with_its_call(control: Any) -> None:
    """The old message for a check_win without a parameter was that it never finds a line."""
    with pytest.raises(Misbehaved) as caught:
        control(Student(RAISED))
    assert caught.value.cause.name == "TypeError"
    assert [one.label for one in caught.value.exhibits] == ["board", "call"]


def test_function_that_never_does_anything_fails_its_control() -> None:
    """A function that refuses everything proves nothing."""
    with pytest.raises(CheckFailed, match="never finds a line"):
        finds_a_line(Student(["returned", None]))
    with pytest.raises(CheckFailed, match="never changes a board"):
        moves_something(Student(["returned", True]), Columns(), "add_piece", MOVES)


def test_exception_is_no_refusal_of_a_move() -> None:
    """Another check grades the move, so that right refusals keep their marks."""
    moves_something(Student(RAISED), Columns(), "add_piece", MOVES)


def test_a_found_line_passes_its_control() -> None:
    """Its owner may be any text."""
    assert PLAIN
    finds_a_line(Student(["returned", "X"]))
