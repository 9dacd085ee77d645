"""The student's page of a submission that could not be read."""

from __future__ import annotations

from graders.harness.reports.document import model as doc
from graders.harness.reports.html.page_painter import paint

WHY = "This submission could not be read, so no check has run, and it has no mark. The reason:"
THEN = "Ask the course staff how to go on."


def page(title: str, who: str, reason: str) -> bytes:
    """Return the page, UTF-8.

    title: the assignment's title; who: the authors or the submission; reason: why it could not be
    read, raw.
    """
    lines = [doc.Paragraph(doc.plain(line)) for line in (WHY, reason, THEN)]
    footer = [doc.plain("Report for the student.")]
    return paint(doc.WholeDocument([doc.Headline(who, title), *lines], footer=footer), None)
