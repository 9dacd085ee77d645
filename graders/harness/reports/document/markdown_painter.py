"""A document in Markdown: a summary for a job's page, a pull request or an issue. What a page folds
is left out.

Text is fenced, or every character with a meaning in Markdown or HTML is escaped.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rich.console import Console, Group

from graders.harness.reports.console import TerminalCapabilities
from graders.harness.reports.document import model as doc
from graders.harness.reports.document.terminal_painter import TerminalPainter
from graders.harness.reports.painting import Painter
from graders.harness.result import printable

DESCRIBED = 25
"""Cards and rows shown of a section; GitHub accepts one mebibyte."""
LONGEST = 6000
"""Characters shown of one card, or of a line."""
MOST_LINES = 100
WIDTH = 96
"""Width of pictures and transcripts in plain text."""
_CALLS = re.compile(r"&#(?:35|64);(?=\w)")
"""Escaped ``#`` and ``@`` before a word."""
_SIGNS = re.compile(r"[\\`*_{}\[\]()<>#+!|~@:&=$^\-]|(?<! )/|/(?! )|(?<!\d)\.|\.(?!\d)")
"""Characters that may mean something; not the point in 1.5, nor the stroke in 5 / 6."""


def escaped(text: str, limit: int = 300) -> str:
    """Return *text* on one line, without characters that mean anything in Markdown.

    Platforms search rendered text for names of people and numbers of issues: a zero-width space
    prevents that.
    """
    plain = printable(text, limit).replace("\n", " ").strip()
    return _CALLS.sub(r"\g<0>&#8203;", _SIGNS.sub(lambda found: f"&#{ord(found.group())};", plain))


def fenced(text: str) -> str:
    """Return *text* as a block that it cannot end."""
    longest = max(map(len, re.findall(r"`+", text)), default=0)
    fence = "`" * max(longest + 1, 3)
    return f"{fence}text\n{text}\n{fence}"


def as_text(blocks: Iterable[doc.Block], painter: Painter | None) -> str:
    """Return *blocks* as plain text, with pictures in letters and lines."""
    text = io.StringIO()
    console = Console(
        file=text, width=WIDTH, color_system=None, force_terminal=False, legacy_windows=False
    )
    terminal = replace(TerminalCapabilities.of(console), encoding="utf-8")
    page = TerminalPainter(terminal, painter, WIDTH + 2)
    console.print(Group(*page.blocks(blocks)), highlight=False)
    return "\n".join(line.rstrip() for line in text.getvalue().rstrip().split("\n"))


def document(blocks: Iterable[doc.Block], painter: Painter | None) -> bytes:
    """Return *blocks* in Markdown, UTF-8. painter: draws pictures."""
    parts = [part for block in blocks for part in _block(block, painter)]
    return ("\n".join(parts).rstrip() + "\n").encode()


def _block(block: doc.Block, painter: Painter | None) -> Iterator[str]:
    match block:
        case doc.Headline():
            yield from _headline(block)
        case doc.Section() if not block.folded:
            yield from (f"### {escaped(block.heading)}", "")
            yield from _body(block.body, painter)
        case doc.Subsection():
            yield from (escaped(block.heading), "")
            yield from _body(block.body, painter)
        case doc.Fold():
            yield from (escaped(block.summary), "")
        case doc.Card():
            yield from _card(block, painter)
        case doc.Scores():
            yield from _scores(block)
        case doc.Rows():
            yield from (*map(_row, block.rows), "")
        case doc.Listing():
            rows = [
                doc.Row([replace(remark.text, text=f"{remark.at}: {remark.text.text}")])
                for remark in block.remarks
            ]
            yield from (*map(_row, rows), "")
        case doc.Paragraph() | doc.Notice():
            yield from (_text(block.line), "")


def _body(blocks: Sequence[doc.Block], painter: Painter | None) -> Iterator[str]:
    for block in blocks[:DESCRIBED]:
        yield from _block(block, painter)
    if len(blocks) > DESCRIBED:
        yield from (f"... and {len(blocks) - DESCRIBED} more; the full report has them.", "")


def _text(line: doc.Line) -> str:
    return escaped("".join(span.text for span in line), LONGEST)


def _headline(top: doc.Headline) -> Iterator[str]:
    kind, *others = top.captions or ("",)
    besides = "".join(f", {escaped(other)}" for other in others)
    yield from (f"## {escaped(top.title)}", "")
    yield from (escaped(", ".join(filter(None, (top.over, top.under)))), "")
    if top.value:
        yield from (f"**{_text(top.value)}** {escaped(kind)}{besides}", "")
    if top.facts:
        yield from (_text(top.facts), "")
    yield from (escaped(", ".join(words for _, words in top.counts)), "")
    for notice in top.notices:
        yield from (_text(notice.line), "")


def _scores(scores: doc.Scores) -> Iterator[str]:
    yield f"| {' | '.join(scores.headings)} |"
    yield "| --- | ---: | ---: |"
    for row in scores.rows:
        yield f"| {escaped(row.name)} | {_text(row.value)} | {_text(row.count)} |"
    yield ""


def _row(row: doc.Row) -> str:
    besides = [_text(part) for part in (row.note, row.right) if part]
    below = f" {_text(row.below)}" if row.below else ""
    return f"- {', '.join([_text(row.line), *besides])}{below}"


def _clipped(blocks: Iterable[doc.Block], painter: Painter | None) -> str:
    lines = as_text(blocks, painter).split("\n")
    return fenced(printable("\n".join(lines[:MOST_LINES])[:LONGEST]))


def _card(card: doc.Card, painter: Painter | None) -> Iterator[str]:
    """Yield the title, the evidence in a fence, and lists below it."""
    lists = [block for block in card.body if isinstance(block, doc.Rows | doc.Fold)]
    others = [block for block in card.body if not isinstance(block, doc.Rows | doc.Fold)]
    yield from (f"#### {escaped(card.title)}", "")
    yield from (_clipped(others, painter), "")
    for block in lists:
        yield from _block(block, painter)
        if isinstance(block, doc.Fold):
            yield from _body(block.body, painter)
    if card.remark:
        yield from (escaped(card.remark), "")
