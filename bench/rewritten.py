"""Programs as a student would have written them: other names of variables and helpers, other comments, the same behaviour."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from tree_sitter import Node

from graders.extensions.shared.overlay import edited
from graders.extensions.shared.syntax_trees import all_in, text_of, tree_of

MARK = b"zq_"
"""The beginning of each new name."""
FUNCTIONS = frozenset({"function_definition", "method_declaration", "constructor_declaration"})
BINDINGS: Mapping[str, str] = {
    "assignment": "left", "for_statement": "left", "for_in_clause": "left", "as_pattern": "alias",
    "variable_declarator": "name", "enhanced_for_statement": "name",
}  # fmt: skip
"""Type of a node that binds a variable -> the field with its name."""
TARGETS = frozenset(
    {"identifier", "pattern_list", "tuple_pattern", "list_pattern", "as_pattern_target"}
)
_NO_VARIABLES = frozenset({"attribute", "name", "field"})
"""Fields of nodes whose identifier is no variable."""


def rewritten(files: Mapping[str, bytes], given: str) -> dict[str, bytes]:
    """Return *files* with other local variables, private functions and comments.

    given: the text of the course's files, whose names stay.
    """
    trees = {
        name: tree_of(data, PurePosixPath(name).suffix)
        for name, data in files.items()
        if name.endswith((".py", ".java"))
    }
    helpers = {
        text_of(node)
        for root in trees.values()
        for node in _helpers(root)
        if text_of(node) not in given
    }
    return {
        name: _rewritten(trees[name], data, helpers) if name in trees else data
        for name, data in files.items()
    }


def _helpers(root: Node) -> Iterator[Node]:
    """Yield the names of private functions where they are defined."""
    for function in all_in(root):
        name = function.child_by_field_name("name")
        if function.type in FUNCTIONS and name is not None:
            is_private = any(
                "private" in text_of(child)
                for child in function.children
                if child.type == "modifiers"
            )
            if is_private or (text_of(name).startswith("_") and not text_of(name).endswith("__")):
                yield name


def _rewritten(root: Node, data: bytes, helpers: set[str]) -> bytes:
    edits = {
        (node.start_byte, node.end_byte, MARK + text_of(node).encode()) for node in _variables(root)
    }
    edits |= {
        (node.start_byte, node.end_byte, MARK + text_of(node).encode())
        for node in all_in(root)
        if node.type == "identifier" and text_of(node) in helpers
    }
    comment = b"# a note" if root.type == "module" else b"/* a note */"
    edits |= {
        (node.start_byte, node.end_byte, comment)
        for node in all_in(root)
        if node.is_extra and "comment" in node.type
    }
    return edited(data, edits)


def _variables(root: Node) -> Iterator[Node]:
    """Yield every identifier that is a variable of the function around it."""
    for function in all_in(root):
        body = function.child_by_field_name("body")
        if function.type not in FUNCTIONS or body is None:
            continue
        parameters = function.child_by_field_name("parameters")
        taken = {text_of(node) for node in all_in(parameters)} if parameters else set()
        taken |= {
            text_of(each)
            for node in all_in(body)
            if node.type
            in ("global_statement", "nonlocal_statement", "parameters", "lambda_parameters")
            for each in all_in(node)
        }
        bound = {text_of(node) for node in _bound(body)} - taken
        for node in all_in(body):
            if node.type == "identifier" and text_of(node) in bound and not _is_member(node):
                yield node


def _bound(body: Node) -> Iterator[Node]:
    for node in all_in(body):
        target = node.child_by_field_name(BINDINGS.get(node.type, ""))
        waiting = [target] if target else []
        while waiting:
            one = waiting.pop()
            if one.type == "identifier" and not _is_of_class(one):
                yield one
            elif one.type in TARGETS:
                waiting += one.named_children


def _is_of_class(node: Node) -> bool:
    """Return whether the function or class next around *node* is a class."""
    around = node.parent
    while around is not None and around.type not in FUNCTIONS:
        if around.type in ("class_definition", "class_body"):
            return True
        around = around.parent
    return False


def _is_member(node: Node) -> bool:
    """Return whether an identifier names an attribute, a method or a keyword's parameter."""
    parent = node.parent
    if parent is None:
        return False
    if parent.type == "method_invocation":
        return parent.child_by_field_name("name") == node
    if parent.type == "field_access":
        return parent.child_by_field_name("field") == node
    if parent.type == "attribute":
        return parent.child_by_field_name("attribute") == node
    return parent.type == "keyword_argument" and parent.child_by_field_name("name") == node
