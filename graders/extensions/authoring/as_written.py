"""Leaves the body of a test as it is, with ``student.name`` for the names of the submission.

Objects of the submission stay in its box, so most tests run like that. Not so a test that depends
on sharing a process with the submission: one that passes a function, or a list that it looks at
again. It is not converted, and the reason is returned.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from graders.extensions.authoring.dividing import MAKING_DATA, UNITTEST, asserts, last_name
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
_HARMLESS = MAKING_DATA | {"approx", "range", "enumerate", "zip", "any", "all", "isinstance"}
_OF_PYTEST = frozenset(["raises", "approx", "fail"])


def lines(
    body: Iterable[ast.stmt],
    submission: Collection[str],
    modules: Collection[str],
    lendable: Collection[str] = (),
    helpers: Mapping[str, ast.FunctionDef] = MappingProxyType({}),
) -> tuple[list[str], list[str]]:
    """Return the lines of a check, and the functions that it uses beside. Raises NotConvertible.

    body: has the submission's names as it calls them; modules: those of them that are modules;
    lendable: parameters of the test with values that a call can change; helpers: functions of the
    tests by their names.
    """
    plain = _Plain(helpers)
    statements = [plain.visit(node) for node in body]
    used = {
        name: plain.visit(helpers[name])
        for name in _reached(statements, helpers)
        if not names(*statements) & {*submission} & {name}
    }
    given = {name: _given_to(name, used, submission) for name in used}
    lending = _lending(used, submission)
    for node in used.values():
        parameters = {argument.arg for argument in node.args.args}
        _refuse_sharing(node.body, submission, parameters, used.keys() - lending)
    _refuse_sharing(statements, submission, lendable, used.keys() - lending)
    known = {*submission, *PROVIDED, *(name for name, more in given.items() if STUDENT in more)}
    asserting = {name for name in used if any(map(asserts, _all_of(name, used)))}
    for node in statements:
        if names(node) & known:
            known |= bound(node)
    if not any(
        (asserts(node) or names(node) & asserting) and names(node) & known for node in statements
    ):
        raise NotConvertible("it asserts nothing about the submission")
    renamer = _ByStudent(submission, modules, given)
    done = [renamer.visit(node) for node in statements]
    text = "\n".join(ast.unparse(ast.fix_missing_locations(node)) for node in done)
    return text.split("\n"), [renamer.helper(node) for node in used.values()]


def _reached(statements: Sequence[ast.stmt], helpers: Mapping[str, ast.FunctionDef]) -> list[str]:
    """Return the names of the helpers that are used, those that they use first."""
    found: list[str] = []
    for name in sorted(names(*statements) & helpers.keys()):
        others = {each: node for each, node in helpers.items() if each != name}
        found += [*_reached(helpers[name].body, others), name]
    return [*dict.fromkeys(found)]


def _all_of(name: str, used: Mapping[str, ast.FunctionDef]) -> list[ast.FunctionDef]:
    """Return a helper and those that it uses."""
    return [used[name], *(used[each] for each in _reached([used[name]], used))]


def _given_to(
    name: str, used: Mapping[str, ast.FunctionDef], submission: Collection[str]
) -> list[str]:
    """Return what a helper gets before its arguments: the student, and attributes of self."""
    found = names(*_all_of(name, used))
    given = sorted(word for word in found if word.startswith("self_"))
    return [STUDENT, *given] if found & {*submission} else given


def _lending(used: Mapping[str, ast.FunctionDef], submission: Collection[str]) -> set[str]:
    """Return the helpers that give one of their arguments to a call of something else."""
    lending: set[str] = set()
    for _round in used:
        for name, node in used.items():
            parameters = {argument.arg for argument in node.args.args}
            if _lent([node], used.keys() - lending) & parameters:
                lending.add(name)
    return lending


class _Plain(ast.NodeTransformer):
    """Replaces methods of unittest by assertions of pytest."""

    def __init__(self, helpers: Collection[str]) -> None:
        self._helpers = helpers
        self._caught: set[str] = set()
        """Variables with an exception that unittest has caught."""

    def visit_Return(self, node: ast.Return) -> ast.Return:
        """Replace ``self.assertRaises(X)`` where a helper returns it."""
        self.generic_visit(node)
        if isinstance(node.value, ast.Call) and _is_of_self(node.value):
            node.value = _raising(node.value)
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        """Replace ``raise AssertionError(...)``."""
        error = node.exc
        if error is None or last_name(error) != "AssertionError":
            raise NotConvertible("it raises an exception of its own")
        given = error.args if isinstance(error, ast.Call) else []
        return _of(f"pytest.fail({', '.join(map(ast.unparse, given)) or repr('It fails.')})")

    def visit_Try(self, node: ast.Try) -> ast.stmt:
        """Remove handlers that only word a failure of the test in another way."""
        for handler in node.handlers:
            is_failure = handler.type is not None and last_name(handler.type) == "AssertionError"
            if not is_failure or not isinstance(handler.body[-1], ast.Raise) or node.finalbody:
                raise NotConvertible("it has a try of its own")
        if node.orelse or not node.handlers:
            raise NotConvertible("it has a try of its own")
        plain = ast.If(ast.Constant(True), node.body, [])
        return self.generic_visit(plain)  # type: ignore[return-value]

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
        options = {keyword.arg or "": ast.unparse(keyword.value) for keyword in call.keywords}
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
        if last_name(call) == "subTest":
            return ast.If(ast.Constant(True), node.body, [])
        node.items[0].context_expr = _raising(call)
        return node


class _ByStudent(ast.NodeTransformer):
    """Puts ``student.`` before the submission's names; modules of it fall away."""

    def __init__(
        self,
        submission: Collection[str],
        modules: Collection[str],
        given: Mapping[str, Sequence[str]],
    ) -> None:
        """given: of each helper, what it gets before its arguments."""
        self._submission, self._modules, self._given = submission, modules, given

    def helper(self, node: ast.FunctionDef) -> str:
        """Return the source of a helper."""
        node = self.visit(node)
        node.args.args[:0] = [ast.arg(name) for name in self._given[node.name]]
        return ast.unparse(ast.fix_missing_locations(node))

    def visit_Call(self, node: ast.Call) -> ast.Call:
        """Give a helper what it needs."""
        before: list[ast.expr] = []
        if isinstance(node.func, ast.Name) and node.func.id in self._given:
            before = [ast.Name(name, ast.Load()) for name in self._given[node.func.id]]
            node.args = [self.visit(argument) for argument in node.args]
            node.keywords = [self.visit(option) for option in node.keywords]
        else:
            self.generic_visit(node)
        node.args[:0] = before
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Replace a name."""
        if node.id in self._modules:
            raise NotConvertible(f"it uses the module {node.id} itself")
        if self._given.get(node.id):
            raise NotConvertible(f"it passes {node.id}, a function of the tests")
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


def _raising(call: ast.Call) -> ast.expr:
    """Return ``pytest.raises`` for ``self.assertRaises``. Raises NotConvertible for any other."""
    given = [ast.unparse(argument) for argument in call.args]
    if last_name(call) not in ("assertRaises", "assertRaisesRegex"):
        raise NotConvertible(f"it asserts within `with {ast.unparse(call)}`")
    match = "".join(f", match={pattern}" for pattern in given[1:2])
    new = _of(f"pytest.raises({given[0]}{match})")
    assert isinstance(new, ast.Expr)
    return new.value


def _refuse_sharing(
    statements: Sequence[ast.stmt],
    submission: Collection[str],
    lendable: Collection[str],
    harmless: Collection[str],
) -> None:
    """Raise NotConvertible if a test needs the submission in its own process.

    harmless: functions of the tests that do not pass their arguments on.
    """
    used = names(*statements)
    alone = sorted(used & _ALONE)
    if alone:
        raise NotConvertible(f"it uses {alone[0]}, but the submission is in another process")
    inner = nodes((ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda), *statements)
    orders = {
        id(option.value)
        for call in nodes(ast.Call, *statements)
        for option in call.keywords
        if option.arg == "key" and ast.unparse(call.func) in ("sorted", "min", "max")
    }
    if any(id(node) not in orders for node in inner):
        raise NotConvertible("it has a function or a class of its own")
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
    _refuse_lending(statements, {*submission}, lendable, harmless)


def _refuse_lending(
    statements: Sequence[ast.stmt],
    submission: set[str],
    lendable: Collection[str],
    harmless: Collection[str],
) -> None:
    """Raise NotConvertible if a call gets a list of the test that is looked at afterwards."""
    changeable = {
        name
        for node in nodes((ast.Assign, ast.AnnAssign, ast.For), *statements)
        if nodes(_CHANGEABLE, node if not isinstance(node, ast.For) else node.iter)
        and not _makes_object(node, submission)
        for name in bound(node)
    } | {*lendable}
    changeable -= _atoms(statements)
    uses: dict[str, int] = {}
    for node in nodes(ast.Name, *statements):
        if isinstance(node.ctx, ast.Load):
            uses[node.id] = uses.get(node.id, 0) + 1
    for name in sorted(changeable & _lent(statements, harmless)):
        if uses.get(name, 0) > 1:
            raise NotConvertible(
                f"it uses `{name}`, which the submission may change: its arguments are copies"
            )


def _atoms(statements: Sequence[ast.stmt]) -> set[str]:
    """Return the variables of loops over literals that only get numbers, texts and their tuples."""
    known: dict[str, Any] = {}
    for node in nodes(ast.Assign, *statements):
        for name in bound(node):
            known[name] = None if name in known else _literal(node.value, {})
    found: dict[str, bool] = {}
    for node in nodes(ast.For, *statements):
        for item in _literal(node.iter, known) or [None]:
            _note(node.target, item, found)
    return {name for name, is_atom in found.items() if is_atom} - known.keys()


def _literal(node: ast.expr, known: Mapping[str, Any]) -> Any:
    """Return the value of a literal, or of a loop over one; None for any other."""
    if isinstance(node, ast.Name):
        return known.get(node.id)
    called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
    if isinstance(node, ast.Call) and called in ("enumerate", "zip"):
        given = [_literal(part, known) for part in node.args]
        rows = given[:1] if called == "enumerate" else given
        if not all(isinstance(row, list | tuple) for row in rows):
            return None
        return [*(enumerate(rows[0]) if called == "enumerate" else zip(*rows, strict=False))]
    try:
        return ast.literal_eval(node)
    except ValueError:
        return None


def _note(target: ast.expr, value: Any, found: dict[str, bool]) -> None:
    """Note whether each variable of *target* gets an atom."""
    parts = target.elts if isinstance(target, ast.Tuple) else []
    if isinstance(value, list | tuple) and len(parts) == len(value) > 0:
        for part, item in zip(parts, value, strict=True):
            _note(part, item, found)
        return
    for name in bound(target):
        found[name] = found.get(name, True) and _is_atom(value)


def _is_atom(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_atom, value))
    return isinstance(value, str | bytes | int | float | complex)


def _lent(statements: Sequence[ast.stmt], harmless: Collection[str]) -> set[str]:
    """Return the variables that calls get, but not those that are known to change nothing."""
    return {
        name.id
        for call in nodes(ast.Call, *statements)
        if last_name(call) not in (*_HARMLESS, *harmless)
        and not isinstance(getattr(call.func, "value", None), ast.Constant)
        for part in (*call.args, *(each.value for each in call.keywords))
        for name in nodes(ast.Name, part)
    }


def _makes_object(node: ast.stmt, submission: set[str]) -> bool:
    """Return whether an assignment is of a single call of the submission: an object in its box."""
    made = getattr(node, "value", None)
    return isinstance(made, ast.Call) and bool(names(made.func) & submission)
