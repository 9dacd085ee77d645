"""Values between judge and sandbox as ASCII JSON: plain data only, both directions.

A value is one of ``None``, ``bool``, ``int``, ``float``, ``str``, ``bytes``, or a ``list``,
``tuple``, ``dict``, ``set`` or ``frozenset`` of values. Everything that JSON lacks travels as an
object with exactly one key, its tag:

====== ======================================================================
tag    meaning
====== ======================================================================
``t``  tuple: list of values
``d``  dict: list of [key, value] pairs, in insertion order
``s``  set: list of values, sorted by their encoding (equal sets, equal bytes)
``z``  frozenset: as ``s``
``b``  bytes: base64
``i``  integer beyond 53 bits: hexadecimal
``f``  float that JSON lacks: "nan", "inf", "-inf"
``o``  anything else: the name of its type; decodes to an :class:`Opaque`
====== ======================================================================

Instances of subclasses of built-in types travel as their plain base value. The base type's own
methods read it, so an overridden ``__eq__`` or ``__iter__`` has no effect. Encoding never compares,
prints or hashes values.

The judge decodes hostile bytes, so :func:`decode` raises only :class:`WireError`.
"""

from __future__ import annotations

import base64
import itertools
import json
from collections.abc import Callable, Iterable
from typing import Any

from . import frames

MAX_DEPTH = 400
MAX_NODES = 400_000
_EXACT_INT = 2**53
_NESTS = frozenset([list, tuple])
_QUICK = frozenset([type(None), bool, int, str, list, tuple])
"""Types that :func:`_quickly` encodes."""
_DIGITS = bytes.maketrans(b"123456789", b"0" * 9)
_LONG = b"0" * 16
_TRIED = 8
"""Depth from which :func:`_quickly` is not tried, because each attempt scans the whole value."""
_QUOTE = json.encoder.encode_basestring_ascii
_MAX_HEX = 3_500
"""Hexadecimal digits of the longest integer that travels, because Python converts at most 4,300
decimal digits to text.
"""
_MAX_ALIKE = 1_000
"""Maximum keys of a set or dict whose hash equals another key's. Equal hashes make building it
quadratic, and are easy to find: every multiple of 2**61 - 1 has the hash 0.
"""
_TYPE_NAME = type.__dict__["__name__"].__get__


class WireError(Exception):
    """The bytes are not a message, or the value cannot be sent: too deep, too many parts."""


class Opaque:
    """Placeholder for a value that cannot be sent: equals only itself, has its type's name."""

    __slots__ = ("type_name",)

    def __init__(self, type_name: str) -> None:
        self.type_name = type_name

    def __repr__(self) -> str:
        return f"<a {self.type_name} object>"


def _quoted(text: str, budget: list[int]) -> str:
    """Return the JSON of *text*. Raises WireError, before building it, if *text* is too long."""
    if len(text) > budget[1]:
        raise WireError("the value is too large to report")
    return _QUOTE(text)


def _spend(budget: list[int], parts: int, depth: int) -> None:
    """Subtract *parts* from the budget. Raises WireError if they are too many or too deep."""
    budget[0] -= parts
    if depth > MAX_DEPTH or budget[0] < 0:
        raise WireError("the value is too deep or too large to report")


def _quickly(value: Any, depth: int, budget: list[int]) -> str | None:
    """Return the JSON of a list or tuple, built by Python's C code, or None if that is impossible.

    Boards, grids and moves are nested lists and tuples of small integers. Encoding each part in
    Python would cost more than the rest of a call.
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
    if _LONG in text.encode("ascii").translate(_DIGITS):
        return None  # possibly an integer beyond 53 bits
    budget[:] = left
    return text


def _all(items: Iterable[Any], depth: int, budget: list[int]) -> str:
    """Return the JSON of each of *items*, with commas between."""
    parts = list(items)
    _spend(budget, len(parts), 0)
    return ",".join([_encode(part, depth, budget) for part in parts])


def _encode(value: Any, depth: int, budget: list[int]) -> str:
    """Return the JSON of *value*.

    *budget*: the remaining number of parts, and the maximum length of a text.
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
    return _slowly(kind, value, depth + 1, budget)


