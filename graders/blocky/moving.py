"""Assertions about moves beyond the order of the quarters. Each is about one aspect, and accepts either direction.

So a move in the wrong direction, or one that does not change the inside of a quarter, loses only the marks for that.
"""

from __future__ import annotations

from typing import Any

from graders.blocky.board import CHILDREN, POSITION, SIZE, cells_at, cells_of, is_tree
from graders.blocky.laws import (
    CLOCKWISE,
    COUNTER_CLOCKWISE,
    LEFT_RIGHT,
    TOP_BOTTOM,
    flat,
    leaves,
    swapped,
    turned,
    with_cells,
)
from graders.blocky.layout import misplaced, tree
from graders.blocky.relations import is_move
from graders.blocky.showing import Showing, difference
from graders.harness import fail

SHIFTS = {"swap": (LEFT_RIGHT, TOP_BOTTOM), "rotate": (CLOCKWISE, COUNTER_CLOCKWISE)}
"""For each method and direction: the index that each new child had before."""

Board = dict[str, Any]


def inside(cells: Any, path: list[int]) -> Any:
    """Return the cells at *path* in reported *cells*, or a text if there is no such block."""
    for index in path:
        cells = cells[index] if isinstance(cells, list) else "a block missing"
    return cells


def quarters(showing: Showing, board: Board, path: list[int], got: Any, what: str) -> list[Any]:
    """Return the cells of the block at *path* after a move; fail unless it is a sound divided block."""
    found = inside(cells_of(got), path)
    if (
        not is_tree(got)
        or not isinstance(found, list)
        or any(isinstance(cell, str) for cell in flat(found))
    ):
        fail(f"{what}: {difference(got, tree(board))}", shown(showing, board, got))
    return found


def shown(showing: Showing, board: Board, got: Any, by_place: bool = False) -> list[Any]:
    """Return the exhibits of a move; by_place: draw blocks at their reported positions."""
    return showing.after(board, got, by_place)


def moved_at_all(old: list[Any], new: list[Any]) -> bool:
    """Return whether the quarters *new* are in another order than *old*.

    True if two of *old* are alike: a move that forgets the other two may keep the order, and is graded elsewhere.
    """
    return new != old or any(one in old[:index] for index, one in enumerate(old))


def pictured(got: Any) -> Any:
    """Return the cells of a reported tree as players see them: children in the order of their positions.

    Children that do not lie in four quarters stay in the order of their list. Another assertion grades that both
    orders agree (see :func:`placed`).
    """
    return cells_of(as_it_lies(got)) if is_tree(got) else cells_of(got)


def changed_the_list(board: Board, got: Any, what: str) -> None:
    """Fail if a move changed the positions of the blocks of *board*, but not their order in the lists."""
    if cells_of(got) == board["cells"] != pictured(got):
        fail(
            f"{what}: the blocks change places on the board, but the list children stays as it was."
        )


QUARTERS = ((False, True), (True, True), (True, False), (False, False))
"""For each index of a child, whether it lies on the left, and on top."""


def as_it_lies(node: Any) -> Any:
    """Return the tree *node* with children in the order of their positions, where they lie in four quarters."""
    children = [as_it_lies(child) for child in node[CHILDREN]]
    lying = {_quarter(child, node): child for child in children}
    if len(lying) == len(QUARTERS) and None not in lying:
        children = [lying[quarter] for quarter in QUARTERS]
    return [*node[:CHILDREN], children]


def _quarter(child: Any, node: Any) -> tuple[bool, bool] | None:
    numbers = [child[POSITION], node[POSITION]]
    if not all(
        isinstance(place, tuple) and all(type(n) in (int, float) for n in place)
        for place in numbers
    ):
        return None
    if type(node[SIZE]) not in (int, float) or any(len(place) != 2 for place in numbers):
        return None
    left, top = (there < start + node[SIZE] / 2 for there, start in zip(*numbers, strict=True))
    return left, top


def placed(showing: Showing, board: Board, path: list[int], got: Any, what: str) -> None:
    """Fail unless every block has the position of its place in the tree, after the quarters at *path* changed places.

    The order of the quarters, and the order inside them, does not matter here.
    """
    old = [leaves(cell) for cell in cells_at(board, path)]  # type: ignore[attr-defined]
    new = [leaves(cell) for cell in quarters(showing, board, path, got, what)]
    if sorted(new) != sorted(old) or not moved_at_all(old, new):
        changed_the_list(board, got, what)
        fail(f"{what} does not make the quarters change places.", shown(showing, board, got))
    root, due = [*got[:CHILDREN], []], [*tree(board)[:CHILDREN], []]
    if root != due:
        fail(f"{what}: {difference(root, due)}", shown(showing, board, got, True))
    wrong = misplaced(got, (), True)
    if wrong:
        fail(f"{what}: {wrong}", shown(showing, board, got, True))


def turned_as_a_whole(
    showing: Showing, board: Board, path: list[int], got: Any, what: str, *, clockwise: bool
) -> None:
    """Fail unless the block at *path* and everything in it was turned by a quarter turn, in either direction.

    Either the order of lists or the positions of blocks must show it; :func:`placed` grades that both agree. clockwise:
    the right direction, which is shown.
    """
    before = board["cells"]
    if not any(
        is_move(before, cells, path, ("rotate",)) for cells in (cells_of(got), pictured(got))
    ):
        due = turned(cells_at(board, path), CLOCKWISE if clockwise else COUNTER_CLOCKWISE)
        expected = with_cells(before, path, due)
        before_it, *after_it = shown(showing, board, got)
        fail(
            f"{what} does not turn the picture as a whole by a quarter.",
            [before_it, showing.shown_cells("expected", expected, board["max_depth"]), *after_it],
        )


def swapped_as_they_are(
    showing: Showing, board: Board, path: list[int], got: Any, what: str
) -> None:
    """Fail unless the quarters of the block at *path* have changed places along one axis, each unchanged inside."""
    old = cells_at(board, path)
    ways = [with_cells(board["cells"], path, swapped(old, shift)) for shift in SHIFTS["swap"]]
    if cells_of(got) not in ways:
        changed_the_list(board, got, what)
        fail(f"{what} does not exchange the quarters unchanged.", shown(showing, board, got))
