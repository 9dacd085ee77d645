"""Makes checks of tests for JUnit 5 or 4, of which many have assertions of AssertJ.

A test is translated statement by statement into a check in Python whose objects stay in the box.
What has no translation that is surely right is refused, with the reason. Each module translates
one kind of thing: `statements`, `assertions`, `expressions` and what the `library` makes, of the
names in a `scope`; `terms` and `syntax` are what all of them work with.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from tree_sitter import Node

from graders.extensions.java.junit.assertions import Assertions
from graders.extensions.java.junit.expressions import Expressions
from graders.extensions.java.junit.scope import JavaScope
from graders.extensions.java.junit.statements import Statements
from graders.extensions.java.junit.syntax import (
    annotations_of,
    body_of,
    cell,
    cells,
    parameters_of,
    strings_in,
)
from graders.extensions.java.junit.terms import Members, members_of, python_name
from graders.extensions.shared.checks_of_tests import (
    Converted,
    FileOfTests,
    ImportedError,
    NotConvertible,
)
from graders.extensions.shared.syntax_trees import parts_of, text_of, tree_of
from graders.harness.assignment.manifest import Assignment

_TESTS = {"Test", "ParameterizedTest", "RepeatedTest", "TestFactory"}
_KNOWN = {"Test", "ParameterizedTest", "DisplayName", "CsvSource", "ValueSource", "Tag"}


def files_of_tests(path: Path) -> list[Path]:
    """Return the files of tests at *path*, a file or a folder. Raises ImportedError."""
    found = [path] if path.is_file() else sorted(path.rglob("*Test*.java"))
    if not found:
        raise ImportedError(f"{path}: no file of tests (*Test*.java)")
    return found


def convert(path: Path, assignment: Assignment) -> FileOfTests:
    """Convert a file of tests. Raises ImportedError if it cannot be parsed."""
    files = [*assignment.files.solved, *assignment.manifest.files.course]
    sources = {
        name: (assignment.course / name).read_text("utf-8")
        for name in files
        if name.endswith(".java")
    }
    return converted(path, members_of(sources), [*assignment.manifest.calls])


def converted(path: Path, members: Members, classes: Sequence[str]) -> FileOfTests:
    """Convert a file of tests of these *classes*, which checks may name."""
    root = tree_of(path.read_bytes(), path.name)
    if root.has_error:
        raise ImportedError(f"{path.name} does not parse")
    checks: dict[str, Converted] = {}
    refused = []
    imports = " ".join(text_of(node) for node in root.children if "import" in node.type)
    for owner in (node for node in root.children if node.type == "class_declaration"):
        for method in _methods(body_of(owner)):
            marks = annotations_of(method)
            if not marks.keys() & _TESTS:
                continue
            scope = JavaScope(members, classes, _helpers(body_of(owner)))
            try:
                check = _check(path, scope, method, marks, is_junit_4="org.junit.Assert" in imports)
                checks[check.id] = check
            except NotConvertible as reason:
                refused.append((text_of(method.child_by_field_name("name")), str(reason)))
    if not checks and not refused:
        refused.append((path.stem, "it has no tests for JUnit"))
    return FileOfTests(path, (), tuple(checks.values()), tuple(refused))


def _check(
    path: Path, scope: JavaScope, method: Node, marks: Mapping[str, Node], *, is_junit_4: bool
) -> Converted:
    """Return the check of a test. Raises NotConvertible."""
    if marks.keys() & {"Disabled", "Ignore"}:
        raise NotConvertible("it is not run: it is disabled")
    if others := sorted(marks.keys() - _KNOWN):
        raise NotConvertible(f"it has the annotation @{others[0]}")
    expressions = Expressions(scope)
    assertions = Assertions(expressions, is_junit_4=is_junit_4)
    statements = Statements(expressions, assertions)
    assert method.parent is not None
    lines = [line for node in _before(method.parent) for line in statements.of(node)]
    scope.fields = frozenset(scope.variables)
    loop = _loop(expressions, method, marks)
    lines += statements.of(body_of(method))
    if not assertions.number:
        raise NotConvertible("it asserts nothing")
    lines = _without_unused_constants(lines)
    if loop:
        lines = [loop, *(f"    {line}" for line in lines)]
    name = text_of(method.child_by_field_name("name"))
    words = _divided(name, "_").removeprefix("test").strip("_") or "one"
    stem = path.stem.removesuffix("Test").removesuffix("Tests").removeprefix("Test")
    titles = strings_in(marks["DisplayName"]) if "DisplayName" in marks else []
    title = [*titles, f"{words.replace('_', ' ')}."][0]
    id_ = f"{_divided(stem, '-')}.{words.replace('_', '-')}"
    return Converted(id_, title, "1", False, f"test_{words}", tuple(lines))


def _divided(name: str, sign: str) -> str:
    """Return the words of a name of Java, with a sign between them."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", sign, name).lower()


