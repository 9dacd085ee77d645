"""Mutants: the reference with one small change each, to see whether the checks notice.

A change is made where the solution is and nowhere else (see
:mod:`graders.harness.assignment.regions`): a comparison or an arithmetic sign becomes its
neighbour, a constant another one, a condition its opposite, a statement or the value of a
``return`` is dropped. The same text gives the same mutants in the same order, each under a name
that a person can read and that does not move when lines do: ``block.py Block.swap: if direction ==
0: -> if direction != 0:``.

cosmic-ray and mutmut know Python alone and run tests their own way, and universalmutator changes
whatever its regular expressions find, docstrings and annotations too, thousands of times in a file:
so changes are made here, on the tree that tree-sitter makes of a source.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TypeVar

from tree_sitter import Node, Query, QueryCursor

from graders.harness.assignment.regions import COMMENTS, region_lines
from graders.harness.verification.mutants.languages import LANGUAGES, Language
from graders.harness.verification.trees import GRAMMARS, all_in, parts_of, text_of, tree_of

Some = TypeVar("Some")
Found = Mapping[str, Sequence[Node]]
"""What a language's query found, by the names in it."""
Change = tuple[int, int, str]
"""Where it begins and ends, in bytes, and what takes the place of what is there."""

SWAPS: Mapping[str, Sequence[str]] = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",),
    "+": ("-",), "-": ("+",), "*": ("+",), "/": ("*",), "//": ("*",), "%": ("*",), "**": ("*",),
    "<<": (">>",), ">>": ("<<",), "&": ("|",), "|": ("&",), "^": ("&",), "~": ("",),
    "+=": ("-=",), "-=": ("+=",), "*=": ("+=",), "/=": ("*=",), "//=": ("*=",), "++": ("--",), "--": ("++",),
    "and": ("or",), "or": ("and",), "not": ("",), "in": ("not in",), "is": ("is not",),
    "&&": ("||",), "||": ("&&",), "!": ("",),
    "True": ("False",), "False": ("True",), "true": ("false",), "false": ("true",),
    "break": ("continue",), "continue": ("break",),
    "min": ("max",), "max": ("min",), "any": ("all",), "all": ("any",),
}  # fmt: skip
"""Operator, keyword or name of the library -> what it is changed into, in every language."""

_PIECE = re.compile(rb"\\(?:x..|u....|.)|\{[^{}\s]*\}|(?P<plain>[^\\{}]+)", re.DOTALL)
"""A piece of a text: an escape, a place to fill in, or what is plain."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """The reference with one change."""

    name: str
    """File, function, and the lines of the change before and after; unique."""
    file: str
    line: int
    """Where the change begins, from 1."""
    content: bytes
    """The whole file, with the change."""


def mutants_of(files: Mapping[str, bytes]) -> list[Mutant]:
    """Return all mutants of the reference's *files*, in the order of files and lines."""
    return [mutant for name, data in files.items() for mutant in _of_file(name, data)]


def sample(everything: Sequence[Some], size: int) -> list[Some]:
    """Return *size* of these, evenly spread; all of them if there are no more."""
    if size >= len(everything):
        return list(everything)
    return [everything[place * len(everything) // size] for place in range(size)]


def _of_file(name: str, data: bytes) -> Iterator[Mutant]:
    suffix = PurePosixPath(name).suffix
    language = LANGUAGES.get(suffix)
    if language is None:
        return
    solution = {
        number for lines in region_lines(data.decode(), COMMENTS[suffix], name) for number in lines
    }
    root = tree_of(data, suffix)
    found = defaultdict(list, QueryCursor(Query(GRAMMARS[suffix], language.query)).captures(root))
    seen = {data}
    names: Counter[str] = Counter()
    for start, end, new in sorted({*_swaps(root), *_changes(found, language)}):
        first, last = _line(data, start), _line(data, end)
        if not solution.issuperset(range(first, last + 1)) or _around(found["unheard"], start):
            continue
        changed = data[:start] + new.encode() + data[end:]
        if changed in seen or not language.is_source(changed):
            continue
        seen.add(changed)
        before, after = _lines(data, start, end), _lines(changed, start, start + len(new.encode()))
        shown = f"{' '.join([name, *_called(found['place'], start)])}: {before} -> {after}"
        names[shown] += 1
        if names[shown] > 1:
            shown += f" ({names[shown]})"
        yield Mutant(shown, name, first, changed)


def _swaps(root: Node) -> Iterator[Change]:
    """Yield the changes of operators, keywords and names."""
    for node in all_in(root):
        text = text_of(node) if not node.children else ""
        if node.type in ("identifier", text.lower()):  # else it is the inside of a text
            for new in SWAPS.get(text, ()):
                yield node.start_byte, node.end_byte, new


def _changes(found: Found, language: Language) -> Iterator[Change]:
    """Yield the changes of what the language's query found."""
    for node in found["number"]:
        for new in _other_numbers(text_of(node)):
            yield node.start_byte, node.end_byte, new
    for node in found["text"]:
        for piece in _PIECE.finditer(node.text or b""):
            if piece["plain"]:
                yield node.start_byte + piece.start(), node.start_byte + piece.end(), ""
    for node in found["character"]:
        yield node.start_byte, node.end_byte, "'?'"
    for node in map(_without_brackets, found["condition"]):
        if node.type not in language.compared:
            yield node.start_byte, node.end_byte, language.opposite.format(text_of(node))
    for node in found["statement"]:
        if not language.idle(node):
            yield (
                node.start_byte,
                node.start_byte + len((node.text or b"").rstrip(b";")),
                language.dropped,
            )
    for node in found["value"]:
        bare = _without_brackets(node)
        for new in language.other_values(node):
            yield bare.start_byte, bare.end_byte, new


def _without_brackets(node: Node) -> Node:
    while node.type == "parenthesized_expression":
        node = parts_of(node)[0]
    return node


def _other_numbers(text: str) -> list[str]:
    """Return the neighbours of a number; none where it is written in a way that is not known here."""
    try:
        number = int(text.rstrip("lL"), 0)
    except ValueError:
        try:
            return [repr(float(text.rstrip("fFdD")) + 1)]
        except ValueError:
            return []
    return [str(number + 1), str(number - 1)]


def _around(nodes: Iterable[Node], at: int) -> list[Node]:
    """Return those of *nodes* that are around an offset, the outer before the inner."""
    return sorted(
        (node for node in nodes if node.start_byte <= at < node.end_byte),
        key=lambda node: node.start_byte,
    )


def _called(places: Iterable[Node], at: int) -> list[str]:
    """Return the qualified name of the innermost place around an offset; nothing outside of all."""
    names = [text_of(node.child_by_field_name("name")) for node in _around(places, at)]
    return [".".join(names)] if names else []


def _line(data: bytes, at: int) -> int:
    return data.count(b"\n", 0, at) + 1


def _lines(data: bytes, start: int, end: int) -> str:
    """Return the whole lines from *start* to *end*, as one."""
    end = data.find(b"\n", end)
    return " ".join(
        data[data.rfind(b"\n", 0, start) + 1 : end if end >= 0 else None].decode().split()
    )
