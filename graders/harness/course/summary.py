"""The summary of a class for staff: marks, hard checks, and submissions that need review.

`summarise` makes a plain `ClassSummary` from a gradebook's rows, and `render` prints it; other
formats can use it as well. It is for staff only: it names people and shows hidden checks.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from graders.harness.course.attention import reasons as why_a_person
from graders.harness.course.gradebook import (
    Change,
    CheckChange,
    GradebookRow,
    GradingState,
    is_unmarked,
)
from graders.harness.course.identical import SameFile, prints_of, same_files
from graders.harness.course.sections import Sections
from graders.harness.diagnosis.groups import FaultGroup
from graders.harness.reports.console import CAUTION, how_many, marks_in_words
from graders.harness.reports.loading import unloaded
from graders.harness.reports.sentences import WORDS
from graders.harness.result import CheckResult, Result, Verdict, total

BINS = 10
HARDEST = 10
COMMONEST = 3
"""Faults shown in a terminal; the page of the class has all."""
CHECKS_SHOWN = 3
"""Changed checks listed for a submission."""
HISTOGRAM = 40
"""Columns of the longest bar."""
_NONE: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Bin:
    """A bar of the histogram: marks from *low* to below *high*; the last includes full marks."""

    low: Fraction
    high: Fraction
    count: int


@dataclass(frozen=True, slots=True)
class Distribution:
    """The marks of all graded people; exact."""

    count: int
    mean: Fraction
    median: Fraction
    quartiles: tuple[Fraction, Fraction]
    """The first and the third, interpolated between the nearest marks."""
    lowest: Fraction
    highest: Fraction
    out_of: Fraction
    bins: tuple[Bin, ...]


@dataclass(frozen=True, slots=True)
class HardCheck:
    """A check, with the number of submissions that failed it among those on which it could run."""

    id: str
    title: str
    not_passed: int
    of: int

    @property
    def share(self) -> Fraction:
        """Return the share that failed it."""
        return Fraction(self.not_passed, self.of)


@dataclass(frozen=True, slots=True)
class Attention:
    """A submission (or its absence) that needs review."""

    who: tuple[str, ...]
    """The people concerned, raw."""
    submission: str
    reasons: tuple[str, ...]


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
    marks: Distribution | None
    """None if nobody was graded."""
    hardest: tuple[HardCheck, ...]
    attention: tuple[Attention, ...]
    identical: tuple[tuple[str, ...], ...]
    """Groups of deliveries of different people with identical bytes; names of deliveries."""
    same_files: tuple[SameFile, ...]
    """Files that different people share, apart from comments and white space."""
    changes: tuple[Change, ...]
    enrolment: tuple[str, ...] = ()
    """Changes of the roster, raw lines."""
    groups: tuple[FaultGroup, ...] = ()
    """Submissions with the same fault, the largest group first."""
    unmarked: tuple[int, int] | None = None
    """Number of submissions with an unmarked part, and of those with parts for tutors; None if 0.
    """


def summarise(
    assignment: str,
    rows: Sequence[GradebookRow],
    *,
    digests: Mapping[str, str] = _NONE,
    files: Mapping[str, Mapping[str, str]] = _NONE,
    given: Mapping[str, bytes] = _NONE,
    changes: Iterable[Change] = (),
    enrolment: Iterable[str] = (),
    groups: Iterable[FaultGroup] = (),
) -> ClassSummary:
    """Return the summary of a class.

    digests: delivery's name -> digest of its files' names and bytes, to find identical ones; files:
    delivery's name -> prints of its files, see `identical`; given: files given to everybody, which
    are ignored; changes: since the last run, see `gradebook.compare`; enrolment: see
    `enrolment.changes`; groups: by fault. A submission of several people counts once for checks,
    but once for each person for marks.
    """
    people = _people(rows)
    identical = _identical(people, digests)
    counts = Counter(row.state for row in rows)
    return ClassSummary(
        assignment=assignment,
        people=len(rows),
        states=tuple((kind, counts[kind]) for kind in GradingState if kind in counts),
        missing=tuple(row.shown for row in rows if row.state is GradingState.MISSING),
        marks=_distribution([row.graded for row in rows if row.graded]),
        hardest=_hardest(
            {row.submission: row.graded for row in rows if row.graded}.values()
        ),
        attention=_attention(rows),
        identical=identical,
        same_files=same_files(
            files, people, frozenset(prints_of(given).values()), identical
        ),
        changes=tuple(changes),
        enrolment=tuple(enrolment),
        groups=tuple(groups),
        unmarked=_unmarked(
            {row.submission: row.result for row in rows if row.result}.values()
        ),
    )


def _unmarked(results: Iterable[Result]) -> tuple[int, int] | None:
    concerned = [result for result in results if result.manual]
    return (sum(map(is_unmarked, concerned)), len(concerned)) if concerned else None


def _distribution(graded: Sequence[Result]) -> Distribution | None:
    if not graded:
        return None
    marks = sorted(map(total, graded))
    out_of = max(result.max_marks for result in graded)
    first, _, third = (
        statistics.quantiles(marks, n=4, method="inclusive")
        if len(marks) > 1
        else marks * 3
    )
    counts = Counter(_bin_of(mark, out_of) for mark in marks)
    bins = (
        Bin(out_of * index / BINS, out_of * (index + 1) / BINS, counts[index])
        for index in range(BINS)
    )
    return Distribution(
        count=len(marks),
        mean=sum(marks, Fraction(0)) / len(marks),
        median=statistics.median(marks),
        quartiles=(first, third),
        lowest=marks[0],
        highest=marks[-1],
        out_of=out_of,
        bins=tuple(bins),
    )


def _bin_of(mark: Fraction, out_of: Fraction) -> int:
    if out_of <= 0:
        return 0
    return min(max(mark * BINS // out_of, 0), BINS - 1)


def _hardest(results: Iterable[Result]) -> tuple[HardCheck, ...]:
    checks: dict[str, list[CheckResult]] = {}
    for result in results:
        for check in result.checks:
            checks.setdefault(check.id, []).append(check)
    hard = filter(attrgetter("not_passed"), map(_hard_check, checks.values()))
    hardest_first = sorted(
        hard, key=lambda check: (-check.share, -check.not_passed, check.id)
    )
    return tuple(hardest_first[:HARDEST])


def _hard_check(checks: Sequence[CheckResult]) -> HardCheck:
    """Return a check, counted over all submissions on which it could run."""
    verdicts = Counter(check.verdict for check in checks if not unloaded(check))
    ran = verdicts.total() - verdicts[Verdict.NOT_RUN] - verdicts[Verdict.GRADER_FAULT]
    return HardCheck(checks[0].id, checks[0].title, ran - verdicts[Verdict.PASSED], ran)


def _attention(rows: Sequence[GradebookRow]) -> tuple[Attention, ...]:
    """Return the submissions that need review, in the order of the rows."""
    who: dict[tuple[str, str], list[str]] = {}
    why: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        reasons = list(why_a_person(row))
        if reasons:
            # People without a submission share no key.
            key = (
                row.submission,
                "" if row.submission else f"{row.student_id} {row.name}",
            )
            who.setdefault(key, []).append(row.shown)
            why.setdefault(key, []).extend(reasons)
    return tuple(
        Attention(tuple(people), key[0], tuple(dict.fromkeys(why[key])))
        for key, people in who.items()
    )


def _people(rows: Sequence[GradebookRow]) -> Mapping[str, frozenset[str]]:
    """Return the authors of each delivery."""
    authors: dict[str, set[str]] = {}
    for row in rows:
        if row.submission:
            authors.setdefault(row.submission, set()).add(
                row.student_id or row.submission
            )
    return {submission: frozenset(people) for submission, people in authors.items()}


def _identical(
    people: Mapping[str, frozenset[str]], digests: Mapping[str, str]
) -> tuple[tuple[str, ...], ...]:
    """Return groups of deliveries with equal digests, unless all have the same authors."""
    alike: dict[str, list[str]] = {}
    for submission in sorted(people.keys() & digests.keys()):
        alike.setdefault(digests[submission], []).append(submission)
    groups = [
        group for group in alike.values() if len({people[name] for name in group}) > 1
    ]
    return tuple(map(tuple, sorted(groups)))


# In a terminal.


def render(summary: ClassSummary, *, console: Console) -> None:
    """Print *summary* on *console*."""
    page = _SummaryPage(summary, console)
    console.print(Group(*page.parts()), width=page.width, highlight=False)


class _SummaryPage(Sections):
    """A summary, as a document."""

    def __init__(self, summary: ClassSummary, console: Console) -> None:
        super().__init__(console)
        self.summary = summary

    def parts(self) -> Iterator[RenderableType]:
        """Yield the summary from top to bottom."""
        summary = self.summary
        yield self.terminal.line(summary.assignment, "bold")
        counted = [f"{count} {state.value}" for state, count in summary.states]
        yield Text(
            f"{summary.people} in all: {', '.join(counted) or 'none'}", overflow="fold"
        )
        if summary.unmarked and summary.unmarked[0]:
            yield Text(
                "{} of {} not marked yet by a tutor".format(*summary.unmarked),
                CAUTION,
                overflow="fold",
            )
        if summary.marks:
            yield from self.section("Marks", self.marks(summary.marks))
        if summary.hardest:
            yield from self.section("Hardest checks", [self.hardest()])
        common = summary.groups[:COMMONEST]
        yield from self.counted("Commonest faults", common, map(self.group, common))
        attention, missing = summary.attention, summary.missing
        alike: list[tuple[str, ...] | SameFile] = [
            *summary.identical,
            *summary.same_files,
        ]
        changed: list[Change | str] = [*summary.enrolment, *summary.changes]
        yield from self.counted(
            "Needs review ({})", attention, self.listed(attention, self.attention)
        )
        yield from self.counted(
            "Identical files ({})", alike, self.listed(alike, self.alike)
        )
        yield from self.counted("Missing ({})", missing, [self.joined(missing)])
        yield from self.counted(
            "Changed since the last run ({})",
            changed,
            self.listed(changed, self.change),
        )

    def marks(self, marks: Distribution) -> Iterator[RenderableType]:
        """Yield the figures and the histogram."""
        words = marks_in_words
        dot = f" {self.terminal.glyphs.dot} "
        numbers = (
            f"mean {words(marks.mean)} of {words(marks.out_of)}",
            f"median {words(marks.median)}",
            f"quartiles {words(marks.quartiles[0])} and {words(marks.quartiles[1])}",
            f"lowest {words(marks.lowest)}",
            f"highest {words(marks.highest)}",
        )
        yield Text(dot.join(numbers), overflow="fold")
        yield Text()
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
        yield bars

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

    def change(self, change: Change | str) -> Text:
        """Return the totals before and after and the changed checks; or a change of the roster."""
        if isinstance(change, str):
            return self.terminal.line(change)
        line = Text.assemble(
            self.terminal.line(change.name, "bold", limit=60), "  ", overflow="fold"
        )
        line.append(_totals(change))
        for check in change.checks[:CHECKS_SHOWN]:
            line.append_text(self.check_change(check))
        more = len(change.checks) - CHECKS_SHOWN
        if more > 0:
            line.append(f"\n  and {how_many(more, 'more check')}", "dim")
        return line

    def check_change(self, check: CheckChange) -> Text:
        """Return the verdicts of a check before and after, on a line."""
        before, after = (
            "absent" if verdict is None else WORDS[verdict]
            for verdict in (check.before, check.after)
        )
        return Text.assemble(
            "\n  ", self.terminal.line(check.id, "dim"), f" {before}, now {after}"
        )


def _totals(change: Change) -> str:
    was, now = (
        "no mark" if mark is None else marks_in_words(mark)
        for mark in (change.before, change.after)
    )
    if change.appeared:
        return f"new, {now}"
    if change.vanished:
        return f"gone, was {was}"
    return f"{was}, as before" if was == now else f"was {was}, now {now}"
