"""Divides the body of a test: between the check, and scripts beside the submission.

Statements that touch the submission become lines of a script. Each assertion asks for its values by
such a script: the lines so far, then the expression. All else stays in the check, as do the
expected values. A single call of a function stays a call.

The judge makes every comparison that has data of the check on one side. In a script, an object of
the submission would win it by its own ``__eq__``. A script compares only two of these objects.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, repeat
from typing import Any

from graders.extensions.shared.checks_of_tests import NotConvertible, bound
from graders.harness.assignment.trees import (
    is_constant,
    names,
    nodes,
    only,
    parsed,
)

PURE = frozenset(
    (
        *("abs", "bool", "callable", "float", "hasattr", "int", "isinstance", "len"),
        *("repr", "round", "str", "type"),
    )
)
"""Functions that change none of their arguments."""

MAKING_DATA = frozenset(
    (
        *("abs", "bool", "bytes", "chr", "dict", "float", "frozenset", "int", "len", "list"),
        *("max", "min", "ord", "pow", "repr", "round", "set", "sorted", "str", "sum", "tuple"),
    )
)
"""Built-in functions whose results cross the pipe."""

APPROX = "rel=1e-6, abs=1e-12"
"""The tolerances of pytest.approx."""

UNITTEST: Mapping[str, tuple[str, int]] = {
    "assertTrue": ("{}", 1),
    "assertFalse": ("not {}", 1),
    "assertIsNone": ("{} is None", 1),
    "assertIsNotNone": ("{} is not None", 1),
    "assertIs": ("{} is {}", 2),
    "assertIsNot": ("{} is not {}", 2),
    "assertEqual": ("{} == {}", 2),
    "assertListEqual": ("{} == {}", 2),
    "assertTupleEqual": ("{} == {}", 2),
    "assertDictEqual": ("{} == {}", 2),
    "assertSetEqual": ("{} == {}", 2),
    "assertSequenceEqual": ("{} == {}", 2),
    "assertMultiLineEqual": ("{} == {}", 2),
    "assertNotEqual": ("{} != {}", 2),
    "assertIn": ("{} in {}", 2),
    "assertNotIn": ("{} not in {}", 2),
    "assertGreater": ("{} > {}", 2),
    "assertGreaterEqual": ("{} >= {}", 2),
    "assertLess": ("{} < {}", 2),
    "assertLessEqual": ("{} <= {}", 2),
    "assertIsInstance": ("isinstance({}, {})", 2),
    "assertRegex": ("re.search({1}, {0})", 2),
    "assertNotRegex": ("not re.search({1}, {0})", 2),
    "assertCountEqual": ("{} == unordered({})", 2),
    "assertAlmostEqual": ("{} == approx({}, rel=0.0, abs=0.5 * 10 ** -({places}))", 2),
}
"""Method of unittest -> the test of an ``assert``, and the number of its arguments."""

WRAPPED = {"approx": "expect_close", "unordered": "expect_unordered"}
"""Function around an expected value -> the comparison."""

_PLACEHOLDER = re.compile(r"_asked_(\d+)_")
_EQUAL = (ast.Eq, ast.Is)
_COMPARING = (ast.Compare, ast.BoolOp, ast.Match)
_CHANGEABLE = (ast.List, ast.Dict, ast.Set, ast.Call, ast.comprehension)
_KEPT = (ast.BoolOp, ast.UnaryOp, ast.boolop, ast.unaryop, ast.keyword)
"""Parts of an assertion that the check evaluates itself."""


def expression(text: str) -> Any:
    """Return the node of an expression. Raises SyntaxError."""
    tree: ast.Expression = ast.parse(text, mode="eval")
    return tree.body


def last_name(node: ast.AST) -> str:
    """Return the last name of a call or an attribute: ``raises`` of ``pytest.raises(...)``."""
    node = getattr(node, "func", node)
    return str(getattr(node, "attr", getattr(node, "id", "")))


def asserts(node: ast.AST) -> bool:
    """Return whether *node* contains an assertion."""
    called = {last_name(item) for item in nodes(ast.Call, node)}
    return bool(nodes(ast.Assert, node)) or any(
        name.startswith("assert") or name in ("raises", "warns", "fail") for name in called
    )


def handed(node: ast.AST) -> set[str]:
    """Return the variables that a call in *node* may change: arguments, and owners of methods."""
    calls = [call for call in nodes(ast.Call, node) if last_name(call) not in PURE]
    arguments = chain.from_iterable(call.args for call in calls)
    owners = only(ast.Attribute, (call.func for call in calls))
    return names(*only(ast.Name, arguments), *(owner.value for owner in owners))


def refuse_comparison(*values: ast.expr) -> None:
    """Raise NotConvertible if the submission would compare *values*, and so decide."""
    if _comparisons(*values):
        raise NotConvertible("it compares within an expression: write a loop, or two assertions")


def _comparisons(*trees: ast.AST) -> list[ast.AST]:
    """Return the comparisons in *trees*, but not those of functions that the submission gets."""
    passed = {id(node) for function in nodes(ast.Lambda, *trees) for node in ast.walk(function)}
    return [node for node in nodes(_COMPARING, *trees) if id(node) not in passed]


def constructs(node: ast.expr) -> bool:
    """Return whether *node* makes an object, by the capital letter of its class."""
    return isinstance(node, ast.Call) and last_name(node)[:1].isupper()


def unchangeable(node: ast.stmt, others: set[str]) -> set[str]:
    """Return the variables that *node* sets to values which no call can change, such as numbers.

    node: an assignment or a loop, else there are none; others: earlier such variables.
    """
    match node:
        case ast.Assign(targets=[target], value=value):
            values = [value]
        case ast.For(target=target, iter=ast.List(elts=values) | ast.Tuple(elts=values)):
            pass
        case ast.For(target=target, iter=ast.Call(func=ast.Name(id="range"))):
            values = []
        case _:
            return set()
    return _unchangeable(target, values, others)


def _unchangeable(target: ast.expr, values: Sequence[ast.expr], others: set[str]) -> set[str]:
    """Return the variables in *target* that no call can change, whichever of *values* it gets."""
    tuples = only(ast.Tuple, values)
    if isinstance(target, ast.Tuple) and len(tuples) == len(values):
        columns = zip(*(value.elts for value in tuples), strict=False)
        parts = map(_unchangeable, target.elts, columns, repeat(others))
        return set().union(*parts)
    is_fixed = not nodes(_CHANGEABLE, *values) and names(*values) <= others
    return bound(target) if is_fixed else set()


def makes_no_data(node: ast.expr, imported: set[str]) -> bool:
    """Return whether an argument may be something that does not cross the pipe, such as a function,
    a range or a date.

    imported: names that the file of tests imports from the standard library.
    """
    called = {id(call.func) for call in nodes(ast.Call, node)}
    used = nodes(ast.Name, node)
    functions = [name.id for name in used if id(name) not in called]
    makers = [name.id for name in used if id(name) in called]
    return (
        bool(nodes((ast.Lambda, ast.GeneratorExp), node))
        or any(name.id in imported for name in used)
        or any(callable(getattr(builtins, name, None)) for name in functions)
        or any(hasattr(builtins, name) and name not in MAKING_DATA for name in makers)
    )


@dataclass(frozen=True, slots=True)
class SubmissionNames:
    """The names by which tests may touch the submission."""

    names: frozenset[str]
    """Functions, classes and modules."""
    modules: frozenset[str]
    imports: tuple[ast.stmt, ...] = ()
    """Imports of the standard library in the file of tests."""
    boxed: tuple[ast.stmt, ...] = ()
    """Those of packages that only the box has."""

    @property
    def imported(self) -> set[str]:
        """The names that these imports bind."""
        return set().union(*map(bound, self.imports))


@dataclass(slots=True)
class Scope:
    """The body of a test so far."""

    submission: SubmissionNames
    plain: set[str]
    """Variables of the check."""
    remote: set[str] = field(default_factory=set)
    """Variables with values of the submission."""
    lent: set[str] = field(default_factory=set)
    """Variables with data of the check that the submission may have changed."""
    constants: set[str] = field(default_factory=set)
    """Those of the check's variables whose values no call can change."""
    mutable: set[str] = field(default_factory=set)
    """Those of the check's variables that a call may change."""
    script: list[str] = field(default_factory=list)
    """The lines so far that run beside the submission."""
    questions: list[str] = field(default_factory=list)
    """Calls of the submission, for which placeholders stand."""

    def is_remote(self, node: ast.AST) -> bool:
        """Return whether *node* touches the submission."""
        return self.is_students(node) or bool(names(node) & self.lent)

    def is_students(self, node: ast.AST) -> bool:
        """Return whether the value of *node* depends on code of the submission."""
        return bool(names(node) & (self.submission.names | self.remote))

    def lines(self, body: Iterable[ast.stmt]) -> list[str]:
        """Return the lines of a check. Raises NotConvertible."""
        return list(chain.from_iterable(map(self._statement, body)))

    def _statement(self, node: ast.stmt) -> list[str]:
        converters: dict[type, Callable[[Any], list[str]]] = {
            ast.Assert: self._assert,
            ast.Expr: self._method,
            ast.With: self._with,
            ast.For: self._loop,
        }
        if not asserts(node):
            touched = (bound(node) | handed(node)) & self._sent()
            beside = touched or self.is_remote(node) or nodes(ast.Lambda, node)
            return (self._step if beside else self._kept)(node)
        if type(node) not in converters:
            line = ast.unparse(node).splitlines()[0]
            raise NotConvertible(f"it asserts within `{line}`")
        return converters[type(node)](node)

    def _sent(self) -> set[str]:
        """Return the names in the script, whose values may not change in the check any more."""
        return names(ast.parse("\n".join(self.script)))

    def _kept(self, node: ast.stmt) -> list[str]:
        """Keep a statement of the check."""
        self.plain |= bound(node)
        self.constants = (self.constants - bound(node)) | unchangeable(node, self.constants)
        if nodes(_CHANGEABLE, node):
            self.mutable |= bound(node)
        return [] if is_constant(node) else ast.unparse(node).split("\n")

    def _step(self, node: ast.stmt) -> list[str]:
        """Have a statement run beside the submission from now on."""
        if compared := _comparisons(node):
            raise NotConvertible(
                f"the submission would decide `{ast.unparse(compared[0])}`: compare in an assertion"
            )
        self.script += ast.unparse(node).split("\n")
        is_value = isinstance(node, ast.Assign) and self.is_students(node.value)
        self.remote = self.remote - bound(node) | (bound(node) if is_value else set())
        # a list that the submission gets may change there
        self.lent |= bound(node) | (handed(node) & self.plain - self.constants)
        self.lent -= self.remote
        self.constants -= bound(node)
        return []

    def _loop(self, node: ast.For) -> list[str]:
        inner = replace(
            self,
            plain=self.plain | bound(node.target),
            remote=set(self.remote),
            lent=set(self.lent),
            constants=(self.constants - bound(node.target)) | unchangeable(node, self.constants),
            script=[*self.script],
        )
        lines = inner.lines(node.body)
        added = ast.parse("\n".join(inner.script[len(self.script) :]))
        outer = (
            names(added) & (self.remote | self.lent | self.mutable)
            | bound(node.target) & self._sent()
        )
        if outer or self.is_remote(node.iter):
            raise NotConvertible(
                "a loop with assertions is over the submission's values, or changes an object from "
                "outside of it"
            )
        head = f"for {ast.unparse(node.target)} in {ast.unparse(node.iter)}:"
        return [head, *(f"    {line}" for line in lines)]

    def _with(self, node: ast.With) -> list[str]:
        call: Any = node.items[0].context_expr
        if last_name(call) == "subTest":
            return self.lines(node.body)
        if last_name(call) not in ("raises", "assertRaises"):
            raise NotConvertible(f"it asserts within `with {ast.unparse(call)}`")
        if call.keywords or not isinstance(call.args[0], ast.Name):
            raise NotConvertible("it compares more of an exception than one class")
        step, *more = node.body
        if more or not isinstance(step, ast.Expr):
            raise NotConvertible("more than one expression may raise the exception")
        kind = ast.unparse(call.args[0])
        class_name = kind if hasattr(builtins, kind) else repr(kind)
        line = f"expect_raises({self._question(step.value, 'attempt')}, {class_name})"
        tried = [f"    {line}" for line in ast.unparse(step).split("\n")]
        self.script += ["try:", *tried, "except Exception:", "    pass"]
        return [self._filled(line)]

    def _method(self, node: ast.Expr) -> list[str]:
        """Convert a method of unittest by an equal ``assert``."""
        call: Any = node.value
        method, arguments = last_name(call), [ast.unparse(argument) for argument in call.args]
        options = {keyword.arg: ast.unparse(keyword.value) for keyword in call.keywords}
        if method == "assertRaises":
            kind, function, *rest = arguments
            rest += [f"{name}={value}" for name, value in options.items()]
            return self._with(parsed(f"with raises({kind}):\n {function}({', '.join(rest)})"))
        if method not in UNITTEST:
            raise NotConvertible(f"{ast.unparse(call.func)} has no counterpart")
        template, number = UNITTEST[method]
        rest = arguments[number:]
        if method == "assertAlmostEqual":
            options["places"] = (rest or [options.get("places", "7")]).pop(0)
            if "delta" in options:
                template = "{} == approx({}, rel=0.0, abs={delta})"
        test = template.format(*arguments, **options)
        message = next(iter(rest), options.get("msg", ""))
        return self._assert(parsed(f"assert {test}" + (f", {message}" if message else "")))

    def _assert(self, node: ast.Assert) -> list[str]:
        """Convert an assertion on the submission; keep any other."""
        test, message = node.test, node.msg and ast.unparse(node.msg)
        if node.msg and names(node.msg) & (self.remote | self.lent):
            raise NotConvertible("its message shows a value of the submission")
        if not self.is_remote(test):
            raise NotConvertible(f"`{ast.unparse(test)}` says nothing about the submission")
        if isinstance(test, ast.Compare) and isinstance(test.ops[-1], _EQUAL):
            return self._equal(test, message or "")
        message = message or repr(f"{ast.unparse(test)} is not true.")
        answered = _Asking(self).visit(parsed(ast.unparse(test)).value)
        return [self._filled(f"assert {ast.unparse(answered)}, {message}")]

    def _equal(self, test: ast.Compare, message: str) -> list[str]:
        left, right, *more = test.left, *test.comparators
        got, want = (left, right) if self.is_remote(left) else (right, left)
        comparison, tolerance = WRAPPED.get(last_name(want), "expect"), ""
        is_wrapped = isinstance(want, ast.Call) and comparison != "expect"
        if isinstance(want, ast.Call) and is_wrapped:
            more += want.args[1:]
            given = ", ".join(map(ast.unparse, want.keywords))
            tolerance = (given or APPROX) * (comparison == "expect_close")
            want = want.args[0]
        if more:
            raise NotConvertible("it compares more than two values at once")
        compared = ast.Compare(got, test.ops, [want])
        sides = _Asking(self).sides(compared, split=is_wrapped)
        values = map(ast.unparse, [*sides, ast.Constant(True)][:2])
        parts = filter(None, (*values, message, tolerance))
        return [self._filled(f"{comparison}({', '.join(parts)})")]

    def _question(self, value: ast.expr, operation: str = "script") -> str:
        """Return a placeholder for the call that asks the submission for *value*.

        A change by the expression lasts.
        """
        self.questions.append(self._direct(value, operation) or self._script(value, operation))
        changing = handed(value) & (self.remote | self.lent | self.mutable)
        if operation == "script" and changing:
            self.script += ast.unparse(value).split("\n")
            self.lent |= changing - self.remote
        return f"_asked_{len(self.questions) - 1}_"

    def ask(self, value: ast.expr) -> ast.expr:
        """Return the placeholder for a value that is no comparison."""
        refuse_comparison(value)
        return self.placeholder(value)

    def placeholder(self, value: ast.expr) -> ast.expr:
        """Return the placeholder for any value."""
        return ast.Name(self._question(value), ast.Load())

    def _direct(self, value: ast.expr, operation: str) -> str:
        """Return a call of a function of the submission; "" if *value* is none by itself."""
        call: Any = value
        owner = getattr(getattr(value, "func", None), "value", None)
        is_call = isinstance(value, ast.Call) and not call.keywords and operation == "script"
        if not is_call or self.script or any(map(self.is_remote, call.args)):
            return ""
        if any(makes_no_data(argument, self.submission.imported) for argument in call.args):
            return ""  # it is made beside the submission
        known = self.submission.modules if owner else self.submission.names
        first = names(owner or call.func)
        is_name = isinstance(owner or call.func, ast.Name) and first <= known
        arguments = ", ".join(map(ast.unparse, call.args))
        return f"student.{last_name(call)}({arguments})" if is_name else ""

    def _script(self, value: ast.expr, operation: str) -> str:
        text = "\n".join([*self.script, ast.unparse(value)])
        used = names(ast.parse(text))
        imports = (*self.submission.imports, *self.submission.boxed)
        needed = [node for node in imports if bound(node) & used]
        text = "\n".join([*map(ast.unparse, needed), text])
        data = sorted(used & self.plain - self.submission.imported)
        pairs = ", ".join(f'"{name}": {name}' for name in data)
        arguments = f"{quoted(text)}, {{{pairs}}}" if data else quoted(text)
        return f"student.{operation}({arguments})"

    def _filled(self, line: str) -> str:
        """Return *line* with the questions for their placeholders."""
        return _PLACEHOLDER.sub(lambda match: self.questions[int(match[1])], line)


