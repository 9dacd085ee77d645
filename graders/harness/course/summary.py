"""What staff want to know of a whole class: how it went, what was hard, and which submissions need
a person.

`summarise` makes a plain `ClassSummary` of a gradebook's rows, `render` prints one; other formats
may use it as well. It is for staff alone: it names people and speaks of hidden checks.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from graders.harness.course.attention import reasons as why_a_person
from graders.harness.course.gradebook import Change, Row, Standing
from graders.harness.course.identical import SameFile, prints_of, same_files
from graders.harness.course.sections import Sections
from graders.harness.reports.loading import unloaded
from graders.harness.reports.medium import CAUTION, how_many, marks_in_words
from graders.harness.reports.sentences import WORDS
from graders.harness.result import CheckResult, Result, Verdict, total

BINS = 10
HARDEST = 10
CHECKS_SHOWN = 3
"""Changed checks that are named for each person."""
HISTOGRAM = 40
"""Columns of the longest bar."""


@dataclass(frozen=True, slots=True)
class Bin:
    """One bar of the histogram: marks from *low* up to but without *high*; the last one holds full
    marks too.
    """

    low: Fraction
    high: Fraction
    count: int


@dataclass(frozen=True, slots=True)
class Distribution:
    """The marks of everybody who was graded; exact."""

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
    """A check and how many of the submissions that it could judge did not pass it."""

    id: str
    title: str
    not_passed: int
    of: int

    @property
    def share(self) -> Fraction:
        """Return the share that did not pass."""
        return Fraction(self.not_passed, self.of)


@dataclass(frozen=True, slots=True)
class Attention:
    """A submission (or its absence) that a person should look at."""

    who: tuple[str, ...]
    """Those concerned, raw."""
    submission: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClassSummary:
    """A class at a glance."""

    assignment: str
    people: int
    """Rows of the gradebook: people, or deliveries where there is no roster."""
    standings: tuple[tuple[Standing, int], ...]
    """How many of each, those that do not occur left out."""
    missing: tuple[str, ...]
    """Who is on the roster and handed in nothing, raw names."""
    marks: Distribution | None
    """None where nobody was graded."""
    hardest: tuple[HardCheck, ...]
    attention: tuple[Attention, ...]
    identical: tuple[tuple[str, ...], ...]
    """Submissions of different people whose files are the same to the byte; names of deliveries."""
    same_files: tuple[SameFile, ...]
    """Files that different people handed in, the same but for comments and white space."""
    changes: tuple[Change, ...]
    enrolment: tuple[str, ...] = ()
    """What changed on the roster, raw lines."""
    unmarked: tuple[int, int] | None = None
    """Submissions that a tutor has still to mark, and of how many; None where nothing is left to
    tutors.
    """


def summarise(
    assignment: str,
    rows: Sequence[Row],
    *,
    digests: Mapping[str, str] | None = None,
    files: Mapping[str, Mapping[str, str]] | None = None,
    given: Mapping[str, bytes] | None = None,
    changes: Iterable[Change] = (),
    enrolment: Iterable[str] = (),
) -> ClassSummary:
    """Return the summary of a class.

    digests: delivery's name -> a digest of its files' names and bytes; those that share one are
    told. files: delivery's name -> prints of its files, see `identical`; given: files that all were
    given, which are not told. changes: since the last run, see `gradebook.compare`; enrolment: see
    `enrolment.changes`. The same submission of several people counts once among checks, once for
    each person among marks.
    """
    results = {
        row.submission: row.result for row in rows if row.result and row.standing is Standing.GRADED
    }
    people = _people(rows)
    identical = _identical(people, digests or {})
    counts = {standing: sum(row.standing is standing for row in rows) for standing in Standing}
    return ClassSummary(
        assignment=assignment,
        people=len(rows),
        standings=tuple((standing, count) for standing, count in counts.items() if count),
        missing=tuple(row.shown for row in rows if row.standing is Standing.MISSING),
        marks=_distribution(
            [row.result for row in rows if row.result and row.standing is Standing.GRADED]
        ),
        hardest=_hardest(results.values()),
        attention=_attention(rows),
        identical=identical,
        same_files=same_files(
            files or {}, people, frozenset(prints_of(given or {}).values()), identical
        ),
        changes=tuple(changes),
        enrolment=tuple(enrolment),
        unmarked=_unmarked({row.submission: row.result for row in rows if row.result}.values()),
    )


def _unmarked(results: Iterable[Result]) -> tuple[int, int] | None:
    concerned = [result.manual for result in results if result.manual]
    left = sum(any(part.marks is None for part in parts) for parts in concerned)
    return (left, len(concerned)) if concerned else None


def _distribution(graded: Sequence[Result]) -> Distribution | None:
    if not graded:
        return None
    marks = sorted(map(total, graded))
    out_of = max(result.max_marks for result in graded)
    first, _, third = (
        statistics.quantiles(marks, n=4, method="inclusive") if len(marks) > 1 else marks * 3
    )
    counts = [0] * BINS
    for mark in marks:
        counts[min(max(mark * BINS // out_of, 0), BINS - 1) if out_of > 0 else 0] += 1
    bins = (
        Bin(out_of * place / BINS, out_of * (place + 1) / BINS, count)
        for place, count in enumerate(counts)
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


def _hardest(results: Iterable[Result]) -> tuple[HardCheck, ...]:
    ran: dict[str, list[CheckResult]] = {}
    for result in results:
        for check in result.checks:
            if check.verdict not in (Verdict.NOT_RUN, Verdict.GRADER_FAULT) and not unloaded(check):
                ran.setdefault(check.id, []).append(check)
    hard = [
        HardCheck(
            id,
            checks[0].title,
            sum(check.verdict is not Verdict.PASSED for check in checks),
            len(checks),
        )
        for id, checks in ran.items()
    ]
    hard = [check for check in hard if check.not_passed]
    return tuple(
        sorted(hard, key=lambda check: (-check.share, -check.not_passed, check.id))[:HARDEST]
    )


def _attention(rows: Sequence[Row]) -> tuple[Attention, ...]:
    """Return what needs a person, once for each submission, in the order of the rows."""
    found: dict[tuple[str, str], tuple[list[str], dict[str, None]]] = {}
    for row in rows:
        reasons = list(why_a_person(row))
        if reasons:
            # Those who handed in nothing share no submission.
            key = (row.submission, "" if row.submission else f"{row.student_id} {row.name}")
            who, why = found.setdefault(key, ([], {}))
            who.append(row.shown)
            why.update(dict.fromkeys(reasons))
    return tuple(Attention(tuple(who), key[0], tuple(why)) for key, (who, why) in found.items())


def _people(rows: Sequence[Row]) -> Mapping[str, frozenset[str]]:
    """Return whose each delivery is."""
    found: dict[str, set[str]] = {}
    for row in rows:
        if row.submission:
            found.setdefault(row.submission, set()).add(row.student_id or row.submission)
    return {submission: frozenset(people) for submission, people in found.items()}


def _identical(
    people: Mapping[str, frozenset[str]], digests: Mapping[str, str]
) -> tuple[tuple[str, ...], ...]:
    """Return deliveries with one digest, but for those that only the same people handed in."""
    alike: dict[str, list[str]] = {}
    for submission in sorted(people.keys() & digests.keys()):
        alike.setdefault(digests[submission], []).append(submission)
    groups = [group for group in alike.values() if len({people[name] for name in group}) > 1]
    return tuple(tuple(group) for group in sorted(groups))


# In a terminal.


def render(summary: ClassSummary, *, console: Console) -> None:
    """Print *summary* on *console*; what the console cannot show is written so that it can."""
    page = _Page(summary, console)
    console.print(Group(*page.parts()), width=page.width, highlight=False)


class _Page(Sections):
    """One summary in the making."""

    def __init__(self, summary: ClassSummary, console: Console) -> None:
        super().__init__(console)
        self.summary = summary

    def parts(self) -> Iterator[RenderableType]:
        """Yield the summary from top to bottom."""
        summary = self.summary
        yield self.medium.line(summary.assignment, "bold")
        counted = [f"{count} {standing.value}" for standing, count in summary.standings]
        yield Text(f"{summary.people} in all: {', '.join(counted) or 'none'}", overflow="fold")
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
        if summary.attention:
            heading = f"Needs review ({len(summary.attention)})"
            yield from self.section(heading, self.listed(summary.attention, self.attention))
        alike: list[tuple[str, ...] | SameFile] = [*summary.identical, *summary.same_files]
        if alike:
            yield from self.section(
                f"Identical files ({len(alike)})", self.listed(alike, self.alike)
            )
        if summary.missing:
            yield from self.section(
                f"Missing ({len(summary.missing)})", [self.joined(summary.missing)]
            )
        changed: list[Change | str] = [*summary.enrolment, *summary.changes]
        if changed:
            yield from self.section(
                f"Changed since the last run ({len(changed)})", self.listed(changed, self.change)
            )

    def marks(self, marks: Distribution) -> Iterator[RenderableType]:
        """The numbers and the histogram."""
        words = marks_in_words
        dot = f" {self.medium.glyphs.dot} "
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
        for place, bin in enumerate(marks.bins):
            last = place == len(marks.bins) - 1
            label = f"{words(bin.low)} {'to' if last else 'to under'} {words(bin.high)}"
            length = -(-bin.count * width // most)
            count = (f" {bin.count}" if bin.count else "", "")
            bars.add_row(
                Text(label, "dim"),
                Text.assemble((self.medium.glyphs.earned * length, "green"), count),
            )
        yield bars

    def hardest(self) -> Table:
        """Share that did not pass, title, id."""
        checks = Table.grid(expand=True, padding=(0, 2, 0, 0), pad_edge=False)
        checks.add_column(justify="right", overflow="fold")
        checks.add_column(ratio=1, overflow="fold")
        checks.add_column(justify="right", overflow="fold")
        for check in self.summary.hardest:
            name = Text.assemble(
                self.medium.line(check.title),
                "  ",
                self.medium.line(check.id, "dim"),
                overflow="fold",
            )
            share = f"{math.floor(check.share * 100 + Fraction(1, 2))} %"
            checks.add_row(
                Text(share, "red"), name, Text(f"{check.not_passed} of {check.of}", "dim")
            )
        return checks

    def alike(self, item: tuple[str, ...] | SameFile) -> Text:
        """Who handed in the same altogether, or which file alone."""
        if not isinstance(item, SameFile):
            return self.joined(item)
        return Text.assemble(
            self.joined(item.names), ": ", self.joined(item.submissions), overflow="fold"
        )

    def attention(self, item: Attention) -> RenderableType:
        """Who, and why."""
        who = self.joined(item.who)
        who.stylize("bold")
        if item.submission and item.who != (item.submission,):
            who = Text.assemble(
                who, "  ", self.medium.line(item.submission, "dim", limit=120), overflow="fold"
            )
        return Group(
            who,
            *(
                Text.assemble("  ", self.medium.line(why, CAUTION), overflow="fold")
                for why in item.reasons
            ),
        )

    def change(self, change: Change | str) -> Text:
        """Totals before and after, and the checks that made the difference; or what is told of the
        roster.
        """
        if isinstance(change, str):
            return self.medium.line(change)
        line = Text.assemble(self.medium.line(change.name, "bold", limit=60), "  ", overflow="fold")
        if change.appeared or change.vanished:
            marks = change.after if change.appeared else change.before
            total = "no mark" if marks is None else marks_in_words(marks)
            return line.append(f"new, {total}" if change.appeared else f"gone, was {total}")
        was, now = (
            "no mark" if mark is None else marks_in_words(mark)
            for mark in (change.before, change.after)
        )
        line.append(f"{was}, as before" if was == now else f"was {was}, now {now}")
        shown = change.checks[:CHECKS_SHOWN]
        for check in shown:
            ends = [
                WORDS[verdict] if verdict else "absent" for verdict in (check.before, check.after)
            ]
            line.append_text(
                Text.assemble(
                    "\n  ", self.medium.line(check.id, "dim"), f" {ends[0]}, now {ends[1]}"
                )
            )
        if len(change.checks) > len(shown):
            line.append(f"\n  and {how_many(len(change.checks) - len(shown), 'more check')}", "dim")
        return line
