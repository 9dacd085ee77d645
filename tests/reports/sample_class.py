"""A class made of data, for pages of a class: nothing is graded."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from graders.harness.course.pages.class_page import class_page
from graders.harness.course.pages.gradebook import GradebookRow, GradingState
from graders.harness.course.pages.summary import summarise
from graders.harness.reports.sentences import flag_text
from graders.harness.result import (
    Adjustment,
    Cause,
    CauseKind,
    CheckResult,
    Flag,
    FlagCode,
    ManualPart,
    Result,
    Text,
    Verdict,
)
from tests.reports.paper import PAINTER, check, result

TITLES = {
    "block": "Rotating turns the squares.", "goal": "A blob of one colour is measured.", "player": "A player picks a block."
}  # fmt: skip
BROKEN = Cause(CauseKind.FILE_BROKEN, file="block.py", line=3, detail="SyntaxError: invalid syntax")
EACH = 5
"""Checks of a task."""


def outcome(person: int, people: int, task: str, place: int) -> CheckResult:
    """Return a check: the first people pass most of them, the last check of a task only the others."""
    strong = person * (EACH + 1) // people <= EACH - place
    passes = strong if place < EACH - 1 else not strong and person % 2 == 0
    broken = person % 13 == 5 and task == "block"
    found = check(
        f"{task}.check-{place}",
        marks="3/2",
        title=f"{TITLES[task]} ({place})",
        hidden=place % 2 == 1,
        verdict=Verdict.MISSING if broken else Verdict.PASSED if passes else Verdict.FAILED,
        cause=BROKEN if broken else None,
        exhibits=() if broken else (Text("call", f"{task}({place})"),),
    )
    return found if not passes or broken else msgspec.structs.replace(found, exhibits=())


def person(number: int, people: int) -> Result:
    """Return a person's result: late days, a decision, a tutor's part, a flag now and then."""
    checks = [outcome(number, people, task, place) for task in TITLES for place in range(EACH)]
    changes = [Adjustment("late", Fraction(-2), "1 day late, 2 a day")] if number % 5 == 2 else []
    if number == 7:
        changes.append(
            Adjustment(
                "decision on goal.check-0",
                Fraction(3, 2),
                "as agreed",
                by="R. Tutor",
                about="goal.check-0",
            )
        )
    style = ManualPart(
        "Style (by hand)", Fraction(10), Fraction(4 + number % 7) if number % 4 else None
    )
    late = (Flag(FlagCode.TIME_USED_UP),) if number % 4 == 1 else ()
    made = result(*checks, adjustments=tuple(changes), manual=(style,), flags=late)
    return msgspec.structs.replace(made, submission=f"s{number:02}")


def rows_of(people: int) -> Sequence[GradebookRow]:
    """Return the gradebook of a class, with one person who handed in nothing."""
    results = [person(number, people) for number in range(people)]
    rows = [
        GradebookRow(
            str(1000 + number),
            f"Student {number}",
            "",
            one.submission,
            GradingState.GRADED,
            one,
            flags=tuple(map(flag_text, one.flags)),
            days_late=Fraction(1) if number % 5 == 2 else None,
        )
        for number, one in enumerate(results)
    ]
    return [*rows, GradebookRow("999", "Nobody", "", "", GradingState.MISSING)]


def page_of(people: int) -> bytes:
    """Return the page of a class."""
    rows = rows_of(people)
    folders = {row.submission: row.submission for row in rows if row.result}
    return class_page(summarise("Blocky", rows), rows, PAINTER, folders, "Blocky", "blocky")
