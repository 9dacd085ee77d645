"""The exemplars of COMP 250's Blocky.

tests/extensions/authoring/verification/test_exemplars.py tests the verdicts of the exemplars of all assignments.
"""

from __future__ import annotations

import pytest

from graders.extensions.shared.exemplars import as_submission
from graders.harness.grading.grader import Grader
from graders.harness.intake import submission_from_bytes
from graders.harness.reports.sentences import flag_text, message_of
from graders.harness.result import Verdict, total
from tests.exemplars import exemplars_of
from tests.graders.comp250_blocky.worlds import ASSIGNMENT, backend, needs_jdk

EXEMPLARS = exemplars_of(ASSIGNMENT.id)


@pytest.mark.nightly
def test_there_are_enough_exemplars() -> None:
    """There are ten right and thirty faulty ones; one has the line ends of another system."""
    kinds = [exemplar.kind for exemplar in EXEMPLARS]
    assert kinds.count("right") >= 10
    assert kinds.count("faulty") >= 30
    ends = [
        b"\r\n" in content
        for exemplar in EXEMPLARS
        for content in as_submission(exemplar, ASSIGNMENT).files.values()
    ]
    assert any(ends)


@needs_jdk
@pytest.mark.slow
def test_wrong_package_costs_all_marks_and_shows_the_possible_ones() -> None:
    """The total is the handout's zero; the parts show the marks of the right package (spec 7.6)."""
    (exemplar,) = (one for one in EXEMPLARS if one.name == "other-package")
    result = Grader(ASSIGNMENT, backend()).grade(as_submission(exemplar, ASSIGNMENT)).result
    assert (result.marks, total(result)) == (100, 0)
    assert any("not in the package assignment3" in flag_text(flag) for flag in result.flags)


@needs_jdk
@pytest.mark.slow
def test_compile_error_is_flagged_and_shown() -> None:
    """The result has a flag, and every check that needs the file shows the compiler's first line."""
    files = {
        name: (ASSIGNMENT.reference / name).read_bytes() for name in ASSIGNMENT.files.submitted
    }
    files["Block.java"] = files["Block.java"].replace(b"return this;", b"return 1;", 1)
    result = (
        Grader(ASSIGNMENT, backend())
        .grade(submission_from_bytes("wrong", files, ASSIGNMENT))
        .result
    )
    missing = {message_of(check) for check in result.checks if check.verdict is Verdict.MISSING}
    assert len(missing) == 1
    assert missing.pop().startswith("Block.java does not compile: incompatible types")
    assert [flag for flag in result.flags if flag_text(flag).startswith("a file does not compile")]
