"""Rows of a terminal report: they look like a grid of rich."""

from __future__ import annotations

import pytest
from rich.console import Console, RenderableType
from rich.text import Text

from graders.harness.reports.document.layout import Barred, Labelled, Spread

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


@pytest.mark.slow
@pytest.mark.parametrize("first", range(len(ROWS)))
@pytest.mark.parametrize("count", [1, 2, len(ROWS)])
def test_rows_look_like_a_grid(first: int, count: int) -> None:
    rows = Spread()
    for left, right in ROWS[first : first + count]:
        rows.add_row(left, right)
    for width in range(1, 60):
        assert shown(rows, width) == shown(rows._grid(), width), width
        assert shown(Barred(rows, "|", "red"), width) == shown(
            Barred(rows._grid(), "|", "red"), width
        ), width


def test_labelled_texts_look_like_a_grid() -> None:
    labelled = Labelled([(Text("a label", "bold"), left) for left, _ in ROWS])
    for width in range(1, 40, 3):
        assert shown(labelled, width) == shown(labelled._grid(), width), width
