"""A result in a terminal: marks, tasks, then failed checks, worst first.

Colours are the terminal theme's, except on boards. Every line of a check stands behind a bar, so a
submission's text cannot pass for a line of the report.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from graders.harness.reports.audience import (
    Audience,
    HiddenCheckPolicy,
    RedactedResult,
    redact,
)
from graders.harness.reports.blocks import CheckBlocks
from graders.harness.reports.console import (
    CAUTION,
    TerminalCapabilities,
    how_many,
)
from graders.harness.reports.layout import Spread
from graders.harness.reports.painting import Painter
from graders.harness.reports.remarks import Remarks
from graders.harness.reports.verdicts import (
    counted,
    coverage,
    kind_of_sum,
    what_ran,
)
from graders.harness.result import (
    Result,
    TaskResult,
    Verdict,
    total,
)

WIDEST = 120
"""Maximum width of a report; longer lines are hard to read."""
BAR = 24
FINDINGS = 20
"""Findings shown unless all are requested."""


def render(
    result: Result,
    *,
    console: Console,
    painter: Painter | None,
    audience: Audience,
    disclosure: HiddenCheckPolicy = HiddenCheckPolicy.TITLE,
    details: bool = True,
    all_checks: bool = False,
) -> None:
    """Print *result* on *console*.

    painter: draws pictures; audience: the readers; disclosure: how much students
    see of hidden checks; details: show messages and exhibits, not only titles; all_checks: also
    list checks that passed or did not run.
    """
    seen = redact(result, audience, disclosure)
    render_view(seen, console=console, painter=painter, details=details, all_checks=all_checks)


def render_view(
    seen: RedactedResult,
    *,
    console: Console,
    painter: Painter | None,
    details: bool = True,
    all_checks: bool = False,
) -> None:
    """Print *seen*; see `render` for the options."""
    width = min(console.width, WIDEST)
    report = TerminalReport(
        seen, TerminalCapabilities.of(console), painter, width, details, all_checks
    )
    console.print(Group(*report.parts()), width=width, highlight=False)


class TerminalReport(CheckBlocks):
    """A report and its options."""

    def parts(self) -> Iterator[RenderableType]:
        """Yield the report from top to bottom."""
        remarks = Remarks(
            self.seen,
            self.terminal,
            self.painter,
            self.width,
            self.details,
            self.all_checks,
        )
        yield from self.header()
        yield from remarks.one_cause()
        yield from self.tasks()
        yield from self.not_passed()
        if self.all_checks:
            yield from self.listed("Passed", Verdict.PASSED, "green")
            yield from self.listed("Not run", Verdict.NOT_RUN, "dim")
        yield from remarks.parts()

    # The top.

    def header(self) -> Iterator[RenderableType]:
        """Yield the submission's name, its marks and the counts of verdicts."""
        result, terminal = self.result, self.terminal
        top = Spread()
        name = terminal.line(result.submission, "bold")
        if self.gradable:
            top.add_row(name, self.fraction(total(result), result.max_marks, "bold"))
        else:
            top.add_row(name, Text("no mark", "bold magenta"))
        yield top
        kind = kind_of_sum(self.seen)
        top = Spread()
        language = f", with {result.language}" if result.language else ""
        top.add_row(
            terminal.line(f"{result.assignment}{language}", "dim"),
            Text(kind if self.gradable else "not gradable", "dim"),
        )
        yield top
        reached = sum(map(self.seen.at_stake, result.tasks), Fraction(0))
        yield self.bar(total(result), reached, result.max_marks, self.width)
        verdicts = [
            f"{count} {phrase}" for _, count, phrase in counted(result.checks, self.audience)
        ]
        yield Text(
            f"{how_many(len(result.checks), 'check')}: {', '.join(verdicts) or 'none'}",
            overflow="fold",
        )
        if not self.gradable:
            yield Text()
            yield Text(
                "The grader failed, not the submission. Grade it again: nothing here is a mark.",
                "magenta",
                overflow="fold",
            )
        elif reached < result.max_marks:
            phrase = f"{coverage(reached, result.max_marks)}: {what_ran(result.checks)}."
            yield Text.assemble(terminal.line(phrase, CAUTION), overflow="fold")

    def tasks(self) -> Iterator[RenderableType]:
        """Yield the table of tasks and their marks."""
        if not self.result.tasks:
            return
        table = Table(box=None, padding=(0, 3, 0, 0), pad_edge=False, header_style="dim")
        table.add_column("Task", overflow="fold")
        table.add_column("Marks", justify="right", overflow="fold")
        table.add_column("", no_wrap=True, overflow="crop")
        table.add_column("Checks passed", overflow="fold")
        for task in self.result.tasks:
            checks = [check for check in self.result.checks if check.task == task.id]
            passed = sum(check.verdict is Verdict.PASSED for check in checks)
            table.add_row(
                self.terminal.line(task.shown),
                self.fraction(task.marks, task.max_marks)
                if self.gradable
                else Text("no mark", "dim"),
                self.task_bar(task),
                Text(
                    f"{passed} of {len(checks)}" if checks else "",
                    "green" if passed == len(checks) else "",
                ),
            )
        yield Text()
        yield table

    def at_stake(self, task: TaskResult) -> Fraction:
        """Return the marks of a task that are earned or lost."""
        return self.seen.at_stake(task)

    def task_bar(self, task: TaskResult) -> Text:
        """Return the bar of a task; empty if it has no marks."""
        if not task.max_marks:
            return Text()
        return self.bar(
            task.marks,
            self.at_stake(task),
            task.max_marks,
            min(BAR, max(self.width // 4, 1)),
        )
