"""The files that a submission's own modules import: what is expected if names are free."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from itertools import chain

_IMPORT = re.compile(
    rb"^[ \t]*(?:from[ \t]+(\w+)[ \t]+import\b"
    rb"|import[ \t]+(\w+(?:[ \t]*,[ \t]*\w+)*)[ \t]*(?:as\b|[.#;\r]|$))",
    re.MULTILINE,
)
_NAME = re.compile(rb"\b[A-Za-z_]\w{,63}\b")
_MOST = 50
"""Modules of one submission that are looked for; honest ones have under ten of their own."""


def imported(sources: Iterable[bytes], course: Iterable[str]) -> tuple[str, ...]:
    """Return the sorted names of the files that *sources* import by their text, which is not
    parsed, except for modules of Python and files of the *course*. Some may not exist.
    """
    clauses = chain.from_iterable(map(_IMPORT.findall, sources))
    found = _NAME.findall(b" ".join(chain.from_iterable(clauses)))
    modules = {*map(bytes.decode, found)} - sys.stdlib_module_names
    return tuple(sorted({*map("{}.py".format, modules)} - {*course})[:_MOST])
