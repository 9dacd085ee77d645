"""The list of submissions that need review has each one with its reason, and no other."""

from __future__ import annotations

from fractions import Fraction

import pytest

from graders.harness.course.pages.attention import (
    NOT_THERE,
    Attention,
    SharedReason,
    by_shared_reason,
    open_flags,
)
from graders.harness.course.pages.gradebook import GradebookRow, GradingState, table
from graders.harness.course.pages.summary import needing_review
from graders.harness.reports.sentences import cause_text, flag_text, note_text
from graders.harness.result import (
    Adjustment,
    Cause,
    CauseKind,
    CheckResult,
    Flag,
    FlagCode,
    Note,
    NoteCode,
    Result,
    Verdict,
)
from tests.reports import paper
from tests.world import TOY

P, F, M, R = Verdict.PASSED, Verdict.FAILED, Verdict.MISSING, Verdict.RAISED
NO_MODULE = Cause(
    CauseKind.FILE_BROKEN,
    file="block.py",
    line=3,
    detail="ModuleNotFoundError: No module named 'pygame'",
)


def check(task: str, verdict: Verdict, cause: Cause | None = None) -> CheckResult:
    """Return a check of one mark."""
    return paper.check(f"{task}.x", verdict=verdict, cause=cause)


def wrong_answer(words: str) -> CheckResult:
    """Return a check that did not pass."""
    return check("block", F, Cause(CauseKind.WRONG_ANSWER, detail=words))


def told(
    result: Result | None, state: GradingState = GradingState.GRADED, flags: tuple[str, ...] = ()
) -> list[str]:
    """Return the reasons for staff to review it."""
    return list(GradebookRow("1", "Ada", "", "ada", state, result, flags=flags).reasons)


FINE = [check("goal", P)] * 4


def test_ordinary_failures_need_no_review() -> None:
    """Wrong answers, a missing function and a single check of a broken file cost marks but need no review."""
    raised = check("block", R, Cause(CauseKind.EXCEPTION, name="KeyError", detail="3"))
    wrong = [wrong_answer("The board is wrong."), raised, check("block", P)]
    lacking = [
        check("block", M, Cause(CauseKind.NAME_MISSING, file="block.py", name="Block.swap"))
    ] * 3
    assert told(paper.result(*FINE, *wrong, *lacking)) == []
    assert (
        told(
            paper.result(*FINE, check("block", P), check("block", P), check("block", M, NO_MODULE))
        )
        == []
    )
    assert told(None, GradingState.MISSING) == []


def test_cause_that_costs_a_file_is_listed_with_the_marks_after_a_fix() -> None:
    """All checks of a task fail because of one import. The line has the cause, the marks now, and the marks after a fix."""
    (words,) = told(paper.result(*FINE, *[check("block", M, NO_MODULE)] * 5))
    assert (
        words
        == f"5 checks failed for one reason (4 marks now, up to 9 once it is fixed): {cause_text(NO_MODULE)}"
    )


@pytest.mark.parametrize(
    "cause",
    [
        Cause(CauseKind.FILE_MISSING, file="player.py"),
        Cause(CauseKind.FILE_UNUSABLE, file="Board.java", detail="in the package game"),
        Cause(CauseKind.FILE_BROKEN, file="block.py", line=9, detail="SyntaxError: invalid syntax"),
        Cause(CauseKind.CPU_LIMIT, limit=20, loading="block.py"),
        Cause(CauseKind.EXITED, status=0, loading="block.py"),
    ],
)
def test_every_kind_of_unusable_file_is_listed(cause: Cause) -> None:
    """The file is missing, is in another package, is not Python, or hangs or exits while it is loaded."""
    (words,) = told(paper.result(*FINE, *[check("block", M, cause)] * 3))
    assert (
        words
        == f"3 checks failed for one reason (4 marks now, up to 7 once it is fixed): {cause_text(cause)}"
    )


def test_submission_that_passed_no_check_is_listed() -> None:
    """The verdicts do not matter. A cause that most checks share is shown."""
    raised = Cause(CauseKind.EXCEPTION, name="ModuleNotFoundError")
    checks = [*[check("block", M, NO_MODULE)] * 3, check("goal", R, raised)]
    assert told(paper.result(*checks)) == [f"no check passed: {cause_text(NO_MODULE)}"]
    assert told(paper.result(wrong_answer("a"), wrong_answer("b"))) == ["no check passed"]
    assert told(paper.result(check("block", M), check("goal", M))) == [NOT_THERE]


def test_submission_without_marks_is_listed() -> None:
    """The passed checks have no marks, or deductions took all marks."""
    late = Adjustment("late", Fraction(-9), "9 days")
    assert told(paper.result(*FINE, adjustments=(late,))) == ["no marks, though some checks passed"]


