"""Layout of the terminal report: lines, bars and columns.

A grid of rich lays out each cell several times, and a class has thousands of lines; what most lines
are made of is laid out here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from graders.harness.reports.console import TerminalCapabilities

GAP = 2
"""Blanks between the columns of a row, at least."""


LABEL = 16
"""Maximum width of a label."""


Line = tuple[Text, ...]
"""The pieces of a line, without line breaks."""


def lines_of(renderable: RenderableType, console: Console, width: int) -> Iterator[Line]:
    """Yield the lines of *renderable* in a report of *width* columns."""
    if isinstance(renderable, Text):
        for line in (
            renderable.split("\n", allow_blank=True) if "\n" in renderable.plain else [renderable]
        ):
            yield from [(line,)] if line.cell_len <= width else zip(line.wrap(console, width))
    elif isinstance(renderable, Group):
        for part in renderable.renderables:
            yield from lines_of(part, console, width)
    elif isinstance(renderable, Laid):
        yield from renderable.lines(console, width)
    else:
        options = console.options.update(width=width)
        for segments in console.render_lines(renderable, options, pad=False):
            yield tuple(Text(text, style or "") for text, style, _ in segments)


class Laid:
    """Lines that are no wider than the report."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._lines = lines

    def lines(self, console: Console, width: int) -> Iterator[Line]:
        """Yield the lines, of at most *width* columns."""
        yield from self._lines

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self.lines(console, options.max_width):
            yield from Text.assemble(*line).render(console, end="\n")


class Barred(Laid):
    """A renderable with a bar and a space before every line."""

    def __init__(self, held: RenderableType, bar: str, style: str) -> None:
        self._held, self._bar = held, Text(f"{bar} ", style)

    def lines(self, console: Console, width: int) -> Iterator[Line]:
        """Yield the lines, of at most *width* columns."""
        for line in lines_of(self._held, console, max(width - 2, 1)):
            yield (self._bar, *line)


class Spread(Laid):
    """Rows of two columns, at the left and right edges of the report."""

    def __init__(self) -> None:
        self._rows: list[tuple[Text, Text]] = []
        self._left = self._right = 0
        self._are_lines = True

    def add_row(self, left: Text, right: Text) -> None:
        """Add a row."""
        self._rows.append((left, right))
        self._left = max(self._left, _columns(left))
        self._right = max(self._right, right.cell_len)
        self._are_lines &= "\n" not in right.plain

    def lines(self, console: Console, width: int) -> Iterator[Line]:
        """Yield the lines, of at most *width* columns."""
        room = width - GAP - max(self._right, 1)
        if not self._are_lines or room < 1 or (self._left > room and not self._right):
            yield from lines_of(self._grid(), console, width)
            return
        if not self._right:  # without a second column it is no wider than needed
            width = self._left + GAP
        for left, right in self._rows:
            for line in lines_of(left, console, room):
                yield (*line, blanks(width - line[0].cell_len - right.cell_len), right)
                right = Text()

    def _grid(self) -> Table:
        grid = Table.grid(expand=True, padding=(0, GAP, 0, 0), pad_edge=False)
        grid.add_column(ratio=1, overflow="fold")
        grid.add_column(justify="right", overflow="fold")
        for row in self._rows:
            grid.add_row(*row)
        return grid


class Labelled(Laid):
    """Texts with labels before them. A text of several lines is set apart from those above it."""

    def __init__(self, rows: Iterable[tuple[Text, Text]]) -> None:
        self._rows: list[tuple[Text, Text]] = []
        for label, text in rows:
            if self._rows and "\n" in text.plain:
                self._rows.append((Text(), Text()))
            self._rows.append((label, text))

    def lines(self, console: Console, width: int) -> Iterator[Line]:
        """Yield the lines, of at most *width* columns."""
        labels = max(1, *(label.cell_len for label, _ in self._rows))
        texts = max(1, *(_columns(text) for _, text in self._rows))
        if labels > LABEL or labels + GAP + texts > width:
            yield from lines_of(self._grid(), console, width)
            return
        for label, text in self._rows:
            for (line,) in lines_of(text, console, texts):
                gap = blanks(labels + GAP - label.cell_len)
                yield (label, gap, line, blanks(texts - line.cell_len))
                label = Text()

    def _grid(self) -> Table:
        grid = Table.grid(padding=(0, GAP, 0, 0))
        grid.add_column(max_width=LABEL, overflow="fold")
        grid.add_column(overflow="fold")
        for row in self._rows:
            grid.add_row(*row)
        return grid


def blanks(count: int) -> Text:
    """Return so many blanks."""
    return Text(" " * count)


def _columns(text: Text) -> int:
    """Return the width of the longest line of *text*."""
    return max(map(cell_len, text.plain.split("\n")))


def bar(
    marks: Fraction,
    reached: Fraction,
    full: Fraction,
    width: int,
    terminal: TerminalCapabilities,
) -> Text:
    """Return a bar of *width* columns: marks earned, lost and open, out of *full*.

    reached: marks of the checks that ran. The bar is full only for full marks and empty only for no
    marks.
    """
    if full <= 0:
        return Text(terminal.glyphs.open * width, "dim")
    earned = min(max(width * marks // full, 1 if marks > 0 else 0), width)
    ran = min(max(-(-width * reached // full), earned), width)
    parts = (
        (terminal.glyphs.earned, earned, "green"),
        (terminal.glyphs.lost, ran - earned, "red"),
        (terminal.glyphs.open, width - ran, "dim"),
    )
    return Text.assemble(*((glyph * length, style) for glyph, length, style in parts))
