"""Checks of a reference that fail, shown on the command line as in a student's report."""

from __future__ import annotations

import msgspec

from graders.harness.result import Result

MOST = 3
"""Checks shown."""


def show_failing(result: Result) -> None:
    """Print the first checks that did not pass in *result* to standard error."""
    from rich.console import Console

    from graders.harness.reports.audience import Audience, redact
    from graders.harness.reports.document.terminal_painter import paint
    from graders.harness.reports.report_style import report_style_of
    from graders.harness.reports.submission_report import SubmissionReport
    from graders.harness.result import not_passed

    failing = msgspec.structs.replace(result, checks=tuple(not_passed(result.checks)[:MOST]))
    report = SubmissionReport(redact(failing, Audience.STAFF), all_checks=False)
    paint(report.not_passed(), Console(stderr=True), report_style_of(result).painter)
