"""Boards in a terminal: coloured tiles, or letters between lines without colours.

Ways to draw differ in columns and rows for a cell, and so in the size of boards they suit. Pictures
shown together are drawn in the same way, side by side if possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product, starmap, zip_longest

from rich.cells import cell_len
from rich.color import Color
from rich.style import Style
from rich.text import Text

from graders.blocky.painting.board import LARGEST, UNKNOWN, Board, Palette, lay_out_all
from graders.harness import CAUTION, Picture, Square, TerminalCapabilities

GUTTER = 2
"""Columns between two pictures."""
WRONG = 20
"""Columns of the number of wrong squares, and of the dots of a label that is cut, behind the label."""
FADED = Style(dim=True)
MARK = Style(color=Color.from_rgb(190, 0, 0), bgcolor=Color.from_rgb(255, 255, 255), bold=True)
"""Of the sign beside a wrong square's letter; white draws the eye, even on a board of a thousand
cells.
"""


def draw(
    pictures: Sequence[Picture],
    terminal: TerminalCapabilities,
    palette: Palette,
    width: int,
) -> list[Text]:
    """Draw *pictures* in *width* columns, each under its label; return lines.

    They stand side by side if they fit. In one labelled "got", squares that the last one labelled
    "expected" lacks are marked.
    """
    lines: list[Text] = []
    for row in _rows(_columns(pictures, terminal, palette, width), width):
        if lines:
            lines.append(Text())
        widths = [column.width for column in row]
        for parts in zip_longest(*(column.lines for column in row), fillvalue=Text()):
            lines.append(_joined(parts, widths))
        for column in row:
            lines += [terminal.line(problem, CAUTION) for problem in column.problems]
    return lines


@dataclass(frozen=True, slots=True)
class _PictureColumn:
    """A picture with its label, to be joined with others."""

    lines: list[Text]
    width: int
    problems: list[str]


def _rows(columns: Iterable[_PictureColumn], width: int) -> list[list[_PictureColumn]]:
    """Return *columns* in rows no wider than *width*, or with a single column."""
    rows: list[list[_PictureColumn]] = []
    used = 0
    for column in columns:
        used += GUTTER + column.width
        if rows and used <= width:
            rows[-1].append(column)
        else:
            rows.append([column])
            used = column.width
    return rows


def _columns(
    pictures: Sequence[Picture],
    terminal: TerminalCapabilities,
    palette: Palette,
    width: int,
) -> Iterator[_PictureColumn]:
    boards = list(lay_out_all(pictures))
    way = _way([board.side for _, board in boards if board is not None], terminal, width)
    for picture, board in boards:
        label = terminal.line(picture.label, "bold", limit=max(width - WRONG, 8))
        name = label.plain
        drawn: list[Text] = []
        if board is None:
            problems = [f"a board of {picture.side} by {picture.side} cells cannot be drawn"]
        elif way is None:
            problems = [f"this board needs {board.side} columns", *board.problems]
        else:
            problems = list(board.problems)
            drawn = way.draw(board, terminal, palette)
            if board.wrong:
                label.append(f" {terminal.glyphs.differs} {len(board.wrong)} wrong", "red")
        lines = [label, *drawn]
        widest = max(line.cell_len for line in lines)
        yield _PictureColumn(lines, widest, [f"{name}: {problem}" for problem in problems])


# Ways to draw.


@dataclass(frozen=True, slots=True)
class DrawingStyle:
    """A way to draw a board."""

    largest: int
    """Largest side that looks good."""
    columns: Callable[[int], int]
    """Width of a board with a given side."""
    draw: Callable[[Board, TerminalCapabilities, Palette], list[Text]]


def tiles(columns: int) -> Callable[[Board, TerminalCapabilities, Palette], list[Text]]:
    """Return a way to draw tiles with gaps, with *columns* columns and two rows for a cell.

    Half blocks make every character two pixels, one above the other. Pixels lie between cells if
    their column is a multiple of *columns* or their row a multiple of four; the outermost ones are
    left out.
    """

    def position(x: int, y: int, size: int) -> tuple[int, int]:
        return columns * x + (columns * size - 2) // 2, 2 * y + size

    def drawing(board: Board, terminal: TerminalCapabilities, palette: Palette) -> list[Text]:
        signs = _signs(board, terminal, position)

        def pixel(px: int, py: int) -> Square | None:
            """Return the square of a pixel; between cells, the square of all cells it touches."""
            x, y = px // columns, py // 4
            beside = (x,) if px % columns else (x - 1, x)
            above = (y,) if py % 4 else (y - 1, y)
            touched = set(starmap(board.at, product(beside, above)))
            return touched.pop() if len(touched) == 1 else None

        def character(px: int, row: int) -> tuple[str, Style]:
            upper, lower = pixel(px, 2 * row), pixel(px, 2 * row + 1)
            if upper is not None:
                sign = signs.get((px - 1, row), " ")
                return sign, _under(sign, _tile(upper, palette), terminal)
            if lower is not None:
                return "▄", Style(color=_colour(lower, palette))
            if row % 2 and px % columns and board.at(px // columns, row // 2) is None:
                return "░", FADED
            return " ", Style()

        lines = []
        for row in range(2 * board.side):
            line = Text(no_wrap=True)
            for px in range(1, columns * board.side):
                line.append(*character(px, row))
            lines.append(line)
        return lines

    return drawing


def cells(board: Board, terminal: TerminalCapabilities, palette: Palette) -> list[Text]:
    """Draw a coloured field with thin lines between squares, two columns and a row for a cell."""

    def position(x: int, y: int, size: int) -> tuple[int, int]:
        return 2 * x + (2 * size - 1) // 2, y + (size - 1) // 2

    signs = _signs(board, terminal, position)
    last = board.side - 1
    lines = []
    for y in range(board.side):
        line = Text(no_wrap=True)
        for x in range(board.side):
            here = board.at(x, y)
            if here is None:
                line.append("░░", FADED)
                continue
            style = _tile(here, palette)
            if board.at(x, min(y + 1, last)) != here:
                style += Style(underline=True)
            edge = "▕" if board.at(min(x + 1, last), y) != here else " "
            for sign in (signs.get((2 * x, y), " "), signs.get((2 * x + 1, y), edge)):
                line.append(sign, _under(sign, style, terminal))
        lines.append(line)
    return lines


def lattice(
    columns: int, rows: int
) -> Callable[[Board, TerminalCapabilities, Palette], list[Text]]:
    """Return a way to draw letters between lines, with *columns* and *rows* for a cell."""

    def position(x: int, y: int, size: int) -> tuple[int, int]:
        return columns * x + columns * size // 2, rows * y + rows * size // 2

    def drawing(board: Board, terminal: TerminalCapabilities, palette: Palette) -> list[Text]:
        glyphs, side = terminal.glyphs, board.side
        width, height = columns * side + 1, rows * side + 1
        canvas = [[" "] * width for _ in range(height)]

        def area(x: int, y: int) -> Square | str | None:
            """Return the square at a cell, None in a gap, "outside" around the board."""
            inside = range(side)
            return board.at(x, y) if x in inside and y in inside else "outside"

        def upright(x: int, y: int) -> bool:
            """Return whether there is a line on the left of a cell."""
            return area(x - 1, y) != area(x, y)

        def level(x: int, y: int) -> bool:
            """Return whether there is a line above a cell."""
            return area(x, y - 1) != area(x, y)

        for y, x in product(range(side + 1), repeat=2):
            top, left = rows * y, columns * x
            arms = upright(x, y - 1) + 2 * level(x, y) + 4 * upright(x, y) + 8 * level(x - 1, y)
            canvas[top][left] = glyphs.corners[arms]
            if level(x, y):
                canvas[top][left + 1 : left + columns] = glyphs.corners[10] * (columns - 1)
            if upright(x, y):
                for row in range(top + 1, top + rows):
                    canvas[row][left] = glyphs.corners[5]
            if area(x, y) is None:
                canvas[top + rows // 2][left + columns // 2] = glyphs.gap
        for (column, row), sign in _signs(board, terminal, position).items():
            canvas[row][column] = sign
        return [Text("".join(line), no_wrap=True) for line in canvas]

    return drawing


def field(columns: int) -> Callable[[Board, TerminalCapabilities, Palette], list[Text]]:
    """Return a way to draw letters without lines, one or two columns for a cell."""

    def drawing(board: Board, terminal: TerminalCapabilities, palette: Palette) -> list[Text]:
        lines = []
        for row in board.owner:
            line = Text(no_wrap=True)
            for square in row:
                if square is None:
                    line.append(terminal.glyphs.gap.ljust(columns), FADED)
                    continue
                mark = terminal.glyphs.differs if square in board.wrong else " "
                style = _tile(square, palette) if terminal.colour else Style()
                line.append((_letter(square, terminal) + mark)[:columns], style)
            lines.append(line)
        return lines

    return drawing


# Best first. The last one has neither lines nor marks; it is for very narrow consoles.
COLOURED = (
    DrawingStyle(8, lambda side: 4 * side - 1, tiles(4)),
    DrawingStyle(8, lambda side: 3 * side - 1, tiles(3)),
    DrawingStyle(LARGEST, lambda side: 2 * side, cells),
    DrawingStyle(LARGEST, lambda side: side, field(1)),
)
LETTERED = (
    DrawingStyle(8, lambda side: 4 * side + 1, lattice(4, 2)),
    DrawingStyle(16, lambda side: 3 * side + 1, lattice(3, 2)),
    DrawingStyle(16, lambda side: 2 * side + 1, lattice(2, 2)),
    DrawingStyle(LARGEST, lambda side: 2 * side, field(2)),
    DrawingStyle(LARGEST, lambda side: side, field(1)),
)


def _way(sides: Sequence[int], terminal: TerminalCapabilities, width: int) -> DrawingStyle | None:
    """Return the way that puts most boards on a row (the first of equals); None if none fits."""
    if not sides:
        return None
    *ways, narrowest = COLOURED if terminal.colour else LETTERED

    def abreast(way: DrawingStyle) -> int:
        return min(len(sides), (width + GUTTER) // (way.columns(max(sides)) + GUTTER))

    best = max((way for way in ways if max(sides) <= way.largest), key=abreast)
    return next((item for item in (best, narrowest) if abreast(item)), None)


# Parts of a drawing.


def _letter(square: Square, terminal: TerminalCapabilities) -> str:
    """Return a single-width character for *square*; "?" if its letter is none."""
    sign = terminal.safe(square.letter)[:1]
    return sign if sign.strip() and cell_len(sign) == 1 else "?"


def _signs(
    board: Board,
    terminal: TerminalCapabilities,
    position: Callable[[int, int, int], tuple[int, int]],
) -> dict[tuple[int, int], str]:
    """Return by position the letters of the squares, and the marks of wrong ones.

    position: returns column and row of a letter from x, y and size of its area.
    """
    signs: dict[tuple[int, int], str] = {}
    for square, x, y, size in board.places():
        column, row = position(x, y, size)
        signs[column, row] = _letter(square, terminal)
        if square in board.wrong:
            signs[column + 1, row] = terminal.glyphs.differs
    return signs


def _under(sign: str, style: Style, terminal: TerminalCapabilities) -> Style:
    """Return the style of a sign on a square of this *style*."""
    return MARK if sign == terminal.glyphs.differs else style


def _colour(square: Square, palette: Palette) -> Color:
    return Color.from_rgb(*palette.get(square.letter, UNKNOWN))


def _tile(square: Square, palette: Palette) -> Style:
    """Return the square's colour as background, under black or white, whichever contrasts more."""
    red, green, blue = ((channel / 255) ** 2.2 for channel in palette.get(square.letter, UNKNOWN))
    bright = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18
    ink = Color.from_rgb(0, 0, 0) if bright else Color.from_rgb(255, 255, 255)
    return Style(color=ink, bgcolor=_colour(square, palette))


def _joined(parts: Sequence[Text], widths: Sequence[int]) -> Text:
    """Return texts on one line, each padded to its width."""
    line = Text(no_wrap=True)
    *others, last = parts
    for text, width in zip(others, widths, strict=False):
        line.append_text(text)
        line.append(" " * (width - text.cell_len + GUTTER))
    line.append_text(last)
    return line
