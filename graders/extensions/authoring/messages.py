"""Removes from a test the messages that show values: a check shows both sides by itself."""

from __future__ import annotations

import ast

from graders.extensions.authoring.dividing import UNITTEST, last_name
from graders.extensions.shared.checks_of_tests import bound
from graders.harness.assignment.trees import names, nodes


def without_messages(test: ast.FunctionDef) -> ast.FunctionDef:
    """Return *test* without messages that have variables, and without texts made for them."""
    function = _Quiet().visit(ast.parse(ast.unparse(test)).body[0])
    read = {node.id for node in nodes(ast.Name, function) if isinstance(node.ctx, ast.Load)}
    quiet: ast.FunctionDef = _WithoutTexts(read).visit(function)
    return quiet


class _Quiet(ast.NodeTransformer):
    def visit_Assert(self, node: ast.Assert) -> ast.Assert:
        """Remove the message of an ``assert``."""
        if node.msg and names(node.msg):
            node.msg = None
        return node

    def visit_Call(self, node: ast.Call) -> ast.Call:
        """Remove the message of a method of unittest."""
        method = last_name(node)
        if method in UNITTEST and method != "assertAlmostEqual":
            number = UNITTEST[method][1]
            node.args = [
                *node.args[:number],
                *(each for each in node.args[number:] if not names(each)),
            ]
            node.keywords = [
                each for each in node.keywords if each.arg != "msg" or not names(each.value)
            ]
        return node


class _WithoutTexts(ast.NodeTransformer):
    def __init__(self, read: set[str]) -> None:
        self._read = read

    def visit_Assign(self, node: ast.Assign) -> ast.Assign | None:
        """Remove a text that nothing reads."""
        is_text = isinstance(node.value, ast.JoinedStr) or (
            isinstance(node.value, ast.Call)
            and isinstance(getattr(node.value.func, "value", None), ast.Constant)
        )
        return None if is_text and not bound(node) & self._read else node
