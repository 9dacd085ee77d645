"""Mutants by a small change to the solution (see :mod:`graders.harness.assignment.regions`).

A comparison or an arithmetic operator becomes its neighbour, a constant another one, a condition
its opposite; a statement, or the value of a ``return``, is dropped. The same text gives the same
mutants in the same order, with names like ``block.py Block.swap: if direction == 0: -> if direction
!= 0:``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain

from tree_sitter import Node

from graders.extensions.shared.languages import MutantLanguage
from graders.extensions.shared.mutants.sources import (
    Mutant,
    SourceTree,
    nodes_around,
)
from graders.extensions.shared.syntax_trees import all_in, parts_of, text_of

Change = tuple[int, int, str]
"""First byte, byte after the last, and the replacement."""

SWAPS: Mapping[str, Sequence[str]] = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"),
    "==": ("!=",), "!=": ("==",),
    "+": ("-",), "-": ("+",), "*": ("+",), "/": ("*",), "//": ("*",), "%": ("*",), "**": ("*",),
    "<<": (">>",), ">>": ("<<",), "&": ("|",), "|": ("&",), "^": ("&",), "~": ("",),
    "+=": ("-=",), "-=": ("+=",), "*=": ("+=",), "/=": ("*=",), "//=": ("*=",),
    "++": ("--",), "--": ("++",),
    "and": ("or",), "or": ("and",), "not": ("",), "in": ("not in",), "is": ("is not",),
    "&&": ("||",), "||": ("&&",), "!": ("",),
    "True": ("False",), "False": ("True",), "true": ("false",), "false": ("true",),
    "break": ("continue",), "continue": ("break",),
    "min": ("max",), "max": ("min",), "any": ("all",), "all": ("any",),
}  # fmt: skip
"""Operator, keyword or library function -> replacements, in every language."""

_PIECE = re.compile(rb"\\(?:x..|u....|.)|\{[^{}\s]*\}|(?P<plain>[^\\{}]+)", re.DOTALL)
"""A piece of a string: an escape, a placeholder, or plain text."""


def mutants_of(files: Mapping[str, bytes]) -> list[Mutant]:
    """Return all mutants of the reference's *files*, in the order of files and lines."""
    return list(chain.from_iterable(_of_file(name, data) for name, data in files.items()))


def _of_file(name: str, data: bytes) -> Iterator[Mutant]:
    source = SourceTree.parse(name, data)
    if source is None:
        return
    titles: Counter[str] = Counter()
    for (start, end, new), changed in _distinct(source):
        position = f"{name} {source.qualified_name(start)}".rstrip()
        before, after = (
            _lines(data, start, end),
            _lines(changed, start, start + len(new.encode())),
        )
        title = f"{position}: {before} -> {after}"
        titles[title] += 1
        number = f" ({titles[title]})" if titles[title] > 1 else ""
        yield Mutant(title + number, name, source.line(start), changed)


def _distinct(source: SourceTree) -> Iterator[tuple[Change, bytes]]:
    """Yield each effective change inside the solution, with the changed file."""
    solution, ignored = source.solution_lines(), source.captured("ignored")
    seen = {source.data}
    for start, end, new in sorted({*_swaps(source.root), *_changes(source)}):
        lines = range(source.line(start), source.line(end) + 1)
        if not solution.issuperset(lines) or nodes_around(ignored, start):
            continue
        changed = source.replaced(start, end, new)
        if changed not in seen and source.language.is_source(changed):
            seen.add(changed)
            yield (start, end, new), changed


def _swaps(root: Node) -> Iterator[Change]:
    """Yield the changes of operators, keywords and names."""
    for node in all_in(root):
        text = text_of(node)
        # other text is inside a string, or in a node with children
        if not node.children and node.type in ("identifier", text.lower()):
            for new in SWAPS.get(text, ()):
                yield node.start_byte, node.end_byte, new


def _changes(source: SourceTree) -> Iterator[Change]:
    """Yield the changes of nodes captured by the language's query."""
    for name, changes in _CAPTURED.items():
        for node in source.captured(name):
            yield from changes(node, source.language)


def _of_number(node: Node, language: MutantLanguage) -> Iterator[Change]:
    for new in _other_numbers(text_of(node)):
        yield node.start_byte, node.end_byte, new


def _of_text(node: Node, language: MutantLanguage) -> Iterator[Change]:
    for piece in _PIECE.finditer(text_of(node).encode()):
        if piece["plain"]:
            yield node.start_byte + piece.start(), node.start_byte + piece.end(), ""


def _of_character(node: Node, language: MutantLanguage) -> Iterator[Change]:
    yield node.start_byte, node.end_byte, "'?'"


def _of_condition(node: Node, language: MutantLanguage) -> Iterator[Change]:
    bare = _without_brackets(node)
    if bare.type not in language.compared:
        yield bare.start_byte, bare.end_byte, language.opposite.format(text_of(bare))


def _of_statement(node: Node, language: MutantLanguage) -> Iterator[Change]:
    if not language.idle(node):
        length = len(text_of(node).encode().rstrip(b";"))
        yield node.start_byte, node.start_byte + length, language.dropped


def _of_value(node: Node, language: MutantLanguage) -> Iterator[Change]:
    bare = _without_brackets(node)
    for new in language.other_values(node):
        yield bare.start_byte, bare.end_byte, new


_CAPTURED: Mapping[str, Callable[[Node, MutantLanguage], Iterator[Change]]] = {
    "number": _of_number,
    "text": _of_text,
    "character": _of_character,
    "condition": _of_condition,
    "statement": _of_statement,
    "value": _of_value,
}
"""Name in the language's query -> changes of a node captured under it."""


def _without_brackets(node: Node) -> Node:
    while node.type == "parenthesized_expression":
        node = parts_of(node)[0]
    return node


def _other_numbers(text: str) -> list[str]:
    """Return the neighbours of a number; [] if its notation is not supported."""
    with suppress(ValueError):
        number = int(text.rstrip("lL"), 0)
        return [str(number + 1), str(number - 1)]
    with suppress(ValueError):
        return [repr(float(text.rstrip("fFdD")) + 1)]
    return []


def _lines(data: bytes, start: int, end: int) -> str:
    """Return the full lines from *start* to *end*, joined."""
    first = data.rfind(b"\n", 0, start) + 1
    rest_of_line = data[end:].partition(b"\n")[0]
    text = data[first:end] + rest_of_line
    return " ".join(text.decode().split())
