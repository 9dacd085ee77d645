"""Who may be meant by an id that nobody on the roster has: "mullerp" where there is a "muellerp".

A person is told, and nothing follows from it: a delivery is never given to somebody by likeness.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import TypeVar

from graders.harness.intake import names

_T = TypeVar("_T")
SHORTEST = 4
"""Characters below which everything is like everything."""
LONGEST = 64
ALIKE, NUMBERS_ALIKE = 0.8, 0.85
"""How alike two ids are, by `difflib`; of two student numbers of eight digits one digit may differ.
"""


def nearest(said: Iterable[str], known: Mapping[str, _T]) -> tuple[str, _T] | None:
    """Return the one of *known* that is most like something that was *said*, and its key; None if
    none is like it.
    """
    plain = {_plain(key): key for key in reversed([*known])}
    for one in map(_plain, said):
        if not SHORTEST <= len(one) <= LONGEST:
            continue
        kind = [
            key
            for key in plain
            if key.isdecimal() == one.isdecimal() and SHORTEST <= len(key) <= LONGEST
        ]
        cutoff = NUMBERS_ALIKE if one.isdecimal() else ALIKE
        for found in get_close_matches(one, kind, n=1, cutoff=cutoff):
            return plain[found], known[plain[found]]
    return None


def _plain(text: str) -> str:
    """Return *text* folded and without accents; of an email what stands before the sign."""
    apart = unicodedata.normalize("NFD", names.folded(text).partition("@")[0])
    return "".join(character for character in apart if not unicodedata.combining(character))
