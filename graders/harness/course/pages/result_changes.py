"""The differences between two results of the same submission, such as those of two runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import msgspec

from graders.harness.course.pages.page_names import page_is_of
from graders.harness.reports.console import marks_in_words
from graders.harness.result import (
    CheckResult,
    Flag,
    FlagCode,
    ManualPart,
    Result,
    Status,
    TaskResult,
    Verdict,
    as_written,
    total,
    whole,
)


@dataclass(frozen=True, slots=True)
class CheckChange:
    """A check whose verdict changed."""

    id: str
    title: str
    before: Verdict | None
    """None for a new check."""
    after: Verdict | None
    """None for a removed check."""


@dataclass(frozen=True, slots=True)
class ResultChange:
    """The changes of a submission."""

    name: str
    before: Fraction | None
    """Rounded total of a graded result, else None."""
    after: Fraction | None
    checks: tuple[CheckChange, ...] = ()
    why: tuple[str, ...] = ()
    """Reasons of a new total, if no check has another verdict."""
    appeared: bool = False
    vanished: bool = False


def compare(before: Mapping[str, Result], after: Mapping[str, Result]) -> tuple[ResultChange, ...]:
    """Return the changes, sorted by the mappings' keys, which name the same people in both.

    Totals are compared as reports round them, so a result read back from its file is unchanged. A
    name in only one mapping is a change without checks.
    """
    return tuple(_changes(before, after))


def _changes(before: Mapping[str, Result], after: Mapping[str, Result]) -> Iterator[ResultChange]:
    for name in sorted(before.keys() | after.keys()):
        old, new = before.get(name), after.get(name)
        was, now = graded_total(old), graded_total(new)
        if old is None or new is None:
            yield ResultChange(name, was, now, appeared=old is None, vanished=new is None)
            continue
        checks = tuple(_check_changes(old.checks, new.checks))
        if was != now or checks:
            yield ResultChange(name, was, now, checks, () if checks else tuple(reasons(old, new)))


def graded_total(result: Result | None) -> Fraction | None:
    """Return the total as reports write it; None unless *result* is graded."""
    if result is None or result.status is not Status.GRADED:
        return None
    return as_written(total(result))


def mark_of(result: Result | None) -> Fraction | None:
    """Return the whole mark, or the total until a tutor has marked every part; None without one."""
    complete = whole(result) if result else None
    return complete[0] if complete else graded_total(result)


def _check_changes(old: Sequence[CheckResult], new: Sequence[CheckResult]) -> Iterator[CheckChange]:
    before = {check.id: check.verdict for check in old}
    after = {check.id: check.verdict for check in new}
    titles = {check.id: check.title for check in (*old, *new)}
    for id in dict.fromkeys([*after, *before]):
        was, now = before.get(id), after.get(id)
        if was is not now:
            yield CheckChange(id, titles[id], was, now)


def reasons(old: Result, new: Result) -> Iterator[str]:
    """Yield what differs in two results of the same submission, as reports write it."""
    was, now = _facts(old), _facts(new)
    for name in dict.fromkeys((*was, *now)):
        before, after = (facts.get(name, "none") for facts in (was, now))
        if before != after:
            yield f"{name}: {before}, now {after}"


def _facts(result: Result) -> dict[str, str]:
    """Return the parts of a mark, and the remarks of staff, by name."""
    facts = {task.shown: _fraction(task) for task in result.tasks}
    facts |= {part.name: _fraction(part) for part in result.manual}
    sums: dict[str, Fraction] = {}
    for change in result.adjustments:
        words = change.reason.replace("\n", " ")
        name = change.rule if change.amount else f"{change.rule}: {words}"
        sums[name] = sums.get(name, Fraction(0)) + change.amount
    return facts | {
        name: marks_in_words(amount) if amount else "in the report" for name, amount in sums.items()
    }


def _fraction(part: TaskResult | ManualPart) -> str:
    """Return the marks of a *part* and its maximum, or that a tutor has not marked it."""
    most = marks_in_words(part.max_marks)
    return f"{'none' if part.marks is None else marks_in_words(part.marks)} of {most}"


def with_other_outcome(result: Result, before: Mapping[str, Result]) -> Result:
    """Return *result* with a flag, if that of the same files was another by the pages of *before*.

    A program that depends on chance or on the machine shows so, and so does one that has learned
    something from an earlier grading. The flag stays as long as the files and the checks do.
    """
    earlier = next(
        (former for page, former in before.items() if page_is_of(page, result.submission)), None
    )
    if earlier is None or {earlier.status, result.status} != {Status.GRADED}:
        return result
    verdicts = {check.id: check.verdict for check in earlier.checks}
    ids = [check.id for check in result.checks if verdicts.get(check.id) is not check.verdict]
    flags = [flag for flag in earlier.flags if flag.code is FlagCode.OTHER_OUTCOME]
    if ids:
        flags = [Flag(FlagCode.OTHER_OUTCOME, {"checks": ids})]
    return msgspec.structs.replace(result, flags=(*result.flags, *flags))
