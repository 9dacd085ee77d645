"""Draws boards: coloured tiles where there is colour, letters between lines where there is none.

The ways to draw differ in how many columns and rows they give one unit cell, and so in how large a
board they suit. Pictures that belong together are drawn alike, side by side if any way lets them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.color import Color
from rich.style import Style
from rich.text import Text

from graders.harness.reports.board import LARGEST, Board, lay_out
from graders.harness.reports.medium import CAUTION, Medium
from graders.harness.result import Picture, Square

Palette = Mapping[str, tuple[int, int, int]]
"""Letter of a square -> its colour."""

GUTTER = 2
"""Columns between two pictures."""
UNKNOWN = (158, 158, 158)
"""Colour of a square whose letter the palette does not have."""
FADED = Style(dim=True)
MARK = Style(color=Color.from_rgb(190, 0, 0), bgcolor=Color.from_rgb(255, 255, 255), bold=True)
"""Of the sign beside a wrong square's letter: a spot of white finds the eye on a board of a
thousand cells.
"""


def draw(pictures: Sequence[Picture], medium: Medium, palette: Palette, width: int) -> list[Text]:
    """Draw *pictures* in *width* columns, each under its label; returns lines.

    Those that fit stand side by side. In a picture labelled "got", squares that the last one
    labelled "expected" does not have are marked.
    """
    columns = list(_columns(pictures, medium, palette, width))
    lines: list[Text] = []
    while columns:
        taken, used = 0, -GUTTER
        while taken < len(columns) and (
            taken == 0 or used + GUTTER + columns[taken].width <= width
        ):
            used += GUTTER + columns[taken].width
            taken += 1
        row, columns = columns[:taken], columns[taken:]
        if lines:
            lines.append(Text())
        for place in range(max(len(column.lines) for column in row)):
            lines.append(
                _joined(
                    [(c.lines[place] if place < len(c.lines) else Text(), c.width) for c in row]
                )
            )
        lines += [medium.line(problem, CAUTION) for column in row for problem in column.problems]
    return lines


@dataclass(frozen=True, slots=True)
class _Column:
    """One picture with its label, ready to stand beside others."""

    lines: list[Text]
    width: int
    problems: list[str]


def _columns(
    pictures: Sequence[Picture], medium: Medium, palette: Palette, width: int
) -> list[_Column]:
    expected: Picture | None = None
    boards: list[tuple[Picture, Board | None]] = []
    for picture in pictures:
        role = picture.label.strip().lower()
        boards.append((picture, lay_out(picture, expected if role == "got" else None)))
        if role == "expected":
            expected = picture
    way = _way([board.side for _, board in boards if board is not None], medium, width)
    columns = []
    for picture, board in boards:
        label = medium.line(picture.label, "bold", limit=24)
        name = label.plain
        drawn: list[Text] = []
        problems: list[str] = []
        if board is None:
            problems = [f"a board of {picture.side} by {picture.side} cells cannot be drawn"]
        elif way is None:
            problems = [f"this board needs {board.side} columns", *board.problems]
        else:
            problems = list(board.problems)
            drawn = way.draw(board, medium, palette)
            if board.wrong:
                label.append(f" {medium.glyphs.differs} {len(board.wrong)} wrong", "red")
        lines = [label, *drawn]
        columns.append(
            _Column(lines, max(line.cell_len for line in lines), [f"{name}: {p}" for p in problems])
        )
    return columns


# Ways to draw.


@dataclass(frozen=True, slots=True)
class Way:
    """One way to draw a board."""

    largest: int
    """The largest side that looks well in it."""
    columns: Callable[[int], int]
    """Columns that a board of some side takes."""
    draw: Callable[[Board, Medium, Palette], list[Text]]


def tiles(columns: int) -> Callable[[Board, Medium, Palette], list[Text]]:
    """Return a way to draw tiles with gaps between them, with that many columns and two rows to a
    cell.

    Half blocks make every character two pixels, one above the other. Pixels whose column is a
    multiple of *columns*, or whose row is one of four, lie between cells; the outermost are left
    out.
    """

    def drawing(board: Board, medium: Medium, palette: Palette) -> list[Text]:
        letters: dict[tuple[int, int], str] = {}
        for square, x, y, size in board.places():
            column, row = columns * x + (columns * size - 2) // 2, 2 * y + size
            letters[column, row] = _letter(square, medium)
            if square in board.wrong:
                letters[column + 1, row] = medium.glyphs.differs

        def pixel(px: int, py: int) -> Square | None:
            """Return the square that a pixel belongs to: between cells, that of all cells it
            touches.
            """
            x, y = px // columns, py // 4
            beside = (x,) if px % columns else (x - 1, x)
            above = (y,) if py % 4 else (y - 1, y)
            touched = {board.at(a, b) for a in beside for b in above}
            return touched.pop() if len(touched) == 1 else None

        lines = []
        for row in range(2 * board.side):
            line = Text(no_wrap=True)
            for px in range(1, columns * board.side):
                upper, lower = pixel(px, 2 * row), pixel(px, 2 * row + 1)
                if upper is not None:
                    sign = letters.get((px - 1, row), " ")
                    line.append(
                        sign, MARK if sign == medium.glyphs.differs else _tile(upper, palette)
                    )
                elif lower is not None:
                    line.append("▄", Style(color=_colour(lower, palette)))
                elif row % 2 and px % columns and board.at(px // columns, row // 2) is None:
                    line.append("░", FADED)
                else:
                    line.append(" ")
            lines.append(line)
        return lines

    return drawing


def cells(board: Board, medium: Medium, palette: Palette) -> list[Text]:
    """Draw a coloured field, two columns and one row to a cell, with thin lines between squares."""
    letters: dict[tuple[int, int], str] = {}
    for square, x, y, size in board.places():
        column, row = 2 * x + (2 * size - 1) // 2, y + (size - 1) // 2
        letters[column, row] = _letter(square, medium)
        if square in board.wrong:
            letters[column + 1, row] = medium.glyphs.differs
    lines = []
    for y in range(board.side):
        line = Text(no_wrap=True)
        for x in range(board.side):
            here = board.at(x, y)
            if here is None:
                line.append("░░", FADED)
                continue
            style = _tile(here, palette)
            if y + 1 < board.side and board.at(x, y + 1) != here:
                style += Style(underline=True)
            edge = "▕" if x + 1 < board.side and board.at(x + 1, y) != here else " "
            for sign in (letters.get((2 * x, y), " "), letters.get((2 * x + 1, y), edge)):
                line.append(sign, MARK if sign == medium.glyphs.differs else style)
        lines.append(line)
    return lines


def lattice(columns: int, rows: int) -> Callable[[Board, Medium, Palette], list[Text]]:
    """Return a way to draw letters between lines, with that many columns and rows to a cell."""

    def drawing(board: Board, medium: Medium, palette: Palette) -> list[Text]:
        glyphs, side = medium.glyphs, board.side
        width, height = columns * side + 1, rows * side + 1
        canvas = [[" "] * width for _ in range(height)]

        def upright(x: int, y: int) -> bool:
            """Return whether there is a line on the left of a cell."""
            return 0 <= y < side and (x in (0, side) or board.at(x - 1, y) != board.at(x, y))

        def level(x: int, y: int) -> bool:
            """Return whether there is a line above a cell."""
            return 0 <= x < side and (y in (0, side) or board.at(x, y - 1) != board.at(x, y))

        for y in range(side + 1):
            for x in range(side + 1):
                arms = upright(x, y - 1) + 2 * level(x, y) + 4 * upright(x, y) + 8 * level(x - 1, y)
                canvas[rows * y][columns * x] = glyphs.corners[arms]
                if level(x, y):
                    canvas[rows * y][columns * x + 1 : columns * (x + 1)] = glyphs.corners[10] * (
                        columns - 1
                    )
                if upright(x, y):
                    for row in range(rows * y + 1, rows * (y + 1)):
                        canvas[row][columns * x] = glyphs.corners[5]
                if x < side and y < side and board.at(x, y) is None:
                    canvas[rows * y + rows // 2][columns * x + columns // 2] = glyphs.gap
        for square, x, y, size in board.places():
            row, column = rows * y + rows * size // 2, columns * x + columns * size // 2
            canvas[row][column] = _letter(square, medium)
            if square in board.wrong:
                canvas[row][column + 1] = glyphs.differs
        return [Text("".join(line), no_wrap=True) for line in canvas]

    return drawing


def field(columns: int) -> Callable[[Board, Medium, Palette], list[Text]]:
    """Return a way to draw letters without lines, one or two columns to a cell."""

    def drawing(board: Board, medium: Medium, palette: Palette) -> list[Text]:
        lines = []
        for row in board.owner:
            line = Text(no_wrap=True)
            for square in row:
                if square is None:
                    line.append(medium.glyphs.gap.ljust(columns), FADED)
                    continue
                mark = medium.glyphs.differs if square in board.wrong else " "
                style = _tile(square, palette) if medium.colour else Style()
                line.append((_letter(square, medium) + mark)[:columns], style)
            lines.append(line)
        return lines

    return drawing


# Best first; the last one shows no lines and no marks, and is for consoles too narrow for any
# other.
COLOURED = (
    Way(8, lambda side: 4 * side - 1, tiles(4)),
    Way(8, lambda side: 3 * side - 1, tiles(3)),
    Way(LARGEST, lambda side: 2 * side, cells),
    Way(LARGEST, lambda side: side, field(1)),
)
LETTERED = (
    Way(8, lambda side: 4 * side + 1, lattice(4, 2)),
    Way(16, lambda side: 3 * side + 1, lattice(3, 2)),
    Way(16, lambda side: 2 * side + 1, lattice(2, 2)),
    Way(LARGEST, lambda side: 2 * side, field(2)),
    Way(LARGEST, lambda side: side, field(1)),
)


def _way(sides: Sequence[int], medium: Medium, width: int) -> Way | None:
    """Return the way that puts most boards of *sides* on one row, the best of equals; None if none
    fits at all.
    """
    if not sides:
        return None
    *ways, narrowest = COLOURED if medium.colour else LETTERED

    def abreast(way: Way) -> int:
        return min(len(sides), (width + GUTTER) // (way.columns(max(sides)) + GUTTER))

    best = max((way for way in ways if max(sides) <= way.largest), key=abreast)
    return best if abreast(best) else narrowest if abreast(narrowest) else None


# Parts of a drawing.


def _letter(square: Square, medium: Medium) -> str:
    """Return one sign of one column for *square*, whatever its letter is."""
    sign = medium.safe(square.letter)[:1]
    return sign if sign.strip() and cell_len(sign) == 1 else "?"


def _colour(square: Square, palette: Palette) -> Color:
    return Color.from_rgb(*palette.get(square.letter, UNKNOWN))


def _tile(square: Square, palette: Palette) -> Style:
    """Return the square's colour as background, under black or white, whichever is easier to read
    on it.
    """
    red, green, blue = ((channel / 255) ** 2.2 for channel in palette.get(square.letter, UNKNOWN))
    bright = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18
    ink = Color.from_rgb(0, 0, 0) if bright else Color.from_rgb(255, 255, 255)
    return Style(color=ink, bgcolor=_colour(square, palette))


def _joined(parts: Sequence[tuple[Text, int]]) -> Text:
    """Return texts on one line, each in its width."""
    line = Text(no_wrap=True)
    for place, (text, width) in enumerate(parts):
        line.append_text(text)
        if place + 1 < len(parts):
            line.append(" " * (width - text.cell_len + GUTTER))
    return line
