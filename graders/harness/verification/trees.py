"""Sources of Python and Java as trees, by tree-sitter: every sign is in them, with its place in the
file's bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import tree_sitter_java
import tree_sitter_python
from tree_sitter import Language, Node, Parser

GRAMMARS: Mapping[str, Language] = {
    ".py": Language(tree_sitter_python.language()),
    ".java": Language(tree_sitter_java.language()),
}
"""By the suffix of a file."""


def tree_of(source: bytes, suffix: str) -> Node:
    """Return the root of the tree of *source*, of the language that *suffix* stands for.

    It `has_error` where the grammar does not fit, but that of Python also fits what Python refuses,
    such as `print x`.
    """
    return Parser(GRAMMARS[suffix]).parse(source).root_node


def all_in(node: Node) -> Iterator[Node]:
    """Yield a node and all that is in it, the outer before the inner."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(node.children)


def parts_of(node: Node) -> list[Node]:
    """Return what a node is made of, without its signs, keywords and comments."""
    return [child for child in node.named_children if not child.is_extra]


def text_of(node: Node | None) -> str:
    """Return the source of a node, "" for None."""
    if node is None or node.text is None:
        return ""
    return node.text.decode()
