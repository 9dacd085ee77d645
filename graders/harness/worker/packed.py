"""The packed form of messages: what Python's own C code writes of exact built-in types, at a tenth of the cost of JSON.

It is version 2 of the interpreter's ``marshal`` format, the same in every release: no references, no interned texts.
A payload in it begins with :data:`MARK`. Recorded calls go to a process in this form, and it answers in the same; the
judge mostly compares digests. Where it has to know what is in an answer, it never lets ``marshal`` read what a hostile
process wrote, but :func:`unpack` does, which raises nothing but :class:`wire.WireError`.

Only plain data is packed, so that equal bytes mean equal values of equal types: see :func:`is_exact`.
"""

from __future__ import annotations

import itertools
import marshal
import struct
from typing import Any

from . import wire

MARK = b"="
_VERSION = 2
_EXACT = frozenset([type(None), bool, int, float, str, list, tuple, dict])
_NESTS = frozenset([list, tuple])
_COUNT = struct.Struct("<i")
_INTEGER = struct.Struct("<xi")
"""With the letter that says so."""
_REAL = struct.Struct("<d")
_MOST_DIGITS = 1_000
"""Of an integer, 15 bits each: about as long as the other form takes them."""


def pack(message: list[Any], limit: int) -> bytes | None:
    """Return *message* as a frame of at most *limit* payload bytes; None where it cannot be packed."""
    try:
        payload = MARK + marshal.dumps(message, _VERSION)
    except (ValueError, MemoryError):  # some of it is of no exact built-in type, or too deep
        return None
    return wire.HEADER.pack(len(payload)) + payload if len(payload) <= limit else None


def is_exact(value: Any) -> bool:
    """Say whether *value*, plain data, consists of types of which each packed form stands for one value of one type.

    Sets do not: they have no order. Neither do bytes: whatever has a buffer is packed like them, so nobody reads these.
    """
    parts = [value]
    while parts:
        if not _EXACT.issuperset(map(type, parts)):
            return False
        tables = [part for part in parts if type(part) is dict]
        parts = list(itertools.chain.from_iterable([part for part in parts if type(part) in _NESTS]))
        for table in tables:
            parts += [*table, *table.values()]
    return True


def is_result(payload: bytes, number: int) -> bool:
    """Say whether a packed payload begins as one with the result of call *number* does."""
    beginning = marshal.dumps(["return", number, None], _VERSION)[:-1]
    return payload.startswith(MARK + beginning)


def read_ours(payload: bytes) -> list[Any]:
    """Return the message in a payload that the judge wrote, in either form."""
    return marshal.loads(payload[len(MARK) :]) if payload.startswith(MARK) else wire.decode_frame(payload)


def unpack(payload: bytes) -> list[Any]:
    """Return the message in a packed payload; raise WireError, and nothing else, if there is none."""
    reader = _Reader(payload)
    try:
        message = reader.value(0)
    except wire.WireError:
        raise
    except (ValueError, TypeError, struct.error, RecursionError, OverflowError, MemoryError) as error:
        raise wire.WireError("not packed as it should be: %s" % type(error).__name__) from None
    if type(message) is not list or reader.place != len(payload):
        raise wire.WireError("not one packed message")
    return message


class _Reader(object):
    """Reads values out of a packed payload, one after the other."""

    def __init__(self, payload: bytes) -> None:
        self.payload = payload
        self.place = len(MARK)
        self.left = wire.MAX_NODES

    def value(self, depth: int) -> Any:  # noqa: C901 - one branch per type of the format
        self.left -= 1
        if depth > wire.MAX_DEPTH or self.left < 0:
            raise wire.WireError("the value is too deep or too large")
        kind = self.taken(1)
        if kind == b"i":
            return _COUNT.unpack(self.taken(4))[0]
        if kind in _SINGLE:
            return _SINGLE[kind]
        if kind == b"[":
            return self.values(depth)
        if kind == b"(":
            return tuple(self.values(depth))
        if kind == b"u":
            return self.taken(self.count()).decode("utf-8", "surrogatepass")
        if kind == b"g":
            return _REAL.unpack(self.taken(8))[0]
        if kind == b"l":
            return self.long()
        if kind == b"{":
            return self.table(depth)
        if kind in (b"<", b">"):
            return frozenset(wire.hashed(self.values(depth)))
        raise wire.WireError("a value of no plain type")

    def taken(self, count: int) -> bytes:
        """Return the next *count* bytes."""
        start, self.place = self.place, self.place + count
        if self.place > len(self.payload):
            raise wire.WireError("a value that is cut off")
        return self.payload[start : self.place]

    def count(self) -> int:
        """Return how many bytes or values follow."""
        count: int = _COUNT.unpack(self.taken(4))[0]
        if not 0 <= count <= len(self.payload) - self.place:
            raise wire.WireError("more is announced than follows")
        return count

    def values(self, depth: int) -> list[Any]:
        count = self.count()
        end = self.place + count * _INTEGER.size
        if count > 1 and self.payload[self.place : end : _INTEGER.size] == b"i" * count and end <= len(self.payload):
            start, self.place = self.place, end  # nothing but small integers, as in colours, places and grids
            self.left -= count
            if depth >= wire.MAX_DEPTH or self.left < 0:
                raise wire.WireError("the value is too deep or too large")
            return [number for (number,) in _INTEGER.iter_unpack(self.payload[start:end])]
        return [self.value(depth + 1) for _ in range(count)]

    def table(self, depth: int) -> dict[Any, Any]:
        pairs = []
        while self.payload[self.place : self.place + 1] != b"0":
            pairs.append((self.value(depth + 1), self.value(depth + 1)))
        self.taken(1)
        wire.hashed([key for key, _value in pairs])
        return dict(pairs)

    def long(self) -> int:
        digits: int = _COUNT.unpack(self.taken(4))[0]
        if abs(digits) > _MOST_DIGITS:
            raise wire.WireError("an integer is too long")
        number = 0
        for place in range(abs(digits)):
            number |= int.from_bytes(self.taken(2), "little") << (15 * place)
        return -number if digits < 0 else number


_SINGLE = {b"N": None, b"T": True, b"F": False}
