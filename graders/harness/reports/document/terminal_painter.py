"""A document in a terminal, or as plain text.

Colours are the terminal theme's, except on boards. Every line of a card stands behind a bar, so
that its texts cannot pass for a line of the document.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from graders.harness.reports.console import CAUTION, TerminalCapabilities, marks_in_words
from graders.harness.reports.document import model as doc
from graders.harness.reports.document import terminal_exhibits as exhibits
from graders.harness.reports.document.layout import Barred, Laid, Line, Spread, bar, lines_of
from graders.harness.reports.painting import Painter

WIDEST = 120
"""Maximum width of a document; longer lines are hard to read."""
BAR = 24
"""Maximum width of a meter in a table."""
STYLES = {
    doc.Tone.GOOD: "green",
    doc.Tone.BAD: "red",
    doc.Tone.CAUTION: CAUTION,
    doc.Tone.ALARM: "magenta",
    doc.Tone.OPEN: "dim",
}

LONGEST_BAR = 40
"""Maximum width of a bar of a histogram."""
BEGINNING = (
    *(doc.Section, doc.Scores, doc.Card, doc.Rows, doc.Prose, doc.Fold, doc.Notice, doc.Histogram),
)
"""Blocks with an empty line before them."""


def paint(blocks: Iterable[doc.Block], console: Console, painter: Painter | None) -> None:
    """Print *blocks* on *console*. painter: draws pictures."""
    lines = Laid(_lines_for(blocks, console, painter))
    console.print(lines, width=min(console.width, WIDEST), highlight=False)


def as_text(blocks: Iterable[doc.Block], painter: Painter | None, width: int) -> str:
    """Return *blocks* as plain text, like those that are painted on a console without colours."""
    console = Console(file=io.StringIO(), width=width, color_system=None, force_terminal=False)
    lines = _lines_for(blocks, console, painter)
    return "".join("".join(piece.plain for piece in line) + "\n" for line in lines)


def _lines_for(
    blocks: Iterable[doc.Block], console: Console, painter: Painter | None
) -> Iterator[Line]:
    width = min(console.width, WIDEST)
    page = TerminalPainter(TerminalCapabilities.of(console), painter, width)
    return lines_of(Group(*page.blocks(blocks)), console, width)


class TerminalPainter:
    """Paints blocks for one console."""

    def __init__(self, terminal: TerminalCapabilities, painter: Painter | None, width: int) -> None:
        self.terminal, self.painter, self.width = terminal, painter, width

    def blocks(
        self, blocks: Iterable[doc.Block], *, within: bool = False
    ) -> Iterator[RenderableType]:
        """Yield *blocks*, with an empty line before those that begin something. within: below a
        heading.
        """
        before: doc.Block | None = None
        for block in blocks:
            is_next = before is not None and isinstance(block, BEGINNING)
            is_apart = isinstance(block, doc.Card) and within
            if (
                is_next
                or is_apart
                or (isinstance(before, doc.Card) and isinstance(block, doc.Subsection))
            ):
                yield Text()
            yield from self.block(block)
            before = block

    def block(self, block: doc.Block) -> Iterator[RenderableType]:
        """Yield one block."""
        match block:
            case doc.Headline():
                yield from self.headline(block)
            case doc.Section():
                yield self.terminal.line(block.heading, "bold")
                yield self.body(block)
            case doc.Subsection():
                yield self.text([doc.quiet(block.heading)])
                yield from self.blocks(block.body)
            case doc.Fold():
                yield self.terminal.line(f"{block.summary}:")
                yield from self.blocks(block.body)
            case doc.Card():
                yield from self.card(block)
            case doc.Scores():
                yield self.scores(block)
            case doc.Exhibits():
                inner = max(self.width - 2, 1)
                yield from exhibits.show(block.exhibits, self.terminal, self.painter, inner)
            case doc.Prose():
                yield exhibits.clipped(self.terminal.text(block.text))
            case doc.Paragraph() | doc.Notice():
                yield self.text(block.line)
            case doc.Gauge():
                yield self.meter(block, self.width)
            case doc.KeyFigures():
                yield self.figures(block)
            case doc.Histogram():
                yield self.histogram(block)
            case doc.DataTable():
                yield self.table(block)
            case doc.Together():
                yield from self.blocks(block.body)
            case doc.SideBySide():
                yield self.side_by_side(block)
            case doc.Rows():
                yield self.rows(block.rows)
            case doc.Listing():
                rows = [row for lines in block.passages for line in lines for row in _lines(line)]
                yield self.rows([*rows, *map(_row, block.elsewhere)])

    def text(self, line: doc.Line) -> Text:
        """Return a line with its marks."""
        return Text.assemble(*(self.span(span) for span in line), overflow="fold")

    def span(self, span: doc.Span) -> Text:
        """Return a piece of a line."""
        weight = "bold" if span.strong else "dim" if span.quiet or span.code else ""
        style = " ".join(filter(None, (weight, STYLES[span.tone] if span.tone else "")))
        if span is doc.DOT:
            return Text(f" {self.terminal.glyphs.dot} ", style)
        show = self.terminal.text if span.lines else self.terminal.line
        return show(span.text, style)

    def body(self, section: doc.Section) -> RenderableType:
        """Return the body of a section, behind a bar unless its blocks are set apart already."""
        body = Group(*self.blocks(section.body, within=True))
        return body if any(map(_is_apart, section.body)) else self.barred(body, "dim")

    def barred(self, body: RenderableType, style: str) -> RenderableType:
        """Return *body* behind a bar."""
        return Barred(body, self.terminal.glyphs.side, style)

    def rows(self, rows: Sequence[doc.Row]) -> RenderableType:
        """Return a list, with what stands at the right in a column."""
        spreads, lefts = [Spread()], []
        for row in rows:
            left = self.text(row.line)
            if row.tone:
                left = Text.assemble(self.sign(row.tone), left, overflow="fold")
            if row.note and not row.tone:
                left.append("  ").append_text(self.text(row.note))
            if row.below:
                below = self.text(row.below).split("\n", allow_blank=True)
                left.append("\n  ").append_text(Text("\n  ").join(below))
            if row.tone:
                spreads.append(Spread())
            spreads[-1].add_row(left, self.text(row.right))
            lefts.append(left)
        return Group(*(spreads if any(row.right for row in rows) else lefts))

    def sign(self, tone: doc.Tone) -> Text:
        """Return the sign of a tone, and a space."""
        glyphs = self.terminal.glyphs
        signs = {
            doc.Tone.GOOD: glyphs.passed,
            doc.Tone.ALARM: glyphs.fault,
            doc.Tone.OPEN: glyphs.not_run,
        }
        return Text(f"{signs.get(tone, glyphs.failed)} ", STYLES[tone])

    def card(self, card: doc.Card) -> Iterator[RenderableType]:
        """Yield a card: its title, and its body behind a bar."""
        yield self.rows([doc.Row([doc.strong(card.title)], card.right, tone=card.tone)])
        yield self.barred(Group(*self.blocks(card.body)), STYLES[card.tone])
        if card.remark:
            yield self.terminal.line(card.remark, "dim")

    def headline(self, top: doc.Headline) -> Iterator[RenderableType]:
        """Yield the top: title and value, a meter, counts and notices."""
        kind, *others = top.captions or ("",)
        rows = Spread()
        rows.add_row(self.text([doc.strong(top.title)]), self.text(top.value))
        yield rows
        rows = Spread()
        over = ", ".join(filter(None, (top.over, *others)))
        rows.add_row(self.text([doc.quiet(over)]), self.text([doc.quiet(kind)]))
        yield rows
        if top.meter:
            yield self.meter(top.meter, self.width)
        if top.counted:
            counts = ", ".join(words for _, words in top.counts)
            yield Text(f"{top.counted}: {counts or 'none'}", overflow="fold")
        for notice in top.notices:
            yield self.text(notice.line)

    def meter(self, meter: doc.Gauge, width: int) -> Text:
        """Return a meter of *width* columns."""
        return bar(meter.done, meter.tried, meter.full, width, self.terminal)

    def scores(self, scores: doc.Scores) -> Table:
        """Return a table of values."""
        name, value, count = scores.headings
        table = Table(box=None, padding=(0, 3, 0, 0), pad_edge=False, header_style="dim")
        table.add_column(name, overflow="fold")
        table.add_column(value, justify="right", overflow="fold")
        table.add_column("", no_wrap=True, overflow="crop")
        table.add_column(count, overflow="fold")
        width = min(BAR, max(self.width // 4, 1))
        for row in scores.rows:
            table.add_row(
                self.terminal.line(row.name),
                self.text(row.value),
                self.meter(row.meter, width) if row.meter else "",
                self.text(row.count),
            )
        return table

    def figures(self, figures: doc.KeyFigures) -> Text:
        """Return names and values on a line."""
        named = [[doc.Span(f"{name} "), *value] for name, value in figures.figures]
        dotted = [span for figure in named for span in (doc.DOT, *figure)]
        return self.text(dotted[1:])

    def histogram(self, histogram: doc.Histogram) -> Table:
        """Return a bar for each bin."""
        bars = Table.grid(padding=(0, 2, 0, 0), pad_edge=False)
        bars.add_column(justify="right", overflow="fold")
        bars.add_column(no_wrap=True, overflow="crop")
        most = max(bin.count for bin in histogram.bins)
        width = max(min(LONGEST_BAR, self.width - 24), 1)
        for bin in histogram.bins:
            to = "to" if bin is histogram.bins[-1] else "to under"
            earned = self.terminal.glyphs.earned * -(-bin.count * width // most)
            bars.add_row(
                Text(f"{marks_in_words(bin.low)} {to} {marks_in_words(bin.high)}", "dim"),
                Text.assemble((earned, "green"), f" {bin.count}" if bin.count else ""),
            )
        return bars

    def table(self, table: doc.DataTable) -> Table:
        """Return a table. Its numbers stand at the right."""
        chosen = [place for place, column in enumerate(table.columns) if not column.drawn]
        columns = [table.columns[place] for place in chosen]
        grid = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
        grid.expand, grid.show_header = True, any(column.heading for column in columns)
        for column in columns:
            grid.add_column(
                self.text(column.heading),
                justify="right" if column.number else "left",
                ratio=None if column.number else 1,
                overflow="fold",
            )
        for row in table.rows:
            grid.add_row(*(self.cell(row.cells[place]) for place in chosen))
        return grid

    def side_by_side(self, both: doc.SideBySide) -> Table:
        """Return the lines of two files beside each other."""
        grid = Table.grid(expand=True, padding=(0, 1, 0, 0), pad_edge=False)
        for ratio in (None, 1, None, 1):
            grid.add_column(justify="left" if ratio else "right", ratio=ratio, overflow="fold")
        for pair in both.rows:
            sides = [(str(side.number), side.text) if side else ("", "") for side in pair]
            grid.add_row(*(self.terminal.line(text) for side in sides for text in side))
        return grid

    def cell(self, cell: doc.Cell) -> Text:
        """Return a cell of a table; a drawing is empty."""
        if isinstance(cell.shown, doc.Gauge | doc.Histogram):
            return Text()
        return self.text([*cell.shown, *((doc.BREAK, *cell.below) if cell.below else ())])


def _is_apart(block: doc.Block) -> bool:
    is_signed = isinstance(block, doc.Rows) and any(row.tone for row in block.rows)
    return is_signed or isinstance(block, doc.Card | doc.Subsection)


def _lines(line: doc.CodeLine) -> Iterator[doc.Row]:
    """Yield a line of code, and the remarks below it."""
    number = f"{'>' if line.tone else ' '} {line.number:>5}  "
    is_marked = line.tone is not None
    marks = (
        doc.Span(number, strong=is_marked, quiet=not is_marked),
        doc.Span(line.text, strong=is_marked),
    )
    yield doc.Row(marks)
    yield from map(_row, line.remarks)


def _row(remark: doc.LineRemark) -> doc.Row:
    """Return a remark as a row of a list."""
    words = (doc.Span(f"{remark.label}: ", quiet=True), *(doc.quiet(word) for word in remark.basis))
    between = [part for span in words[1:] for part in (doc.DOT, span)]
    below = [words[0], *between[1:]] if between else [remark.text]
    return doc.Row([doc.strong(remark.at)], note=[remark.text] if between else (), below=below)
