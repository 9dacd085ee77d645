"""Boards as text, in scenarios: a letter for a leaf, four in brackets for a divided one, as in "[[P R R D] O R D]"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Lettering:
    """Reads and writes boards with the letters of one assignment's palette."""

    letters: str
    """One for each colour, in the order of the assignment's list."""

    def parsed(self, notation: str) -> Any:
        """Return the cells that *notation* stands for."""
        tokens = iter(re.findall(r"[\[\]A-Z]", notation))

        def take() -> Any:
            token = next(tokens)
            if token != "[":
                return self.letters.index(token)
            cells = [take() for _ in range(4)]
            assert next(tokens) == "]"
            return cells

        return take()

    def written(self, cells: Any) -> str:
        """Return *cells* in letters; texts, which describe faults, stay unchanged."""
        if isinstance(cells, list):
            return "[" + " ".join(self.written(cell) for cell in cells) + "]"
        return (
            self.letters[cells]
            if type(cells) is int and 0 <= cells < len(self.letters)
            else str(cells)
        )

    def rows(self, cells: Any, depth: int) -> list[str]:
        """Return the picture of *cells*, *depth* levels deep, as lines of letters."""
        side = 1 << depth
        picture = [[""] * side for _ in range(side)]

        def fill(part: Any, x: int, y: int, size: int) -> None:
            if isinstance(part, list) and size > 1:
                half = size // 2
                for cell, (right, down) in zip(
                    part, ((half, 0), (0, 0), (0, half), (half, half)), strict=True
                ):
                    fill(cell, x + right, y + down, half)
            else:
                for row in picture[y : y + size]:
                    row[x : x + size] = [self.written(part)] * size

        fill(cells, 0, 0, side)
        return [" ".join(row) for row in picture]


def path_of(place: str) -> list[int]:
    """Return the path of a text such as "0.2"; "root" is the whole board."""
    return [] if place == "root" else [int(index) for index in place.split(".")]


def place_of(path: list[int]) -> str:
    """Return *path* as a text that :func:`path_of` reads."""
    return ".".join(str(index) for index in path) or "root"
