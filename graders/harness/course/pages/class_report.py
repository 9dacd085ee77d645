"""The report on a class for staff: what needs review, marks, hard checks, faults.

A terminal shows the summary alone; `class_page` adds what has room on a page. It names people and
shows hidden checks.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from rich.console import Console

from graders.harness.course.pages.attention import Attention, SharedReason, by_shared_reason
from graders.harness.course.pages.distribution import Distribution
from graders.harness.course.pages.gradebook import GradingState
from graders.harness.course.pages.identical import SameFile
from graders.harness.course.pages.items import Item
from graders.harness.course.pages.result_changes import CheckChange, ResultChange
from graders.harness.course.pages.summary import ClassSummary
from graders.harness.diagnosis import FaultGroup
from graders.harness.reports.console import how_many, marks_in_words
from graders.harness.reports.document import model as doc
from graders.harness.reports.document.terminal_painter import paint

COMMONEST = 3
"""Faults shown in a terminal; the page of the class has all."""
CHECKS_SHOWN = 3
"""Changed checks listed for a submission."""
SHOWN = 40
"""Lines shown of a list in a terminal; the gradebook has all."""
TONES = {
    GradingState.GRADED: doc.Tone.GOOD,
    GradingState.NOT_GRADABLE: doc.Tone.ALARM,
    GradingState.UNREADABLE: doc.Tone.BAD,
    GradingState.UNDECIDED: doc.Tone.CAUTION,
    GradingState.NOT_RUN: doc.Tone.CAUTION,
    GradingState.MISSING: doc.Tone.OPEN,
}
_NONE: Mapping[str, str] = MappingProxyType({})


def render(summary: ClassSummary, *, console: Console) -> None:
    """Print *summary* on *console*."""
    paint(ClassReport(summary).summarised(), console, None)


def counted(
    heading: str, count: int, body: Sequence[doc.Block], id: str = ""
) -> Iterator[doc.Section]:
    """Yield a section about *count* things, unless there are none; {} in *heading* is the count."""
    if count:
        yield doc.Section(heading.format(count), body, id)


def listed(rows: Sequence[doc.Row], most: int | None = SHOWN) -> doc.Rows:
    """Return a list of the first rows, and the number of others."""
    if most is None or len(rows) <= most:
        return doc.Rows(rows)
    return doc.Rows([*rows[:most], doc.Row([doc.quiet(f"... {len(rows) - most} more")])])


def joined(
    names: Sequence[doc.Line], between: str = ", ", most: int | None = SHOWN
) -> list[doc.Span]:
    """Return the first names on a line, and the number of others."""
    line = [span for name in names[:most] for span in (doc.Span(between), *name)][1:]
    more = 0 if most is None else len(names) - most
    return [*line, doc.quiet(f" and {more} more")] if more > 0 else line


def reasons(texts: Sequence[str]) -> list[doc.Span]:
    """Return reasons for review below a row, a line each."""
    return doc.lines([[doc.Span(text, tone=doc.Tone.CAUTION)] for text in texts])


def percent(item: Item) -> int:
    """Return the share of submissions that did not pass a check."""
    return math.floor(item.share * 100 + Fraction(1, 2))


class ClassReport:
    """The report on a class."""

    most: int | None = SHOWN
    """Lines shown of a list; None for all."""

    def __init__(
        self,
        summary: ClassSummary,
        links: Mapping[str, str] = _NONE,
        people: Mapping[str, str] = _NONE,
    ) -> None:
        """links: submission -> link to its page; people: submission -> authors that its name does
        not name.
        """
        self.summary, self.links, self.people = summary, links, people

    def summarised(self) -> Iterator[doc.Block]:
        """Yield the summary from top to bottom."""
        summary = self.summary
        yield doc.Paragraph([doc.strong(summary.assignment)])
        states = ", ".join(f"{count} {state.value}" for state, count in summary.states)
        yield doc.Paragraph(doc.plain(f"{summary.people} in all: {states or 'none'}"))
        if unmarked := self.unmarked():
            yield doc.Paragraph([unmarked])
        if marks := summary.marks:
            yield doc.Section("Marks", [figures(marks), histogram(marks)], "marks")
        if marks := summary.whole_marks:
            people = how_many(marks.count, "person", "people")
            heading = f"Whole marks, with those of tutors ({people})"
            yield doc.Section(heading, [figures(marks)], "whole-marks")
        if summary.hardest:
            yield doc.Section("Hardest checks", [_hardest(summary.hardest)], "hardest")
        faults = [_fault(group) for group in summary.groups[:COMMONEST]]
        yield from counted("Commonest faults", len(faults), [doc.Rows(faults)], "faults")
        yield from self.review()
        yield from self.identical()
        yield from self.missing()
        yield from self.changed()

    def unmarked(self) -> doc.Span | None:
        """Return how many submissions wait for a tutor, if any do."""
        unmarked, of = self.summary.unmarked or (0, 0)
        text = f"{unmarked} of {of} not marked yet by a tutor"
        return doc.Span(text, tone=doc.Tone.CAUTION) if unmarked else None

    def review(self) -> Iterator[doc.Section]:
        """Yield the submissions that need review, those with a shared reason together."""
        shared, others = by_shared_reason(self.summary.attention)
        rows = [
            *map(self._shared, shared),
            *listed([*map(self._attention, others)], self.most).rows,
        ]
        heading = "Needs review ({})"
        yield from counted(heading, len(self.summary.attention), [doc.Rows(rows)], "attention")

    def identical(self) -> Iterator[doc.Section]:
        """Yield the files that several submissions share."""
        alike = [
            joined([self.linked(name) for name in group], most=self.most)
            for group in self.summary.identical
        ]
        alike += [self._shared_file(same) for same in self.summary.same_files]
        body = [listed([doc.Row(line) for line in alike], self.most)]
        yield from counted("Identical files ({})", len(alike), body, "identical")

    def missing(self) -> Iterator[doc.Section]:
        """Yield the people without a submission."""
        names = [doc.plain(name) for name in self.summary.missing]
        body = [doc.Paragraph(joined(names, "; ", self.most))]
        yield from counted("Missing ({})", len(names), body, "missing")

    def changed(self) -> Iterator[doc.Section]:
        """Yield what changed since the last run."""
        rows = [self._change(change) for change in self.summary.changes]
        body = [listed(rows, self.most)]
        yield from counted("Changed since the last run ({})", len(rows), body, "changes")

    def linked(self, submission: str, *, strong: bool = False) -> list[doc.Span]:
        """Return a submission's name, linked to its page, and its authors."""
        authors = self.people.get(submission, "")
        name = doc.Span(submission, strong, href=self.links.get(submission, ""))
        return [name, doc.quiet(f" {authors}")] if authors else [name]

    def _shared_file(self, same: SameFile) -> list[doc.Span]:
        files = joined([[doc.code(name)] for name in same.names], most=self.most)
        alike = joined([self.linked(name) for name in same.submissions], most=self.most)
        return [*files, doc.Span(": "), *alike]

    def _place(self, item: Attention) -> doc.Line:
        """Return the submission of *item* if its people are not named after it, or a link."""
        href = self.links.get(item.submission, "")
        is_named = item.who == (item.submission,)
        text = "report" if is_named and href else "" if is_named else item.submission
        return [doc.Span(text, quiet=True, href=href)] if text else ()

    def _shared(self, shared: SharedReason) -> doc.Row:
        who = doc.strong(f"{how_many(len(shared.people), 'person', 'people')}: ")
        names: list[doc.Line] = []
        for item in shared.items:
            names += [[doc.Span(name)] for name in item.who]
            if href := self.links.get(item.submission):
                link = doc.Span("report", quiet=True, href=href)
                names[-1] = [*names[-1], doc.Span(" "), link]
        why = doc.Span(shared.reason, tone=doc.Tone.CAUTION)
        return doc.Row([who, why], below=joined(names, "; ", self.most), folded=True)

    def _attention(self, item: Attention) -> doc.Row:
        who = joined([[doc.strong(name)] for name in item.who], "; ", self.most)
        return doc.Row(who, note=self._place(item), below=reasons(item.reasons))

    def _change(self, change: ResultChange) -> doc.Row:
        """Return the totals before and after, and the changed checks."""
        lines = [[doc.quiet(why)] for why in change.why]
        lines += map(_check_change, change.checks[:CHECKS_SHOWN])
        if (more := len(change.checks) - CHECKS_SHOWN) > 0:
            lines.append([doc.quiet(f"and {how_many(more, 'more check')}")])
        name = self.linked(change.name, strong=True)
        return doc.Row(name, note=doc.plain(_totals(change)), below=doc.lines(lines))


