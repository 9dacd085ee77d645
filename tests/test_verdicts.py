"""Each verdict is one row of one table, and each kind of cause one row of another."""

from __future__ import annotations

from graders.harness.result import CAUSES, VERDICTS, CauseKind, Verdict, VerdictGroup


def test_every_verdict_has_a_row() -> None:
    assert VERDICTS.keys() == set(Verdict)
    words = [row.words for row in VERDICTS.values()]
    assert all(words) and len(set(words)) == len(words)


def test_every_kind_of_cause_has_a_row_but_a_text() -> None:
    """A TEXT, a sentence of an earlier version, keeps the verdict of its result."""
    assert set(CauseKind) - CAUSES.keys() == {CauseKind.TEXT}


def test_verdicts_are_ordered_from_the_best_to_the_worst() -> None:
    """The better of two variants counts: a check that the grader failed on is never better."""
    order = list(VERDICTS)
    assert order[0] is Verdict.PASSED and order[-1] is Verdict.GRADER_FAULT


def test_every_failure_is_the_submissions_or_the_graders() -> None:
    for verdict, row in VERDICTS.items():
        is_graders = row.group is VerdictGroup.GRADER_FAULT
        assert verdict.is_failure is (row.group.is_submissions or is_graders), verdict


def test_only_failures_of_the_submission_are_minimised() -> None:
    """A run that costs all of a limit is not repeated for a smaller example."""
    for row in VERDICTS.values():
        assert not row.is_minimised or (row.group.is_submissions and not row.uses_up)


def test_causes_lead_to_failures() -> None:
    """The judge's words about a cause are known to come from the judge."""
    for row in CAUSES.values():
        assert row.verdict.is_failure
        assert row.by_judge or not row.is_worded
