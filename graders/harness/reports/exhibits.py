"""Shows the exhibits of a check: boards side by side, values and transcripts under their labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from graders.harness.reports import picture
from graders.harness.reports.difference import first_difference, legend, side_by_side
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
        shown = list(group)
        if kind is Picture:
            yield from picture.draw(
                [e for e in shown if isinstance(e, Picture)], medium, palette, width
            )
        elif kind is Transcripts:
            for exhibit in shown:
                if isinstance(exhibit, Transcripts):
                    yield _sides(exhibit, medium, width)
        else:
            yield from _texts([e for e in shown if isinstance(e, Lines)], medium, whole)


def clipped(text: Text, most: int = MOST_LINES) -> Text:
    """Return the first lines of *text* and how many follow, without empty lines at the end."""
    lines = text.split("\n", allow_blank=True)
    while len(lines) > 1 and not lines[-1].plain.strip():
        lines.pop()
    if len(lines) <= most:
        return Text("\n", overflow="fold").join(lines)
    count = how_many(len(lines) - most, "more line")
    more = Text(f"... {count} (all of them: in the web page, or by a replay)", style="dim")
    return Text("\n", overflow="fold").join([*lines[:most], more])


def _sides(exhibit: Transcripts, medium: Medium, width: int) -> RenderableType:
    """Return two transcripts beside each other, or one below the other where they are too wide for
    that.
    """
    rows = side_by_side(exhibit)
    columns = [
        ("expected", exhibit.expected, [row.row.expected for row in rows], "bold green"),
        ("got", exhibit.got, [row.row.got for row in rows], "bold red"),
    ]
    shown = []
    for heading, lines, places, style in columns:
        body: list[Text | None] = [Text(heading, "bold")]
        for beside, place in zip(rows, places, strict=True):
            sign = ("> " if beside.marked else "  ", style)
            if place is not None:
                text = medium.line(lines[place], style if beside.marked else "")
                number = Text(f"{exhibit.start + place:>4} ", "dim")
                body.append(Text.assemble(number, sign, text, overflow="fold"))
            elif beside.remark:
                body.append(Text.assemble("     ", sign, (beside.remark, style)))
            else:
                body.append(None)
        shown.append(body)
    words = legend(exhibit)
    below = [Text(), medium.line(words, "dim")] if words else []
    widest = max(text.cell_len for body in shown for text in body if text is not None)
    if 2 * widest + 2 <= width:
        beside_each_other = Table.grid(padding=(0, 2, 0, 0))
        beside_each_other.add_row(
            *(Text("\n").join(text or Text() for text in body) for body in shown)
        )
        return Group(beside_each_other, *below)
    expected, got = ([text for text in body if text is not None] for body in shown)
    return Text("\n", overflow="fold").join([*expected, Text(), *got, *below])


def _texts(exhibits: Sequence[Lines], medium: Medium, whole: bool) -> Iterator[RenderableType]:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(max_width=16, overflow="fold")
    grid.add_column(overflow="fold")
    shown = [
        (e.label.strip().lower(), medium.line(e.label, "bold", limit=80), medium.text(e.text))
        for e in exhibits
    ]
    differences: list[Text] = []
    expected: Text | None = None
    for role, _, text in shown:
        if role == "expected":
            expected = text
        elif role == "got" and expected is not None:
            differences += _compare(expected, text)
    for _, label, text in shown:
        lines = clipped(text, max(text.plain.count("\n") + 1, MOST_LINES) if whole else MOST_LINES)
        if grid.row_count and "\n" in lines.plain:
            grid.add_row()
        grid.add_row(label, lines)
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
        for text, lines, style in ((expected, want, "bold green"), (got, have, "bold red")):
            text.stylize(style, start + found.column, start + len(lines[found.line]))
    return (
        [Text(f"first difference: {found.words}", style=CAUTION, overflow="fold")]
        if found.words
        else []
    )
