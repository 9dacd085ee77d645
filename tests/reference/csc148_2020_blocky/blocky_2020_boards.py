"""Boards as shapes: a leaf is the index of its colour in COLOUR_LIST, a divided block the list of its children."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

Shape = int | list["Shape"]

SAMPLE: Shape = [[0, 1, 1, 3], 2, 1, 3]
"""The board of the course's sample tests (spec 11); its maximum depth is 2."""


def make(
    blocky: Any,
    shape: Shape,
    max_depth: int = 2,
    size: int = 64,
    position: Any = (0, 0),
    level: int = 0,
) -> Any:
    """Return the board of that shape, built without the methods under test."""
    if isinstance(shape, int):
        return blocky.block.Block(
            position, size, blocky.settings.COLOUR_LIST[shape], level, max_depth
        )
    block = blocky.block.Block(position, size, None, level, max_depth)
    half, (x, y) = round(size / 2), position
    places = [(x + half, y), (x, y), (x, y + half), (x + half, y + half)]
    block.children = [
        make(blocky, child, max_depth, half, place, level + 1)
        for child, place in zip(shape, places, strict=True)
    ]
    return block


def full(blocky: Any, colour: int, depth: int, size: int = 64) -> Any:
    """Return a board of one colour that is divided down to unit cells."""
    shape: Shape = colour
    for _ in range(depth):
        shape = [shape] * 4
    return make(blocky, shape, depth, size)


def shape_of(blocky: Any, block: Any) -> Shape:
    """Return the shape of a block."""
    if block.children:
        return [shape_of(blocky, child) for child in block.children]
    return int(blocky.settings.COLOUR_LIST.index(block.colour))


def snapshot(block: Any) -> Any:
    """Return the whole state of a block, as plain data."""
    own = (block.position, block.size, block.colour, block.level, block.max_depth)
    return own, [snapshot(child) for child in block.children]


def nodes(block: Any) -> Iterator[Any]:
    """Yield the block and every block in it."""
    yield block
    for child in block.children:
        yield from nodes(child)


def assert_well_formed(block: Any) -> None:
    """Fail unless every invariant of spec 2 holds in the block and below."""
    assert 0 <= block.level <= block.max_depth
    if not block.children:
        assert block.colour is not None
        return
    assert block.colour is None
    half, (x, y) = round(block.size / 2), block.position
    assert [child.position for child in block.children] == [
        (x + half, y),
        (x, y),
        (x, y + half),
        (x + half, y + half),
    ]
    for child in block.children:
        assert (child.size, child.level, child.max_depth) == (
            half,
            block.level + 1,
            block.max_depth,
        )
        assert_well_formed(child)


def picture(blocky: Any, board: Any) -> dict[tuple[int, int], int]:
    """Return the colour at each unit cell (column, row), looked up by the positions and sizes of leaves.

    This is another way to the grid than the reference's, which joins the grids of the children. It needs sizes
    that halve exactly.
    """
    unit = board.size // 2 ** (board.max_depth - board.level)
    cells = {}
    for leaf in nodes(board):
        if not leaf.children:
            column, row = ((leaf.position[i] - board.position[i]) // unit for i in (0, 1))
            for x in range(column, column + leaf.size // unit):
                for y in range(row, row + leaf.size // unit):
                    assert (x, y) not in cells
                    cells[x, y] = blocky.settings.COLOUR_LIST.index(leaf.colour)
    return cells


def shapes(max_depth: int) -> st.SearchStrategy[Shape]:
    """Draw shapes that are divided at most `max_depth` times."""
    colours: st.SearchStrategy[Shape] = st.integers(0, 3)
    strategy = colours
    for _ in range(max_depth):
        strategy = st.one_of(colours, st.lists(strategy, min_size=4, max_size=4))
    return strategy


def divided(max_depth: int) -> st.SearchStrategy[Shape]:
    """Draw shapes of boards as in the game: the root is divided."""
    return st.lists(shapes(max_depth - 1), min_size=4, max_size=4)


def paths(max_depth: int) -> st.SearchStrategy[list[int]]:
    """Draw ways down from the root; follow them with `at`."""
    return st.lists(st.integers(0, 3), max_size=max_depth)


def at(board: Any, path: list[int]) -> Any:
    """Return the block at the end of `path`, or the leaf in which it ends early."""
    for child in path:
        if not board.children:
            break
        board = board.children[child]
    return board
