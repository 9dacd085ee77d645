"""Shows the exhibits of a check: boards side by side, values and transcripts under their labels."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from graders.harness.reports import picture
from graders.harness.reports.board import role_of
from graders.harness.reports.difference import (
    Beside,
    first_difference,
    legend,
    side_by_side,
)
from graders.harness.reports.medium import CAUTION, Medium, how_many
from graders.harness.result import Exhibit, Picture, Transcripts
from graders.harness.result import Text as Lines

MOST_LINES = 40
"""Lines shown of one exhibit; nobody reads more in a terminal, and the student may have chosen
them.
"""


def show(
    exhibits: Sequence[Exhibit],
    medium: Medium,
    palette: picture.Palette,
    width: int,
    *,
    whole: bool = False,
) -> Iterator[RenderableType]:
    """Yield *exhibits* in their order, those of one kind that follow each other together; an empty
    line before each.

    whole: long texts are shown to their end.
    """
    for kind, group in groupby(exhibits, type):
        yield Text()
        alike: Sequence[Any] = list(group)
        if kind is Picture:
            yield from picture.draw(alike, medium, palette, width)
        elif kind is Transcripts:
            for exhibit in alike:
                yield _sides(exhibit, medium, width)
        else:
            yield from _texts(alike, medium, whole)


def clipped(text: Text, most: int = MOST_LINES) -> Text:
    """Return the first lines of *text* and how many follow, without empty lines at the end."""
    lines = text.split("\n", allow_blank=True)
    while len(lines) > 1 and not lines[-1].plain.strip():
        lines.pop()
    if len(lines) <= most:
        return Text("\n", overflow="fold").join(lines)
    count = how_many(len(lines) - most, "more line")
    more = Text(
        f"... {count} (all of them: in the web page, or by a replay)", style="dim"
    )
    return Text("\n", overflow="fold").join([*lines[:most], more])


def _sides(exhibit: Transcripts, medium: Medium, width: int) -> RenderableType:
    """Return two transcripts beside each other, or one below the other where they are too wide for
    that.
    """
    rows = side_by_side(exhibit)
    expected = [Text("expected", "bold")]
    got = [Text("got", "bold")]
    for row in rows:
        expected.append(
            _cell(
                row,
                row.row.expected,
                exhibit.expected,
                exhibit.start,
                "bold green",
                medium,
            )
        )
        got.append(
            _cell(row, row.row.got, exhibit.got, exhibit.start, "bold red", medium)
        )
    words = legend(exhibit)
    below = [Text(), medium.line(words, "dim")] if words else []
    widest = max(text.cell_len for text in (*expected, *got))
    if 2 * widest + 2 <= width:
        beside_each_other = Table.grid(padding=(0, 2, 0, 0))
        beside_each_other.add_row(Text("\n").join(expected), Text("\n").join(got))
        return Group(beside_each_other, *below)
    lines = [*filter(None, expected), Text(), *filter(None, got), *below]
    return Text("\n", overflow="fold").join(lines)


def _cell(
    row: Beside,
    index: int | None,
    lines: Sequence[str],
    start: int,
    style: str,
    medium: Medium,
) -> Text:
    """Return one side of a row: the line at *index* of *lines*, else the remark in its place.

    It is empty if there is neither. *start*: number of the first of *lines*; *style*: of the first
    difference.
    """
    sign = ("> " if row.marked else "  ", style)
    if index is not None:
        text = medium.line(lines[index], style if row.marked else "")
        return Text.assemble(
            Text(f"{start + index:>4} ", "dim"), sign, text, overflow="fold"
        )
    if row.remark:
        return Text.assemble("     ", sign, (row.remark, style))
    return Text()


def _texts(
    exhibits: Sequence[Lines], medium: Medium, whole: bool
) -> Iterator[RenderableType]:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(max_width=16, overflow="fold")
    grid.add_column(overflow="fold")
    texts = [medium.text(exhibit.text) for exhibit in exhibits]
    differences: list[Text] = []
    expected: Text | None = None
    for exhibit, text in zip(exhibits, texts, strict=True):
        role = role_of(exhibit.label)
        if role == "expected":
            expected = text
        elif role == "got" and expected is not None:
            differences += _compare(expected, text)
    most = sys.maxsize if whole else MOST_LINES
    for exhibit, text in zip(exhibits, texts, strict=True):
        lines = clipped(text, most)
        if grid.row_count and "\n" in lines.plain:
            grid.add_row()
        grid.add_row(medium.line(exhibit.label, "bold", limit=80), lines)
    yield grid
    yield from differences


def _compare(expected: Text, got: Text) -> list[Text]:
    """Mark where *got* leaves *expected*; return that place in words if it is hard to see.

    Invisible differences (spaces at the end of a line, a line too many) are what the words are for.
    """
    found = first_difference(expected.plain, got.plain)
    if found is None:
        return []
    want, have = expected.plain.split("\n"), got.plain.split("\n")
    if found.line < min(len(want), len(have)):
        start = sum(len(line) + 1 for line in want[: found.line])
        for text, lines, style in (
            (expected, want, "bold green"),
            (got, have, "bold red"),
        ):
            text.stylize(style, start + found.column, start + len(lines[found.line]))
    if not found.words:
        return []
    return [Text(f"first difference: {found.words}", style=CAUTION, overflow="fold")]
