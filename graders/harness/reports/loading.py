"""The file that kept a check from being judged: it was not handed in, or does not load."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from graders.harness.reports.medium import marks_in_words
from graders.harness.result import CauseKind, CheckResult, Flag, FlagCode, Result

FILE_KINDS = (CauseKind.FILE_MISSING, CauseKind.FILE_BROKEN, CauseKind.FILE_UNUSABLE)


@dataclass(frozen=True, slots=True)
class Unloaded:
    """A file that no check could use. Equal files are one group in reports."""

    file: str
    line: int
    kind: CauseKind


def unloaded(check: CheckResult) -> Unloaded | None:
    """Return the file that kept *check* from being judged, None where it was judged."""
    cause = check.cause
    if cause is None:
        return None
    if cause.kind in FILE_KINDS and cause.file:
        return Unloaded(cause.file, cause.line, cause.kind)
    if cause.loading:
        return Unloaded(cause.loading, 0, CauseKind.FILE_BROKEN)
    return None


def unloaded_files(result: Result) -> dict[Unloaded, list[CheckResult]]:
    """Return the checks that could not be judged, by the file that kept them from it."""
    groups: dict[Unloaded, list[CheckResult]] = {}
    for check in result.checks:
        if file := unloaded(check):
            groups.setdefault(file, []).append(check)
    return groups


def flags_of(result: Result) -> tuple[Flag, ...]:
    """Return what staff should look at: the flags, and the marks that depend on unusable files."""
    full = marks_in_words(result.max_marks)
    return (
        *result.flags,
        *(_depending(*one, full) for one in unloaded_files(result).items()),
    )


def _depending(file: Unloaded, checks: list[CheckResult], full: str) -> Flag:
    values = {"file": file.file, "line": file.line, "kind": file.kind.value}
    marks = {"lost": marks_in_words(lost(checks)), "full": full}
    return Flag(FlagCode.MARKS_DEPEND, values | marks)


def lost(checks: Iterable[CheckResult]) -> Fraction:
    """Return the marks that some checks lost together."""
    return sum((check.max_marks - check.marks for check in checks), Fraction(0))
