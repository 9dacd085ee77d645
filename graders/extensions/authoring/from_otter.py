"""Makes tests for pytest of tests for otter-grader or ok, in both forms that otter knows.

In one form a dictionary ``test`` has suites of cases, each a doctest; in the other functions have
the decorator ``test_case``. Both see the names of the student's notebook or module; a test for
pytest imports them.
"""

from __future__ import annotations

import ast
import builtins
import doctest
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from graders.extensions.authoring.dividing import expression, last_name
from graders.extensions.shared.checks_of_tests import NotConvertible, bound
from graders.harness.assignment.trees import nodes, only, packages_in, parsed

_ALIASES = {"np": "numpy", "pd": "pandas", "numpy": "numpy", "pandas": "pandas", "math": "math"}
"""Names that notebooks give to modules."""


def is_for_otter(tree: ast.Module) -> bool:
    """Return whether a module has tests for otter-grader or ok."""
    return _suites(tree) is not None or bool([*_functions(tree)])


def _suites(tree: ast.Module) -> Any:
    """Return the value of the variable ``test``; None without one."""
    for node in only(ast.Assign, tree.body):
        if bound(node) == {"test"} and isinstance(node.value, ast.Dict):
            try:
                return ast.literal_eval(node.value)
            except ValueError:
                return None
    return None


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    for node in only(ast.FunctionDef, tree.body):
        if any(last_name(decorator) == "test_case" for decorator in node.decorator_list):
            yield node


def rewritten(
    tree: ast.Module,
    stem: str,
    homes: Mapping[str, Sequence[str]],
    packages: Collection[str],
    *,
    prints: bool,
) -> tuple[ast.Module, list[tuple[str, str]]]:
    """Return a module of tests for pytest, and the refused cases with the reasons.

    homes: the submission's modules and their names, the one of the notebook first; packages: those
    that the submission may import; prints: an answer that is no literal of Python is printed,
    rather than the value's text.
    """
    given = _suites(tree)
    cases = _of_suites(given, stem) if given is not None else _of_functions(tree)
    body = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    common: list[ast.stmt] = [node for node in body if "otter" not in ast.unparse(node)]
    kept, refused = [*common], []
    known = {*homes, *packages, *sys.stdlib_module_names}
    for name, case in cases:
        try:
            if isinstance(case, str):
                raise NotConvertible(case)
            function, imports = case if isinstance(case, tuple) else _test(name, case, prints)
            for node in (*common, *imports):
                if others := packages_in(node) - known:
                    raise NotConvertible(f"it imports {min(others)}, which a check has not")
            kept += [*imports, *_imports(function, [*common, *imports], homes), function]
        except NotConvertible as reason:
            refused.append((name, str(reason)))
    return ast.Module(kept, []), refused


def _imports(
    function: ast.FunctionDef, known: Sequence[ast.stmt], homes: Mapping[str, Sequence[str]]
) -> Iterator[ast.stmt]:
    """Yield imports of the names that a test finds in a notebook."""
    for name in sorted(_free(function, _bound_in(known))):
        if name in _ALIASES:
            yield parsed(f"import {_ALIASES[name]} as {name}")
        else:
            home = next((home for home in homes if name in homes[home]), next(iter(homes)))
            yield parsed(f"from {home} import {name}")


def _bound_in(body: Sequence[ast.stmt]) -> set[str]:
    return set().union(*map(bound, body)) - {"*"}


def _free(function: ast.FunctionDef, known: set[str]) -> set[str]:
    """Return the names that a test uses and does not set."""
    loads = {node.id for node in nodes(ast.Name, *function.body) if isinstance(node.ctx, ast.Load)}
    own = bound(function) | {argument.arg for argument in nodes(ast.arg, function)}
    return loads - own - known - {*dir(builtins), "pytest"}


class _Case:
    """A case of a suite."""

    def __init__(self, case: Mapping[str, Any], setup: str, marks: object) -> None:
        self.code, self.setup = str(case["code"]), setup
        self.is_hidden = bool(case.get("hidden"))
        self.marks = case.get("points", marks)


def _of_suites(given: Any, stem: str) -> Iterator[tuple[str, _Case | str]]:
    """Yield the cases of all suites, or why one is no test, with the names of their tests."""
    suites = given.get("suites", [])
    several = sum(len(suite.get("cases", [])) for suite in suites) > 1
    points, number = given.get("points"), 0
    total = sum(len(suite.get("cases", [])) for suite in suites) or 1
    share = f"Fraction({points}, {total})" if isinstance(points, int) and total > 1 else points
    for suite in suites:
        for case in suite.get("cases", []):
            number += 1
            name = re.sub(r"\W+", "_", f"{stem}_{number}" if several else stem).strip("_")
            if suite.get("type", "doctest") != "doctest":
                yield name, f"its suite is of the type {suite['type']}, which is no doctest"
            elif case.get("locked"):
                yield name, "its answers are locked"
            else:
                yield name, _Case(case, str(suite.get("setup", "")), share)


