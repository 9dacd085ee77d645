"""Names of verdicts and the order of checks, shared by all reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

import msgspec

from graders.harness.assignment.naming import first_of
from graders.harness.assignment.notation import TYPED
from graders.harness.diagnosis import KnownFault
from graders.harness.intake.grouping import grouped
from graders.harness.reports.audience import (
    Audience,
    RedactedResult,
    apart,
    title_only,
)
from graders.harness.reports.console import marks_in_words
from graders.harness.reports.loading import loop_of, lost, unloaded
from graders.harness.reports.shared_cause import shared_cause
from graders.harness.result import (
    VERDICTS,
    Adjustment,
    CheckResult,
    Exhibit,
    Finding,
    Result,
    Text,
    Verdict,
    not_passed,
)

ALIKE = 3
"""Number of checks with identical messages from which they are grouped."""
UNNAMED = "a hidden check"
"""Title of a hidden check whose title is withheld."""
COVERED, MOST_COVERED = 6, 20
"""Checks listed by id in a partial run, and the most that can run for any to be listed."""
NOT_JUDGED = "not judged"
"""Verdict of a check blocked by a file that is missing or does not load."""
NOT_PASSED = "did not pass"
"""Verdict of a hidden check for students."""


SEVERITIES = {"breach": "Rule broken", "review": "For your tutor", "note": "Advice"}
"""Names of a finding's severity."""


def kind_of_sum(seen: RedactedResult) -> str:
    """Return of what the total of a graded submission is the sum."""
    kind = "marks of the automatic part" if seen.result.manual else "marks"
    if seen.partial:
        kind = "marks of the public checks"
    return kind + before_adjustments(seen.result)


def before_adjustments(result: Result) -> str:
    """Return the marks before adjustments, to be put behind the kind of a total; "" if none
    changes them.
    """
    if not any(change.amount for change in result.adjustments):
        return ""
    return f", {marks_in_words(result.marks)} before adjustments"


def coverage(reached: Fraction, full: Fraction) -> str:
    """Return in words how many of the *full* marks the checks that ran are worth."""
    return f"This run covers {marks_in_words(reached)} of the {marks_in_words(full)} marks"


def what_ran(checks: Iterable[CheckResult]) -> str:
    """Return the checks that ran, if they are few; else that others did not run."""
    ids = [check.id for check in checks if check.verdict is not Verdict.NOT_RUN]
    return (
        first_of(ids, COVERED) if 0 < len(ids) <= MOST_COVERED else "the other checks did not run"
    )


def severity(finding: Finding) -> str:
    """Return the severity of *finding* in words."""
    return SEVERITIES.get(finding.severity, finding.severity)


def words(check: CheckResult, audience: Audience = Audience.STAFF) -> str:
    """Return the verdict of *check* in words, as *audience* may see it."""
    if check.verdict is Verdict.FAILED and title_only(check, audience):
        return NOT_PASSED
    return NOT_JUDGED if unloaded(check) else check.verdict.words


def counted(
    checks: Iterable[CheckResult], audience: Audience
) -> Iterator[tuple[Verdict, int, str]]:
    """Yield verdicts, numbers of checks and words for *audience*, in the order of verdicts.

    Students get one count of all failures.
    """
    listed_checks = list(checks)
    hidden = sum(title_only(check, audience) for check in not_passed(listed_checks))
    of_failed = f"{NOT_PASSED} ({hidden} of them hidden)" if hidden else NOT_PASSED
    counts = Counter(
        (check.verdict, words(check, audience))
        if audience is Audience.STAFF or not check.verdict.group.is_submissions
        else (Verdict.FAILED, of_failed)
        for check in listed_checks
    )
    order = list(Verdict)
    for verdict, phrase in sorted(
        counts, key=lambda end: (order.index(end[0]), end[1] == NOT_JUDGED)
    ):
        count = counts[verdict, phrase]
        if count > 1 and phrase == verdict.words:
            phrase = VERDICTS[verdict].words_of_many or phrase
        yield verdict, count, phrase


def by_whom(result: Result) -> Iterator[tuple[str, list[Adjustment]]]:
    """Yield the adjustments by rules, those decided by people, and people's remarks, which cost
    nothing, under their headings.

    The rule of a remark has the title of the check that it is about, if *result* shows that check.
    """
    titles = {check.id: f' on "{check.title}"' for check in result.checks}
    by_rule, decided, remarks = (
        list[Adjustment](),
        list[Adjustment](),
        list[Adjustment](),
    )
    for change in result.adjustments:
        group = by_rule if not change.by else decided if change.amount else remarks
        group.append(change)
    remarks = [
        msgspec.structs.replace(remark, rule=remark.rule + titles.get(remark.about, ""))
        for remark in remarks
    ]
    headings = ("Adjustments", "Decided by staff", "Comments by staff")
    for heading, changes in zip(headings, (by_rule, decided, remarks), strict=True):
        if changes:
            yield heading, changes


def comment_lines(result: Result) -> Iterator[str]:
    """Yield the tutors' comments as text, each with its lines in front."""
    for comment in result.comments:
        yield f"{comment.where}: {comment.text}" if comment.where else comment.text


def worst_first(
    checks: Iterable[CheckResult],
    audience: Audience,
    known: Mapping[str, KnownFault] = MappingProxyType({}),
) -> tuple[list[list[CheckResult]], list[CheckResult]]:
    """Return the checks that did not pass: blocks, worst first, and those limited to a title.

    Grader's faults come first, then unusable files, then the largest losses of marks. Blocks and
    *known*: see :func:`alike`.
    """
    bare, whole = apart(not_passed(checks), audience)
    blocks = alike(whole, known)
    blocks.sort(
        key=lambda block: (
            block[0].verdict is not Verdict.GRADER_FAULT,
            unloaded(block[0]) is None,
            -lost(block),
        )
    )
    return blocks, bare


def alike(
    checks: Sequence[CheckResult], known: Mapping[str, KnownFault]
) -> list[list[CheckResult]]:
    """Group checks blocked by the same file, checks that raised the same exception in the same line
    or ran out of time in the same loop, checks with a shared cause, and checks with identical
    messages and the same exhibits, apart from what was typed.

    known: faults of which one check shows as much as all, by the ids of these checks; they are
    grouped by it.
    """
    causes = {check.id: _cause(check, known.get(check.id)) for check in checks}
    groups = grouped(checks, lambda check: causes[check.id])
    blocks: list[list[CheckResult]] = []
    for check in checks:
        group = groups[causes[check.id]]
        if unloaded(check) is None and len(group) < ALIKE:
            blocks.append([check])
        elif check is group[0]:
            blocks.append(group)
    return blocks


def _place(check: CheckResult) -> object:
    """Return the line in which *check* raised an exception, or the text of the loop in which it ran
    out of time; 0 or "" if there is none.
    """
    return check.reason.line if check.verdict is Verdict.RAISED else loop_of(check)


def _cause(check: CheckResult, fault: KnownFault | None) -> tuple[object, ...]:
    file = unloaded(check)
    if file is not None:
        return (file,)
    if fault is not None:
        return check.verdict, fault
    if shared := shared_cause(check):
        return (shared,)
    if check.cause:
        return check.verdict, check.cause, _place(check) or _seen(check)
    return (check.id,)


def _seen(check: CheckResult) -> tuple[Exhibit, ...]:
    """Return the exhibits of *check*, without the typed lines if there are others."""
    others = tuple(
        exhibit
        for exhibit in check.exhibits
        if not (isinstance(exhibit, Text) and exhibit.label == TYPED)
    )
    return others or check.exhibits
