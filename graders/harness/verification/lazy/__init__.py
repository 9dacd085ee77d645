"""Lazy programs: the reference with one function that does no work, to see which checks such a
function earns.

A check must see its subject happen. "Its moves are valid" is also true of a player that never
moves, and "refuses what is no direction" of a function that refuses everything. So every function
of the solution is replaced, alone, by functions that a lazy person could write: one that does
nothing, the starter's, one that returns its first argument, and some that return a constant of the
type that is returned. What is lazy in the words of the game, such as a player who always passes, an
assignment adds by itself (:mod:`graders.harness.verification.lazy.reasons`).

A check *looks at* a function if it fails when that function raises an error. If it looks at a
function and passes with a lazy one, it has passed in vain, or doing nothing is right there; then
there is a reason.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from tree_sitter import Node

from graders.harness.assignment.regions import COMMENTS, region_lines
from graders.harness.verification.lazy.reasons import Addition, ReasonsError
from graders.harness.verification.mutants import Mutant
from graders.harness.verification.trees import all_in, parts_of, text_of, tree_of

_IDLE = frozenset(("expression_statement", "pass_statement"))
"""What a starter has in a body that does nothing: a docstring, a pass."""
RAISES = "raises an error"
NOTHING = "does nothing"


@dataclass(frozen=True, slots=True)
class Lazy:
    """The reference with one function that does no work."""

    function: str
    """File and qualified name: "block.py Block.swap"."""
    does: str
    """What the function does instead."""
    program: Mutant


@dataclass(frozen=True, slots=True)
class Function:
    """A function of a file's solution."""

    name: str
    """Qualified."""
    node: Node
    body: Node


@dataclass(frozen=True, slots=True)
class _Language:
    """What has to be known of a language."""

    functions: frozenset[str]
    places: frozenset[str]
    """What functions lie in, whose names are part of theirs; a function in a function is part of
    that one.
    """
    raising: str
    nothing: Callable[[Function], str | None]
    """Returns a body that does nothing, None where there can be none."""
    constants: Callable[[Function], Sequence[str]]
    first: Callable[[Function], str | None]
    """Returns the first argument if it may be returned."""
    returning: str


def lazy_programs(
    files: Mapping[str, bytes], starter: Mapping[str, bytes], additions: Sequence[Addition] = ()
) -> list[Lazy]:
    """Return all lazy programs, by file and function; the first of each function is the one that
    raises an error.

    Private functions that the starter lacks are the reference's own helpers, which nobody is asked
    to write.

    Raises ReasonsError where an addition names a function that is not there.
    """
    found = [
        lazy
        for name, data in files.items()
        for lazy in _of_file(name, data, starter.get(name, b""), additions)
    ]
    known = {lazy.function for lazy in found}
    unknown = [addition.function for addition in additions if addition.function not in known]
    if unknown:
        raise ReasonsError(
            f"a lazy program is to be made of {unknown[0]}, which the solution does not have"
        )
    return found


def _of_file(
    name: str, data: bytes, starter: bytes, additions: Sequence[Addition]
) -> Iterator[Lazy]:
    suffix = PurePosixPath(name).suffix
    language = _LANGUAGES.get(suffix)
    if language is None:
        return
    solution = {
        number for lines in region_lines(data.decode(), COMMENTS[suffix], name) for number in lines
    }
    given = {function.name: function for function in _functions(tree_of(starter, suffix), language)}
    for function in _functions(tree_of(data, suffix), language):
        first, last = function.body.start_point.row + 1, function.body.end_point.row + 1
        if solution.isdisjoint(range(first, last + 1)) or (
            function.name not in given and _is_private(function)
        ):
            continue
        called = f"{name} {function.name}"
        own = {
            addition.does: addition.body for addition in additions if addition.function == called
        }
        seen = {text_of(function.body)}
        for does, body in {**_bodies(function, given.get(function.name), language), **own}.items():
            if body not in seen:
                seen.add(body)
                changed = (
                    data[: function.body.start_byte]
                    + body.encode()
                    + data[function.body.end_byte :]
                )
                yield Lazy(called, does, Mutant(f"{called}: {does}", name, first, changed))


def by_function(programs: Iterable[Lazy]) -> dict[str, list[Lazy]]:
    """Return the programs of each function."""
    found: dict[str, list[Lazy]] = {}
    for program in programs:
        found.setdefault(program.function, []).append(program)
    return found


def earned(
    programs: Iterable[Lazy], failed: Mapping[str, Collection[str]]
) -> Iterator[tuple[str, str]]:
    """Yield (program, check) for each check that looks at a function and passes with a lazy one.

    *failed*: by a program's name the checks that it fails; a program that is not in it is left out.
    """
    for of_one in by_function(programs).values():
        by_raising = [
            program
            for program in of_one
            if program.does == RAISES and program.program.name in failed
        ]
        for program in of_one:
            if by_raising and program.does != RAISES and program.program.name in failed:
                looking = set(failed[by_raising[0].program.name])
                yield from (
                    (program.program.name, check)
                    for check in sorted(looking - set(failed[program.program.name]))
                )


