"""Strategies of this edition alone: places by this edition's rules for moves, and grids.

Boards have a depth of at most 3 (spec 14.3-6), and a size that can be halved exactly down to a unit cell (spec 14.7).
"""

from __future__ import annotations

from hypothesis import strategies as st

from graders.blocky.strategies import (
    QUARTERS,
    Board,
    board_of,
    is_big_leaf,
    is_divided,
    is_unit,
    places,
)

shallow_leaf_places = places(
    lambda board, path: is_big_leaf(board, path) and len(path) <= 1,
    (board_of(0, 2), []),
    divided=False,
)
"""(board, path of a leaf on level 0 or 1 that can be smashed)."""

unsmashable_places = places(lambda board, path: not is_big_leaf(board, path), (QUARTERS, [0]))
"""(board, path of a block that cannot be smashed)."""

unpaintable_places = places(
    lambda board, path: not is_unit(board, path), (QUARTERS, []), divided=False
)
"""(board, path of a block that is larger than a unit cell)."""


def is_quad(board: Board, path: list[int]) -> bool:
    """Return whether the block at *path* is divided into four unit cells."""
    return len(path) == board["max_depth"] - 1 and is_divided(board, path)


FOUR_LEAVES = (
    (board_of([0, 0, 0, 1], 2), []),
    (board_of([0, [1, 0, 0, 0], 2, 3], 3), [1]),
    (board_of([1, 1, 1, 1], 3), []),
)
"""(board, path of a block divided into four leaves larger than unit cells, with a winner)."""
uncombinable_places = st.sampled_from(FOUR_LEAVES) | places(
    lambda board, path: not is_quad(board, path), FOUR_LEAVES[0], colours=2, divided=False
)
"""(board, path of a block that is not divided into four unit cells); of two colours, so that a majority is likely."""

Grid = list[list[int]]


def _symmetric(data: bytes, side: int, colours: int) -> Grid:
    """Return a grid that equals its transpose, so that the order of indices does not matter (spec 14.4-3)."""
    rest = iter(data)
    grid = [[0] * side for _ in range(side)]
    for x in range(side):
        for y in range(x + 1):
            grid[x][y] = grid[y][x] = next(rest, x + y) % colours
    return grid


symmetric_grids = st.builds(
    _symmetric,
    st.binary(max_size=36),
    st.sampled_from([2, 4, 4, 8]),
    st.sampled_from([1, 2, 2, 3, 3]),
)
"""Square grids of colour indices that equal their transpose, now and then of one colour."""


def _with_far_sides(data: bytes, side: int, colours: int, far: int) -> Grid:
    grid = _symmetric(data, side, colours)
    return [[far if side - 1 in (x, y) else grid[x][y] for y in range(side)] for x in range(side)]


inner_grids = st.builds(
    _with_far_sides,
    st.binary(max_size=36),
    st.sampled_from([4, 4, 8]),
    st.sampled_from([1, 2, 2, 3]),
    st.just(3),
)
"""Symmetric grids whose last column and row have a colour of their own, 3. A search that leaves the other cells at the
near sides, or by a negative index, finds that colour at worst. symmetric_grids has groups at the far sides."""
