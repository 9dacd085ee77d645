"""Grouping of items, by a key or by a test."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

_Item = TypeVar("_Item")
_Key = TypeVar("_Key", bound=Hashable)


def grouped(items: Iterable[_Item], key: Callable[[_Item], _Key]) -> dict[_Key, list[_Item]]:
    """Return the items by key, in their original order."""
    groups: dict[_Key, list[_Item]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups


def parted(
    items: Iterable[_Item], test: Callable[[_Item], bool]
) -> tuple[list[_Item], list[_Item]]:
    """Return the items that pass *test*, and the others, both in their original order."""
    parts = grouped(items, key=test)
    return parts.get(True, []), parts.get(False, [])
