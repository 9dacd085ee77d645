"""The harness stays small in its parts: classes, modules, lines and decisions have limits."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from radon.metrics import mi_rank, mi_visit

from graders.harness.content import HARNESS

ATTRIBUTES = 15
CLASS_LINES = 250
LINE_LENGTH = 100
MEASURED = 20.0
"""Decisions per 100 lines of code in the harness, as measured. Lower it when the figure falls."""

LARGE_CLASSES = {
    "assignment/manifest.py Manifest": "the table of a file: each field is a key of assignment.toml",
}
"""Classes that may be larger, each with the reason."""

MODULES = sorted(path.relative_to(HARNESS).as_posix() for path in HARNESS.rglob("*.py"))


@cache
def source_of(module: str) -> str:
    """Return the text of a module of the harness."""
    return (HARNESS / module).read_text()


@cache
def tree_of(module: str) -> ast.Module:
    """Return the syntax tree of a module of the harness."""
    return ast.parse(source_of(module))


def attributes_of(definition: ast.ClassDef) -> set[str]:
    """Return the fields that a class annotates, and those that its methods set on ``self``."""
    names = set()
    for statement in definition.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            names.add(statement.target.id)
    for node in ast.walk(definition):
        match node:
            case ast.Attribute(value=ast.Name(id="self"), ctx=ast.Store()):
                names.add(node.attr)
    return names


def large_classes(module: str, tree: ast.Module) -> Iterator[str]:
    """Yield the classes of a module that are over a limit, with their size."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and f"{module} {node.name}" not in LARGE_CLASSES:
            attributes = len(attributes_of(node))
            lines = (node.end_lineno or 0) - node.lineno + 1
            if attributes > ATTRIBUTES or lines > CLASS_LINES:
                yield f"{module} {node.name}: {attributes} attributes, {lines} lines"


def test_classes_are_small() -> None:
    """A class with many attributes has more than one job."""
    large = [found for module in MODULES for found in large_classes(module, tree_of(module))]
    assert large == []


def test_exempt_classes_exist() -> None:
    for named in LARGE_CLASSES:
        module, name = named.split()
        assert name in {n.name for n in ast.walk(tree_of(module)) if isinstance(n, ast.ClassDef)}


def test_modules_are_maintainable() -> None:
    """Radon's maintainability index is A or B: C is below 10 of 100."""
    ranks = {module: mi_rank(mi_visit(source_of(module), multi=True)) for module in MODULES}
    assert [module for module, rank in ranks.items() if rank == "C"] == []


# Lines.

WITHOUT_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}
"""Tokens that do not make a line code."""


def table_lines(source: str) -> set[int]:
    """Return the numbers of the lines that ``# fmt: skip`` or ``# fmt: off`` keeps as a table."""
    lines: set[int] = set()
    begin = off = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NEWLINE:
            begin = 0
        elif token.type not in WITHOUT_CODE and not begin:
            begin = token.start[0]
        elif token.type == tokenize.COMMENT and token.string.startswith("# fmt: skip"):
            lines.update(range(begin, token.start[0] + 1))
        elif token.type == tokenize.COMMENT and token.string.startswith("# fmt: off"):
            off = token.start[0]
        elif token.type == tokenize.COMMENT and token.string.startswith("# fmt: on") and off:
            lines.update(range(off, token.start[0] + 1))
    return lines


def is_row(line: str) -> bool:
    """Return whether a line is a row: its columns are two or more spaces, or bars, apart."""
    return re.search(r"\S {2,}[^\s#]", line) is not None or line.lstrip().startswith("|")


def long_lines(source: str) -> Iterator[int]:
    """Yield the numbers of the lines that are too long and in no table."""
    lines = source.splitlines()
    if all(len(line) <= LINE_LENGTH for line in lines):
        return
    tables = table_lines(source)
    for number, line in enumerate(lines, 1):
        if len(line) > LINE_LENGTH and number not in tables and not is_row(line):
            yield number


def test_lines_are_short() -> None:
    # the template runs on students' machines with any Python, and has a format of its own
    modules = [module for module in MODULES if not module.startswith("handout/template/")]
    found = [f"{module}:{line}" for module in modules for line in long_lines(source_of(module))]
    assert found == []


# Decisions.

DECISIONS = (
    ast.If,
    ast.IfExp,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.ExceptHandler,
    ast.match_case,
    ast.Assert,
)


def decisions(tree: ast.Module) -> int:
    """Count branches, loops, ``and`` and ``or``, comprehensions and their conditions."""
    count = 0
    for node in ast.walk(tree):
        if isinstance(node, DECISIONS):
            count += 1
        elif isinstance(node, ast.BoolOp):
            count += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            count += 1 + len(node.ifs)
    return count


def code_lines(source: str) -> int:
    """Count the lines that are neither empty nor comments nor docstrings."""
    texts: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                texts.update(range(node.lineno, (node.end_lineno or 0) + 1))
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in WITHOUT_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    return len(lines - texts)


def density(modules: Iterable[str]) -> float:
    """Return the decisions per 100 lines of code."""
    modules = list(modules)
    count = sum(decisions(tree_of(module)) for module in modules)
    return 100 * count / sum(code_lines(source_of(module)) for module in modules)


def test_decisions_are_few() -> None:
    assert density(MODULES) <= MEASURED


# Tests.


def test_every_folder_of_tests_is_in_the_readme() -> None:
    """A new room of tests needs a sentence on its contents."""
    tests = Path(__file__).parent
    readme = (tests / "README.md").read_text()
    folders = {path.parent.relative_to(tests).parts[0] for path in tests.glob("*/**/*.py")}
    assert folders
    assert [name for name in sorted(folders) if not re.search(rf"`{name}/?`", readme)] == []


# The measures themselves.

SAMPLE = '''"""Text."""

TABLE = (
    "wide",
)  # fmt: skip


class Sample:
    """Text.

    More.
    """

    field: int = 0

    def __init__(self) -> None:
        self.other = [x for x in range(3) if x]
        if self.other and self.field or not self.other:
            self.other = 1 if self.field else 2
'''


def test_measures_count_a_sample_right() -> None:
    """The sample has a comprehension with an if, an if with two operators, and a conditional expression."""
    tree = ast.parse(SAMPLE)
    (definition,) = (node for node in tree.body if isinstance(node, ast.ClassDef))
    assert attributes_of(definition) == {"field", "other"}
    assert decisions(tree) == 6
    assert code_lines(SAMPLE) == 9
    assert table_lines(SAMPLE) == {3, 4, 5}


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("    | a bar   |", True),
        ("  grader list   list the assignments", True),
        ("    value = 1  # a comment is no column", False),
        ("    one sentence with single spaces", False),
    ],
)
def test_rows_have_columns(line: str, row: bool) -> None:
    """Only a row of a table may be long."""
    assert is_row(line) is row
    assert list(long_lines(line + "x" * 100)) == ([] if row else [1])


def test_large_class_is_found() -> None:
    """Sixteen attributes, or 251 lines, are too many."""
    fields = "".join(f"    field_{number}: int\n" for number in range(ATTRIBUTES + 1))
    lines = "    x = 1\n" * CLASS_LINES
    small = f"class Small:\n{fields.removesuffix(f'    field_{ATTRIBUTES}: int' + chr(10))}"
    tree = ast.parse(f"class Many:\n{fields}\nclass Long:\n{lines}\n{small}")
    found = [entry.split(":")[0] for entry in large_classes("m.py", tree)]
    assert found == ["m.py Many", "m.py Long"]
