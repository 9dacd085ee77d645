"""The files that a submission's own modules import: what is expected if names are free."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from itertools import chain

_STATEMENT = re.compile(rb"(?:^|[:;])[ \t]*((?:from|import)\b[^\n#;]*)", re.MULTILINE)
_NAME = re.compile(rb"[A-Za-z_]\w{,63}")
_MOST = 50
"""Modules of one submission that are looked for; honest ones have under ten of their own."""


def imported(sources: Iterable[bytes], course: Iterable[str]) -> tuple[str, ...]:
    """Return the sorted names of the files that *sources* import by their text, which is not
    parsed, except for modules of Python and files of the *course*. Some may not exist.
    """
    found = set(chain.from_iterable(map(modules_in, sources)))
    files = {f"{name}.py" for name in found - sys.stdlib_module_names}
    return tuple(sorted(files.difference(course))[:_MOST])


def modules_in(source: bytes) -> set[str]:
    """Return the modules and outermost packages that *source* imports by its text."""
    words = chain.from_iterable(map(_named_in, _STATEMENT.findall(source)))
    return {word.decode() for word in words if _NAME.fullmatch(word)}


def _named_in(statement: bytes) -> Iterator[bytes]:
    """Yield the first parts of the modules in a line that begins as an import does."""
    kind, rest = (*statement.split(None, 1), b"")[:2]
    for clause in rest.split(b",") if kind == b"import" else [rest]:
        module, *behind = clause.split() or [b""]
        if behind[:1] in ([], [b"as"], [b"import"]):
            yield module.partition(b".")[0]
