"""Reads JSON documents that others may have written or changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


def parse_json(data: bytes, kind: type[T], dec_hook: Callable[[type, Any], Any] | None = None) -> T:
    """Return the value of type *kind* in *data*. Raises only msgspec.DecodeError."""
    try:
        return msgspec.json.decode(data, type=kind, dec_hook=dec_hook)
    except UnicodeDecodeError as error:  # msgspec lets it through
        raise msgspec.DecodeError(str(error)) from None
