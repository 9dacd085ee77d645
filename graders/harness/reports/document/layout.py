"""Layout of the terminal report: bars and columns."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from graders.harness.reports.console import TerminalCapabilities

GAP = 2
"""Blanks between the columns of a row, at least."""


class Barred:
    """A renderable with a bar and a space before every line."""

    def __init__(self, held: RenderableType, bar: str, style: str) -> None:
        self.held, self.bar, self.style = held, bar, style

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        inner = options.update(width=max(options.max_width - 2, 1))
        for line in console.render_lines(self.held, inner, pad=False):
            yield Segment(f"{self.bar} ", console.get_style(self.style))
            yield from line
            yield Segment.line()


class Laid:
    """Lines that are no wider than the report: rich, which is slow, need not lay them out."""

    def __init__(self, lines: Sequence[Text]) -> None:
        self._lines = lines

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self._lines:
            yield from line.render(console, end="\n")


class Spread:
    """Rows of two columns, at the left and right edges of the report."""

    def __init__(self) -> None:
        self._rows: list[tuple[Text, Text]] = []
        self._left = self._right = 0
        self._are_lines = True

    def add_row(self, left: Text, right: Text) -> None:
        """Add a row."""
        self._rows.append((left, right))
        self._left = max(self._left, left.cell_len)
        self._right = max(self._right, right.cell_len)
        self._are_lines &= "\n" not in left.plain + right.plain

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        needed = max(self._left, 1) + GAP + max(self._right, 1)
        if not self._are_lines or needed > options.max_width:
            yield self._grid()
            return
        # a grid of rich lays out each cell several times, and a class has thousands;
        # without a second column it is no wider than needed
        width = options.max_width if self._right else self._left + GAP
        for left, right in self._rows:
            gap = " " * (width - left.cell_len - right.cell_len)
            yield from Text.assemble(left, gap, right).render(console, end="\n")

    def _grid(self) -> Table:
        grid = Table.grid(expand=True, padding=(0, GAP, 0, 0), pad_edge=False)
        grid.add_column(ratio=1, overflow="fold")
        grid.add_column(justify="right", overflow="fold")
        for row in self._rows:
            grid.add_row(*row)
        return grid


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
