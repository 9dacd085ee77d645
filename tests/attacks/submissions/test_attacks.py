"""Every attack costs its own checks, and has no other effect.

Each is tried in the strongest box, and where it is expected to have other verdicts; one in four also in a plain process.
At night it is also tried in one of the boxes in between, in turn, and all are tried in a plain process, where most is
open. The boxes have the same judge, launcher and worker, and differ in their walls; ``tests/attacks/boundary`` tests each
wall at every level.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graders.harness.result import Status, to_json
from tests.attacks.submissions.attack import (
    CHECKS,
    MARKS_EACH,
    SCRATCH_BYTES,
    Attack,
    reads,
)
from tests.attacks.submissions.conftest import Way, name_of, offers
from tests.attacks.submissions.planted import Planted
from tests.attacks.submissions.table import ATTACKS, CLASSES
from tests.world import TOY

SHARE = 4
"""One in this number of attacks is tried in a plain process by day."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize the test of attacks with its pairs."""
    if "attack" in metafunc.fixturenames:
        metafunc.parametrize(("way", "attack"), list(pairs()), indirect=["way"])


def pairs() -> Iterator[object]:
    """Yield each attack with the ways in which it is tried; most of those in which it ends as in the strongest box are
    left to the night.
    """
    ways = offers()
    between = ways[1:-1]
    for number, attack in enumerate(ATTACKS):
        otherwise = {*attack.at, *attack.open_at, *attack.not_at}
        due = [
            offer
            for place, offer in enumerate(between)
            if place == number % len(between) or offer.level in otherwise
        ]
        for offer in dict.fromkeys((ways[0], *due, ways[-1])):
            by_day = offer.level in attack.at or (offer is ways[-1] and number % SHARE == 0)
            is_nightly = offer is not ways[0] and (attack.slow or not by_day)
            marks = [pytest.mark.nightly] if is_nightly else []
            yield pytest.param(offer, attack, id=f"{name_of(offer)}-{attack.id}", marks=marks)


@pytest.mark.slow
def test_attack_costs_its_own_checks_only(attack: Attack, way: Way, planted: Planted) -> None:
    """Verdicts and marks are exact; nothing is read, called, written or left; the next submission gets its usual result."""
    if way.level in attack.not_at:
        pytest.skip(attack.not_at[way.level])
    result, seen = way.grade(attack, planted)

    honest = {**dict.fromkeys(CHECKS, "passed"), **attack.at.get(way.level, attack.honest)}
    wrong = {
        check: (verdict, honest[check])
        for check, verdict in seen.verdicts.items()
        if verdict not in honest[check].split("|")
    }
    assert not wrong, result.checks
    assert result.status is Status.GRADED
    assert result.marks == MARKS_EACH * sum(verdict == "passed" for verdict in honest.values())
    assert result.max_marks == MARKS_EACH * len(CHECKS)

    if way.level in attack.open_at:
        assert attack.harm(seen, attack), "no longer open at this level: claim it"
    else:
        assert not reads(seen, attack)
        assert not seen.reached
        assert not seen.left
        assert seen.written <= SCRATCH_BYTES

    assert way.grade_right() == way.right


def test_every_class_has_an_attack() -> None:
    assert {attack.number for attack in ATTACKS} >= CLASSES


@pytest.mark.slow
def test_all_ways_give_the_right_submission_the_same_bytes(way: Way) -> None:
    """Backend and level leave no trace in a result."""
    assert way.right == to_json(TOY.grade().result)
