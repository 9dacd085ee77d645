"""Objects of numpy and pandas in the box, beside the driver: as plain data, and made of it.

An array of numpy becomes ``{"class": "array", "dtype": ..., "shape": [...], "items": [...]}``, with
at most ``ITEMS`` items, and such an argument becomes an array. A frame or a series of pandas
becomes ``{"class": "frame", "columns": ..., "index": ..., "values": [...]}``, of arrays. A number
of numpy becomes Python's.
"""

from __future__ import annotations

import datetime
import sys
from collections.abc import Callable
from typing import Any

WORDS = ("array", "frame", "series", "datetime")
ITEMS = 100_000
"""Items of the largest array that leaves the box."""


def received(value: Any) -> Any:
    """Return an argument: an array or a frame if it describes one, else the *value* itself."""
    kind = value.get("class") if type(value) is dict else ""
    if kind in ("frame", "series"):
        return _framed(value)
    if kind != "array":
        return value
    import numpy  # type: ignore[import-not-found, unused-ignore]

    dtype = value["dtype"] or None
    return numpy.array(value["items"], dtype=dtype).reshape(value["shape"])


def _framed(table: dict[str, Any]) -> Any:
    """Return the frame or the series that *table* describes."""
    import pandas  # type: ignore[import-not-found, import-untyped, unused-ignore]

    def restored(part: dict[str, Any]) -> list[Any]:
        return [
            pandas.Timestamp(item["text"]) if type(item) is dict else item for item in part["items"]
        ]

    index = pandas.Index(restored(table["index"]))
    columns = [pandas.Series(restored(part), index) for part in table["values"]]
    if table["class"] == "series":
        return columns[0]
    frame = pandas.DataFrame(dict(enumerate(columns)), index)
    frame.columns = pandas.Index(restored(table["columns"]))
    return frame


def plain(value: Any, convert: Callable[[Any], Any]) -> Any:
    """Return the data of numpy's and pandas' objects; any other object itself.

    convert: returns the data of an item.
    """
    if _is_a("pandas", "DataFrame", value):
        columns = [value.iloc[:, place] for place in range(value.shape[1])]
        return {**_table_of(value, columns, "frame"), "columns": _labels(value.columns)}
    if _is_a("pandas", "Series", value):
        return _table_of(value, [value], "series")
    if _is_a("numpy", "ndarray", value):
        return _array(sys.modules["numpy"].asarray(value), convert)
    if _is_a("numpy", "generic", value):
        return value.item()
    return value


def _is_a(module: str, kind: str, value: Any) -> bool:
    """Return whether the type of *value* is this one of a package, or a subclass."""
    package = sys.modules.get(module)
    return package is not None and issubclass(type(value), getattr(package, kind, ()))


def _array(value: Any, convert: Callable[[Any], Any]) -> dict[str, Any]:
    if value.size > ITEMS:
        text = f"an array of {value.size} items cannot leave the sandbox: at most {ITEMS} can"
        raise ValueError(text)
    items = value.ravel().tolist()
    if value.dtype.kind == "c":
        items = [(item.real, item.imag) for item in items]
    elif value.dtype.kind not in "biufSU":
        items = [convert(item) for item in items]
    shape = list(value.shape)
    return {"class": "array", "dtype": str(value.dtype), "shape": shape, "items": items}


def _table_of(value: Any, columns: list[Any], kind: str) -> dict[str, Any]:
    if value.size > ITEMS:
        text = f"a {kind} of {value.size} items cannot leave the sandbox: at most {ITEMS} can"
        raise ValueError(text)
    values = [_labels(column) for column in columns]
    return {"class": kind, "index": _labels(value.index), "values": values}


def _labels(part: Any) -> dict[str, Any]:
    """Return an index or a column of pandas as an array."""
    items = [_cell(entry) for entry in part.tolist()]
    dtype, shape = str(part.dtype), [len(items)]
    return {"class": "array", "dtype": dtype, "shape": shape, "items": items}


def _cell(item: Any) -> Any:
    """Return an item of a frame as plain data. Raises ValueError if it is none."""
    pandas = sys.modules["pandas"]
    if _is_a("numpy", "generic", item):
        item = item.item()
    if isinstance(item, tuple):  # a label of several levels
        return tuple(_cell(entry) for entry in item)
    if pandas.api.types.is_scalar(item) and pandas.isna(item):
        return float("nan")
    if isinstance(item, (bool, int, float, str)):
        return item
    if isinstance(item, datetime.date):
        return {"class": "datetime", "text": pandas.Timestamp(item).isoformat()}
    text = f"a frame with a {type(item).__name__} cannot leave the sandbox"
    raise ValueError(f"{text}: numbers, strings, bools and dates can")
