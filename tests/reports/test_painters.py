"""Each painter shows each kind of block, and no text of a block harms a reader."""

from __future__ import annotations

import io
from fractions import Fraction
from typing import get_args

import pytest
from rich.console import Console

from graders.harness.reports.document import markdown_painter, terminal_painter
from graders.harness.reports.document import model as doc
from graders.harness.reports.html import page_painter
from graders.harness.result import Text
from tests import nightly
from tests.reports.paper import PAINTER, controls
from tests.reports.readers import THREATS, harm

TEXTS = [text for threat in THREATS for text in threat.texts]


def everything(text: str) -> doc.WholeDocument:
    """Return a document with all kinds of blocks, and *text* wherever a text may stand."""
    line = [
        doc.Span(text),
        doc.strong(text, doc.Tone.BAD),
        doc.quiet(text),
        doc.code(text),
        doc.Span(text, tone=doc.Tone.GOOD, tag=True),
        doc.Span(text, href="s/staff-report.html"),
    ]
    long = [doc.Span(text, lines=True), doc.Span(text, lines=True, marked_up=True)]
    gauge = doc.Gauge(Fraction(1), Fraction(2), Fraction(3), doc.Tone.BAD)
    bins = [doc.Bin(Fraction(0), Fraction(5), 2), doc.Bin(Fraction(5), Fraction(10), 0)]
    histogram = doc.Histogram(text, bins, Fraction(4))
    row = doc.Row(line[:1], line[:1], line, line, doc.Tone.BAD)
    folded = doc.Row(line, below=doc.lines([line, long]), folded=True)
    columns = [
        doc.DataColumn(line),
        doc.DataColumn(line, number=True, part=True),
        doc.DataColumn(line, drawn=True),
        doc.DataColumn(line, drawn=True),
    ]
    cells = [doc.Cell(line, line), doc.Cell(line, (), text), doc.Cell(gauge), doc.Cell(histogram)]
    rows = [doc.TableRow(cells, [text]), doc.TableRow(cells, is_sum=True)]
    remark = doc.LineRemark(text, doc.Span(text), text, doc.Tone.BAD, text, (text, text))
    coded = doc.CodeLine(1, text, doc.Tone.BAD, [remark])
    blocks: list[doc.Block] = [
        doc.Paragraph([*line, *long]),
        doc.Notice(line, doc.Tone.CAUTION),
        doc.Prose(text),
        gauge,
        doc.KeyFigures([(text, line)]),
        histogram,
        doc.Rows([row]),
        doc.Rows([folded]),
        doc.DataTable(text, columns, rows, sortable=True, filters=[(text, 2)]),
        doc.Exhibits([Text(text, text)]),
        doc.Fold(text, [doc.Paragraph(line)]),
        doc.Together([doc.Subsection(text, [doc.Prose(text)], "sub")]),
        doc.Card(text, doc.Tone.BAD, line, [doc.Prose(text)], "card", text),
        doc.SideBySide(text, (text, text), [(coded, None), (None, coded)]),
        doc.Listing(text, text, [[coded]], [remark]),
    ]
    headline = doc.Headline(text, text, text, facts=line, value=line, captions=(text, text))
    score = doc.Scores("Marks", ("a", "b", "c"), [doc.Score(text, line, gauge, line)])
    sections = [doc.Section(text, [block], f"at-{place}") for place, block in enumerate(blocks)]
    return doc.WholeDocument([headline, score, *sections], text, [line], wide=True)


def kinds(blocks: object) -> set[type]:
    """Return the kinds of blocks, with those inside of others."""
    found: set[type] = set()
    for block in blocks if isinstance(blocks, list) else []:
        found |= {type(block), *kinds(getattr(block, "body", None))}
    return found


def test_document_of_this_test_has_all_kinds_of_blocks() -> None:
    assert kinds(everything("a").blocks) | {doc.Subsection} == set(get_args(doc.Block))


@pytest.mark.parametrize("text", nightly.one_in(4, TEXTS), ids=range(len(TEXTS)))
def test_no_text_harms_a_reader(text: str) -> None:
    """It is tried in all places of a document, by all painters."""
    document = everything(text)
    assert harm("html", page_painter.paint(document, PAINTER)) == ""
    assert harm("markdown", markdown_painter.document(document.blocks, PAINTER)) == ""
    out = io.StringIO()
    console = Console(file=out, width=100, legacy_windows=False, _environ={})
    terminal_painter.paint(document.blocks, console, PAINTER)
    assert not controls(out.getvalue())


def test_painters_show_the_same_words() -> None:
    """No painter leaves out a kind of block: a mark in each of them is found."""
    document = everything("here")
    page = page_painter.paint(document, PAINTER).decode()
    words = markdown_painter.document(document.blocks, PAINTER).decode()
    out = io.StringIO()
    terminal_painter.paint(document.blocks, Console(file=out, width=100), PAINTER)
    for shown in (page, words, out.getvalue()):
        assert shown.count("here") > 60
