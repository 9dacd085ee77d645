"""Stub mutants: the reference with one function that does no work, to see which checks it earns.

A check must see its subject happen. "Its moves are valid" is also true of a player that never
moves, and "refuses what is no direction" of a function that refuses everything. So every function
of the solution is replaced, alone, by one that does nothing, by the starter's, by one that returns
its first argument, and by some that return a constant of the returned type. An assignment can add
stubs of its own, such as a player who always passes
(:mod:`graders.harness.verification.mutants.reasons`).

A check *looks at* a function if it fails when that function raises an error. If it looks at a
function and passes with another stub of it, the check is *earned*: it has seen nothing, or doing
nothing is right there and the assignment gives a reason.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from graders.harness.verification.mutants.languages import Function, Language
from graders.harness.verification.mutants.reasons import Addition, ReasonsError
from graders.harness.verification.mutants.sources import Mutant, Source
from graders.harness.verification.trees import parts_of, text_of

RAISES = "raises an error"
NOTHING = "does nothing"
_IDLE = frozenset(("expression_statement", "pass_statement"))
"""Statements that do nothing in a starter's function: a docstring, a pass."""


def stubs_of(
    files: Mapping[str, bytes], starter: Mapping[str, bytes], additions: Sequence[Addition] = ()
) -> list[Mutant]:
    """Return all stubs by file and function; the first of each function raises an error.

    Private functions that the starter lacks are left out: they are the reference's own helpers.
    Raises ReasonsError if an addition names a function that does not exist.
    """
    stubs: list[Mutant] = []
    for name, data in files.items():
        stubs += _of_file(name, data, starter.get(name, b""), additions)
    existing = {stub.function for stub in stubs}
    for addition in additions:
        if addition.function not in existing:
            raise ReasonsError(
                f"a stub is to be made of {addition.function}, which the solution does not have"
            )
    return stubs


def _of_file(
    name: str, data: bytes, starter: bytes, additions: Sequence[Addition]
) -> Iterator[Mutant]:
    source, start = Source.parse(name, data), Source.parse(name, starter)
    if source is None or start is None:
        return
    solution = source.solution_lines()
    started = {function.name: function for function in start.functions()}
    for function in source.functions():
        body = function.body
        line = body.start_point.row + 1
        if solution.isdisjoint(range(line, body.end_point.row + 2)):
            continue
        if function.name not in started and _is_private(function):
            continue
        called = f"{name} {function.name}"
        bodies = _bodies(function, started.get(function.name), source.language)
        bodies |= {one.does: one.body for one in additions if one.function == called}
        seen = {text_of(body)}
        for does, text in bodies.items():
            if text not in seen:
                seen.add(text)
                changed = source.replaced(body.start_byte, body.end_byte, text)
                yield Mutant(f"{called}: {does}", name, line, changed, called, does)


def by_function(stubs: Iterable[Mutant]) -> dict[str, list[Mutant]]:
    """Return the stubs of each function."""
    groups: dict[str, list[Mutant]] = {}
    for stub in stubs:
        groups.setdefault(stub.function, []).append(stub)
    return groups


def earned(
    stubs: Iterable[Mutant], failed: Mapping[str, Collection[str]]
) -> Iterator[tuple[str, str]]:
    """Yield (stub's name, check) for each check that looks at a function and passes with a stub.

    *failed*: for each stub that could be graded, by its name, the checks that it fails.
    """
    for group in by_function(stubs).values():
        graded = [stub for stub in group if stub.name in failed]
        looking = [failed[stub.name] for stub in graded if stub.does == RAISES]
        if not looking:
            continue
        for stub in graded:
            for check in sorted(set(looking[0]) - set(failed[stub.name])):
                yield stub.name, check


def _is_private(function: Function) -> bool:
    """Return whether a function is for its own file or class."""
    last = function.name.rpartition(".")[2]
    if last.startswith("_") and not last.endswith("__"):
        return True
    modifiers = [text_of(part) for part in function.node.children if part.type == "modifiers"]
    return any("private" in text.split() for text in modifiers)


def _bodies(function: Function, starter: Function | None, language: Language) -> dict[str, str]:
    """Return replacements of a function's body, by what they do."""
    bodies = {RAISES: language.raising}
    nothing = language.nothing(function)
    if nothing is not None:
        bodies[NOTHING] = nothing
    if starter is not None and any(part.type not in _IDLE for part in parts_of(starter.body)):
        bodies["does what the starter does"] = text_of(starter.body)
    first = language.first_argument(function)
    if first is not None:
        bodies["returns its first argument"] = language.returning.format(first)
    for constant in language.constants(function):
        bodies[f"returns {constant}"] = language.returning.format(constant)
    return bodies
