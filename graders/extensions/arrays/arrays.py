"""Arrays of numpy as plain data, and their comparison.

The driver of ``[calls]`` turns an array into ``{"class": "array", "dtype": text, "shape": [...],
"items": [...]}``, with the items in the order of the last index first. The judge needs no numpy and
constructs nothing.

One rule holds for all arrays: the shape must be equal, and each item as in Python, so 2 equals 2.0;
nan equals nan, as in numpy's own tests. The dtype is not compared; a check that demands one
says so: ``expect(result["dtype"], "float64")``.
"""

from __future__ import annotations

import math
from itertools import chain
from typing import Any, TypeGuard

from graders.harness.assignment.value_kinds import Alike, equal, same
from graders.harness.protocol.values import Opaque

KEYS = frozenset(("class", "dtype", "shape", "items"))


def array(items: object, dtype: str = "") -> dict[str, Any]:
    """Return nested lists as an array, to be an argument of a call or an expected result.

    dtype: of the argument; numpy chooses if it is "". Raises ValueError if rows differ in length.
    """
    shape, flat = [], [items]
    while flat and all(isinstance(part, list | tuple) for part in flat):
        rows: list[Any] = flat
        if len(set(map(len, rows))) > 1:
            raise ValueError("the rows of an array have one length")
        shape.append(len(rows[0]))
        flat = list(chain.from_iterable(rows))
    if any(isinstance(part, list | tuple) for part in flat):
        raise ValueError("the items of an array have one depth")
    return {"class": "array", "dtype": dtype, "shape": shape, "items": flat}


def is_array(value: object) -> TypeGuard[dict[str, Any]]:
    """Return whether a value is an array with as many items as its shape says.

    A value from the sandbox may have any form.
    """
    if type(value) is not dict or value.keys() != KEYS or value["class"] != "array":
        return False
    shape, items = value["shape"], value["items"]
    if type(shape) is not list or type(items) is not list or len(shape) > 64:
        return False
    is_size = all(type(length) is int and 0 <= length < 1 << 32 for length in shape)
    return is_size and math.prod(shape) == len(items)


def fault(got: object, want: object, alike: Alike = equal) -> str:
    """Return a sentence about *got* if one of both is an array and they differ; else ""."""
    if not is_array(want):
        is_taken_for_other = is_array(got) and isinstance(want, list | tuple | float | int)
        return "The result is an array." * is_taken_for_other
    expected = f"Expected an array of shape {tuple(want['shape'])}"
    if not is_array(got):
        return f"{expected}, got {_kind(got)}."
    if got["shape"] != want["shape"]:
        return f"{expected}, got {_shape(got['shape'], want['shape'])}."
    pairs = list(zip(got["items"], want["items"], strict=True))
    wrong = [
        index
        for index, (item, due) in enumerate(pairs)
        if not (same(item, due, alike) or _are_nan(item, due))
    ]
    if not wrong:
        return ""
    place = list(_place(wrong[0], want["shape"]))
    are_wrong = "items is" if len(wrong) == 1 else "items are"
    return f"{len(wrong)} of {len(pairs)} {are_wrong} wrong, first that at {place}."


def _are_nan(*items: Any) -> bool:
    return all(type(item) is float and math.isnan(item) for item in items)


def _shape(got: list[int], want: list[int]) -> str:
    """Return a shape in words: its numbers, if they are near those of the wanted one. A program
    chooses them, and a released message must not carry the input of a hidden check.
    """
    near = {length + more for length in (0, *want, math.prod(want)) for more in (-1, 0, 1)}
    is_near = near.issuperset(got) and len(got) <= len(want) + 1
    return str(tuple(got)) if is_near else "another"


def _kind(value: object) -> str:
    if value is None:
        return "None"
    name = "object" if isinstance(value, Opaque) else type(value).__name__
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _place(index: int, shape: list[int]) -> tuple[int, ...]:
    """Return the indices of item *index*."""
    place = []
    for length in reversed(shape):
        index, inner = divmod(index, length)
        place.append(inner)
    return tuple(reversed(place))


def shown(value: dict[str, Any]) -> str:
    """Return an array as numpy writes it."""
    return f"array({_nested(value['items'], value['shape'])!r})"


def _nested(items: list[Any], shape: list[int]) -> Any:
    """Return *items* as nested lists; an array without items stays flat."""
    if not shape:
        return items[0]
    for length in reversed(shape[1:]):
        starts = range(0, len(items), length or 1)
        items = [items[start : start + length] for start in starts]
    return items
