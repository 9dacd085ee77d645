"""Messages of checks say what was called, so that a student can repeat it."""

from __future__ import annotations

from typing import Any

import pytest

from graders.csc148_2020_blocky import test_block_hidden as blocks
from graders.csc148_2020_blocky import test_player as checks
from graders.harness.assignment.check import CheckFailed


class Counting:
    """A program whose ids start at *first*, and whose later games go on from the last id if it *counts on*."""

    def __init__(self, first: int, counts_on: bool) -> None:
        self._next = self._first = first
        self._counts_on = counts_on

    def create_players(
        self, humans: int, randoms: int, smart: list[int], *_more: object
    ) -> dict[str, Any]:
        if not self._counts_on:
            self._next = self._first
        players = []
        for _ in range(humans + randoms + len(smart)):
            players.append(["HumanPlayer", self._next, [], []])
            self._next += 1
        return {"players": players, "kept": True}


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (Counting(1, False), r"^create_players\(1, 0, \[\]\) does not give the players the ids"),
        (
            Counting(0, True),
            r"^create_players\(0, 1, \[\]\), called after create_players\(1, 0, \[\]\), does not give",
        ),
    ],
)
def test_ids_that_go_on_name_the_call_before(program: Counting, message: str) -> None:
    with pytest.raises(CheckFailed, match=message):
        checks.test_create_ids(program)


def test_ids_that_restart_name_no_call_before() -> None:
    """The call alone shows the fault."""

    class Restarting(Counting):
        def create_players(
            self, humans: int, randoms: int, smart: list[int], *_more: object
        ) -> dict[str, Any]:
            numbers = [*range(humans), *range(randoms), *range(len(smart))]
            return {
                "players": [["HumanPlayer", number, [], []] for number in numbers],
                "kept": True,
            }

    with pytest.raises(CheckFailed, match=r"^create_players\(1, 1, \[6\]\) does not give"):
        checks.test_create_ids(Restarting(0, False))


def test_ids_of_each_game_begin_at_0() -> None:
    checks.test_create_ids(Counting(0, False))


def test_levels_that_are_divided_without_a_draw_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The two rules for two numbers said nothing that a student could look for."""
    for depth, number, _seeds, due in blocks.FURTHEST:
        assert tuple(blocks.reached(depth, number, rule, ()) for rule in (0, 1)) == due

    def leaf_levels(node: tuple[int, float]) -> set[int]:
        return {blocks.reached(*node, 0, (2, 4))}

    monkeypatch.setattr(blocks, "smashed_with", lambda _s, depth, number, _: ((depth, number), ""))
    monkeypatch.setattr(blocks, "leaf_levels", leaf_levels)
    assert blocks.other_rule(None) == (
        "divides the blocks of levels 2 and 4 whatever number random.random() gives."
    )
