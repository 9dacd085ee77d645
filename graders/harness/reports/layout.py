"""Layout of the terminal report: bars and columns."""

from __future__ import annotations

from fractions import Fraction

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from graders.harness.reports.console import TerminalCapabilities


class Barred:
    """A renderable with a bar and a space before every line."""

    def __init__(self, held: RenderableType, bar: str, style: str) -> None:
        self.held, self.bar, self.style = held, bar, style

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> RenderResult:
        inner = options.update(width=max(options.max_width - 2, 1))
        for line in console.render_lines(self.held, inner, pad=False):
            yield Segment(f"{self.bar} ", console.get_style(self.style))
            yield from line
            yield Segment.line()


def spread() -> Table:
    """Return a grid of two columns, at the left and right edges of the report."""
    grid = Table.grid(expand=True, padding=(0, 2, 0, 0), pad_edge=False)
    grid.add_column(ratio=1, overflow="fold")
    grid.add_column(justify="right", overflow="fold")
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
