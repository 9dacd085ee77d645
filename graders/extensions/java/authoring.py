"""Exemplars and mutants in Java; see :mod:`graders.extensions.shared.authoring`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tree_sitter import Node

from graders.extensions.java.overlay import changed_members, java_overlay
from graders.extensions.shared.languages import Function, MutantLanguage
from graders.extensions.shared.syntax_trees import text_of, tree_of
from graders.harness.assignment.manifest import Assignment

if TYPE_CHECKING:
    from graders.extensions.shared.checks_of_tests import FileOfTests

_VALUES: Mapping[str, Sequence[str]] = {
    "boolean": ("true", "false"),
    **dict.fromkeys(("byte", "short", "int", "long", "float", "double", "char"), ("0",)),
}
"""Type -> its values; null for all others."""


def _value_of_its_type(value: Node) -> Sequence[str]:
    """Return values of the return type of the method around *value*."""
    node: Node | None = value
    while node is not None and node.type != "method_declaration":
        node = node.parent
    return _VALUES.get(text_of(node and node.child_by_field_name("type")), ("null",))


def _type(function: Function) -> str:
    return function.field("type") or "void"  # a constructor returns nothing


def _nothing(function: Function) -> str | None:
    return "{ }" if _type(function) == "void" else None


def _constants(function: Function) -> Sequence[str]:
    constants = {**_VALUES, "String": ('""',), "void": ()}
    return constants.get(_type(function), ("null",))


def _first_argument(function: Function) -> str | None:
    parameters = function.parameters()
    if not parameters:
        return None
    first = parameters[0]
    if text_of(first.child_by_field_name("type")) != _type(function):
        return None
    return text_of(first.child_by_field_name("name"))


_CALLS = (
    "StackWalker.getInstance().walk(frames -> frames.filter(frame -> frame.getMethodName()"
    '.equals("{}") && frame.getClassName().equals({}.class.getName())).count())'
)
"""Number of the running method's unfinished calls; method and class replace the braces."""


def _ending(function: Function, level: int, value: str) -> str:
    is_constructor = function.node.type == "constructor_declaration"
    name = "<init>" if is_constructor else function.last_name
    calls = _CALLS.format(name, function.name.split(".")[-2])
    return f"{{ if ({calls} > {level}) {{ return {value}; }}{text_of(function.body)[1:]}"


MUTANTS_IN_JAVA = MutantLanguage(
    query="""
        [(class_declaration) (enum_declaration) (record_declaration)] @class
        (interface_declaration) @class
        [(method_declaration body: (_)) (constructor_declaration)] @function
        [(method_invocation name: (identifier) @called)
         (object_creation_expression type: (type_identifier) @called)]
        (if_statement condition: (_) @condition)
        (while_statement condition: (_) @condition)
        (do_statement condition: (_) @condition)
        [(expression_statement) (return_statement) (throw_statement)] @statement
        [(assert_statement) (field_declaration) (yield_statement)] @statement
        (explicit_constructor_invocation) @statement
        [(block (local_variable_declaration) @statement)
         (constructor_body (local_variable_declaration) @statement)
         (switch_block_statement_group (local_variable_declaration) @statement)]
        (return_statement (_) @value)
        [(decimal_integer_literal) (hex_integer_literal)] @number
        [(octal_integer_literal) (binary_integer_literal)] @number
        [(decimal_floating_point_literal) (hex_floating_point_literal)] @number
        [(string_fragment) (multiline_string_fragment)] @text
        (character_literal) @character
    """,
    opposite="!({})",
    compared=frozenset(("binary_expression", "unary_expression")),
    dropped="",
    idle=lambda statement: False,
    other_values=_value_of_its_type,
    is_source=lambda source: not tree_of(source, ".java").has_error,  # grading compiles it
    ending=_ending,
    raising="{ if (true) throw new UnsupportedOperationException();"
    " throw new UnsupportedOperationException(); }",
    returning="{{ return {}; }}",
    nothing=_nothing,
    constants=_constants,
    first_argument=_first_argument,
)


class AuthoringJava:
    """See `graders.extensions.shared.authoring.Authoring`."""

    mutants = MUTANTS_IN_JAVA

    def overlay(self, base: str, changes: str, name: str) -> str:
        """See `overlay.java_overlay`."""
        return java_overlay(base, changes, name)

    def changed(self, changes: str, name: str) -> frozenset[str]:
        """See `overlay.changed_members`."""
        return changed_members(changes, name)


AUTHORING = AuthoringJava()


class TestsInJava:
    """See `graders.extensions.shared.checks_of_tests.ReaderOfTests`."""

    def files_of_tests(self, path: Path) -> list[Path]:
        """See `junit.files_of_tests`."""
        from graders.extensions.java import junit

        return junit.files_of_tests(path)

    def imported(self, path: Path, assignment: Assignment) -> Sequence[FileOfTests]:
        """See `junit.convert`."""
        from graders.extensions.java import junit

        return [junit.convert(path, assignment)]


TESTS = TestsInJava()
