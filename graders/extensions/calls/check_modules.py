"""Loads modules of checks that are written like tests for pytest.

Two things are added to a module: an ``assert a == b`` without a message shows both values, and
``pytest.raises`` says beforehand that a call of the submission may raise. ``repr`` and ``hasattr``
ask objects in the box.
"""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pytest

from graders.extensions.calls.objects import (
    EXPECTING,
    Named,
    Raised,
    class_named,
    remote_hasattr,
    remote_repr,
)
from graders.harness.assignment.check import CheckFailed, Misbehaved, value, wrong
from graders.harness.assignment.comparison import expect_close, raised
from graders.harness.assignment.value_kinds import kinds
from graders.harness.errors import GraderError
from graders.harness.result import Text, printable

_REWRITTEN = re.compile(rb"^\s*assert |\b(?:raises|approx)\(", re.MULTILINE)
_OPERATORS: dict[type, tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Eq: ("==", lambda a, b: a == b),
    ast.NotEq: ("!=", lambda a, b: a != b),
    ast.Lt: ("<", lambda a, b: a < b),
    ast.LtE: ("<=", lambda a, b: a <= b),
    ast.Gt: (">", lambda a, b: a > b),
    ast.GtE: (">=", lambda a, b: a >= b),
    ast.In: ("in", lambda a, b: a in b),
    ast.NotIn: ("not in", lambda a, b: a not in b),
    ast.Is: ("is", lambda a, b: a is b),
    ast.IsNot: ("is not", lambda a, b: a is not b),
}
_BY_SIGN = dict(_OPERATORS.values())


def compared(sign: str, left: Any, right: Any, words: str, *, wants_left: bool) -> None:
    """Fail unless ``left sign right`` holds; *words* are those of the assertion.

    wants_left: the left one is the expected value, because it is a literal and the other is not.
    """
    from graders.harness.assignment.check import expect

    got, want = (right, left) if wants_left else (left, right)
    if sign == "==" and isinstance(want, _Near):
        want.expect_of(got)
        return
    if sign == "==":
        if not left == right:  # noqa: SIM201 - the object's own ==
            expect(got, want)
        return
    if not _BY_SIGN[sign](left, right):
        names = ("left", "right") if wants_left else ("got", "compared with")
        shown = [value(name, one) for name, one in zip(names, (left, right), strict=True)]
        # an exhibit, because the message of a hidden check may be released, without its input
        wrong("", "This does not hold.", [Text(label="assertion", text=printable(words)), *shown])


class _Near:
    """``pytest.approx`` of a value of an extension's kind, such as an array."""

    __hash__ = None  # type: ignore[assignment]  # equal to values of other hashes

    def __init__(self, want: object, rel: float = 1e-6, abs: float = 1e-12, **_nan_ok: Any) -> None:
        self._want, self._rel, self._abs = want, rel, abs

    def expect_of(self, got: object) -> None:
        """Fail unless *got* is near."""
        expect_close(got, self._want, rel=self._rel, abs=self._abs)

    def __eq__(self, other: object) -> bool:
        try:
            self.expect_of(other)
        except CheckFailed:
            return False
        return True


def approximately(
    function: Callable[..., Any], expected: Any, *arguments: Any, **options: Any
) -> Any:
    """Return what ``pytest.approx``, the *function*, returns, or its like for kinds of values that
    it does not know.
    """
    is_known = not any(kind.is_one(expected) for kind in kinds())
    return (function if is_known else _Near)(expected, *arguments, **options)


_ENDS = (Misbehaved, CheckFailed, GraderError)
"""Ends of a check that ``pytest.raises(Exception)`` must not take for an exception of the
submission: it ran out of time or crashed, say, or does not load.
"""


