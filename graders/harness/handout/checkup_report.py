"""The report of ``make check``: it fits on one screen, with the sum at the end.

Functions that are not written yet are listed as such, not as wrong answers. Only the first failures
are shown in full.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import TypeVar

from rich.console import Console

from graders.harness.assignment.naming import first_of
from graders.harness.handout.checkup import (
    Checkup,
    costs_marks,
    next_step,
    total_in_words,
)
from graders.harness.handout.own_report import OwnReport
from graders.harness.handout.unwritten import RULES_COST
from graders.harness.intake.grouping import grouped
from graders.harness.reports.audience import RedactedResult
from graders.harness.reports.console import how_many
from graders.harness.reports.document import model as doc
from graders.harness.reports.document.terminal_painter import paint
from graders.harness.reports.report_style import ReportStyle
from graders.harness.reports.verdicts import coverage, severity, what_ran
from graders.harness.result import Finding, Verdict, total

Item = TypeVar("Item")
FIRST = 3
"""Failures shown in full."""
NAMED = 6
"""Maximum number of checks or lines in a list."""
RULES = 6
PASSED = ("passed", "")
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
    report = _Report(
        seen, checkup, report_style.title, all_checks=all_checks, everything=all_checks
    )
    parts = report.style() if part is CheckupPart.STYLE else report.parts(part)
    paint(parts, console, report_style.painter)


def as_tests(
    seen: RedactedResult, checkup: Checkup, report_style: ReportStyle
) -> dict[str, tuple[str, str]]:
    """Return how each check ended ("passed", "failed" or "waits"), and why: its card, as text."""
    report = _Report(seen, checkup, report_style.title, all_checks=False)
    ended = {check.id: PASSED for check in report.result.checks}
    ended |= {check.id: ("waits", "not written yet") for check in report.sections.waiting}
    for block in report.sections.blocks:
        text = io.StringIO()
        console = Console(file=text, width=100, color_system=None)
        paint([report.card(block)], console, report_style.painter)
        ended |= {check.id: ("failed", text.getvalue()) for check in block}
    costs = costs_marks(report.result)
    ended[RULES_COST] = ("failed", next_step(seen, checkup, report.sections)) if costs else PASSED
    return ended


class _Report(OwnReport):
    """The report in a terminal."""

    def parts(self, part: CheckupPart) -> Iterator[doc.Block]:
        """Yield the report from top to bottom."""
        yield doc.Paragraph([doc.strong(self.title)])
        if not self.checkup.only_begun or len(self.result.tasks) <= TASKS:
            yield from self.scores()
        yield from self.not_written()
        yield from self.failures()
        if self.all_checks:
            yield from self.listed("Passed", Verdict.PASSED, "passed")
        if part is CheckupPart.ALL:
            yield from self.findings()
        yield from self.listed_lines("Your files", self.checkup.remarks)
        yield from self.adjustments()
        yield from self.changes()
        yield from self.sum()

    def style(self) -> Iterator[doc.Block]:
        """Yield the findings, behind a report that was printed before."""
        if self.result.findings:
            yield from (doc.Rows(()), *self.findings())

    def findings(self) -> Iterator[doc.Block]:
        """Yield the findings, each rule once with its lines."""
        groups = grouped(self.result.findings, lambda finding: finding.rule)
        first = self.first(list(groups.values()), RULES)
        yield from self.section("About the code", [self.rule(rule) for rule in first], "code")
        if len(first) < len(groups):
            more = how_many(len(groups) - len(first), "more rule")
            yield doc.Paragraph([doc.quiet(f"{more}: --all shows them.")])

    def first(self, items: Sequence[Item], most: int) -> Sequence[Item]:
        """Return the first of *items*; all if the student asked for everything."""
        return items if self.all_checks else items[:most]

    def not_written(self) -> Iterator[doc.Section]:
        """Yield the functions that are unchanged from the starter, by file; the first ones."""
        for section in super().not_written():
            files = self.checkup.by_file().items()
            rows = [
                doc.Row([doc.strong(file)], note=doc.plain(first_of(names, 12)))
                for file, names in files
            ]
            yield doc.Section(section.heading, [doc.Rows(rows)], section.id)

    def failures(self) -> Iterator[doc.Block]:
        """Yield broken files, then failures of written functions, the first ones in full."""
        blocks, waiting = self.sections.blocks, self.sections.waiting
        first = self.first(blocks, FIRST)
        if first:
            yield doc.Section("Did not pass", [self.card(block) for block in first], "not-passed")
        remarks = []
        if waiting:
            checks = how_many(len(waiting), "check waits", "checks wait")
            remarks.append(f"{checks} for functions that are not written yet")
        rest = [check.id for block in blocks[len(first) :] for check in block]
        if rest:
            more = how_many(len(rest), "more check")
            remarks.append(f"{more} did not pass: {first_of(rest, NAMED)}")
        if remarks:
            yield doc.Notice(
                [doc.quiet(f"{'; '.join(remarks)}. --all shows everything.")], doc.Tone.OPEN
            )

    def rule(self, findings: Sequence[Finding]) -> doc.Row:
        """Return the message of a broken rule, and its lines."""
        finding = findings[0]
        numbers: dict[str, list[str]] = {}
        for other in findings:
            numbers.setdefault(other.file, []).append(str(other.line))
        lines = "; ".join(
            f"{file} line {first_of(those, NAMED)}" for file, those in numbers.items()
        )
        about = [doc.quiet(f"{severity(finding)}: {finding.rule}"), doc.DOT, doc.quiet(lines)]
        most, message = 300 if self.all_checks else 120, finding.message
        beginning = message if len(message) <= most else f"{message[:most]} ..."
        return doc.Row(doc.plain(beginning), below=about)

    def changes(self) -> Iterator[doc.Notice]:
        """Yield the changes since the last run."""
        for heading, ids, tone in (
            ("Passes now", self.checkup.changes.passes_now, doc.Tone.GOOD),
            ("No longer passes", self.checkup.changes.no_longer, doc.Tone.BAD),
        ):
            if ids:
                yield doc.Notice(
                    [doc.strong(f"{heading}: ", tone), doc.Span(first_of(ids, NAMED))], tone
                )

    def sum(self) -> Iterator[doc.Block]:
        """Yield the last lines: number of passed checks, and marks."""
        result = self.result
        if not self.gradable:
            fault = "The checks themselves failed, not your program: inform the course staff."
            yield doc.Notice([doc.Span(fault, tone=doc.Tone.ALARM)], doc.Tone.ALARM)
            return
        passed = sum(check.verdict is Verdict.PASSED for check in result.checks)
        tone = doc.Tone.GOOD if passed == len(result.checks) else None
        all_ = how_many(len(result.checks), "public check")
        yield doc.Notice([doc.strong(f"{passed} of {all_} passed", tone)], tone or doc.Tone.OPEN)
        yield doc.Paragraph(doc.plain(f"{total_in_words(self.seen, self.checkup)}."))
        reached = result.max_marks - self.sections.open_marks()
        yield self.meter(total(result), reached, result.max_marks)
        whole = self.checkup.whole
        if self.checkup.chosen and result.max_marks < whole:
            words = f"{coverage(result.max_marks, whole)}: {what_ran(result.checks)}."
            yield doc.Paragraph([doc.Span(words, tone=doc.Tone.CAUTION)])
        advice = next_step(self.seen, self.checkup, self.sections)
        if advice:
            yield doc.Notice([doc.strong(advice)], doc.Tone.OPEN)
