"""Marks the solution in a solved file, for the starter that is made of it.

The starter keeps docstrings, imports, constants in capital letters, fields of classes, and the
heads of public functions and classes. Bodies, private definitions and all other statements are the
solution.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graders.harness.assignment.regions import BEGINS, ENDS, TO_DO
from graders.harness.assignment.trees import is_constant, names, stored

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True)
class _Region:
    """Lines of a solution, counted from 1."""

    first: int
    last: int
    column: int
    to_do: str = ""
    """The task that the starter names here."""
    needs_pass: bool = False
    """Whether nothing else would be left of a block."""


def marked(text: str) -> str:
    """Return *text*, a solved Python file, with its solution marked; as it is if there is a mark.

    Raises SyntaxError.
    """
    if f"# {BEGINS}" in text:
        return text
    lines = _with_bodies_below(text.replace("\r\n", "\n").rstrip("\n").split("\n"))
    tree = ast.parse("\n".join(lines))
    for region in sorted(_regions(tree, lines), key=lambda one: -one.first):
        before = [f"# {TO_DO} {region.to_do}"] if region.to_do else []
        before += ["# starter: pass"] * region.needs_pass
        margin, place = " " * region.column, region.first - 1
        if region.last > place:
            lines[region.last : region.last] = [f"{margin}# {ENDS}"]
            before.append(f"# {BEGINS}")
        lines[place:place] = [margin + line for line in before]
    return "\n".join(lines) + "\n"


def is_public(node: Definition) -> bool:
    """Return whether a definition is no helper: ``mean`` and ``__init__`` are not."""
    return not node.name.startswith("_") or (node.name[:2] == "__" == node.name[-2:])


def has_solution(node: Definition) -> bool:
    """Return whether the starter lacks something of a definition."""
    inner = [statement for statement in node.body if isinstance(statement, Definition)]
    if isinstance(node, ast.ClassDef):
        return any(map(has_solution, inner))
    return not all(
        is_constant(statement) or isinstance(statement, ast.Pass) for statement in node.body
    )


def is_program(tree: ast.Module) -> bool:
    """Return whether the file does something when it is run, besides its own doctests."""
    doing = [node for node in tree.body if _is_guard(node) or not _is_kept(node)]
    return any("doctest" not in names(node) for node in doing)


def _with_bodies_below(lines: list[str]) -> list[str]:
    """Return the lines with the bodies of all functions below their heads."""
    functions = [
        node
        for node in ast.walk(ast.parse("\n".join(lines)))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    for node in sorted(functions, key=lambda one: -one.lineno):
        first = node.body[0]
        line = lines[first.lineno - 1].encode()
        head, body = line[: first.col_offset].decode(), line[first.col_offset :].decode()
        if head.strip():
            margin = " " * (node.col_offset + 4)
            lines[first.lineno - 1 : first.lineno] = [head.rstrip(), margin + body]
    return lines


def _regions(tree: ast.Module, lines: Sequence[str]) -> Iterator[_Region]:
    for run in _runs(tree.body):
        first = _first_line(run[0], lines)
        yield _Region(first, _last_line(run[-1]), 0, "write the program.")
    for node in tree.body:
        if isinstance(node, Definition):
            yield from _of_definition(node, lines)
        elif isinstance(node, ast.If) and _is_guard(node) and not all(map(_is_bare, node.body)):
            start = node.body[0]
            first, last = _first_line(start, lines), _last_line(node)
            yield _Region(first, last, start.col_offset, "write the program.", needs_pass=True)


def _runs(body: Sequence[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """Yield the statements of a module that the starter lacks, those side by side together."""
    run: list[ast.stmt] = []
    for node in body:
        if not _is_kept(node):
            run.append(node)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _of_definition(node: Definition, lines: Sequence[str]) -> Iterator[_Region]:
    margin = node.col_offset
    if not is_public(node):
        last = _end(node, lines)
        while last + 1 < len(lines) and not lines[last].strip():
            last += 1
        yield _Region(_first_line(node, lines), last, margin)
    elif isinstance(node, ast.ClassDef):
        inner = [definition for definition in node.body if isinstance(definition, Definition)]
        for definition in inner:
            yield from _of_definition(definition, lines)
        if len(inner) == len(node.body) and not any(map(is_public, inner)):
            after = _last_line(node)
            yield _Region(after + 1, after, node.body[0].col_offset, needs_pass=True)
    elif has_solution(node):
        docstring = node.body[0] if is_constant(node.body[0]) else None
        first = _last_line(docstring) + 1 if docstring else _first_line(node.body[0], lines)
        margin = node.body[0].col_offset
        last = _end(node, lines)
        yield _Region(first, last, margin, "write this function.", needs_pass=docstring is None)


def _is_kept(node: ast.stmt) -> bool:
    """Return whether the starter has a statement of a module, but for the bodies in it."""
    if isinstance(node, ast.Assign | ast.AnnAssign):
        return all(name.isupper() or name.startswith("__") for name in stored(node))
    is_head = isinstance(node, Definition | ast.Import | ast.ImportFrom)
    return is_head or is_constant(node) or _is_guard(node)


def _is_guard(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and "__name__" in names(node.test)


def _is_bare(node: ast.stmt) -> bool:
    """Return whether a statement is an import, or a call such as ``main()``."""
    call = getattr(node, "value", None)
    is_call = isinstance(call, ast.Call) and not call.args and not call.keywords
    return is_call or isinstance(node, ast.Import | ast.ImportFrom)


def _first_line(node: ast.stmt, lines: Sequence[str]) -> int:
    """Return the first line of a statement, with its decorators and the comments above it."""
    decorators = node.decorator_list if isinstance(node, Definition) else []
    first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
    while first > 1 and _is_comment(lines[first - 2], node.col_offset):
        first -= 1
    return first


def _end(node: Definition, lines: Sequence[str]) -> int:
    """Return the last line of a definition, with the comments behind its last statement."""
    last = end = _last_line(node)
    for line in lines[end:]:
        if line.strip() and not _is_comment(line, node.col_offset + 1):
            break
        end += 1
        last = end if line.strip() else last
    return last


def _is_comment(line: str, column: int) -> bool:
    text = line.lstrip()
    return text.startswith("#") and len(line) - len(text) >= column


def _last_line(node: ast.stmt) -> int:
    assert node.end_lineno is not None
    return node.end_lineno
