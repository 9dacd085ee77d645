"""Unusable files: missing from a submission, or not loading, they block checks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import msgspec

from graders.harness.reports.audience import RedactedResult, apart, sum_of_maxima
from graders.harness.reports.console import marks_in_words
from graders.harness.result import (
    STILL_RUNNING,
    CauseKind,
    CheckResult,
    Flag,
    FlagCode,
    Result,
    TaskResult,
    Text,
    Verdict,
)

FILE_KINDS = (CauseKind.FILE_MISSING, CauseKind.FILE_BROKEN, CauseKind.FILE_UNUSABLE)


@dataclass(frozen=True, slots=True)
class Unloaded:
    """A file that no check could use. Reports group checks by equal files."""

    file: str
    line: int
    kind: CauseKind


def unloaded(check: CheckResult) -> Unloaded | None:
    """Return the unusable file that blocked *check*, or None."""
    cause = check.reason
    if cause.kind in FILE_KINDS and cause.file:
        return Unloaded(cause.file, cause.line, cause.kind)
    if cause.loading:
        line = cause.line if cause.file == cause.loading else 0
        return Unloaded(cause.loading, line, CauseKind.FILE_BROKEN)
    return None


def with_blocked(checks: Iterable[CheckResult]) -> tuple[CheckResult, ...]:
    """Return *checks*; those that ended where a file stops being loaded, by the same exception or
    in the same loop, are blocked by that file: a program that begins with it ends there in every
    run.
    """
    checks = tuple(checks)
    blocking = {end: check for check in checks if unloaded(check) for end in [_end(check)] if end}
    return tuple(
        msgspec.structs.replace(check, verdict=by.verdict, cause=by.cause, exhibits=by.exhibits)
        for check in checks
        for by in [blocking.get(_end(check), check)]
    )


def _end(check: CheckResult) -> object:
    """Return the loop in which *check* ran out of time, or the line and the exception that ended
    it; "" if that is unknown.
    """
    cause = check.reason
    if cause.kind is CauseKind.EXCEPTION and cause.line:
        return cause.file, cause.line, f"{cause.name}: {cause.detail}"
    if cause.kind is CauseKind.FILE_BROKEN and cause.line:
        return cause.file, cause.line, cause.detail
    return loop_of(check)


def loop_of(check: CheckResult) -> str:
    """Return the loop in which *check* ran out of time, as text; "" if there is none."""
    loops = (
        exhibit.text
        for exhibit in check.exhibits
        if isinstance(exhibit, Text) and exhibit.label == STILL_RUNNING
    )
    return next(loops, "")


def unloaded_files(result: Result) -> dict[Unloaded, list[CheckResult]]:
    """Return the blocked checks, by unusable file."""
    groups: dict[Unloaded, list[CheckResult]] = {}
    for check in with_blocked(result.checks):
        if file := unloaded(check):
            groups.setdefault(file, []).append(check)
    return groups


@dataclass(frozen=True, slots=True)
class Folded:
    """Hidden checks that are shown with the unusable file of their task."""

    checks: tuple[CheckResult, ...] = ()
    max_marks: Fraction = Fraction(0)


def folded(seen: RedactedResult, block: Sequence[CheckResult]) -> Folded:
    """Return the hidden checks of the tasks whose others are all in *block*, if none passed.

    block: the checks that an unusable file blocks, as this reader sees them: that a hidden check
    was blocked is never disclosed.
    """
    checks: list[CheckResult] = []
    full = Fraction(0)
    for task in seen.result.tasks:
        hidden, others = apart(_of(task, seen.result.checks), seen.audience)
        verdicts = {check.verdict for check in hidden}
        if verdicts == {Verdict.FAILED} and [] != others == _of(task, block):
            checks += hidden
            full += task.max_marks - sum_of_maxima(others)
    return Folded(tuple(checks), full)


def _of(task: TaskResult, checks: Iterable[CheckResult]) -> list[CheckResult]:
    return [check for check in checks if check.task == task.id]


def not_folded(seen: RedactedResult, hidden: Iterable[CheckResult]) -> list[CheckResult]:
    """Return the *hidden* checks that are not shown with an unusable file."""
    together: list[CheckResult] = []
    for block in unloaded_files(seen.result).values():
        together += folded(seen, block).checks
    return [check for check in hidden if check not in together]


def flags_of(result: Result) -> tuple[Flag, ...]:
    """Return the flags for staff, including those for marks that depend on unusable files, where no
    flag for one cause says how many do.

    One cause of many failures comes first.
    """
    full = marks_in_words(result.max_marks)
    flags = sorted(result.flags, key=lambda flag: flag.code is not FlagCode.ONE_CAUSE)
    named = {flag.values.get("file") for flag in flags if flag.code is FlagCode.ONE_CAUSE}
    return (
        *flags,
        *(
            _depending(file, checks, full)
            for file, checks in unloaded_files(result).items()
            if file.file not in named
        ),
    )


def _depending(file: Unloaded, checks: list[CheckResult], full: str) -> Flag:
    values = {"file": file.file, "line": file.line, "kind": file.kind.value}
    marks = {"lost": marks_in_words(lost(checks)), "full": full}
    return Flag(FlagCode.MARKS_DEPEND, values | marks)


def lost(checks: Iterable[CheckResult]) -> Fraction:
    """Return the marks that *checks* lost in total."""
    return sum((check.max_marks - check.marks for check in checks), Fraction(0))
