"""Base of the parts of a terminal report: the result, the terminal, and how marks look."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from rich.console import RenderableType
from rich.text import Text

from graders.harness.reports.audience import (
    RedactedResult,
    sum_of_marks,
    sum_of_maxima,
)
from graders.harness.reports.console import TerminalCapabilities, marks_in_words
from graders.harness.reports.layout import Barred, Spread, bar
from graders.harness.reports.painting import Painter
from graders.harness.result import CheckResult, Status


class ReportPart:
    """A redacted result and the options for showing it."""

    def __init__(
        self,
        seen: RedactedResult,
        terminal: TerminalCapabilities,
        painter: Painter | None,
        width: int,
        details: bool,
        all_checks: bool,
    ) -> None:
        self.seen, self.terminal, self.painter = seen, terminal, painter
        self.width, self.details, self.all_checks = width, details, all_checks
        self.result, self.audience = seen.result, seen.audience
        self.gradable = seen.result.status is Status.GRADED

    def bar(self, marks: Fraction, reached: Fraction, full: Fraction, width: int) -> Text:
        """Return a bar of marks, empty if the result has none."""
        if not self.gradable:
            marks = reached = Fraction(0)
        return bar(marks, reached, full, width, self.terminal)

    def fraction(self, marks: Fraction, full: Fraction, style: str = "") -> Text:
        """Return marks over their maximum; empty if that is 0."""
        if not full:
            return Text()
        return Text.assemble((marks_in_words(marks), style), (f" / {marks_in_words(full)}", "dim"))

    def check_marks(self, check: CheckResult) -> Text:
        """Return the marks of a check; empty if the result has no marks."""
        return self.sum_of([check])

    def sum_of(self, checks: Sequence[CheckResult], lost_besides: Fraction = Fraction(0)) -> Text:
        """Return the total marks of checks; empty if the result has no marks.

        lost_besides: marks that are lost with them.
        """
        if not self.gradable:
            return Text()
        full = sum_of_maxima(checks) + lost_besides
        return self.fraction(sum_of_marks(checks), full)

    def section(self, heading: str, rows: Iterable[tuple[Text, Text]]) -> Iterator[RenderableType]:
        """Yield a heading, and rows of two columns behind a bar."""
        table = Spread()
        for left, right in rows:
            left.overflow = "fold"
            table.add_row(left, right)
        yield Text()
        yield Text(heading, "bold")
        yield Barred(table, self.terminal.glyphs.side, "dim")
