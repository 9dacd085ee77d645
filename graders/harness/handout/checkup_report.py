"""The report of ``make check``: it fits on one screen, with the sum at the end.

Functions that are not written yet are listed as such, not as wrong answers. Only the first failures
are shown in full.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from fractions import Fraction
from itertools import chain
from typing import TypeVar

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from graders.harness.assignment.naming import first_of
from graders.harness.intake.grouping import grouped
from graders.harness.reports.audience import RedactedResult
from graders.harness.reports.checkup import (
    UNCLEAR,
    Checkup,
    next_step,
    only_what_ran,
    sections_of,
    total_in_words,
)
from graders.harness.reports.console import CAUTION, TerminalCapabilities, how_many
from graders.harness.reports.layout import Barred
from graders.harness.reports.remarks import Remarks
from graders.harness.reports.report_style import ReportStyle
from graders.harness.reports.terminal_report import WIDEST, TerminalReport
from graders.harness.reports.verdicts import coverage, severity, what_ran
from graders.harness.result import Finding, TaskResult, Verdict, total

Item = TypeVar("Item")
FIRST = 3
"""Failures shown in full."""
NAMED = 6
"""Maximum number of checks or lines in a list."""
RULES = 6
TASKS = 8
"""Tasks listed while they have no marks yet, so that the report fits on one screen."""


class CheckupPart(Enum):
    """A part of the report."""

    ALL = "all"
    CHECKS = "checks"
    """Everything but the findings, which come later."""
    STYLE = "style"
    """The findings."""


def render(
    seen: RedactedResult,
    checkup: Checkup,
    report_style: ReportStyle,
    *,
    console: Console,
    all_checks: bool = False,
    part: CheckupPart = CheckupPart.ALL,
) -> None:
    """Print the report of *seen* on *console*, or a *part* of it."""
    width = min(console.width, WIDEST)
    report = _Report(
        only_what_ran(seen, checkup, everything=all_checks),
        TerminalCapabilities.of(console),
        report_style,
        width,
        all_checks,
        checkup,
    )
    parts = report.about_the_code() if part is CheckupPart.STYLE else report.parts(part)
    console.print(Group(*parts), width=width, highlight=False)


class _Report(TerminalReport):
    """The report and its options."""

    def __init__(
        self,
        seen: RedactedResult,
        terminal: TerminalCapabilities,
        report_style: ReportStyle,
        width: int,
        all_checks: bool,
        checkup: Checkup,
    ) -> None:
        super().__init__(seen, terminal, report_style.painter, width, True, all_checks)
        self.title_, self.checkup = report_style.title, checkup
        self.sections = sections_of(seen, checkup, everything=all_checks)
        self.remarks = Remarks(seen, terminal, report_style.painter, width, True, all_checks)

    def parts(self, part: CheckupPart = CheckupPart.ALL) -> Iterator[RenderableType]:
        """Yield the report from top to bottom."""
        yield self.terminal.line(self.title_, "bold")
        if not self.checkup.only_begun or len(self.result.tasks) <= TASKS:
            yield from self.tasks()
        yield from self.not_written()
        yield from self.failures()
        if self.all_checks:
            yield from self.listed("Passed", Verdict.PASSED, "green")
        if part is CheckupPart.ALL:
            yield from self.about_the_code()
        yield from self.remarks.lines("Your files", self.checkup.remarks)
        yield from self.remarks.adjustments()
        yield from self.changes()
        yield from self.sum()

    def about_the_code(self) -> Iterator[RenderableType]:
        """Yield the findings, each rule once with its lines."""
        findings = self.result.findings
        if not findings:
            return
        groups = grouped(findings, lambda finding: finding.rule)
        first = self.first(list(groups.values()), RULES)
        rows = chain.from_iterable(map(self.rule, first))
        yield Text()
        yield Text("About the code", "bold")
        yield Barred(Group(*rows), self.terminal.glyphs.side, "dim")
        if len(first) < len(groups):
            more = how_many(len(groups) - len(first), "more rule")
            yield Text(f"{more}: --all shows them.", "dim")

    def at_stake(self, task: TaskResult) -> Fraction:
        """Return the marks of a task that are earned or lost, and wait for no function."""
        return task.max_marks - self.sections.open_marks(task.id)

    def first(self, items: Sequence[Item], most: int) -> Sequence[Item]:
        """Return the first of *items*; all if the student asked for everything."""
        return items if self.all_checks else items[:most]

    def not_written(self) -> Iterator[RenderableType]:
        """Yield the functions that are unchanged from the starter, by file."""
        missing = self.checkup.unwritten
        if not missing:
            return
        table = Table.grid(padding=(0, 2, 0, 0))
        for file, names in self.checkup.by_file().items():
            table.add_row(
                self.terminal.line(file, "bold"),
                self.terminal.line(first_of(names, 12)),
            )
        are = "is" if len(missing) == 1 else "are"
        yield Text()
        yield Text(f"{self.checkup.count()} {are} not written yet", "bold")
        yield Barred(table, self.terminal.glyphs.side, "dim")

    def failures(self) -> Iterator[RenderableType]:
        """Yield broken files, then failures of written functions, the first ones in full."""
        blocks, waiting = self.sections.blocks, self.sections.waiting
        first = self.first(blocks, FIRST)
        if first:
            yield Text()
            yield Text("Did not pass", "bold")
        for block in first:
            yield Text()
            yield from self.block(block)
            if block[0].id in self.sections.unclear:
                yield Text(UNCLEAR, "dim")
        remarks = []
        if waiting:
            checks = how_many(len(waiting), "check waits", "checks wait")
            remarks.append(f"{checks} for functions that are not written yet")
        rest = [check.id for check in chain.from_iterable(blocks[len(first) :])]
        if rest:
            remarks.append(
                f"{how_many(len(rest), 'more check')} did not pass: {first_of(rest, NAMED)}"
            )
        if remarks:
            yield Text()
            yield Text(f"{'; '.join(remarks)}. --all shows everything.", "dim", overflow="fold")

    def rule(self, findings: Sequence[Finding]) -> Iterator[RenderableType]:
        """Yield the message of a broken rule, and its lines."""
        finding = findings[0]
        numbers: dict[str, list[str]] = {}
        for other in findings:
            numbers.setdefault(other.file, []).append(str(other.line))
        lines = "; ".join(
            f"{file} line {first_of(those, NAMED)}" for file, those in numbers.items()
        )
        about = f"{severity(finding)}: {finding.rule} {self.terminal.glyphs.dot} {lines}"
        yield self.terminal.line(finding.message, limit=300 if self.all_checks else 120)
        yield Padding(self.terminal.line(about, "dim"), (0, 0, 0, 2))

    def changes(self) -> Iterator[RenderableType]:
        """Yield the changes since the last run."""
        for heading, ids, style in (
            ("Passes now", self.checkup.changes.passes_now, "green"),
            ("No longer passes", self.checkup.changes.no_longer, "red"),
        ):
            if ids:
                yield Text()
                yield Text.assemble(
                    (f"{heading}: ", f"bold {style}"),
                    self.terminal.line(first_of(ids, NAMED)),
                    overflow="fold",
                )

    def sum(self) -> Iterator[RenderableType]:
        """Yield the last lines: number of passed checks, and marks."""
        result = self.result
        yield Text()
        if not self.gradable:
            yield Text(
                "The checks themselves failed, not your program: inform the course staff.",
                "magenta",
            )
            return
        passed = sum(check.verdict is Verdict.PASSED for check in result.checks)
        failed = len(result.checks) - passed
        all_ = how_many(len(result.checks), "public check")
        yield Text(f"{passed} of {all_} passed", "bold" if failed else "bold green")
        yield Text(f"{total_in_words(self.seen, self.checkup)}.", overflow="fold")
        reached = result.max_marks - self.sections.open_marks()
        yield self.bar(total(result), reached, result.max_marks, self.width)
        whole = self.checkup.whole
        if self.checkup.chosen and result.max_marks < whole:
            words = f"{coverage(result.max_marks, whole)}: {what_ran(result.checks)}"
            yield Text.assemble(self.terminal.line(f"{words}.", CAUTION), overflow="fold")
        advice = next_step(self.seen, self.checkup, self.sections)
        if advice:
            yield Text()
            yield self.terminal.line(advice, "bold")
