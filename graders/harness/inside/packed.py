"""The packed form of messages: what Python's own C code writes of exact built-in types, at a tenth
of the cost of JSON.

It is version 2 of the interpreter's ``marshal`` format, the same in every release: no references,
no interned texts. A payload in it begins with :data:`MARK`. Recorded calls go to a process in this
form, and it answers in the same; the judge mostly compares digests. Where it has to know what is in
an answer, it never lets ``marshal`` read first what a hostile process wrote, but :func:`unpack`
does, which raises nothing but :class:`wire.WireError`.

Only plain data is packed, so that equal bytes mean equal values of equal types: see
:func:`is_exact`.
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
    """Say whether *value*, plain data, consists of types of which each packed form stands for one
    value of one type.

    Sets do not: they have no order. Neither do bytes: whatever has a buffer is packed like them, so
    nobody reads these.
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


def is_result(payload: bytes, number: int) -> bool:
    """Say whether a packed payload begins as one with the result of call *number* does."""
    beginning = marshal.dumps(["return", number, None], _VERSION)[:-1]
    return payload.startswith(MARK + beginning)


def read_ours(payload: bytes) -> list[Any]:
    """Return the message in a payload that the judge wrote, in either form."""
    return (
        marshal.loads(payload[len(MARK) :])
        if payload.startswith(MARK)
        else wire.decode_frame(payload)
    )


def unpack(payload: bytes) -> list[Any]:
    """Return the message in a packed payload; raise WireError, and nothing else, if there is none."""
    if payload in _SOUND:
        return marshal.loads(payload[len(MARK) :])
    reader = _Reader(payload)
    try:
        message = reader.value(0)
    except wire.WireError:
        raise
    except (
        ValueError,
        TypeError,
        LookupError,
        struct.error,
        RecursionError,
        OverflowError,
        MemoryError,
    ) as error:
        raise wire.WireError("not packed as it should be: %s" % type(error).__name__) from None
    if type(message) is not list or reader.place != len(payload):
        raise wire.WireError("not one packed message")
    if reader.is_plain and len(payload) <= _SOUND_BYTES:
        if len(_SOUND) >= _MOST_SOUND:
            _SOUND.clear()
        _SOUND.add(payload)
    return message


_SOUND: set[bytes] = set()
"""Payloads that have been read, value by value: ``marshal`` reads the very same bytes as the very
same values.

Checks that ask the same are told the same, and each has values of its own.
"""
_MOST_SOUND = 256
_SOUND_BYTES = 1 << 16

_INT, _TEXT, _LIST, _TUPLE, _TABLE, _FLOAT, _LONG, _END = b"iu[({gl0"
_SINGLE = {ord("N"): None, ord("T"): True, ord("F"): False}


class _Reader(object):
    """Reads values out of a packed payload, one after the other. What is cut off raises some
    LookupError or another.
    """

    def __init__(self, payload: bytes) -> None:
        self.payload = payload
        self.place = len(MARK)
        self.left = wire.MAX_NODES
        self.is_plain = True
        """Whether all so far has been what ``marshal`` makes of it, too: it does not make sets, and
        no integers in a form that is not the shortest.
        """

    def value(self, depth: int) -> Any:
        payload, place = self.payload, self.place
        self.left -= 1
        if depth > wire.MAX_DEPTH or self.left < 0:
            raise wire.WireError("the value is too deep or too large")
        kind = payload[place]
        if kind == _INT:
            self.place = place + 5
            return _COUNT.unpack_from(payload, place + 1)[0]
        self.place = place + 1
        if kind == _TEXT:
            end = self.count() + self.place
            start, self.place = self.place, end
            return payload[start:end].decode("utf-8", "surrogatepass")
        if kind == _LIST:
            return self.values(depth)
        if kind == _TUPLE:
            return tuple(self.values(depth))
        if kind == _TABLE:
            return self.table(depth)
        if kind in _SINGLE:
            return _SINGLE[kind]
        return self.rare(kind, depth)

    def rare(self, kind: int, depth: int) -> Any:
        """Return a value of one of the kinds that there are few of, whose letter has been read."""
        if kind == _FLOAT:
            self.place += _REAL.size
            return _REAL.unpack_from(self.payload, self.place - _REAL.size)[0]
        self.is_plain = False
        if kind == _LONG:
            return self.long()
        if kind in b"<>":
            return frozenset(wire.hashed(self.values(depth)))
        raise wire.WireError("a value of no plain type")

    def count(self) -> int:
        """Return how many bytes or values follow."""
        count: int = _COUNT.unpack_from(self.payload, self.place)[0]
        self.place += _COUNT.size
        if not 0 <= count <= len(self.payload) - self.place:
            raise wire.WireError("more is announced than follows")
        return count

    def values(self, depth: int) -> list[Any]:
        count = self.count()
        end = self.place + count * _INTEGER.size
        if (
            count > 1
            and self.payload[self.place : end : _INTEGER.size] == b"i" * count
            and end <= len(self.payload)
        ):
            start, self.place = (
                self.place,
                end,
            )  # nothing but small integers, as in colours, places and grids
            self.left -= count
            if depth >= wire.MAX_DEPTH or self.left < 0:
                raise wire.WireError("the value is too deep or too large")
            return [number for (number,) in _INTEGER.iter_unpack(self.payload[start:end])]
        return [self.value(depth + 1) for _ in range(count)]

    def table(self, depth: int) -> dict[Any, Any]:
        pairs = []
        while self.payload[self.place] != _END:
            pairs.append((self.value(depth + 1), self.value(depth + 1)))
        self.place += 1
        wire.hashed([key for key, _value in pairs])
        return dict(pairs)

    def long(self) -> int:
        digits: int = _COUNT.unpack_from(self.payload, self.place)[0]
        start = self.place + _COUNT.size
        self.place = start + 2 * abs(digits)
        if abs(digits) > _MOST_DIGITS or self.place > len(self.payload):
            raise wire.WireError("an integer is too long")
        number = 0
        for place in range(abs(digits)):
            number |= int.from_bytes(
                self.payload[start + 2 * place : start + 2 * place + 2], "little"
            ) << (15 * place)
        return -number if digits < 0 else number