def test_file_under_another_name_is_listed() -> None:
    """A file under another name is graded and reviewed; other notes are no reason."""
    renamed = Note(NoteCode.TAKEN_FOR, {"name": "Block.py", "file": "block.py"})
    missing = Note(NoteCode.FILE_MISSING, {"file": "goal.py", "similar": "gaol.py"})
    notes = (renamed, Note(NoteCode.FOLDER_CHOSEN, {"folder": "a2"}), missing)
    assert told(paper.result(*FINE, notes=notes)) == [note_text(renamed), note_text(missing)]


def test_missing_file_is_listed_once() -> None:
    """The note is left out where the reason for lost marks names the file; a gradebook of before may still have it."""
    missing = Cause(CauseKind.FILE_MISSING, file="goal.py")
    note = Note(NoteCode.FILE_MISSING, {"file": "goal.py", "similar": ""})
    other = Note(NoteCode.FILE_MISSING, {"file": "player.py", "similar": ""})
    some = paper.result(
        *[check("block", P)] * 4, *[check("goal", M, missing)] * 3, notes=(note, other)
    )
    assert told(some) == [
        f"3 checks failed for one reason (4 marks now, up to 7 once it is fixed): {cause_text(missing)}",
        note_text(other),
    ]
    assert told(
        paper.result(check("block", F), *[check("goal", M, missing)] * 3, notes=(note,))
    ) == [f"no check passed: {cause_text(missing)}"]


@pytest.mark.slow
def test_empty_file_is_flagged_by_name() -> None:
    """The result has the flag, and so the list does. A missing file is not flagged."""
    empty = Flag(FlagCode.EMPTY_FILE, {"file": "sums.py"})
    assert TOY.grade(sums="\n \n").result.flags == (empty,)
    assert empty not in TOY.grade(sums=None).result.flags
    assert told(TOY.grade(sums="").result, flags=(flag_text(empty),))[0] == flag_text(empty)


def test_gradebook_has_the_reasons_of_the_summary() -> None:
    """Before, its column had flags alone, and was empty for most of those whom the summary lists."""
    unloaded = paper.result(*FINE, *[check("block", M, NO_MODULE)] * 5)
    rows = [
        GradebookRow("1", "Ada", "", "ada", GradingState.GRADED, unloaded, flags=("late",)),
        GradebookRow(
            "2",
            "Ben",
            "",
            "ben",
            GradingState.GRADED,
            paper.result(wrong_answer("a"), wrong_answer("b")),
        ),
        GradebookRow("3", "Cem", "", "cem", GradingState.NOT_RUN),
        GradebookRow("4", "Dee", "", "dee", GradingState.GRADED, paper.result(*FINE)),
    ]
    book = table(rows)
    cells = [
        tuple(filter(None, line[book.heading.index("flags")].split("; "))) for line in book.lines
    ]
    assert cells[3] == ()
    assert [item.reasons for item in needing_review(rows)] == cells[:3]


def test_reason_is_one_line_without_the_sign_between_reasons() -> None:
    """A message of Python may have a semicolon, or be long."""
    cause = Cause(
        CauseKind.FILE_BROKEN, file="block.py", line=9, detail="SyntaxError: a; b\nc " + "x" * 900
    )
    (words,) = told(paper.result(*[check("block", M, cause)] * 2, check("goal", R)))
    assert "a, b\\nc" in words and ";" not in words and len(words) < 520


def test_decision_on_lateness_settles_the_question_whether_it_was_agreed() -> None:
    """Other flags stay."""
    late = Flag(FlagCode.TOO_LATE, {"days": 4})
    other = Flag(FlagCode.TIME_USED_UP)
    found = paper.result(
        *FINE, flags=(late, other), adjustments=(Adjustment("late", Fraction(-4), "4 days"),)
    )
    assert open_flags(found) == [flag_text(late), flag_text(other)]
    waived = Adjustment("decision on late", Fraction(4), "ill", by="R. Tutor")
    settled = paper.result(*FINE, flags=(late, other), adjustments=(*found.adjustments, waived))
    assert open_flags(settled) == [flag_text(other)]


def test_shared_reason_is_listed_once() -> None:
    """Three submissions or more share it; their other reasons stay with them."""
    items = [
        Attention(("Ada", "Ben"), "pair", ("late", "odd")), Attention(("Cem",), "cem", ("late",)),
        Attention(("Dee",), "dee", ("late", "odd")), Attention(("Eve",), "eve", ("empty",)),
    ]  # fmt: skip
    shared, others = by_shared_reason(items)
    assert shared == (SharedReason("late", tuple(items[:3])),)
    assert shared[0].people == ("Ada", "Ben", "Cem", "Dee")
    assert others == (
        Attention(("Ada", "Ben"), "pair", ("odd",)),
        Attention(("Dee",), "dee", ("odd",)),
        Attention(("Eve",), "eve", ("empty",)),
    )
