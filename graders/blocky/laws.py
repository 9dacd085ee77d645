"""Effects of moves on the cells of a board, and scores of a grid of colours, in simple code: a second witness.

*cells* are those of a board in notation. A text among them describes a fault of a reported board.
"""

from __future__ import annotations

from typing import Any

LEFT_RIGHT = (1, 0, 3, 2)
TOP_BOTTOM = (3, 2, 1, 0)
CLOCKWISE = (1, 2, 3, 0)
COUNTER_CLOCKWISE = (3, 0, 1, 2)
"""For each move of a board's quarters: the index that each new child had before."""


def flat(cells: Any) -> list[Any]:
    """Return the leaves of *cells*, of any type."""
    return [leaf for cell in cells for leaf in flat(cell)] if isinstance(cells, list) else [cells]


def depth(cells: Any) -> int:
    """Return the number of levels of *cells* below its root."""
    return 1 + max(depth(cell) for cell in cells) if isinstance(cells, list) else 0


def leaves(cells: Any, level: int = 0) -> list[list[Any]]:
    """Return [colour, level] of all leaves of *cells*, sorted: turning a block does not change it."""
    if not isinstance(cells, list):
        return [[cells, level]]
    return sorted(leaf for cell in cells for leaf in leaves(cell, level + 1))


def with_cells(cells: Any, path: list[int], new: Any) -> Any:
    """Return *cells* with *new* at *path*."""
    if not path:
        return new
    return [
        with_cells(cell, path[1:], new) if index == path[0] else cell
        for index, cell in enumerate(cells)
    ]


def swapped(cells: Any, shift: tuple[int, ...]) -> Any:
    """Return *cells* with its quarters moved by *shift*, each unchanged inside."""
    return [cells[index] for index in shift] if isinstance(cells, list) else cells


def turned(cells: Any, shift: tuple[int, ...] = CLOCKWISE) -> Any:
    """Return *cells* turned as a whole by a quarter turn."""
    return [turned(cells[index], shift) for index in shift] if isinstance(cells, list) else cells


def picture_of(cells: Any, side: int) -> list[list[Any]]:
    """Return the picture of *cells* as rows of colours, *side* cells high and wide."""
    if not isinstance(cells, list):
        return [[cells] * side for _ in range(side)]
    upper_right, upper_left, lower_left, lower_right = (
        picture_of(cell, side // 2) for cell in cells
    )
    return [
        left + right
        for left, right in zip(upper_left + lower_left, upper_right + lower_right, strict=True)
    ]


def columns(board: dict[str, Any]) -> list[list[Any]]:
    """Return the colours of the unit cells of *board*, column by column."""
    rows = picture_of(board["cells"], 1 << board["max_depth"])
    return [list(column) for column in zip(*rows, strict=True)]


def turned_picture(rows: list[list[Any]], clockwise: bool) -> list[list[Any]]:
    """Return a picture turned by a quarter turn."""
    if clockwise:
        return [list(column) for column in zip(*reversed(rows), strict=True)]
    return [list(column) for column in reversed(list(zip(*rows, strict=True)))]


def perimeter(grid: list[list[Any]], colour: Any) -> int:
    """Return the number of cells of *colour* on the four sides of a square grid; a corner is on two sides."""
    border = [0, len(grid) - 1]
    cells = range(len(grid))
    return sum((x in border) + (y in border) for x in cells for y in cells if grid[x][y] == colour)


def groups(grid: list[list[Any]], colour: Any) -> list[set[tuple[int, int]]]:
    """Return the groups of cells of *colour* in a square grid that are connected by their sides."""
    left = {(x, y) for x, line in enumerate(grid) for y, cell in enumerate(line) if cell == colour}
    found = []
    while left:
        edge = [left.pop()]
        group = set(edge)
        while edge:
            x, y = edge.pop()
            beside = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
            left -= beside
            group |= beside
            edge.extend(beside)
        found.append(group)
    return found


def largest_group(grid: list[list[Any]], colour: Any) -> int:
    """Return the number of cells in the largest of :func:`groups`; 0 if there is none."""
    return max(map(len, groups(grid, colour)), default=0)
