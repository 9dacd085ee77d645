"""Puts marks into a submitted file, so that a call records the lines that it reaches.

A mark is an assignment before a statement. So a marked program is nearly as fast as without marks;
a trace function makes it many times slower. Marks are put into the syntax tree, so that the lines,
names and tracebacks of the program do not change.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

MARKED = "marked.py"
"""Among the driver's files: a sign that submitted files get marks."""
TABLE = "lines reached in "
"""The name of the built-in dict of a file's lines is this, then the file's. It is no identifier, so
no program uses it.
"""

_BLOCKS = ("body", "orelse", "finalbody")
_WITH_BODIES = (*_BLOCKS, "handlers", "cases")
_Block = tuple[Any, bool, set[int]]
"""A node with statements; whether it is inside a function; and the lines of the clauses that were
tried before its first statement.
"""
_UNMARKED = (ast.Global, ast.Nonlocal)
"""Statements that do nothing when they are reached."""


def marked(source: bytes, name: str) -> ast.Module:
    """Return the tree of a file with marks. Raises the compiler's exceptions.

    Code outside functions is marked for a run as the main program alone: the first call that
    imports a module would reach it, and no other call.
    """
    tree = ast.parse(source, name)
    blocks: list[_Block] = [(tree, False, set())]
    for owner, is_inside, tried in blocks:  # the list grows meanwhile
        for field in _BLOCKS:
            block = getattr(owner, field, None)
            if isinstance(block, list):
                setattr(owner, field, list(_with_marks(block, name, is_inside, tried)))
                for statement in block:
                    within = _is_inside(statement, is_inside)
                    blocks.append((statement, within, set()))
                    blocks += _clauses(statement, within)
    return tree


def _is_inside(statement: ast.stmt, before: bool) -> bool:
    """Return whether the blocks of *statement* are code of a function."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        return True
    return before and not isinstance(statement, ast.ClassDef)


def _clauses(statement: ast.stmt, is_inside: bool) -> Iterator[_Block]:
    """Yield the handlers and cases of *statement*."""
    tried: set[int] = set()
    for clause in getattr(statement, "handlers", getattr(statement, "cases", ())):
        tried = tried | _lines_of(clause)
        yield clause, is_inside, tried


def _with_marks(
    block: list[ast.stmt], name: str, is_inside: bool, lines: set[int]
) -> Iterator[ast.stmt]:
    """Yield the statements of *block*, each behind its mark, the first with further *lines*."""
    for index, statement in enumerate(block):
        if not ((index == 0 and _may_be_docstring(statement)) or _is_future(statement)):
            if not isinstance(statement, _UNMARKED):
                lines = lines | _lines_of(statement)
            if lines:
                yield _mark(lines, statement, name, is_inside)
            lines = set()
        yield statement


def _may_be_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _is_future(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"


def _lines_of(part: ast.stmt | ast.excepthandler | ast.match_case) -> set[int]:
    """Return the lines of *part* that have code, without those of its blocks."""
    if isinstance(part, ast.match_case):
        return {part.pattern.lineno}
    lines = {part.lineno}
    if part.end_lineno == part.lineno:
        return lines
    headers = [
        child
        for field, value in ast.iter_fields(part)
        if field not in _WITH_BODIES
        for child in (value if isinstance(value, list) else [value])
        if isinstance(child, ast.AST)
    ]
    return lines | {
        node.lineno for child in headers for node in ast.walk(child) if isinstance(node, ast.expr)
    }


def _mark(lines: set[int], before: ast.stmt, name: str, is_inside: bool) -> ast.stmt:
    """Return the statement that records *lines*."""
    place: dict[str, Any] = {
        "lineno": before.lineno,
        "col_offset": 0,
        "end_lineno": before.lineno,
        "end_col_offset": 0,
    }
    table = ast.Name(TABLE + name, ast.Load(), **place)
    targets: list[ast.expr] = [
        ast.Subscript(table, ast.Constant(line, **place), ast.Store(), **place)
        for line in sorted(lines)
    ]
    mark = ast.Assign(targets, ast.Constant(1, **place), **place)
    if is_inside:
        return mark
    is_main = ast.Compare(
        ast.Name("__name__", ast.Load(), **place),
        [ast.Eq()],
        [ast.Constant("__main__", **place)],
        **place,
    )
    return ast.If(is_main, [mark], [], **place)
