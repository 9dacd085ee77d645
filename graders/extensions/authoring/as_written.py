"""Leaves the body of a test as it is, with ``student.name`` for the names of the submission.

Objects of the submission stay in its box, so most tests run like that. Not so a test that depends
on sharing a process with the submission: one that passes a function, or a list that it looks at
again. It is not converted, and the reason is returned.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Sequence

from graders.extensions.authoring.dividing import UNITTEST, asserts, last_name
from graders.extensions.shared.checks_of_tests import NotConvertible, bound
from graders.harness.assignment.trees import names, nodes, parsed

STUDENT = "student"
PROVIDED = ("capsys", "tmp_path")
"""Fixtures of pytest that checks have."""
_CHANGEABLE = (ast.List, ast.Dict, ast.Set, ast.Call, ast.comprehension)
_ALONE = frozenset(
    (
        *("open", "type", "vars", "dir", "id", "issubclass", "super", "eval", "exec", "input"),
        *("globals", "locals", "setattr", "getattr", "next", "iter", "callable"),
    )
)
"""Functions that do something else with an object in another process."""
_OF_PYTEST = frozenset(["raises", "approx", "fail"])


def lines(
    body: Iterable[ast.stmt],
    submission: Collection[str],
    modules: Collection[str],
    lendable: Collection[str] = (),
) -> list[str]:
    """Return the lines of a check. Raises NotConvertible.

    body: has the submission's names as it calls them; modules: those of them that are modules;
    lendable: parameters of the test with values that a call can change.
    """
    plain = _Plain()
    statements = [plain.visit(node) for node in body]
    _refuse_sharing(statements, submission, lendable)
    known = {*submission, *PROVIDED}
    for node in statements:
        if names(node) & known:
            known |= bound(node)
    if not any(asserts(node) and names(node) & known for node in statements):
        raise NotConvertible("it asserts nothing about the submission")
    renamer = _ByStudent(submission, modules)
    done = [renamer.visit(node) for node in statements]
    return "\n".join(ast.unparse(ast.fix_missing_locations(node)) for node in done).split("\n")


class _Plain(ast.NodeTransformer):
    """Replaces methods of unittest by assertions of pytest."""

    def __init__(self) -> None:
        self._caught: set[str] = set()
        """Variables with an exception that unittest has caught."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Replace ``caught.exception``."""
        self.generic_visit(node)
        if node.attr == "exception" and ast.unparse(node.value) in self._caught:
            return ast.Attribute(node.value, "value", node.ctx)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        """Note another name of ``caught.exception``."""
        if ast.unparse(node.value).removesuffix(".exception") in self._caught:
            self._caught |= bound(node)
        self.generic_visit(node)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """Replace ``type(caught.exception) == X``."""
        left = node.left
        if (
            isinstance(left, ast.Call)
            and ast.unparse(left.func) == "type"
            and ast.unparse(left.args[0]).removesuffix(".exception") in self._caught
        ):
            called = [left.args[0], node.comparators[0]]
            new = ast.Call(ast.Name("isinstance", ast.Load()), called, [])
            return self.generic_visit(new)  # type: ignore[return-value]
        self.generic_visit(node)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        """Replace ``self.assertEqual(a, b)``."""
        call = node.value
        if not isinstance(call, ast.Call) or not _is_of_self(call):
            self.generic_visit(node)
            return node
        method = last_name(call)
        given = [ast.unparse(argument) for argument in call.args]
        options = {each.arg or "": ast.unparse(each.value) for each in call.keywords}
        if method == "fail":
            return _of(f"pytest.fail({', '.join(given)})")
        if method in ("assertRaises", "assertRaisesRegex") and len(given) > 1:
            start = 2 if method.endswith("Regex") else 1
            match = "".join(f", match={pattern}" for pattern in given[1:start])
            rest = ", ".join([*given[start + 1 :], *(f"{k}={v}" for k, v in options.items())])
            return _of(f"with pytest.raises({given[0]}{match}):\n {given[start]}({rest})")
        template, number = UNITTEST.get(method, ("", 0))
        if not template or "unordered" in template or len(given) < number:
            raise NotConvertible(f"{ast.unparse(call.func)} has no counterpart")
        rest_of = given[number:]
        if method == "assertAlmostEqual":
            options["places"] = (rest_of or [options.get("places", "7")]).pop(0)
            if "delta" in options:
                template = "{} == approx({}, rel=0.0, abs={delta})"
        test = template.format(*given, **options).replace("approx(", "pytest.approx(")
        message = next(iter(rest_of), options.get("msg", ""))
        new = _of(f"assert {test}" + (f", {message}" if message else ""))
        self.generic_visit(new)
        return new

    def visit_With(self, node: ast.With) -> ast.stmt:
        """Replace ``self.assertRaises(X)``."""
        call = node.items[0].context_expr
        if isinstance(call, ast.Call) and last_name(call).startswith("assertRaises"):
            self._caught |= bound(node)
        self.generic_visit(node)
        if not isinstance(call, ast.Call) or not _is_of_self(call):
            return node
        method, given = last_name(call), [ast.unparse(argument) for argument in call.args]
        if method == "subTest":
            return ast.If(ast.Constant(True), node.body, [])
        if method not in ("assertRaises", "assertRaisesRegex"):
            raise NotConvertible(f"it asserts within `with {ast.unparse(call)}`")
        match = "".join(f", match={pattern}" for pattern in given[1:2])
        new = _of(f"with pytest.raises({given[0]}{match}):\n pass")
        assert isinstance(new, ast.With)
        new.items[0].optional_vars, new.body = node.items[0].optional_vars, node.body
        return new


