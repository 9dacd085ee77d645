"""Writes the folders of an assignment whose solution exists: ``grader new --from``.

Its checks are those of its docstrings' examples that the solution passes and the starter does not.
All others are remarks in the module of checks.
"""

from __future__ import annotations

import ast
import shutil
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import indent

from graders.extensions.authoring.imported import convert, public_names
from graders.extensions.authoring.proving import forgetting_modules
from graders.extensions.authoring.scaffold.doctests import (
    ExampleGroup,
    NoTest,
    examples_of,
    guesses,
    test_of,
)
from graders.extensions.authoring.scaffold.marked import (
    Definition,
    has_solution,
    is_program,
    is_public,
    marked,
)
from graders.extensions.authoring.verification.record import RecordError, record
from graders.extensions.shared.checks_of_tests import Converted, FileOfTests
from graders.extensions.shared.gradings import solved_files
from graders.harness.assignment.manifest import Assignment, load_assignment
from graders.harness.assignment.trees import packages_in
from graders.harness.errors import GraderError
from graders.harness.grading.grader import Grader
from graders.harness.grading.program import open_backend, program_of, read_folder
from graders.harness.grading.reference import ReferenceFails
from graders.harness.handout import starter
from graders.harness.intake import submission_from_bytes
from graders.harness.reports.sentences import message_of
from graders.harness.result import CheckResult, Verdict, not_passed, one_line
from graders.harness.sandbox import find_interpreter
from graders.harness.sandbox.interface import Level, minimum_level
from graders.harness.sandbox.packages import source_for
from graders.harness.session.session import Session

PROGRAM = "program"
"""The task of the scenario."""
SCENARIO = "example"
TYPED = (
    *((), ("abc",), ("3",), ("abc", "3"), ("3", "4"), ("3", "4", "5")),
    *(("abc", ""), ("3", ""), ("3", "q"), ("3", "quit")),
    *(("one two", "three", "^D"), ("3", "4", "^D")),
)
"""Lines that are typed to a program; the first that it reads to its end are the scenario."""


KNOWN_PACKAGES = ("numpy", "pandas")
"""Packages that are installed for a solution: checks know their values. The name of another one
may be that of a stranger's on the index.
"""


class SolutionError(GraderError):
    """No assignment can be made of the solution; the message says why."""


