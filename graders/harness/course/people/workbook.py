"""Workbooks of spreadsheets (`.xlsx`), as lists of people or of marks."""

from __future__ import annotations

import io
from datetime import datetime, time, timedelta
from typing import Any

from graders.harness.content import installing
from graders.harness.errors import GraderError

WORKBOOK = b"PK\x03\x04"
"""The beginning of a workbook, which is a zip archive."""


def library() -> Any:
    """Return openpyxl, which an extra installs. Raises GraderError without it."""
    try:
        import openpyxl
    except ImportError:
        raise GraderError(
            f"a workbook (.xlsx) needs the package openpyxl: {installing('tutoring')}; or save "
            "it as CSV in UTF-8"
        ) from None
    return openpyxl


def workbook_lines(data: bytes) -> list[tuple[int, list[str]]]:
    """Return the non-empty lines of the first sheet, with their numbers. Raises GraderError."""
    openpyxl = library()
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        rows = list(book.worksheets[0].iter_rows(values_only=True))
    except Exception as error:  # a damaged workbook can raise anything
        raise GraderError(
            f"cannot be read as a workbook ({type(error).__name__}); save it as CSV in UTF-8"
        ) from None
    lines = [(line, [_as_typed(cell) for cell in row]) for line, row in enumerate(rows, 1)]
    return [(line, cells) for line, cells in lines if any(cells)]


def _as_typed(value: object) -> str:
    """Return a cell as CSV has it: a duration of 26 hours as 26:00:00, a day without a time."""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(round(value, 6))
    if isinstance(value, timedelta):
        seconds = round(value.total_seconds())
        return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    if isinstance(value, datetime) and value.time() == time():
        return str(value.date())
    return "" if value is None else str(value)
