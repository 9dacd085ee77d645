"""Boards as SVG: coloured tiles with their letters, so that nothing depends on colour alone.

Wrong squares are hatched and crossed; uncovered cells are dotted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from graders.blocky.painting.board import UNKNOWN, Board, Palette, lay_out_all
from graders.harness import Picture, Square, one_line, printable, role_of

SIDE, LARGE_SIDE, HUGE_SIDE = 80, 160, 576
"""Units along the side of a drawing, about two pixels each. The larger sizes are for boards of more
than 8 and of more than 32 cells; the largest can be panned.
"""
_UNITS = {8: SIDE, 32: LARGE_SIDE}
"""Cells along the side of a board -> units along the side of its drawing."""
GAP = 0.75
"""Units between a square and the edge of its cell."""
SPOKEN = 8
"""Side of the largest board with a row-by-row text alternative."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture, drawn for a page."""

    label: str
    svg: Markup | None
    """None if it cannot be drawn."""
    wrong: int
    """Number of wrong squares."""
    problems: tuple[str, ...]
    size: str
    """"small", "medium", "large" or "huge"."""
    role: str = ""
    """"expected" or "got", which are shown together, or another."""


def draw(pictures: Sequence[Picture], palette: Palette) -> list[Drawing]:
    """Draw *pictures* of one check. In one labelled "got", squares that the last one labelled
    "expected" lacks are marked.
    """
    drawn = []
    for picture, board in lay_out_all(pictures):
        role = role_of(picture.label)
        if board is None:
            problem = f"a board of {picture.side} by {picture.side} cells cannot be drawn"
            drawn.append(Drawing(picture.label, None, 0, (problem,), "small", role))
            continue
        size = next((name for name, side in _SIZES.items() if board.side <= side), "huge")
        drawing = Markup("").join(_parts(board, picture.label, palette))
        problems = board.problems
        if size == "huge":
            problems += _first_wrong(board)
        drawn.append(Drawing(picture.label, drawing, len(board.wrong), problems, size, role))
    return drawn


def figures(drawn: Sequence[Drawing]) -> Markup:
    """Return drawings under their labels, and what their marks mean."""
    parts = []
    before = ""
    for drawing, after in zip(drawn, [*(one.role for one in drawn[1:]), ""], strict=True):
        together = before == "expected" and drawing.role == "got"
        parts.append(Markup("" if together else '<div class="together">') + _figure(drawing))
        if not (drawing.role == "expected" and after == "got"):
            parts.append(Markup("</div>"))
        before = drawing.role
    boards = Markup('<div class="boards">\n{}</div>\n').format(Markup("").join(parts))
    if any(drawing.wrong for drawing in drawn):
        boards += Markup('<p class="key">Hatched, with a cross: not as expected.</p>')
    return boards


def _figure(drawing: Drawing) -> Markup:
    label = one_line(drawing.label, 60)
    wrong = Markup(' <span class="wrong-count">{} wrong</span>').format(drawing.wrong)
    shown = Markup("") if drawing.svg is None else drawing.svg
    if drawing.size == "huge":
        shown = Markup(
            '<div class="pan" role="region" tabindex="0" aria-label="{}">{}</div>'
        ).format(label, shown)
    problems = map(Markup('<p class="problem">{}</p>').format, drawing.problems)
    return Markup('<figure class="{}">\n<figcaption>{}{}</figcaption>\n{}{}</figure>\n').format(
        drawing.size,
        label,
        wrong if drawing.wrong else "",
        shown,
        Markup("").join(problems),
    )


_SIZES = {"small": 4, "medium": 8, "large": 32}
"""Cells along the side of the largest board of each size."""


def _first_wrong(board: Board) -> tuple[str, ...]:
    """Return the position of the first wrong square, for a board too large to see at once."""
    positions = [(y, x) for square, x, y, _size in board.places() if square in board.wrong]
    if not positions:
        return ()
    y, x = min(positions)
    return (f"the first wrong square is in column {x + 1}, row {y + 1}",)


