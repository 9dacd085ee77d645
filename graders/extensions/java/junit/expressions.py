"""Expressions of a test in Java, in Python."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tree_sitter import Node

from graders.extensions.java.junit import library
from graders.extensions.java.junit.scope import JavaScope
from graders.extensions.java.junit.syntax import (
    body_of,
    call_of,
    changes,
    parameters_of,
    text_value,
    whole_number,
)
from graders.extensions.java.junit.terms import (
    COLLECTIONS,
    LISTS,
    MAPS,
    NUMBERS,
    Term,
    joined,
    python_name,
)
from graders.extensions.shared.checks_of_tests import NotConvertible
from graders.extensions.shared.syntax_trees import parts_of, text_of

_COMPARED = ("==", "!=", "<", "<=", ">", ">=")
_OF_OBJECTS = {"toString": "String", "hashCode": "int", "name": "String", "ordinal": "int"}
_OF_OBJECTS["equals"] = "boolean"
"""Method of every object, or of every enum -> the type that it returns."""


class Expressions:
    """Translates expressions; each method raises NotConvertible for one without a sure equal."""

    def __init__(self, scope: JavaScope) -> None:
        self.scope = scope

    def term(self, node: Node, wanted: str = "") -> Term:
        """Return an expression in Python. wanted: the type of the variable that gets it."""
        text = text_of(node)
        match node.type:
            case "parenthesized_expression":
                inner = self.term(parts_of(node)[0])
                return Term(f"({inner.code})", inner.type)
            case "decimal_integer_literal" | "hex_integer_literal" | "binary_integer_literal":
                number, kind = whole_number(text)
                return Term(str(number), kind)
            case "decimal_floating_point_literal":
                if text[-1] in "fF":
                    raise NotConvertible("it has a float, which Python has not")
                return Term(repr(float(text.rstrip("dD").replace("_", ""))), "double")
            case "true" | "false":
                return Term(text.title(), "boolean")
            case "null_literal":
                return Term("None")
            case "string_literal":
                return Term(repr(text_value(text)), "String")
            case "character_literal":
                return Term(repr(text_value(text)), "char")
            case "unary_expression":
                return self._unary(node)
            case "binary_expression":
                return self._binary(node)
            case "identifier" | "this":
                constant = None if self.scope.is_variable(text) else library.constant(text)
                return constant or self.scope.variable(text)
            case "field_access" | "scoped_identifier":
                return self._field(node, text)
            case "array_access":
                array, index = (self.term(part) for part in parts_of(node))
                return Term(f"{array.code}[{index.code}]", array.part)
            case "array_initializer":
                items = [self.term(part, wanted.removesuffix("[]")) for part in parts_of(node)]
                return Term(f"[{joined(items)}]", wanted)
            case "array_creation_expression":
                return self._array(node)
            case "object_creation_expression":
                return self._object(node, wanted)
            case "method_invocation":
                return self._invocation(node)
            case "cast_expression":
                cast = Term("", text_of(node.child_by_field_name("type")))
                value = node.child_by_field_name("value")
                if self.scope.is_object(cast) and value is not None:
                    return Term(self.term(value).code, cast.type)
        raise NotConvertible(f"it has a {node.type.replace('_', ' ')}")

    def arguments(self, nodes: Sequence[Node]) -> str:
        """Return the arguments of a call of the submission, which may change them from now on."""
        scope = self.scope
        terms = [self.term(node) for node in nodes]
        scope.lent |= {
            term.code
            for node, term in zip(nodes, terms, strict=True)
            if node.type == "identifier" and scope.may_change(term) and term.code not in scope.fixed
        }
        scope.calls += 1
        return joined(terms)

    def entries(self, nodes: Sequence[Node]) -> Term:
        """Return the map of entries."""
        entries = [call_of(node) for node in nodes if node.type == "method_invocation"]
        if len(entries) < len(nodes) or any(name != "entry" for name, _, _ in entries):
            raise NotConvertible("it uses entries of a map that it does not write")
        pairs = [(self.term(key), self.term(value)) for _, _, (key, value) in entries]
        return library.table(pairs)

    def helper(self, name: str, arguments: list[Node]) -> tuple[Node, dict[str, str], list[str]]:
        """Return the body of a helper, the names of its parameters, and lines that set them."""
        scope = self.scope
        if name in scope.inside:
            raise NotConvertible(f"it calls {name}, which calls itself")
        known = scope.helpers.get(name, ())
        fitting = [node for node in known if len(parameters_of(node)) == len(arguments)]
        if len(fitting) != 1:
            raise NotConvertible(f"it calls {name}, of which there is not exactly one")
        body = body_of(fitting[0])
        names: dict[str, str] = {}
        before = []
        for (kind, parameter), node in zip(parameters_of(fitting[0]), arguments, strict=True):
            if changes(parameter, text_of(body)):
                raise NotConvertible(f"its helper {name} gives {parameter} another value")
            if node.type == "identifier" and scope.is_variable(text_of(node)):
                names[parameter] = scope.variable(text_of(node)).code
                continue
            term = self.term(node, kind)
            names[parameter] = local = scope.fresh(parameter)
            scope.variables[local] = kind
            before.append(f"{local} = {term.code}")
        return body, names, before

    def _unary(self, node: Node) -> Term:
        sign, operand = text_of(node.child(0)), self.term(parts_of(node)[-1])
        if sign == "-" and operand.type in NUMBERS:
            return Term(f"-{operand.code}", operand.type)
        if sign == "!" and operand.type in ("boolean", "Boolean"):
            return Term(f"(not {operand.code})", "boolean")
        raise NotConvertible(f"it has the operator {sign}")

    def _binary(self, node: Node) -> Term:
        sign = text_of(node.child_by_field_name("operator"))
        left, right = (self.term(part) for part in parts_of(node))
        code, kinds = f"{left.code} {sign} {right.code}", {left.type, right.type}
        if sign == "+" and kinds == {"String"}:
            return Term(code, "String")
        if sign in "+-*" and kinds <= {"int", "long", "double"}:
            kind = max(kinds, key=("int", "long", "double").index)
            if kind != "double" and re.search(r"\d{7}", code):
                raise NotConvertible("it computes with large numbers")
            return Term(f"({code})", kind)
        if sign in _COMPARED and kinds <= {*NUMBERS} - {"Integer", "Long", "Double"}:
            return Term(f"({code})", "boolean")
        raise NotConvertible(f"it has the operator {sign} between {' and '.join(sorted(kinds))}")

    def _field(self, node: Node, text: str) -> Term:
        owner, name = parts_of(node)[0], text.rpartition(".")[2]
        if constant := library.constant(text):
            return constant
        if text.startswith("this."):
            return self.scope.variable(name)
        if (home := self._class_of(owner)) is not None:
            kind = home.type if name.isupper() else ""
            kind = self.scope.members.methods[home.type].get(f".{name}", kind)
            return Term(f"{home.code}.{name}", kind)
        term = self.term(owner)
        if name == "length" and term.is_list:
            return Term(f"len({term.code})", "int")
        if self.scope.is_object(term):
            kind = self.scope.members.methods[term.raw].get(f".{name}", "")
            return Term(f"{term.code}.{python_name(name)}", kind)
        raise NotConvertible(f"it uses {text}")

    def _class_of(self, node: Node) -> Term | None:
        """Return the class of the submission that stands before a dot; None for anything else."""
        is_name = node.type in ("identifier", "field_access", "scoped_identifier")
        if not is_name or self.scope.is_variable(text_of(node)):
            return None
        return self.scope.class_named(text_of(node))

    def _array(self, node: Node) -> Term:
        value = node.child_by_field_name("value")
        dimensions = text_of(node.child_by_field_name("dimensions"))
        kind = text_of(node.child_by_field_name("type")) + re.sub(r"\s", "", dimensions)
        if value is not None:
            return self.term(value, kind)
        if dimensions in ("[0]", "[0][0]"):
            return Term("[]", kind.replace("0", ""))
        raise NotConvertible("it makes an array without its values")

    def _object(self, node: Node, wanted: str) -> Term:
        kind = text_of(node.child_by_field_name("type"))
        raw = kind.partition("<")[0]
        full = wanted if kind.endswith("<>") and wanted else kind
        body = next((child for child in node.children if child.type == "class_body"), None)
        if body is not None:
            return self._with_braces(body, raw, full)
        _name, _owner, arguments = call_of(node)
        if home := self.scope.class_named(raw):
            code = f"{home.code}({self.arguments(arguments)})"
            self.scope.calls -= 1  # a new object changes no earlier answer
            return Term(code, raw)
        return library.new(raw, full, [self.term(argument) for argument in arguments])

    def _with_braces(self, body: Node, raw: str, full: str) -> Term:
        """Return a collection that is filled at once: ``new HashMap<>() {{ put(...); }}``."""
        parts = parts_of(body)
        steps = parts_of(parts[0]) if len(parts) == 1 and parts[0].type == "block" else []
        calls = [call_of(parts_of(step)[0]) for step in steps if parts_of(step)]
        form = ("put", None, 2) if raw in MAPS else ("add", None, 1)
        forms = {(name, owner, len(arguments)) for name, owner, arguments in calls}
        if raw not in COLLECTIONS or forms != {form} or len(calls) < len(steps):
            raise NotConvertible("it makes a class without a name")
        rows = [[self.term(argument).code for argument in arguments] for _, _, arguments in calls]
        items = ", ".join(": ".join(row) for row in rows)
        return Term(f"[{items}]" if raw in LISTS else f"{{{items}}}", full)

    def _invocation(self, node: Node) -> Term:
        name, owner, arguments = call_of(node)
        whole = f"{text_of(owner)}.{name}" if owner is not None else name
        if whole == "Map.ofEntries":
            return self.entries(arguments)
        if library.is_maker(whole):
            return library.made(whole, [self.term(argument) for argument in arguments])
        if owner is None and name in self.scope.helpers:
            return self._returned(name, arguments)
        if owner is None:
            raise NotConvertible(f"it calls {name}, which it does not define")
        term = self._class_of(owner) or self.term(owner)
        if not self.scope.is_object(term):
            return library.method_of(term, name, [self.term(node).code for node in arguments])
        known = self.scope.members.methods[term.raw]
        returned = known.get(f"{name}/{len(arguments)}", known.get(name, ""))
        called = f"{term.code}.{python_name(name)}({self.arguments(arguments)})"
        return Term(called, returned or _OF_OBJECTS.get(name, ""))

    def _returned(self, name: str, arguments: list[Node]) -> Term:
        """Return what a helper returns, if it has no other statement."""
        body, names, before = self.helper(name, arguments)
        statements = parts_of(body)
        if before or len(statements) != 1 or statements[0].type != "return_statement":
            raise NotConvertible(f"it uses {name}, which does more than return a value")
        with self.scope.within(name, names):
            return self.term(parts_of(statements[0])[0])
