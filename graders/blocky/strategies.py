"""Hypothesis strategies for all editions: boards, and places in them. Plain data only.

A board is drawn as one string of bytes, which is decoded with one byte per block in pre-order. One draw costs
Hypothesis a fraction of a recursive strategy. Shorter strings of smaller bytes are smaller boards, so counterexamples
still shrink well. When the bytes run out, the four children of a block have the four colours in order, so that the
quarters of small boards differ.

Boards have a depth of at most 3, at which slow solutions need less than a second; chains are as deep as a game's board.
Their size can be halved exactly, down to a unit cell of 8 pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from graders.blocky.board import cells_at, paths

Board = dict[str, Any]
Cells = Any

UNIT = 8
"""Width of a unit cell in pixels; more than 1, so that blocks have an inside, and solutions may work with pixels."""
MOST_BLOCKS = 85
"""Blocks of a full board of depth 3."""
BYTES = st.binary(min_size=16, max_size=MOST_BLOCKS)
"""Bytes from which a board is decoded."""
NUMBERS = st.integers(0, 9999)
"""Numbers that choose one of a board's blocks: far more than blocks, so that all blocks are about equally likely."""


def board_of(cells: Cells, max_depth: int) -> Board:
    """Return the board with these cells, whose unit cells are ``UNIT`` wide."""
    return {"size": UNIT << max_depth, "max_depth": max_depth, "cells": cells}


def decoded(
    data: bytes, max_depth: int, *, colours: int = 4, divided: bool = True, full: bool = False
) -> Board:
    """Return the board that *data* encodes.

    colours: the largest number of colours; divided: the root has children; full: every leaf is a unit cell.
    """
    rest: Iterator[int] = iter(data)

    def cell(level: int, default: int) -> Cells:
        byte = next(rest, 0)
        if level < max_depth and (full or (level == 0 and divided) or byte >> 2 & 3):
            return [cell(level + 1, index) for index in range(4)]
        return (byte + default) % colours

    return board_of(cell(0, 0), max_depth)


def depths(shallowest: int, deepest: int) -> st.SearchStrategy[int]:
    """Draw a depth: deeper ones more often, because they reveal more faults; shallower ones are smaller."""
    return st.sampled_from(
        [depth for depth in range(shallowest, deepest + 1) for _ in range(depth)]
    )


def boards(shallowest: int = 1, deepest: int = 3, **kind: Any) -> st.SearchStrategy[Board]:
    """Draw boards of any shape, divided at least once unless *kind* says otherwise."""
    return st.builds(
        lambda data, depth: decoded(data, depth, **kind), BYTES, depths(shallowest, deepest)
    )


def few_colours(
    shallowest: int = 1, deepest: int = 3, *, full: bool = False
) -> st.SearchStrategy[Board]:
    """Draw boards of two to four colours, so that large groups of one colour are common."""
    return st.builds(
        lambda data, depth, colours: decoded(data, depth, colours=colours, full=full),
        BYTES,
        depths(shallowest, deepest),
        st.integers(2, 4),
    )


def is_divided(board: Board, path: list[int]) -> bool:
    """Return whether the block at *path* has children."""
    return not isinstance(cells_at(board, path), int)


def is_unit(board: Board, path: list[int]) -> bool:
    """Return whether the block at *path* is a unit cell."""
    return len(path) == board["max_depth"]


def is_big_leaf(board: Board, path: list[int]) -> bool:
    """Return whether the block at *path* is a leaf larger than a unit cell."""
    return not is_divided(board, path) and not is_unit(board, path)


Place = tuple[Board, list[int]]


def chosen(
    board: Board, number: int, wanted: Callable[[Board, list[int]], bool]
) -> list[int] | None:
    """Return the path of one of the blocks of *board* for which *wanted* is true; None if there is none."""
    found = [path for path in paths(board["cells"]) if wanted(board, path)]
    return found[number % len(found)] if found else None


def places(
    wanted: Callable[[Board, list[int]], bool], fallback: Place, shallowest: int = 1, **kind: Any
) -> st.SearchStrategy[Place]:
    """Draw (board, path of a block for which *wanted* is true); *fallback* if the board has no such block."""

    def place(board: Board, number: int) -> Place:
        path = chosen(board, number, wanted)
        return fallback if path is None else (board, path)

    return st.builds(place, boards(shallowest, **kind), NUMBERS)


QUARTERS = board_of([0, 1, 2, 3], 1)

divided_places = places(is_divided, (QUARTERS, []))
"""(board, path of a divided block)."""

