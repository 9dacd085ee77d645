"""The differences between two results of the same submission."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graders.harness.course.pages.result_changes import compare
from graders.harness.result import (
    Adjustment,
    Result,
    Status,
    Verdict,
    from_json,
    to_json,
)
from tests import strategies
from tests.intake.downloads import graded
from tests.nightly import PASSES

GOOD = graded(("a.one", Verdict.PASSED), ("a.two", Verdict.FAILED), ("b.one", Verdict.PASSED))
BROKEN = graded(("a.one", Verdict.GRADER_FAULT), status=Status.NOT_GRADABLE)


def test_changes_of_results_are_found() -> None:
    """The changes are totals, verdicts, and new or removed checks and submissions."""
    after = graded(("a.one", Verdict.PASSED), ("a.two", Verdict.PASSED), ("c.new", Verdict.FAILED))
    before = {"same": GOOD, "better": GOOD, "gone": GOOD, "broken": GOOD}
    found = compare(before, {"same": GOOD, "better": after, "new": GOOD, "broken": BROKEN})
    assert [(c.name, c.before, c.after, c.appeared, c.vanished) for c in found] == [
        ("better", 2, 2, False, False),
        ("broken", 2, None, False, False),
        ("gone", 2, None, False, True),
        ("new", None, 2, True, False),
    ]
    assert [(c.id, c.before, c.after) for c in found[0].checks] == [
        ("a.two", Verdict.FAILED, Verdict.PASSED),
        ("c.new", None, Verdict.FAILED),
        ("b.one", Verdict.PASSED, None),
    ]


def test_other_mark_with_the_same_verdicts_has_its_reasons() -> None:
    """Such as a late policy that is new; changed checks speak for themselves."""
    late = msgspec.structs.replace(
        GOOD, adjustments=(Adjustment("late", Fraction(-1), "a day late"),)
    )
    found = compare(
        {"ada": GOOD, "ben": GOOD}, {"ada": late, "ben": graded(("a.one", Verdict.PASSED))}
    )
    assert [(one.name, one.before, one.after, one.why) for one in found] == [
        ("ada", 2, 1, ("late: none, now -1",)),
        ("ben", 2, 1, ()),
    ]


@pytest.mark.slow
@given(
    st.dictionaries(strategies.words, strategies.results(marks=strategies.any_marks), max_size=3)
)
@settings(max_examples=10 * PASSES, deadline=None)
def test_equal_results_have_no_changes(results: dict[str, Result]) -> None:
    """This also holds for earlier results from files, where marks are rounded."""
    assert compare(results, results) == ()
    stored = {
        name: from_json(to_json(result)) for name, result in results.items() if _storable(result)
    }
    assert compare(stored, {name: results[name] for name in stored}) == ()


def _storable(result: Result) -> bool:
    try:
        from_json(to_json(result))
    except ValueError:  # lone surrogates, which `printable` keeps out of every real result
        return False
    return True
