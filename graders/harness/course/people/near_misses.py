"""Suggests who may be meant by an id that is not on the roster: "muellerp" for "mullerp".

It is only a hint for staff: similarity never assigns a delivery to anybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import TypeVar

from graders.harness.course.people.people_names import plain
from graders.harness.intake import names

_T = TypeVar("_T")
SHORTEST = 4
"""Minimum length of an id; shorter ones are all similar."""
LONGEST = 64
ALIKE, NUMBERS_ALIKE = 0.8, 0.85
"""Similarity of two ids, by `difflib`; student numbers of eight digits may differ in one."""


def nearest(words: Iterable[str], candidates_by_key: Mapping[str, _T]) -> tuple[str, _T] | None:
    """Return the key and value of *candidates_by_key* most similar to any of *words*, or None."""
    keys = {_plain(key): key for key in reversed([*candidates_by_key])}
    for word in filter(_is_comparable, map(_plain, words)):
        is_number = word.isdecimal()
        candidates = [key for key in keys if key.isdecimal() == is_number and _is_comparable(key)]
        cutoff = NUMBERS_ALIKE if is_number else ALIKE
        for near in get_close_matches(word, candidates, n=1, cutoff=cutoff):
            return keys[near], candidates_by_key[keys[near]]
    return None


def _is_comparable(plain: str) -> bool:
    return SHORTEST <= len(plain) <= LONGEST


def _plain(text: str) -> str:
    """Return *text* folded and without accents; of an email address only the local part."""
    return plain(names.folded(text).partition("@")[0])
