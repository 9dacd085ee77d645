"""The packed form of messages, which Python's C code writes at a tenth of the cost of JSON.

It is version 2 of the interpreter's ``marshal`` format, the same in every release: no references,
no interned texts. A packed payload begins with :data:`MARK`. Recorded calls and their replies
travel in this form. The judge compares digests of the replies and never parses them.

Only plain data is packed, so that equal bytes mean equal values of equal types
(:func:`is_exact`).
"""

from __future__ import annotations

import itertools
import marshal
from typing import Any

from . import frames, values

MARK = b"="
_VERSION = 2
_EXACT = frozenset([type(None), bool, int, float, str, list, tuple, dict])
_NESTS = frozenset([list, tuple])


def pack(message: list[Any], limit: int) -> bytes | None:
    """Return *message* as a frame of at most *limit* bytes, or None if it cannot be packed."""
    try:
        payload = MARK + marshal.dumps(message, _VERSION)
    except (
        ValueError,
        MemoryError,
    ):
        # a part has no exact built-in type, or is too deep
        return None
    return frames.pack(payload) if len(payload) <= limit else None


def is_exact(value: Any) -> bool:
    """Return whether the packed form of *value*, plain data, identifies it.

    Sets have no order, and every buffer is packed like bytes, so neither is exact.
    """
    parts = [value]
    while parts:
        if not _EXACT.issuperset(map(type, parts)):
            return False
        tables = [part for part in parts if type(part) is dict]
        parts = list(
            itertools.chain.from_iterable([part for part in parts if type(part) in _NESTS])
        )
        for table in tables:
            parts += [*table, *table.values()]
    return True


def read_trusted(payload: bytes) -> list[Any]:
    """Parse a payload that the judge wrote, in either form."""
    if not payload.startswith(MARK):
        return values.decode(payload)
    message: list[Any] = marshal.loads(payload[len(MARK) :])
    return message
