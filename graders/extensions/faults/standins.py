"""Puts one function of the reference into a submission's file, as text behind the student's own.

The student's file is never parsed: a parser can be made to crash, and this is the judge's own
process. The reference's is, and so the stand-in is made from its syntax tree, with the helpers of
the reference that it needs. It calls the student's own functions otherwise.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from graders.harness.assignment.trees import (
    imported_name,
    members,
    names,
    nodes,
    only,
    parsed,
)

_MAIN = re.compile(rb"^if[ \t(]{1,9}(?:__name__|['\"]__main__)", re.MULTILINE)
"""The main guard. Its repetition is bounded, because the file may be hostile."""
_MAKER = "_made_stand_in"


@dataclass(frozen=True, slots=True)
class StandIn:
    """A function of the reference, ready to replace a student's."""

    file: str
    name: str
    """Qualified by its class."""
    text: bytes

    def laid_over(self, content: bytes) -> bytes:
        """Return the student's *content* with this function instead of the student's own."""
        guards = [found.start() for found in _MAIN.finditer(content)]
        end = guards[-1] if guards else len(content)
        return content[:end] + b"\n" + self.text + b"\n" + content[end:]


def stand_ins(
    reference: Mapping[str, bytes], starter: Mapping[str, bytes], named: Collection[str] = ()
) -> Iterator[StandIn]:
    """Yield a stand-in for each function that students have: the starter's, and those *named* by
    the handout; without such names, each public one. Others are helpers of the reference.
    """
    for file, data in reference.items():
        tree, given = ast.parse(data), _names(ast.parse(starter.get(file, b"")))
        maker = _Maker(tree, given | {*named}, only_given=bool(named))
        for prefix, statement in members(tree):
            if isinstance(statement, ast.FunctionDef) and maker.is_required(
                prefix + statement.name
            ):
                yield maker.made(file, prefix, statement)


def _names(tree: ast.Module) -> frozenset[str]:
    """Return the qualified names of the definitions in *tree*."""
    return frozenset(
        prefix + name for prefix, statement in members(tree) for name in _defined(statement)
    )


def _defined(statement: ast.stmt) -> list[str]:
    """Return the names that *statement* defines, except for star imports."""
    match statement:
        case ast.FunctionDef() | ast.ClassDef():
            return [statement.name]
        case ast.Assign():
            return [part.id for part in only(ast.Name, statement.targets)]
        case ast.AnnAssign(target=ast.Name() as target):
            return [target.id]
        case ast.Import() | ast.ImportFrom():
            return [name for name in map(imported_name, statement.names) if name != "*"]
    return []


class _Maker:
    """Makes stand-ins from one file of the reference."""

    def __init__(self, tree: ast.Module, given: frozenset[str], *, only_given: bool) -> None:
        """given: names that students have; only_given: whether they have no other public ones."""
        self._tree = tree
        self._given = given
        self._only_given = only_given

    def is_required(self, qualified: str) -> bool:
        """Return whether students have this function."""
        name = qualified.rpartition(".")[-1]
        is_private = name.startswith("_") and not name.endswith("__")
        return qualified in self._given or not (is_private or self._only_given)

    def made(self, file: str, prefix: str, function: ast.FunctionDef) -> StandIn:
        """Return the stand-in of a function; that of a method has the private methods that only
        the reference has.
        """
        used = {node.attr for node in nodes(ast.Attribute, function)}
        private = [
            part
            for owner, part in members(self._tree)
            if "" != owner == prefix
            and isinstance(part, ast.FunctionDef)
            and part.name in used
            and not self.is_required(prefix + part.name)
        ]
        texts = [self._text(prefix, node) for node in (function, *private)]
        return StandIn(file, prefix + function.name, b"\n".join(texts))

    def _text(self, prefix: str, function: ast.FunctionDef) -> bytes:
        """Return the lines that assign *function*, made with its helpers beside it."""
        maker = parsed(f"def {_MAKER}():\n    return {function.name}")
        maker.body[:0] = [*self._helpers(function), _bare(function)]
        assigned = f"{prefix}{function.name} = {_MAKER}()"
        return "\n".join([ast.unparse(maker), assigned, f"del {_MAKER}", ""]).encode()

    def _helpers(self, function: ast.FunctionDef) -> list[ast.stmt]:
        """Return the definitions that *function* needs and that only the reference has."""
        needed: list[ast.stmt] = [function]
        for one in needed:  # the list grows meanwhile
            used = names(one)
            for statement in self._tree.body:
                defined = {*_defined(statement)} - self._given
                is_used = bool(defined & used) and self._is_helper(statement, defined)
                if is_used and statement not in needed:
                    needed.append(statement)
        return [
            _bare(one) if isinstance(one, ast.FunctionDef) else one
            for one in sorted(needed[1:], key=self._tree.body.index)
        ]

    def _is_helper(self, statement: ast.stmt, defined: set[str]) -> bool:
        """Return whether *statement* is not one of the functions that students write, too."""
        is_written = isinstance(statement, ast.FunctionDef | ast.ClassDef)
        return not is_written or self._only_given or all(name.startswith("_") for name in defined)


def _bare(function: ast.FunctionDef) -> ast.FunctionDef:
    """Return *function* without annotations, whose names a student may not have imported."""
    bare: ast.FunctionDef = parsed(ast.unparse(function))
    for argument in nodes(ast.arg, bare):
        argument.annotation = None
    for inner in nodes(ast.FunctionDef, bare):
        inner.returns = None
    return bare
