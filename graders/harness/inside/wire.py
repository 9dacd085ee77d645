"""Frames and values on the pipe between judge and sandbox: plain data only, both directions.

A frame is a four-byte big-endian length followed by that many bytes of ASCII JSON. A value is one
of ``None``, ``bool``, ``int``, ``float``, ``str``, ``bytes``, ``list``, ``tuple``, ``dict``,
``set`` (or frozenset) of such values. Everything JSON cannot say by itself travels as an object
with exactly one key, its tag:

====== ======================================================================
tag    meaning
====== ======================================================================
``t``  tuple: list of values
``d``  dict: list of [key, value] pairs, in insertion order
``s``  set: list of values, sorted by their encoding (equal sets, equal bytes)
``b``  bytes: base64
``i``  integer beyond 53 bits: hexadecimal
``f``  float that JSON lacks: "nan", "inf", "-inf"
``o``  anything else: the name of its type; decodes to an :class:`Opaque`
====== ======================================================================

Instances of subclasses of the built-in types travel as their plain base value, read through the
base type's own methods, so that an overridden ``__eq__`` or ``__iter__`` has no say. Values are
never compared, printed or hashed here.

Both sides use this module. The judge decodes hostile bytes with it: :func:`decode_frame` raises
only :class:`WireError`.
"""

from __future__ import annotations

import base64
import itertools
import json
import re
import struct
from typing import Any, Callable

HEADER = struct.Struct(">I")
MAX_DEPTH = 400
MAX_NODES = 400_000
_EXACT_INT = 2**53
_NESTS = frozenset([list, tuple])
_QUICK = frozenset([type(None), bool, int, str, list, tuple])
"""Types that :func:`_quickly` knows."""
_LONG = re.compile("[0-9]{16}")
_TRIED = 8
"""Where a value is nested deeper than this, what is in it is written part by part: each try costs a
look at it all.
"""
_QUOTE = json.encoder.encode_basestring_ascii
_MAX_HEX = 3_500
"""Hexadecimal digits of the longest integer that travels: Python refuses to write one of 4,300
decimal digits down.
"""
_MAX_ALIKE = 1_000
"""Keys of one set or dict whose hash another one has already: with many of them (every multiple of
2**61 - 1 has the hash 0) building it would take the square of their number.
"""
_TYPE_NAME = type.__dict__["__name__"].__get__


class WireError(Exception):
    """The bytes are no frame of ours, or the value cannot travel (too deep, too many parts)."""


class Opaque:
    """A value that is no plain data. Equal to nothing but itself; only the name of its type is
    known.
    """

    __slots__ = ("type_name",)

    def __init__(self, type_name: str) -> None:
        self.type_name = type_name

    def __repr__(self) -> str:
        return "<a %s object>" % self.type_name


def _quoted(text: str, budget: list[int]) -> str:
    """Return the JSON of *text*; raise WireError if it is too long for any message, before all of
    it is written.
    """
    if len(text) > budget[1]:
        raise WireError("the value is too large to report")
    return _QUOTE(text)


def _spend(budget: list[int], parts: int, depth: int) -> None:
    """Take *parts* off what one message may hold; raise WireError where that is too much, or too
    deep.
    """
    budget[0] -= parts
    if depth > MAX_DEPTH or budget[0] < 0:
        raise WireError("the value is too deep or too large to report")


def _quickly(value: Any, depth: int, budget: list[int]) -> str | None:
    """Return the JSON of a list or tuple that Python's own C code can write; None where it holds
    what that cannot.

    Boards, grids and moves are nests of lists and tuples of small integers: to look at each part of
    them in Python would cost more than everything else that a call costs.
    """
    kinds: set[type] = set()
    nests, left = [value], budget[:]
    while nests:
        _spend(left, len(nests) + sum(map(len, nests)), depth)
        parts = list(itertools.chain.from_iterable(nests))
        here = set(map(type, parts))
        if not here <= _QUICK:
            return None
        kinds |= here
        nests = [part for part in parts if type(part) in _NESTS] if here & _NESTS else []
        depth += 1
    if type(value) is list and tuple not in kinds:
        text = _WRITER.encode(value)
    elif str not in kinds:
        text = (
            repr(value)
            .replace(", ", ",")
            .replace(",)", ")")
            .replace("(", '{"t":[')
            .replace(")", "]}")
        )
        text = text.replace("None", "null").replace("True", "true").replace("False", "false")
    else:
        return None
    if _LONG.search(text):
        return None  # perhaps an integer beyond 53 bits
    budget[:] = left
    return text


def _all(items: Any, depth: int, budget: list[int]) -> str:
    """Return the members of a list or tuple, each as JSON, with commas between."""
    _spend(budget, len(items), 0)
    return ",".join([_encode(item, depth, budget) for item in items])


