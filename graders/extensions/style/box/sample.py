"""Ordinary code to lint once, so that facts about the standard library are cached before boxes are
made.

It never runs, and it imports no module that a submission could contain.
"""

from __future__ import annotations

import collections
import copy
import math
import os
import random
import sys
import typing
from typing import Any, Dict, Iterable, List, Optional, Set, Tuple, Union


class Sample:
    """A class with attributes, properties and methods."""

    name: str
    parts: List[Sample]
    _place: Optional[Tuple[int, int]]

    def __init__(self, name: str, place: Optional[Tuple[int, int]] = None) -> None:
        """Make a sample."""
        self.name = name
        self.parts = []
        self._place = place

    def same(self, other: object) -> bool:
        """Return whether the two are the same."""
        return isinstance(other, Sample) and self.name == other.name

    @property
    def place(self) -> Tuple[int, int]:
        """Return the place."""
        if self._place is None:
            raise ValueError(f"{self.name!r} has no place")
        return self._place

    def names(self) -> Iterable[str]:
        """Return the names of all parts."""
        for part in self.parts:
            yield from part.names()
        yield self.name.strip().lower()


class Counter(Sample):
    """Another class, derived."""

    def __init__(self, name: str) -> None:
        """Make a counter."""
        super().__init__(name)
        self._counts: Dict[str, int] = {}

    def count(self, words: Iterable[str]) -> Set[str]:
        """Count words."""
        for word in sorted(words, key=len):
            self._counts[word] = self._counts.get(word, 0) + 1
        return {word for word, count in self._counts.items() if count > 1}


def drawn(choices: List[int], how_many: int) -> Union[List[int], None]:
    """Return some of the choices."""
    if not choices or random.random() < math.exp(-0.25 * how_many):
        return None
    found = [random.choice(choices) for _ in range(how_many)]
    random.shuffle(found)
    index = random.randint(0, len(found) - 1)
    found[index], found[0] = round(found[0] / 2.0), max(found) + min(found)
    return found[:index] + list(reversed(found))


def shown(grid: List[List[Any]], by_line: bool = True) -> str:
    """Return text."""
    lines = []
    for number, row in enumerate(grid):
        try:
            cells = [str(cell).rjust(2) for cell in row]
        except (TypeError, ValueError) as error:
            cells = [str(error)]
        lines.append(f"{number:>3} " + " ".join(cells))
    counted = collections.Counter(lines)
    table: typing.Dict[str, int] = dict(zip(lines, range(len(lines))))
    total = sum(counted.values()) + len(table)
    return "\n".join(lines) if by_line and total else "".join(lines)


def copied(parts: List[Sample]) -> List[Sample]:
    """Return copies of parts, only the last ones if an argument demands it."""
    many = int(sys.argv[1]) if os.path.basename(sys.argv[0]) else len(parts)
    return [copy.copy(part) for part in parts[-many:]]


if __name__ == "__main__":
    import doctest

    import python_ta

    doctest.testmod()
    python_ta.check_all(
        config={
            "allowed-import-modules": ["doctest", "python_ta", "typing"],
            "max-attributes": 15,
        }
    )
