"""The page of one submission: marks, checks (worst first), findings and notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count

from graders.harness.reports.audience import (
    Audience,
    RedactedResult,
    apart,
    cites_facts,
    sees_intake,
    sum_of_marks,
    sum_of_maxima,
    title_only,
)
from graders.harness.reports.checkup import (
    UNCLEAR,
    Checkup,
    Sections,
    costs_marks,
    kind_of_total,
    next_step,
    only_what_ran,
    sections_of,
)
from graders.harness.reports.diagnosed import PLACES
from graders.harness.reports.html.exhibits import Shown, show
from graders.harness.reports.html.source import MOST_FINDINGS, beside_source
from graders.harness.reports.html.template import fill
from graders.harness.reports.loading import (
    Folded,
    Unloaded,
    flags_of,
    folded,
    not_folded,
    unloaded,
)
from graders.harness.reports.painting import Painter
from graders.harness.reports.sentences import (
    file_reason,
    file_title,
    flag_text,
    message_of,
    note_text,
)
from graders.harness.reports.verdicts import (
    UNNAMED,
    by_whom,
    counted,
    coverage,
    kind_of_sum,
    parts_in_words,
    severity,
    what_ran,
    words,
)
from graders.harness.result import (
    CheckResult,
    Result,
    Status,
    TaskResult,
    Verdict,
    VerdictGroup,
    Visibility,
    not_passed,
    total,
    whole,
)

SIGNS = {
    VerdictGroup.PASSED: "✓",
    VerdictGroup.NOT_RUN: "○",
    VerdictGroup.GRADER_FAULT: "!",
}


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of marks, in percent of its width."""

    earned: float
    ran: float
    """End of the marks at stake."""


@dataclass(frozen=True, slots=True)
class Card:
    """A check, or several with identical messages."""

    anchor: str
    checks: Sequence[CheckResult]
    title: str
    sign: str
    tone: str
    verdict: str
    parts: str
    """How the parts of its check ended, or ""."""
    unclear: bool
    """Whether it may need functions that are not written yet."""
    message: str
    exhibits: Sequence[Shown]
    hidden: bool
    """Whether students see less of it than this page shows."""
    released: bool
    """Whether it is of hidden checks, and shown to their student."""
    file: Unloaded | None
    """The unusable file that blocks its checks."""
    folded: Folded
    """Hidden checks that are shown with the file."""

    @property
    def marks(self) -> Fraction:
        """Marks of its checks."""
        return sum_of_marks(self.checks)

    @property
    def max_marks(self) -> Fraction:
        """Maximum marks of its checks."""
        return sum_of_maxima(self.checks) + self.folded.max_marks


@dataclass(frozen=True, slots=True)
class CheckRow:
    """A check in a list: title and marks only."""

    check: CheckResult
    title: str
    bare: bool
    """Whether its id and marks are withheld."""


@dataclass(frozen=True, slots=True)
class TaskSummary:
    """A task and the counts of its checks."""

    task: TaskResult | None
    bar: Bar
    passed: int
    of: int


@dataclass(frozen=True, slots=True)
class NotWritten:
    """The functions that are not written yet, and the checks that wait for them."""

    count: str
    by_file: Mapping[str, Sequence[str]]
    checks: Sequence[tuple[str, Sequence[CheckRow]]]
    """By task."""
    waiting: int


def page(
    seen: RedactedResult,
    title: str,
    painter: Painter | None,
    sources: Mapping[str, bytes] | None = None,
    class_page: str = "",
    *,
    people: Sequence[str] = (),
    checkup: Checkup | None = None,
) -> bytes:
    """Return the page of *seen*, UTF-8.

    title: the assignment's title; painter: draws pictures; sources: the
    submission's files, to show the lines with findings; class_page: link to the page of the class,
    or ""; people: names of the authors, if known; checkup: of a student's own check, whose page
    shows the checks that ran.
    """
    is_own, checkup = checkup is not None, checkup or Checkup()
    seen = only_what_ran(seen, checkup) if is_own else seen
    result, audience = seen.result, seen.audience
    gradable = result.status is Status.GRADED
    numbers = count(1)
    sections = sections_of(seen, checkup)
    bare, _ = apart(not_passed(result.checks), audience)
    at_stake = sum(map(seen.at_stake, result.tasks), Fraction(0))
    marks, full = whole(result) or (total(result), result.max_marks)
    all_marks = checkup.whole if checkup.chosen else result.max_marks
    counts = Counter(check.verdict for check in result.checks)
    return fill(
        "page.html.jinja",
        title=title,
        headings=_headings(result, title, people, is_own),
        result=result,
        total=total(result),
        whole=whole(result),
        kind=kind_of_total(result, checkup) if is_own else kind_of_sum(seen),
        is_own=is_own,
        unclear=UNCLEAR,
        next_step=next_step(seen, checkup, sections),
        about_files=checkup.remarks,
        costs_marks=costs_marks(result),
        not_written=_not_written(seen, checkup, sections),
        adjustments=by_whom(result),
        staff=audience is Audience.STAFF,
        facts=f"docs/assignments/{result.assignment}.md" if cites_facts(result) else "",
        gradable=gradable,
        class_page=class_page,
        bar=_bar(
            marks,
            at_stake + full - result.max_marks - sections.open_marks(),
            full,
            gradable,
        ),
        at_stake=at_stake,
        all_marks=all_marks,
        coverage=f"{coverage(at_stake, all_marks)}: {what_ran(result.checks)}.",
        counted=[
            (SIGNS.get(v.group, "✗"), tone(v), count, told)
            for v, count, told in counted(sections.judged(result), audience)
        ],
        tasks=[_part(seen, task, gradable, sections) for task in result.tasks],
        cards=[
            _card(block, painter, f"check-{next(numbers)}", seen, sections.unclear)
            for block in sections.blocks
        ],
        bare=[_row(check, audience) for check in not_folded(seen, bare)],
        passed=_listed(seen, Verdict.PASSED),
        not_run=_listed(seen, Verdict.NOT_RUN),
        how_many=(counts[Verdict.PASSED], counts[Verdict.NOT_RUN]),
        words=lambda check: words(check, audience),
        severity=severity,
        tone=tone,
        sign=lambda verdict: SIGNS.get(verdict.group, "✗"),
        files=beside_source(result.findings, sources or {}, result.comments),
        remarks=[one for one in result.comments if not one.file],
        findings_left_out=max(len(result.findings) - MOST_FINDINGS, 0),
        flags=[flag_text(item) for item in flags_of(result)] if sees_intake(audience) else (),
        diagnosis=seen.diagnosis,
        hints=seen.hints,
        places=seen.places,
        places_heading=PLACES,
        notes=[note_text(note) for note in result.notes] if sees_intake(audience) else (),
    )


