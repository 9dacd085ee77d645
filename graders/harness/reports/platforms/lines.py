"""The checks as scored lines that add up: what platforms that sum up points are given.

Marks are exact fractions; platforms take two decimals and add those up. So the hundredths that
rounding leaves over or takes away are spread over the lines, and the sum is the total as every
report shows it.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rich.console import Console, Group

from graders.harness.errors import NOT_GRADABLE, GraderError
from graders.harness.reports import exhibits
from graders.harness.reports.audience import View, title_only
from graders.harness.reports.medium import Medium
from graders.harness.reports.picture import Palette
from graders.harness.reports.sentences import cause_text
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

WIDTH = 96
"""Columns of pictures and transcripts in plain text."""
LONGEST = 20_000
"""Characters of one line's text."""
HUNDREDTH = Fraction(1, 100)
TOGETHER = "Marks of the hidden checks are told together."


class NotGradable(GraderError):
    """The result has no marks, and a document without them would be read as a zero."""

    status = NOT_GRADABLE


def demand_marks(result: Result) -> None:
    """Raise NotGradable for a result whose marks mean nothing."""
    if result.status is not Status.GRADED:
        raise NotGradable(
            f"{printable(result.submission, 80)} could not be graded because the grader "
            "failed; grade it again "
            "(in this format it would count as zero)"
        )


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a platform's table."""

    task: TaskResult
    name: str
    """Unique among the lines."""
    text: str
    verdict: Verdict | None
    """None for the marks of hidden checks together."""
    marks: Fraction | None
    """Whole hundredths; None where it has no marks of its own."""
    max_marks: Fraction | None
    hidden: bool
    """Whether it is for staff alone, or told to students by its title."""
    id: str
    """The check's; empty for marks together."""
    by_hand: bool = False
    """Whether a tutor gave these marks."""


def lines(seen: View, palette: Palette) -> list[Line]:
    """Return a line for each check, task by task, and one for all marks of a task that are not told
    one by one.

    Where a tutor has marked all that is a tutor's, there is a line for each part of that, too: then
    they sum to the whole mark (but for adjustments), else to the marks of the checks.
    """
    found: list[Line] = []
    for task in seen.result.tasks:
        for check in seen.result.checks:
            if check.task == task.id:
                found.append(_line(seen, task, check, palette))
        together = seen.hidden_marks(task)
        if together is not None:
            name = f"Hidden checks: {task.name or task.id}"
            found.append(
                Line(task, _flat(name), TOGETHER, None, *together, hidden=False, id="")
            )
    return _named_apart([*_adding_up(found, seen), *_by_hand(seen.result)])


def score(result: Result) -> tuple[Fraction, Fraction]:
    """Return what *result* is worth to a platform, and the maximum: the whole mark once it is
    known, else the total.
    """
    return whole(result) or (total(result), result.max_marks)


def _by_hand(result: Result) -> Iterator[Line]:
    """Yield what a tutor gave, each part as a task of its own; nothing as long as some part is not
    marked.
    """
    for place, part in enumerate(result.manual if whole(result) else (), 1):
        marks = as_written(part.marks or Fraction(0))
        task = TaskResult(
            f"tutor-{place}", part.name, marks, as_written(part.max_marks)
        )
        text = printable(part.comment or "Marked by a tutor.", LONGEST)
        yield Line(
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


def _line(seen: View, task: TaskResult, check: CheckResult, palette: Palette) -> Line:
    hidden = check.visibility is Visibility.HIDDEN
    if title_only(check, seen.audience):
        name = _flat(check.title or UNNAMED.capitalize())
        text = f"{words(check, seen.audience)} (a hidden check)"
        return Line(task, name, text, check.verdict, None, None, hidden, check.id)
    name, text = _flat(check.title or check.id), explained(check, palette)
    return Line(
        task, name, text, check.verdict, check.marks, check.max_marks, hidden, check.id
    )


def explained(check: CheckResult, palette: Palette) -> str:
    """Return the verdict, message and exhibits of *check* as plain text, boards drawn with letters
    and lines.
    """
    text = io.StringIO()
    console = Console(
        file=text,
        width=WIDTH,
        color_system=None,
        force_terminal=False,
        legacy_windows=False,
    )
    medium = replace(Medium.of(console), encoding="utf-8")
    body = [medium.text(words(check))]
    if check.cause is not None:
        body.append(medium.text(cause_text(check.cause)))
    console.print(
        Group(*body, *exhibits.show(check.exhibits, medium, palette, WIDTH)),
        highlight=False,
    )
    shown = "\n".join(line.rstrip() for line in text.getvalue().rstrip().split("\n"))
    return printable(shown, LONGEST)  # once more: now it has other lines


def points(marks: Fraction | None) -> int | float:
    """Return *marks* as a number for JSON."""
    return rounded(marks or Fraction(0))


def _flat(text: str) -> str:
    return printable(text, 300).replace("\n", " ").strip()


def _named_apart(found: Sequence[Line]) -> list[Line]:
    """Return *found* with a number behind names that occur twice: platforms want them unique."""
    taken: set[str] = set()
    apart = []
    for line in found:
        name, number = line.name, 1
        while name in taken:
            number += 1
            name = f"{line.name} ({number})"
        taken.add(name)
        apart.append(replace(line, name=name))
    return apart


def _adding_up(found: Sequence[Line], seen: View) -> list[Line]:
    """Return *found* in whole hundredths that sum to the result's rounded marks and maximum."""
    earned = [line.marks or Fraction(0) for line in found]
    missed = [
        (line.max_marks or Fraction(0)) - mine
        for line, mine in zip(found, earned, strict=True)
    ]
    want, full = as_written(seen.result.marks), as_written(seen.result.max_marks)
    earned, missed = apportioned(earned, want), apportioned(missed, full - want)
    return [
        line if line.marks is None else replace(line, marks=mine, max_marks=mine + lost)
        for line, mine, lost in zip(found, earned, missed, strict=True)
    ]


def apportioned(parts: Sequence[Fraction], whole: Fraction) -> list[Fraction]:
    """Return *parts* as whole hundredths that sum to *whole*, each off by as little as can be.

    Nothing stays nothing. Where the difference is more than rounding makes it, the parts are only
    rounded.
    """
    floors = [part // HUNDREDTH * HUNDREDTH for part in parts]
    short = (whole - sum(floors, Fraction(0))) / HUNDREDTH
    able = [place for place, part in enumerate(parts) if part > 0]
    if (
        short.denominator != 1
        or not -len(able) <= short <= len(able)
        or any(part < 0 for part in parts)
    ):
        return [as_written(part) for part in parts]
    # stable: the largest remainder first
    able.sort(key=lambda place: floors[place] - parts[place])
    step = HUNDREDTH if short > 0 else -HUNDREDTH
    chosen = (
        able if short > 0 else [place for place in reversed(able) if floors[place] > 0]
    )
    if len(chosen) < abs(short):
        return [as_written(part) for part in parts]
    for place in chosen[: abs(int(short))]:
        floors[place] += step
    return floors
