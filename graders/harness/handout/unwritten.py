"""Which functions are still as in the starter, in the order of its files.

To write are the functions of the starter that the reference has otherwise. Where the reference is
not, in a student's bundle, their names are in a file. Sources are compared without their blanks;
what cannot be read counts as written.
"""

from __future__ import annotations

import ast
import functools
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from graders.harness.assignment.manifest import Assignment
from graders.harness.result import CauseKind, CheckResult

TO_WRITE = "to-write.json"
"""Beside the manifest of a bundle: file -> names of functions."""
_METHOD = re.compile(
    r"^    (?:public|protected|private)\b[^;={}]*?\b(\w+)\([^)]*\)[^;{}]*\{", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the student's."""

    file: str
    name: str
    """With its class: "Block.swap"."""

    @property
    def bare(self) -> str:
        """Its own name; of a constructor its class's."""
        owner, _, name = self.name.rpartition(".")
        return owner if name == "__init__" else name


@functools.cache  # every function of a file is looked up in it
def functions(name: str, source: bytes) -> Mapping[str, str]:
    """Return the functions of a file and what they consist of, without blanks; nothing if it cannot
    be read.
    """
    text = source.decode("utf-8", "replace")
    if name.endswith(".java"):
        return {
            f"{name.removesuffix('.java')}.{method}": body
            for method, body in _methods(text).items()
        }
    try:
        return dict(_defined(ast.parse(text), text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}


def _defined(
    parent: ast.Module | ast.ClassDef, text: str, owner: str = ""
) -> Iterator[tuple[str, str]]:
    for node in parent.body:
        if isinstance(node, ast.FunctionDef):
            yield owner + node.name, "".join(map(ast.dump, _without_docstring(node.body)))
        elif isinstance(node, ast.ClassDef):
            yield from _defined(node, text, f"{owner}{node.name}.")


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    first = body[0]
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return [statement for statement in body[documented:] if not isinstance(statement, ast.Pass)]


def _methods(text: str) -> dict[str, str]:
    """Return the methods of a Java class that are indented once, as they are in the starter; one
    body a name.
    """
    found: dict[str, str] = {}
    for head in _METHOD.finditer(text):
        end = text.find("\n    }", head.end())
        body = re.sub(r"//[^\n]*", "", text[head.end() : end if end >= 0 else len(text)])
        found[head[1]] = found.get(head[1], "") + "".join(body.split()) + ";"
    return found


def to_write(assignment: Assignment) -> list[Function]:
    """Return the functions that the assignment asks for, in the order of the starter's files."""
    listed = assignment.grader / TO_WRITE
    if listed.is_file():
        named = json.loads(listed.read_bytes())
        return [Function(file, name) for file, names in named.items() for name in names]
    found = []
    for file in assignment.files.solved:
        ours, solved = assignment.starter / file, assignment.reference / file
        if ours.is_file() and solved.is_file():
            solution = functions(file, solved.read_bytes())
            given = functions(file, ours.read_bytes())
            found += [
                Function(file, name) for name, body in given.items() if solution.get(name) != body
            ]
    return found


def listed(assignment: Assignment) -> bytes:
    """Return the file ``TO_WRITE`` of a bundle."""
    named: dict[str, list[str]] = {}
    for one in to_write(assignment):
        named.setdefault(one.file, []).append(one.name)
    return json.dumps(named).encode()


def unwritten(
    assignment: Assignment, files: Mapping[str, bytes], checks: Iterable[CheckResult]
) -> list[Function]:
    """Return the functions among *files* that are as in the starter, then those that are absent."""
    found = []
    for one in to_write(assignment):
        mine = functions(one.file, files.get(one.file, b"")).get(one.name)
        given = functions(one.file, (assignment.starter / one.file).read_bytes()).get(one.name)
        if mine is not None and mine == given:
            found.append(one)
    for check in checks:
        cause = check.cause
        if cause is not None and cause.kind is CauseKind.NAME_MISSING and _is_python(cause.file):
            found.append(Function(cause.file, cause.name))
    return list(dict.fromkeys(found))


def _is_python(file: str) -> bool:
    return file.endswith(".py")


def written(assignment: Assignment, files: Mapping[str, bytes]) -> frozenset[str]:
    """Return the names of the functions among *files* that are not as in the starter, without their
    classes.
    """
    found = set()
    for file, source in files.items():
        path = assignment.starter / file
        given = functions(file, path.read_bytes()) if path.is_file() else {}
        mine = functions(file, source)
        found |= {
            Function(file, name).bare for name, body in mine.items() if given.get(name) != body
        }
    return frozenset(found)
