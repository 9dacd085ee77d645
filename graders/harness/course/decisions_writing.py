"""Writes `decisions_file`: what people wrote there stays byte for byte.

`grader decide` adds its tables at the end. Tables that commands replace stand between the lines
`BEGIN` and `END`, which are written again as a whole.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import tomli_w

from graders.harness import content
from graders.harness.assignment.toml_errors import decoded
from graders.harness.course import decisions_file
from graders.harness.course.decisions_file import (
    CommentEntry,
    DecisionEntry,
    DecisionsFile,
    DecisionsTable,
    RequestEntry,
    SeenEntry,
    Weights,
)
from graders.harness.errors import GraderError
from graders.harness.result import one_line

LOCK = ".decisions.lock"
"""Held while the file is written, so that no change gets lost."""
BEGIN = b"# ---- From here on, commands write these tables again: they keep no comment of yours."
END = b"# ---- To here."
KINDS: dict[type[DecisionsTable], str] = {
    DecisionEntry: "decision",
    CommentEntry: "comment",
    RequestEntry: "request",
    SeenEntry: "seen",
}


def change(folder: Path, changed: Callable[[bytes], bytes]) -> None:
    """Replace the file in *folder* by what *changed* makes of it. Raises GraderError."""
    with content.locked(folder / LOCK):
        before = decisions_file.content(folder)
        after = changed(before)
        if after != before:
            content.write_file(folder / decisions_file.FILE, after)


def added(before: bytes, text: str) -> bytes:
    """Return the file with *text* after what it has."""
    if not before:
        return text.encode()
    return before + (b"\n" if before.endswith(b"\n") else b"\n\n") + text.encode()


def block(entry: DecisionsTable, remark: str = "") -> str:
    """Return *entry* as a table of TOML, below a comment if there is a *remark*."""
    note = f"# {one_line(remark)}\n" if remark else ""
    return f"{note}[[{KINDS[type(entry)]}]]\n{msgspec.toml.encode(entry).decode()}"


def with_weights(before: bytes, weights: Weights) -> bytes:
    """Return the file with the table of *weights*; without any if they change nothing. Raises
    GraderError if a person wrote that table.
    """
    above, ours, below = _divided(before)
    own = decoded(ours, DecisionsFile, decisions_file.FILE)
    whole = decoded(before, DecisionsFile, decisions_file.FILE)
    if whole.weights != own.weights:
        raise GraderError(
            f"{decisions_file.FILE} has a table [weights] that a person wrote: change it there, or "
            "remove it"
        )
    return _joined(above, msgspec.structs.replace(own, weights=weights), below)


def _divided(before: bytes) -> tuple[bytes, bytes, bytes]:
    """Return what stands before the tables that commands replace, these, and what stands after."""
    above, begin, rest = before.partition(BEGIN + b"\n")
    if not begin:
        return before, b"", b""
    ours, end, below = rest.rpartition(b"\n" + END)
    if not end:
        raise GraderError(f"{decisions_file.FILE}: the line {END.decode()!r} is missing")
    return above, ours + b"\n", below


def _joined(above: bytes, ours: DecisionsFile, below: bytes) -> bytes:
    """Return the file with the tables *ours* between *above* and *below*; see `_divided`."""
    text = _text(ours)
    if not text:
        return above + below.lstrip(b"\n")
    if above and not above.endswith(b"\n\n"):
        above += b"\n" if above.endswith(b"\n") else b"\n\n"
    return b"%b%b\n\n%b\n%b%b" % (above, BEGIN, text.encode(), END, below or b"\n")


def _text(ours: DecisionsFile) -> str:
    """Return tables in TOML; the empty text for none."""
    tables = _without_nothing(msgspec.to_builtins(ours))
    return tomli_w.dumps({name: table for name, table in tables.items() if table})


def _without_nothing(table: dict[str, Any]) -> dict[str, Any]:
    """Return *table* without keys that have no value, which TOML cannot write."""
    return {
        key: _without_nothing(value) if isinstance(value, dict) else value
        for key, value in table.items()
        if value is not None
    }
