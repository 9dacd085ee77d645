"""Grouping of items by a key."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

_Item = TypeVar("_Item")
_Key = TypeVar("_Key", bound=Hashable)


def grouped(
    items: Iterable[_Item], key: Callable[[_Item], _Key]
) -> dict[_Key, list[_Item]]:
    """Return the items by key, in their original order."""
    groups: dict[_Key, list[_Item]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups
