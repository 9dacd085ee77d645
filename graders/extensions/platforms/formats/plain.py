"""A check as plain text: its verdict, message and exhibits, with boards in letters and lines."""

from __future__ import annotations

from collections.abc import Iterable

from graders.harness.reports.document.markdown_painter import as_text
from graders.harness.reports.document.model import Block, Exhibits, Paragraph, Span, plain
from graders.harness.reports.painting import Painter
from graders.harness.reports.sentences import cause_text
from graders.harness.reports.verdicts import UNNAMED, parts_in_words, words
from graders.harness.result import CheckResult, Verdict, Visibility, printable

LONGEST = 20_000
"""Characters of a check's text."""


def explained(check: CheckResult, painter: Painter | None, checks: Iterable[CheckResult]) -> str:
    """Return verdict, message and exhibits of *check*, one of *checks*, as plain text, with boards
    in letters and lines.
    """
    released = f" ({UNNAMED})" if check.visibility is Visibility.RELEASED else ""
    body: list[Block] = [Paragraph(plain(words(check) + released))]
    if check.verdict is not Verdict.PASSED and (parts := parts_in_words(check, checks)):
        body.append(Paragraph(plain(parts)))
    if check.cause is not None:
        body.append(Paragraph([Span(cause_text(check.cause), lines=True)]))
    text = as_text([*body, Exhibits(check.exhibits)], painter)
    return printable(text, LONGEST)  # again, since its lines have changed
