"""Errors in an author's TOML file: in which line, and which field may have been meant."""

from __future__ import annotations

import re
from typing import Any

import msgspec.inspect

from graders.harness.assignment.naming import did_you_mean

_UNKNOWN = re.compile(
    r"Object contains unknown field `(?P<field>[^`]*)`(?: - at `(?P<path>.*)`)?"
)
_ELSE = re.compile(r"(?P<problem>.*?) - at `(?P<path>.*)`")
_MISSING = re.compile("Object missing required field `(.*)`")
_EXPECTED = re.compile("Expected `(.*)`, got `(.*)`")
_KINDS = {
    "int": "a whole number", "float": "a number", "int | float": "a number", "str": "a text",
    "bool": "true or false",
    "array": "a list", "object": "a table",
}  # fmt: skip
_OR_NOTHING = " | null"
"""What msgspec adds to the kind of a field that may be missing; TOML has no word for it."""
_STEP = re.compile(r"\.(\w+)|\[(?:\d+|\.\.\.)\]")


def problem_in(data: bytes, type_: Any, error: Exception) -> str:
    """Return what to put behind the name of a file with *data*, which msgspec could not read as
    *type_*.

    For example ``, line 22: there is no field exampels; did you mean examples?``.
    """
    unknown, other = _UNKNOWN.fullmatch(str(error)), _ELSE.fullmatch(str(error))
    if unknown:
        field = unknown["field"]
        known = _fields(msgspec.inspect.type_info(type_), unknown["path"] or "$")
        said = did_you_mean(field, known) or f" (fields here: {', '.join(known)})"
        return f"{_line(data, field)}: there is no field {field}{said}"
    if other:
        names = [name for name in _STEP.findall(other["path"]) if name]
        return (
            f"{_line(data, names[-1]) if names else ''}: {'.'.join(names)}: "
            f"{_in_words(other['problem'])}"
        )
    return f": {_in_words(str(error))}"


def _in_words(problem: str) -> str:
    """Return what msgspec says in the words of people who write TOML."""
    if missing := _MISSING.fullmatch(problem):
        return f"the field {missing[1]} is missing"
    if expected := _EXPECTED.fullmatch(problem):
        due, got = (
            _KINDS.get(kind, kind)
            for kind in (expected[1].removesuffix(_OR_NOTHING), expected[2])
        )
        return f"should be {due}, not {got}"
    return problem


def _line(data: bytes, key: str) -> str:
    """Return ", line n" where just one line of *data* gives a value, or a table, to *key*; else
    nothing.
    """
    word = re.escape(key)
    given = re.compile(
        rf"^(?!\s*#)(?:.*[\s{{,])?{word}\s*=|^\s*\[+(?:.*\.)?{word}\]", re.ASCII
    )
    lines = data.decode("utf-8", "replace").splitlines()
    found = [number for number, line in enumerate(lines, 1) if given.match(line)]
    return f", line {found[0]}" if len(found) == 1 else ""


def _fields(kind: Any, path: str) -> list[str]:
    """Return the names of the fields that are known at *path* ("$.tasks[1]") of *kind*."""
    for name in _STEP.findall(path):
        kind = _inside(_bare(kind), name)
    return [field.encode_name for field in getattr(_bare(kind), "fields", ())]


def _bare(kind: Any) -> Any:
    """Return *kind*; of one that may be missing, what it is if it is there."""
    return next(
        (
            one
            for one in getattr(kind, "types", [kind])
            if not isinstance(one, msgspec.inspect.NoneType)
        ),
        kind,
    )


def _inside(kind: Any, name: str) -> Any:
    """Return what the field *name* of *kind* holds; without a name, each item of it."""
    if name:
        return next(
            (
                field.type
                for field in getattr(kind, "fields", ())
                if field.encode_name == name
            ),
            kind,
        )
    return getattr(kind, "item_type", None) or getattr(kind, "value_type", kind)