def _check_change(check: CheckChange) -> list[doc.Span]:
    """Return the verdicts of a check before and after."""
    before, after = (
        "absent" if verdict is None else verdict.words for verdict in (check.before, check.after)
    )
    return [doc.code(check.id), doc.Span(f" {before}, now {after}")]


def _totals(change: ResultChange) -> str:
    was, now = (
        "no mark" if mark is None else marks_in_words(mark)
        for mark in (change.before, change.after)
    )
    if change.appeared:
        return f"new, {now}"
    if change.vanished:
        return f"gone, was {was}"
    return f"{was}, as before" if was == now else f"was {was}, now {now}"


def figures(marks: Distribution) -> doc.KeyFigures:
    """Return the figures of a distribution."""
    first, third = [marks_in_words(quartile) for quartile in marks.quartiles]
    full = f" of {marks_in_words(marks.out_of)}"
    return doc.KeyFigures(
        [
            ("mean", [doc.Span(marks_in_words(marks.mean)), doc.quiet(full)]),
            ("median", doc.plain(marks_in_words(marks.median))),
            ("quartiles", [doc.Span(first), doc.quiet(" and "), doc.Span(third)]),
            ("lowest", doc.plain(marks_in_words(marks.lowest))),
            ("highest", doc.plain(marks_in_words(marks.highest))),
        ]
    )


def histogram(marks: Distribution) -> doc.Histogram:
    """Return the histogram of a distribution."""
    name = f"Marks of {how_many(marks.count, 'submission')}"
    return doc.Histogram(name, marks.bins, marks.median)


def _hardest(items: Sequence[Item]) -> doc.DataTable:
    columns = [doc.DataColumn(number=True), doc.DataColumn(), doc.DataColumn(number=True)]
    rows = [
        [
            [doc.Span(f"{percent(item)} %", tone=doc.Tone.BAD)],
            [doc.Span(item.title), doc.Span("  "), doc.code(item.id)],
            [doc.quiet(f"{item.not_passed} of {item.of}")],
        ]
        for item in items
    ]
    return doc.DataTable(
        "Hardest checks", columns, [doc.TableRow([doc.Cell(line) for line in row]) for row in rows]
    )


def _fault(group: FaultGroup) -> doc.Row:
    count = doc.Span(f"{len(group.submissions):>4}  ", tone=doc.Tone.BAD)
    return doc.Row([count, doc.Span(group.sentence)])
