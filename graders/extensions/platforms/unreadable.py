"""The student's page of a submission that could not be read."""

from __future__ import annotations

from collections.abc import Sequence

from graders.harness.reports.document import model as doc
from graders.harness.reports.html.page_painter import paint
from graders.harness.result import Comment

WHY = "This submission could not be read, so no check has run, and it has no mark. The reason:"
THEN = "Ask the course staff how to go on."


def page(title: str, who: str, reason: str, comments: Sequence[Comment] = ()) -> bytes:
    """Return the page, UTF-8.

    title: the assignment's title; who: the authors or the submission; reason: why it could not be
    read, raw; comments: those of tutors.
    """
    blocks: list[doc.Block] = [doc.Headline(who, title)]
    blocks += [doc.Paragraph(doc.plain(line)) for line in (WHY, reason, THEN)]
    rows = [doc.Row([doc.Span(one.text, lines=True, marked_up=True)]) for one in comments]
    if rows:
        blocks.append(doc.Section("Comments", [doc.Rows(rows)], "comments", tone=doc.Tone.PERSON))
    footer = [doc.plain("Report for the student.")]
    return paint(doc.WholeDocument(blocks, footer=footer), None)
