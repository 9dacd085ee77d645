"""Every attack succeeds in a build with the matching weakness, so the real grader holds it and does not just miss it."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from graders.harness.grading.checks import Check
from graders.harness.grading.grader import Grader
from graders.harness.grading.variants import Workbench
from graders.harness.sandbox.interface import Level
from graders.harness.sandbox.plain_processes import PlainBackend
from graders.harness.session.callbacks import Callbacks
from graders.harness.session.plan import ProcessPlan
from tests.attacks.submissions.attack import Attack, Weak, gains, sums
from tests.attacks.submissions.conftest import Way, toy_with
from tests.attacks.submissions.planted import Planted, processes_below_us
from tests.attacks.submissions.table import ATTACKS
from tests.attacks.submissions.weak import UsualGraders, grade_in_process

SHARE = 5
"""`make test` tries one in this number of attacks on the weak builds, but no slow one; all are tried at night."""


def _slow(attack: Attack) -> bool:
    return attack.slow or attack.harm.__name__ in ("hangs", "outlives_sigterm", "floods")


def rows(*builds: Weak) -> list[object]:
    """Return the attacks that are tried on one of *builds*."""
    return [
        pytest.param(
            attack,
            id=attack.id,
            marks=[
                *[pytest.mark.slow] * _slow(attack),
                *[pytest.mark.nightly] * bool(index % SHARE or attack.slow),
            ],
        )
        for index, attack in enumerate(ATTACKS)
        if attack.weak in builds
    ]


@pytest.fixture(scope="session")
def graders(planted: Planted) -> Iterator[UsualGraders]:
    """Starts usual graders; they have the environment that the attacks find."""
    opened = UsualGraders()
    yield opened
    opened.close()


@pytest.mark.slow
@pytest.mark.parametrize("attack", rows(Weak.IN_PROCESS, Weak.NO_LIMITS, Weak.SELF_REPORTING))
def test_attack_succeeds_in_the_usual_grader(
    attack: Attack, planted: Planted, graders: UsualGraders
) -> None:
    """Student code shares the judge's process: it gains marks, silences, floods or hangs the run."""
    seen = grade_in_process(attack, planted, graders)
    assert attack.harm(seen, attack), seen


@pytest.mark.slow
def test_right_submission_passes_in_the_usual_grader(
    planted: Planted, graders: UsualGraders
) -> None:
    """The weak build is still a grader: a right submission gets full marks, a wrong one fewer."""
    for build in (Weak.IN_PROCESS, Weak.SELF_REPORTING):
        right = grade_in_process(Attack(0, "none", build, gains, sums()), planted, graders)
        assert set(right.verdicts.values()) == {"passed"}
    honest = {"sums.total": "failed"}
    wrong = Attack(0, "none", Weak.IN_PROCESS, gains, sums(total="return 0"), honest=honest)
    assert not gains(grade_in_process(wrong, planted, graders), wrong)


@pytest.fixture
def plain_way() -> Iterator[Way]:
    """A grader at level E."""
    with Grader(toy_with(1.0), PlainBackend(sys.base_prefix + "/bin/python3")) as grader:
        grader.recorded()
        yield Way("plain E", Level.E, grader, b"", set(processes_below_us()))
    gc.collect()  # an unclosed pipe then warns here, not in another test


@pytest.mark.slow
@pytest.mark.filterwarnings(
    # a pipe stays open as long as a process that was left behind holds it open and it is read
    "ignore:Exception ignored in. <_io.FileIO:pytest.PytestUnraisableExceptionWarning"
)
@pytest.mark.parametrize("attack", rows(Weak.PLAIN))
def test_attack_succeeds_in_a_plain_process(
    attack: Attack, planted: Planted, plain_way: Way
) -> None:
    """A separate process alone protects nothing: files, network and processes are within reach."""
    _result, seen = plain_way.grade(attack, planted)
    assert attack.harm(seen, attack), seen


def open_all_callbacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open every operation of the toy to callbacks in every check, even those that it calls."""
    every = ("total", "largest", "describe", "shout")
    usual = Workbench.begin

    def begin(bench: Workbench, check: Check, *arguments: Any, **named: Any) -> ProcessPlan:
        opening = replace(check, spec=replace(check.spec, asks=every))
        return usual(bench, opening, *arguments, **named)

    monkeypatch.setattr(Workbench, "begin", begin)
    monkeypatch.setattr(Callbacks, "open", frozenset())  # disables the guard against such callbacks


@pytest.mark.parametrize("attack", rows(Weak.OPEN_ASKS))
def test_attack_succeeds_if_all_callbacks_are_open(
    attack: Attack, planted: Planted, plain_way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Forwarding the call to the judge earns full marks if the list of allowed callbacks is disabled."""

    open_all_callbacks(monkeypatch)
    result, seen = plain_way.grade(attack, planted)
    assert set(seen.verdicts.values()) == {"passed"}
    assert result.marks == result.max_marks
