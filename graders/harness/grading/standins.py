"""Puts one function of the reference into a submission's file, as text behind the student's own.

The student's file is never parsed: a parser can be made to crash, and this is the judge's own
process. The reference's is, and so the stand-in is made from its syntax tree, with the helpers of
the reference that it needs. It calls the student's own functions otherwise.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

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
    reference: Mapping[str, bytes], starter: Mapping[str, bytes]
) -> Iterator[StandIn]:
    """Yield a stand-in for each function that the starter has, or that is public.

    Private functions that the starter lacks are helpers of the reference: no student has them.
    """
    for file, data in reference.items():
        tree, given = ast.parse(data), _names(ast.parse(starter.get(file, b"")))
        for statement in tree.body:
            if isinstance(statement, ast.FunctionDef):
                if _is_required(statement.name, statement.name, given):
                    yield _Maker(tree, given).of_function(file, statement)
            elif isinstance(statement, ast.ClassDef):
                for part in statement.body:
                    if isinstance(part, ast.FunctionDef) and _is_required(
                        part.name, f"{statement.name}.{part.name}", given
                    ):
                        yield _Maker(tree, given).of_method(file, statement, part)


def _is_required(name: str, qualified: str, given: frozenset[str]) -> bool:
    is_private = name.startswith("_") and not name.endswith("__")
    return qualified in given or not is_private


def _names(tree: ast.Module) -> frozenset[str]:
    """Return the qualified names of the definitions in *tree*."""
    names = set()
    for statement in tree.body:
        names |= {*_defined(statement)}
        if isinstance(statement, ast.ClassDef):
            for part in statement.body:
                names |= {f"{statement.name}.{name}" for name in _defined(part)}
    return frozenset(names)


def _defined(statement: ast.stmt) -> list[str]:
    """Return the names that *statement* defines, except for star imports."""
    match statement:
        case ast.FunctionDef() | ast.ClassDef():
            return [statement.name]
        case ast.Assign():
            return [part.id for part in statement.targets if isinstance(part, ast.Name)]
        case ast.AnnAssign(target=ast.Name() as target):
            return [target.id]
        case ast.Import() | ast.ImportFrom():
            names = [part.asname or part.name.split(".")[0] for part in statement.names]
            return [name for name in names if name != "*"]
    return []


class _Maker:
    """Makes stand-ins from one file of the reference."""

    def __init__(self, tree: ast.Module, given: frozenset[str]) -> None:
        self._tree = tree
        self._given = given

    def of_function(self, file: str, function: ast.FunctionDef) -> StandIn:
        """Return the stand-in of a function of the module."""
        made = self._made(function)
        assigned = f"{function.name} = {_MAKER}()"
        return StandIn(file, function.name, _text(made, assigned))

    def of_method(
        self, file: str, owner: ast.ClassDef, method: ast.FunctionDef
    ) -> StandIn:
        """Return the stand-in of a method, with the private methods that only the reference has."""
        used = {
            node.attr for node in ast.walk(method) if isinstance(node, ast.Attribute)
        }
        lines = [f"{owner.name}.{method.name} = {_MAKER}()"]
        texts = [_text(self._made(method), *lines)]
        for part in owner.body:
            if not isinstance(part, ast.FunctionDef) or part.name not in used:
                continue
            if not _is_required(part.name, f"{owner.name}.{part.name}", self._given):
                target = f"{owner.name}.{part.name}"
                texts.append(_text(self._made(part), f"{target} = {_MAKER}()"))
        return StandIn(file, f"{owner.name}.{method.name}", b"\n".join(texts))

    def _made(self, function: ast.FunctionDef) -> ast.FunctionDef:
        """Return a function that returns *function*, with its helpers inside."""
        maker = ast.parse(f"def {_MAKER}():\n    return {function.name}").body[0]
        assert isinstance(maker, ast.FunctionDef)
        maker.body[:0] = [*self._helpers(function), _bare(function)]
        return maker

    def _helpers(self, function: ast.FunctionDef) -> list[ast.stmt]:
        """Return the definitions that *function* needs and that only the reference has."""
        needed: list[ast.stmt] = []
        waiting: list[ast.AST] = [function]
        while waiting:
            names = _read_names(waiting.pop())
            for statement in self._tree.body:
                own = {*_defined(statement)} - self._given
                if statement in needed or not own & names or statement is function:
                    continue
                if _is_helper(statement, own):
                    needed.append(statement)
                    waiting.append(statement)
        order: Sequence[ast.stmt] = self._tree.body
        return [
            _bare(one) if isinstance(one, ast.FunctionDef) else one
            for one in sorted(needed, key=order.index)
        ]


def _is_helper(statement: ast.stmt, names: set[str]) -> bool:
    """Return whether *statement* is not one of the functions that students write, too."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return all(name.startswith("_") for name in names)
    return True


def _read_names(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _bare(function: ast.FunctionDef) -> ast.FunctionDef:
    """Return *function* without annotations, whose names a student may not have imported."""
    bare = ast.parse(ast.unparse(function)).body[0]
    assert isinstance(bare, ast.FunctionDef)
    for node in ast.walk(bare):
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.FunctionDef):
            node.returns = None
    return bare


def _text(maker: ast.FunctionDef, *lines: str) -> bytes:
    return "\n".join([ast.unparse(maker), *lines, f"del {_MAKER}", ""]).encode()
