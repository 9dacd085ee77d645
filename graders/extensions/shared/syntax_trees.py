"""Sources as trees by tree-sitter, which keep every character's position."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Language as Grammar
from tree_sitter import Node, Parser

from graders.harness.assignment.language import language_at
from graders.harness.assignment.python import PYTHON


def grammar_of(file: str) -> Grammar:
    """Return the grammar of a source file, by its suffix."""
    return Grammar((language_at(file) or PYTHON).grammar())


def tree_of(source: bytes, file: str) -> Node:
    """Return the root of the tree of *source*, in the language of *file*.

    It `has_error` if the grammar does not fit, but that of Python accepts some invalid code, such
    as `print x`.
    """
    return Parser(grammar_of(file)).parse(source).root_node


def all_in(node: Node) -> Iterator[Node]:
    """Yield a node and all its descendants, outer before inner."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(node.children)


def parts_of(node: Node) -> list[Node]:
    """Return a node's children without signs, keywords and comments."""
    return [child for child in node.named_children if not child.is_extra]


def text_of(node: Node | None) -> str:
    """Return the source of a node; "" for None."""
    if node is None or node.text is None:
        return ""
    return node.text.decode()
