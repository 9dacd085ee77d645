"""Mutants that end early: a recursive function whose calls do nothing from some level on.

A program that goes down three levels is right about every board that is no deeper. So each
recursive function of the solution gets a mutant for each level that ``survivors.toml`` names
(:mod:`graders.extensions.shared.mutants.reasons`). The first call is on level 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from graders.extensions.shared.languages import Function
from graders.extensions.shared.mutants.sources import Mutant, SourceTree
from graders.extensions.shared.syntax_trees import text_of


def mutants_by_depth(files: Mapping[str, bytes], deepest: int) -> Iterator[Mutant]:
    """Yield the mutants of each recursive function, one for each level from 1 to *deepest*."""
    for name, data in files.items():
        source = SourceTree.parse(name, data)
        if source is None:
            continue
        solution = source.solution_lines()
        for function in _recursive(source):
            if not solution.isdisjoint(function.lines()):
                for level in range(1, deepest + 1):
                    yield _ending(source, function, level)


def _ending(source: SourceTree, function: Function, level: int) -> Mutant:
    value = next(iter(source.language.constants(function)), "")
    new = source.language.ending(function, level, value)
    body = function.body
    changed = source.replaced(body.start_byte, body.end_byte, new)
    title = f"{source.name} {function.name}: ends before level {level}"
    return Mutant(title, source.name, function.lines()[0], changed)


def _recursive(source: SourceTree) -> Iterator[Function]:
    """Yield the functions that call themselves, directly or by others of the same file."""
    functions = list(source.functions())
    called = source.captured("called")
    calls: dict[str, set[str]] = {}
    for function in functions:
        body = range(function.body.start_byte, function.body.end_byte)
        names = {text_of(node) for node in called if node.start_byte in body}
        calls.setdefault(function.last_name, set()).update(names)

    def leads_to(name: str) -> set[str]:
        found: set[str] = set()
        waiting = [name]
        while waiting:
            new = calls.get(waiting.pop(), set()) - found
            found |= new
            waiting += new
        return found

    for function in functions:
        name = function.last_name
        # an __init__ that calls one calls that of its base class
        if name != "__init__" and name in leads_to(name):
            yield function