class _Expecting:
    """``pytest.raises`` around calls of the submission."""

    def __init__(
        self, function: Callable[..., Any], expected: Any, *arguments: Any, **options: Any
    ) -> None:
        several = expected if isinstance(expected, tuple) else (expected,)
        classes = tuple(_class_of(one) for one in several)
        self._names = " or ".join(one.__name__ for one in classes)
        self._takes_exit = any(issubclass(SystemExit, one) for one in classes)
        self._match = options.get("match")
        self._given = classes if isinstance(expected, tuple) else classes[0]
        self._inner = function(self._given, *arguments, **options)

    def __enter__(self) -> Any:
        EXPECTING.set(EXPECTING.get() + 1)
        return self._inner.__enter__()

    def __exit__(self, kind: Any, error: Any, trace: Any) -> bool:
        EXPECTING.set(EXPECTING.get() - 1)
        if isinstance(error, _ENDS) and not isinstance(error, Raised):
            return False
        if isinstance(error, SystemExit) and not self._takes_exit:
            raised(self._names, kind.__name__, str(error))  # no Exception, but Raised is one
        try:
            is_caught = bool(self._inner.__exit__(kind, error, trace))
            if not is_caught and isinstance(error, Raised):
                raised(self._names, kind.__name__, str(error))
            return is_caught
        except CheckFailed:
            raise
        except pytest.fail.Exception:
            wrong("", f"It should raise {self._names}, but it raises nothing.")
        except AssertionError:
            pattern = getattr(self._match, "pattern", self._match)
            shown = [value("text of the exception", str(error))]
            wrong("", f"The text of its {self._names} should match {pattern!r}.", shown)


def _class_of(expected: Any) -> type[BaseException]:
    """Return the class of an exception; one that stands for a class of the submission."""
    found: type[BaseException] = (
        class_named(expected._key) if isinstance(expected, Named) else expected
    )
    return found


def expecting(function: Any, *arguments: Any, **options: Any) -> Any:
    """Call ``pytest.raises``; what else is called ``raises`` is called as it is."""
    if function is not pytest.raises:
        return function(*arguments, **options)
    if len(arguments) > 1 and callable(arguments[1]):
        expected, does, *rest = arguments
        with _Expecting(function, expected, match=options.pop("match", None)) as found:
            does(*rest, **options)
        return found
    return _Expecting(function, *arguments, **options)


FACE: dict[str, object] = {
    "repr": remote_repr,
    "hasattr": remote_hasattr,
    "__approximately__": approximately,
    "__compared__": compared,
    "__expecting__": expecting,
}
"""Names of a module of checks beside its own."""


_WRAPPED = {"raises": "__expecting__", "approx": "__approximately__"}
"""Function of pytest -> what gets it, and its arguments, instead."""


class _Rewriter(ast.NodeTransformer):
    """Replaces assertions without a message, and calls of ``raises`` and ``approx``."""

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        """Replace an assertion that compares two values."""
        self.generic_visit(node)
        test = node.test
        if node.msg or not isinstance(test, ast.Compare) or len(test.ops) > 1:
            return node
        left, right = test.left, test.comparators[0]
        words = ast.unparse(test)
        call = _call(
            "__compared__",
            ast.Constant(_OPERATORS[type(test.ops[0])][0]),
            left,
            right,
            ast.Constant(words),
        )
        wants_left = _is_literal(left) and not _is_literal(right)
        call.keywords = [ast.keyword("wants_left", ast.Constant(wants_left))]
        return ast.fix_missing_locations(ast.copy_location(ast.Expr(call), node))

    def visit_Call(self, node: ast.Call) -> ast.Call:
        """Replace a call of ``raises`` or ``approx``."""
        self.generic_visit(node)
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if name not in _WRAPPED:
            return node
        node.args.insert(0, node.func)
        node.func = ast.Name(_WRAPPED[name], ast.Load())
        return ast.fix_missing_locations(node)


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _is_literal(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return getattr(node.func, "id", "") == _WRAPPED["approx"]
    return not any(isinstance(one, ast.Name | ast.Call) for one in ast.walk(node))


class _Loader(importlib.machinery.SourceFileLoader):
    """Loads a module of checks."""

    def get_code(self, fullname: str) -> CodeType | None:
        """Return its code, which no cache has if it is rewritten."""
        source = self.get_data(self.path)
        if not _REWRITTEN.search(source):
            return super().get_code(fullname)
        tree = _Rewriter().visit(ast.parse(source, self.path))
        code: CodeType = compile(tree, self.path, "exec", dont_inherit=True)
        return code

    def exec_module(self, module: ModuleType) -> None:
        """Run it with the names of FACE."""
        vars(module).update(FACE)
        super().exec_module(module)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the modules of checks in *folder*."""

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return the spec of a module ``test_*`` in the folder; None for any other."""
        last = fullname.rpartition(".")[2]
        if not last.startswith("test_") or path is None or self._folder not in map(str, path):
            return None
        file = f"{self._folder}/{last}.py"
        if not Path(file).is_file():
            return None
        loader = _Loader(fullname, file)
        return importlib.util.spec_from_file_location(fullname, file, loader=loader)


@contextmanager
def like_pytest(folder: Path) -> Iterator[None]:
    """Load the modules of checks in *folder* so, meanwhile."""
    finder = _Finder(folder)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
