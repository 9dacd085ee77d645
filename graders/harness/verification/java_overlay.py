"""Lays a few definitions over a Java source, on its text, so that everything else stays as it was
written.

An exemplar says only what it changes. Its file is ordinary Java: imports, and one class with the
base's name.

- a method or constructor replaces the one of its name with as many parameters, or is added at the
  end of the class;
- a field or nested type replaces the one of its name, or is added before the first member;
- an import is added, unless the base has it;
- comments stand for nothing unless they are inside of a member, or above one that is added.

An overlay that changes nothing is an error: it would be an exemplar of nothing. What does not parse
is handed in whole.
"""

from __future__ import annotations

from tree_sitter import Node

from graders.harness.verification.overlay import OverlayError, edited
from graders.harness.verification.trees import all_in, parts_of, text_of, tree_of

_METHODS = ("method_declaration", "constructor_declaration")


def java_overlay(base: str, changes: str, name: str) -> str:
    """Return *base* with the members of *changes* laid over it; *name* is what messages call the
    overlay's file.

    Raises OverlayError for what does not fit, and for what changes nothing.
    """
    source, new_source = base.encode(), changes.encode()
    head, old = _taken_apart(source, f"{name}: its base")
    new_head, new = _taken_apart(new_source, name)
    if _name(old) != _name(new):
        raise OverlayError(f"{name}: its class is {_name(new)}, the base's {_name(old)}")
    edits: list[tuple[int, int, bytes]] = []
    head_end = head[-1].end_byte if head else 0
    present = {" ".join(text_of(line).split()) for line in head}
    for line in new_head:
        if line.type == "import_declaration" and " ".join(text_of(line).split()) not in present:
            edits.append((head_end, head_end, f"\n{text_of(line)}".encode()))
    members = {_key(member): member for member in _members(old)}
    for member in _members(new):
        there = members.get(_key(member))
        with_comments = new_source[_above(member) : member.end_byte]
        if there is not None:
            if there.text == member.text:
                raise OverlayError(
                    f"{name}: {_name(member)} is the same as in the base: it changes nothing"
                )
            edits.append((there.start_byte, there.end_byte, member.text or b""))
        elif member.type in _METHODS or not members:
            end = _body(old).end_byte - 1
            edits.append((end, end, b"\n    " + with_comments + b"\n"))
        else:
            first = _above(_members(old)[0])
            edits.append((first, first, with_comments + b"\n    "))
    if not edits:
        raise OverlayError(f"{name}: it changes nothing")
    return edited(source, edits).decode()


def _taken_apart(source: bytes, name: str) -> tuple[list[Node], Node]:
    """Return the package and imports, and the class. Raises OverlayError if there is none, or it
    does not parse.
    """
    root = tree_of(source, ".java")
    wrong = next((node for node in all_in(root) if node.is_error or node.is_missing), None)
    if wrong is not None:
        line = wrong.start_point.row + 1
        raise OverlayError(
            f"{name} does not parse, or its brackets do not match (line {line}); hand it in whole"
        )
    found = next((node for node in parts_of(root) if node.type == "class_declaration"), None)
    if found is None:
        raise OverlayError(f"{name} has no class")
    return [
        node
        for node in parts_of(root)
        if node.type in ("package_declaration", "import_declaration")
    ], found


def _body(of_class: Node) -> Node:
    body = of_class.child_by_field_name("body")
    assert body is not None
    return body


def _members(of_class: Node) -> list[Node]:
    return parts_of(_body(of_class))


def _name(declaration: Node) -> str:
    """Return what a class or member is called; an initializer, which has no name, is found by its
    text.
    """
    declarator = declaration.child_by_field_name("declarator") or declaration
    return text_of(declarator.child_by_field_name("name")) or text_of(declaration)


def _key(member: Node) -> tuple[str, int]:
    """Return by what a member is found: its name, and how many parameters it has; -1 for what is no
    method.
    """
    parameters = member.child_by_field_name("parameters") if member.type in _METHODS else None
    return _name(member), len(parts_of(parameters)) if parameters else -1


def _above(member: Node) -> int:
    """Return where the comments above a member begin, or itself; one behind something on its line
    is not above.
    """
    first = member
    while (before := first.prev_sibling) is not None and before.is_extra:
        behind = before.prev_sibling
        if behind is not None and behind.end_point.row == before.start_point.row:
            break
        first = before
    return first.start_byte
