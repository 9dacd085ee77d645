"""A failed property is described by a small example."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from graders.harness.grading import minimise
from graders.harness.grading.outcome import Outcome
from graders.harness.grading.variants import VariantRun
from graders.harness.reports.sentences import message_of
from graders.harness.result import Cause, CauseKind, Text
from graders.harness.sandbox.interface import SandboxError
from tests.world import TOY, checks

WRONG = TOY.good["sums.py"].replace("sum(numbers)", "sum(n for n in numbers if n < 20)")


def texts(check: str, **files: str) -> list[str]:
    """Return the texts that the result shows for one check of a submission."""
    exhibits = checks(TOY.grade(**files))[check].exhibits
    return [one.text for one in exhibits if isinstance(one, Text)]


@pytest.mark.slow
def test_counterexample_is_the_smallest_that_the_engine_finds() -> None:
    graded = TOY.grade(sums=WRONG)
    check = checks(graded)["sums.total"]
    assert check.verdict.value == "failed"
    assert [one.text for one in check.exhibits if isinstance(one, Text)] == ["[20]"]
    assert check.example == '[{"d":[["numbers",[20]]]}]'
    assert graded.result.flags == ()


@pytest.mark.slow
def test_counterexample_of_a_check_with_variants_is_that_of_the_reported_one() -> None:
    wrong = TOY.good["words.py"].replace(
        "% total(numbers)", "% (total(numbers) + (max(numbers, default=0) >= 20))"
    )
    assert texts("words.describe", words=wrong) == [
        "describe([20])",
        "'the sum is 20'",
        "'the sum is 21'",
    ]


@pytest.mark.slow
def test_search_stays_within_its_budget_of_calls() -> None:
    graded = TOY.grade(sums=TOY.good["sums.py"].replace("sum(numbers)", "0"))
    line = next(line for line in graded.log if line.endswith("sums.total"))
    calls = int(line.split("ms")[1].split("calls")[0])
    examples, alone, searched = 100, 2, 200
    assert 0 < calls <= examples + alone + searched


@pytest.mark.slow
def test_failure_that_depends_on_earlier_calls_is_reported_as_such() -> None:
    stateful = (
        "CALLS = []\n\n\ndef total(numbers):\n    CALLS.append(1)\n"
        "    return sum(numbers) + (len(CALLS) == 3)\n\n\n"
        "def largest(numbers):\n    return max(numbers)\n"
    )
    check = checks(TOY.grade(sums=stateful))["sums.total"]
    assert check.verdict.value == "failed"
    assert "depends on earlier calls" in message_of(check)
    assert check.example == ""


# One search, without a submission.

FAILED = Outcome.of(Cause(CauseKind.WRONG_ANSWER, detail="The sum is wrong."))
RAISED = Outcome.of(Cause(CauseKind.EXCEPTION, name="ValueError"))
FIRST, SMALL = b'[{"d":[["numbers",[1,2]]]}]', b'[{"d":[["numbers",[1]]]}]'


class Search:
    """A search that finds SMALL. Runs of an example alone end with *outcomes*, in order."""

    def __init__(self, *outcomes: Outcome) -> None:
        self.examples = [b"", FIRST]
        self.outcomes = list(outcomes)
        self.found: bytes | None = SMALL

    def alone(self, raw: bytes) -> Outcome:
        if not self.outcomes:
            raise SandboxError("gone")
        return self.outcomes.pop(0)

    def drawn(self) -> bytes | None:
        return self.found

    distilled = drawn


def described(
    monkeypatch: pytest.MonkeyPatch,
    search: Search | None,
    outcome: Outcome = FAILED,
    *,
    index: int = 1,
    calls: int = 10,
    marks: int = 1,
    is_property: bool = True,
) -> Outcome:
    """Return the described *outcome*. If *search* is None, no search may start."""

    def opened(*_: object) -> Search:
        assert search is not None, "a search was begun"
        return search

    monkeypatch.setattr(minimise, "SmallerExampleSearch", opened)
    spec = SimpleNamespace(marks=Fraction(marks))
    check: Any = SimpleNamespace(is_property=is_property, spec=spec)
    bench: Any = None
    return minimise.minimised(bench, check, VariantRun("own", outcome, index), calls, can_draw=True)


@pytest.mark.parametrize("kind", [CauseKind.CPU_LIMIT, CauseKind.MEMORY_LIMIT, CauseKind.NAME_MISSING, CauseKind.CHECK_BROKEN])  # fmt: skip
def test_no_search_if_a_smaller_example_would_be_useless(
    monkeypatch: pytest.MonkeyPatch, kind: CauseKind
) -> None:
    outcome = Outcome.of(Cause(kind))
    assert described(monkeypatch, None, outcome) is outcome


@pytest.mark.parametrize("changes", [{"calls": 0}, {"marks": 0}, {"is_property": False}])
def test_no_search_without_budget_marks_or_examples(
    monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any]
) -> None:
    assert described(monkeypatch, None, **changes) is FAILED


def test_small_example_that_fails_alike_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    small = Outcome.of(Cause(CauseKind.WRONG_ANSWER, detail="The sum of [1] is wrong."))
    found = described(monkeypatch, Search(FAILED, small))
    assert (found.cause, found.example) == (small.cause, SMALL.decode())


def test_small_example_with_another_end_is_not_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict is that of the run, never that of the search."""
    assert described(monkeypatch, Search(FAILED, RAISED)) is FAILED


def test_first_example_is_not_run_alone_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was the first call of its process anyway."""
    search = Search(FAILED)
    assert described(monkeypatch, search, index=0).example == SMALL.decode()
    assert search.outcomes == []


def test_search_that_finds_nothing_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    search = Search(FAILED)
    search.found = None
    assert described(monkeypatch, search) is FAILED


def test_sandbox_that_fails_during_the_search_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert described(monkeypatch, Search(FAILED)) is FAILED