class _ByStudent(ast.NodeTransformer):
    """Puts ``student.`` before the submission's names; modules of it fall away."""

    def __init__(self, submission: Collection[str], modules: Collection[str]) -> None:
        self._submission, self._modules = submission, modules

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Replace a name."""
        if node.id in self._modules:
            raise NotConvertible(f"it uses the module {node.id} itself")
        if node.id not in self._submission:
            return node
        return ast.Attribute(ast.Name(STUDENT, ast.Load()), node.id, node.ctx)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Replace a name behind its module."""
        if isinstance(node.value, ast.Name) and node.value.id in self._modules:
            return ast.Attribute(ast.Name(STUDENT, ast.Load()), node.attr, node.ctx)
        self.generic_visit(node)
        return node


def _of(text: str) -> ast.stmt:
    statement: ast.stmt = parsed(text)
    return statement


def _is_of_self(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) == "self"


def _refuse_sharing(
    statements: Sequence[ast.stmt], submission: Collection[str], lendable: Collection[str]
) -> None:
    """Raise NotConvertible if a test needs the submission in its own process."""
    used = names(*statements)
    alone = sorted(used & _ALONE)
    if alone:
        raise NotConvertible(f"it uses {alone[0]}, but the submission is in another process")
    inner = nodes(
        (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.Try), *statements
    )
    if inner:
        raise NotConvertible("it has a function, a class or a try of its own")
    for node in nodes(ast.Attribute, *statements):
        of = ast.unparse(node.value)
        if of == "pytest" and node.attr not in _OF_PYTEST:
            raise NotConvertible("it uses pytest in another way than to assert")
        if node.attr.startswith("__"):
            raise NotConvertible(f"it uses {node.attr}, but the object is in another process")
    if used & {"self", "unittest", "setattr"}:
        raise NotConvertible("it uses self or unittest in another way than to assert")
    set_ = [node for node in statements if bound(node) & {*submission}]
    if set_:
        raise NotConvertible("it gives a name of the submission another meaning")
    _refuse_lending(statements, {*submission}, lendable)


def _refuse_lending(
    statements: Sequence[ast.stmt], submission: set[str], lendable: Collection[str]
) -> None:
    """Raise NotConvertible if a call gets a list of the test that is looked at afterwards."""
    changeable = {
        name
        for node in nodes((ast.Assign, ast.AnnAssign, ast.For), *statements)
        if nodes(_CHANGEABLE, node if not isinstance(node, ast.For) else node.iter)
        and not _makes_object(node, submission)
        for name in bound(node)
    } | {*lendable}
    uses: dict[str, int] = {}
    for node in nodes(ast.Name, *statements):
        if isinstance(node.ctx, ast.Load):
            uses[node.id] = uses.get(node.id, 0) + 1
    lent = {
        name
        for call in nodes(ast.Call, *statements)
        for part in (*call.args, *(each.value for each in call.keywords))
        for name in (one.id for one in nodes(ast.Name, part))
        if last_name(call) not in ("len", "sorted", "approx", "sum", "list", "set", "str", "repr")
    }
    for name in sorted(changeable & lent):
        if uses.get(name, 0) > 1:
            raise NotConvertible(
                f"it uses `{name}`, which the submission may change: its arguments are copies"
            )


def _makes_object(node: ast.stmt, submission: set[str]) -> bool:
    """Return whether an assignment is of a single call of the submission: an object in its box."""
    made = getattr(node, "value", None)
    return isinstance(made, ast.Call) and bool(names(made.func) & submission)
