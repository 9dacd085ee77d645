"""The keys of ``assignment.toml``, from the classes of its tables."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import msgspec.inspect as kinds
from msgspec.structs import FieldInfo, fields

from docs.generate.docstrings import below_names, markdown, table
from graders.harness.assignment.manifest import Manifest

INTRODUCTION = """\
# The manifest: every key

`graders/ID/assignment.toml` describes an assignment: its files, limits, tasks and marks. [Writing a
grader](writing-a-grader.md) shows one grow; here is every key. The grader refuses unknown keys and
wrong types with one line. A key without a default is required. Paths are relative to the grader's
folder unless its row names another.
"""


def page() -> str:
    """Return the page: the keys at the top, then the tables in their order."""
    return "\n".join([INTRODUCTION, *_sections(Manifest, "")])


def _sections(of: type, name: str) -> Iterator[str]:
    """Yield the table of a struct, then those of the structs in its keys."""
    info = kinds.type_info(of)
    assert isinstance(info, kinds.StructType)
    docs = below_names(of)
    heading = f"`{name}`" if name else "At the top"
    about = f"{markdown(of.__doc__ or '')}\n\n" if name else ""
    rows = [
        [f"`{field.name}`", in_words(kind.type), default_of(field), docs.get(field.name, "")]
        for field, kind in zip(fields(of), info.fields, strict=True)
        if not table_of(kind.type)
    ]
    yield f"## {heading}\n\n{about}{table(['key', 'type', 'default', 'meaning'], rows)}"
    for kind in info.fields:
        if found := table_of(kind.type):
            inner, brackets = found
            yield from _sections(inner, brackets.format(f"{name.strip('[]')}{kind.name}"))


def table_of(kind: kinds.Type) -> tuple[type, str] | None:
    """Return the struct of a key that is a table, and the form of its heading, or None."""
    if isinstance(kind, kinds.UnionType):
        structs = [one for one in kind.types if isinstance(one, kinds.StructType)]
        return (structs[0].cls, "[{}]") if structs else None
    if isinstance(kind, kinds.StructType):
        return kind.cls, "[{}]"
    if isinstance(kind, kinds.VarTupleType) and isinstance(kind.item_type, kinds.StructType):
        return kind.item_type.cls, "[[{}]]"
    if isinstance(kind, kinds.DictType) and isinstance(kind.value_type, kinds.StructType):
        return kind.value_type.cls, "[{}.NAME]"
    return None


def in_words(kind: kinds.Type) -> str:
    """Return a type of TOML in words."""
    match kind:
        case kinds.StrType():
            return "text"
        case kinds.BoolType():
            return "true, false"
        case kinds.IntType():
            return "whole number"
        case kinds.FloatType():
            return "number"
        case kinds.LiteralType(values):
            return ", ".join(f'`"{value}"`' for value in values)
        case kinds.VarTupleType():
            return f"list of {in_words(kind.item_type)}s"
        case kinds.DictType():
            return f"table of {in_words(kind.value_type)}"
        case kinds.UnionType():
            words = [in_words(one) for one in kind.types if not isinstance(one, kinds.NoneType)]
            return "number" if "number" in words else " or ".join(words)
    raise TypeError(kind)


def default_of(field: FieldInfo) -> str:
    """Return a default as TOML writes it; "" if the key is required or its default is empty."""
    if field.required:
        return "required"
    value = field.default
    if value is msgspec.NODEFAULT:
        value = field.default_factory()
    if value in (None, "", (), {}):
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ", ".join(f'`"{one}"`' for one in value)
    return f'`"{value}"`' if isinstance(value, str) else f"{value:.15g}"
