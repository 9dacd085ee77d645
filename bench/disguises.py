"""Disguised copies of Python programs, by the kinds of changes that Prechelt, Malpohl and Philippsen list for JPlag."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Mapping

Change = Callable[[ast.Module, random.Random], ast.Module]


def layout(tree: ast.Module, chance: random.Random) -> ast.Module:
    """Drop comments and layout, as parsing has done."""
    return tree


class _Names(ast.NodeTransformer):
    def __init__(self, tree: ast.Module) -> None:
        stored = {
            node.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        self.fresh = {name: f"v{number}" for number, name in enumerate(sorted(stored))}

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self.fresh.get(node.id, node.id)
        return node


def names(tree: ast.Module, chance: random.Random) -> ast.Module:
    """Rename all variables."""
    return _Names(tree).visit(tree)  # type: ignore[no-any-return]


def _bodies(tree: ast.AST) -> list[list[ast.stmt]]:
    """Return the lists of statements below *tree*."""
    bodies = []
    for node in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            body = getattr(node, field, None)
            if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
                bodies.append(body)
    return bodies


def order(tree: ast.Module, chance: random.Random) -> ast.Module:
    """Shuffle functions, methods and classes that stand beside each other."""
    for body in _bodies(tree):
        places = [
            at for at, each in enumerate(body) if isinstance(each, ast.FunctionDef | ast.ClassDef)
        ]
        shuffled = [body[at] for at in places]
        chance.shuffle(shuffled)
        for at, each in zip(places, shuffled, strict=True):
            body[at] = each
    return tree


def junk(tree: ast.Module, chance: random.Random) -> ast.Module:
    """Insert a statement without effect before each sixth one."""
    count = 0
    for body in _bodies(tree):
        for at in range(len(body) - 1, -1, -1):
            count += 1
            if count % 6 == 0 and not isinstance(body[at], ast.ImportFrom):
                body.insert(at, ast.parse(f"spare_{count} = [{chance.randrange(99)}]").body[0])
    return tree


class _Loops(ast.NodeTransformer):
    count = 0

    def visit_For(self, node: ast.For) -> list[ast.stmt] | ast.For:
        self.generic_visit(node)
        if any(isinstance(each, ast.Continue) for each in ast.walk(node)) or node.orelse:
            return node
        self.count += 1
        queue = f"rest_{self.count}"
        begin = ast.parse(f"{queue} = list(0)\nwhile {queue}:\n    x = {queue}.pop(0)").body
        first, loop = begin
        first.value.args = [node.iter]  # type: ignore[attr-defined]
        loop.body[0].targets = [node.target]  # type: ignore[attr-defined]
        loop.body += node.body  # type: ignore[attr-defined]
        return begin


def loops(tree: ast.Module, chance: random.Random) -> ast.Module:
    """Write each `for` as a `while`."""
    return _Loops().visit(tree)  # type: ignore[no-any-return]


class _Branches(ast.NodeTransformer):
    def visit_If(self, node: ast.If) -> ast.If:
        self.generic_visit(node)
        if node.orelse:
            node.body, node.orelse = node.orelse, node.body
            node.test = ast.UnaryOp(ast.Not(), node.test)
        return node


def branches(tree: ast.Module, chance: random.Random) -> ast.Module:
    """Negate conditions and exchange their branches."""
    return _Branches().visit(tree)  # type: ignore[no-any-return]


class _Expressions(ast.NodeTransformer):
    turned = {
        ast.Lt: ast.Gt,
        ast.Gt: ast.Lt,
        ast.LtE: ast.GtE,
        ast.GtE: ast.LtE,
        ast.Eq: ast.Eq,
        ast.NotEq: ast.NotEq,
    }

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        if not isinstance(node.target, ast.Name):
            return node
        value = ast.BinOp(ast.Name(node.target.id, ast.Load()), node.op, node.value)
        return ast.Assign([node.target], value, lineno=node.lineno)

    def visit_Compare(self, node: ast.Compare) -> ast.Compare:
        self.generic_visit(node)
        turned = self.turned.get(type(node.ops[0]))
        if turned and len(node.ops) == 1:
            node.left, node.comparators, node.ops = node.comparators[0], [node.left], [turned()]
        return node


def expressions(tree: ast.Module, chance: random.Random) -> ast.Module:
    """Write `x += 1` as `x = x + 1`, and `a < b` as `b > a`."""
    return _Expressions().visit(tree)  # type: ignore[no-any-return]


def split(tree: ast.Module, chance: random.Random) -> ast.Module:
    """Give the value of each second `return` and assignment a variable of its own."""
    count = 0
    for body in _bodies(tree):
        for at in range(len(body) - 1, -1, -1):
            each = body[at]
            if isinstance(each, ast.Return | ast.Assign) and each.value:
                count += 1
                if count % 2:
                    body.insert(
                        at,
                        ast.Assign([ast.Name(f"part_{count}", ast.Store())], each.value, lineno=1),
                    )
                    each.value = ast.Name(f"part_{count}", ast.Load())
    return tree


CHANGES: Mapping[str, Change] = {
    "comments and layout": layout, "names": names, "order of functions": order, "statements without effect": junk,
    "loops": loops, "branches": branches, "expressions": expressions, "split statements": split,
}  # fmt: skip


def disguised(source: str, kinds: list[str], seed: int = 1) -> str:
    """Return *source* after the changes of these *kinds*."""
    tree, chance = ast.parse(source), random.Random(seed)
    for kind in kinds:
        tree = CHANGES[kind](tree, chance)
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"