any_places = places(lambda board, path: True, (QUARTERS, []), divided=False)
"""(board, path of any block)."""

deep_places = places(
    lambda board, path: (
        is_divided(board, path) and any(is_divided(board, [*path, index]) for index in range(4))
    ),
    (board_of([[0, 1, 2, 3], 1, 2, 3], 2), []),
    shallowest=2,
)
"""(board, path of a block with a divided child)."""


def _chain(way: list[int]) -> Board:
    cells: Cells = [0, 1, 2, 3]
    for index in reversed(way):
        cells = [cells if quarter == index else quarter for quarter in range(4)]
    return board_of(cells, len(way) + 1)


def _ways(depth: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, 3), min_size=depth - 1, max_size=depth - 1)


def chains(depth: int) -> st.SearchStrategy[Board]:
    """Draw boards with one divided block on each level: few blocks, but more levels than other boards have.

    A method that reaches only some levels is right about the others, and wrong in a game.
    """
    return st.builds(_chain, _ways(depth))


def chain_roots(depth: int) -> st.SearchStrategy[Place]:
    """Draw (such a board, path of its root)."""
    return chains(depth).map(lambda board: (board, []))


def chain_ends(depth: int) -> st.SearchStrategy[Place]:
    """Draw (such a board, path of a unit cell)."""
    return st.builds(
        lambda way, index: (_chain(way), [*way, index]), _ways(depth), st.integers(0, 3)
    )


leaf_places = places(
    lambda board, path: not is_divided(board, path), (QUARTERS, [0]), divided=False
)
"""(board, path of a leaf), now and then a board that is a leaf itself."""

unit_places = places(is_unit, (QUARTERS, [0]))
"""(board, path of a unit cell)."""

big_leaf_places = places(is_big_leaf, (board_of(0, 1), []), divided=False)
"""(board, path of a leaf larger than a unit cell), now and then a board that is a leaf itself."""

flat_blocks = st.builds(
    lambda data, depth, number: _flat(decoded(data, depth), number),
    BYTES,
    depths(1, 3),
    NUMBERS,
)
"""(board, path of a block divided into four leaves)."""


def _flat(board: Board, number: int) -> Place:
    def flat(board: Board, path: list[int]) -> bool:
        cells = cells_at(board, path)
        return not isinstance(cells, int) and all(isinstance(cell, int) for cell in cells)

    path = chosen(board, number, flat)
    assert path is not None  # the deepest divided block has only leaves
    return board, path


def colours_in(cells: Cells) -> list[int]:
    """Return the colours that occur in *cells*, sorted."""
    return (
        [cells]
        if isinstance(cells, int)
        else sorted({colour for cell in cells for colour in colours_in(cell)})
    )


def _target(board: Board, number: int) -> tuple[Board, int]:
    present = colours_in(board["cells"])
    return board, present[number % len(present)]


blob_targets = st.builds(
    _target,
    st.one_of(boards(2, 2, colours=3), boards(2, 2), boards(3, 3, full=True)),
    st.integers(0, 3),
)
"""(board, a colour that occurs on it). Blobs are not very large: a search too slow for those shows elsewhere."""


def colour_without_corners(board: Board, colour: int) -> Board:
    """Return *board* with each leaf of *colour* in a corner of the board changed to another colour."""

    def cleared(cells: Cells, corner: int) -> Cells:
        if isinstance(cells, int):
            return (cells + 1) % 4 if cells == colour else cells
        return [
            cleared(cell, corner) if index == corner else cell for index, cell in enumerate(cells)
        ]

    if isinstance(board["cells"], int):
        return dict(board, cells=cleared(board["cells"], 0))
    return dict(board, cells=[cleared(cells, index) for index, cells in enumerate(board["cells"])])


def corner_spot(board: Board, path: list[int]) -> tuple[int, int]:
    """Return the upper left pixel of the block at *path*."""
    x = y = 0
    size = board["size"]
    for index in path:
        size //= 2
        x += size * (index in (0, 3))
        y += size * (index in (2, 3))
    return x, y


def inner_spot(board: Board, path: list[int], offset: tuple[int, int]) -> tuple[int, int]:
    """Return the pixel at *offset* inside the block at *path*, never one on its edges."""
    x, y = corner_spot(board, path)
    inside = (board["size"] >> len(path)) - 2
    return x + 1 + offset[0] % inside, y + 1 + offset[1] % inside


quarter_places = places(lambda board, path: bool(path), (QUARTERS, [0]), full=True)
"""(board of unit cells, path of a part of it)."""