def _loop(expressions: Expressions, method: Node, marks: Mapping[str, Node]) -> str:
    """Return the head of the loop over a test's cases; "" if it has no parameters."""
    parameters = parameters_of(method)
    if not parameters:
        return ""
    kinds = [kind for kind, _name in parameters]
    names = [python_name(name) for _kind, name in parameters]
    expressions.scope.variables.update(zip(names, kinds, strict=True))
    source = marks.get("CsvSource") or marks.get("ValueSource")
    given = source and source.child_by_field_name("arguments")
    arguments = parts_of(given) if given else []
    if len(arguments) != 1:
        raise NotConvertible("its parameters do not come from one @CsvSource or @ValueSource")
    if "CsvSource" in marks:
        if arguments[0].type not in ("element_value_array_initializer", "string_literal"):
            raise NotConvertible("its @CsvSource has settings")
        rows = [cells(line) for line in strings_in(arguments[0])]
        if any(len(row) != len(kinds) for row in rows):
            raise NotConvertible("its @CsvSource has other columns than the test parameters")
        cases = [[cell(*pair) for pair in zip(row, kinds, strict=True)] for row in rows]
    else:
        values = arguments[0].child_by_field_name("value") or arguments[0]
        parts = parts_of(values) if "initializer" in values.type else [values]
        cases = [[expressions.term(part).code] for part in parts]
    items = [f"({', '.join(case)})" if len(case) > 1 else case[0] for case in cases]
    return f"for {', '.join(names)} in [{', '.join(items)}]:"


def _methods(body: Node) -> list[Node]:
    return [node for node in parts_of(body) if node.type == "method_declaration"]


def _helpers(body: Node) -> Mapping[str, Sequence[Node]]:
    """Return the methods of a class that are no tests, by name."""
    helpers: dict[str, list[Node]] = {}
    for node in _methods(body):
        if not annotations_of(node).keys() - {"Override"}:
            helpers.setdefault(text_of(node.child_by_field_name("name")), []).append(node)
    return helpers


def _before(body: Node) -> list[Node]:
    """Return what comes before each test: fields with values, and methods that set up."""
    setting_up = []
    for method in _methods(body):
        marks = annotations_of(method).keys()
        if marks & {"BeforeAll", "BeforeClass", "AfterAll", "AfterEach", "After"}:
            raise NotConvertible(f"@{min(marks)} runs before or after the tests")
        if marks & {"BeforeEach", "Before"}:
            setting_up.append(body_of(method))
    return [*(node for node in parts_of(body) if node.type == "field_declaration"), *setting_up]


def _without_unused_constants(lines: Sequence[str]) -> list[str]:
    """Return *lines* without constants of the class that the test does not use."""
    text = "\n".join(lines)
    return [
        line
        for line in lines
        if "student" in line
        or not (match := re.match(r"(\w+) = ", line))
        or len(re.findall(rf"\b{match[1]}\b", text)) > 1
    ]