def _functions(root: Node, language: _Language) -> Iterator[Function]:
    """Yield the functions of a file, but none that lies in another."""
    inside: list[tuple[int, str]] = []
    until = 0
    for node in all_in(root):
        inside = [(end, name) for end, name in inside if node.start_byte < end]
        body = node.child_by_field_name("body")
        name = text_of(node.child_by_field_name("name"))
        if node.type in language.functions and body is not None and node.start_byte >= until:
            until = node.end_byte
            yield Function(".".join([*(around for _, around in inside), name]), node, body)
        elif node.type in language.places:
            inside.append((node.end_byte, name))


def _is_private(function: Function) -> bool:
    """Say whether a function is for its own file or class."""
    last = function.name.rpartition(".")[2]
    modifiers = [text_of(part) for part in function.node.children if part.type == "modifiers"]
    return (last.startswith("_") and not last.endswith("__")) or any(
        "private" in text.split() for text in modifiers
    )


def _bodies(function: Function, given: Function | None, language: _Language) -> dict[str, str]:
    """Return what may stand in place of a function's body, by what it does."""
    bodies = {RAISES: language.raising}
    nothing = language.nothing(function)
    if nothing is not None:
        bodies[NOTHING] = nothing
    if given is not None and any(part.type not in _IDLE for part in parts_of(given.body)):
        bodies["does what the starter does"] = text_of(given.body)
    first = language.first(function)
    if first is not None:
        bodies["returns its first argument"] = language.returning.format(first)
    for constant in language.constants(function):
        bodies[f"returns {constant}"] = language.returning.format(constant)
    return bodies


# Python.

_CONSTANTS: Mapping[str, Sequence[str]] = {
    "bool": ("True", "False"), "int": ("0",), "float": ("0.0",), "str": ("''",),
    "list": ("[]",), "List": ("[]",), "tuple": ("()",), "Tuple": ("()",), "dict": ("{}",), "Dict": ("{}",),
}  # fmt: skip
"""The type that is returned, without what it is of -> constants of it."""
_SEEN: Mapping[str, str] = {
    "true": "bool", "false": "bool", "comparison_operator": "bool", "not_operator": "bool", "integer": "int",
    "float": "float", "string": "str", "list": "list", "list_comprehension": "list", "tuple": "tuple",
    "dictionary": "dict",
}  # fmt: skip
"""What is returned, where nothing says of which type that is."""


def _of_python(function: Function) -> Sequence[str]:
    told = text_of(function.node.child_by_field_name("return_type")).partition("[")[0].strip()
    if told:
        return _CONSTANTS.get(told, ())
    returned = [parts_of(node) for node in all_in(function.body) if node.type == "return_statement"]
    kinds = dict.fromkeys(
        _SEEN[value[0].type] for value in returned if value and value[0].type in _SEEN
    )
    return [constant for kind in kinds for constant in _CONSTANTS[kind]]


def _first_of_python(function: Function) -> str | None:
    names = [
        text_of(_named(part))
        for part in parts_of(function.node.child_by_field_name("parameters") or function.body)
    ]
    own = "." in function.name and names[:1] == ["self"]
    told = text_of(function.node.child_by_field_name("return_type"))
    return (
        None
        if told == "None" or function.name.endswith("__init__") or not names[own:]
        else names[own]
    )


def _named(parameter: Node) -> Node:
    """Return the name of a parameter, which may have a type and a default."""
    return parameter if parameter.type == "identifier" else parameter.named_children[0]


# Java.

_OF_JAVA: Mapping[str, Sequence[str]] = {
    "boolean": ("true", "false"), "String": ('""',), "void": (),
    **dict.fromkeys(("byte", "short", "int", "long", "float", "double", "char"), ("0",)),
}  # fmt: skip


def _type_of(function: Function) -> str:
    return (
        text_of(function.node.child_by_field_name("type")) or "void"
    )  # a constructor returns nothing


def _of_java(function: Function) -> Sequence[str]:
    return _OF_JAVA.get(_type_of(function), ("null",))


def _first_of_java(function: Function) -> str | None:
    parameters = parts_of(function.node.child_by_field_name("parameters") or function.body)
    if not parameters or text_of(parameters[0].child_by_field_name("type")) != _type_of(function):
        return None
    return text_of(parameters[0].child_by_field_name("name"))


_LANGUAGES: Mapping[str, _Language] = {
    ".py": _Language(
        functions=frozenset(("function_definition",)),
        places=frozenset(("class_definition",)),
        raising="raise NotImplementedError",
        nothing=lambda function: "pass",
        constants=_of_python,
        first=_first_of_python,
        returning="return {}",
    ),
    ".java": _Language(
        functions=frozenset(("method_declaration", "constructor_declaration")),
        places=frozenset(("class_declaration", "enum_declaration", "record_declaration")),
        raising="{ if (true) throw new UnsupportedOperationException(); throw new UnsupportedOperationException(); }",
        nothing=lambda function: "{ }" if _type_of(function) == "void" else None,
        constants=_of_java,
        first=_first_of_java,
        returning="{{ return {}; }}",
    ),
}
"""By the suffix of a file."""
