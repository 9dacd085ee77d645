"""The judge's reading of a smart player's turn: the boards that count as trials, and the number of candidates."""

from __future__ import annotations

from typing import Any

import pytest

from graders.csc148_2018_blocky import turns

FIRST = [[0, 1, 2, 3], 2, 1, 3]
TURNED = turns.after(FIRST, "rotate", 1, [0])
DRAW = ["draw", 0, True, [[0]], None]


def move(number: int, path: list[int], copy: bool = False) -> list[Any]:
    """Return the event of a rotation."""
    return ["move", "rotate", number, None if copy else path, None if copy else path]


DONE, UNDONE = move(1, [0]), move(3, [0])
SCORED, AGAIN = ["score", TURNED, []], ["score", None, []]
ON_A_COPY = [move(1, [0], copy=True), ["score", TURNED, None]]


@pytest.mark.parametrize(
    ("log", "counts"),
    [
        ([DONE, SCORED, UNDONE] * 5, {5}),
        ([AGAIN, DONE, SCORED, UNDONE] * 5, {5, 9}),
        ([AGAIN, *[DONE, SCORED, UNDONE] * 5], {5}),
        (ON_A_COPY * 5, {5}),
        ([DONE, SCORED, UNDONE] * 5 + [DRAW, DONE, SCORED], {5}),
        ([DONE, SCORED, UNDONE, DONE, ["score", [1, 0, 2, 3], [0]], UNDONE] * 5, {5}),
        ([DONE, SCORED, UNDONE, move(1, [2]), AGAIN, move(3, [2])] * 3, {6}),
        ([DONE, SCORED], {1}),
    ],
    ids=[
        "undone",
        "scored twice",
        "scored first",
        "copies",
        "scored after the choice",
        "parts",
        "leaves",
        "one",
    ],
)
def test_candidates_are_counted_for_every_way_of_trying(
    log: list[list[Any]], counts: set[int]
) -> None:
    """Scores of the start, of parts and after the choice do not count (spec 9.8)."""
    assert turns.candidates(turns.trials(FIRST, log)) == counts


@pytest.mark.parametrize(
    "log",
    [
        [["score", None, []]] * 5,
        [DONE, ["score", None, []], UNDONE] * 5,
        [DONE, ["score", [3, 2, 1, 0], []], UNDONE] * 5,
        [["score", [3, 2, 1, 0], None]] * 5,
    ],
    ids=["nothing done", "nothing changed", "another board", "another copy"],
)
def test_board_without_a_move_is_no_candidate(log: list[list[Any]]) -> None:
    """A board that no move leads to is no trial."""
    assert turns.candidates(turns.trials(FIRST, log)) == {0}


def test_move_is_recognised_by_the_next_board() -> None:
    """It is one of the four moves, a smash, or None."""
    assert turns.move_between(FIRST, TURNED) in (("rotate", 1),)
    assert turns.move_between(FIRST, [FIRST[0], [0, 0, 0, 1], 1, 3]) == "smash"
    assert turns.move_between(FIRST, FIRST) is None
    assert turns.move_between(FIRST, [0, 1, 2, 3]) is None
