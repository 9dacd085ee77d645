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
    keys = {_plain(key): key for key in reversed([*known])}
    for word in filter(_is_comparable, map(_plain, said)):
        is_number = word.isdecimal()
        candidates = [
            key for key in keys if key.isdecimal() == is_number and _is_comparable(key)
        ]
        cutoff = NUMBERS_ALIKE if is_number else ALIKE
        for near in get_close_matches(word, candidates, n=1, cutoff=cutoff):
            return keys[near], known[keys[near]]
    return None


def _is_comparable(plain: str) -> bool:
    return SHORTEST <= len(plain) <= LONGEST


def _plain(text: str) -> str:
    """Return *text* folded and without accents; of an email what stands before the sign."""
    apart = unicodedata.normalize("NFD", names.folded(text).partition("@")[0])
    return "".join(
        character for character in apart if not unicodedata.combining(character)
    )
