"""Searches in syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from itertools import chain, product
from typing import Any, TypeVar

_T = TypeVar("_T")


def parsed(text: str) -> Any:
    """Return the first statement of *text*."""
    return ast.parse(text).body[0]


def only(kind: type[_T], items: Iterable[object]) -> list[_T]:
    """Return the *items* of a type."""
    return [item for item in items if isinstance(item, kind)]


def nodes(kind: Any, *trees: ast.AST) -> list[Any]:
    """Return the nodes of a type, or of a tuple of types, in *trees*."""
    return only(kind, chain.from_iterable(map(ast.walk, trees)))


def names(*trees: ast.AST) -> set[str]:
    """Return the names in *trees*."""
    return {tree.id for tree in nodes(ast.Name, *trees)}


def stored(*trees: ast.AST) -> list[str]:
    """Return the variables that *trees* set, also inside tuples."""
    found = nodes(ast.Name, *trees)
    return [node.id for node in found if isinstance(node.ctx, ast.Store)]


def packages_in(*parts: ast.AST) -> set[str]:
    """Return the outermost packages, or modules, that the imports in *parts* name; "." for a
    relative one.
    """
    named = [alias.name for node in nodes(ast.Import, *parts) for alias in node.names]
    named += [node.module for node in nodes(ast.ImportFrom, *parts) if not node.level]
    relative = {"." for node in nodes(ast.ImportFrom, *parts) if node.level}
    return {name.partition(".")[0] for name in named} | relative


def imported_name(alias: ast.alias) -> str:
    """Return the name that a part of an import binds."""
    return alias.asname or alias.name.partition(".")[0]


def is_constant(statement: ast.AST) -> bool:
    """Return whether *statement* is only a constant, such as a docstring."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def members(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    """Yield the statements of a module and those of its classes, each with the prefix of the
    names that it defines: "" or "Block.".
    """
    for statement in tree.body:
        yield "", statement
        if isinstance(statement, ast.ClassDef):
            yield from product([f"{statement.name}."], statement.body)
