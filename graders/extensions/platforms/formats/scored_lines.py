"""Checks as scored lines, for platforms that add up points.

Marks are exact fractions, but platforms add up numbers of two decimals. So rounding differences are
spread over the lines, and they sum to the total in every report.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from graders.extensions.platforms.formats.plain import LONGEST, explained
from graders.harness.errors import GraderError
from graders.harness.reports.audience import Audience, RedactedResult, title_only
from graders.harness.reports.formats import NotGradable, Unwritable
from graders.harness.reports.painting import Painter
from graders.harness.reports.verdicts import UNNAMED, words
from graders.harness.result import (
    CheckResult,
    Result,
    Status,
    TaskResult,
    Verdict,
    Visibility,
    as_written,
    printable,
    rounded,
    total,
    whole,
)

HUNDREDTH = Fraction(1, 100)
TOGETHER = "Marks of the hidden checks are shown as a sum."


def demand_marks(result: Result) -> None:
    """Raise NotGradable for a result without marks."""
    if result.status is not Status.GRADED:
        raise NotGradable(
            f"{printable(result.submission, 80)} could not be graded because the grader "
            "failed; grade it again "
            "(in this format it would count as zero)"
        )


@dataclass(frozen=True, slots=True)
class ScoredLine:
    """A line of a platform's table."""

    task: TaskResult
    name: str
    """Unique among the lines."""
    text: str
    verdict: Verdict | None
    """None for the sum of a task's hidden checks."""
    marks: Fraction | None
    """Whole hundredths; None if the line has no marks of its own."""
    max_marks: Fraction | None
    hidden: bool
    """Whether it is for staff only, or shown to students by its title."""
    id: str
    """The check's id; "" for a sum of marks."""
    by_hand: bool = False
    """Whether a tutor gave these marks."""


def lines(seen: RedactedResult, painter: Painter | None) -> list[ScoredLine]:
    """Return a line for each check, by task, and one for the sum of each task's undisclosed marks.

    Once tutors have marked all their parts, each part has a line, too. Then the lines sum to the
    whole mark (without adjustments), else to the marks of the checks.
    """
    scored: list[ScoredLine] = []
    for task in seen.result.tasks:
        for check in seen.result.checks:
            if check.task == task.id:
                scored.append(_line(seen, task, check, painter))
        together = seen.hidden_marks(task)
        if together is not None:
            name = f"Hidden checks: {task.shown}"
            scored.append(
                ScoredLine(task, _flat(name), TOGETHER, None, *together, hidden=False, id="")
            )
    return _named_apart([*_adding_up(scored, seen), *_by_hand(seen.result)])


def score(result: Result) -> tuple[Fraction, Fraction]:
    """Return marks and maximum for a platform: the whole mark once it is known, else the total."""
    return whole(result) or (total(result), result.max_marks)


def share(result: Result) -> float:
    """Return the score as a part of its maximum, from 0 to 1. Raises Unwritable above 1."""
    marks, full = (as_written(number) for number in score(result))
    if marks > full:
        raise Unwritable(
            f"{printable(result.submission, 80)} has {points(marks)} of {points(full)}, and this "
            "format takes no more than full marks; enter this mark by hand"
        )
    return float(marks / full) if full else 0.0


def demand_students(seen: RedactedResult, platform: str) -> None:
    """Raise GraderError for a report for staff, on a *platform* that shows it to the student."""
    if seen.audience is Audience.STAFF:
        raise GraderError(f"{platform} shows all of it to the student: it is for students only")


def _by_hand(result: Result) -> Iterator[ScoredLine]:
    """Yield the tutors' parts, each as its own task; nothing until all are marked."""
    for number, part in enumerate(result.manual if whole(result) else (), 1):
        marks = as_written(part.marks or Fraction(0))
        task = TaskResult(f"tutor-{number}", part.name, marks, as_written(part.max_marks))
        text = printable(part.comment or "Marked by a tutor.", LONGEST)
        yield ScoredLine(
            task,
            _flat(part.name),
            text,
            None,
            task.marks,
            task.max_marks,
            hidden=False,
            id="",
            by_hand=True,
        )


def _line(
    seen: RedactedResult, task: TaskResult, check: CheckResult, painter: Painter | None
) -> ScoredLine:
    hidden = check.visibility is Visibility.HIDDEN
    if title_only(check, seen.audience):
        name = _flat(check.title or UNNAMED.capitalize())
        text = f"{words(check, seen.audience)} (a hidden check)"
        return ScoredLine(task, name, text, check.verdict, None, None, hidden, check.id)
    name, text = _flat(check.shown), explained(check, painter)
    return ScoredLine(
        task, name, text, check.verdict, check.marks, check.max_marks, hidden, check.id
    )


def points(marks: Fraction | None) -> int | float:
    """Return *marks* as a number for JSON."""
    return rounded(marks or Fraction(0))


def _flat(text: str) -> str:
    return printable(text, 300).replace("\n", " ").strip()


def _named_apart(scored: Sequence[ScoredLine]) -> list[ScoredLine]:
    """Return *scored* with numbers behind repeated names: platforms require unique ones."""
    names: set[str] = set()
    apart = []
    for line in scored:
        name, number = line.name, 1
        while name in names:
            number += 1
            name = f"{line.name} ({number})"
        names.add(name)
        apart.append(replace(line, name=name))
    return apart


def _adding_up(exact: Sequence[ScoredLine], seen: RedactedResult) -> list[ScoredLine]:
    """Return *exact* in whole hundredths that sum to the result's rounded marks and maximum."""
    earned = [line.marks or Fraction(0) for line in exact]
    missed = [
        (line.max_marks or Fraction(0)) - marks for line, marks in zip(exact, earned, strict=True)
    ]
    want, full = as_written(seen.result.marks), as_written(seen.result.max_marks)
    earned, missed = apportioned(earned, want), apportioned(missed, full - want)
    return [
        line if line.marks is None else replace(line, marks=marks, max_marks=marks + lost)
        for line, marks, lost in zip(exact, earned, missed, strict=True)
    ]


def apportioned(parts: Sequence[Fraction], whole: Fraction) -> list[Fraction]:
    """Return *parts* as whole hundredths that sum to *whole*, each with the smallest change.

    Zero stays zero. If the difference is more than rounding explains, the parts are only rounded.
    """
    floors = [part // HUNDREDTH * HUNDREDTH for part in parts]
    short = (whole - sum(floors, Fraction(0))) / HUNDREDTH
    able = [index for index, part in enumerate(parts) if part > 0]
    if (
        short.denominator != 1
        or not -len(able) <= short <= len(able)
        or any(part < 0 for part in parts)
    ):
        return [as_written(part) for part in parts]
    # stable: the largest remainder first
    able.sort(key=lambda index: floors[index] - parts[index])
    step = HUNDREDTH if short > 0 else -HUNDREDTH
    positive = [index for index in reversed(able) if floors[index] > 0]
    chosen = able if short > 0 else positive
    if len(chosen) < abs(short):
        return [as_written(part) for part in parts]
    for index in chosen[: abs(int(short))]:
        floors[index] += step
    return floors
