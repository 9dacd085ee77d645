"""Every attack, on every backend and level that this machine offers: it costs its own checks, and nothing else happens."""

from __future__ import annotations

import pytest

from graders.harness.result import Status, to_json
from tests.attacks.submissions.attack import CHECKS, MARKS_EACH, SCRATCH_BYTES, Attack, reads
from tests.attacks.submissions.conftest import Way
from tests.attacks.submissions.planted import Planted
from tests.attacks.submissions.table import ATTACKS, CLASSES
from tests.toy import grade

ROWS = [pytest.param(row, id=row.id, marks=[pytest.mark.slow] if row.slow else []) for row in ATTACKS]


@pytest.mark.parametrize("attack", ROWS)
def test_attack_costs_its_own_checks_only(attack: Attack, way: Way, planted: Planted) -> None:
    """Exact verdicts and marks; nothing read, called, written or left; and the next submission fares as ever."""
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
    """The tables cover the classes they claim to."""
    assert {attack.number for attack in ATTACKS} >= CLASSES


def test_all_ways_give_the_right_submission_the_same_bytes(way: Way) -> None:
    """Backend and level leave no trace in a result."""
    assert way.right == to_json(grade().result)
