"""Reasons why a submission of a class needs review, beyond its marks.

Nobody is to lose a whole assignment, or all marks of a file, by a line that is fixed in a minute.
So staff see who has no marks, and whose file is missing, misnamed, or does not load or compile,
with the reason and the marks at stake.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from graders.harness.course.gradebook import GradebookRow, GradingState
from graders.harness.reports.console import marks_in_words
from graders.harness.reports.loading import FILE_KINDS, lost
from graders.harness.reports.sentences import cause_text, note_text
from graders.harness.result import (
    Cause,
    CauseKind,
    CheckResult,
    NoteCode,
    Result,
    TaskResult,
    Verdict,
    total,
)

ALIKE = 3
"""Checks with the same cause, from which on the cause is reported."""
PART = Fraction(1, 2)
"""Part of a task's marks lost to one cause, from which on it is reported."""
_IMPORT_ERRORS = frozenset(
    {
        "ImportError",
        "ModuleNotFoundError",
        "SyntaxError",
        "IndentationError",
        "TabError",
    }
)
"""Exceptions that make a whole file unusable."""
_NAMES = (
    NoteCode.TAKEN_FOR,
    NoteCode.ONLY_FILE,
    NoteCode.AMBIGUOUS,
    NoteCode.FILE_MISSING,
)
"""Notes on files that are not found under their names."""
_WITHOUT_MARKS = frozenset(
    {
        GradingState.NOT_GRADABLE,
        GradingState.UNREADABLE,
        GradingState.NOT_RUN,
        GradingState.UNDECIDED,
    }
)
NOT_THERE = "no check found the code it tests: nothing could be loaded"


def reasons(row: GradebookRow) -> Iterator[str]:
    """Yield the reasons why a row of the gradebook needs review, one line each."""
    yield from row.flags
    if row.state in _WITHOUT_MARKS and not row.flags:
        yield row.state.value
    if row.graded:
        yield from _of_marks(row.graded, flagged=bool(row.flags))
        yield from (note_text(note) for note in row.graded.notes if note.code in _NAMES)


def _of_marks(result: Result, *, flagged: bool) -> Iterator[str]:
    """Yield remarks on the marks. flagged: the submission already has a flag."""
    ran = [check for check in result.checks if check.verdict is not Verdict.NOT_RUN]
    if not ran:
        return
    verdicts = {check.verdict for check in ran}
    if verdicts == {Verdict.MISSING}:
        if not flagged:
            yield NOT_THERE
    elif Verdict.PASSED not in verdicts:
        yield f"no check passed{_commonest(ran)}"
    elif result.max_marks and not total(result):
        yield "no marks, though some checks passed"
    else:
        yield from _of_files(result, ran)


def _commonest(checks: Sequence[CheckResult]) -> str:
    """Return ": " and the cause of more than half of *checks*, or ""."""
    causes = Counter(check.cause for check in checks if check.cause)
    for cause, count in causes.most_common(1):
        if count * 2 > len(checks):
            return f": {cause_text(cause)}"
    return ""


def _of_files(result: Result, ran: Sequence[CheckResult]) -> Iterator[str]:
    """Yield the causes by which an unusable file failed many checks of a task."""
    by_cause: dict[Cause, list[CheckResult]] = {}
    for check in ran:
        if check.cause is not None and _is_of_a_file(check.cause):
            by_cause.setdefault(check.cause, []).append(check)
    for cause, checks in by_cause.items():
        if len(checks) >= ALIKE and any(
            _is_costly(checks, task) for task in result.tasks
        ):
            now, most = (
                marks_in_words(total(result)),
                marks_in_words(total(result) + lost(checks)),
            )
            outlook = f"{now} marks now, up to {most} once it is fixed"
            yield f"{len(checks)} checks failed for one reason ({outlook}): {cause_text(cause)}"


def _is_of_a_file(cause: Cause) -> bool:
    """Return whether *cause* makes a whole file unusable."""
    if cause.kind is CauseKind.EXCEPTION:
        return cause.name in _IMPORT_ERRORS
    return cause.kind in FILE_KINDS and not cause.name


def _is_costly(checks: Sequence[CheckResult], task: TaskResult) -> bool:
    return (
        lost(check for check in checks if check.task == task.id) > PART * task.max_marks
    )
