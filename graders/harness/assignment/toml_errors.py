"""TOML files of people; in messages, the line and the field that was probably meant."""

from __future__ import annotations

import codecs
import re
from typing import Any, TypeVar

import msgspec.inspect
import msgspec.toml

from graders.harness.assignment.naming import did_you_mean
from graders.harness.errors import GraderError

_T = TypeVar("_T")

_UNKNOWN = re.compile(r"Object contains unknown field `(?P<field>[^`]*)`(?: - at `(?P<path>.*)`)?")
_ELSE = re.compile(r"(?P<problem>.*?) - at `(?P<path>.*)`")
_MISSING = re.compile("Object missing required field `(.*)`")
_EXPECTED = re.compile("Expected `(.*)`, got `(.*)`")
_KINDS = {
    "int": "a whole number", "float": "a number", "int | float": "a number", "str": "a text",
    "bool": "true or false",
    "array": "a list", "object": "a table",
}  # fmt: skip
_OR_NOTHING = " | null"
"""The suffix of an optional field's type in msgspec's messages; TOML has no null."""
_STEP = re.compile(r"\.(\w+)|\[(?:\d+|\.\.\.)\]")


def decoded(data: bytes, type_: type[_T], label: str) -> _T:
    """Return the document in *data*, the TOML of the file *label*. Raises GraderError that names
    the position of a mistake.
    """
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return msgspec.toml.decode(data, type=type_)
    except (msgspec.DecodeError, ValueError) as error:
        raise GraderError(f"{label}{problem_in(data, type_, error)}") from None
    except RecursionError:
        raise GraderError(f"{label}: its values are nested too deeply") from None


def problem_in(data: bytes, type_: Any, error: Exception) -> str:
    """Return the end of a message that begins with the name of a file whose *data* is no *type_*.

    For example ``, line 22: there is no field exampels; did you mean examples?``.
    """
    unknown, other = _UNKNOWN.fullmatch(str(error)), _ELSE.fullmatch(str(error))
    if unknown:
        field = unknown["field"]
        fields = _fields(msgspec.inspect.type_info(type_), unknown["path"] or "$")
        advice = did_you_mean(field, fields) or f" (fields here: {', '.join(fields)})"
        return f"{_line(data, field)}: there is no field {field}{advice}"
    if other:
        names = list(filter(None, _STEP.findall(other["path"])))
        return (
            f"{_line(data, names[-1]) if names else ''}: {'.'.join(names)}: "
            f"{_in_words(other['problem'])}"
        )
    return f": {_in_words(str(error))}"


def _in_words(problem: str) -> str:
    """Return a message of msgspec in the vocabulary of TOML."""
    if missing := _MISSING.fullmatch(problem):
        return f"the field {missing[1]} is missing"
    if expected := _EXPECTED.fullmatch(problem):
        due, got = (
            _KINDS.get(kind, kind) for kind in (expected[1].removesuffix(_OR_NOTHING), expected[2])
        )
        return f"should be {due}, not {got}"
    return problem


def _line(data: bytes, key: str) -> str:
    """Return ", line n" if exactly one line of *data* assigns *key* or opens its table, else ""."""
    word = re.escape(key)
    assignment = re.compile(
        rf"^(?!\s*#)(?:.*[\s{{,])?{word}\s*=|^\s*\[+(?:.*\.)?{word}\]", re.ASCII
    )
    lines = data.decode("utf-8", "replace").splitlines()
    numbers = [number for number, line in enumerate(lines, 1) if assignment.match(line)]
    return f", line {numbers[0]}" if len(numbers) == 1 else ""


def _fields(kind: Any, path: str) -> list[str]:
    """Return the names of the fields at *path* ("$.tasks[1]") of *kind*."""
    for name in _STEP.findall(path):
        kind = _inside(_bare(kind), name)
    return [field.encode_name for field in getattr(_bare(kind), "fields", ())]


def _bare(kind: Any) -> Any:
    """Return *kind* without None."""
    return next(
        (
            option
            for option in getattr(kind, "types", [kind])
            if not isinstance(option, msgspec.inspect.NoneType)
        ),
        kind,
    )


def _inside(kind: Any, name: str) -> Any:
    """Return the type of the field *name* of *kind*; without a name, the type of its items."""
    if name:
        return next(
            (field.type for field in getattr(kind, "fields", ()) if field.encode_name == name),
            kind,
        )
    return getattr(kind, "item_type", None) or getattr(kind, "value_type", kind)
