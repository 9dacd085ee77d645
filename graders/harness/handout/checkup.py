"""The report of ``make check``: it fits on one screen, with the sum at the end.

Functions that are not written yet are listed as such, not as wrong answers. Only the first failures
are shown in full.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import chain
from typing import TypeVar

import msgspec
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from graders.harness.handout.last_run import Changes
from graders.harness.handout.unwritten import StudentFunction
from graders.harness.reports.audience import RedactedResult, sum_of_maxima
from graders.harness.reports.console import (
    CAUTION,
    TerminalCapabilities,
    how_many,
    marks_in_words,
)
from graders.harness.reports.layout import Barred
from graders.harness.reports.loading import unloaded
from graders.harness.reports.report_style import ReportStyle
from graders.harness.reports.terminal_report import WIDEST, TerminalReport
from graders.harness.reports.verdicts import (
    coverage,
    few,
    not_passed,
    severity,
    what_ran,
    worst_first,
)
from graders.harness.result import CheckResult, Finding, Result, Verdict

Item = TypeVar("Item")
NO_CHANGES = Changes()
FIRST = 3
"""Failures shown in full."""
NAMED = 6
"""Maximum number of checks or lines in a list."""
RULES = 6
TASKS = 8
"""Tasks listed while they have no marks yet, so that the report fits on one screen."""


class Part(Enum):
    """A part of the report."""

    ALL = "all"
    CHECKS = "checks"
    """Everything but the findings, which come later."""
    STYLE = "style"
    """The findings."""


@dataclass(frozen=True, slots=True)
class Checkup:
    """Facts for the report besides the result."""

    unwritten: Sequence[StudentFunction] = ()
    """In the order of the starter's files."""
    written: Collection[str] = ()
    """Functions that the student wrote or changed, without their classes."""
    changes: Changes = NO_CHANGES
    chosen: bool = False
    """Whether the student selected checks."""


def render(
    seen: RedactedResult,
    checkup: Checkup,
    report_style: ReportStyle,
    *,
    console: Console,
    all_checks: bool = False,
    whole: Fraction,
    part: Part = Part.ALL,
) -> None:
    """Print the report of *seen* on *console*, or a *part* of it. whole: marks of all checks, even
    of those not run.
    """
    shown = RedactedResult(seen.audience, _only_what_ran(seen), seen.partial)
    width = min(console.width, WIDEST)
    report = _Report(
        shown,
        TerminalCapabilities.of(console),
        report_style,
        width,
        all_checks,
        checkup,
        whole,
    )
    console.print(Group(*report.parts(part)), width=width, highlight=False)


