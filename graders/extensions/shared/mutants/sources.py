"""Sources of mutants: a file as a tree, its functions, and the lines of its solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

from tree_sitter import Node, Query, QueryCursor

from graders.extensions.shared.authoring import authoring_of
from graders.extensions.shared.languages import Function, MutantLanguage
from graders.extensions.shared.syntax_trees import grammar_of, text_of, tree_of
from graders.harness.assignment.language import comment_in
from graders.harness.assignment.regions import region_lines

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Mutant:
    """The reference with one change."""

    name: str
    """Unique and readable; independent of line numbers."""
    file: str
    line: int
    """First line of the change, from 1."""
    content: bytes
    """The whole file, with the change."""
    function: str = ""
    """Of a stub: file and qualified name of its function, such as "block.py Block.swap"."""
    does: str = ""
    """Of a stub: behaviour of the function."""


def sample(items: Sequence[Item], size: int | None) -> list[Item]:
    """Return *size* of *items*, evenly spread; all of them for None, or if there are no more."""
    if size is None or size >= len(items):
        return list(items)
    return [items[index * len(items) // size] for index in range(size)]


@dataclass(frozen=True, slots=True)
class SourceTree:
    """A file as a tree."""

    name: str
    data: bytes
    language: MutantLanguage
    root: Node
    captures: Mapping[str, Sequence[Node]]
    """Matches of the language's query, by the names in it."""

    @classmethod
    def parse(cls, name: str, data: bytes) -> SourceTree | None:
        """Return the source, or None if its language is not supported."""
        authoring = authoring_of(name)
        if authoring is None:
            return None
        language = authoring.mutants
        root = tree_of(data, name)
        captures = QueryCursor(Query(grammar_of(name), language.query)).captures(root)
        return cls(name, data, language, root, captures)

    def captured(self, *names: str) -> list[Node]:
        """Return the nodes captured under any of *names*, outer before inner."""
        nodes = list(chain.from_iterable(self.captures.get(name, ()) for name in names))
        return sorted(nodes, key=lambda node: node.start_byte)

    def solution_lines(self) -> frozenset[int]:
        """Return the line numbers of the solution, from 1."""
        comment = comment_in(self.name)
        assert comment is not None, "it has a language"
        regions = region_lines(self.data.decode(), comment, self.name)
        return frozenset().union(*regions)

    def functions(self) -> Iterator[Function]:
        """Yield the functions, except those inside another function."""
        end = 0
        for node in self.captured("function"):
            body = node.child_by_field_name("body")
            if body is not None and node.start_byte >= end:
                end = node.end_byte
                yield Function(self.qualified_name(node.start_byte), node, body)

    def qualified_name(self, offset: int) -> str:
        """Return the name of the innermost class or function around *offset*; "" outside of all."""
        around = nodes_around(self.captured("class", "function"), offset)
        return ".".join(text_of(node.child_by_field_name("name")) for node in around)

    def line(self, offset: int) -> int:
        """Return the line number at *offset*, from 1."""
        return self.data.count(b"\n", 0, offset) + 1

    def replaced(self, start: int, end: int, text: str) -> bytes:
        """Return the file with *text* instead of the bytes from *start* to *end*."""
        return self.data[:start] + text.encode() + self.data[end:]


def nodes_around(nodes: Iterable[Node], offset: int) -> list[Node]:
    """Return the *nodes* that contain *offset*, in the same order."""
    return [node for node in nodes if node.start_byte <= offset < node.end_byte]
