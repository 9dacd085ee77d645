"""The page of one submission: marks, checks (worst first), findings and notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graders.harness.reports.audience import RedactedResult
from graders.harness.reports.html.page_painter import paint
from graders.harness.reports.painting import Painter
from graders.harness.reports.submission_report import SubmissionReport


def page(
    seen: RedactedResult,
    title: str,
    painter: Painter | None,
    sources: Mapping[str, bytes] | None = None,
    class_page: str = "",
    *,
    people: Sequence[str] = (),
) -> bytes:
    """Return the page of *seen*, UTF-8.

    title: the assignment's title; painter: draws pictures; sources: the submission's files, to show
    the lines with findings; class_page: link to the page of the class, or ""; people: names of the
    authors, if known.
    """
    report = SubmissionReport(
        seen,
        title=title,
        people=people,
        sources=sources,
        link=class_page,
    )
    return paint(report.document(), painter)
