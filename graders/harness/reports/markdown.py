"""A result in Markdown: a summary without the checks that passed."""

from __future__ import annotations

from graders.harness.reports.audience import RedactedResult
from graders.harness.reports.document import markdown_painter
from graders.harness.reports.report_style import ReportStyle
from graders.harness.reports.submission_report import SubmissionReport


def document(seen: RedactedResult, report_style: ReportStyle) -> bytes:
    """Return the summary, UTF-8."""
    report = SubmissionReport(seen, title=report_style.title)
    return markdown_painter.document(report.blocks(), report_style.painter)
