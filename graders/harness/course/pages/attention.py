"""Reasons why a submission of a class needs review, beyond its marks.

Nobody is to lose a whole assignment, or all marks of a file, by a line that is fixed in a minute.
So staff see who has no marks, and whose file is missing, misnamed, or does not load or compile,
with the reason and the marks at stake.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from operator import attrgetter

from graders.harness.grading import late
from graders.harness.intake.grouping import grouped
from graders.harness.reports.console import marks_in_words
from graders.harness.reports.loading import FILE_KINDS, lost
from graders.harness.reports.sentences import cause_text, flag_texts, note_text
from graders.harness.result import (
    Cause,
    CauseKind,
    CheckResult,
    FlagCode,
    Note,
    NoteCode,
    Result,
    TaskResult,
    Verdict,
    one_line,
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
    NoteCode.FILE_MISSING,
)
"""Notes on files that are not found under their names."""
NOT_THERE = "no check found the code it tests: nothing could be loaded"
LONGEST_REASON = 500
SHARED = 3
"""Submissions with the same reason, from which on it is listed once."""


def reasons(flags: Sequence[str], graded: Result | None) -> tuple[str, ...]:
    """Return the reasons why somebody with these *flags* needs review: lines without semicolons,
    which separate them in the gradebook.
    """
    of_result = _of_result(graded, flagged=bool(flags)) if graded else ()
    return tuple(dict.fromkeys(map(_listed, (*flags, *of_result))))


def _listed(reason: str) -> str:
    return one_line(reason, LONGEST_REASON).replace(";", ",")


def open_flags(result: Result) -> list[str]:
    """Return the sentences of the flags of *result* that no decision has settled."""
    is_decided = any(change.rule == late.DECIDED for change in result.adjustments)
    return flag_texts(
        flag for flag in result.flags if not (is_decided and flag.code is FlagCode.TOO_LATE)
    )


def _of_result(result: Result, *, flagged: bool) -> Iterator[str]:
    marks = dict(_of_marks(result, flagged=flagged))
    yield from marks
    for note in _of_names(result):
        is_missing = note.code is NoteCode.FILE_MISSING
        if not is_missing or note.values["file"] not in marks.values():
            yield note_text(note)


def _of_names(result: Result) -> Iterator[Note]:
    """Yield the notes on files that no decision has settled."""
    decided = {change.rule for change in result.adjustments if change.by}
    for note in result.notes:
        if note.code in _NAMES and f"decision on {note.values['file']}" not in decided:
            yield note


def _of_marks(result: Result, *, flagged: bool) -> Iterator[tuple[str, str]]:
    """Yield remarks on the marks, each with the file of the cause that it names, or "".

    flagged: the submission already has a flag.
    """
    ran = result.ran()
    if not ran:
        return
    verdicts = {check.verdict for check in ran}
    if verdicts == {Verdict.MISSING}:
        if not flagged:
            yield NOT_THERE, ""
    elif Verdict.PASSED not in verdicts:
        words, file = _commonest(ran)
        yield f"no check passed{words}", file
    elif result.max_marks and not total(result):
        yield "no marks, though some checks passed", ""
    else:
        yield from _of_files(result, ran)


def _commonest(checks: Sequence[CheckResult]) -> tuple[str, str]:
    """Return ": " and the cause of more than half of *checks*, and its file; or "" twice."""
    causes = Counter(check.cause for check in checks if check.cause)
    for cause, count in causes.most_common(1):
        if count * 2 > len(checks):
            return f": {cause_text(cause)}", cause.file
    return "", ""


def _of_files(result: Result, ran: Sequence[CheckResult]) -> Iterator[tuple[str, str]]:
    """Yield the causes by which an unusable file failed many checks of a task, with that file."""
    blocked = [check for check in ran if _is_of_a_file(check.reason)]
    for cause, checks in grouped(blocked, key=attrgetter("reason")).items():
        if len(checks) >= ALIKE and any(_is_costly(checks, task) for task in result.tasks):
            now, most = (
                marks_in_words(total(result)),
                marks_in_words(total(result) + lost(checks)),
            )
            outlook = f"{now} marks now, up to {most} once it is fixed"
            failed = f"{len(checks)} checks failed for one reason ({outlook})"
            yield f"{failed}: {cause_text(cause)}", cause.file


def _is_of_a_file(cause: Cause) -> bool:
    """Return whether *cause* makes a whole file unusable."""
    if cause.loading:
        return True
    if cause.kind is CauseKind.EXCEPTION:
        return cause.name in _IMPORT_ERRORS
    return cause.kind in FILE_KINDS and not cause.name


def _is_costly(checks: Sequence[CheckResult], task: TaskResult) -> bool:
    return lost(check for check in checks if check.task == task.id) > PART * task.max_marks


# The submissions of a class.


@dataclass(frozen=True, slots=True)
class Attention:
    """A submission (or its absence) that needs review."""

    who: tuple[str, ...]
    """The people concerned, raw."""
    submission: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SharedReason:
    """A reason of several submissions."""

    reason: str
    items: tuple[Attention, ...]

    @property
    def people(self) -> tuple[str, ...]:
        """Return the people concerned, raw."""
        return tuple(chain.from_iterable(item.who for item in self.items))


def by_shared_reason(
    items: Sequence[Attention],
) -> tuple[tuple[SharedReason, ...], tuple[Attention, ...]]:
    """Return the reasons that several *items* share, the commonest first, and the items with their
    other reasons, if any are left.
    """
    having: dict[str, list[Attention]] = {}
    for item in items:
        for reason in item.reasons:
            having.setdefault(reason, []).append(item)
    shared = {reason for reason, mine in having.items() if len(mine) >= SHARED}
    commonest = sorted(shared, key=lambda reason: (-len(having[reason]), reason))
    rest = (
        replace(item, reasons=tuple(why for why in item.reasons if why not in shared))
        for item in items
    )
    return (
        tuple(SharedReason(reason, tuple(having[reason])) for reason in commonest),
        tuple(item for item in rest if item.reasons),
    )
