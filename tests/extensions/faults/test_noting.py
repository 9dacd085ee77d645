"""A symptom is what a failed check found wrong when it ran, on all examples, within bounds."""

from __future__ import annotations

import pytest

from graders.extensions.faults import noting
from graders.extensions.faults.noting import judgement, noted, symptoms_on_all_examples
from graders.extensions.faults.symptoms import Symptom, Symptoms
from graders.harness.grading.outcome import Outcome
from graders.harness.grading.prefetched import PrefetchedReplies
from graders.harness.result import Cause, CauseKind, Text, Visibility
from tests.world import World

BACK = "\n\ndef back(place):\n    return place - 1\n"
HIGH = "def step(place):\n    return place + 1 if place < 3 else 0\n" + BACK
RAISES = "def step(place):\n    return [][place]\n" + BACK


def symptoms(world: World, work: str) -> Symptoms:
    """Return the symptoms of a submission."""
    return noted(world.grade(work=work).noted).symptoms


@pytest.mark.slow
def test_check_goes_on_behind_its_first_failure(faults: World) -> None:
    """The grading stops there; later examples tell two faults in one check apart."""
    found = symptoms(faults, HIGH)["step.public"]
    every = symptoms(faults, "def step(place):\n    return 0\n" + BACK)["step.public"]
    assert 1 < len(found.failed) < len(every.failed)
    assert found.failed.items() <= every.failed.items()
    assert (found.judged, every.judged) == (None, None)


@pytest.mark.slow
def test_processes_in_which_a_check_goes_on_are_bounded(faults: World) -> None:
    """Each exception ends one."""
    found = symptoms(faults, RAISES)["step.public"]
    assert found.judged == len(found.failed) == 1 + noting.STARTS


@pytest.mark.slow
def test_submission_that_fails_many_checks_goes_on_with_none(
    faults: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One cause hides all others, and each check would cost its time."""
    monkeypatch.setattr(noting, "MOST", 0)
    assert symptoms(faults, HIGH)["step.public"].judged is not None


@pytest.mark.slow
def test_public_checks_go_on_before_any_hidden_call(
    faults: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hints for students are made of their symptoms."""
    order: list[tuple[str, Visibility]] = []
    fetch = PrefetchedReplies.fetch

    def fetched(self, spec):  # type: ignore[no-untyped-def]
        order.append(("decided", spec.visibility))
        return fetch(self, spec)

    def gone_on(benches, submission, run, visibility):  # type: ignore[no-untyped-def]
        order.append(("goes on", visibility))
        return symptoms_on_all_examples(benches, submission, run, visibility)

    monkeypatch.setattr(PrefetchedReplies, "fetch", fetched)
    monkeypatch.setattr("graders.extensions.faults.advisor.symptoms_on_all_examples", gone_on)
    faults.grade(work=HIGH)
    assert list(dict.fromkeys(order)) == [
        ("decided", Visibility.PUBLIC),
        ("goes on", Visibility.PUBLIC),
        ("decided", Visibility.HIDDEN),
        ("goes on", Visibility.HIDDEN),
    ]


@pytest.mark.slow
def test_check_that_has_no_time_to_go_on_has_its_first_failure(
    faults: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How far it got would depend on the machine."""
    monkeypatch.setattr(noting, "CPU_SECONDS", -1.0)
    found = symptoms(faults, HIGH)["step.public"]
    assert isinstance(found, Symptom)
    assert found.judged is not None
    assert len(found.failed) == 1


def wrong(detail: str, got: str = "1") -> Outcome:
    """Return the outcome of a check with this message."""
    return Outcome.of(Cause(CauseKind.WRONG_ANSWER, detail=detail), (Text(label="got", text=got),))


@pytest.mark.parametrize(
    ("other", "is_same_assertion", "is_same_data"),
    [
        (wrong("The score is 3, not 4.5."), True, True),
        (wrong("The score is 7, not 12."), True, False),
        (wrong("The score is 3, not 4.5.", got="2"), True, False),
        (wrong("The score is missing."), False, False),
        (Outcome.of(Cause(CauseKind.EXCEPTION, name="KeyError")), False, False),
    ],
)
def test_assertion_is_the_message_without_its_values(
    other: Outcome, is_same_assertion: bool, is_same_data: bool
) -> None:
    own, found = judgement(wrong("The score is 3, not 4.5.")), judgement(other)
    assert (own.assertion == found.assertion) is is_same_assertion
    assert (own.data == found.data) is is_same_data


def test_exception_counts_by_its_type() -> None:
    """Its words and its line are the submission's."""
    one, other = (
        judgement(Outcome.of(Cause(CauseKind.EXCEPTION, name="KeyError", line=line, detail=detail)))
        for line, detail in ((3, "'a'"), (70, "'b'"))
    )
    assert one == other


def test_failed_import_counts_by_its_module() -> None:
    """Before, a module of Windows was named as a fault about another import, and as certain."""
    one, other, same = (
        judgement(Outcome.of(Cause(CauseKind.EXCEPTION, name="ModuleNotFoundError", detail=detail)))
        for detail in (
            "No module named 'msvcrt'",
            "No module named 'colums'",
            "No module named 'msvcrt'",
        )
    )
    assert one == same != other