def _encode(value: Any, depth: int, budget: list[int]) -> str:  # noqa: C901 - one branch per tag of the table above
    """Return the JSON that stands for *value*.

    *budget*: how many parts the message may still hold, and how long a text in it may be.
    """
    kind = type(value)
    if kind is str:
        return _quoted(value, budget)
    if value is None:
        return "null"
    if kind is bool:
        return "true" if value else "false"
    if kind is int and -_EXACT_INT <= value <= _EXACT_INT:
        return repr(value)
    if kind in _NESTS and depth < _TRIED:
        text = _quickly(value, depth, budget)
        if text is not None:
            return text
    _spend(budget, 1, depth)
    if kind is list:
        return "[%s]" % _all(value, depth + 1, budget)
    if kind is tuple:
        return '{"t":[%s]}' % _all(value, depth + 1, budget)
    if issubclass(kind, int):
        plain = int.__add__(value, 0)
        if -_EXACT_INT <= plain <= _EXACT_INT:
            return repr(plain)
        if plain.bit_length() > 4 * _MAX_HEX:
            raise WireError("the integer is too large to report")
        return '{"i":"%s"}' % hex(plain)
    if issubclass(kind, float):
        real = float.__pos__(value)
        return (
            repr(real) if real - real == 0.0 else '{"f":"%r"}' % real
        )  # the other are nan and the infinities
    if issubclass(kind, str):
        return _quoted(str.__add__(value, ""), budget)
    if issubclass(kind, list):
        return "[%s]" % ",".join(
            [_encode(item, depth + 1, budget) for item in list.__iter__(value)]
        )
    if issubclass(kind, tuple):
        return '{"t":[%s]}' % ",".join(
            [_encode(item, depth + 1, budget) for item in tuple.__iter__(value)]
        )
    if issubclass(kind, dict):
        pairs = [
            "[%s,%s]" % (_encode(key, depth + 1, budget), _encode(item, depth + 1, budget))
            for key, item in dict.items(value)
        ]
        return '{"d":[%s]}' % ",".join(pairs)
    if issubclass(kind, (set, frozenset)):
        base = set if issubclass(kind, set) else frozenset
        return '{"s":[%s]}' % ",".join(
            sorted([_encode(item, depth + 1, budget) for item in base.__iter__(value)])
        )
    if issubclass(kind, (bytes, bytearray)):
        return '{"b":"%s"}' % base64.b64encode(bytes(memoryview(value))).decode("ascii")
    return '{"o":%s}' % _QUOTE(_TYPE_NAME(kind)[:100])


def _items(content: Any) -> list[Any]:
    if type(content) is not list:
        raise WireError("a tag without its list")
    return content


def hashed(keys: list[Any]) -> list[Any]:
    """Return *keys* if a set or dict of them is quickly made."""
    if len(keys) - len({hash(key) for key in keys}) > _MAX_ALIKE:
        raise WireError("too many keys that are alike")
    return keys


def _dict(content: Any) -> dict[Any, Any]:
    pairs = [(key, value) for key, value in map(_items, _items(content))]
    hashed([key for key, _value in pairs])
    return dict(pairs)


def _big(text: str) -> int:
    if len(text) > _MAX_HEX + 3:
        raise WireError("an integer is too long")
    return int(text, 16)


def _float(text: str) -> float:
    if text not in ("nan", "inf", "-inf"):
        raise WireError("no such float")
    return float(text)


_DECODERS: dict[str, Callable[[Any], Any]] = {
    "t": lambda content: tuple(_items(content)),
    "d": _dict,
    "s": lambda content: frozenset(hashed(_items(content))),
    "b": lambda content: base64.b64decode(content, validate=True),
    "i": _big,
    "f": _float,
    "o": lambda content: Opaque(str(content)[:100]),
}


def _untag(value: dict[str, Any]) -> Any:
    """Return what a tagged object stands for; what is in it has been decoded already."""
    if len(value) != 1:
        raise WireError("an object with %d keys" % len(value))
    ((tag, content),) = value.items()
    return _DECODERS[tag](content)


_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"')
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")


def _depth(payload: bytes) -> int:
    """Return how deep the JSON in *payload* is nested, or a number above it where there are few
    brackets.
    """
    brackets = payload.count(b"[") + payload.count(b"{")
    if brackets <= MAX_DEPTH:
        return brackets
    marks = _STRING.sub(b"", payload).translate(None, _NO_BRACKETS)
    return max(itertools.accumulate(1 if mark in b"[{" else -1 for mark in marks))


def _refuse_constant(name: str) -> None:
    raise WireError("%s is no JSON" % name)


_WRITER = json.JSONEncoder(
    separators=(",", ":"), allow_nan=False, check_circular=False
)  # what it gets is a tree
_READER = json.JSONDecoder(object_hook=_untag, parse_constant=_refuse_constant)


def encode_frame(message: list[Any], limit: int, opaque: bool = True) -> bytes:
    """Return *message* as one frame of at most *limit* payload bytes; raise :class:`WireError` if
    it does not fit.

    With *opaque* false, anything that is no plain data is refused too.
    """
    budget = [MAX_NODES, limit]
    try:
        payload = ("[%s]" % ",".join([_encode(part, 0, budget) for part in message])).encode(
            "ascii"
        )
    except (RecursionError, ValueError) as error:
        raise WireError("the value cannot be reported: %s" % type(error).__name__) from None
    if len(payload) > limit:
        raise WireError("the value is too large to report")
    if not opaque and b'{"o":' in payload:
        raise WireError("it holds an object that is no plain data")
    return HEADER.pack(len(payload)) + payload


def split_frames(frames: bytes) -> list[bytes]:
    """Return each of the frames that *frames* holds, one after the other."""
    found = []
    place = 0
    while place < len(frames):
        end = place + HEADER.size + HEADER.unpack_from(frames, place)[0]
        found.append(frames[place:end])
        place = end
    return found


def decode_frame(payload: bytes) -> list[Any]:
    """Return the message in the payload of one frame; raise :class:`WireError`, and nothing else,
    if it is none.
    """
    try:
        if _depth(payload) > 2 * MAX_DEPTH:  # a tag and its list are two
            raise WireError("the value is too deep")
        message = _READER.decode(payload.decode("ascii"))
        return _items(message)
    except WireError:
        raise
    except (
        ValueError,
        KeyError,
        TypeError,
        RecursionError,
        AttributeError,
        OverflowError,
        MemoryError,
    ) as error:
        raise WireError("not a frame of ours: %s" % type(error).__name__) from None
