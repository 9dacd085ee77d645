"""A result in a terminal: marks, tasks, then failed checks, worst first."""

from __future__ import annotations

from rich.console import Console

from graders.harness.reports.audience import RedactedResult
from graders.harness.reports.document.terminal_painter import paint
from graders.harness.reports.painting import Painter
from graders.harness.reports.submission_report import SubmissionReport


def render_view(
    seen: RedactedResult,
    *,
    console: Console,
    painter: Painter | None,
    all_checks: bool = False,
) -> None:
    """Print *seen* on *console*.

    painter: draws pictures; all_checks: also list checks that passed or did not run.
    """
    report = SubmissionReport(seen, all_checks=all_checks)
    paint(report.blocks(), console, painter)
