"""The page of a class: marks by part, checks, common mistakes, and a table of all students.

It is for staff only: it names people and shows hidden checks.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from urllib.parse import quote

from markupsafe import Markup

from graders.harness.course.pages.attention import by_shared_reason
from graders.harness.course.pages.counterexamples import Counterexample
from graders.harness.course.pages.distribution import Distribution, PartKind
from graders.harness.course.pages.gradebook import (
    GradebookRow,
    GradingState,
    marked_parts,
    part_marks,
    results_of,
    task_marks,
    tasks_of,
    whole_mark,
)
from graders.harness.course.pages.items import FEWEST, Item, chance
from graders.harness.course.pages.summary import ClassSummary
from graders.harness.reports.console import how_many, marks_in_words
from graders.harness.reports.html.exhibits import Shown, show
from graders.harness.reports.html.page_painter import Bar
from graders.harness.reports.html.template import fill
from graders.harness.reports.loading import unloaded_files
from graders.harness.reports.painting import Painter
from graders.harness.reports.result_folder import STAFF_PAGE
from graders.harness.reports.sentences import file_title
from graders.harness.result import (
    Adjustment,
    ManualPart,
    TaskResult,
    adjusted,
    total,
)

TONES = {
    GradingState.GRADED: "passed",
    GradingState.NOT_GRADABLE: "fault",
    GradingState.UNREADABLE: "failed",
    GradingState.UNDECIDED: "limit",
    GradingState.NOT_RUN: "limit",
    GradingState.MISSING: "open",
}
LATE, UNLOADED = "late", "does not load"
NAMED = 6
"""Submissions listed for a counterexample."""


@dataclass(frozen=True, slots=True)
class StudentLine:
    """A row of the table of students."""

    row: GradebookRow
    href: str
    """Link to its page; "" if there is none."""
    tone: str
    tasks: Sequence[Fraction | None]
    adjustments: Fraction | None
    """Their sum."""
    adjusted_by: Sequence[Adjustment]
    total: Fraction | None
    by_hand: Sequence[Fraction | None]
    """Tutors' marks by part, then the whole mark; empty until anybody has a tutor's mark."""
    reasons: Sequence[str]
    """Titles of unusable files, and reasons for review."""
    kinds: Sequence[str]
    """Filters that select the row, besides its status."""


@dataclass(frozen=True, slots=True)
class CheckLine:
    """A row of the table of checks."""

    item: Item
    bar: Bar
    percent: int
    """Of submissions that did not pass."""
    discrimination: str
    """"" if it is unknown."""


@dataclass(frozen=True, slots=True)
class CounterexampleCard:
    """A common counterexample."""

    id: str
    title: str
    count: int
    exhibits: Sequence[Shown]
    named: Sequence[tuple[str, str]]
    """Submissions and links to their pages."""


def class_page(
    summary: ClassSummary,
    rows: Sequence[GradebookRow],
    counterexamples: Sequence[Counterexample],
    painter: Painter | None,
    folders: Mapping[str, str],
    title: str,
    id: str,
) -> bytes:
    """Return the page of a class, UTF-8.

    title, id: the assignment's; painter: draws pictures; folders: submission or
    page (see `pages`) -> its folder, relative to the page.
    """
    links = {submission: f"{quote(folder)}/{STAFF_PAGE}" for submission, folder in folders.items()}
    results = results_of(rows)
    tasks, parts = tasks_of(results), marked_parts(results)
    shared, others = by_shared_reason(summary.attention)
    most = max((item.of for item in summary.items), default=0)
    lines = [_line(row, tasks, parts, links) for row in rows]
    kinds = Counter(chain.from_iterable(line.kinds for line in lines))
    return fill(
        "class.html.jinja",
        title=title,
        id=id,
        summary=summary,
        marks=_marks(summary),
        by_part=[(part, _spark(part.marks)) for part in summary.parts],
        out_of={part.kind: part.marks.out_of for part in summary.parts},
        Kind=PartKind,
        with_adjustments=any(result.adjustments for result in results),
        shared_reasons=shared,
        attention=others,
        hardest=[_check_line(item) for item in summary.hardest],
        all_checks=[_check_line(item) for item in summary.items],
        chance=f"{chance(most):.2f}" if most >= FEWEST else "",
        fewest=FEWEST,
        doubtful=any(item.is_doubtful for item in summary.items),
        common=[_common(one, painter, links) for one in counterexamples],
        tasks=tasks,
        parts_by_hand=parts,
        lines=lines,
        kinds=[(kind, kinds[kind]) for kind in (LATE, UNLOADED) if kinds[kind]],
        people=_people(rows),
        links=links,
        states=summary.states,
        named=any(row.shown != row.submission for row in rows),
        with_id=any(row.student_id for row in rows),
        with_group=any(row.group for row in rows),
        with_late=any(row.days_late for row in rows),
        tones=TONES,
    )


def _people(rows: Sequence[GradebookRow]) -> Mapping[str, str]:
    """Return the authors of submissions that are not named after them."""
    people: dict[str, list[str]] = {}
    for row in rows:
        if row.submission and row.shown != row.submission:
            people.setdefault(row.submission, []).append(row.shown)
    return {submission: "; ".join(names) for submission, names in people.items()}


def _percent(share: Fraction) -> int:
    return math.floor(share * 100 + Fraction(1, 2))


def _common(
    example: Counterexample, painter: Painter | None, links: Mapping[str, str]
) -> CounterexampleCard:
    named = [(name, links.get(name, "")) for name in sorted(example.submissions)[:NAMED]]
    return CounterexampleCard(
        example.id,
        example.title,
        len(example.submissions),
        list(show(example.exhibits, painter, asked=True)),
        named,
    )


def _by_hand(row: GradebookRow, parts: Sequence[ManualPart]) -> list[Fraction | None]:
    if not parts:
        return []
    return [
        *(part_marks(part, row.result) for part in parts),
        whole_mark(row.result)[0],
    ]


def _line(
    row: GradebookRow,
    tasks: Sequence[TaskResult],
    parts: Sequence[ManualPart],
    links: Mapping[str, str],
) -> StudentLine:
    result, graded = row.result, row.graded
    files = unloaded_files(result) if result else {}
    kinds = {LATE: row.late, UNLOADED: bool(files)}
    return StudentLine(
        row=row,
        href=links.get(row.page or row.submission, "") if result else "",
        tone=TONES[row.state],
        tasks=[task_marks(task, graded) for task in tasks],
        adjustments=adjusted(graded) if graded and graded.adjustments else None,
        adjusted_by=graded.adjustments if graded else (),
        total=total(graded) if graded else None,
        by_hand=_by_hand(row, parts),
        reasons=[*map(file_title, files), *row.reasons],
        kinds=[kind for kind, holds in kinds.items() if holds],
    )


def _check_line(item: Item) -> CheckLine:
    percent, found = _percent(item.share), item.discrimination
    shown = "" if found is None else f"{found:z.2f}"
    return CheckLine(item, Bar(percent, 0), percent, shown)


def _marks(summary: ClassSummary) -> list[tuple[str, Distribution, Markup]]:
    """Return the distributions that are drawn: name, figures, drawing."""
    whole, totals = summary.whole_marks, summary.marks
    named = [("Whole marks", whole), ("Before tutors' marks" if whole else "", totals)]
    return [(name, marks, _histogram(marks)) for name, marks in named if marks]


def _spark(marks: Distribution) -> Markup:
    """Return a small drawing of the distribution, without numbers; "" without a maximum."""
    if marks.out_of <= 0:
        return Markup("")
    most = max(bin.count for bin in marks.bins)
    bars = (
        Markup('<rect x="{}" y="{:.1f}" width="8" height="{:.1f}"/>').format(
            index * 10 + 1, 23 - 22 * bin.count / most, 22 * bin.count / most
        )
        for index, bin in enumerate(marks.bins)
        if bin.count
    )
    return Markup(
        '<svg class="spark" viewBox="0 0 100 24" aria-hidden="true" focusable="false">'
        '{}<path class="axis" d="M0 23.5H100"/></svg>'
    ).format(Markup("").join(bars))


def _histogram(marks: Distribution) -> Markup:
    """Return a drawing of the distribution: bars with counts, and the median."""
    width, height, left, bottom = 640, 190, 20, 30
    wide = (width - 2 * left) / len(marks.bins)
    most = max(bin.count for bin in marks.bins)
    floor = height - bottom
    words = ", ".join(
        f"{marks_in_words(bin.low)} to {marks_in_words(bin.high)}: {bin.count}"
        for bin in marks.bins
        if bin.count
    )
    parts = [
        Markup('<svg class="histogram" viewBox="0 0 {} {}" role="img" aria-label="{}">').format(
            width,
            height,
            f"Marks of {how_many(marks.count, 'submission')}; {words}; median "
            f"{marks_in_words(marks.median)}",
        )
    ]
    texts = []  # drawn over the line of the median
    for index, bin in enumerate(marks.bins):
        x, tall = left + index * wide, (floor - 42) * bin.count / most
        parts.append(
            Markup('<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" rx="2"/>').format(
                x + 2, floor - tall, wide - 4, tall
            )
        )
        if bin.count:
            texts.append(
                Markup('<text x="{:.1f}" y="{:.1f}">{}</text>').format(
                    x + wide / 2, floor - tall - 6, bin.count
                )
            )
        texts.append(
            Markup('<text class="tick" x="{:.1f}" y="{}">{}</text>').format(
                x, floor + 20, marks_in_words(bin.low)
            )
        )
    full = marks_in_words(marks.out_of)
    texts.append(
        Markup('<text class="tick" x="{}" y="{}">{}</text>').format(width - left, floor + 20, full)
    )
    parts.append(
        Markup('<path class="axis" d="M{} {}H{}"/>').format(left, floor + 0.5, width - left)
    )
    if marks.out_of > 0:
        share = float(min(max(marks.median / marks.out_of, Fraction(0)), Fraction(1)))
        x = left + share * (width - 2 * left)
        parts.append(Markup('<path class="median" d="M{0:.1f} 18V{1}"/>').format(x, floor))
        at = min(max(x, left + 50), width - left - 50)
        label = f"median {marks_in_words(marks.median)}"
        texts.append(
            Markup('<text class="median-label" x="{:.1f}" y="12">{}</text>').format(at, label)
        )
    parts += texts
    parts.append(Markup("</svg>"))
    return Markup("").join(parts)