def _headings(
    result: Result, title: str, people: Sequence[str], is_own: bool
) -> tuple[str, str, str]:
    """Return the heading of a page, and the lines above and below it."""
    if is_own:
        return title, "Check of your files", ""
    if people:
        return " · ".join(people), title, f"handed in as {result.submission}"
    return result.submission, title, ""


def _not_written(seen: RedactedResult, checkup: Checkup, sections: Sections) -> NotWritten | None:
    if not checkup.unwritten:
        return None
    rows = _by_task(seen, sections.waiting)
    return NotWritten(checkup.count(), checkup.by_file(), rows, len(sections.waiting))


def tone(verdict: Verdict) -> str:
    """Return the CSS class for a verdict's colour."""
    return verdict.group.value


def _bar(marks: Fraction, ran: Fraction, full: Fraction, gradable: bool) -> Bar:
    """Return a bar that is full only for full marks and empty only for no marks."""
    if full <= 0 or not gradable:
        return Bar(0, 0)
    earned = min(max(marks / full, Fraction(0)), Fraction(1))
    earned = max(min(earned, Fraction(99, 100)), Fraction(1, 100)) if 0 < earned < 1 else earned
    return Bar(
        round(float(earned * 100), 2),
        round(float(min(max(ran / full, earned), Fraction(1)) * 100), 2),
    )


def _part(
    seen: RedactedResult, task: TaskResult, gradable: bool, sections: Sections
) -> TaskSummary:
    checks = [check for check in seen.result.checks if check.task == task.id]
    passed = sum(check.verdict is Verdict.PASSED for check in checks)
    return TaskSummary(
        task,
        _bar(
            task.marks,
            seen.at_stake(task) - sections.open_marks(task.id),
            task.max_marks,
            gradable,
        ),
        passed,
        len(checks),
    )


def _card(
    block: Sequence[CheckResult],
    painter: Painter | None,
    anchor: str,
    seen: RedactedResult,
    unclear: Container[str],
) -> Card:
    first, file, audience = block[0], unloaded(block[0]), seen.audience
    verdict = words(first, audience)
    title = first.shown if len(block) == 1 else f"{len(block)} checks: {verdict}"
    title = file_title(file) if file else title
    return Card(
        anchor=anchor,
        checks=block,
        title=title,
        sign=SIGNS.get(first.verdict.group, "✗"),
        tone=tone(first.verdict),
        verdict=verdict,
        unclear=first.id in unclear,
        parts="" if file else parts_in_words(first, seen.result.checks),
        message=file_reason(first.reason) if file else message_of(first),
        exhibits=list(show(first.exhibits, painter)),
        hidden=audience is Audience.STAFF
        and all(check.visibility is Visibility.HIDDEN for check in block),
        released=all(check.visibility is Visibility.RELEASED for check in block),
        file=file,
        folded=folded(seen, block) if file else Folded(),
    )


def _row(check: CheckResult, audience: Audience) -> CheckRow:
    bare = title_only(check, audience)
    return CheckRow(check, check.title or (UNNAMED.capitalize() if bare else check.id), bare)


def _listed(seen: RedactedResult, verdict: Verdict) -> list[tuple[str, list[CheckRow]]]:
    """Return the checks with *verdict*, by task."""
    chosen = [check for check in seen.result.checks if check.verdict is verdict]
    return _by_task(seen, chosen)


def _by_task(
    seen: RedactedResult, checks: Sequence[CheckResult]
) -> list[tuple[str, list[CheckRow]]]:
    names = {task.id: task.shown for task in seen.result.tasks}
    by_task: dict[str, list[CheckRow]] = {}
    for check in checks:
        by_task.setdefault(check.task, []).append(_row(check, seen.audience))
    return [(names.get(task, task), rows) for task, rows in by_task.items()]
