"""Stub mutants: the reference with one function that does no work, to find checks that still pass.

A check must observe its subject. "Its moves are valid" is also true of a player that never moves,
and "refuses invalid directions" of a function that refuses everything. So every function of the
solution is replaced, alone, by stubs: one that does nothing, the starter's, one that returns its
first argument, and some that return a constant of the returned type. An assignment can add stubs,
such as a player who always passes (:mod:`graders.extensions.authoring.reasons`).

A check *looks at* a function if it fails when that function raises an error. If it looks at a
function but passes with another stub of it, the check is *earned*: it observed nothing, or doing
nothing is right and the assignment gives the reason.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from graders.extensions.authoring.reasons import Addition
from graders.extensions.shared.languages import Function, MutantLanguage
from graders.extensions.shared.mutants.reasons import ReasonsError
from graders.extensions.shared.mutants.sources import Mutant, SourceTree
from graders.extensions.shared.syntax_trees import parts_of, text_of
from graders.harness.intake.grouping import grouped

RAISES = "raises an error"
NOTHING = "does nothing"
_IDLE = frozenset(("expression_statement", "pass_statement"))
"""Statements of a starter's function that do nothing: a docstring, a pass."""


def stubs_of(
    files: Mapping[str, bytes],
    starter: Mapping[str, bytes],
    additions: Sequence[Addition] = (),
) -> list[Mutant]:
    """Return all stubs by file and function; the first of each function raises an error.

    Private functions that the starter lacks are left out: they are the reference's own helpers.
    Raises ReasonsError if an addition names an unknown function.
    """
    added: dict[str, dict[str, str]] = {}
    """Function -> behaviour -> body."""
    for addition in additions:
        added.setdefault(addition.function, {})[addition.does] = addition.body
    stubs: list[Mutant] = []
    for name, data in files.items():
        stubs += _of_file(name, data, starter.get(name, b""), added)
    existing = {stub.function for stub in stubs}
    for function in added:
        if function not in existing:
            raise ReasonsError(f"a stub is listed for {function}, which the solution does not have")
    return stubs


def _of_file(
    name: str, data: bytes, starter: bytes, added: Mapping[str, dict[str, str]]
) -> Iterator[Mutant]:
    source = SourceTree.parse(name, data)
    if source is None:
        return
    for function, counterpart in _solved_functions(source, starter):
        called = f"{name} {function.name}"
        bodies = _bodies(function, counterpart, source.language) | added.get(called, {})
        yield from _of_function(source, function, called, bodies)


def _solved_functions(
    source: SourceTree, starter: bytes
) -> Iterator[tuple[Function, Function | None]]:
    """Yield the functions of the solution that the starter asks for, with the starter's own."""
    starter_source = SourceTree.parse(source.name, starter)
    if starter_source is None:
        return
    solution = source.solution_lines()
    in_starter = {function.name: function for function in starter_source.functions()}
    for function in source.functions():
        if solution.isdisjoint(function.lines()):
            continue
        counterpart = in_starter.get(function.name)
        if counterpart is not None or not _is_private(function):
            yield function, counterpart


def solved_functions_of(name: str, data: bytes, starter: bytes) -> Iterator[tuple[str, range]]:
    """Yield the lines of each function that stubs are made of, with file and name."""
    source = SourceTree.parse(name, data)
    if source is not None:
        for function, _counterpart in _solved_functions(source, starter):
            yield f"{name} {function.name}", function.lines()


def _of_function(
    source: SourceTree, function: Function, called: str, bodies: Mapping[str, str]
) -> Iterator[Mutant]:
    """Yield a stub for each of *bodies* that differs from the function and from earlier ones."""
    body, line = function.body, function.lines()[0]
    seen = {text_of(body)}
    for does, text in bodies.items():
        if text not in seen:
            seen.add(text)
            changed = source.replaced(body.start_byte, body.end_byte, text)
            yield Mutant(f"{called}: {does}", source.name, line, changed, called, does)


def by_function(stubs: Iterable[Mutant]) -> dict[str, list[Mutant]]:
    """Return the stubs of each function."""
    return grouped(stubs, lambda stub: stub.function)


def earned(
    stubs: Iterable[Mutant], failed: Mapping[str, Collection[str]]
) -> Iterator[tuple[str, str]]:
    """Yield (stub's name, check) for each check that looks at a function but passes with a stub.

    failed: stub's name -> the checks that it fails, for stubs that could be graded.
    """
    for group in by_function(stubs).values():
        graded = {stub.does: stub.name for stub in group if stub.name in failed}
        if RAISES not in graded:
            continue
        looking = set(failed[graded[RAISES]])
        for name in graded.values():
            for check in sorted(looking.difference(failed[name])):
                yield name, check


def _is_private(function: Function) -> bool:
    """Return whether a function is private to its file or class."""
    if function.last_name.startswith("_"):
        return not function.last_name.endswith("__")
    modifiers = [text_of(part) for part in function.node.children if part.type == "modifiers"]
    return "private" in " ".join(modifiers).split()


def _bodies(
    function: Function, starter: Function | None, language: MutantLanguage
) -> dict[str, str]:
    """Return replacements of a function's body, by their behaviour."""
    bodies = {RAISES: language.raising}
    nothing = language.nothing(function)
    if nothing is not None:
        bodies[NOTHING] = nothing
    if starter is not None and not _IDLE.issuperset(part.type for part in parts_of(starter.body)):
        bodies["does what the starter does"] = text_of(starter.body)
    first = language.first_argument(function)
    if first is not None:
        bodies["returns its first argument"] = language.returning.format(first)
    for constant in language.constants(function):
        bodies[f"returns {constant}"] = language.returning.format(constant)
    return bodies
