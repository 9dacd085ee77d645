"""A check as plain text: its verdict, message and exhibits, with boards in letters and lines."""

from __future__ import annotations

from graders.harness.reports.document.markdown_painter import as_text
from graders.harness.reports.document.model import Block, Exhibits, Paragraph, Span, plain
from graders.harness.reports.painting import Painter
from graders.harness.reports.sentences import cause_text
from graders.harness.reports.verdicts import UNNAMED, words
from graders.harness.result import CheckResult, Visibility, printable

LONGEST = 20_000
"""Characters of a check's text."""


def explained(check: CheckResult, painter: Painter | None) -> str:
    """Return verdict, message and exhibits of *check* as plain text, with boards in letters and
    lines.
    """
    released = f" ({UNNAMED})" if check.visibility is Visibility.RELEASED else ""
    body: list[Block] = [Paragraph(plain(words(check) + released))]
    if check.cause is not None:
        body.append(Paragraph([Span(cause_text(check.cause), lines=True)]))
    text = as_text([*body, Exhibits(check.exhibits)], painter)
    return printable(text, LONGEST)  # again, since its lines have changed
