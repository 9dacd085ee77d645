"""Valid moves, and their effects on the cells of a board, as the judge computes them (spec 5.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from graders.blocky import laws
from graders.blocky.board import paths
from graders.blocky.relations import at

Board = dict[str, Any]
Cells = Any
Move = tuple[str, int | None, list[int]]
"""Action, its number, and the path of the block."""

SHIFTS = {
    ("swap", 0): laws.LEFT_RIGHT,
    ("swap", 1): laws.TOP_BOTTOM,
    ("rotate", 1): laws.CLOCKWISE,
    ("rotate", 3): laws.COUNTER_CLOCKWISE,
}
PAINT = (("paint", None),)
ACTIONS = (*SHIFTS, ("combine", None), *PAINT)
"""All actions except a smash, whose outcome is random, and a pass."""


def after(board: Board, action: object, number: object, path: object, colour: int) -> Cells:
    """Return the cells of *board* after a move; None if it is not valid, or is none of :data:`ACTIONS`.

    colour: the new colour of a cell that is painted.
    """
    if not isinstance(path, list) or (action, number) not in ACTIONS:
        return None
    new = _moved(at(board["cells"], path), action, number, board["max_depth"] - len(path), colour)
    return None if new is None else laws.with_cells(board["cells"], path, new)


def _moved(inner: Cells, action: object, number: object, below: int, colour: int) -> Cells:
    """Return the cells of a block after a move of it; None if that is not valid.

    below: the levels that the board may have below it.
    """
    if isinstance(inner, list) and action == "rotate":
        return laws.turned(inner, SHIFTS["rotate", number])  # type: ignore[index]
    if isinstance(inner, list) and action == "swap":
        return laws.swapped(inner, SHIFTS["swap", number])  # type: ignore[index]
    if isinstance(inner, list) and action == "combine" and below == 1:
        return majority(inner)
    if isinstance(inner, int) and action == "paint" and below == 0 and inner != colour:
        return colour
    return None


def is_cells(cells: Cells, levels: int) -> bool:
    """Return whether *cells* is a divided board of colours, not deeper than *levels*."""
    return isinstance(cells, list) and _is_sound(cells, levels)


def _is_sound(cells: Cells, levels: int) -> bool:
    if type(cells) is int:
        return 0 <= cells < 4
    if not isinstance(cells, list) or len(cells) != 4 or levels == 0:
        return False
    return all(_is_sound(cell, levels - 1) for cell in cells)


def majority(four: list[Cells]) -> Cells:
    """Return the most frequent of four colours; None if there is a tie."""
    (first, most), *rest = Counter(four).most_common(2)
    return first if not rest or rest[0][1] < most else None


def all_after(
    board: Board, colour: int, actions: Iterable[tuple[str, int | None]] = ACTIONS
) -> list[Cells]:
    """Return the cells of *board* after each valid move with one of *actions*."""
    return list(_each_after(board["cells"], list(actions), board["max_depth"], colour))


def _each_after(
    cells: Cells, actions: list[tuple[str, int | None]], below: int, colour: int
) -> Iterator[Cells]:
    """Yield *cells* after each valid move of the block itself, then of the blocks in it."""
    for action, number in actions:
        new = _moved(cells, action, number, below, colour)
        if new is not None:
            yield new
    for index, cell in enumerate(cells if isinstance(cells, list) else ()):
        for new in _each_after(cell, actions, below - 1, colour):
            yield [*cells[:index], new, *cells[index + 1 :]]


class OneMove:
    """The boards, and their parts, that one valid move from *cells* on *board* produces."""

    def __init__(self, board: Board, colour: int, cells: Cells) -> None:
        self._board = dict(board, cells=cells)
        self._colour = colour

    def leads_to(self, cells: Cells) -> bool:
        """Return whether *cells* are such a board, or a part of one with more than one cell."""
        if cells in self._boards:
            return True
        return is_cells(cells, self._board["max_depth"] - 1) and repr(cells) in self._parts

    @cached_property
    def _boards(self) -> list[Cells]:
        """The boards; not made where nobody asks, because there is such an object for each board that a player scores."""
        return all_after(self._board, self._colour)

    @cached_property
    def _parts(self) -> set[str]:
        parts = (at(cells, path) for cells in self._boards for path in paths(cells))
        return {repr(part) for part in parts if isinstance(part, list)}


def score(board: Board, cells: Cells, goal_kind: str, colour: int) -> int:
    """Return the score of *board*, with *cells* instead of its own, for a goal (spec 7.2)."""
    grid = laws.columns(dict(board, cells=cells))
    return (
        laws.perimeter(grid, colour)
        if goal_kind == "PerimeterGoal"
        else laws.largest_group(grid, colour)
    )
