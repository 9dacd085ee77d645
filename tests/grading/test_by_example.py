"""Checks that the prefetch has shown to be wrong are decided by one example: the result is the same."""

from __future__ import annotations

from typing import Any

import pytest

from graders.extensions.faults.noting import noted
from graders.harness.grading import variants
from graders.harness.grading.checks import Check
from graders.harness.grading.grader import Graded, GraderOptions
from graders.harness.grading.minimise import SmallerExampleSearch
from graders.harness.grading.outcome import Outcome
from graders.harness.grading.variants import VariantRun
from graders.harness.replay.by_call import Agreement
from graders.harness.result import FlagCode, to_json
from tests.classes import SERVER
from tests.world import TOY, verdicts

DESCRIBE = "return 'the sum is %d' % total(numbers)"
SHOUT = "\n\ndef shout(text):\n    return text.upper() + '!'\n"
PROGRAMS = {
    "wrong": "return sum(n for n in numbers if n < 20)",
    "wrong-and-prints": "print(len(numbers)); return sum(numbers) + (len(numbers) > 1)",
    "wrong-at-once": "return 'nothing'",
    "keeps-state": "CALLS.append(1); return sum(numbers) + (len(CALLS) == 3)",
    "other-answer-in-each-process": "return os.getpid()",
    "raises": "print('so far'); return sum(numbers) // (sum(numbers) < 20)",
    "raises-at-once": "return 1 / 0",
    "raises-after-a-wrong-answer": "return 1 / (sum(numbers) < 20)",
    "leaves": "return sum(numbers) if sum(numbers) < 20 else os._exit(0)",
    "prints-too-much": "print('x' * 2000000 * (sum(numbers) > 20)); return sum(numbers)",
}
ON_ALL = {"leaves", "prints-too-much"}
"""Programs of which the prefetch tells too little."""


PROPERTIES = ["sums.total", "sums.largest", "words.describe"]
MAX = "max(numbers)"


def graded_with(
    monkeypatch: pytest.MonkeyPatch, body: str, *, prefetch: bool = True, **more: str
) -> tuple[Graded, list[str]]:
    """Grade a ``total`` with this *body*, and *more*, on distilled examples.

    Return also its live runs: of a check on all its examples, or on one alone.
    """
    ran: list[str] = []
    on_all, alone = variants.run_in, SmallerExampleSearch.alone

    def run_in(bench: Any, check: Check, *arguments: Any) -> VariantRun:
        ran.append(f"{check.id} on all")
        return on_all(bench, check, *arguments)

    def run_alone(search: SmallerExampleSearch, *arguments: Any) -> Outcome:
        ran.append(f"{search._check.id} on one")
        return alone(search, *arguments)

    top = f"{SERVER}import os\nCALLS = []\n\n\n"
    sums = f"{top}def total(numbers):\n    {body}\n\n\ndef largest(numbers):\n    return {more.get('largest', MAX)}\n"
    words = f"from sums import total\n{SERVER}def describe(numbers):\n    {more.get('describe', DESCRIBE)}\n{SHOUT}"
    with monkeypatch.context() as patch:
        patch.setattr(TOY.grader.recorded(), "distilled", PROPERTIES)
        patch.setattr(TOY.grader, "options", GraderOptions(prefetch=prefetch))
        patch.setattr(variants, "run_in", run_in)
        patch.setattr(SmallerExampleSearch, "alone", run_alone)
        graded = TOY.grade(sums=sums, words=words)
    return graded, ran


def codes(graded: Graded) -> set[FlagCode]:
    """Return the codes of the flags, but for that of a program that reaches for the grader."""
    return {flag.code for flag in graded.result.flags} - {FlagCode.TAMPERING}


@pytest.mark.slow
@pytest.mark.parametrize("program", PROGRAMS)
def test_result_is_that_of_runs_on_all_examples(
    monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    """Without a prefetch, each check runs on all its examples. The bytes are the same, but for the flag of a program
    whose answers differ, which only a comparison can find.
    """
    by_one, ran = graded_with(monkeypatch, PROGRAMS[program])
    by_all, each = graded_with(monkeypatch, PROGRAMS[program], prefetch=False)
    assert verdicts(by_one)["sums.total"] != "passed"
    if program == "other-answer-in-each-process":
        assert codes(by_one) == {FlagCode.NONDETERMINISTIC}
    else:
        assert to_json(by_one.result) == to_json(by_all.result)
        assert noted(by_one.noted).symptoms.keys() == noted(by_all.noted).symptoms.keys()
    assert each[0] == "sums.total on all"
    assert ran[0] == ("sums.total on all" if program in ON_ALL else "sums.total on one")
    assert ("sums.total on all" in ran) is not program.startswith(("wrong", "raises"))


# State.


@pytest.mark.slow
def test_program_that_is_right_in_fresh_processes_only_keeps_its_marks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The prefetch shares a process among checks. No check fails by it alone, however many do in fresh ones."""
    wrong = graded_with(monkeypatch, "return 1", describe="return ''", largest="max(numbers)")[0]
    largest = f"{MAX} if not SERVER.channel.was_packed else -99"
    found, live = graded_with(monkeypatch, "return 1", describe="return ''", largest=largest)
    assert verdicts(found) == verdicts(wrong) and verdicts(found)["sums.largest"] == "passed"
    assert codes(found) == {FlagCode.NONDETERMINISTIC}
    assert "sums.largest on all" in live


# Attacks.


@pytest.mark.slow
def test_program_that_answers_otherwise_in_the_prefetch_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its wrong answers in the prefetch decide nothing. Without the comparison they would, unnoticed."""
    body = "return -1 if SERVER.channel.was_packed else -2"
    found, _ = graded_with(monkeypatch, body)
    monkeypatch.setattr(Agreement, "answered", lambda *_, **__: None)
    unseen, _ = graded_with(monkeypatch, body)
    assert (codes(found), codes(unseen)) == ({FlagCode.NONDETERMINISTIC}, set())
    assert verdicts(found)["sums.total"] == verdicts(unseen)["sums.total"] == "failed"


@pytest.mark.slow
def test_halves_gain_nothing_if_one_example_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """One half is right in the prefetch, the other one in live processes, except in the call that decides."""
    body = "CALLS.append(1); return -1 if HALF or len(CALLS) == 1 else sum(numbers)"
    both, first, second = (
        graded_with(
            monkeypatch,
            body.replace("HALF", half),
            largest=f"{MAX} if {half} else -1",
            describe=f"return '' if {half} else {DESCRIBE.removeprefix('return ')}",
        )[0].result.marks
        for half in ("SERVER.channel.was_packed", "True", "False")
    )
    assert both <= max(first, second) < 10
