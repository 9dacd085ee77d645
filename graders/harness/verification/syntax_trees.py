"""Python and Java sources as trees by tree-sitter, which keep every character's position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import tree_sitter_java
import tree_sitter_python
from tree_sitter import Language, Node, Parser

GRAMMARS: Mapping[str, Language] = {
    ".py": Language(tree_sitter_python.language()),
    ".java": Language(tree_sitter_java.language()),
}
"""By a file's suffix."""


def tree_of(source: bytes, suffix: str) -> Node:
    """Return the root of the tree of *source*, in the language of *suffix*.

    It `has_error` if the grammar does not fit, but that of Python accepts some invalid code, such
    as `print x`.
    """
    return Parser(GRAMMARS[suffix]).parse(source).root_node


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
