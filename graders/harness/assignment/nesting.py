"""Functions and blocks round a line of a source text, which is read as text and never parsed.

The text is hostile, and need not be of the language that it claims to be. Lines count from 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

FARTHEST = 2000
"""Lines above a line in which its function is looked for."""
MOST_NAMES = 7
"""Functions and classes round a line that are named, at most."""
_LOOP = re.compile(r"(?:\w+\s*:\s*)?(?:async\s+)?(?:for|while|do)\b")


class Nesting(Protocol):
    """The functions and blocks of one source text."""

    def around(self, line: int) -> tuple[int, list[int]]:
        """Return the line that begins the function round a line, 0 for none, and those that begin
        its loops round the line, the innermost first.
        """

    def head(self, line: int) -> int:
        """Return the line that begins the block round a line; the line itself, if that is a
        function.
        """

    def name(self, line: int) -> str:
        """Return the name of the function round a line, with those round it; "" for none."""


def around(
    lines: Sequence[str], line: int, heads: Iterable[int], is_function: Callable[[str], object]
) -> tuple[int, list[int]]:
    """Return what `Nesting.around` does.

    heads: the lines that begin the blocks round *line*, the innermost first; is_function: whether
    one of them, without its indentation, begins a function.
    """
    loops = [line] if _LOOP.match(lines[line - 1].strip()) else []
    for head in heads:
        text = lines[head - 1].strip()
        if _LOOP.match(text):
            loops.append(head)
        elif is_function(text):
            return head, loops
    return 0, loops


def above(line: int) -> range:
    """Return the lines above *line* in which its function is looked for, the nearest first."""
    return range(line - 1, max(0, line - 1 - FARTHEST), -1)
