"""Who reads a report, and what is kept from them. Every report asks here; none decides for itself.

`view` makes a `View`: a result without what its reader may not see. Reports for files and platforms
take a view and nothing else, so what is not in it cannot get out.
"""

from __future__ import annotations

import enum
import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import msgspec

from graders.harness.result import (
    Adjustment,
    CheckResult,
    Result,
    TaskResult,
    Verdict,
    Visibility,
)

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


def sum_of_marks(parts: Iterable[CheckResult | TaskResult]) -> Fraction:
    """Return the marks of checks or tasks together."""
    return sum((part.marks for part in parts), Fraction(0))


def sum_of_maxima(parts: Iterable[CheckResult | TaskResult]) -> Fraction:
    """Return the maximum marks of checks or tasks together."""
    return sum((part.max_marks for part in parts), Fraction(0))


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
        checks = _checks_of(task, self.result.checks)
        hidden, known = apart(checks, self.audience)
        if not hidden:
            return None
        full = max(task.max_marks - sum_of_maxima(known), Fraction(0))
        marks = task.marks - sum_of_marks(known)
        return min(max(marks, Fraction(0)), full), full

    def at_stake(self, task: TaskResult) -> Fraction:
        """Return the marks of *task* whose checks ran. Hidden checks count all or none."""
        checks = _checks_of(task, self.result.checks)
        not_run = [check for check in checks if check.verdict is Verdict.NOT_RUN]
        hidden, known = apart(not_run, self.audience)
        left_out = sum_of_maxima(known)
        together = self.hidden_marks(task)
        if hidden and together is not None:
            left_out += together[1]
        return max(task.max_marks - left_out, Fraction(0))


def _checks_of(task: TaskResult, checks: Iterable[CheckResult]) -> list[CheckResult]:
    return [check for check in checks if check.task == task.id]


def title_only(check: CheckResult, audience: Audience) -> bool:
    """Return whether *audience* may know no more of *check* than its title, and whether it passed.

    Then its id, marks, message and exhibits stay out of the report: each of them can tell what a
    hidden check tries. So can how it failed, by what the program does on purpose: raise for one
    input, run out of time for another.
    """
    return audience is Audience.STUDENT and check.visibility is Visibility.HIDDEN


def apart(
    checks: Iterable[CheckResult], audience: Audience
) -> tuple[list[CheckResult], list[CheckResult]]:
    """Return the checks of which *audience* may know a title at most, and all others."""
    hidden: list[CheckResult] = []
    known: list[CheckResult] = []
    for check in checks:
        group = hidden if title_only(check, audience) else known
        group.append(check)
    return hidden, known


def sees_intake(audience: Audience) -> bool:
    """Return whether *audience* sees flags and intake notes: both are remarks to staff about a
    person's submission.
    """
    return audience is Audience.STAFF


def view(
    result: Result, audience: Audience, disclosure: Disclosure = Disclosure.TITLE
) -> View:
    """Return *result* as *audience* sees it.

    For students a hidden check is a title and passed or failed at most: its id is a number, its
    marks are in its task's only, and it comes after the public checks of its task, in the order of
    what is told: its place tells nothing.
    """
    if audience is Audience.STAFF:
        return View(audience, result)
    hidden, public = apart(result.checks, audience)
    if disclosure is Disclosure.NOTHING:
        result = msgspec.structs.replace(result, adjustments=_on_public_checks(result))
    result = msgspec.structs.replace(students_texts(result), flags=(), notes=())
    if hidden and disclosure is Disclosure.NOTHING:
        return View(audience, _without(result, hidden, public), partial=True)

    def disclosed(check: CheckResult) -> tuple[str, str, str]:
        return (
            check.task,
            _disclosed_title(check, disclosure),
            _disclosed_verdict(check).value,
        )

    numbers: Counter[str] = Counter()
    bare = []
    for check in sorted(hidden, key=disclosed):
        numbers[check.task] += 1
        bare.append(_bare(check, numbers[check.task], disclosure))
    tasks = list(dict.fromkeys(check.task for check in result.checks))
    ordered = sorted([*public, *bare], key=lambda check: tasks.index(check.task))
    return View(audience, msgspec.structs.replace(result, checks=tuple(ordered)))


def _on_public_checks(result: Result) -> tuple[Adjustment, ...]:
    """Return the adjustments that are not on a hidden check."""
    hidden = _hidden_ids(result)
    return tuple(change for change in result.adjustments if change.about not in hidden)


def _hidden_ids(result: Result) -> set[str]:
    return {check.id for check in apart(result.checks, Audience.STUDENT)[0]}


def students_texts(result: Result) -> Result:
    """Return *result* with findings and adjustments as students are told of them."""
    hidden = _hidden_ids(result)
    findings = []
    for finding in result.findings:
        source = _for_students(finding.source)
        findings.append(msgspec.structs.replace(finding, source=source))
    adjustments = [
        _disclosed_adjustment(change, hidden) for change in result.adjustments
    ]
    return msgspec.structs.replace(
        result, findings=tuple(findings), adjustments=tuple(adjustments)
    )


def _disclosed_adjustment(change: Adjustment, hidden: Container[str]) -> Adjustment:
    """Return *change* as students are told of it: never with the id of a *hidden* check that a
    person decided on.
    """
    reason = _for_students(change.reason)
    if change.about in hidden:
        return msgspec.structs.replace(
            change, rule="decision on a hidden check", reason=reason, about=""
        )
    return msgspec.structs.replace(change, reason=reason)


def cites_facts(result: Result) -> bool:
    """Return whether findings or adjustments of *result* cite sections of the assignment's page of
    facts ("spec 13").
    """
    reasons = [finding.source for finding in result.findings]
    reasons += [change.reason for change in result.adjustments]
    return any(_for_students(reason) != reason for reason in reasons)


def _for_students(reason: str) -> str:
    """Return *reason* without sections of the page of facts, which is for staff: students have the
    handout.
    """
    return _SECTION_FIRST.sub("the handout: ", _SECTION.sub("", reason))


def seen_by(audience: Audience, result: Result) -> Result:
    """Return *result* without what *audience* may not see; see `view`."""
    return view(result, audience).result


def _disclosed_title(check: CheckResult, disclosure: Disclosure) -> str:
    return check.title if disclosure is Disclosure.TITLE else ""


def _disclosed_verdict(check: CheckResult) -> Verdict:
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
        title=_disclosed_title(check, disclosure),
        verdict=_disclosed_verdict(check),
        marks=Fraction(0),
        max_marks=Fraction(0),
        visibility=check.visibility,
    )


def _without(
    result: Result, hidden: Iterable[CheckResult], public: Sequence[CheckResult]
) -> Result:
    """Return *result* with *public* checks alone. A task of *hidden* checks alone goes with them.

    What is taken off is not more than there is left: all marks, where a submission came too late,
    would tell how many.
    """
    touched = {check.task for check in hidden}
    tasks = []
    for task in result.tasks:
        checks = _checks_of(task, public)
        if task.id not in touched:
            tasks.append(task)
        elif checks:
            marks, full = sum_of_marks(checks), sum_of_maxima(checks)
            tasks.append(msgspec.structs.replace(task, marks=marks, max_marks=full))
    full = sum_of_maxima(tasks)
    adjustments = []
    for change in result.adjustments:
        amount = max(change.amount, -full)
        adjustments.append(msgspec.structs.replace(change, amount=amount))
    return msgspec.structs.replace(
        result,
        checks=tuple(public),
        tasks=tuple(tasks),
        marks=sum_of_marks(tasks),
        max_marks=full,
        adjustments=tuple(adjustments),
    )
