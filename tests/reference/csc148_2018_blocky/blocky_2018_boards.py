"""Boards as shapes: a leaf is the index of its colour in COLOUR_LIST, a divided block the list of its children."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Shape = int | list["Shape"]

SAMPLE: Shape = [0, [1, 0, 2, 3], 1, 2]
"""The worked example (spec 11), with 0 to 3 for A to D; its maximum depth is 2."""


def make(older: Any, shape: Shape, max_depth: int = 2, size: int = 64) -> Any:
    """Return the board of that shape, built by hand except for its positions."""

    def block(part: Shape, level: int, parent: Any) -> Any:
        colour = older.renderer.COLOUR_LIST[part] if isinstance(part, int) else None
        made = older.block.Block(level, colour)
        made.max_depth, made.parent = max_depth, parent
        made.children = (
            [block(child, level + 1, made) for child in part] if isinstance(part, list) else []
        )
        return made

    board = block(shape, 0, None)
    board.update_block_locations((0, 0), size)
    return board


def shape_of(older: Any, block: Any) -> Shape:
    """Return the shape of a block."""
    if block.children:
        return [shape_of(older, child) for child in block.children]
    return int(older.renderer.COLOUR_LIST.index(block.colour))


def nodes(block: Any) -> Iterator[Any]:
    """Yield the block and every block in it."""
    yield block
    for child in block.children:
        yield from nodes(child)


def grid(older: Any, block: Any) -> list[list[int]]:
    """Return the flattened block, with indices in COLOUR_LIST."""
    return [
        [older.renderer.COLOUR_LIST.index(colour) for colour in column]
        for column in block.flatten()
    ]
