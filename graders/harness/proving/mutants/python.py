"""What mutants of Python need to know besides tokens: conditions, statements, functions, and what changes nothing."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Sequence

from graders.harness.proving.mutants.tokens import Change, Place, Token

_DROPPED = (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Delete, ast.Raise, ast.Assert, ast.Return)
_OWN_CHANGES = (ast.Compare, ast.BoolOp)
"""Conditions that are changed by their operators already."""


def changes(text: str, tokens: Sequence[Token]) -> Iterator[Change]:
    """Yield conditions negated, statements dropped, and values that are not returned."""
    starts = _line_starts(text)
    nodes = list(ast.walk(ast.parse(text)))
    last = {node.body[-1] for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    for node in nodes:
        conditions = [node.test] if isinstance(node, ast.If | ast.While | ast.IfExp) else []
        conditions += node.ifs if isinstance(node, ast.comprehension) else []
        for condition in conditions:
            negation = isinstance(condition, ast.UnaryOp) and isinstance(condition.op, ast.Not)
            if not isinstance(condition, _OWN_CHANGES) and not negation:
                start, end = _span(condition, starts, text)
                yield start, end, f"not ({text[start:end]})"
        if isinstance(node, _DROPPED) and not _is_text(node):
            nothing = isinstance(node, ast.AnnAssign) and node.value is None
            if not nothing and not (node in last and _returns_none(node)):
                yield *_span(node, starts, text), "pass"
            if (
                isinstance(node, ast.Return) and node.value is not None and node not in last
            ):  # dropped, that is the same
                yield *_span(node.value, starts, text), "None"


def places(text: str, tokens: Sequence[Token]) -> list[Place]:
    """Return classes and functions, the outer before the inner."""
    starts = _line_starts(text)
    kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, kinds)]
    return [(*_span(node, starts, text), node.name) for node in found]  # ast.walk goes from the outside to the inside


def unheard(text: str) -> list[tuple[int, int]]:
    """Return from where to where the program says nothing to who runs it: annotations, docstrings."""
    starts = _line_starts(text)
    found: list[ast.expr | ast.stmt | None] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.arg | ast.AnnAssign):
            found.append(node.annotation)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.append(node.returns)
        elif isinstance(node, ast.stmt) and _is_text(node):
            found.append(node)
    return [_span(node, starts, text) for node in found if node is not None]


def is_source(text: str) -> bool:
    """Say whether *text* parses."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as of a literal that is called
            ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True


def _returns_none(node: ast.stmt) -> bool:
    return isinstance(node, ast.Return) and (node.value is None or ast.unparse(node.value) == "None")


def _is_text(node: ast.stmt) -> bool:
    """Say whether a statement is nothing but a text, such as a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _line_starts(text: str) -> list[int]:
    """Return the offset of each line; the one of line 1 is at place 1."""
    starts = [0, 0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts


def _span(node: ast.expr | ast.stmt, starts: Sequence[int], text: str) -> tuple[int, int]:
    """Return where *node* begins and ends in *text*; the parser counts bytes."""

    def offset(line: int, column: int) -> int:
        start = starts[line]
        return start + len(text[start : starts[line + 1]].encode()[:column].decode())

    assert node.end_lineno is not None and node.end_col_offset is not None
    return offset(node.lineno, node.col_offset), offset(node.end_lineno, node.end_col_offset)
