"""Lays a picture out on unit cells, whatever is wrong with it.

A picture may be a student's broken board, so nothing about it is taken for granted: squares that
overlap, leave gaps or lie outside are told in words, and what can be seen of them is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from graders.harness.reports.medium import how_many
from graders.harness.result import Picture, Square

LARGEST = 64
"""Cells along the side of the largest board that is drawn. No assignment speaks of a larger one."""
MOST_SQUARES = LARGEST**2
"""Squares that are drawn of one board, as many as the largest sound one has: a page must not grow
without limit.
"""


@dataclass(frozen=True, slots=True)
class Board:
    """A picture laid out on unit cells."""

    side: int
    owner: list[list[Square | None]]
    """By row, then column: the square that covers the cell; the later one where squares overlap;
    None in a gap.
    """
    problems: tuple[str, ...]
    """What is wrong with the picture, in words."""
    wrong: frozenset[Square]
    """Squares that the expected picture does not have."""

    def at(self, x: int, y: int) -> Square | None:
        """Return the square that covers a cell; None also outside the board."""
        return self.owner[y][x] if 0 <= x < self.side and 0 <= y < self.side else None

    def places(self) -> Iterator[tuple[Square, int, int, int]]:
        """Yield every square to be seen, with x, y and size of its letter's place: itself, or its
        first free cell.
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


def role_of(label: str) -> str:
    """Return "expected" or "got" for an exhibit labelled so, or its label in small letters."""
    return label.strip().lower()


def lay_out_all(pictures: Iterable[Picture]) -> Iterator[tuple[Picture, Board | None]]:
    """Yield *pictures*, which belong together, and their boards.

    In one labelled "got", squares that the last one labelled "expected" does not have are wrong.
    """
    expected: Picture | None = None
    for picture in pictures:
        role = role_of(picture.label)
        yield picture, lay_out(picture, expected if role == "got" else None)
        if role == "expected":
            expected = picture


def lay_out(picture: Picture, expected: Picture | None = None) -> Board | None:
    """Lay *picture* out on unit cells; None if its side cannot be drawn."""
    side = picture.side
    if not 1 <= side <= LARGEST:
        return None
    owner: list[list[Square | None]] = [[None] * side for _ in range(side)]
    overlapping: set[tuple[int, int]] = set()
    outside = 0
    # a sound board has no more than side * side; time and space stay bounded
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
        problems.append(
            how_many(gaps, "cell is", "cells are") + " covered by no square"
        )
    if overlapping:
        problems.append("squares overlap in " + how_many(len(overlapping), "cell"))
    if outside:
        squares = how_many(outside, "square does", "squares do")
        problems.append(f"{squares} not lie inside the board")
    if cut:
        problems.append(
            f"only the first {len(laid)} of {len(picture.squares)} squares are drawn"
        )
    wrong: frozenset[Square] = frozenset()
    if expected is not None:
        wrong = frozenset(picture.squares) - frozenset(expected.squares)
    return Board(side, owner, tuple(problems), wrong)
