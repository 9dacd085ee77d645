"""Makes checks of tests that import a student's modules, written for pytest or unittest.

A test runs in one process with the submission; a check calls it across a pipe. ``dividing.py``
divides the body of each test. A test that cannot be divided is not converted; the reason is
returned.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any

from graders.extensions.authoring import as_written, from_check50, from_otter
from graders.extensions.authoring.dates_by_text import DatesByText
from graders.extensions.authoring.dividing import (
    Scope,
    SubmissionNames,
    asserts,
    last_name,
    makes_no_data,
    unchangeable,
    without_unused,
)
from graders.extensions.authoring.messages import without_messages
from graders.extensions.authoring.numeric import Numeric
from graders.extensions.shared.checks_of_tests import (
    Converted,
    FileOfTests,
    ImportedError,
    NotConvertible,
    ReaderOfTests,
    bound,
)
from graders.harness.assignment.language import Language
from graders.harness.assignment.manifest import ALL_PUBLIC, Assignment
from graders.harness.assignment.trees import is_constant, names, nodes, only, parsed

PRINTS = "it reads what is printed: use student.run_program (docs/writing-a-grader.md)"
PATCHES = "it patches the submission, which is in another process"
REASONS = {
    "capsys": PRINTS,
    "capfd": PRINTS,
    "subprocess": PRINTS,
    "tmp_path": "it writes files: use student.run_program (docs/writing-a-grader.md)",
    "monkeypatch": PATCHES,
    "mocker": PATCHES,
    "mock": PATCHES,
    "patch": PATCHES,
    "Mock": PATCHES,
    "MagicMock": PATCHES,
}
"""Name in a test -> why it is no check."""

HIDDEN = ("hidden", "after_due_date", "after_published")
"""Visibilities of gradescope-utils that hide a test."""

SETTING_UP = ("setUp", "setup_method", "setUpClass", "setup_class")
"""Methods of a class of tests that run before each test, or all."""

METHODS = ("classmethod", "staticmethod")
SKIPPING = ("skip", "skipif", "skipIf", "skipUnless", "xfail", "expectedFailure")
SPECIAL_MARKS = (*SKIPPING, "usefixtures", "asyncio", "filterwarnings")
"""Marks of pytest that do something; all others are labels."""

LIBRARY = sys.stdlib_module_names - {"unittest"}


def files_of_tests(path: Path) -> list[Path]:
    """Return the Python files of tests at *path*, a file or a folder: those for check50 or otter if
    it has some. Raises ImportedError.
    """
    if path.is_file():
        return [path]
    named = sorted({*path.rglob("test*.py"), *path.rglob("*_test.py")})
    found = [file for file in sorted(path.rglob("*.py")) if _is_of_another_format(file)] or named
    if not found:
        has_none = "has no file of tests (test*.py, *_test.py, or one for check50 or otter)"
        raise ImportedError(f"{path} {has_none if path.exists() else 'does not exist'}")
    return found


def _is_of_another_format(path: Path) -> bool:
    try:
        tree = _tree_of(path)
    except ImportedError:
        return False  # such as one that students hand in
    return from_check50.is_for_check50(tree) or from_otter.is_for_otter(tree)


def public_names(assignment: Assignment) -> dict[str, list[str]]:
    """Return the public names of each module that students hand in, from the reference's source.
    Raises ImportedError if it does not parse.
    """
    files = [file for file in assignment.files.solved if file.endswith(".py")]
    trees = [_tree_of(assignment.course / file) for file in files]
    modules = [file.removesuffix(".py").replace("/", ".") for file in files]
    return {
        module: [name for name in map(defined, tree.body) if name.strip("_") == name != ""]
        for module, tree in zip(modules, trees, strict=True)
    }


def defined(node: ast.stmt) -> str:
    """Return the name of a function, class or variable; "" for any other statement."""
    is_variable = isinstance(node, ast.Assign)
    return str(getattr(node, "name", next(iter(bound(node)), "") if is_variable else ""))


class TestsInPython:
    """See `ReaderOfTests`."""

    def files_of_tests(self, path: Path) -> list[Path]:
        """See `files_of_tests`."""
        return files_of_tests(path)

    def imported(self, path: Path, assignment: Assignment) -> Sequence[FileOfTests]:
        """See `convert`."""
        public, calls = public_names(assignment), assignment.manifest.calls
        tree = _tree_of(path)
        if from_check50.is_for_check50(tree):
            submitted = [*assignment.manifest.files.submitted, *assignment.files.solved]
            file = from_check50.convert(path, tree, submitted)
            return [_with_tests(file, tree, public, calls, first) for first in (False, True)]
        packages = {_package(requirement) for requirement in assignment.manifest.packages}
        if from_otter.is_for_otter(tree):
            return [
                _of_otter(path, tree, public, calls, packages, form)
                for form in ((False, False), (True, False), (True, True))
            ]
        return [
            convert(path, public, calls, packages=packages, as_written_first=first)
            for first in (False, True)
        ]


def _package(requirement: str) -> str:
    """Return the name of a package in a requirement of the manifest."""
    return re.split(r"[^\w.-]", requirement.strip())[0].lower().replace("-", "_")


def _with_tests(
    file: FileOfTests,
    tree: ast.Module,
    public: Mapping[str, Sequence[str]],
    calls: Mapping[str, Iterable[str]],
    as_written_first: bool,
) -> FileOfTests:
    """Return a file of checks for check50 with the tests that its checks run by pytest."""
    run = from_check50.run_by_pytest(file.path, tree)
    tests = {
        path: convert(path, public, calls, as_written_first=as_written_first)
        for path, _word, _title in run.values()
    }
    prelude = [*file.prelude, *chain.from_iterable(each.prelude for each in tests.values())]
    checks, refused = [*file.checks], list[tuple[str, str]]()
    for name, reason in file.refused:
        path, word, title = run.get(name, (file.path, "", ""))
        known = tests[path].checks if path in tests else ()
        named = [check for check in known if check.function == word]
        chosen = named or [check for check in known if word in check.function]
        checks += [replace(check, title=title or check.title) for check in chosen]
        if not chosen:
            refused.append((name, reason))
    return numbered(FileOfTests(file.path, tuple(prelude), tuple(checks), tuple(refused)))


def _of_otter(
    path: Path,
    tree: ast.Module,
    public: Mapping[str, Sequence[str]],
    calls: Mapping[str, Iterable[str]],
    packages: Collection[str],
    form: tuple[bool, bool],
) -> FileOfTests:
    """Convert a file of tests for otter. form: whether tests stay as written, and print."""
    as_written_first, prints = form
    opened = sorted(calls, key=lambda module: ALL_PUBLIC not in calls[module])
    known = {module: public.get(module, ()) for module in (*opened, *public)}
    tests, refused = from_otter.rewritten(tree, path.stem, known, packages, prints=prints)
    if not any(isinstance(node, ast.FunctionDef) for node in tests.body):
        return FileOfTests(path, (), (), tuple(refused))
    file = _converted_tree(path, tests, known, calls, packages, as_written_first=as_written_first)
    return replace(file, refused=(*refused, *file.refused))


def reader_in(language: Language) -> ReaderOfTests:
    """Return what makes checks of the tests in a language."""
    if not language.authoring:
        return TestsInPython()
    added: ReaderOfTests = import_module(language.authoring).TESTS
    return added


def convert(
    path: Path,
    public: Mapping[str, Sequence[str]],
    calls: Mapping[str, Iterable[str]],
    *,
    packages: Collection[str] = (),
    as_written_first: bool = False,
) -> FileOfTests:
    """Convert a file of tests.

    public: the public names of each module of the submission; calls: the manifest's table;
    packages: those that only the box has; as_written_first: whether tests are divided only where
    they cannot stay. Raises ImportedError if the file cannot be parsed.
    """
    tree = _tree_of(path)
    return _converted_tree(path, tree, public, calls, packages, as_written_first=as_written_first)


def _converted_tree(
    path: Path,
    tree: ast.Module,
    public: Mapping[str, Sequence[str]],
    calls: Mapping[str, Iterable[str]],
    packages: Collection[str],
    *,
    as_written_first: bool,
) -> FileOfTests:
    """See `convert`."""
    reader = _Reader(public, packages)
    for node in tree.body:
        reader.visit(node)
    if not reader.cases and not reader.refused:
        reader.refused.append((path.stem, "it has no tests for pytest or unittest"))
    checks = []
    refused = reader.refused
    for case in reader.cases:
        try:
            checks.append(_converted(path, reader, calls, case, as_written_first))
        except NotConvertible as reason:
            refused.append((case.function.name, str(reason)))
    return numbered(FileOfTests(path, tuple(reader.prelude), tuple(checks), tuple(refused)))


def _tree_of(path: Path) -> ast.Module:
    """Return the tree of a file of tests. Raises ImportedError."""
    try:
        return ast.parse(path.read_text(encoding="utf-8"), path.name)
    except (OSError, SyntaxError, ValueError) as error:
        raise ImportedError(f"{path}: {error}") from None


def numbered(file: FileOfTests) -> FileOfTests:
    """Return a file of tests in which checks of one name have ids of their own."""
    seen: Counter[str] = Counter()
    checks = []
    for check in file.checks:
        seen[check.id] += 1
        if seen[check.id] > 1:
            again = f"-again{seen[check.id] - 1}"
            name = f"{check.function}{again.replace('-', '_')}"
            check = replace(check, id=check.id + again, function=name)
        checks.append(check)
    return replace(file, checks=tuple(checks))


def _converted(
    path: Path,
    reader: _Reader,
    calls: Mapping[str, Iterable[str]],
    case: _Case,
    as_written_first: bool,
) -> Converted:
    """Return the check of a test, in one of two forms. Raises NotConvertible with the reason why it
    cannot be divided.
    """
    reasons: dict[bool, NotConvertible] = {}
    for shown in (case, replace(case, function=without_messages(case.function))):
        for is_as_written in (as_written_first, not as_written_first):
            try:
                return _Conversion(path, reader, calls, is_as_written=is_as_written).of(shown)
            except NotConvertible as reason:
                reasons[is_as_written] = reason
    raise reasons[isinstance(reasons[False], _NotDivided)]


class _NotDivided(NotConvertible):
    """The test uses functions of its file, so that it can only stay as it is."""


@dataclass(frozen=True, slots=True)
class _Case:
    """A test, the statements before its own, and the functions of its class by their names."""

    function: ast.FunctionDef
    before: Sequence[ast.stmt] = ()
    helpers: Mapping[str, ast.FunctionDef] = field(default_factory=dict)


class _Reader(ast.NodeVisitor):
    """Reads the statements of a file of tests."""

    def __init__(self, public: Mapping[str, Sequence[str]], packages: Collection[str] = ()) -> None:
        self._public, self._packages = public, packages
        self.boxed: list[ast.stmt] = []
        """Imports of packages that only the box has."""
        self.renamed: dict[str, str] = {}
        """Name in the tests -> name of the submission, or of a module of it."""
        self.modules: set[str] = set()
        self.prelude: list[ast.stmt] = []
        self.fixtures: dict[str, ast.FunctionDef] = {}
        self.helpers: dict[str, ast.FunctionDef] = {}
        """Functions of the file that are no tests."""
        self.shared: list[ast.stmt] = []
        """Statements that make objects of the submission, which tests share."""
        self.cases: list[_Case] = []
        self.refused: list[tuple[str, str]] = []
        self.obstacle = ""
        """Why no test of the file can be converted."""

    def visit_Import(self, node: ast.Import) -> None:
        """Read ``import module``."""
        for alias in node.names:
            if alias.name in self._public:
                self.renamed[alias.asname or alias.name] = alias.name
                self.modules.add(alias.name)
            elif alias.name.partition(".")[0] in LIBRARY:
                self.prelude.append(ast.Import([alias]))
            elif alias.name.partition(".")[0] in self._packages:
                self.boxed.append(ast.Import([alias]))

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Read ``from module import name``."""
        module = node.module or ""
        if module in self._public:
            every = {name: name for name in self._public[module]}
            named = {alias.asname or alias.name: alias.name for alias in node.names}
            self.renamed |= every if "*" in named else named
        elif module.partition(".")[0] in LIBRARY:
            self.prelude.append(node)
        elif module.partition(".")[0] in self._packages:
            self.boxed.append(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Read a constant, or an object of the submission that tests share."""
        if names(node) & self.renamed.keys():
            self.shared.append(node)
        else:
            self.prelude.append(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Read a test, a fixture or a helper."""
        decorators = " ".join(map(ast.unparse, node.decorator_list))
        if node.name.lower().startswith(("setup", "teardown")) or "autouse" in decorators:
            self.obstacle = f"{node.name} runs before or after every test"
        if "fixture" in map(last_name, node.decorator_list):
            self.fixtures[node.name] = node
        elif node.name.startswith("test"):
            self.cases.append(_Case(node))
        else:
            self.helpers[node.name] = node

    def visit_Try(self, node: ast.Try) -> None:
        """Read imports that say more when they fail."""
        for each in node.body:
            self.visit(each)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        """Refuse a test that waits."""
        self.refused.append((node.name, "it is asynchronous"))

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Read a class of tests."""
        methods = only(ast.FunctionDef, node.body)
        tests = [method for method in methods if method.name.startswith("test")]
        before = [method for method in methods if method.name in SETTING_UP]
        after = [method for method in methods if method.name in ("tearDown", "tearDownClass")]
        others = [name for name in map(last_name, node.bases) if name not in ("TestCase", "object")]
        others += [method.name for method in after if asserts(method)]
        helpers = {
            method.name: _of_module(method) for method in methods if method not in (*tests, *before)
        }
        constants = map(ast.unparse, only(ast.Assign, node.body))
        steps = [parsed(f"self.{constant}") for constant in constants]
        steps += chain.from_iterable(method.body for method in before)
        if others:
            reason = f"its class has {others[0]}, which is no test"
            self.refused += [(method.name, reason) for method in tests]
        else:
            self.cases += [_Case(method, steps, helpers) for method in tests]

    def generic_visit(self, node: ast.AST) -> None:
        """Skip all other statements."""


def _of_module(method: ast.FunctionDef) -> ast.FunctionDef:
    """Return a method of a class of tests as a function."""
    function: ast.FunctionDef = parsed(ast.unparse(method))
    function.args.args = [one for one in function.args.args if one.arg not in ("self", "cls")]
    function.decorator_list = [
        one for one in function.decorator_list if ast.unparse(one) not in METHODS
    ]
    return function


class _Renamer(ast.NodeTransformer):
    """Gives names their originals, and attributes of self names of their own; methods that are
    *helpers* become functions.
    """

    def __init__(self, renamed: Mapping[str, str], helpers: Iterable[str]) -> None:
        self._renamed, self._helpers = renamed, frozenset(helpers)

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """Rename a name."""
        return ast.Name(self._renamed.get(node.id, node.id), node.ctx)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Rename an attribute of self."""
        is_own = ast.unparse(node.value) in ("self", "cls")
        if is_own and node.attr in self._helpers:
            return ast.Name(node.attr, node.ctx)
        if is_own and not node.attr.startswith(("assert", "subTest", "fail")):
            return ast.Name(f"self_{node.attr}", node.ctx)
        self.generic_visit(node)
        return node


@dataclass(slots=True)
class _Conversion:
    """The conversion of one test."""

    path: Path
    reader: _Reader
    calls: Mapping[str, Iterable[str]]
    marks: str = "1"
    is_hidden: bool = False
    is_as_written: bool = False
    """Whether the test's statements stay, with names of the submission by ``student``."""
    loops: list[ast.For] = field(default_factory=list)

    def of(self, case: _Case) -> Converted:
        """Return the check. Raises NotConvertible."""
        function = case.function
        if self.reader.obstacle:
            raise NotConvertible(self.reader.obstacle)
        for decorator in function.decorator_list:
            self._decorated(decorator)
        variables = set().union(
            *map(bound, (*self.reader.prelude, *(x.target for x in self.loops)))
        )
        statements = function.body[is_constant(function.body[0]) :]
        body = [*self._fixtures(function, variables), *case.before, *statements]
        body = [*self._shared(body), *body]
        helpers = {**self.reader.helpers, **case.helpers}
        self._refuse(body, helpers)
        renamer = _Renamer(self.reader.renamed, case.helpers)
        by_text = DatesByText(self._imports())
        renamed = [by_text.visit(renamer.visit(parsed(ast.unparse(node)))) for node in body]
        boxed = set().union(*map(bound, self.reader.boxed))
        submission = SubmissionNames(
            frozenset({*self.reader.renamed.values(), *boxed}),
            frozenset(self.reader.modules),
            tuple(self._imports()),
            tuple(self.reader.boxed),
        )
        renamed = [Numeric(boxed).visit(node) for node in renamed]
        if self.is_as_written and names(*renamed) & boxed:
            raise NotConvertible("it uses a package that only the submission has")
        if self.is_as_written:
            lendable = set().union(
                *(bound(loop.target) - unchangeable(loop, set()) for loop in self.loops)
            )
            functions = {
                name: renamer.visit(parsed(ast.unparse(node))) for name, node in helpers.items()
            }
            lines, beside = as_written.lines(
                renamed, submission.names, submission.modules, lendable, functions
            )
            return replace(self._check(function, lines), helpers=tuple(beside))
        scope = Scope(submission, variables)
        for setting in (*self.reader.prelude, *self.loops):
            scope.constants |= unchangeable(setting, scope.constants)
        lines = without_unused(scope.lines(renamed))
        if not scope.questions:
            raise NotConvertible("it asserts nothing about the submission")
        left = names(ast.parse("\n".join(lines))) & {
            "pytest",
            "self",
            "unittest",
            "approx",
        }
        if left:
            raise NotConvertible(f"it uses {min(left)} in another way than to assert")
        return self._check(function, lines)

    def _shared(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Return the statements that make the objects which a test shares with others."""
        needed: list[ast.stmt] = []
        used = names(*body)
        for node in reversed(self.reader.shared):
            if used & bound(node):
                needed.insert(0, node)
                used |= names(node)
        return needed

    def _imports(self) -> list[ast.stmt]:
        """Return the imports of the standard library in the file of tests."""
        return [
            statement
            for statement in self.reader.prelude
            if isinstance(statement, ast.Import | ast.ImportFrom)
        ]

    def _check(self, function: ast.FunctionDef, lines: list[str]) -> Converted:
        """Return the check with *lines*."""
        for loop in self.loops:
            head = f"for {ast.unparse(loop.target)} in {ast.unparse(loop.iter)}:"
            lines = [head, *(f"    {line}" for line in lines)]
        stem = self.path.stem.removeprefix("test_").removesuffix("_test")
        name = function.name.removeprefix("test").strip("_") or "one"
        title = (ast.get_docstring(function) or f"{name.replace('_', ' ')}.").split("\n")[0]
        id_ = f"{stem}.{name.replace('_', '-')}"
        provided = [
            parameter.arg
            for parameter in function.args.args
            if parameter.arg in as_written.PROVIDED
        ]
        fixtures = tuple(name for name in provided if self.is_as_written)
        kept = self.marks, self.is_hidden, f"test_{name}", tuple(lines), fixtures
        return Converted(id_, title, *kept)

    def _decorated(self, decorator: ast.expr) -> None:
        known: dict[str, Callable[[Any], None]] = {
            "weight": self._weight,
            "visibility": self._visibility,
            "parametrize": self._parametrize,
            "number": lambda call: None,
            "tags": lambda call: None,
        }
        read = known.get(last_name(decorator))
        if ast.unparse(decorator).startswith("pytest.mark.") and last_name(decorator) not in (
            *known,
            *SPECIAL_MARKS,
        ):
            return  # a label
        if last_name(decorator) in SKIPPING:
            raise NotConvertible(f"it is not run: {ast.unparse(decorator)[:60]}")
        if read is None:
            raise NotConvertible(f"it has the decorator {ast.unparse(decorator)[:60]}")
        read(decorator)

    def _weight(self, call: ast.Call) -> None:
        self.marks = ast.unparse(call.args[0])

    def _visibility(self, call: ast.Call) -> None:
        self.is_hidden = ast.literal_eval(call.args[0]) in HIDDEN

    def _parametrize(self, call: ast.Call) -> None:
        self.loops.append(_loop(*call.args[:2]))

    def _fixtures(self, function: ast.FunctionDef, known: set[str]) -> Iterable[ast.stmt]:
        """Return the statements of the fixtures that a test asks for."""
        steps: list[ast.stmt] = []
        names = [argument.arg for argument in function.args.args]
        for name in [name for name in names if name not in {"self", *known}]:
            fixture = self.reader.fixtures.get(name)
            if self.is_as_written and fixture is None and name in as_written.PROVIDED:
                continue
            if fixture is None:
                raise NotConvertible(REASONS.get(name, f"it has the argument {name}"))
            if "params" in ast.unparse(fixture.decorator_list[0]):
                raise NotConvertible(f"its fixture {name} has parameters")
            before, value = _result_of(fixture)
            result = parsed(f"{name} = {ast.unparse(value)}")
            steps += [*self._fixtures(fixture, known), *before, result]
        return steps

    def _refuse(self, body: Sequence[ast.stmt], helpers: Mapping[str, ast.FunctionDef]) -> None:
        """Raise NotConvertible if a test uses a name that no check can use."""
        used = set().union(*map(names, body), *map(bound, body))
        attributes = nodes(ast.Attribute, *body)
        methods = {each.attr for each in attributes if ast.unparse(each.value) in ("self", "cls")}
        functions = (used | methods) & helpers.keys()
        for name in sorted(functions if not self.is_as_written else ()):
            raise _NotDivided(name)
        imported = set().union(*map(bound, self._imports()))
        for call in nodes(ast.Call, *body) if self.is_as_written else ():
            given = [*call.args, *(option.value for option in call.keywords)]
            is_own = bool(names(call.func) & self.reader.renamed.keys())
            if is_own and any(makes_no_data(value, imported) for value in given):
                raise NotConvertible("it passes a function or an object that is no plain data")
        provided = as_written.PROVIDED if self.is_as_written else ()
        for name in sorted(used & REASONS.keys() - {*provided}):
            raise NotConvertible(REASONS[name])
        listed = {
            ALL_PUBLIC,
            *self.reader.modules,
            *chain.from_iterable(self.calls.values()),
        }
        renamed = self.reader.renamed
        unknown = sorted({renamed[name] for name in used & renamed.keys()} - listed)
        if unknown and ALL_PUBLIC not in self.calls.values():
            raise NotConvertible(f"the manifest's table [calls] has no {unknown[0]}")


def _result_of(fixture: ast.FunctionDef) -> tuple[list[ast.stmt], ast.expr]:
    """Return the statements before a fixture's value, and the value. What tidies up after a yield
    is left out: each check has a process of its own.
    """
    for place, node in enumerate(fixture.body):
        value = node.value if isinstance(node, ast.Return | ast.Expr) else None
        result = value.value if isinstance(value, ast.Yield) else value
        is_end = isinstance(node, ast.Return) or isinstance(value, ast.Yield)
        if is_end and result is not None and not any(map(asserts, fixture.body[place + 1 :])):
            return fixture.body[:place], result
    raise NotConvertible(f"its fixture {fixture.name} does not end in return or yield")


def _loop(parameters: ast.expr, values: ast.expr) -> ast.For:
    """Return the loop over the values of a parametrized test."""
    if "param(" in ast.unparse(values):
        raise NotConvertible("its parameters use pytest.param")
    given = ast.literal_eval(parameters)
    target = given if isinstance(given, str) else ", ".join(given)
    loop: ast.For = parsed(f"for {target} in {ast.unparse(values)}:\n pass")
    return loop
