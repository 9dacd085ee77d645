"""Relations between the cells of two boards, before a move and after it.

They find whether a board may follow another, and make no board: students receive them, and are to write the moves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

Path = list[int]

_ORDERS = {"rotate": ((1, 2, 3, 0), (3, 0, 1, 2)), "swap": ((1, 0, 3, 2), (3, 2, 1, 0))}
"""For each kind of move: the indexes that new children had before, in either direction."""


def at(cells: Any, path: Path) -> Any:
    """Return the cells at *path* in *cells*; None if there is no such block."""
    for index in path:
        if not isinstance(cells, list) or type(index) is not int or not 0 <= index < len(cells):
            return None
        cells = cells[index]
    return cells


def differ_only_at(path: Path, before: Any, now: Any) -> bool:
    """Return whether *before* and *now* have a block at *path*, and are equal elsewhere."""
    for index in path:
        if not isinstance(before, list) or not isinstance(now, list) or len(before) != len(now):
            return False
        if type(index) is not int or not 0 <= index < len(now):
            return False
        if any(
            one != other
            for i, (one, other) in enumerate(zip(before, now, strict=True))
            if i != index
        ):
            return False
        before, now = before[index], now[index]
    return before is not None and now is not None


def is_move(before: Any, now: Any, path: Path, kinds: Collection[str] = ("rotate", "swap")) -> bool:
    """Return whether a move of one of *kinds*, in either direction, of the block at *path* leads from *before* to *now*.

    A move changes nothing in a block without children.
    """
    return differ_only_at(path, before, now) and any(
        _follows(at(before, path), at(now, path), order, kind == "rotate")
        for kind in kinds
        for order in _ORDERS[kind]
    )


def _follows(old: Any, new: Any, order: tuple[int, ...], inside: bool) -> bool:
    """Return whether the quarters of *new* are those of *old* in another order; inside: this holds in each of them, too."""
    if not isinstance(old, list):
        return bool(old == new)
    if not isinstance(new, list) or len(new) != len(order):
        return False
    pairs = [(old[index], part) for index, part in zip(order, new, strict=True)]
    return all(_follows(*pair, order, inside) if inside else pair[0] == pair[1] for pair in pairs)


def every_path(cells: Any, path: tuple[int, ...] = ()) -> Iterator[Path]:
    """Yield the paths of all blocks of *cells*, whatever the leaves are."""
    yield [*path]
    for index, cell in enumerate(cells if isinstance(cells, list) else ()):
        yield from every_path(cell, (*path, index))


def is_smash(before: Any, now: Any, path: Path) -> bool:
    """Return whether the block at *path* is divided now, and nothing else has changed."""
    return differ_only_at(path, before, now) and isinstance(at(now, path), list)