@dataclass(slots=True)
class FromSolution:
    """An assignment in the making, below *root*."""

    id: str
    title: str
    text: str
    """The solution."""
    file: str
    root: Path
    left: list[tuple[str, str]] = field(default_factory=list)
    """Names that are left for the author to do by hand -> reason."""
    checks: list[Converted] = field(default_factory=list)
    owners: dict[str, str] = field(default_factory=dict)
    """Function of a check -> the definition that it tests."""
    remarks: list[str] = field(default_factory=list)
    packages: list[str] = field(default_factory=list)
    """Packages that the solution imports."""
    imports: str = ""
    """The lines that import them."""
    has_scenario: bool = False

    @property
    def module(self) -> str:
        """The name of the submitted module."""
        return self.file.removesuffix(".py")

    def write(self) -> None:
        """Write all folders. Raises SolutionError."""
        try:
            tree = ast.parse(self.text)
        except SyntaxError as error:
            raise SolutionError(f"the solution is not Python: {error}") from None
        self.packages = self._packages_of(tree)
        of_packages = [
            one for one in tree.body if packages_in(ast.Module([one], [])) & {*self.packages}
        ]
        self.imports = "".join(f"{ast.unparse(one)}\n" for one in of_packages)
        self._write("reference", self.file, marked(self.text))
        self._write("reference", "README.md", _handout(self.title, self.file, tree))
        self._write("graders", "__init__.py", f'"""Grader of {self.id}."""\n')
        self._write_grader()
        if self.packages:
            assignment = self._load()
            python = find_interpreter(assignment.manifest.marking_python)
            source_for(assignment).install(assignment, python)
        self._write_starter()
        self._make_checks(tree)
        self._write_grader()
        if is_program(tree):
            self._make_scenario()
        self._settle()
        for folder in [*self.root.rglob("__pycache__")]:
            shutil.rmtree(folder)

    def _refuse_nothing(self) -> None:
        """Raise SolutionError if there is no check at all."""
        if not self.checks and not self.has_scenario:
            reasons = "; ".join(f"{name}: {reason}" for name, reason in self.left)
            raise SolutionError(
                f"no check can be made of {self.file}: write examples (>>>) in its docstrings"
                + (f" ({reasons})" if reasons else "")
            )

    def _packages_of(self, tree: ast.Module) -> list[str]:
        """Return the packages that the solution imports. Raises SolutionError for an unknown one:
        it has to be installed before a check can be tried.
        """
        packages = packages_in(tree) - sys.stdlib_module_names - {self.module, "."}
        if unknown := packages - {*KNOWN_PACKAGES}:
            package = min(unknown)
            raise SolutionError(
                f"{self.file} imports {package}, which has to be installed first: write a small "
                f"assignment by `grader new {self.id} --title ... --minimal`, add "
                f'packages = ["{package}"] to its manifest, and run `grader doctor {self.id} '
                "--install` (docs/writing-a-grader.md, Packages and arrays)"
            )
        return sorted(packages)

    def _write(self, top: str, name: str, text: str) -> None:
        path = self.root / top / self.id / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")

    def _load(self) -> Assignment:
        return load_assignment(self.id, self.root)

    def _write_starter(self) -> None:
        assignment = self._load()
        common = starter.common_files(assignment.manifest)
        starter.build(assignment.reference, assignment.starter, common)

    def _make_checks(self, tree: ast.Module) -> None:
        """Make checks of all examples; a function without any is called with samples."""
        try:
            groups = examples_of(tree, self.module)
        except (SyntaxError, ValueError) as error:
            raise SolutionError(f"the examples of a docstring cannot be read: {error}") from None
        having = {group.owner for group in groups}
        public = [node for node in tree.body if isinstance(node, Definition) and is_public(node)]
        public = [node for node in public if node.name not in having and has_solution(node)]
        lacking = [node.name for node in public if not (is_program(tree) and node.name == "main")]
        functions = [node.name for node in public if not isinstance(node, ast.ClassDef)]
        assignment = self._load()
        limits = assignment.manifest.limits
        program = program_of(assignment, read_folder(assignment.reference, assignment.files.solved))
        with (
            closing(open_backend(assignment, choice="auto")) as backend,
            closing(Session(backend.open(program, limits), limits)) as session,
        ):
            asked = [name for name in lacking if name in functions]
            groups += guesses(session, asked, self.module)
            made = self._tests(groups, session)
        guessed = {group.owner for group in groups}
        self.left += [(name, "it has no example") for name in lacking if name not in guessed]
        self._convert(assignment, made)

    def _tests(self, groups: Sequence[ExampleGroup], session: Session) -> dict[str, str]:
        """Return the test of each group by its function's name."""
        made: dict[str, str] = {}
        for group in groups:
            try:
                made[f"test_{group.name}"] = test_of(group, session, self.module)
                self.owners[f"test_{group.name}"] = group.owner
            except NoTest as reason:
                self._leave(group.name, str(reason), "".join(group.sources))
        return made

    def _convert(self, assignment: Assignment, made: Mapping[str, str]) -> None:
        head = f"import pytest\n{self.imports}from {self.module} import *\n\n"
        with TemporaryDirectory() as folder:
            path = Path(folder, f"test_{self.module}.py")
            path.write_text("\n\n".join([head, *made.values()]), encoding="utf-8")
            names = public_names(assignment)
            calls, packages = assignment.manifest.calls, {*self.packages}
            file = convert(path, names, calls, packages=packages, as_written_first=True)
        self.checks = list(file.checks)
        for name, reason in file.refused:
            if name in made:
                self._leave(name.removeprefix("test_"), reason, made[name])

    def _leave(self, name: str, reason: str, text: str) -> None:
        """Leave something to the author: named, and as a remark in the module."""
        self.left.append((name, reason))
        body = indent(f"To do by hand: {reason}.\n{text.rstrip()}", "# ", lambda line: True)
        self.remarks.append("\n".join(line.rstrip() for line in body.split("\n")))

    def _make_scenario(self) -> None:
        """Record what the program prints; leave it to the author if it reads something else."""
        self.has_scenario = True
        self._write_grader()
        reason = ""
        for lines in TYPED:
            typed = "\n".join(f"«{line}»" for line in lines)
            self._write("scenarios", f"{SCENARIO}.txt", _SCENARIO.format(id=self.id, typed=typed))
            try:
                (recorded,) = record(self._load())
            except RecordError as error:
                reason = str(error)
                continue
            body = recorded.after.partition("\n\n")[2].splitlines()
            if any(line and not line.startswith(("#", "«")) for line in body):
                recorded.path.write_text(recorded.after, encoding="utf-8")
                return
        self._without_scenario(reason or "it prints nothing")

    def _without_scenario(self, reason: str) -> None:
        self.has_scenario = False
        (self.root / "scenarios" / self.id / f"{SCENARIO}.txt").unlink()
        self._write_grader()
        self.left.append(("the program", reason))

    def _settle(self) -> None:
        """Leave out the checks that the solution fails or the starter passes. Raises SolutionError
        if none is left.
        """
        self._refuse_nothing()
        assignment = self._load()
        ids = frozenset(check.id for check in self.checks) | {f"scenario.{SCENARIO}"}
        backend = open_backend(assignment, choice="auto", minimum=Level.parse(minimum_level()))
        left: dict[str, str] = {}
        with Grader(assignment, backend) as grader, forgetting_modules(self.root):
            try:
                recorded = grader.record(only=ids)
            except ReferenceFails as fails:
                left = {check.id: _failed(check) for check in not_passed(fails.result.checks)}
                is_settled = False
            else:
                files = solved_files(assignment, assignment.starter)
                submission = submission_from_bytes("starter", files, assignment)
                with Grader(assignment, backend.branch(), kept=recorded) as of_starter:
                    result = of_starter.grade(submission, only=ids, unfinished=True).result
                passed = [check.id for check in result.checks if check.verdict is Verdict.PASSED]
                left = dict.fromkeys(passed, "the starter passes it")
                is_settled = True
        self._leave_checks(left)
        if not is_settled:
            self._settle()
        self._refuse_nothing()

    def _leave_checks(self, left: Mapping[str, str]) -> None:
        """Leave checks to the author: id -> reason."""
        for check in self.checks:
            if check.id in left:
                text = check.source(self.owners[check.function])
                self._leave(check.function.removeprefix("test_"), left[check.id], text)
        self.checks = [check for check in self.checks if check.id not in left]
        if f"scenario.{SCENARIO}" in left:
            self._without_scenario(left[f"scenario.{SCENARIO}"])
        self._write_grader()

    def _write_grader(self) -> None:
        """Write the manifest and the modules of checks."""
        owners = [self.owners[check.function] for check in self.checks]
        tasks = {name: owners.count(name) for name in dict.fromkeys(owners)}
        if self.has_scenario:
            tasks[PROGRAM] = 1
        self._write("graders", "assignment.toml", self._manifest(tasks or {"none": 1}))
        file = FileOfTests(Path(self.file), (), tuple(self.checks), ())
        about = f"The checks of {self.file}, made from the examples in its docstrings."
        text = file.module(lambda check: self.owners[check.function], hidden=False, about=about)
        text = "\n\n\n".join(filter(None, [text.rstrip(), *self.remarks])) + "\n"
        self._write("graders", f"test_{self.module}.py", text)
        scenarios = self.root / "graders" / self.id / "test_scenarios.py"
        scenarios.unlink(missing_ok=True)
        if self.has_scenario:
            self._write("graders", scenarios.name, _SCENARIOS.format(id=self.id))

    def _manifest(self, tasks: Mapping[str, int]) -> str:
        """Return the manifest; a task is a definition, with a mark for each of its checks."""
        title = self.title.replace("\\", r"\\").replace('"', r"\"")
        text = _MANIFEST.format(id=self.id, title=title, file=self.file, module=self.module)
        if self.packages:
            names = ", ".join(f'"{name}"' for name in self.packages)
            text = text.replace("\n\n", f"\npackages = [{names}]\n\n", 1)
        if self.has_scenario:
            text += f'\n[transcript]\nprogram = "{self.file}"\n'
        return text + "".join(_TASK.format(name=name, marks=tasks[name]) for name in tasks)


