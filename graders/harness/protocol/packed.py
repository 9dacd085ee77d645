"""The packed form of messages, which Python's C code writes at a tenth of the cost of JSON.

It is version 2 of the interpreter's ``marshal`` format, the same in every release: no references,
no interned texts. A payload in it begins with :data:`MARK`. Recorded calls go to a process in this
form, and it answers in the same; the judge mostly compares digests. Where the judge has to know the
value of a reply, ``marshal`` never reads first the bytes of a hostile process. :func:`unpack` reads
them, and raises nothing but :class:`~.values.WireError`.

Only plain data is packed, so that equal bytes mean equal values of equal types: see
:func:`is_exact`.
"""

from __future__ import annotations

import itertools
import marshal
import struct
from typing import Any

from . import frames, values
from .values import WireError

MARK = b"="
_VERSION = 2
_EXACT = frozenset([type(None), bool, int, float, str, list, tuple, dict])
_NESTS = frozenset([list, tuple])
_COUNT = struct.Struct("<i")
_INTEGER = struct.Struct("<xi")
"""Behind its letter."""
_REAL = struct.Struct("<d")
_MOST_DIGITS = 1_000
"""Of an integer, 15 bits each: about as long as JSON takes them."""


def pack(message: list[Any], limit: int) -> bytes | None:
    """Return *message* as a frame of at most *limit* bytes, or None if it cannot be packed."""
    try:
        payload = MARK + marshal.dumps(message, _VERSION)
    except (ValueError, MemoryError):  # some of it is of no exact built-in type, or too deep
        return None
    return frames.pack(payload) if len(payload) <= limit else None


def is_exact(value: Any) -> bool:
    """Return whether each packed form of the types in *value*, plain data, stands for one value.

    That is not so of sets, which have no order, nor of bytes: every buffer is packed like them.
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
    """Return whether a packed payload begins like the result of call *number*."""
    beginning = marshal.dumps(["return", number, None], _VERSION)[:-1]
    return payload.startswith(MARK + beginning)


def read_trusted(payload: bytes) -> list[Any]:
    """Return the message in a payload that the judge wrote, in either form."""
    if not payload.startswith(MARK):
        return values.decode(payload)
    message: list[Any] = marshal.loads(payload[len(MARK) :])
    return message


def unpack(payload: bytes) -> list[Any]:
    """Return the message in a packed payload. Raises WireError, and nothing else."""
    if payload in _SOUND:
        known: list[Any] = marshal.loads(payload[len(MARK) :])
        return known
    reader = _Reader(payload)
    try:
        message = reader.value(0)
    except WireError:
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
        raise WireError(f"not packed as it should be: {type(error).__name__}") from None
    if type(message) is not list or reader.place != len(payload):
        raise WireError("not one packed message")
    if reader.is_plain and len(payload) <= _SOUND_BYTES:
        if len(_SOUND) >= _MOST_SOUND:
            _SOUND.clear()
        _SOUND.add(payload)
    return message


_SOUND: set[bytes] = set()
"""Payloads that have been read value by value, so that ``marshal`` reads the same bytes safely.

Checks with the same calls get the same replies, and each needs values of its own.
"""
_MOST_SOUND = 256
_SOUND_BYTES = 1 << 16

_INT, _TEXT, _LIST, _TUPLE, _TABLE, _FLOAT, _LONG, _END = b"iu[({gl0"
_SINGLE = {ord("N"): None, ord("T"): True, ord("F"): False}


class _Reader:
    """Reads values out of a packed payload, one after the other.

    A payload that ends too early raises a LookupError or struct.error.
    """

    def __init__(self, payload: bytes) -> None:
        self.payload = payload
        self.place = len(MARK)
        self.left = values.MAX_NODES
        self.is_plain = True
        """Whether ``marshal`` reads all so far as the same values: not so for sets, nor for
        integers that are not in their shortest form.
        """

    def value(self, depth: int) -> Any:
        payload, place = self.payload, self.place
        self.left -= 1
        if depth > values.MAX_DEPTH or self.left < 0:
            raise WireError("the value is too deep or too large")
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
        """Return a value of a rare kind, whose letter has been read."""
        if kind == _FLOAT:
            self.place += _REAL.size
            return _REAL.unpack_from(self.payload, self.place - _REAL.size)[0]
        self.is_plain = False
        if kind == _LONG:
            return self.long()
        if kind in b"<>":
            return frozenset(values.hashed(self.values(depth)))
        raise WireError("a value of no plain type")

    def count(self) -> int:
        """Return how many bytes or values follow."""
        count: int = _COUNT.unpack_from(self.payload, self.place)[0]
        self.place += _COUNT.size
        if not 0 <= count <= len(self.payload) - self.place:
            raise WireError("more is announced than follows")
        return count

    def values(self, depth: int) -> list[Any]:
        count = self.count()
        end = self.place + count * _INTEGER.size
        if (
            count > 1
            and self.payload[self.place : end : _INTEGER.size] == b"i" * count
            and end <= len(self.payload)
        ):
            # nothing but small integers, as in colours, places and grids
            start, self.place = self.place, end
            self.left -= count
            if depth >= values.MAX_DEPTH or self.left < 0:
                raise WireError("the value is too deep or too large")
            return [number for (number,) in _INTEGER.iter_unpack(self.payload[start:end])]
        return [self.value(depth + 1) for _ in range(count)]

    def table(self, depth: int) -> dict[Any, Any]:
        pairs = []
        while self.payload[self.place] != _END:
            pairs.append((self.value(depth + 1), self.value(depth + 1)))
        self.place += 1
        values.hashed([key for key, _value in pairs])
        return dict(pairs)

    def long(self) -> int:
        digits: int = _COUNT.unpack_from(self.payload, self.place)[0]
        start = self.place + _COUNT.size
        self.place = start + 2 * abs(digits)
        if abs(digits) > _MOST_DIGITS or self.place > len(self.payload):
            raise WireError("an integer is too long")
        number = 0
        for index in range(abs(digits)):
            begin = start + 2 * index
            number |= int.from_bytes(self.payload[begin : begin + 2], "little") << (15 * index)
        return -number if digits < 0 else number
