"""The same files that are graded twice with another outcome are flagged, whichever outcome is better."""

from __future__ import annotations

import msgspec
import pytest

from graders.harness.course.pages.result_changes import with_other_outcome
from graders.harness.result import Flag, FlagCode, Result, Status, Verdict
from tests.reports.paper import check, result

FLAG = Flag(FlagCode.OTHER_OUTCOME, {"checks": ["block.a"]})


def graded(verdict: Verdict, **fields: object) -> Result:
    """Return a result with one other check."""
    made = result(check("block.a", verdict=verdict), check("block.b"))
    return msgspec.structs.replace(made, submission="eve", **fields)


PASSED, FAILED = graded(Verdict.PASSED), graded(Verdict.FAILED)


@pytest.mark.parametrize(
    ("before", "after", "flags"),
    [
        ({"eve": FAILED}, PASSED, (FLAG,)),
        ({"eve/1001": PASSED, "eve/1002": PASSED}, FAILED, (FLAG,)),
        ({"eve": PASSED, "evelyn": FAILED}, PASSED, ()),
        ({}, PASSED, ()),
        ({"eve": graded(Verdict.FAILED, status=Status.NOT_GRADABLE)}, PASSED, ()),
        ({"eve": graded(Verdict.PASSED, flags=(FLAG,))}, PASSED, (FLAG,)),
    ],
    ids=["gain", "loss of a group", "same", "new", "not graded before", "third grading"],
)
def test_another_outcome_of_the_same_files_is_flagged(
    before: dict[str, Result], after: Result, flags: tuple[Flag, ...]
) -> None:
    assert with_other_outcome(after, before).flags == flags
