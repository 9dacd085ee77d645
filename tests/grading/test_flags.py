"""Files that may be meant where one was not handed in."""

from __future__ import annotations

import pytest

from graders.harness.grading.flags import with_likely_files
from graders.harness.reports.sentences import message_of
from graders.harness.result import Cause, CauseKind, Note, NoteCode, Verdict
from tests.reports.paper import check, result

NOTES = (Note(NoteCode.FILE_MISSING, {"file": "columns.py", "similar": "columns.py.txt"}),)
MISSING = "columns.py was not handed in: is 'columns.py.txt' meant?"
NOT_FOUND = "No module named '{}' (neither Python nor this assignment has it)"


@pytest.mark.parametrize(
    ("verdict", "cause", "notes", "told"),
    [
        (Verdict.MISSING, Cause(CauseKind.FILE_MISSING, file="columns.py"), NOTES, MISSING),
        (
            Verdict.MISSING,
            Cause(CauseKind.FILE_MISSING, file="goal.py"),
            NOTES,
            "goal.py was not handed in",
        ),
        (
            Verdict.RAISED,
            Cause(
                CauseKind.EXCEPTION,
                file="a.py",
                line=3,
                name="ModuleNotFoundError",
                detail=NOT_FOUND.format("columns"),
            ),
            NOTES,
            MISSING,
        ),
        (
            Verdict.MISSING,
            Cause(
                CauseKind.FILE_BROKEN,
                file="a.py",
                line=3,
                detail=f"ModuleNotFoundError: {NOT_FOUND.format('goal')}",
            ),
            (Note(NoteCode.FILE_MISSING, {"file": "goal.py", "similar": ""}),),
            "goal.py was not handed in",
        ),
    ],
)
def test_student_is_asked_about_a_likely_file(
    verdict: Verdict, cause: Cause, notes: tuple[Note, ...], told: str
) -> None:
    """Names are free in some assignments: there, before, only Python's error was shown.

    Where one was not handed in, the file that imports it was named as one that does not load.
    """
    (completed,) = with_likely_files(
        result(check("a.b", verdict=verdict, cause=cause)), notes
    ).checks
    assert (completed.verdict, message_of(completed)) == (Verdict.MISSING, told)


@pytest.mark.parametrize("name", ["ModuleNotFoundError", "ValueError"])
def test_other_error_stays(name: str) -> None:
    module = "pygame" if name == "ModuleNotFoundError" else "columns"
    cause = Cause(
        CauseKind.EXCEPTION, file="a.py", line=3, name=name, detail=NOT_FOUND.format(module)
    )
    found = result(check("a.b", verdict=Verdict.RAISED, cause=cause))
    assert with_likely_files(found, NOTES) == found
