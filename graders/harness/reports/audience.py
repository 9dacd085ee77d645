"""Who reads a report, and what is kept from them. Every report asks here; none decides for itself.

`view` makes a `View`: a result without what its reader may not see. Reports for files and platforms
take a view and nothing else, so what is not in it cannot get out.
"""

from __future__ import annotations

import enum
import re
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

import msgspec

from graders.harness.result import Adjustment, CheckResult, Result, TaskResult, Verdict, Visibility

_SECTION = re.compile(r" ?\((?:our )?specs? [^()]*\)")
_SECTION_FIRST = re.compile(r"^specs? [\d., and]+: ")


class Audience(enum.Enum):
    """Who reads a report."""

    STAFF = "staff"
    STUDENT = "student"


class Disclosure(enum.Enum):
    """What students learn of a hidden check: the manifest's ``hidden_checks``."""

    TITLE = "title"
    """Its title, and whether it passed."""
    VERDICT = "verdict"
    """That there is one, and whether it passed."""
    NOTHING = "nothing"
    """Not even that: totals count the public checks alone."""


@dataclass(frozen=True, slots=True)
class View:
    """A result as one audience sees it. Made by `view` only."""

    audience: Audience
    result: Result
    partial: bool = False
    """Whether the totals leave out checks that this reader does not know of."""

    def hidden_marks(self, task: TaskResult) -> tuple[Fraction, Fraction] | None:
        """Return the marks, and their maximum, of the checks of *task* of which this reader knows
        no more than a title.

        None where there are none. They can only be told together: one by one they would say what is
        behind each.
        """
        checks = [check for check in self.result.checks if check.task == task.id]
        known = [check for check in checks if not title_only(check, self.audience)]
        if len(known) == len(checks):
            return None
        full = max(
            task.max_marks - sum((check.max_marks for check in known), Fraction(0)), Fraction(0)
        )
        marks = task.marks - sum((check.marks for check in known), Fraction(0))
        return min(max(marks, Fraction(0)), full), full

    def at_stake(self, task: TaskResult) -> Fraction:
        """Return the marks of *task* whose checks ran. Hidden checks count all or none."""
        mine = [
            check
            for check in self.result.checks
            if check.task == task.id and check.verdict is Verdict.NOT_RUN
        ]
        known = [check for check in mine if not title_only(check, self.audience)]
        hidden = self.hidden_marks(task) if len(known) < len(mine) else None
        left_out = sum((check.max_marks for check in known), Fraction(0)) + (
            hidden[1] if hidden else 0
        )
        return max(task.max_marks - left_out, Fraction(0))


def title_only(check: CheckResult, audience: Audience) -> bool:
    """Return whether *audience* may know no more of *check* than its title, and whether it passed.

    Then its id, marks, message and exhibits stay out of the report: each of them can tell what a
    hidden check tries. So can how it failed, by what the program does on purpose: raise for one
    input, run out of time for another.
    """
    return audience is Audience.STUDENT and check.visibility is Visibility.HIDDEN


def sees_intake(audience: Audience) -> bool:
    """Return whether *audience* sees flags and intake notes: both are remarks to staff about a
    person's submission.
    """
    return audience is Audience.STAFF


def view(result: Result, audience: Audience, disclosure: Disclosure = Disclosure.TITLE) -> View:
    """Return *result* as *audience* sees it.

    For students a hidden check is a title and passed or failed at most: its id is a number, its
    marks are in its task's only, and it comes after the public checks of its task, in the order of
    what is told: its place tells nothing.
    """
    if audience is Audience.STAFF:
        return View(audience, result)
    if disclosure is Disclosure.NOTHING:
        result = msgspec.structs.replace(
            result,
            adjustments=tuple(one for one in result.adjustments if not _is_on_hidden(one, result)),
        )
    result = msgspec.structs.replace(students_texts(result), flags=(), notes=())
    hidden = [check for check in result.checks if title_only(check, audience)]
    if hidden and disclosure is Disclosure.NOTHING:
        return View(audience, _without(result, hidden), partial=True)
    numbers: Counter[str] = Counter()
    bare = []
    told = [
        (check.task, _told_title(check, disclosure), _told_verdict(check).value, check)
        for check in hidden
    ]
    for *_, check in sorted(told, key=lambda known: known[:3]):
        numbers[check.task] += 1
        bare.append(_bare(check, numbers[check.task], disclosure))
    tasks = list(dict.fromkeys(check.task for check in result.checks))
    known = [check for check in result.checks if not title_only(check, audience)]
    ordered = sorted([*known, *bare], key=lambda check: tasks.index(check.task))
    return View(audience, msgspec.structs.replace(result, checks=tuple(ordered)))


