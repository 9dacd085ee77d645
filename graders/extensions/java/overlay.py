"""Lays a few definitions over a Java source text, and leaves everything else unchanged.

An exemplar contains only its changes. Its file is ordinary Java: imports, and one class named like
the base's.

- a method or constructor replaces the one with its name and number of parameters, or is added at
  the end of the class;
- a field or nested type replaces the one with its name, or is added before the first member;
- an import is added, unless the base has it;
- comments are ignored, except inside a member or above an added one.

An overlay without any effect is an error, since the exemplar would show nothing. A file that does
not parse is handed in whole.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from graders.extensions.shared.overlay import OverlayError, edited
from graders.extensions.shared.syntax_trees import (
    all_in,
    parts_of,
    text_of,
    tree_of,
)

_METHODS = ("method_declaration", "constructor_declaration")
_HEAD = ("package_declaration", "import_declaration")

Edit = tuple[int, int, bytes]
"""First byte, byte after the last, and the replacement."""


def java_overlay(base: str, changes: str, name: str) -> str:
    """Return *base* with the members of *changes* laid over it; *name*: the overlay's file, for
    messages.

    Raises OverlayError if they do not fit, or change nothing.
    """
    source, new_source = base.encode(), changes.encode()
    head, old = _head_and_class(source, f"{name}: its base")
    new_head, new = _head_and_class(new_source, name)
    if _name(old) != _name(new):
        raise OverlayError(f"{name}: its class is {_name(new)}, but the base's is {_name(old)}")
    edits = list(_new_imports(head, new_head))
    members = {_key(member): member for member in _members(old)}
    for member in _members(new):
        replaced = members.get(_key(member))
        if replaced is None:
            with_comments = new_source[_above(member) : member.end_byte]
            edits.append(_addition(old, member, with_comments))
        elif replaced.text == member.text:
            problem = f"{_name(member)} is the same as in the base: it changes nothing"
            raise OverlayError(f"{name}: {problem}")
        else:
            edits.append((replaced.start_byte, replaced.end_byte, text_of(member).encode()))
    if not edits:
        raise OverlayError(f"{name}: it changes nothing")
    return edited(source, edits).decode()


def changed_members(changes: str, name: str) -> frozenset[str]:
    """Return the members that the overlay *changes* acts on, with their numbers of parameters.

    Two overlays without a common one can be laid over one base. Raises OverlayError.
    """
    _, of_class = _head_and_class(changes.encode(), name)
    return frozenset(
        f"{_name(of_class)}.{member}/{count}" for member, count in map(_key, _members(of_class))
    )


def _new_imports(head: list[Node], new_head: list[Node]) -> Iterator[Edit]:
    """Yield an insertion for each import of *new_head* that *head*, the base's, lacks."""
    end = head[-1].end_byte if head else 0
    present = {_words(item) for item in head}
    for line in new_head:
        if line.type == "import_declaration" and _words(line) not in present:
            yield end, end, f"\n{text_of(line)}".encode()


def _words(node: Node) -> tuple[str, ...]:
    return tuple(text_of(node).split())


def _addition(old: Node, member: Node, text: bytes) -> Edit:
    """Return the insertion of a new *member*, with its *text*, into the class *old*."""
    members = _members(old)
    if member.type in _METHODS or not members:
        end = _body(old).end_byte - 1
        return end, end, b"\n    " + text + b"\n"
    first = _above(members[0])
    return first, first, text + b"\n    "


def _head_and_class(source: bytes, name: str) -> tuple[list[Node], Node]:
    """Return the package and imports, and the class. Raises OverlayError if there is none, or it
    does not parse.
    """
    root = tree_of(source, ".java")
    for node in all_in(root):
        if node.is_error or node.is_missing:
            line = node.start_point.row + 1
            problem = f"does not parse, or its brackets do not match (line {line})"
            raise OverlayError(f"{name} {problem}; hand it in whole")
    parts = parts_of(root)
    classes = [part for part in parts if part.type == "class_declaration"]
    if not classes:
        raise OverlayError(f"{name} has no class")
    return [part for part in parts if part.type in _HEAD], classes[0]


def _body(of_class: Node) -> Node:
    body = of_class.child_by_field_name("body")
    assert body is not None
    return body


def _members(of_class: Node) -> list[Node]:
    return parts_of(_body(of_class))


def _name(declaration: Node) -> str:
    """Return the name of a class or member; for an initializer, which has none, its text."""
    declarator = declaration.child_by_field_name("declarator") or declaration
    return text_of(declarator.child_by_field_name("name")) or text_of(declaration)


def _key(member: Node) -> tuple[str, int]:
    """Return a member's name and number of parameters; -1 if it is not a method."""
    parameters = member.child_by_field_name("parameters")
    if parameters is None or member.type not in _METHODS:
        return _name(member), -1
    return _name(member), len(parts_of(parameters))


def _above(member: Node) -> int:
    """Return the first byte of the comments above a member; without these, of the member.

    A comment after code on its line does not count.
    """
    first = member
    before = first.prev_sibling
    while before is not None and before.is_extra and not _shares_line(before):
        first = before
        before = first.prev_sibling
    return first.start_byte


def _shares_line(comment: Node) -> bool:
    """Return whether a comment follows code on its line."""
    behind = comment.prev_sibling
    return behind is not None and behind.end_point.row == comment.start_point.row
