"""The layout of a picture on unit cells.

A picture may be a student's broken board, so any input is accepted: overlaps, gaps and squares
outside are described in words, and the visible rest is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from graders.harness import Picture, Square, how_many, role_of

Palette = Mapping[str, tuple[int, int, int]]
"""Letter of a square -> its colour."""
UNKNOWN = (158, 158, 158)
"""Colour of a letter that the palette lacks."""
LARGEST = 64
"""Largest side that is drawn, in cells; no assignment has larger boards."""
MOST_SQUARES = LARGEST**2
"""Squares drawn of one board, as many as the largest valid one has; bounds the size of a page."""


@dataclass(frozen=True, slots=True)
class Board:
    """A picture laid out on unit cells."""

    side: int
    owner: list[list[Square | None]]
    """By row, then column: the square that covers the cell (the last one in an overlap), or None in
    a gap.
    """
    problems: tuple[str, ...]
    """Problems of the picture, in words."""
    wrong: frozenset[Square]
    """Squares that the expected picture lacks."""

    def at(self, x: int, y: int) -> Square | None:
        """Return the square that covers a cell; None in a gap or outside the board."""
        return self.owner[y][x] if 0 <= x < self.side and 0 <= y < self.side else None

    def places(self) -> Iterator[tuple[Square, int, int, int]]:
        """Yield every visible square with x, y and size of the area for its letter: the whole
        square, or its first visible cell.
        """
        area: Counter[Square] = Counter()
        first: dict[Square, tuple[int, int]] = {}
        for y, row in enumerate(self.owner):
            for x, square in enumerate(row):
                if square is not None:
                    area[square] += 1
                    first.setdefault(square, (x, y))
        for square, (x, y) in first.items():
            if area[square] == square.size**2:
                yield square, square.x, square.y, square.size
            else:
                yield square, x, y, 1


def lay_out_all(pictures: Iterable[Picture]) -> Iterator[tuple[Picture, Board | None]]:
    """Yield *pictures* of one check with their boards.

    In one labelled "got", squares that the last one labelled "expected" lacks are wrong.
    """
    expected: Picture | None = None
    for picture in pictures:
        role = role_of(picture.label)
        yield picture, lay_out(picture, expected if role == "got" else None)
        if role == "expected":
            expected = picture


def lay_out(picture: Picture, expected: Picture | None = None) -> Board | None:
    """Lay *picture* out on unit cells; return None if it cannot be drawn at its size."""
    side = picture.side
    if not 1 <= side <= LARGEST:
        return None
    owner: list[list[Square | None]] = [[None] * side for _ in range(side)]
    overlapping: set[tuple[int, int]] = set()
    outside = 0
    # bounds time and space; a valid board has at most side * side squares
    laid = picture.squares[: min(2 * side * side, MOST_SQUARES)]
    for square in laid:
        left, right = max(square.x, 0), min(square.x + square.size, side)
        top, bottom = max(square.y, 0), min(square.y + square.size, side)
        outside += square.size < 1 or (right - left, bottom - top) != (
            square.size,
            square.size,
        )
        for y in range(top, bottom):
            for x in range(left, right):
                if owner[y][x] is not None:
                    overlapping.add((x, y))
                owner[y][x] = square
    cut = len(picture.squares) - len(laid)
    gaps = 0 if cut else sum(row.count(None) for row in owner)
    problems = []
    if gaps:
        problems.append(how_many(gaps, "cell is", "cells are") + " covered by no square")
    if overlapping:
        problems.append("squares overlap in " + how_many(len(overlapping), "cell"))
    if outside:
        squares = how_many(outside, "square does", "squares do")
        problems.append(f"{squares} not lie inside the board")
    if cut:
        problems.append(f"only the first {len(laid)} of {len(picture.squares)} squares are drawn")
    wrong: frozenset[Square] = frozenset()
    if expected is not None:
        wrong = frozenset(picture.squares) - frozenset(expected.squares)
    return Board(side, owner, tuple(problems), wrong)
