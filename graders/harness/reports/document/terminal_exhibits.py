"""Exhibits of a check in a terminal: pictures, labelled values and transcripts."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.text import Text

from graders.harness.reports.console import CAUTION, TerminalCapabilities, how_many, role_of
from graders.harness.reports.document.layout import Labelled, Laid, blanks
from graders.harness.reports.painting import Painter, runs_of
from graders.harness.reports.text_difference import (
    SideBySideRow,
    first_difference,
    legend,
    side_by_side,
)
from graders.harness.result import Exhibit, Picture, Transcripts
from graders.harness.result import Text as Lines

MOST_LINES = 40
"""Lines shown of one exhibit, which a student may have made long."""


def show(
    exhibits: Sequence[Exhibit],
    terminal: TerminalCapabilities,
    painter: Painter | None,
    width: int,
    *,
    whole: bool = False,
) -> Iterator[RenderableType]:
    """Yield *exhibits* in order; consecutive ones of a kind are shown together, after an empty
    line.

    whole: show long texts in full.
    """
    for kind, alike in runs_of(exhibits, painter):
        yield Text()
        if kind is Picture and painter is not None:
            yield from painter.in_terminal(alike, terminal, width)
        elif kind is Transcripts:
            for exhibit in alike:
                yield _sides(exhibit, terminal, width)
        else:
            yield from _texts(alike, terminal, whole)


def clipped(text: Text, most: int = MOST_LINES) -> Text:
    """Return the first lines of *text* without trailing empty lines, and the number of further
    lines.
    """
    lines = text.split("\n", allow_blank=True)
    while len(lines) > 1 and not lines[-1].plain.strip():
        lines.pop()
    if len(lines) <= most:
        return Text("\n", overflow="fold").join(lines)
    count = how_many(len(lines) - most, "more line")
    more = Text(f"... {count} (the web page or a replay shows all)", style="dim")
    return Text("\n", overflow="fold").join([*lines[:most], more])


def _sides(exhibit: Transcripts, terminal: TerminalCapabilities, width: int) -> RenderableType:
    """Return two transcripts side by side, or one below the other if they are too wide."""
    rows = side_by_side(exhibit)
    expected, got = [[("expected", "bold")]], [[("got", "bold")]]
    for row in rows:
        for column, index, lines, style in (
            (expected, row.row.expected, exhibit.expected, "bold green"),
            (got, row.row.got, exhibit.got, "bold red"),
        ):
            column.append(_cell(row, index, lines, exhibit.start, style, terminal))
    words = legend(exhibit)
    below = [Text(), terminal.line(words, "dim")] if words else []
    left = max(map(_columns_of, expected))
    if 2 * max(left, *map(_columns_of, got)) + 2 <= width:
        beside_each_other = [
            (
                *_pieces(want),
                blanks(left + 2 - _columns_of(want) if have else 0),
                *_pieces(have),
            )
            for want, have in zip(expected, got, strict=True)
        ]
        return Group(Laid(beside_each_other), *below)
    return Group(
        *(Text.assemble(*cell, overflow="fold") for cell in expected if cell),
        Text(),
        *(Text.assemble(*cell, overflow="fold") for cell in got if cell),
        *below,
    )


Cell = list[tuple[str, str]]
"""Pieces of a line, each with its style."""


def _pieces(cell: Cell) -> Iterator[Text]:
    return (Text(piece, style) for piece, style in cell)


def _columns_of(cell: Cell) -> int:
    return cell_len("".join(piece for piece, _ in cell))


def _cell(
    row: SideBySideRow,
    index: int | None,
    lines: Sequence[str],
    start: int,
    style: str,
    terminal: TerminalCapabilities,
) -> Cell:
    """Return one side of a row: the line at *index* of *lines*, else the row's remark.

    start: number of the first of *lines*; style: of the first difference.
    """
    sign = ("> " if row.marked else "  ", style)
    if index is not None:
        text = terminal.line(lines[index]).plain
        return [(f"{start + index:>4} ", "dim"), sign, (text, style if row.marked else "")]
    return [("     ", ""), sign, (row.remark, style)] if row.remark else []


def _texts(
    exhibits: Sequence[Lines], terminal: TerminalCapabilities, whole: bool
) -> Iterator[RenderableType]:
    texts = [terminal.text(exhibit.text) for exhibit in exhibits]
    differences: list[Text] = []
    expected: Text | None = None
    for exhibit, text in zip(exhibits, texts, strict=True):
        role = role_of(exhibit.label)
        if role == "expected":
            expected = text
        elif role == "got" and expected is not None:
            differences += _compare(expected, text)
    most = sys.maxsize if whole else MOST_LINES
    yield Labelled(
        [
            (terminal.line(exhibit.label, "bold", limit=80), clipped(text, most))
            for exhibit, text in zip(exhibits, texts, strict=True)
        ]
    )
    yield from differences


def _compare(expected: Text, got: Text) -> list[Text]:
    """Mark the difference of *got* from *expected*; return it in words if it is hard to see."""
    difference = first_difference(expected.plain, got.plain)
    if difference is None:
        return []
    want, have = expected.plain.split("\n"), got.plain.split("\n")
    if difference.line < min(len(want), len(have)):
        start = sum(len(line) + 1 for line in want[: difference.line])
        for text, lines, style in (
            (expected, want, "bold green"),
            (got, have, "bold red"),
        ):
            text.stylize(style, start + difference.column, start + len(lines[difference.line]))
    if not difference.words:
        return []
    sentence = f"first difference: {difference.words}"
    return [Text(sentence, style=CAUTION, overflow="fold")]
