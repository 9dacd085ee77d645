"""Mutants of a language: a query for the nodes to change, and their replacements.

Queries are tree-sitter's (https://tree-sitter.github.io/tree-sitter/using-parsers/queries/). Their
names:

- `class`, `function`: mutants are named after them, and stubs replace the bodies of functions;
- `ignored`: not changed, because it has no effect at run time, such as an annotation;
- `condition`: becomes its opposite; `statement`: is dropped; `value`: is replaced by another;
- `called`: the name of a function that is called, which shows recursion;
- `number`: becomes its neighbours; `character`: becomes a question mark;
- `text`: becomes empty, piece by piece between escapes and placeholders.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from graders.extensions.shared.syntax_trees import all_in, parts_of, text_of


@dataclass(frozen=True, slots=True)
class Function:
    """A function or method of a source."""

    name: str
    """Qualified."""
    node: Node
    body: Node

    def field(self, name: str) -> str:
        """Return the text of a field of the function's node; "" if it has none."""
        return text_of(self.node.child_by_field_name(name))

    @property
    def last_name(self) -> str:
        """The function's own name."""
        return self.name.rpartition(".")[2]

    def lines(self) -> range:
        """Return the line numbers of the body, from 1."""
        return range(self.body.start_point.row + 1, self.body.end_point.row + 2)

    def parameters(self) -> list[Node]:
        """Return the nodes of the parameters."""
        parameters = self.node.child_by_field_name("parameters")
        return parts_of(parameters) if parameters is not None else []


@dataclass(frozen=True, slots=True)
class MutantLanguage:
    """A language of mutants."""

    query: str
    # for changes:
    opposite: str
    """The opposite of a condition, which replaces the braces."""
    compared: frozenset[str]
    """Types of conditions whose operators are already changed."""
    dropped: str
    """Replacement of a dropped statement."""
    idle: Callable[[Node], bool]
    """Returns whether dropping a statement has no effect."""
    other_values: Callable[[Node], Sequence[str]]
    """Returns replacements of a returned value."""
    is_source: Callable[[bytes], bool]
    """Returns whether a file can be parsed; nothing is run or compiled."""
    # for functions that end early:
    ending: Callable[[Function, int, str], str]
    """Returns the body of a recursive function whose calls do nothing from some level on, except
    that they return a value; "" for none.
    """
    # for stubs:
    raising: str
    """A body that raises an error."""
    returning: str
    """A body that returns a value, which replaces the braces."""
    nothing: Callable[[Function], str | None]
    """Returns a body that does nothing, or None."""
    constants: Callable[[Function], Sequence[str]]
    """Returns constants of the returned type."""
    first_argument: Callable[[Function], str | None]
    """Returns the name of the first argument, or None if it cannot be returned."""


# Python.


def _is_last(statement: Node | None) -> bool:
    """Return whether a function ends with this statement."""
    block = statement.parent if statement else None
    if block is None or block.parent is None or block.parent.type != "function_definition":
        return False
    return parts_of(block)[-1] == statement  # a comment may follow


def _is_idle(statement: Node) -> bool:
    return text_of(statement) in ("return", "return None") and _is_last(statement)


def _none_instead(value: Node) -> Sequence[str]:
    # a dropped last statement also returns None
    return [] if _is_last(value.parent) else ["None"]


def _parses(source: bytes) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as calls of literals
            ast.parse(source)
    except (SyntaxError, ValueError):
        return False
    return True


_CONSTANTS: Mapping[str, Sequence[str]] = {
    "bool": ("True", "False"), "int": ("0",), "float": ("0.0",), "str": ("''",),
    "list": ("[]",), "List": ("[]",), "tuple": ("()",), "Tuple": ("()",),
    "dict": ("{}",), "Dict": ("{}",),
}  # fmt: skip
"""Returned type, without parameters -> its constants."""
_TYPES: Mapping[str, str] = {
    "true": "bool", "false": "bool", "comparison_operator": "bool", "not_operator": "bool",
    "integer": "int", "float": "float", "string": "str", "tuple": "tuple",
    "list": "list", "list_comprehension": "list", "dictionary": "dict",
}  # fmt: skip
"""Type of a returned expression's node -> its type, for functions without annotation."""


def _python_constants(function: Function) -> Sequence[str]:
    annotation = function.field("return_type").partition("[")[0].strip()
    if annotation:
        return _CONSTANTS.get(annotation, ())
    constants: dict[str, None] = {}
    for node in all_in(function.body):
        if node.type == "return_statement":
            for value in parts_of(node)[:1]:
                constants |= dict.fromkeys(_CONSTANTS.get(_TYPES.get(value.type, ""), ()))
    return list(constants)


def _python_first_argument(function: Function) -> str | None:
    if function.field("return_type") == "None" or function.name.endswith("__init__"):
        return None
    names = [_parameter_name(parameter) for parameter in function.parameters()]
    if names[:1] == ["self"]:
        names = names[1:]
    return next(iter(names), None)


def _parameter_name(node: Node) -> str:
    """Return the name of a parameter, which may have a type and a default."""
    return text_of(node if node.type == "identifier" else node.named_children[0])


_PYTHON_CALLS = (
    "sum(frame.f_code.co_name == '{}' and frame.f_globals is globals() for frame, _ in"
    " __import__('traceback').walk_stack(__import__('sys')._getframe()))"
)
"""Number of the running function's unfinished calls; its name replaces the braces."""


def _python_ending(function: Function, level: int, value: str) -> str:
    calls = _PYTHON_CALLS.format(function.last_name)
    indent = " " * function.body.start_point.column
    return f"if {calls} > {level}:\n{indent}    return {value}\n{indent}{text_of(function.body)}"


MUTANTS_IN_PYTHON = MutantLanguage(
    query="""
        (class_definition) @class
        (function_definition) @function
        (call function: [(identifier) @called (attribute attribute: (identifier) @called)])
        (type) @ignored
        (expression_statement . [(string) (concatenated_string)] .) @ignored
        (expression_statement (assignment !right)) @ignored
        (if_statement condition: (_) @condition)
        (elif_clause condition: (_) @condition)
        (while_statement condition: (_) @condition)
        (conditional_expression "if" . (_) @condition)
        (if_clause (_) @condition)
        [(expression_statement) (delete_statement) (raise_statement)] @statement
        [(assert_statement) (return_statement)] @statement
        (return_statement (_) @value)
        [(integer) (float)] @number
        (string_content) @text
    """,
    opposite="not ({})",
    compared=frozenset(("comparison_operator", "boolean_operator", "not_operator")),
    dropped="pass",
    idle=_is_idle,
    other_values=_none_instead,
    is_source=_parses,
    ending=_python_ending,
    raising="raise NotImplementedError",
    returning="return {}",
    nothing=lambda function: "pass",
    constants=_python_constants,
    first_argument=_python_first_argument,
)
