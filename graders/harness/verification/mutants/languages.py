"""What mutants have to know about a language: a query that finds what is changed, and what takes
its place.

The query is tree-sitter's (https://tree-sitter.github.io/tree-sitter/using-parsers/queries/). Its
names:

- `place`: a class or function, after which a mutant is called;
- `unheard`: what says nothing to who runs the program, such as an annotation; nothing in it is
  changed;
- `condition`: becomes its opposite; `statement`: is dropped; `value`: another one is returned;
- `number`: becomes its neighbours; `character`: becomes a question mark;
- `text`: becomes empty, piece by piece between escapes and places to fill in.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from graders.harness.verification.trees import parts_of, text_of, tree_of


@dataclass(frozen=True, slots=True)
class Language:
    """One language, for mutants."""

    query: str
    opposite: str
    """The opposite of a condition, which stands for the braces."""
    compared: frozenset[str]
    """Types of conditions that are changed by their operators already."""
    dropped: str
    """What stands for a statement that is dropped."""
    idle: Callable[[Node], bool]
    """Says whether a statement does nothing where it is, so that to drop it is no change."""
    other_values: Callable[[Node], Sequence[str]]
    """Says what is returned instead of a value."""
    is_source: Callable[[bytes], bool]
    """Says whether a file is of the language, as far as that is found out without running anything.
    """


def _is_last(statement: Node | None) -> bool:
    """Say whether a function of Python ends with this statement."""
    block = statement.parent if statement else None
    if block is None or block.parent is None or block.parent.type != "function_definition":
        return False
    return parts_of(block)[-1] == statement  # a comment may follow


def _returns_none(statement: Node) -> bool:
    return text_of(statement) in ("return", "return None")


def _parses(source: bytes) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as of a literal that is called
            ast.parse(source)
    except (SyntaxError, ValueError):
        return False
    return True


_PYTHON = Language(
    query="""
        [(class_definition) (function_definition)] @place
        (type) @unheard
        (expression_statement . [(string) (concatenated_string)] .) @unheard
        (expression_statement (assignment !right)) @unheard
        (if_statement condition: (_) @condition)
        (elif_clause condition: (_) @condition)
        (while_statement condition: (_) @condition)
        (conditional_expression "if" . (_) @condition)
        (if_clause (_) @condition)
        [(expression_statement) (delete_statement) (raise_statement) (assert_statement)] @statement
        (return_statement) @statement
        (return_statement (_) @value)
        [(integer) (float)] @number
        (string_content) @text
    """,
    opposite="not ({})",
    compared=frozenset(("comparison_operator", "boolean_operator", "not_operator")),
    dropped="pass",
    idle=lambda statement: _returns_none(statement) and _is_last(statement),
    other_values=lambda value: (
        [] if _is_last(value.parent) else ["None"]
    ),  # dropped, the last one returns None
    is_source=_parses,
)


_VALUES: Mapping[str, Sequence[str]] = {
    "boolean": ("false", "true"),
    **dict.fromkeys(("byte", "short", "int", "long", "float", "double", "char"), ("0",)),
}
"""Type -> what is returned instead; null where it is an object's."""


def _of_its_type(value: Node) -> Sequence[str]:
    """Return values of the type that the method of Java returns in which *value* is returned."""
    node: Node | None = value
    while node is not None and node.type != "method_declaration":
        node = node.parent
    return _VALUES.get(text_of(node and node.child_by_field_name("type")), ("null",))


_JAVA = Language(
    query="""
        [(class_declaration) (enum_declaration) (record_declaration) (interface_declaration)] @place
        [(method_declaration body: (_)) (constructor_declaration)] @place
        (if_statement condition: (_) @condition)
        (while_statement condition: (_) @condition)
        (do_statement condition: (_) @condition)
        [(expression_statement) (return_statement) (throw_statement) (assert_statement)] @statement
        [(field_declaration) (explicit_constructor_invocation) (yield_statement)] @statement
        [(block (local_variable_declaration) @statement)
         (constructor_body (local_variable_declaration) @statement)
         (switch_block_statement_group (local_variable_declaration) @statement)]
        (return_statement (_) @value)
        [(decimal_integer_literal) (hex_integer_literal) (octal_integer_literal) (binary_integer_literal)] @number
        [(decimal_floating_point_literal) (hex_floating_point_literal)] @number
        [(string_fragment) (multiline_string_fragment)] @text
        (character_literal) @character
    """,
    opposite="!({})",
    compared=frozenset(("binary_expression", "unary_expression")),
    dropped="",
    idle=lambda statement: False,
    other_values=_of_its_type,
    is_source=lambda source: (
        not tree_of(source, ".java").has_error
    ),  # whether it compiles is found out where it runs
)

LANGUAGES: Mapping[str, Language] = {".py": _PYTHON, ".java": _JAVA}
"""By the suffix of a file."""
