"""A document as a web page."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from markupsafe import Markup, escape

from graders.harness.reports.document import model as doc
from graders.harness.reports.html import histogram
from graders.harness.reports.html.exhibits import show
from graders.harness.reports.html.template import fill
from graders.harness.reports.painting import Painter
from graders.harness.reports.source import foreign_letters
from graders.harness.result import printable

WIDEST = 160
"""Characters shown of a line."""
_FOREIGN = Markup('<mark title="U+{:04X} {}">{}</mark>')
TURNED = 6
"""Columns of a series whose headings are not turned."""
SIGNS = {doc.Tone.GOOD: "✓", doc.Tone.OPEN: "○", doc.Tone.ALARM: "!"}


class Bar(NamedTuple):
    """A bar, in percent of its width."""

    earned: float
    ran: float
    """End of what was tried."""


def bar(meter: doc.Gauge) -> Bar:
    """Return a bar that is full only for all and empty only for nothing."""
    if meter.full <= 0:
        return Bar(0, 0)
    share = min(max(meter.done / meter.full, Fraction(0)), Fraction(1))
    share = max(min(share, Fraction(99, 100)), Fraction(1, 100)) if 0 < share < 1 else share
    ran = min(max(meter.tried / meter.full, share), Fraction(1))
    return Bar(round(float(share * 100), 2), round(float(ran * 100), 2))


def paint(document: doc.WholeDocument, painter: Painter | None) -> bytes:
    """Return the page of *document*, UTF-8. painter: draws pictures."""
    (top,) = (block for block in document.blocks if isinstance(block, doc.Headline))
    places: dict[doc.Position, list[doc.Block]] = {place: [] for place in doc.Position}
    for block in document.blocks:
        if isinstance(block, doc.Section):
            places[block.place].append(block)
        elif block is not top:
            places[
                doc.Position.SIDE if isinstance(block, doc.Scores) else doc.Position.MAIN
            ].append(block)
    main = places[doc.Position.MAIN]
    sections = [block for block in main if isinstance(block, doc.Section) and not document.wide]
    return fill(
        "document.html.jinja",
        document=document,
        top=top,
        at_top=places[doc.Position.TOP],
        side=places[doc.Position.SIDE],
        main=main,
        contents=[entry for section in sections for entry in _contents(section)],
        turned=TURNED,
        kind=lambda block: type(block).__name__,
        bar=bar,
        sign=lambda tone: SIGNS.get(tone, "✗"),
        show=lambda block: list(show(block.exhibits, painter)),
        histogram=histogram.draw,
        spark=histogram.spark,
        shown=shown,
    )


def shown(line: str) -> Markup:
    """Return a line as HTML, with foreign letters in words marked and named."""
    text = printable(line, WIDEST)
    parts, end = [], 0
    for index, name in foreign_letters(text):
        letter = _FOREIGN.format(ord(text[index]), name, text[index])
        parts += [escape(text[end:index]), letter]
        end = index + 1
    return Markup("").join([*parts, escape(text[end:])])


def _contents(section: doc.Section) -> list[tuple[str, str, doc.Tone | None]]:
    """Return ids, titles and tones for the list of contents."""
    inner = [
        block for block in section.body if isinstance(block, doc.Card | doc.Subsection) and block.id
    ]
    return [
        (block.id, block.title, block.tone)
        if isinstance(block, doc.Card)
        else (block.id, block.heading.partition(":")[0], None)
        for block in inner
    ] or [(section.id, section.heading, None)]
