"""Strategies of this edition alone: places by its rules for moves, and grids.

Boards are two levels deep, which is enough for most rules, and their sizes can be halved exactly (spec 9.1). For methods
that go down the whole board, take the places of :mod:`graders.blocky.strategies`: some programs stop after two levels.
"""

from __future__ import annotations

from hypothesis import strategies as st

from graders.blocky.strategies import QUARTERS, board_of, is_divided, is_unit, places

divided_places = places(is_divided, (QUARTERS, []), deepest=2)
"""(board, path of a divided block)."""

any_places = places(lambda board, path: True, (QUARTERS, []), deepest=2, divided=False)
"""(board, path of any block)."""

leaf_places = places(
    lambda board, path: not is_divided(board, path), (QUARTERS, [0]), deepest=2, divided=False
)
"""(board, path of a leaf), now and then a board that is a leaf itself."""

deep_places = places(
    lambda board, path: (
        is_divided(board, path) and any(is_divided(board, [*path, index]) for index in range(4))
    ),
    (board_of([[0, 1, 2, 3], 1, 2, 3], 2), []),
    shallowest=2,
)
"""(board, path of a block with a divided child)."""

smashable_places = places(
    lambda board, path: bool(path) and not is_unit(board, path),
    (board_of([0, 1, 2, 3], 2), [0]),
    shallowest=2,
)
"""(board, path of a block that can be smashed: neither the whole board nor a unit cell)."""

smashable_leaf_places = places(
    lambda board, path: bool(path) and not is_unit(board, path) and not is_divided(board, path),
    (board_of([0, 1, 2, 3], 2), [0]),
    shallowest=2,
)
"""(board, path of such a block that is a leaf)."""

unsmashable_places = places(
    lambda board, path: not path or is_unit(board, path), (QUARTERS, [0]), deepest=2
)
"""(board, path of the whole board or a unit cell)."""

Grid = list[list[int]]


def _grid(data: bytes, side: int, colours: int) -> Grid:
    """Return the grid that *data* encodes; stripes follow if the bytes run out."""
    return [
        [(data[side * x + y] if side * x + y < len(data) else x) % colours for y in range(side)]
        for x in range(side)
    ]


grids = st.builds(_grid, st.binary(max_size=16), st.sampled_from([2, 4]), st.integers(2, 3))
"""Square grids of colour indices; the order of their two indices is fixed (spec 4)."""
