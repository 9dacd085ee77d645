"""The summary of a class for staff: marks, hard checks, and submissions that need review.

`summarise` makes a plain `ClassSummary` from a gradebook's rows, and `render` prints it; other
formats can use it as well. It is for staff only: it names people and shows hidden checks.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from graders.harness.course.pages.attention import (
    Attention,
    SharedReason,
    by_shared_reason,
)
from graders.harness.course.pages.distribution import (
    Distribution,
    PartKind,
    PartMarks,
    parts_of,
)
from graders.harness.course.pages.gradebook import (
    GradebookRow,
    GradingState,
    is_unmarked,
)
from graders.harness.course.pages.identical import SameFile, prints_of, same_files
from graders.harness.course.pages.items import Item, items_of
from graders.harness.course.pages.result_changes import CheckChange, ResultChange
from graders.harness.course.pages.sections import ClassDocument
from graders.harness.diagnosis import FaultGroup
from graders.harness.intake.grouping import grouped
from graders.harness.reports.console import CAUTION, how_many, marks_in_words
from graders.harness.result import Result

HARDEST = 10
COMMONEST = 3
"""Faults shown in a terminal; the page of the class has all."""
CHECKS_SHOWN = 3
"""Changed checks listed for a submission."""
HISTOGRAM = 40
"""Columns of the longest bar."""
_NONE: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ClassSummary:
    """The summary of a class."""

    assignment: str
    people: int
    """Rows of the gradebook: people, or deliveries without a roster."""
    states: tuple[tuple[GradingState, int], ...]
    """Number of people by state, without zeros."""
    missing: tuple[str, ...]
    """People on the roster without a submission, raw names."""
    items: tuple[Item, ...]
    """Every check, in the order of the results."""
    attention: tuple[Attention, ...]
    identical: tuple[tuple[str, ...], ...]
    """Groups of deliveries of different people with identical bytes; names of deliveries."""
    same_files: tuple[SameFile, ...]
    """Files that different people share, apart from comments and white space."""
    changes: tuple[ResultChange, ...]
    enrolment: tuple[str, ...] = ()
    """Changes of the roster, raw lines."""
    groups: tuple[FaultGroup, ...] = ()
    """Submissions with the same fault, the largest group first."""
    unmarked: tuple[int, int] | None = None
    """Number of submissions with an unmarked part, and of those with parts for tutors; None if 0.
    """
    parts: tuple[PartMarks, ...] = ()
    """The marks of each part of the assignment, and of the whole, in the order of the gradebook."""

    @property
    def hardest(self) -> tuple[Item, ...]:
        """Return the checks that the largest share did not pass."""
        hard = (item for item in self.items if item.not_passed)
        hardest_first = sorted(hard, key=lambda item: (-item.share, -item.not_passed, item.id))
        return tuple(hardest_first[:HARDEST])

    @property
    def marks(self) -> Distribution | None:
        """Return the totals of the automatic part; None if nobody was graded."""
        return self._of(PartKind.TOTAL)

    @property
    def whole_marks(self) -> Distribution | None:
        """Return the whole marks; None if nobody is marked in all parts."""
        return self._of(PartKind.WHOLE)

    def _of(self, kind: PartKind) -> Distribution | None:
        return next((part.marks for part in self.parts if part.kind is kind), None)


def summarise(
    assignment: str,
    rows: Sequence[GradebookRow],
    *,
    digests: Mapping[str, str] = _NONE,
    files: Mapping[str, Mapping[str, str]] = _NONE,
    given: Mapping[str, bytes] = _NONE,
    changes: Iterable[ResultChange] = (),
    enrolment: Iterable[str] = (),
    groups: Iterable[FaultGroup] = (),
) -> ClassSummary:
    """Return the summary of a class.

    digests: delivery's name -> digest of its files' names and bytes, to find identical ones; files:
    delivery's name -> prints of its files, see `identical`; given: files given to everybody, which
    are ignored; changes: since the last run, see `result_changes.compare`; enrolment: see
    `enrolment.changes`; groups: by fault. A submission of several people counts once for checks,
    but once for each person for marks.
    """
    people = _people(rows)
    graded = [row.graded for row in rows if row.graded]
    identical = _identical(people, digests)
    counts = Counter(row.state for row in rows)
    return ClassSummary(
        assignment=assignment,
        people=len(rows),
        states=tuple((kind, counts[kind]) for kind in GradingState if kind in counts),
        missing=tuple(row.shown for row in rows if row.state is GradingState.MISSING),
        items=items_of({row.submission: row.graded for row in rows if row.graded}),
        attention=needing_review(rows),
        identical=identical,
        same_files=same_files(files, people, frozenset(prints_of(given).values()), identical),
        changes=tuple(changes),
        enrolment=tuple(enrolment),
        groups=tuple(groups),
        unmarked=_unmarked({row.submission: row.result for row in rows if row.result}.values()),
        parts=parts_of(graded),
    )


def needing_review(rows: Iterable[GradebookRow]) -> tuple[Attention, ...]:
    """Return the submissions that need review, in the order of the rows."""
    who: dict[tuple[str, str], list[str]] = {}
    why: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        if mine := row.reasons:
            # People without a submission share no key.
            key = (
                row.submission,
                "" if row.submission else f"{row.student_id} {row.name}",
            )
            who.setdefault(key, []).append(row.shown)
            why.setdefault(key, []).extend(mine)
    return tuple(
        Attention(tuple(people), key[0], tuple(dict.fromkeys(why[key])))
        for key, people in who.items()
    )


def _unmarked(results: Iterable[Result]) -> tuple[int, int] | None:
    concerned = [result for result in results if result.manual]
    return (sum(map(is_unmarked, concerned)), len(concerned)) if concerned else None


def _people(rows: Sequence[GradebookRow]) -> Mapping[str, frozenset[str]]:
    """Return the authors of each delivery."""
    authors: dict[str, set[str]] = {}
    for row in rows:
        if row.submission:
            authors.setdefault(row.submission, set()).add(row.student_id or row.submission)
    return {submission: frozenset(people) for submission, people in authors.items()}


def _identical(
    people: Mapping[str, frozenset[str]], digests: Mapping[str, str]
) -> tuple[tuple[str, ...], ...]:
    """Return groups of deliveries with equal digests, unless all have the same authors."""
    alike = grouped(sorted(people.keys() & digests.keys()), digests.__getitem__)
    groups = [group for group in alike.values() if len({people[name] for name in group}) > 1]
    return tuple(map(tuple, sorted(groups)))


# In a terminal.


def render(summary: ClassSummary, *, console: Console) -> None:
    """Print *summary* on *console*."""
    page = _SummaryPage(summary, console)
    console.print(Group(*page.parts()), width=page.width, highlight=False)


class _SummaryPage(ClassDocument):
    """A summary, as a document."""

    def __init__(self, summary: ClassSummary, console: Console) -> None:
        super().__init__(console)
        self.summary = summary

    def parts(self) -> Iterator[RenderableType]:
        """Yield the summary from top to bottom."""
        summary = self.summary
        yield self.terminal.line(summary.assignment, "bold")
        counted = [f"{count} {state.value}" for state, count in summary.states]
        yield Text(f"{summary.people} in all: {', '.join(counted) or 'none'}", overflow="fold")
        if summary.unmarked and summary.unmarked[0]:
            yield Text(
                "{} of {} not marked yet by a tutor".format(*summary.unmarked),
                CAUTION,
                overflow="fold",
            )
        if summary.marks:
            yield from self.section("Marks", self.marks(summary.marks))
        if summary.whole_marks:
            marked = how_many(summary.whole_marks.count, "person", "people")
            heading = f"Whole marks, with those of tutors ({marked})"
            yield from self.section(heading, [self.figures(summary.whole_marks)])
        if summary.hardest:
            yield from self.section("Hardest checks", [self.hardest()])
        common = summary.groups[:COMMONEST]
        yield from self.counted("Commonest faults", common, map(self.group, common))
        missing = summary.missing
        shared, others = by_shared_reason(summary.attention)
        alike: list[tuple[str, ...] | SameFile] = [
            *summary.identical,
            *summary.same_files,
        ]
        changed: list[ResultChange | str] = [*summary.enrolment, *summary.changes]
        yield from self.counted(
            "Needs review ({})",
            summary.attention,
            [*map(self.shared, shared), *self.listed(others, self.attention)],
        )
        yield from self.counted("Identical files ({})", alike, self.listed(alike, self.alike))
        yield from self.counted("Missing ({})", missing, [self.joined(missing)])
        yield from self.counted(
            "Changed since the last run ({})",
            changed,
            self.listed(changed, self.change),
        )

    def marks(self, marks: Distribution) -> Iterator[RenderableType]:
        """Yield the figures and the histogram."""
        yield self.figures(marks)
        yield Text()
        yield self.histogram(marks)

    def figures(self, marks: Distribution) -> Text:
        """Return the figures on a line."""
        words = marks_in_words
        dot = f" {self.terminal.glyphs.dot} "
        numbers = (
            f"mean {words(marks.mean)} of {words(marks.out_of)}",
            f"median {words(marks.median)}",
            f"quartiles {words(marks.quartiles[0])} and {words(marks.quartiles[1])}",
            f"lowest {words(marks.lowest)}",
            f"highest {words(marks.highest)}",
        )
        return Text(dot.join(numbers), overflow="fold")

    def histogram(self, marks: Distribution) -> Table:
        """Return a bar for each bin."""
        words = marks_in_words
        bars = Table.grid(padding=(0, 2, 0, 0), pad_edge=False)
        bars.add_column(justify="right", overflow="fold")
        bars.add_column(no_wrap=True, overflow="crop")
        most = max(bin.count for bin in marks.bins)
        width = max(min(HISTOGRAM, self.width - 24), 1)
        for bin in marks.bins:
            to = "to" if bin is marks.bins[-1] else "to under"
            length = -(-bin.count * width // most)
            bars.add_row(
                Text(f"{words(bin.low)} {to} {words(bin.high)}", "dim"),
                Text.assemble(
                    (self.terminal.glyphs.earned * length, "green"),
                    f" {bin.count}" if bin.count else "",
                ),
            )
        return bars

    def hardest(self) -> Table:
        """Return the hardest checks: share that failed, title, id."""
        checks = Table.grid(expand=True, padding=(0, 2, 0, 0), pad_edge=False)
        checks.add_column(justify="right", overflow="fold")
        checks.add_column(ratio=1, overflow="fold")
        checks.add_column(justify="right", overflow="fold")
        for check in self.summary.hardest:
            name = Text.assemble(
                self.terminal.line(check.title),
                "  ",
                self.terminal.line(check.id, "dim"),
                overflow="fold",
            )
            share = f"{math.floor(check.share * 100 + Fraction(1, 2))} %"
            checks.add_row(
                Text(share, "red"),
                name,
                Text(f"{check.not_passed} of {check.of}", "dim"),
            )
        return checks

    def group(self, group: FaultGroup) -> Text:
        """Return the number of submissions with a fault, and its sentence."""
        count = Text(f"{len(group.submissions):>4}  ", "red")
        return Text.assemble(count, self.terminal.line(group.sentence), overflow="fold")

    def alike(self, item: tuple[str, ...] | SameFile) -> Text:
        """Return identical submissions, or a shared file and its submissions."""
        if not isinstance(item, SameFile):
            return self.joined(item)
        return Text.assemble(
            self.joined(item.names),
            ": ",
            self.joined(item.submissions),
            overflow="fold",
        )

    def shared(self, shared: SharedReason) -> RenderableType:
        """Return a reason of several submissions, and their people."""
        who = Text(f"{how_many(len(shared.people), 'person', 'people')}: ", "bold")
        why = self.terminal.line(shared.reason, CAUTION)
        names = Text.assemble("  ", self.joined(shared.people), overflow="fold")
        return Group(Text.assemble(who, why, overflow="fold"), names)

    def attention(self, item: Attention) -> RenderableType:
        """Return people and reasons."""
        who = self.joined(item.who)
        who.stylize("bold")
        if item.submission and item.who != (item.submission,):
            who = Text.assemble(
                who,
                "  ",
                self.terminal.line(item.submission, "dim", limit=120),
                overflow="fold",
            )
        return Group(
            who,
            *(
                Text.assemble("  ", self.terminal.line(why, CAUTION), overflow="fold")
                for why in item.reasons
            ),
        )

    def change(self, change: ResultChange | str) -> Text:
        """Return the totals before and after and the changed checks; or a change of the roster."""
        if isinstance(change, str):
            return self.terminal.line(change)
        line = Text.assemble(
            self.terminal.line(change.name, "bold", limit=60), "  ", overflow="fold"
        )
        line.append(_totals(change))
        for why in change.why:
            line.append("\n  ").append_text(self.terminal.line(why, "dim"))
        for check in change.checks[:CHECKS_SHOWN]:
            line.append_text(self.check_change(check))
        more = len(change.checks) - CHECKS_SHOWN
        if more > 0:
            line.append(f"\n  and {how_many(more, 'more check')}", "dim")
        return line

    def check_change(self, check: CheckChange) -> Text:
        """Return the verdicts of a check before and after, on a line."""
        before, after = (
            "absent" if verdict is None else verdict.words
            for verdict in (check.before, check.after)
        )
        return Text.assemble("\n  ", self.terminal.line(check.id, "dim"), f" {before}, now {after}")


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
