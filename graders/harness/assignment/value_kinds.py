"""Comparison and display of plain data, with the kinds of values that extensions add.

A kind has its own rule at any depth of lists, tuples and the values of dictionaries. All other
parts are compared as the caller says.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from graders.harness import extensions

Alike = Callable[[Any, Any], bool]
"""Whether an item that was got is the wanted one."""
_NESTS = frozenset([list, tuple, dict])
_DEEPEST = 20


@dataclass(frozen=True, slots=True)
class ValueKind:
    """Objects of a package that leave the sandbox as dictionaries with a key "class"."""

    name: str
    """The value of "class"."""
    driver: Path
    """A module for the box. Its function *plain* returns the data of an object, and calls its
    second argument for the object's parts; *received* returns the object that an argument
    describes. Both return any other value itself. Its WORDS are all values of "class" that it uses.
    """
    is_one: Callable[[object], bool]
    """Whether a value is of this kind; it may have any form."""
    fault: Callable[[object, object, Alike], str]
    """A sentence about the value that was got, if it or the wanted one is of this kind, or made of
    such, and they differ; else "".
    """
    shown: Callable[[Any], str]
    """A value of this kind, as a report writes it."""


@functools.cache
def kinds() -> tuple[ValueKind, ...]:
    """Return the kinds of all extensions."""
    return extensions.added("value_kinds")


def equal(got: Any, want: Any) -> bool:
    """Return whether two parts are equal as in Python."""
    return bool(got == want)


def same(got: Any, want: Any, alike: Alike) -> bool:
    """Return whether both are equal: kinds by their rule, all other parts by *alike*.

    Recursion is as deep as *want*, which is the author's.
    """
    for kind in kinds():
        if kind.is_one(want):
            return not kind.fault(got, want, alike)
    if type(want) not in _NESTS:
        return alike(got, want)
    if type(got) is not type(want) or len(got) != len(want):
        return False
    if isinstance(want, dict):
        return got.keys() == want.keys() and all(same(got[key], want[key], alike) for key in want)
    return all(same(*pair, alike) for pair in zip(got, want, strict=True))


def fault(got: object, want: object, alike: Alike = equal) -> str:
    """Return a sentence about *got* if a kind has one, else ""."""
    faults = (kind.fault(got, want, alike) for kind in kinds())
    return next((sentence for sentence in faults if sentence), "")


class _Written(NamedTuple):
    """A value of a kind in a report."""

    text: str

    def __repr__(self) -> str:
        return self.text


def shown(value: object) -> str:
    """Return the ``repr`` of *value*, with kinds as reports write them."""
    text = repr(value)
    if any(f"'class': {kind.name!r}" in text for kind in kinds()):
        text = repr(_written(value))
    return text


def _written(value: Any, depth: int = 0) -> Any:
    """Return *value* with kinds as they are written; deep ones, of a hostile value, stay."""
    if depth > _DEEPEST:
        return value
    for kind in kinds():
        if kind.is_one(value):
            return _Written(kind.shown(value))
    inner = functools.partial(_written, depth=depth + 1)
    if type(value) in (list, tuple):
        return type(value)(map(inner, value))
    if type(value) is dict:
        return {key: inner(part) for key, part in value.items()}
    return value
