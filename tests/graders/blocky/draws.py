"""How right computer players may draw a block, and chances that follow: for bounds on how often an unlucky one fails.

The handouts leave the way open. So a bound holds for each of these, and for actions that are drawn in several ways.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Any

from graders.blocky.relations import at, every_path

Path = tuple[int, ...]
Chances = dict[Path, float]
"""Path of a block -> the chance that a player draws it."""
Way = Callable[[Any, int], Chances]
"""Returns the chances for cells of a board of that depth."""

MOST = 1e-5
"""A right program must fail a check less often."""


def listed(cells: Any, depth: int) -> Chances:
    """Each block is equally likely."""
    found = [tuple(path) for path in every_path(cells)]
    return dict.fromkeys(found, 1 / len(found))


def placed(cells: Any, depth: int) -> Chances:
    """A place on the board and a level are drawn; the block is the deepest there that is not below the level."""
    return {
        tuple(path): 4.0 ** -len(path)
        * (1 if isinstance(at(cells, path), list) else depth - len(path) + 1)
        / (depth + 1)
        for path in every_path(cells)
    }


def by_level(cells: Any, depth: int) -> Chances:
    """One of the levels is drawn, then one of its blocks."""
    found = [tuple(path) for path in every_path(cells)]
    levels = [len(path) for path in found]
    return {path: 1 / len(set(levels)) / levels.count(len(path)) for path in found}


def walked(stops: float) -> Way:
    """The player walks down from the board, and at each divided block stays with the chance *stops*."""

    def way(cells: Any, depth: int, reached: float = 1, path: Path = ()) -> Chances:
        if not isinstance(cells, list):
            return {path: reached}
        found = {path: reached * stops}
        for index, cell in enumerate(cells):
            found |= way(cell, depth, reached * (1 - stops) / 4, (*path, index))
        return found

    return way


def not_the_whole(way: Way) -> Way:
    """Likewise, but the player draws again if it has drawn the whole board."""

    def other(cells: Any, depth: int) -> Chances:
        found = way(cells, depth)
        rest = 1 - found.pop(())
        return {path: chance / rest for path, chance in found.items()}

    return other


WAYS: dict[str, Way] = {
    "listed": listed,
    "placed": placed,
    "by level": by_level,
    "walked, half of the walks end": walked(1 / 2),
    "walked, the block or a quarter": walked(1 / 5),
}
NEVER_THE_WHOLE: dict[str, Way] = {
    f"{name}, never the whole": not_the_whole(way) for name, way in WAYS.items()
}


def fewer(than: int, trials: int, chance: float) -> float:
    """Return the chance of fewer successes *than* that in independent trials, each of which has at least *chance*."""
    return sum(
        comb(trials, count) * chance**count * (1 - chance) ** (trials - count)
        for count in range(than)
    )


def lack_one(chances: list[float], trials: int) -> float:
    """Return a bound of the chance that one of several outcomes with these *chances* occurs in none of the trials."""
    return sum((1 - chance) ** trials for chance in chances)
