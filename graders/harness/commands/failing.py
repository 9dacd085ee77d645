"""Checks of a reference that fail, shown on the command line as in a student's report."""

from __future__ import annotations

import msgspec

from graders.harness.result import Result

MOST = 3
"""Checks shown."""


def show_failing(result: Result) -> None:
    """Print the first checks that did not pass in *result* to standard error."""
    from rich.console import Console, Group

    from graders.harness.reports.audience import Audience, redact
    from graders.harness.reports.console import TerminalCapabilities
    from graders.harness.reports.report_style import ReportStyle
    from graders.harness.reports.reporting import report_style_of
    from graders.harness.reports.terminal_report import WIDEST, TerminalReport
    from graders.harness.result import not_passed

    console = Console(stderr=True)
    report_style: ReportStyle = report_style_of(result)
    failing = msgspec.structs.replace(result, checks=tuple(not_passed(result.checks)[:MOST]))
    width = min(console.width, WIDEST)
    report = TerminalReport(
        redact(failing, Audience.STAFF),
        TerminalCapabilities.of(console),
        report_style.painter,
        width,
        True,
        False,
    )
    console.print(Group(*report.not_passed()), width=width, highlight=False)
