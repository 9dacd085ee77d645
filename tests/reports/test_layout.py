"""Rows of a terminal report: they look like a grid of rich."""

from __future__ import annotations

import pytest
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from graders.harness.reports.document.layout import GAP, LABEL, Barred, Labelled, Spread
from tests import nightly

ROWS = [
    (
        Text.assemble(("✓ ", "green"), "The piece lands on the others", overflow="fold"),
        Text("1 / 1", "dim"),
    ),
    (
        Text("two  words", "bold", overflow="fold"),
        Text.assemble(("12.5", "bold"), (" / 100", "dim")),
    ),
    (Text("漢字 are wide", overflow="fold"), Text()),
    (Text("a first line\nand a second", overflow="fold"), Text("0")),
    (Text(), Text("alone")),
]


def shown(renderable: RenderableType, width: int) -> list[list[tuple[str, object]]]:
    """Return the characters of each line, with the styles of those that are no blanks."""
    console = Console(width=width, color_system="truecolor", force_terminal=True)
    lines = console.render_lines(renderable, pad=False)
    return [
        [(sign, sign != " " and (style or None)) for text, style, _ in line for sign in text]
        for line in lines
    ]


def spread_grid(rows: list[tuple[Text, Text]]) -> Table:
    """Return the grid that `Spread` looks like."""
    grid = Table.grid(expand=True, padding=(0, GAP, 0, 0), pad_edge=False)
    grid.add_column(ratio=1, overflow="fold")
    grid.add_column(justify="right", overflow="fold")
    for row in rows:
        grid.add_row(*row)
    return grid


def labelled_grid(rows: list[tuple[Text, Text]]) -> Table:
    """Return the grid that `Labelled` looks like, with an empty row above each text of several lines."""
    grid = Table.grid(padding=(0, GAP, 0, 0))
    grid.add_column(max_width=LABEL, overflow="fold")
    grid.add_column(overflow="fold")
    for number, (label, text) in enumerate(rows):
        if number and "\n" in text.plain:
            grid.add_row()
        grid.add_row(label, text)
    return grid


@pytest.mark.slow
@pytest.mark.parametrize("first", nightly.one_in(3, range(len(ROWS))))
@pytest.mark.parametrize("count", [1, 2, len(ROWS)])
def test_rows_look_like_a_grid(first: int, count: int) -> None:
    rows, grid = Spread(), spread_grid(ROWS[first : first + count])
    for left, right in ROWS[first : first + count]:
        rows.add_row(left, right)
    for width in range(1, 60):
        assert shown(rows, width) == shown(grid, width), width
        assert shown(Barred(rows, "|", "red"), width) == shown(Barred(grid, "|", "red"), width)


def test_labelled_texts_look_like_a_grid() -> None:
    rows = [(Text("a label", "bold"), left) for left, _ in ROWS]
    for width in range(1, 40, 3):
        assert shown(Labelled(rows), width) == shown(labelled_grid(rows), width), width
