"""Parts of syntax trees of tests, and the values of literals."""

from __future__ import annotations

import re

from tree_sitter import Node

from graders.extensions.shared.checks_of_tests import NotConvertible
from graders.extensions.shared.syntax_trees import all_in, parts_of, text_of


def call_of(node: Node) -> tuple[str, Node | None, list[Node]]:
    """Return the name of a call, what is before the dot, and the arguments."""
    arguments = node.child_by_field_name("arguments")
    name = text_of(node.child_by_field_name("name"))
    return name, node.child_by_field_name("object"), parts_of(arguments) if arguments else []


def chain_of(node: Node) -> list[Node]:
    """Return calls that follow each other by dots, the first one first."""
    chain = [node]
    while (target := chain[0].child_by_field_name("object")) is not None:
        if target.type != "method_invocation":
            break
        chain.insert(0, target)
    return chain


def annotations_of(method: Node) -> dict[str, Node]:
    """Return the annotations of a method, by name."""
    modifiers = next((node for node in method.children if node.type == "modifiers"), None)
    found = parts_of(modifiers) if modifiers else []
    return {text_of(node.child_by_field_name("name")): node for node in found}


def parameters_of(method: Node) -> list[tuple[str, str]]:
    """Return the types and names of a method's parameters."""
    parameters = parts_of(method.child_by_field_name("parameters") or method)
    return [
        (
            text_of(parameter.child_by_field_name("type")),
            text_of(parameter.child_by_field_name("name")),
        )
        for parameter in parameters
    ]


def body_of(node: Node) -> Node:
    """Return the body of a method, a class or a loop."""
    return node.child_by_field_name("body") or node


def is_message(node: Node) -> bool:
    """Return whether an argument may be the message of an assertion."""
    has_text = any(part.type == "string_literal" for part in all_in(node))
    return node.type in ("string_literal", "lambda_expression") or (
        node.type == "binary_expression" and has_text
    )


def changes(name: str, text: str) -> bool:
    """Return whether statements give a variable another value."""
    return bool(re.search(rf"(?<![\w.]){name}\s*(=[^=]|\+\+|--|[-+*/%]=)|(\+\+|--){name}\b", text))


def strings_in(node: Node) -> list[str]:
    """Return the texts of the strings in a node."""
    return [
        text_value(text_of(literal)) for literal in all_in(node) if literal.type == "string_literal"
    ]


def whole_number(text: str) -> tuple[int, str]:
    """Return the value and the type of an integer literal."""
    is_long = text[-1] in "lL"
    number = int(text.rstrip("lL").replace("_", ""), 0) if text.strip("0_lL") else 0
    bits = 63 if is_long else 31
    if number >= 1 << bits and text[:2].lower() in ("0x", "0b"):
        number -= 1 << (bits + 1)
    return number, "long" if is_long else "int"


def text_value(text: str) -> str:
    """Return the value of a literal of a string or a character."""
    if not text.startswith('"""'):
        return _unescaped(text[1:-1])
    lines = text[3:-3].split("\n")[1:]
    filled = [line for line in lines[:-1] if line.strip()] + lines[-1:]
    depth = min(len(line) - len(line.lstrip()) for line in filled)
    return _unescaped("\n".join(line[depth:].rstrip() for line in lines))


_ESCAPE = re.compile(r"\\(u+([0-9a-fA-F]{4})|[0-7]{1,3}|.)", re.DOTALL)
_ESCAPED = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "s": " ", "\n": ""}


def _unescaped(text: str) -> str:
    def value(match: re.Match[str]) -> str:
        if match[2]:
            return chr(int(match[2], 16))
        return chr(int(match[1], 8)) if match[1].isdigit() else _ESCAPED.get(match[1], match[1])

    found = _ESCAPE.sub(value, text)
    return found.encode("utf-16", "surrogatepass").decode("utf-16")


_CELL = re.compile(r"\s*(?:'((?:[^']|'')*)'|([^',]*))\s*(?:,|$)")


def cells(line: str) -> list[str | None]:
    """Return the values of a line of @CsvSource; None for an empty one without quotes."""
    found: list[str | None] = []
    place, has_more = 0, True
    while has_more:
        match = _CELL.match(line, place)
        if match is None:
            raise NotConvertible("its @CsvSource has quotes within a value")
        quoted, plain = match.groups()
        found.append(quoted.replace("''", "'") if plain is None else plain.strip() or None)
        place, has_more = match.end(), match[0].endswith(",")
    return found


def cell(text: str | None, kind: str) -> str:
    """Return a value of @CsvSource in Python, as a parameter of this type gets it."""
    if text is None:
        return "None"
    if kind == "String" or (kind in ("char", "Character") and len(text) == 1):
        return repr(text)
    try:
        if kind in ("int", "long", "Integer", "Long", "short", "byte"):
            return str(int(text))
        if kind in ("double", "Double"):
            return repr(float(text))
    except ValueError:
        pass
    if kind in ("boolean", "Boolean") and text in ("true", "false"):
        return text.title()
    raise NotConvertible(f"its @CsvSource has {text!r} for a {kind}")