def students_texts(result: Result) -> Result:
    """Return *result* with findings and adjustments as students are told of them."""
    return msgspec.structs.replace(
        result,
        findings=tuple(
            msgspec.structs.replace(one, source=_for_students(one.source))
            for one in result.findings
        ),
        adjustments=tuple(_told_adjustment(one, result) for one in result.adjustments),
    )


def _told_adjustment(change: Adjustment, result: Result) -> Adjustment:
    """Return *change* as students are told of it: never with the id of a hidden check that a person
    decided on.
    """
    reason = _for_students(change.reason)
    if _is_on_hidden(change, result):
        return msgspec.structs.replace(
            change, rule="decision on a hidden check", reason=reason, about=""
        )
    return msgspec.structs.replace(change, reason=reason)


def _is_on_hidden(change: Adjustment, result: Result) -> bool:
    return any(
        title_only(check, Audience.STUDENT) for check in result.checks if check.id == change.about
    )


def cites_facts(result: Result) -> bool:
    """Say whether findings or adjustments of *result* cite sections of the assignment's page of
    facts ("spec 13").
    """
    reasons = [
        *(one.source for one in result.findings),
        *(one.reason for one in result.adjustments),
    ]
    return any(_SECTION.search(reason) or _SECTION_FIRST.search(reason) for reason in reasons)


def _for_students(reason: str) -> str:
    """Return *reason* without the sections of our pages of facts, which are for staff: students
    have the handout.
    """
    return _SECTION_FIRST.sub("the handout: ", _SECTION.sub("", reason))


def seen_by(audience: Audience, result: Result) -> Result:
    """Return *result* without what *audience* may not see; see `view`."""
    return view(result, audience).result


def _told_title(check: CheckResult, disclosure: Disclosure) -> str:
    return check.title if disclosure is Disclosure.TITLE else ""


def _told_verdict(check: CheckResult) -> Verdict:
    """Return one verdict for all ways to fail; where nothing was found out, there is nothing to
    keep.
    """
    known = (Verdict.PASSED, Verdict.NOT_RUN, Verdict.GRADER_FAULT)
    return check.verdict if check.verdict in known else Verdict.FAILED


def _bare(check: CheckResult, number: int, disclosure: Disclosure) -> CheckResult:
    """Return what may be told of a hidden check."""
    return CheckResult(
        id=f"{check.task}.hidden-{number}",
        task=check.task,
        title=_told_title(check, disclosure),
        verdict=_told_verdict(check),
        marks=Fraction(0),
        max_marks=Fraction(0),
        visibility=check.visibility,
    )


def _without(result: Result, hidden: list[CheckResult]) -> Result:
    """Return *result* as if there were no *hidden* checks. A task that has no other goes with them.

    What is taken off is not more than there is left: all marks, where a submission came too late,
    would tell how many.
    """
    known = tuple(check for check in result.checks if not title_only(check, Audience.STUDENT))
    touched, left = {check.task for check in hidden}, {check.task for check in known}
    tasks = []
    for task in result.tasks:
        if task.id not in touched:
            tasks.append(task)
        elif task.id in left:
            mine = [check for check in known if check.task == task.id]
            tasks.append(
                msgspec.structs.replace(
                    task,
                    marks=sum((check.marks for check in mine), Fraction(0)),
                    max_marks=sum((check.max_marks for check in mine), Fraction(0)),
                )
            )
    full = sum((task.max_marks for task in tasks), Fraction(0))
    return msgspec.structs.replace(
        result,
        checks=known,
        tasks=tuple(tasks),
        marks=sum((task.marks for task in tasks), Fraction(0)),
        max_marks=full,
        adjustments=tuple(
            msgspec.structs.replace(change, amount=max(change.amount, -full))
            for change in result.adjustments
        ),
    )
