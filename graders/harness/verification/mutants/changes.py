"""Mutants by a small change of the solution (see :mod:`graders.harness.assignment.regions`).

A comparison or an arithmetic operator becomes its neighbour, a constant another one, a condition
its opposite, a statement or the value of a ``return`` is dropped. The same text gives the same
mutants in the same order, each under a name like ``block.py Block.swap: if direction == 0: -> if
direction != 0:``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from tree_sitter import Node

from graders.harness.verification.mutants.sources import Mutant, Source, nodes_around
from graders.harness.verification.trees import all_in, parts_of, text_of

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
"""A piece of a string: an escape, a field to fill in, or plain text."""


def mutants_of(files: Mapping[str, bytes]) -> list[Mutant]:
    """Return all mutants of the reference's *files*, in the order of files and lines."""
    return [mutant for name, data in files.items() for mutant in _of_file(name, data)]


def _of_file(name: str, data: bytes) -> Iterator[Mutant]:
    source = Source.parse(name, data)
    if source is None:
        return
    solution, ignored = source.solution_lines(), source.captured("ignored")
    seen = {data}
    names: Counter[str] = Counter()
    for start, end, new in sorted({*_swaps(source.root), *_changes(source)}):
        first, last = source.line(start), source.line(end)
        if not solution.issuperset(range(first, last + 1)):
            continue
        if nodes_around(ignored, start):
            continue
        changed = source.replaced(start, end, new)
        if changed in seen or not source.language.is_source(changed):
            continue
        seen.add(changed)
        place = f"{name} {source.qualified_name(start)}".rstrip()
        before, after = _lines(data, start, end), _lines(changed, start, start + len(new.encode()))
        title = f"{place}: {before} -> {after}"
        names[title] += 1
        number = f" ({names[title]})" if names[title] > 1 else ""
        yield Mutant(title + number, name, first, changed)


def _swaps(root: Node) -> Iterator[Change]:
    """Yield the changes of operators, keywords and names."""
    for node in all_in(root):
        text = text_of(node) if not node.children else ""
        if node.type in ("identifier", text.lower()):  # else it is inside a string
            for new in SWAPS.get(text, ()):
                yield node.start_byte, node.end_byte, new


def _changes(source: Source) -> Iterator[Change]:
    """Yield the changes of nodes that the language's query captures."""
    language = source.language
    for node in source.captured("number"):
        for new in _other_numbers(text_of(node)):
            yield node.start_byte, node.end_byte, new
    for node in source.captured("text"):
        for piece in _PIECE.finditer(node.text or b""):
            if piece["plain"]:
                yield node.start_byte + piece.start(), node.start_byte + piece.end(), ""
    for node in source.captured("character"):
        yield node.start_byte, node.end_byte, "'?'"
    for node in map(_without_brackets, source.captured("condition")):
        if node.type not in language.compared:
            yield node.start_byte, node.end_byte, language.opposite.format(text_of(node))
    for node in source.captured("statement"):
        if not language.idle(node):
            length = len((node.text or b"").rstrip(b";"))
            yield node.start_byte, node.start_byte + length, language.dropped
    for node in source.captured("value"):
        bare = _without_brackets(node)
        for new in language.other_values(node):
            yield bare.start_byte, bare.end_byte, new


def _without_brackets(node: Node) -> Node:
    while node.type == "parenthesized_expression":
        node = parts_of(node)[0]
    return node


def _other_numbers(text: str) -> list[str]:
    """Return the neighbours of a number; none if its notation is not supported."""
    try:
        number = int(text.rstrip("lL"), 0)
    except ValueError:
        try:
            return [repr(float(text.rstrip("fFdD")) + 1)]
        except ValueError:
            return []
    return [str(number + 1), str(number - 1)]


def _lines(data: bytes, start: int, end: int) -> str:
    """Return the whole lines from *start* to *end*, as one."""
    first = data.rfind(b"\n", 0, start) + 1
    last = data.find(b"\n", end)
    text = data[first : last if last >= 0 else None]
    return " ".join(text.decode().split())
