"""Frames and series of pandas as plain data, and the sentence about a wrong one.

The driver of ``[calls]`` turns a frame into ``{"class": "frame", "columns": ..., "index": ...,
"values": [...]}``: an array of labels for both, and an array for each column (:mod:`.arrays`). A
series has no columns, and one array of values. So arrays' rules hold for labels and values: dtypes
are data and not compared, nan equals nan. Every missing value is nan here. A date equals its
midnight. Names of an index or a series do not leave the sandbox.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeGuard

from graders.extensions.arrays import arrays
from graders.harness.assignment.value_kinds import Alike, equal

_KEYS = {
    "frame": frozenset(("class", "columns", "index", "values")),
    "series": frozenset(("class", "index", "values")),
}
"""The keys of each kind."""
_ONE = arrays.array([""])
"""The labels of a series, which has one column without a name."""


def frame(
    columns: Mapping[Any, Iterable[Any]], index: Iterable[Any] | None = None
) -> dict[str, Any]:
    """Return a frame, to be an argument of a call or an expected result.

    columns: numbers, strings, bools, dates and None by label; index: 0, 1, 2, ... if it is None.
    Raises ValueError if columns differ in length.
    """
    values = [_array(value) for value in columns.values()]
    return _table({"class": "frame", "columns": _array(columns)}, values, index)


def series(items: Iterable[Any], index: Iterable[Any] | None = None) -> dict[str, Any]:
    """Return a series like :func:`frame`."""
    return _table({"class": "series"}, [_array(items)], index)


def _table(
    begun: dict[str, Any], values: list[dict[str, Any]], index: Iterable[Any] | None
) -> dict[str, Any]:
    count = values[0]["shape"][0] if values else 0
    labels = _array(range(count) if index is None else index)
    table = {**begun, "index": labels, "values": values}
    if not is_table(table):
        raise ValueError("the index and the columns of a frame have one length")
    return table


def _array(items: Iterable[Any]) -> dict[str, Any]:
    cells = [_cell(item) for item in items]
    return {"class": "array", "dtype": "", "shape": [len(cells)], "items": cells}


def _cell(item: Any) -> Any:
    if item is None:
        return float("nan")
    if not isinstance(item, datetime.date):
        return item
    if not isinstance(item, datetime.datetime):
        item = datetime.datetime.combine(item, datetime.time())
    return {"class": "datetime", "text": item.isoformat()}


def is_table(value: object) -> TypeGuard[dict[str, Any]]:
    """Return whether a value is a frame or a series whose parts fit together.

    A value from the sandbox may have any form.
    """
    if type(value) is not dict or type(value.get("class")) is not str:
        return False
    values = value.get("values")
    if value.keys() != _KEYS.get(value["class"]) or type(values) is not list:
        return False
    labels = value.get("columns", _ONE)
    if not all(map(arrays.is_array, [labels, value["index"], *values])):
        return False
    rows = [len(value["index"]["items"])]
    are_even = all(part["shape"] == rows for part in (value["index"], *values))
    return are_even and labels["shape"] == [len(values)]


def _parts(table: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the places and arrays of a table: the labels of columns, the index, the values."""
    labels = table.get("columns", _ONE)
    yield "the labels of columns", labels
    yield "the index", table["index"]
    for label, part in zip(labels["items"], table["values"], strict=True):
        yield f"column {label!r}" if "columns" in table else "the values", part


def fault(got: object, want: object, alike: Alike = equal) -> str:
    """Return a sentence about *got* if one of both is a table or an array and they differ."""
    if not is_table(want):
        return arrays.fault(got, want, alike)
    if not is_table(got) or got["class"] != want["class"]:
        return f"Expected a {want['class']} of pandas."
    for (place, due), (_place, part) in zip(_parts(want), _parts(got), strict=False):
        reason = arrays.fault(part, due, alike)
        if reason:
            return f"In {place}: {reason}"
    return ""
