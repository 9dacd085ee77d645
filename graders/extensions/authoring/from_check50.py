"""Makes checks of checks for check50, which run a program and look at what it prints.

The body of a check stays; `check50.run`, `check50.exists` and `open` become methods of a
`ProgramFolder`. Files that a check includes stand in the module of checks. A check that only runs
tests beside it with pytest becomes one of these tests.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from graders.extensions.authoring.dividing import expression, last_name
from graders.extensions.shared.checks_of_tests import (
    Converted,
    FileOfTests,
    NotConvertible,
    bound,
)
from graders.harness.assignment.trees import names, nodes, only, packages_in, parsed

_LARGEST = 100_000
"""Bytes of the files that a module of checks may hold."""
_FOLDER = "folder"
_FILES = "FILES"
_TEXT_MODES = ("'r'", "'rt'", "'w'", "'wt'", "'a'", "'at'")
_LIBRARY = frozenset(
    ["re", "math", "random", "string", "itertools", "collections", "shlex", "json", "csv"]
)
"""Modules that checks may import; others would look at files and processes of the judge."""
_BY_PYTEST = re.compile(
    r"""check50\.run\(["']pytest (?P<file>[\w./-]+)"""
    r"""(?: -k ["']?(?P<word>\w+)["']?)?["']\)\.exit\(0\)"""
)
_ALONE = frozenset(["os", "sys", "subprocess", "pathlib", "shutil", "eval", "exec", "__import__"])


def is_for_check50(tree: ast.Module) -> bool:
    """Return whether a module has checks for check50."""
    return any(
        alias.name == "check50" for node in only(ast.Import, tree.body) for alias in node.names
    )


def convert(path: Path, tree: ast.Module, submitted: Sequence[str]) -> FileOfTests:
    """Convert a file of checks. submitted: the names of the files that students hand in."""
    reader = _Reader(path.parent, submitted)
    for node in tree.body:
        reader.read(node)
    reader.read_files()
    stem = path.parent.name if path.stem == "__init__" else path.stem
    checks: list[Converted] = []
    refused = []
    for function in reader.checks:
        try:
            checks.append(reader.converted(stem, function))
        except NotConvertible as reason:
            refused.append((function.name, str(reason)))
    if not checks and not refused:
        refused.append((stem, "it has no checks for check50"))
    prelude = [*reader.prelude, *map(parsed, reader.more())]
    return FileOfTests(path, tuple(prelude), tuple(checks), tuple(refused))


def run_by_pytest(path: Path, tree: ast.Module) -> dict[str, tuple[Path, str, str]]:
    """Return the checks that only run tests beside them, with the file, the word that selects tests
    of it by their names ("" for all), and the title.
    """
    found = {}
    for function in only(ast.FunctionDef, tree.body):
        *_, last = function.body
        command = _BY_PYTEST.fullmatch(ast.unparse(last))
        has_others = len(function.body) - (ast.get_docstring(function) is not None) > 1
        if command and not has_others and (path.parent / command["file"]).is_file():
            file = path.parent / command["file"]
            title = (ast.get_docstring(function) or "").split("\n")[0]
            found[function.name] = (file, command["word"] or "", title)
    return found


class _Reader:
    """The definitions of a module of checks."""

    def __init__(self, folder: Path, submitted: Sequence[str]) -> None:
        self.folder, self.submitted = folder, submitted
        self.prelude: list[ast.stmt] = []
        self._foreign: set[str] = set()
        """Names that are imported from elsewhere."""
        self.eof: set[str] = set()
        self.helpers: dict[str, ast.FunctionDef] = {}
        self.checks: list[ast.FunctionDef] = []
        self.files: dict[str, str | bytes] = {}
        """Files that a check includes or reads. A later check finds them, too."""

    def read(self, node: ast.stmt) -> None:
        """Read a statement of the module."""
        if isinstance(node, ast.Import | ast.ImportFrom):
            modules = [alias.name for alias in node.names]
            if isinstance(node, ast.ImportFrom):
                modules = [node.module or ""]
            if modules == ["pexpect"] and bound(node) == {"EOF"}:
                self.eof |= bound(node)
            elif packages_in(node) <= _LIBRARY:
                self.prelude.append(node)
            else:
                self._foreign |= bound(node) - {"check50"}
        elif isinstance(node, ast.FunctionDef):
            is_check = any(last_name(one) == "check" for one in node.decorator_list)
            if is_check:
                self.checks.append(node)
            else:
                self.helpers[node.name] = node
        elif isinstance(node, ast.ClassDef):
            self._foreign.add(node.name)
        elif isinstance(node, ast.Assign):
            if "check50" in names(node):
                self._foreign |= bound(node)
            else:
                self.prelude.append(node)

    def read_files(self) -> None:
        """Read the files that functions of the module name, or all if a name is computed."""
        calls = nodes(ast.Call, *self.checks, *self.helpers.values())
        named: set[str] = set()
        for call in calls:
            if ast.unparse(call.func) not in ("check50.include", "open"):
                continue
            given = call.args if last_name(call) == "include" else call.args[:1]
            is_known = all(isinstance(node, ast.Constant) for node in given)
            beside = [file.name for file in self.folder.iterdir() if file.name[:1] not in "._"]
            named |= {ast.literal_eval(node) for node in given} if is_known else {*beside}
        for name in sorted(named - {*self.submitted}):
            file = self.folder / name
            if file.is_file() and file.stat().st_size <= _LARGEST:
                content = file.read_bytes()
                try:
                    self.files[name] = content.decode()
                except UnicodeDecodeError:
                    self.files[name] = content

    def more(self) -> list[str]:
        """Return what the checks need beside the module's own statements."""
        return [
            "from graders.extensions.calls import EOF",
            "from graders.extensions.calls import ProgramFolder",
            f"{_FILES} = {self.files!r}",
        ]

    def converted(self, stem: str, function: ast.FunctionDef) -> Converted:
        """Return a check. Raises NotConvertible."""
        if function.args.args:
            raise NotConvertible(
                f"it gets what another check has returned ({function.args.args[0].arg})"
            )
        kinds = [last_name(one) for one in function.decorator_list]
        if others := {*kinds} - {"check", "hidden"}:
            raise NotConvertible(f"it has the decorator {min(others)}")
        reached = self._reached(function)
        used = names(function, *(self.helpers[name] for name in reached))
        if foreign := sorted(used & (self._foreign | _ALONE)):
            raise NotConvertible(f"it uses {foreign[0]}, which a check has not")
        asking = self._asking(reached)
        change = _ByDialogue(self, asking)
        title = (ast.get_docstring(function) or function.name).split("\n")[0].strip()
        body = function.body[ast.get_docstring(function) is not None :]
        change.is_presence = not any(map(_runs, (function, *(self.helpers[x] for x in reached))))
        lines = [line for node in body for line in change.statement(node)]
        if not any(f"{_FOLDER}.run(" in line or "fail(" in line for line in lines) and not asking:
            raise NotConvertible("it looks at nothing that a program does")
        files = f", {_FILES}" if self.files else ""
        lines.insert(0, f"{_FOLDER} = ProgramFolder(student{files})")
        helpers = tuple(change.helper(self.helpers[name]) for name in reached)
        words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", function.name).lower()
        words = words.removeprefix("test").strip("_") or "one"
        id_ = f"{stem.replace('_', '-').lower()}.{words.replace('_', '-')}"
        hidden = "hidden" in kinds
        return Converted(id_, title, "1", hidden, f"test_{words}", tuple(lines), (), helpers)

    def _reached(self, function: ast.FunctionDef) -> list[str]:
        """Return the helpers that a function uses, those that they use first."""
        found: list[str] = []
        for name in sorted(names(*function.body) & self.helpers.keys() - {function.name}):
            found += [*self._reached(self.helpers[name]), name]
        return [*dict.fromkeys(found)]

    def _asking(self, reached: Sequence[str]) -> set[str]:
        """Return those of the helpers that run a program or open a file, or call one that does."""
        asking: set[str] = set()
        for name in reached:  # those that they use come first
            helper = self.helpers[name]
            if _looks(helper) or names(*helper.body) & asking:
                asking.add(name)
        return asking


def _runs(function: ast.FunctionDef) -> bool:
    return any(ast.unparse(call.func) == "check50.run" for call in nodes(ast.Call, function))


def _looks(function: ast.FunctionDef) -> bool:
    called = {ast.unparse(call.func) for call in nodes(ast.Call, function)}
    return bool(called & {"check50.run", "check50.exists", "open"})


class _ByDialogue(ast.NodeTransformer):
    """Replaces what check50 offers; raises NotConvertible for what has no counterpart."""

    def __init__(self, reader: _Reader, asking: set[str]) -> None:
        """asking: helpers that run a program or open a file."""
        self._reader, self._asking = reader, asking
        self.is_presence = False
        """Whether the check looks for files alone."""

    def statement(self, node: ast.stmt) -> list[str]:
        """Return the lines of a statement."""
        text = self._text(node)
        return text.split("\n") if text else []

    def helper(self, node: ast.FunctionDef) -> str:
        """Return the source of a helper; pytest takes none for a test."""
        given = [ast.arg(_FOLDER)] if node.name in self._asking else []
        body = [line for part in node.body for line in self.statement(part)]
        copy: ast.FunctionDef = parsed(ast.unparse(node))
        copy.name, copy.args.args = _helper_name(node.name), [*given, *copy.args.args]
        copy.body = ast.parse("\n".join(body) or "pass").body
        return ast.unparse(ast.fix_missing_locations(copy))

    def _text(self, node: ast.stmt) -> str:
        changed = self.visit(parsed(ast.unparse(node)))
        kept = changed if isinstance(changed, list) else [changed] if changed else []
        text = "\n".join(ast.unparse(ast.fix_missing_locations(part)) for part in kept)
        if left := re.search(r"\bcheck50[\w.]*", text):
            raise NotConvertible(f"it uses {left[0]}")
        return text

    def _block(self, node: Any) -> Any:
        """Return a statement with others inside; None if none of them is left."""
        self.generic_visit(node)
        if not node.body and getattr(node, "orelse", []):
            node.body = [ast.Pass()]
        return node if node.body else None

    visit_For = visit_With = visit_If = _block

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Replace a call that stands alone: of a file that is included or has to exist."""
        call = ast.unparse(node.value.func) if isinstance(node.value, ast.Call) else ""
        if call in ("check50.log", "check50.data"):
            return None
        if call == "check50.include":
            if not self.is_presence:
                self._include(node.value.args)  # type: ignore[attr-defined]
            return None
        if call == "check50.exists":
            return self._exists(node.value.args)  # type: ignore[attr-defined]
        return self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> Any:
        """Replace an exception that ends the check."""
        error = node.exc
        kind = ast.unparse(error.func) if isinstance(error, ast.Call) else ""
        if not isinstance(error, ast.Call) or not kind.startswith("check50."):
            raise NotConvertible("it raises an exception of its own")
        given = [ast.unparse(self.visit(argument)) for argument in error.args]
        if kind == "check50.Failure" and given:
            return parsed(f"fail(str({given[0]}))")
        if kind in ("check50.Mismatch", "check50.Missing") and len(given) == 2:
            return parsed(f"fail('Expected %r, got %r.' % ({given[0]}, {given[1]}))")
        raise NotConvertible(f"it raises {kind}")

    def visit_Call(self, node: ast.Call) -> Any:
        """Replace a run of a program, a file that is read, and the arguments of a helper."""
        called = ast.unparse(node.func)
        if called == "check50.run":
            return self._run(node)
        if called == "open":
            return self._open(node)
        is_asking = isinstance(node.func, ast.Name) and node.func.id in self._asking
        self.generic_visit(node)
        if is_asking:
            node.args.insert(0, ast.Name(_FOLDER, ast.Load()))
        return node

    def visit_Name(self, node: ast.Name) -> Any:
        """Replace the end of the input, and the name of a helper."""
        if node.id in self._reader.eof:
            return ast.Name("EOF", node.ctx)
        is_helper = node.id in self._reader.helpers
        return ast.Name(_helper_name(node.id), node.ctx) if is_helper else node

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        """Replace the end of the input."""
        if ast.unparse(node) == "check50.EOF":
            return ast.Name("EOF", node.ctx)
        self.generic_visit(node)
        return node

    def _run(self, node: ast.Call) -> ast.expr:
        if node.keywords or len(node.args) != 1:
            raise NotConvertible("it sets variables of the environment")
        command = self.visit(node.args[0])
        start = _beginning(command)
        program, _, rest = (start or "python3 ").partition(" ")
        if program not in ("python", "python3"):
            more = ": import the tests themselves" if program == "pytest" else ""
            raise NotConvertible(f"it runs {program}, which is no program in Python{more}")
        if re.search(r"[|<>&;$`*]|(^|\s)-[cm] ", rest):
            raise NotConvertible(f"its command {start!r} needs a shell")
        return ast.Call(expression(f"{_FOLDER}.run"), [command], [])

    def _open(self, node: ast.Call) -> ast.expr:
        mode = ast.unparse(node.args[1]) if len(node.args) > 1 else "'r'"
        options = {option.arg for option in node.keywords}
        if mode not in _TEXT_MODES or options - {"newline", "encoding"}:
            raise NotConvertible("it opens a file that is no text")
        name = ast.literal_eval(node.args[0]) if isinstance(node.args[0], ast.Constant) else ""
        if name in self._reader.submitted:
            raise NotConvertible(f"it reads {name}, which students hand in: a rule of style can")
        given = [self.visit(argument) for argument in node.args[:2]]
        return ast.Call(expression(f"{_FOLDER}.open"), given, [])

    def _include(self, given: Sequence[ast.expr]) -> None:
        """Raise NotConvertible for a file that is none of the checks, or too large."""
        for node in given:
            name = ast.literal_eval(node) if isinstance(node, ast.Constant) else ""
            if name and name not in self._reader.files:
                raise NotConvertible(f"it reads {name}, which is no small file beside the checks")

    def _exists(self, given: Sequence[ast.expr]) -> Any:
        wanted = [
            ast.literal_eval(node) if isinstance(node, ast.Constant) else "" for node in given
        ]
        others = [
            name
            for name in wanted
            if name not in self._reader.submitted or not name.endswith(".py")
        ]
        if not self.is_presence:  # a run of a program that is missing says so
            return parsed(f"{_FOLDER}.exists(*{others!r})") if others else None
        if others:
            raise NotConvertible(f"it looks for {others[0] or 'a file'}, which is not handed in")
        run = [f"{_FOLDER}.run({f'python3 {name}'!r}).kill()" for name in wanted]
        return ast.parse("\n".join(run)).body


def _beginning(command: ast.expr) -> str:
    """Return the known beginning of a command."""
    if isinstance(command, ast.Constant):
        return str(ast.literal_eval(command))
    if isinstance(command, ast.JoinedStr) and isinstance(command.values[0], ast.Constant):
        return str(ast.literal_eval(command.values[0]))
    return ""


def _helper_name(name: str) -> str:
    return f"_{name}" if name.startswith("test") else name
