"""Distilled examples: the few that a property needs, stored beside the checks as plain data.

``graders/<assignment>/distilled/<check>.jsonl`` begins with a line about their origin. Each further
line is an example, strongest and smallest first, in the wire's JSON. ``grader refresh`` writes it.

The check and its strategies define which examples are valid. So the origin holds a digest of their
sources (:func:`sources_digest`). Examples with another digest are not used (:func:`stale`).
"""

from __future__ import annotations

import ast
import functools
import hashlib
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from graders.harness.assignment.manifest import Assignment
from graders.harness.errors import NOT_GRADABLE, GraderError

FOLDER = "distilled"


class DistilledError(GraderError):
    """A file of distilled examples cannot be read; the message names it and the remedy."""

    status = NOT_GRADABLE


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """The origin of a set of distilled examples."""

    check: str
    test: str
    """The check's function, as ``test_block.py::test_rotates``."""
    sources: str
    """The test's :func:`sources_digest`."""
    pool: int
    """Number of examples from which these were chosen."""


def folder_of(assignment: Assignment) -> Path:
    """Return the folder for the distilled examples of *assignment*, which may not exist."""
    return assignment.grader / FOLDER


def _read(path: Path) -> tuple[Origin, list[bytes]]:
    try:
        first, *examples = path.read_bytes().splitlines()
        return msgspec.json.decode(first, type=Origin), examples
    except (OSError, ValueError, msgspec.DecodeError) as error:
        raise DistilledError(
            f"{path.parent.parent.name}/{FOLDER}/{path.name}: {error}; run "
            "`grader refresh --only examples`"
        ) from None


def write(folder: Path, origin: Origin, examples: Sequence[bytes]) -> None:
    """Write the examples of one check below *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [msgspec.json.encode(origin), *examples]
    (folder / f"{origin.check}.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))


def examples_of(
    assignment: Assignment, check: str, module: Path, function: str, folder: Path
) -> list[bytes] | None:
    """Return the distilled examples of *check*, or None if there are none or they are stale.

    module, function: the test of the check; folder: see :func:`folder_of`. Raises DistilledError.
    """
    path = folder / f"{check}.jsonl"
    if not path.is_file():
        return None
    origin, examples = _read(path)
    return examples if origin.sources == sources_digest(assignment, module, function) else None


def pool_of(assignment: Assignment) -> int:
    """Return the size of the largest pool that a property was distilled from; 0 if none was."""
    return max(
        (_read(path)[0].pool for path in folder_of(assignment).glob("*.jsonl")),
        default=0,
    )


def stale(assignment: Assignment) -> list[str]:
    """Return the sorted ids of the checks that have changed since their examples were distilled."""
    changed = []
    for path in sorted(folder_of(assignment).glob("*.jsonl")):
        origin, _ = _read(path)
        module, _, function = origin.test.partition("::")
        source = assignment.grader / module
        if not source.is_file() or origin.sources != sources_digest(assignment, source, function):
            changed.append(origin.check)
    return changed


def remark(assignment: Assignment, used: Collection[str] | None = None) -> str:
    """Return a remark about distilled examples of *assignment* that are not used, or "".

    used: the checks that use theirs, from a recording of this state; None looks for them, slowly.
    """
    if assignment.manifest.grade_by != "distilled":
        lagging = []
    elif used is None:
        lagging = stale(assignment)
    else:
        lagging = sorted(
            {path.stem for path in folder_of(assignment).glob("*.jsonl")}.difference(used)
        )
    if not lagging:
        return ""
    return (
        f"{lagging[0]}{f' and {len(lagging) - 1} more' if len(lagging) > 1 else ''} "
        "changed since examples were"
        " distilled: they are drawn, which takes longer; run `grader refresh "
        f"{assignment.id} --only examples`"
    )


def sources_digest(assignment: Assignment, module: Path, function: str) -> str:
    """Return a digest of all sources that define the examples of a check, without docstrings.

    These are its function, its module's top-level statements other than functions and imports, its
    module's strategies, and those of its direct and indirect imports that import Hypothesis; all
    this without imports from the harness.
    """
    digest = hashlib.blake2b(digest_size=8)
    for name, dumped in _parts(module.read_bytes()):
        if name in ("", function):
            digest.update(dumped)
    for path in sorted(_imported(assignment, module)):
        source = path.read_bytes()
        if not path.name.startswith("test_") and "hypothesis" in _modules_in(source):
            digest.update(_dumped(source))
    return digest.hexdigest()


# Cached, because checks share most sources, and parsing takes most of the time here.


@functools.cache
def _parts(source: bytes) -> tuple[tuple[str, bytes], ...]:
    """Return the top-level statements, each with the name of its function, or "" if it concerns
    more than one check.
    """
    return tuple(
        (
            node.name if isinstance(node, ast.FunctionDef) and not _is_strategy(node) else "",
            dump(node),
        )
        for node in ast.parse(source).body
        if not isinstance(node, (ast.Import, ast.ImportFrom, ast.Expr))
    )


@functools.cache
def _dumped(source: bytes) -> bytes:
    return dump(ast.parse(source))


def dump(tree: ast.AST) -> bytes:
    """Dump *tree* without docstrings and imports of the harness, in the form of Python 3.11,
    whatever the judge's release.

    Newer releases have a further field, for type parameters, and leave out empty lists.
    """

    def decides(statement: ast.stmt) -> bool:
        match statement:
            case ast.Expr(value=ast.Constant(value=str())):
                return False  # a docstring, perhaps of an attribute
            case ast.ImportFrom(module=str(name)):
                return not f"{name}.".startswith("graders.harness.")
        return True

    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            node.body = [statement for statement in node.body if decides(statement)]
    everything = {"show_empty": True} if sys.version_info >= (3, 13) else {}
    return ast.dump(tree, **everything).replace(", type_params=[]", "").encode()


def _is_strategy(node: ast.FunctionDef) -> bool:
    return any("composite" in ast.dump(decorator) for decorator in node.decorator_list)


@functools.cache
def _modules_in(source: bytes) -> frozenset[str]:
    """Return the names of the modules that *source* imports, and of their imported members."""
    names: set[str] = set()
    for node in _statements(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {
                node.module,
                *(f"{node.module}.{name.name}" for name in node.names),
            }
    return frozenset(names)


def _statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield all statements and the nodes that contain statements: a tenth of all nodes."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            waiting += getattr(node, field, ())


def _imported(assignment: Assignment, module: Path) -> Iterable[Path]:
    """Return the files that *module* imports, directly or not, of this grader and of the packages
    that graders share.
    """
    root, package = assignment.grader.parents[1], f"{assignment.grader.parent.name}."
    homes = {assignment.grader, *assignment.shared}
    files: set[Path] = set()
    seen: set[str] = set()
    waiting = [module]
    while waiting:
        new = {
            name for name in _modules_in(waiting.pop().read_bytes()) if name.startswith(package)
        } - seen
        seen |= new
        for path in (root.joinpath(*name.split(".")).with_suffix(".py") for name in sorted(new)):
            if path.parent in homes and path.is_file():
                files.add(path)
                waiting.append(path)
    return files