def _only_what_ran(seen: RedactedResult) -> Result:
    """Return the result limited to the checks that ran."""
    result = seen.result
    checks = tuple(
        check for check in result.checks if check.verdict is not Verdict.NOT_RUN
    )
    with_checks = {check.task for check in checks}
    tasks = tuple(
        msgspec.structs.replace(task, max_marks=seen.at_stake(task))
        for task in result.tasks
        if task.id in with_checks
    )
    full = sum_of_maxima(tasks)
    return msgspec.structs.replace(result, checks=checks, tasks=tasks, max_marks=full)


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
        whole: Fraction,
    ) -> None:
        super().__init__(seen, terminal, report_style.palette, width, True, all_checks)
        self.title_, self.checkup, self.whole = report_style.title, checkup, whole
        self.bad = not_passed(self.result.checks)

    def parts(self, part: Part = Part.ALL) -> Iterator[RenderableType]:
        """Yield the report, or a *part* of it, from top to bottom."""
        if part is Part.STYLE:
            yield from self.about_the_code()
            return
        yield self.terminal.line(self.title_, "bold")
        if not self.only_begun() or len(self.result.tasks) <= TASKS:
            yield from self.tasks()
        yield from self.not_written()
        yield from self.failures()
        if self.all_checks:
            yield from self.listed("Passed", Verdict.PASSED, "green")
        if part is Part.ALL:
            yield from self.about_the_code()
        yield from self.changes()
        yield from self.sum()

    def about_the_code(self) -> Iterator[RenderableType]:
        """Yield the findings, unless the student has other things to do first."""
        if self.all_checks or not (self.only_begun() or self.checkup.chosen):
            yield from self.rules(self.result.findings)

    def only_begun(self) -> bool:
        """Return whether the student has written nothing yet."""
        return bool(self.checkup.unwritten) and not self.checkup.written

    def is_brief(self) -> bool:
        """Return whether functions are missing, unless the student asked for everything."""
        return bool(self.checkup.unwritten) and not self.all_checks

    def first(self, items: Sequence[Item], most: int) -> Sequence[Item]:
        """Return the first of *items*; all if the student asked for everything."""
        return items if self.all_checks else items[:most]

    def not_written(self) -> Iterator[RenderableType]:
        """Yield the functions that are unchanged from the starter, by file."""
        missing = self.checkup.unwritten
        if not missing or self.checkup.chosen:
            return
        namesakes = Counter(function.bare for function in missing)
        by_file: dict[str, list[str]] = {}
        for function in missing:
            name = function.bare if namesakes[function.bare] == 1 else function.name
            by_file.setdefault(function.file, []).append(name)
        table = Table.grid(padding=(0, 2, 0, 0))
        for file, names in by_file.items():
            table.add_row(
                self.terminal.line(file, "bold"), self.terminal.line(few(names, 12))
            )
        count = how_many(len(missing), "function is", "functions are")
        yield Text()
        yield Text(f"{count} not written yet", "bold")
        yield Barred(table, self.terminal.glyphs.side, "dim")

    def failures(self) -> Iterator[RenderableType]:
        """Yield the failures of written functions, the first ones in full."""
        waiting = self.waiting()
        ready = [check for check in self.bad if check not in waiting]
        blocks, _ = worst_first(ready, self.audience)
        if self.is_brief():
            # Whole games need all functions, so failures of written functions come first.
            blocks.sort(
                key=lambda block: (
                    not _names_any(_words_of(block[0]), self.checkup.written)
                )
            )
        first = self.first(blocks, FIRST)
        if first:
            yield Text()
            yield Text("Did not pass", "bold")
        for block in first:
            yield Text()
            yield from self.block(block)
        remarks = []
        if waiting:
            checks = how_many(len(waiting), "check waits", "checks wait")
            remarks.append(f"{checks} for functions that are not written yet")
        rest = [check.id for check in chain.from_iterable(blocks[len(first) :])]
        if rest:
            remarks.append(
                f"{how_many(len(rest), 'more check')} did not pass: {few(rest, NAMED)}"
            )
        if remarks:
            yield Text()
            yield Text(
                f"{'; '.join(remarks)}. --all shows everything.", "dim", overflow="fold"
            )

    def waiting(self) -> list[CheckResult]:
        """Return the failed checks that are not shown because they seem to need a missing
        function.
        """
        if self.checkup.chosen or self.all_checks:
            return []
        return list(filter(self.waits, self.bad))

    def waits(self, check: CheckResult) -> bool:
        """Return whether *check* seems to fail because of a function that is not written yet."""
        if unloaded(check):
            return False
        names = {function.bare for function in self.checkup.unwritten}
        return self.only_begun() or _names_any(_words_of(check), names)

    def rules(self, findings: Sequence[Finding]) -> Iterator[RenderableType]:
        """Yield the findings, each rule once with its lines."""
        if not findings:
            return
        groups: dict[str, list[Finding]] = {}
        for finding in findings:
            groups.setdefault(finding.rule, []).append(finding)
        yield Text()
        if self.is_brief():
            remarks = f"{how_many(len(groups), 'remark')}; --all shows them."
            yield Text(
                f"About the code: {remarks} They can wait until everything is written.",
                "dim",
            )
            return
        first = self.first(list(groups.values()), RULES)
        rows = chain.from_iterable(map(self.rule, first))
        yield Text("About the code", "bold")
        yield Barred(Group(*rows), self.terminal.glyphs.side, "dim")
        if len(first) < len(groups):
            more = how_many(len(groups) - len(first), "more rule")
            yield Text(f"{more}: --all shows them.", "dim")

    def rule(self, findings: Sequence[Finding]) -> Iterator[RenderableType]:
        """Yield the message of a broken rule, and its lines."""
        finding = findings[0]
        numbers: dict[str, list[str]] = {}
        for other in findings:
            numbers.setdefault(other.file, []).append(str(other.line))
        lines = "; ".join(
            f"{file} line {few(those, NAMED)}" for file, those in numbers.items()
        )
        about = (
            f"{severity(finding)}: {finding.rule} {self.terminal.glyphs.dot} {lines}"
        )
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
                    self.terminal.line(few(ids, NAMED)),
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
        all_ = how_many(len(result.checks), "public check")
        yield Text.assemble(
            (f"{passed} of {all_} passed", "bold green" if not self.bad else "bold"),
            (
                f": {marks_in_words(result.marks)} of {marks_in_words(result.max_marks)} marks",
                "",
            ),
            overflow="fold",
        )
        yield self.bar(result.marks, result.max_marks, result.max_marks, self.width)
        if result.max_marks < self.whole:
            words = coverage(result.max_marks, self.whole)
            if self.checkup.chosen:
                words += f": {what_ran(result.checks)}"
            yield Text.assemble(
                self.terminal.line(f"{words}.", CAUTION), overflow="fold"
            )


def _words_of(check: CheckResult) -> str:
    cause = check.cause
    words = () if cause is None else (cause.context, cause.name, cause.detail)
    return " ".join((check.title, *words))


def _names_any(text: str, names: Collection[str]) -> bool:
    return any(
        re.search(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9_])", text)
        for name in names
    )
