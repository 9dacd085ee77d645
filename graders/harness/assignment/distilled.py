"""Distilled examples: the few that a property needs, kept beside the checks as plain data, the same
for everybody.

``graders/<assignment>/distilled/<check>.jsonl`` has a line that says what it was distilled from,
then an example a line, strongest and smallest first, in the wire's JSON. ``grader distil`` writes
it (:mod:`graders.harness.verification.distil`).

What an example may be is said by the check and its strategies. So the first line holds a digest of
these (:func:`sources_digest`): examples that were distilled from others are not used
(:func:`stale`).
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
    """A file of distilled examples cannot be read; names it, and how to make it anew."""

    status = NOT_GRADABLE


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """What a set of examples was distilled from."""

    check: str
    test: str
    """The check's function, as ``test_block.py::test_rotates``."""
    sources: str
    """:func:`sources_digest` of it."""
    pool: int
    """How many examples it was chosen from."""


def folder_of(assignment: Assignment) -> Path:
    """Return where the distilled examples of *assignment* are, or would be."""
    return assignment.grader / FOLDER


def _read(path: Path) -> tuple[Origin, list[bytes]]:
    try:
        first, *examples = path.read_bytes().splitlines()
        return msgspec.json.decode(first, type=Origin), examples
    except (OSError, ValueError, msgspec.DecodeError) as error:
        raise DistilledError(
            f"{path.parent.parent.name}/{FOLDER}/{path.name}: {error}; run `grader distil`"
        ) from None


def write(folder: Path, origin: Origin, examples: Sequence[bytes]) -> None:
    """Write the examples of one check below *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [msgspec.json.encode(origin), *examples]
    (folder / f"{origin.check}.jsonl").write_bytes(
        b"".join(line + b"\n" for line in lines)
    )


def examples_of(
    assignment: Assignment, check: str, module: Path, function: str, folder: Path
) -> list[bytes] | None:
    """Return the distilled examples of *check*; None where there are none, or they are of another
    check.

    module, function: the test that it is; folder: see :func:`folder_of`. Raises DistilledError.
    """
    path = folder / f"{check}.jsonl"
    if not path.is_file():
        return None
    origin, examples = _read(path)
    return (
        examples
        if origin.sources == sources_digest(assignment, module, function)
        else None
    )


def pool_of(assignment: Assignment) -> int:
    """Return how many examples a property was distilled from, at the most; 0 where nothing was."""
    return max(
        (_read(path)[0].pool for path in folder_of(assignment).glob("*.jsonl")),
        default=0,
    )


def stale(assignment: Assignment) -> list[str]:
    """Return the ids, sorted, of the checks that have changed since they were distilled."""
    found = []
    for path in sorted(folder_of(assignment).glob("*.jsonl")):
        origin, _ = _read(path)
        module, _, function = origin.test.partition("::")
        place = assignment.grader / module
        if not place.is_file() or origin.sources != sources_digest(
            assignment, place, function
        ):
            found.append(origin.check)
    return found


def remark(assignment: Assignment, used: Collection[str] | None = None) -> str:
    """Return what is to be said where distilled examples of *assignment* are not used; "" if they
    are, or none are.

    used: the checks that are graded by theirs, from a recording of this state; else it takes a
    while to find out.
    """
    if assignment.manifest.grade_by != "distilled":
        lagging = []
    elif used is None:
        lagging = stale(assignment)
    else:
        lagging = sorted(
            {path.stem for path in folder_of(assignment).glob("*.jsonl")}.difference(
                used
            )
        )
    if not lagging:
        return ""
    return (
        f"{lagging[0]}{f' and {len(lagging) - 1} more' if len(lagging) > 1 else ''} "
        "changed since examples were"
        " distilled: they are drawn, which takes longer; run `grader distil "
        f"{assignment.id} --stale`"
    )


def sources_digest(assignment: Assignment, module: Path, function: str) -> str:
    """Return a text that changes whenever what decides about the examples of a check does.

    That is its function, what its module says at top level besides functions and imports, the
    module's own strategies, and the modules that draw (those that import Hypothesis) among all it
    imports; all this without docstrings, and without what they import from the harness.
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


# One check's sources are mostly those of the next, and parsing them takes longer than all else
# here.


@functools.cache
def _parts(source: bytes) -> tuple[tuple[str, bytes], ...]:
    """Return what stands at top level: a function's name, empty for whatever decides about more
    than one check.
    """
    return tuple(
        (
            node.name
            if isinstance(node, ast.FunctionDef) and not _is_strategy(node)
            else "",
            _words(node),
        )
        for node in ast.parse(source).body
        if not isinstance(node, (ast.Import, ast.ImportFrom, ast.Expr))
    )


@functools.cache
def _dumped(source: bytes) -> bytes:
    return _words(ast.parse(source))


def _words(tree: ast.AST) -> bytes:
    """Dump *tree* without docstrings and imports of the harness, and as Python 3.11 does: the
    judge's own release makes no check another one.

    Newer releases have a field more, for type parameters, and leave out empty lists.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Module):
            # where a name of the harness comes from decides about no example
            node.body = [
                statement
                for statement in node.body
                if not isinstance(statement, ast.ImportFrom)
                or f"{statement.module}.".split(".")[:2] != ["graders", "harness"]
            ]
        if (
            isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
            and ast.get_docstring(node) is not None
        ):
            del node.body[0]
    everything = {"show_empty": True} if sys.version_info >= (3, 13) else {}
    return ast.dump(tree, **everything).replace(", type_params=[]", "").encode()


def _is_strategy(node: ast.FunctionDef) -> bool:
    return any("composite" in ast.dump(decorator) for decorator in node.decorator_list)


@functools.cache
def _modules_in(source: bytes) -> frozenset[str]:
    """Return the names of modules that a module imports, and of what it imports from them."""
    found: set[str] = set()
    for node in _statements(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {
                node.module,
                *(f"{node.module}.{name.name}" for name in node.names),
            }
    return frozenset(found)


def _statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield all statements, and what else has some in it: a tenth of all nodes."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            waiting += getattr(node, field, ())


def _imported(assignment: Assignment, module: Path) -> Iterable[Path]:
    """Return the files of graders, this one's and those that they share, that *module* comes to
    import.
    """
    root, package = assignment.grader.parents[1], f"{assignment.grader.parent.name}."
    homes = {assignment.grader, *assignment.shared}
    found: set[Path] = set()
    seen: set[str] = set()
    waiting = [module]
    while waiting:
        new = {
            name
            for name in _modules_in(waiting.pop().read_bytes())
            if name.startswith(package)
        } - seen
        seen |= new
        for path in (
            root.joinpath(*name.split(".")).with_suffix(".py") for name in sorted(new)
        ):
            if path.parent in homes and path.is_file():
                found.add(path)
                waiting.append(path)
    return found
