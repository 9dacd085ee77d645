"""How often checks that count gains fail a right player: each possible count is put in, and weighted by its chance."""

from __future__ import annotations

from collections.abc import Callable
from math import comb

import pytest

from graders.csc148_2020_blocky import test_player_hidden as checks
from graders.harness.assignment.check import CheckFailed


class Asked(Exception):
    """A check asks for the gains of further turns."""


def chance_to_fail(
    check: Callable[[None], None], paint: float, monkeypatch: pytest.MonkeyPatch, counts: tuple[int, ...] = ()
) -> float:
    """Return the chance that *check* fails a right player that draws paint with the chance *paint*.

    counts: the gains of the player in the turns for which the check asks first.
    """
    known = iter(counts)
    asked = []

    def painted(_student: None, difficulty: int, seeds: range) -> tuple[int, int]:
        asked.append((difficulty, len(seeds)))
        for count in known:
            return count, difficulty * len(seeds)
        raise Asked

    monkeypatch.setattr(checks, "painted", painted)
    try:
        check(None)
    except CheckFailed:
        return 1
    except Asked:
        difficulty, turns = asked[-1]
        gain = 1 - (1 - paint) ** difficulty
        return sum(
            comb(turns, count)
            * gain**count
            * (1 - gain) ** (turns - count)
            * chance_to_fail(check, paint, monkeypatch, (*counts, count))
            for count in range(turns + 1)
        )
    return 0


@pytest.mark.parametrize("paint", [1 / 13, 1 / 9, 1 / 5, 16 / 36])
@pytest.mark.parametrize("check", [checks.test_smart_paints, checks.test_smart_difficulty])
def test_right_player_fails_less_than_once_in_100_000(
    check: Callable[[None], None], paint: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One in thirteen is the smallest share of paint on that board, 16 of 36 that among all valid moves (spec 14.8-1)."""
    monkeypatch.setattr(checks, "must_move", lambda student: None)  # a check of its own
    assert chance_to_fail(check, paint, monkeypatch) < 1e-5


def test_player_that_never_paints_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a chance is computed at all."""
    assert chance_to_fail(checks.test_smart_paints, 0, monkeypatch) == 1