def _failed(check: CheckResult) -> str:
    """Return why the solution fails a check, in one line."""
    return f"the solution fails it: {one_line(message_of(check)).strip()[:200]}"


def _handout(title: str, file: str, tree: ast.Module) -> str:
    """Return a handout that lists what is to be written."""
    lines = [f"# {title}", "", f"Complete `{file}`. `python check.py` runs the public checks.", ""]
    for node in tree.body:
        if isinstance(node, Definition) and is_public(node):
            about = (ast.get_docstring(node) or "To do: its contract.").split("\n")[0]
            call = "" if isinstance(node, ast.ClassDef) else f"({ast.unparse(node.args)})"
            lines.append(f"- `{node.name}{call}`: {about}")
    if is_program(tree):
        lines.append("- The program: to do, what it reads and prints.")
    return "\n".join(lines) + "\n"


_MANIFEST = """\
# How {id} is graded; docs/manifest.md has every key.
id = "{id}"
title = "{title}"
language = "python"
play = "$(PYTHON) {file}"
baseline = {{ marks = 0, reason = "the starter does nothing yet" }}

# Checks call every public function and class of {file}. A list names some: ["mean"].
[calls]
{module} = "*"

[files]
submitted = ["{file}"]
course = []
"""
_TASK = """
[[tasks]]
id = "{name}"
name = "{name}"
marks = {marks}
reason = "to do: the handout's marks; now one for each check"
"""
_SCENARIO = """\
title: The program answers as in the handout.
task: program
marks: 1
visibility: public
source: the handout

# To do: type what the handout types, then run: grader refresh {id} --only scenarios
{typed}
"""
_SCENARIOS = '''\
"""One check for each file in scenarios/{id}."""

from graders.harness import each_scenario, load_assignment, replay_program


@each_scenario(load_assignment("{id}"))
def test_scenario(student, scenario):
    """A transcript."""
    replay_program(student, scenario)
'''