def _test(name: str, case: _Case, prints: bool) -> tuple[ast.FunctionDef, list[ast.stmt]]:
    """Return the test of a case, and its imports. Raises NotConvertible."""
    lines: list[str] = []
    imports: list[ast.stmt] = []
    said = re.search(r"^ *>>> # *(\S.*)", case.code, re.MULTILINE)
    title, prints_any = said[1] if said else "", False
    parser = doctest.DocTestParser()
    try:
        examples = [
            *parser.get_examples(_plain(case.setup)),
            *parser.get_examples(_plain(case.code)),
        ]
    except ValueError as error:
        raise NotConvertible(f"its doctest cannot be read: {error}") from None
    for example in examples:
        try:
            body = [_ByName().visit(node) for node in ast.parse(example.source).body]
        except SyntaxError as error:
            raise NotConvertible(f"its doctest cannot be read: {error}") from None
        if all(isinstance(node, ast.Import | ast.ImportFrom) for node in body):
            imports += body
            continue
        source = "\n".join(map(ast.unparse, body))
        made, captures = _statements(source, example, body[-1], prints=prints)
        lines += made
        prints_any |= captures
    if not lines:
        raise NotConvertible("it has no examples")
    text = "\n".join(f"    {line}" for part in lines for line in part.split("\n"))
    words = f"    {title!r}\n" if title else ""
    test: ast.FunctionDef = parsed(f"def test_{name}({'capsys' * prints_any}):\n{words}{text}")
    marks = case.marks
    if isinstance(marks, int | float) and marks > 0:
        test.decorator_list.append(expression(f"weight({marks})"))
    if case.is_hidden:
        test.decorator_list.append(expression("visibility('hidden')"))
    return test, imports


def _plain(code: str) -> str:
    """Return the text of a doctest without what ok puts behind its answers."""
    lines = [line for line in code.expandtabs(4).split("\n") if line.strip() != "# locked"]
    return "\n".join(line for line in lines if not line.strip().startswith("# ")) + "\n"


def _statements(
    source: str, example: doctest.Example, last: ast.stmt, *, prints: bool
) -> tuple[list[str], bool]:
    """Return the statements that test an example, and whether they look at what is printed."""
    want = example.want.rstrip("\n")
    if example.exc_msg is not None:
        kind = example.exc_msg.partition(":")[0].strip()
        indented = source.replace("\n", "\n    ")
        return [f"with pytest.raises({kind}):\n    {indented}"], False
    if not want:
        return [source], False
    if any(example.options.values()):
        raise NotConvertible("its doctest has options")
    value: Any = None
    with_value = isinstance(last, ast.Expr)
    try:
        value = ast.literal_eval(want)
        is_literal = True
    except (ValueError, SyntaxError):
        is_literal = False
    call = last.value if isinstance(last, ast.Expr) else None
    if isinstance(call, ast.Call) and ast.unparse(call.func) == "print":
        if call.keywords or any(isinstance(part, ast.Starred) for part in call.args):
            raise NotConvertible("it prints in an unusual way")
        texts = [f"str({ast.unparse(part)})" for part in call.args]
        got = texts[0] if len(texts) == 1 else f"' '.join([{', '.join(texts)}])"
        return [f"assert {got} == {want!r}"], False
    if with_value and is_literal:
        return [_assertion(source, want, value)], False
    if with_value and not prints and "\n" not in want:
        return [f"assert repr({source}) == {want!r}"], False
    return [source, f"assert capsys.readouterr().out == {want + chr(10)!r}"], True


def _assertion(source: str, want: str, value: Any) -> str:
    tree = expression(source)
    is_plain = isinstance(tree, ast.Call | ast.Attribute | ast.Name | ast.Subscript)
    got = source if is_plain else f"({source})"
    if isinstance(value, bool):
        return f"assert {'not ' * (not value)}{got}"
    if isinstance(value, float):
        return f"assert {got} == pytest.approx({want})"
    return f"assert {got} is None" if value is None else f"assert {got} == {want}"


def _of_functions(
    tree: ast.Module,
) -> Iterator[tuple[str, tuple[ast.FunctionDef, list[ast.stmt]] | str]]:
    """Yield the functions as tests, or why one cannot be."""
    for function in _functions(tree):
        test: ast.FunctionDef = _ByName().visit(parsed(ast.unparse(function)))
        options = {
            option.arg: option.value
            for decorator in function.decorator_list
            for option in getattr(decorator, "keywords", [])
        }
        test.decorator_list = []
        points, hidden = options.get("points"), options.get("hidden")
        if isinstance(points, ast.Constant) and points.value:
            test.decorator_list.append(expression(f"weight({ast.unparse(points)})"))
        if isinstance(hidden, ast.Constant) and hidden.value:
            test.decorator_list.append(expression("visibility('hidden')"))
        test.args.args = []
        name = test.name.removeprefix("test_")
        test.name = f"test_{name}"
        if "env" in {node.id for node in nodes(ast.Name, test)}:
            yield name, "it uses env in another way than env['name']"
        else:
            yield name, (test, [])


class _ByName(ast.NodeTransformer):
    """Replaces what looks a name up in the notebook by the name."""

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        """Replace ``env["name"]``."""
        self.generic_visit(node)
        is_env = isinstance(node.value, ast.Name) and node.value.id == "env"
        key = ast.literal_eval(node.slice) if isinstance(node.slice, ast.Constant) else ""
        return ast.Name(key, node.ctx) if is_env and str(key).isidentifier() else node

    def visit_Compare(self, node: ast.Compare) -> Any:
        """Replace ``"name" in vars()``, and ``name is not ...``, of what is not written yet."""
        self.generic_visit(node)
        left, right = node.left, node.comparators[0]
        name = left.value if isinstance(left, ast.Constant) else ""
        spaces = ("vars()", "globals()", "dir()", "env", "locals()")
        is_looked_up = isinstance(node.ops[0], ast.In) and ast.unparse(right) in spaces
        if is_looked_up and isinstance(name, str) and name.isidentifier():
            return expression(f"isinstance({name}, object)")
        if isinstance(right, ast.Constant) and right.value is ...:
            sign = "==" if isinstance(node.ops[0], ast.Is | ast.Eq) else "!="
            return expression(f"type({ast.unparse(left)}).__name__ {sign} 'ellipsis'")
        return node
