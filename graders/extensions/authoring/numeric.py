"""Comparisons by numpy, as comparisons that the judge makes: it has no numpy."""

from __future__ import annotations

import ast
from collections.abc import Collection
from typing import Any

from graders.extensions.authoring.dividing import expression, last_name
from graders.extensions.shared.checks_of_tests import NotConvertible

_CLOSE = frozenset(["isclose", "allclose", "assert_allclose"])
_DECIMALS = frozenset(["assert_almost_equal", "assert_array_almost_equal"])
_EXACT = frozenset(["array_equal", "assert_array_equal", "assert_equal"])


class Numeric(ast.NodeTransformer):
    """Replaces calls such as ``np.allclose(got, [1, 2])`` by ``==`` with a tolerance."""

    def __init__(self, packages: Collection[str]) -> None:
        """packages: the names of the packages that only the box has."""
        self._packages = packages

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Replace an assertion of ``np.testing``."""
        self.generic_visit(node)
        if isinstance(node.value, ast.Compare):
            return ast.Assert(node.value, None)
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        """Replace a comparison of two values."""
        self.generic_visit(node)
        name, package = last_name(node), ast.unparse(node.func).partition(".")[0]
        if name == "bool" and len(node.args) == 1 and isinstance(node.args[0], ast.Compare):
            return node.args[0]
        if package not in self._packages or name not in {*_CLOSE, *_DECIMALS, *_EXACT}:
            return node
        if len(node.args) < 2:
            raise NotConvertible(f"it calls {name} in an unusual way")
        got, want = node.args[:2]
        if _literal(want) is None and _literal(got) is not None:
            got, want = want, got
        value = _literal(want)
        if value is None:
            raise NotConvertible(f"it compares by {name} with what is no literal")
        options = {option.arg or "": ast.unparse(option.value) for option in node.keywords}
        rest = [*map(ast.unparse, node.args[2:])]
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number:
            got = expression(f"{package}.asarray({ast.unparse(got)}).tolist()")
        elif name in ("allclose", "assert_allclose"):
            got = expression(f"{package}.asarray({ast.unparse(got)}).item()")
        if name in _EXACT:
            wanted = repr(value)
        elif name in _DECIMALS:
            decimal = options.get("decimal", (rest or ["7" if name[7] == "a" else "6"])[0])
            wanted = f"pytest.approx({value!r}, rel=0, abs=1.5 * 10 ** -({decimal}))"
        else:
            smallest = "0" if name == "assert_allclose" else "1e-08"
            relative = options.get("rtol", (rest or ["1e-07" if smallest == "0" else "1e-05"])[0])
            absolute = options.get("atol", [*rest[1:], smallest][0])
            wanted = f"pytest.approx({value!r}, rel={relative}, abs={absolute})"
            if is_number:
                wanted = (
                    f"pytest.approx({value!r}, rel=0, abs={absolute} + {relative} * abs({value!r}))"
                )
        return ast.Compare(got, [ast.Eq()], [expression(wanted)])

    def visit_Compare(self, node: ast.Compare) -> Any:
        """Have labels of a table looked for among a list of them."""
        self.generic_visit(node)
        right = node.comparators[0]
        is_in = isinstance(node.ops[0], ast.In | ast.NotIn)
        if is_in and isinstance(right, ast.Attribute) and right.attr in ("columns", "index"):
            node.comparators[0] = expression(f"list({ast.unparse(right)})")
        return node


def _literal(node: ast.expr) -> Any:
    """Return the value of a literal, or of an array that is made of one; None for any other."""
    if isinstance(node, ast.Call) and last_name(node) in ("array", "make_array", "asarray"):
        if len(node.args) != 1 or node.keywords:
            return None
        node = node.args[0]
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return None
    return [*value] if isinstance(value, tuple) else value
