"""Statements of a test in Java, in Python."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from graders.extensions.java.junit import library
from graders.extensions.java.junit.assertions import WORDED, Assertions
from graders.extensions.java.junit.expressions import Expressions
from graders.extensions.java.junit.syntax import body_of, call_of, chain_of, changes
from graders.extensions.java.junit.terms import LISTS, MAPS, PARTS, PLAIN, SETS, Term, python_name
from graders.extensions.shared.checks_of_tests import NotConvertible
from graders.extensions.shared.syntax_trees import all_in, parts_of, text_of

_COUNTING = re.compile(
    r"for\s*\((?:int|var) (\w+) = (\d+); (\w+) (<=?) (\w+); (?:\+\+)?(\w+)(?:\+\+)?\)"
)
"""A loop over numbers."""
_OF_ONE_CLASS = "IllegalArgumentException", "NullPointerException", "IllegalStateException"
"""Exceptions for which AssertJ has a method each: ``assertThatNullPointerException``."""


class Statements:
    """Translates statements; each method raises NotConvertible for one without a sure equal."""

    def __init__(self, expressions: Expressions, assertions: Assertions) -> None:
        self._expressions, self._assertions = expressions, assertions
        self._scope = expressions.scope

    def of(self, node: Node) -> Iterator[str]:
        """Yield the lines of a statement, or of a block."""
        match node.type:
            case "block":
                for statement in parts_of(node):
                    yield from self.of(statement)
            case "local_variable_declaration" | "field_declaration":
                kind = text_of(node.child_by_field_name("type"))
                for declarator in node.children_by_field_name("declarator"):
                    name = text_of(declarator.child_by_field_name("name"))
                    value = declarator.child_by_field_name("value")
                    self._scope.declare(name, kind)
                    if value is not None:
                        yield from self._set(name, kind, value)
            case "expression_statement":
                yield from self._expression(parts_of(node)[0])
            case "for_statement" | "enhanced_for_statement":
                head = self._counting(node) if node.type == "for_statement" else self._over(node)
                lines = [*self.of(body_of(node))]
                lines = [*self.of(body_of(node))]  # now with what an earlier round has changed
                yield head
                yield from (f"    {line}" for line in lines or ["pass"])
            case _:
                raise NotConvertible(f"it has a {node.type.replace('_', ' ')}")

    def _over(self, node: Node) -> str:
        """Return the head of a loop over the items of a list."""
        kind = text_of(node.child_by_field_name("type"))
        values = node.child_by_field_name("value")
        assert values is not None
        items = self._expressions.term(values)
        if not items.is_list:
            raise NotConvertible("it loops over what is no list")
        name = text_of(node.child_by_field_name("name"))
        local = self._scope.declare(name, items.part if kind == "var" else kind)
        return f"for {local} in {items.code}:"

    def _counting(self, node: Node) -> str:
        """Return the head of a loop that counts up by one."""
        match = _COUNTING.match(text_of(node))
        name, first, compared, sign, last, counted = match.groups() if match else ("",) * 6
        is_number = last.isdecimal()
        if not (name and name == compared == counted) or not (
            is_number or self._scope.variable(last).type == "int"
        ):
            raise NotConvertible("it has a for statement that does not count up by one")
        if changes(name, text_of(body_of(node))):
            raise NotConvertible("it changes the number that a for statement counts")
        end = last if is_number else self._scope.local(last)
        more = " + 1" * (sign == "<=")
        return f"for {self._scope.declare(name, 'int')} in range({first}, {end}{more}):"

    def _set(self, name: str, kind: str, value: Node) -> Iterator[str]:
        """Yield the lines that give a variable a value."""
        scope = self._scope
        if name in scope.names and not scope.inside:
            raise NotConvertible(f"{name} was another name of {scope.names[name]}")
        local, before = scope.local(name), scope.calls
        if (thrown := self._thrown(value)) is not None:
            if any(node.type == "throw" for node in all_in(value)):
                raise NotConvertible("it throws")
            scope.variables[local] = "Throwable"
            yield from self._raising(*thrown, local)
            return
        term = self._expressions.term(value, kind)
        new = Term(term.code, term.type if kind == "var" or term.is_text else kind)
        if new.code == local:
            return
        if new.code in scope.variables and scope.may_change(new):
            if local in scope.fields or new.code in scope.fields:
                raise NotConvertible(f"{local} is another name of {new.code}")
            del scope.variables[local]
            scope.names[name] = new.code
            scope.aliased.add(new.code)
            return
        if local in scope.aliased:
            raise NotConvertible(f"{local} gets another value, and has another name")
        self._note(local, new, value, is_drawn=scope.calls > before)
        is_whole = new.type in PARTS and re.fullmatch(r"-?\d+", new.code)
        yield f"{local} = {new.code}{'.0' if is_whole else ''}"

    def _note(self, local: str, new: Term, value: Node, *, is_drawn: bool) -> None:
        """Note the new value of a variable. is_drawn: the submission made it."""
        scope = self._scope
        scope.variables[local] = new.type
        scope.lent.discard(local)
        scope.drawn.pop(local, None)
        scope.fixed.discard(local)
        if is_drawn and scope.may_change(new):
            scope.drawn[local] = scope.calls
        if value.type == "method_invocation" and {new.key, new.part} <= PLAIN:
            method, owner, _arguments = call_of(value)
            if f"{text_of(owner)}.{method}" in library.FIXED:
                scope.fixed.add(local)

    def _expression(self, node: Node) -> Iterator[str]:
        """Yield the lines of an expression that stands alone."""
        if node.type == "assignment_expression" and text_of(node.child(1)) == "=":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            assert left is not None and right is not None
            name = text_of(left).removeprefix("this.")
            if self._scope.is_variable(name):
                yield from self._set(name, self._scope.variables[self._scope.local(name)], right)
                return
            yield f"{self._expressions.term(left).code} = {self._expressions.term(right).code}"
        elif node.type == "object_creation_expression":
            yield self._expressions.term(node).code
        elif node.type == "method_invocation":
            yield from self._call(node)
        else:
            raise NotConvertible(f"it has a {node.type.replace('_', ' ')}")

    def _call(self, node: Node) -> Iterator[str]:
        """Yield the lines of a call that stands alone."""
        name, owner, arguments = call_of(node)
        chain = chain_of(node)
        if (thrown := self._thrown(node)) is not None:
            yield from self._raising(*thrown, "")
        elif owner is None and name in self._scope.helpers:
            body, names, before = self._expressions.helper(name, arguments)
            yield from before
            with self._scope.within(name, names):
                yield from self.of(body)
        elif owner is None or text_of(owner) in ("Assertions", "Assert"):
            if name not in ("assertAll", "assertDoesNotThrow"):
                yield self._assertions.of_junit(name, arguments)
                return
            self._assertions.number += 1
            for argument in arguments[: None if name == "assertAll" else 1]:
                yield from self._lambda(argument, f"it uses {name} with more than lambdas")
        elif call_of(chain[0])[0] == "assertThat":
            yield from self._assertions.of_assertj(chain)
        else:
            yield self._filling(owner, name, arguments) or self._expressions.term(node).code

    def _lambda(self, node: Node, refusal: str) -> Iterator[str]:
        body = node.child_by_field_name("body")
        if body is None or node.type != "lambda_expression":
            raise NotConvertible(refusal)
        yield from self.of(body) if body.type == "block" else self._expression(body)

    def _filling(self, owner: Node, name: str, arguments: list[Node]) -> str:
        """Return the statement that adds something to a collection of the test; "" for others."""
        raw = Term("", self._scope.variables.get(self._scope.local(text_of(owner)), "")).raw
        if (name, len(arguments)) not in (("add", 1), ("put", 2)):
            return ""
        kinds = MAPS if name == "put" else (*LISTS, *SETS)
        if raw not in kinds:
            return ""
        code = self._expressions.term(owner).code
        *keys, value = (self._expressions.term(argument).code for argument in arguments)
        if keys:
            return f"{code}[{keys[0]}] = {value}"
        return f"{code}.{'add' if raw in SETS else 'append'}({value})"

    # Exceptions.

    def _thrown(self, node: Node) -> tuple[str, Node, list[str]] | None:
        """Return the class that should be thrown, what throws it, and lines about it."""
        if node.type != "method_invocation":
            return None
        first, *links = (call_of(link) for link in chain_of(node))
        name, _owner, arguments = first
        if name == "assertThrows" and not links and len(arguments) > 1:
            return _class_in(arguments[0]), arguments[1], []
        links = [link for link in links if link[0] not in WORDED]
        if name == "assertThatThrownBy" and links and links[0][0] == "isInstanceOf":
            kind, action = _class_in(links[0][2][0]), arguments[0]
        else:
            kinds = {f"assertThat{kind}": kind for kind in _OF_ONE_CLASS}
            if name not in kinds and name != "assertThatExceptionOfType":
                return None
            kind = kinds.get(name) or _class_in(arguments[0])
            if not links or links[0][0] != "isThrownBy":
                raise NotConvertible(f"it has {name} without isThrownBy")
            action = links[0][2][0]
        return kind, action, [self._message(link, given) for link, _, given in links[1:]]

    def _message(self, name: str, arguments: list[Node]) -> str:
        if name in ("withMessage", "hasMessage") and len(arguments) == 1:
            return f"assert str(raised.value) == {self._expressions.term(arguments[0]).code}"
        if name in ("withMessageContaining", "hasMessageContaining"):
            return f"assert {self._expressions.term(arguments[0]).code} in str(raised.value)"
        raise NotConvertible(f"it asserts by {name}")

    def _raising(self, kind: str, action: Node, texts: list[str], name: str) -> Iterator[str]:
        """Yield the lines that expect an exception. name: of the variable that gets it, or ""."""
        self._assertions.number += 1
        if action.type == "method_reference" and len(parts_of(action)) == 2:
            owner, method = parts_of(action)
            called = f"{self._expressions.term(owner).code}.{python_name(text_of(method))}"
            lines = [f"{called}({self._expressions.arguments([])})"]
        else:
            lines = [*self._lambda(action, "what should throw is no lambda")]
        bound = " as raised" if texts else f" as {name}" if name else ""
        yield f"with pytest.raises(student.{kind}){bound}:"
        yield from (f"    {line}" for line in lines)
        yield from texts


def _class_in(node: Node) -> str:
    if node.type != "class_literal":
        raise NotConvertible("it expects an exception that is no class")
    return text_of(node).removesuffix(".class").rpartition(".")[2]