def _slowly(kind: type, value: Any, inner: int, budget: list[int]) -> str:
    """Return the JSON of any *value* by its base type; *inner* is the depth of its parts."""
    if issubclass(kind, int):
        return _integer(int.__add__(value, 0))
    if issubclass(kind, float):
        real = float.__pos__(value)
        is_finite = real - real == 0.0
        return repr(real) if is_finite else f'{{"f":"{real!r}"}}'
    if issubclass(kind, str):
        return _quoted(str.__add__(value, ""), budget)
    if issubclass(kind, list):
        return f"[{_all(list.__iter__(value), inner, budget)}]"
    if issubclass(kind, tuple):
        return f'{{"t":[{_all(tuple.__iter__(value), inner, budget)}]}}'
    if issubclass(kind, dict):
        return f'{{"d":{_encode([*map(list, dict.items(value))], inner, budget)}}}'
    if issubclass(kind, (set, frozenset)):
        base, tag = (set, "s") if issubclass(kind, set) else (frozenset, "z")
        members = sorted([_encode(item, inner, budget) for item in base.__iter__(value)])
        return f'{{"{tag}":[{",".join(members)}]}}'
    if issubclass(kind, (bytes, bytearray)):
        return f'{{"b":"{base64.b64encode(bytes(memoryview(value))).decode("ascii")}"}}'
    return f'{{"o":{_QUOTE(_TYPE_NAME(kind)[:100])}}}'


def _integer(value: int) -> str:
    if -_EXACT_INT <= value <= _EXACT_INT:
        return repr(value)
    if value.bit_length() > 4 * _MAX_HEX:
        raise WireError("the integer is too large to report")
    return f'{{"i":"{value:#x}"}}'


def _items(content: Any) -> list[Any]:
    if type(content) is not list:
        raise WireError("a tag without its list")
    return content


def hashed(keys: list[Any]) -> list[Any]:
    """Return *keys*. Raises WireError if building a set or dict of them would be slow."""
    if len(keys) - len({hash(key) for key in keys}) > _MAX_ALIKE:
        raise WireError("too many keys with equal hashes")
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
    "s": lambda content: set(hashed(_items(content))),
    "z": lambda content: frozenset(hashed(_items(content))),
    "b": lambda content: base64.b64decode(content, validate=True),
    "i": _big,
    "f": _float,
    "o": lambda content: Opaque(str(content)[:100]),
}


def _untag(value: dict[str, Any]) -> Any:
    """Return the value of a tagged object whose content is already decoded."""
    members = value.get("t")
    # first, because most are tuples, and a board has hundreds
    if type(members) is list and len(value) == 1:
        return tuple(members)
    if len(value) != 1:
        raise WireError(f"an object with {len(value)} keys")
    ((tag, content),) = value.items()
    return _DECODERS[tag](content)


_QUOTATION = ord('"')
_NO_MARKS = bytes(byte for byte in range(256) if byte not in b'[]{}"')


def _depth(payload: bytes) -> int:
    """Return the nesting depth of the JSON in *payload*, or a higher number up to MAX_DEPTH.

    Invalid JSON may have any depth from its first error on, because the reader stops there.
    """
    brackets = payload.count(b"[") + payload.count(b"{")
    if brackets <= MAX_DEPTH:
        return brackets
    plain = payload.replace(rb"\\", b"").replace(rb"\"", b"")
    depth = deepest = 0
    in_string = False
    for mark in plain.translate(None, _NO_MARKS):
        if mark == _QUOTATION:
            in_string = not in_string
        elif in_string:
            continue
        elif mark in b"[{":
            depth += 1
            if depth > deepest:  # noqa: PLR1730  (a call would double the time)
                deepest = depth
        else:
            depth -= 1
    return deepest


def _refuse_constant(name: str) -> None:
    raise WireError(f"{name} is not JSON")


# no circular check: the value is a tree, because _quickly has counted its parts
_WRITER = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False)
_READER = json.JSONDecoder(object_hook=_untag, parse_constant=_refuse_constant)


def encode(message: list[Any], limit: int, opaque: bool = True) -> bytes:
    """Return *message* as a payload. Raises WireError if it exceeds *limit* bytes.

    With *opaque* false, values that are not plain data raise it too.
    """
    budget = [MAX_NODES, limit]
    try:
        payload = f"[{_all(message, 0, budget)}]".encode("ascii")
    except (RecursionError, ValueError) as error:
        raise WireError(f"the value cannot be reported: {type(error).__name__}") from None
    if len(payload) > limit:
        raise WireError("the value is too large to report")
    if not opaque and b'{"o":' in payload:
        raise WireError("it holds an object that is not plain data")
    return payload


def encode_frame(message: list[Any], limit: int) -> bytes:
    """Return *message* as a frame of at most *limit* payload bytes. Raises WireError."""
    return frames.pack(encode(message, limit))


def decode(payload: bytes) -> list[Any]:
    """Return the message in *payload*. Raises only WireError."""
    try:
        if _depth(payload) > 2 * MAX_DEPTH:  # a tag and its list count twice
            raise WireError("the value is too deep")
        return _items(_READER.decode(payload.decode("ascii")))
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
        raise WireError(f"not a message: {type(error).__name__}") from None
