"""Writes `decisions_file`: what people wrote there stays byte for byte.

`grader decide` adds its tables at the end. Tables that editors replace stand between the lines
`BEGIN` and `END`, which are written again as a whole.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import tomli_w

from graders.harness.course.marks import decisions_file
from graders.harness.course.marks.decisions_file import (
    CommentEntry,
    DecisionEntry,
    DecisionsFile,
    DecisionsTable,
    FileTable,
    RequestEntry,
    SeenEntry,
    Weights,
)
from graders.harness.course.marks.markings import Marking, Rubric
from graders.harness.errors import GraderError
from graders.harness.result import one_line

BEGIN = b"# ---- From here on, commands write these tables again: they keep no comment of yours."
END = b"# ---- To here."
KINDS: dict[type, str] = {
    FileTable: "file",
    DecisionEntry: "decision",
    CommentEntry: "comment",
    RequestEntry: "request",
    SeenEntry: "seen",
}


def block(entry: DecisionsTable | FileTable, remark: str = "") -> str:
    """Return *entry* as a table of TOML, below a comment if there is a *remark*."""
    note = f"# {one_line(remark)}\n" if remark else ""
    return f"{note}[[{KINDS[type(entry)]}]]\n{msgspec.toml.encode(entry).decode()}"


def with_weights(before: bytes, weights: Weights) -> bytes:
    """Return the file with *weights* instead of its own; see `_replaced`."""
    return _replaced(before, "weights", lambda _: weights)


def with_rubric(before: bytes, rubric: Rubric) -> bytes:
    """Return the file with *rubric* instead of its own; see `_replaced`."""
    return _replaced(before, "rubric", lambda _: rubric)


def with_markings(before: bytes, markings: Iterable[Marking]) -> bytes:
    """Return the file with *markings* instead of those that it has of the same submissions, by
    name; see `_replaced`.
    """

    def replaced(present: tuple[Marking, ...]) -> tuple[Marking, ...]:
        new = {marking.submission: marking for marking in present}
        new |= {marking.submission: _ordered(marking) for marking in markings}
        return tuple(new[name] for name in sorted(new) if new[name] != Marking(name))

    return _replaced(before, "submission", replaced)


def _ordered(marking: Marking) -> Marking:
    comments = sorted(marking.comment, key=lambda one: (one.file, one.line))
    return msgspec.structs.replace(marking, comment=tuple(comments))


def _replaced(before: bytes, name: str, new: Callable[[Any], object]) -> bytes:
    """Return the file with the tables *name* that *new* makes of its own. Raises GraderError for a
    mistake in it, and if a person wrote such tables elsewhere than between `BEGIN` and `END`.
    """
    above, ours, below = _divided(before)
    whole = _parsed(before)
    changed = _between(whole, above, ours, below)
    if getattr(whole, name) != getattr(changed, name):
        raise GraderError(
            f"{decisions_file.FILE}: a person wrote the table {name}: commands change it only "
            f"between the lines {BEGIN.decode()!r} and {END.decode()!r}"
        )
    tables = {name: new(getattr(changed, name))}
    changed, whole = (msgspec.structs.replace(file, **tables) for file in (changed, whole))
    after = _joined(above, changed, below)
    decisions_file.remember(after, whole)
    return after


def _between(whole: DecisionsFile, above: bytes, ours: bytes, below: bytes) -> DecisionsFile:
    """Return the tables *ours*. Mostly they are all that editors wrote in the *whole* file; to
    parse them again takes as long as to parse that.
    """
    rest = [_parsed(above), _parsed(below)]
    in_rest = sum(map(_tables_of_people, rest))
    is_theirs = all(_of_editors(file) == DecisionsFile() for file in rest)
    if in_rest == _tables_of_people(whole) and is_theirs:
        return _of_editors(whole)
    return _parsed(ours)


def _tables_of_people(file: DecisionsFile) -> int:
    return len(file.answers) + sum(len(tables) for _, tables in file.kinds())


def _of_editors(file: DecisionsFile) -> DecisionsFile:
    return DecisionsFile(weights=file.weights, rubric=file.rubric, submission=file.submission)


def _parsed(data: bytes) -> DecisionsFile:
    return decisions_file.parsed(data, decisions_file.FILE)


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
    weights = _without_nothing(msgspec.to_builtins(ours.weights))
    tables = [_table("who", entry) for entry in ours.who]
    tables += [block(entry) for entry in ours.file]
    tables += [tomli_w.dumps({"groups": msgspec.to_builtins(ours.groups)})] if ours.groups else []
    tables += [tomli_w.dumps({"weights": weights})] if weights else []
    tables += [_table("rubric.part", entry) for entry in ours.rubric.part]
    tables += [_table("rubric.item", entry) for entry in ours.rubric.item]
    tables += [block(entry) for _, entries in ours.kinds() for entry in entries]
    tables += [_of_marking(marking) for marking in ours.submission]
    return "\n".join(tables)


@functools.lru_cache(2000)
def _of_marking(marking: Marking) -> str:
    alone = msgspec.structs.replace(marking, part=(), item=(), comment=())
    tables = [_table("submission", alone)]
    tables += [_table("submission.part", entry) for entry in marking.part]
    tables += [_table("submission.item", entry) for entry in marking.item]
    tables += [_table("submission.comment", entry) for entry in marking.comment]
    return "\n".join(tables)


def _table(name: str, fields: msgspec.Struct) -> str:
    """Return a table whose texts have a line for each of theirs, so that git merges them."""
    return f"[[{name}]]\n{tomli_w.dumps(msgspec.to_builtins(fields), multiline_strings=True)}"


def _without_nothing(table: dict[str, Any]) -> dict[str, Any]:
    """Return *table* without keys that have no value, which TOML cannot write."""
    return {
        key: _without_nothing(value) if isinstance(value, dict) else value
        for key, value in table.items()
        if value is not None
    }
