"""Checks that are made of existing tests, whatever language these are written in."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Protocol

from graders.harness.assignment.manifest import Assignment
from graders.harness.assignment.trees import imported_name, names, nodes, stored
from graders.harness.errors import GraderError

COMPARISONS = ("check", "expect", "expect_close", "expect_raises", "expect_unordered", "fail")


class NotConvertible(Exception):
    """The test cannot be a check; the message has the reason."""


class ImportedError(GraderError):
    """A file of tests cannot be read."""


@dataclass(frozen=True, slots=True)
class Converted:
    """A test as a check."""

    id: str
    title: str
    marks: str
    is_hidden: bool
    function: str
    lines: tuple[str, ...]
    fixtures: tuple[str, ...] = ()
    """Those of pytest that it uses."""
    helpers: tuple[str, ...] = ()
    """The functions that it uses beside."""

    def source(self, task: str) -> str:
        """Return the check's function."""
        more = ', visibility="hidden"' * self.is_hidden
        head = f'@check("{self.id}", task="{task}", marks={self.marks}{more})'
        title = self.title.replace("\\", "\\\\").replace('"', "'")
        body = "\n".join(f"    {line}" for line in (f'"""{title}"""', *self.lines))
        return f"{head}\ndef {self.function}({', '.join(('student', *self.fixtures))}):\n{body}"


@dataclass(frozen=True, slots=True)
class FileOfTests:
    """A file of tests after its conversion."""

    path: Path
    prelude: tuple[ast.stmt, ...]
    """Imports and constants of the file that checks may use."""
    checks: tuple[Converted, ...]
    refused: tuple[tuple[str, str], ...]
    """Name of a test -> why it is no check."""

    def module(self, task_of: Callable[[Converted], str], *, hidden: bool, about: str = "") -> str:
        """Return the source of a module with the checks of one visibility; "" if there are none."""
        about = about or f"Checks made from {self.path.name} by `grader import`."
        checks = [check for check in self.checks if check.is_hidden is hidden]
        chosen = [check.source(task_of(check)) for check in checks]
        helpers = dict.fromkeys(chain.from_iterable(check.helpers for check in checks))
        body = "\n\n\n".join([*helpers, *chosen])
        used = names(ast.parse(body))
        needed: list[ast.stmt] = []
        for node in reversed(self.prelude):
            if used & bound(node):
                needed.insert(0, node)
                used |= names(node)
        kept = [ast.unparse(node) for node in needed]
        imports = [line for line in kept if line.startswith(("import ", "from "))]
        if "re" in used - set().union(*map(bound, self.prelude)):
            imports.insert(0, "import re")  # of assertRegex
        ours = ", ".join(comparison for comparison in COMPARISONS if comparison in used)
        parts = [
            f'"""{about}"""',
            "\n".join(imports),
            "import pytest" if "pytest" in used else "",
            f"from graders.harness import {ours}",
            "\n".join(line for line in kept if line not in imports),
        ]
        head = "\n\n".join(filter(None, parts))
        return f"{head}\n\n\n{body}\n" if chosen else ""


class ReaderOfTests(Protocol):
    """Makes checks of the tests in a language. That of an extension's language is the object
    `TESTS` of the module that the language names as its `authoring`.
    """

    def files_of_tests(self, path: Path) -> list[Path]:
        """Return the files of tests at *path*, a file or a folder. Raises ImportedError."""

    def imported(self, path: Path, assignment: Assignment) -> Sequence[FileOfTests]:
        """Make checks of a file of tests, in each form that they can have, the best first. Raises
        ImportedError if it cannot be parsed.
        """


def bound(tree: ast.AST) -> set[str]:
    """Return the names that *tree* sets."""
    return {*map(imported_name, nodes(ast.alias, tree)), *stored(tree)}