class _Asking(ast.NodeTransformer):
    """Replaces the parts of an assertion that touch the submission by questions."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def visit(self, node: ast.AST) -> Any:
        """Ask for *node*, or for its parts if the check evaluates it."""
        if isinstance(node, ast.Compare):
            first, *others = self.sides(node)
            return ast.Compare(first, node.ops, others) if others else first
        if isinstance(node, _KEPT) or self._is_comparison(node):
            return self.generic_visit(node)
        is_asked = isinstance(node, ast.expr) and self._scope.is_remote(node)
        return self._scope.ask(node) if is_asked else node  # type: ignore[arg-type]

    def _is_comparison(self, node: ast.AST) -> bool:
        """Return whether *node* is a call of the library, with data of the check: of isclose."""
        if not isinstance(node, ast.Call):
            return False
        is_library = bool(names(node.func) & self._scope.submission.imported)
        return is_library and not all(map(self._scope.is_remote, node.args))

    def sides(self, test: ast.Compare, *, split: bool = False) -> list[ast.expr]:
        """Return the sides of *test*, with placeholders for the submission's values.

        If all are objects of the submission, one placeholder stands for the whole comparison,
        unless *split* is true. Raises NotConvertible if the submission could change the data that
        its values are compared with.
        """
        sides = [test.left, *test.comparators]
        refuse_comparison(*sides)
        asked = [side for side in sides if self._scope.is_remote(side)]
        is_identity = all(isinstance(op, ast.Is | ast.IsNot) for op in test.ops)
        if len(asked) > 1 and not is_identity:
            self._refuse_lent(*asked)
        is_object = any(map(constructs, sides))
        split = split or (any(map(self._is_mixed, sides)) and not is_object)
        if asked == sides and (is_identity or not split):
            return [self._scope.placeholder(test)]
        if asked == sides:
            return [self._split(side) for side in sides]
        return [self._scope.placeholder(side) if side in asked else side for side in sides]

    def _refuse_lent(self, *sides: ast.expr) -> None:
        for side in reversed(sides):
            if self._scope.is_remote(side) and not self._scope.is_students(side):
                raise NotConvertible(
                    f"it compares with `{ast.unparse(side)}`, which the submission may change: "
                    "compare with a copy that the test makes before"
                )

    def _is_mixed(self, side: ast.expr) -> bool:
        """Return whether *side* computes with a value of the submission and data of the check."""
        if not isinstance(side, ast.BinOp):
            return False
        return self._scope.is_students(side.left) != self._scope.is_students(side.right)

    def _split(self, side: ast.expr) -> ast.expr:
        """Return *side* so that the judge computes with its data: of ``balance + 1``, it asks for
        ``balance``.
        """
        if isinstance(side, ast.BinOp) and self._is_mixed(side):
            return ast.BinOp(self._split(side.left), side.op, self._split(side.right))
        self._refuse_lent(side)
        return self._scope.placeholder(side) if self._scope.is_remote(side) else side


def quoted(text: str) -> str:
    """Return *text*, lines of a script, as a literal."""
    if "\n" not in text or "\\" in text or '"""' in text:
        return repr(text)
    return "\n".join(['"""', *(f"        {line}" for line in text.split("\n")), '    """'])


def without_unused(lines: Sequence[str]) -> list[str]:
    """Return *lines* without assignments of names that no other line has."""
    tree = ast.parse("\n".join(lines))
    read = {node.id for node in nodes(ast.Name, tree) if isinstance(node.ctx, ast.Load)}
    assignments = nodes(ast.Assign, *tree.body)
    unused = [ast.unparse(node) for node in assignments if not bound(node) & read]
    return [line for line in lines if line not in unused]