def _parts(board: Board, label: str, palette: Palette) -> list[Markup]:
    full = next((units for side, units in _UNITS.items() if board.side <= side), HUGE_SIDE)
    cell = full / board.side
    parts = [
        Markup('<svg viewBox="-2 -2 {0} {0}" role="img" aria-label="{1}">').format(
            full + 4, _spoken(board, label)
        ),
        Markup('<rect class="ground" x="-1.5" y="-1.5" width="{0}" height="{0}" rx="3"/>').format(
            full + 3
        ),
        *_floor(board, cell),
    ]
    broken: dict[Square, tuple[int, int]] = {}
    for square, x, y, size in board.places():
        parts.append(_tile(board, square, x, y, size, cell, palette))
        if (x, y, size) != (square.x, square.y, square.size):
            broken[square] = x, y
    if broken:
        # Draw each visible cell of a partly covered square.
        for y, row in enumerate(board.owner):
            for x, here in enumerate(row):
                if here in broken and broken[here] != (x, y):
                    parts.append(_tile(board, here, x, y, 1, cell, palette, signed=False))
    parts.append(Markup("</svg>"))
    return parts


def _floor(board: Board, cell: float) -> list[Markup]:
    """Return the cells that no square covers."""
    gap = Markup('<rect class="gap" x="{:g}" y="{:g}" width="{:g}" height="{:g}" rx="1.5"/>')
    inset = min(2.0, cell / 6)
    return [
        gap.format(x * cell + inset, y * cell + inset, cell - 2 * inset, cell - 2 * inset)
        for y, row in enumerate(board.owner)
        for x, here in enumerate(row)
        if here is None
    ]


def _tile(
    board: Board,
    square: Square,
    x: int,
    y: int,
    size: int,
    cell: float,
    palette: Palette,
    *,
    signed: bool = True,
) -> Markup:
    """Return a tile: colour, letter and, if the square is wrong, hatch and cross."""
    fill, ink = shades(palette.get(square.letter, UNKNOWN))
    left, top, side = x * cell + GAP, y * cell + GAP, size * cell - 2 * GAP
    position = Markup('x="{:g}" y="{:g}" width="{:g}" height="{:g}" rx="{:g}"').format(
        round(left, 3),
        round(top, 3),
        round(side, 3),
        round(side, 3),
        min(side / 8, 2.5),
    )
    wrong = square in board.wrong
    parts = [Markup('<rect {} fill="{}"/>').format(position, fill)]
    if wrong:
        parts.append(Markup('<rect class="wrong" {}/>').format(position))
    if signed:
        halo = Markup(' stroke="{}" class="halo"').format(fill) if wrong else Markup("")
        parts.append(
            Markup('<text x="{:g}" y="{:g}" font-size="{:g}" fill="{}"{}>{}</text>').format(
                round((x + size / 2) * cell, 3),
                round((y + size / 2) * cell, 3),
                round(min(side * 0.5, 15), 2),
                ink,
                halo,
                _letter(square),
            )
        )
    if wrong and signed:
        cross = min(side * 0.4, 10)
        parts.append(
            Markup('<use href="#cross" x="{:g}" y="{:g}" width="{:g}" height="{:g}"/>').format(
                round(left + side - cross, 3), round(top, 3), cross, cross
            )
        )
    return Markup("").join(parts)


@lru_cache(maxsize=64)
def shades(colour: tuple[int, int, int]) -> tuple[str, str]:
    """Return a colour, and black or white, whichever contrasts more with it."""
    red, green, blue = ((channel / 255) ** 2.2 for channel in colour)
    bright = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18
    return "#{:02x}{:02x}{:02x}".format(*colour), "#000" if bright else "#fff"


def _letter(square: Square) -> str:
    sign = printable(square.letter, 8)[:1]
    return sign if sign.strip() else "?"


def _spoken(board: Board, label: str) -> str:
    """Return the board in words; row by row if it is small."""
    name = printable(label, 60).replace("\n", " ").strip() or "board"
    words = f"{name}: {board.side} by {board.side} cells"
    if board.side <= SPOKEN:
        rows = (
            " ".join(_letter(cell) if cell else "nothing" for cell in row) for row in board.owner
        )
        words += "".join(f"; row {number}: {row}" for number, row in enumerate(rows, 1))
    wrong = sorted(board.wrong, key=lambda square: (square.y, square.x, square.size, square.letter))
    listed = [f"{_letter(s)} in row {s.y + 1}, column {s.x + 1}" for s in wrong[:SPOKEN]]
    if wrong:
        more = len(wrong) - len(listed)
        words += f"; not as expected: {', '.join(listed)}" + (f" and {more} more" if more else "")
    return words
