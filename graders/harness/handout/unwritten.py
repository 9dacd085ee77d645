"""Finds functions that are unchanged from the starter, in the order of its files.

The functions to write are those of the starter that differ in the reference. A bundle has no
reference and no hidden checks, but a file with these names and the marks of all checks. Sources are
compared without white space; an unreadable one counts as written.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

from graders.harness.assignment.language import language_at
from graders.harness.assignment.manifest import Assignment, assignment_ids, load_assignment
from graders.harness.assignment.python import PYTHON, parsed_module
from graders.harness.errors import GraderError
from graders.harness.grading.marking import costly_rules
from graders.harness.grading.program import newest_python
from graders.harness.handout.checkup import (
    NO_CHANGES,
    Changes,
    Checkup,
    StudentFunction,
)
from graders.harness.handout.to_hand_in import ToHandIn
from graders.harness.replay.recording import Listed
from graders.harness.reports.console import listed
from graders.harness.result import CauseKind, CheckResult, Result
from graders.harness.sandbox.interpreters import build_of, find_interpreter, release_of

RULES_COST = "rules"
"""In test_checks.py, the test that no rule costs marks."""
RECORDING = "recording.json"
"""Beside the manifest of a bundle: examples, and the reference's answers."""
WHOLE = "whole.json"
"""Beside the manifest of a bundle: facts about the whole assignment, which its manifest lacks."""
LEAST_MORE = 0.25
"""How much larger another assignment's share of functions is: two years of one have some in
common.
"""
_DEFINED = re.compile(rb"^[ \t]{,80}(?:def|class)[ \t]{1,80}([A-Za-z_]\w{,80})", re.MULTILINE)


@functools.cache  # called for every function of a file
def functions(name: str, source: bytes) -> Mapping[str, str]:
    """Return the functions of a file with their bodies, without white space; {} if it is
    unreadable.
    """
    text = source.decode("utf-8", "replace")
    language = language_at(name) or PYTHON
    return language.functions(name, text)


def unreadable(files: Mapping[str, bytes]) -> frozenset[str]:
    """Return the names of the *files* that are not valid Python."""
    return frozenset(
        name
        for name, data in files.items()
        if name.endswith(".py") and parsed_module(data.decode("utf-8", "replace")) is None
    )


def _functions_at(folder: Path, file: str) -> Mapping[str, str]:
    """Return the functions of *file* in *folder*; {} if it does not exist."""
    path = folder / file
    return functions(file, path.read_bytes()) if path.is_file() else {}


def _bundled(assignment: Assignment) -> dict[str, Any]:
    """Return the facts in ``WHOLE``; {} if there is a reference."""
    file = assignment.grader / WHOLE
    facts: dict[str, Any] = json.loads(file.read_bytes()) if file.is_file() else {}
    return facts


def whole_marks(assignment: Assignment) -> Fraction:
    """Return the marks of all checks, hidden ones included."""
    return Fraction(_bundled(assignment).get("marks", assignment.max_marks))


def to_write(assignment: Assignment) -> list[StudentFunction]:
    """Return the functions to write, in the order of the starter's files."""
    bundled = _bundled(assignment)
    if bundled:
        return [
            StudentFunction(file, name)
            for file, names in bundled["functions"].items()
            for name in names
        ]
    functions_ = []
    for file in assignment.files.solved:
        if not (assignment.reference / file).is_file():
            continue
        solution = _functions_at(assignment.reference, file)
        for name, body in _functions_at(assignment.starter, file).items():
            if solution.get(name) != body:
                functions_.append(StudentFunction(file, name))
    return functions_


def facts(assignment: Assignment, public: Iterable[Listed]) -> bytes:
    """Return the file ``WHOLE`` of a bundle with these *public* checks."""
    named: dict[str, list[str]] = {}
    for function in to_write(assignment):
        named.setdefault(function.file, []).append(function.name)
    checks = {check.spec.id: check.title for check in public}
    if assignment.manifest.deductions:
        checks[RULES_COST] = "No rule takes marks off."
    return json.dumps(
        {
            "marks": str(assignment.max_marks),
            "functions": named,
            "checks": checks,
            "pythons": _pythons(assignment),
        }
    ).encode()


def _pythons(assignment: Assignment) -> list[str]:
    """Return the releases of Python that mark on this machine: the usual one, and the newest one,
    for programs that need it, if it is newer. Empty for other languages.
    """
    if assignment.manifest.written_in is not PYTHON:
        return []
    usual = build_of(find_interpreter(assignment.manifest.marking_python))
    newest = newest_python(assignment)
    builds = [usual, newest.build] if newest else [usual]
    return [release_of(build) for build in builds]


def marking_pythons(assignment: Assignment) -> list[str]:
    """Return the releases of Python that mark on the machine that made a bundle, the newest last.
    Empty for other languages, and if there is a reference.
    """
    releases: list[str] = _bundled(assignment).get("pythons", [])
    return releases


def checkup_of(
    assignment: Assignment,
    ready: ToHandIn,
    result: Result,
    changes: Changes = NO_CHANGES,
    *,
    chosen: bool = False,
) -> Checkup:
    """Return the facts for the report on a student's files, which had this *result*."""
    files = ready.submission.files
    names_are_free = not assignment.files.submitted
    asked = () if names_are_free else of_another(assignment, files)
    return Checkup(
        unwritten=unwritten(assignment, files, result.checks),
        written=written(assignment, files),
        unchanged=unchanged(assignment, files),
        unreadable=unreadable(files),
        changes=changes,
        chosen=chosen,
        whole=whole_marks(assignment),
        hand_in=(ready.archive,) if ready.archive else assignment.files.submitted or tuple(files),
        renamed=ready.renamed,
        left_out=ready.left_out,
        remarks=(*ready.remarks, *(reason[0].upper() + reason[1:] for reason in asked)),
        others=ready.others,
        costly=costly_rules(assignment.manifest, result.findings),
    )


def of_another(assignment: Assignment, files: Mapping[str, bytes]) -> tuple[str, ...]:
    """Return why to ask whether *files* are the program of another assignment; usually nothing.

    A reason begins with a small letter, and has no period.
    """
    own = [name for name in assignment.files.submitted if name in files]
    share = _share_of(assignment, files) if own else 0.0
    if share is None:
        return ()
    found = []
    for id_ in assignment_ids():
        with suppress(GraderError):
            other = load_assignment(id_)
            wanted = other.files.submitted
            if id_ == assignment.id or 2 * sum(name in files for name in wanted) <= len(wanted):
                continue
            title = f"another assignment, {other.manifest.title}"
            if not own:
                found.append(f"its files are named like those of {title}")
            elif (_share_of(other, files) or 0.0) - share >= LEAST_MORE:
                found.append(f"it has more of the functions of {title}")
    if own and not share and not found:
        found.append(
            f"no function to write is in {listed(own)}: is it the program of another assignment?"
        )
    return tuple(found)


def _share_of(assignment: Assignment, files: Mapping[str, bytes]) -> float | None:
    """Return the share of the functions to write that *files* have, without regard to classes; None
    if none are asked for by name, or the files have none at all.
    """
    asked = {function.bare for function in to_write(assignment)} | {*assignment.manifest.functions}
    there = {
        name.decode()
        for file in assignment.files.submitted
        for name in _DEFINED.findall(files.get(file, b""))
    }
    return len(asked & there) / len(asked) if asked and there else None


def unchanged(assignment: Assignment, files: Mapping[str, bytes]) -> frozenset[str]:
    """Return the names of the *files* that are the starter's."""
    return frozenset(
        name for name, data in files.items() if data == _starter_file(assignment, name)
    )


def _starter_file(assignment: Assignment, name: str) -> bytes | None:
    path = assignment.starter / name
    return path.read_bytes() if path.is_file() else None


def unwritten(
    assignment: Assignment, files: Mapping[str, bytes], checks: Iterable[CheckResult]
) -> list[StudentFunction]:
    """Return the functions to write, in the order of the handout: those that are missing, and those
    that are unchanged from the starter.
    """
    missing = []
    for function in to_write(assignment):
        file, name = function.file, function.name
        body = functions(file, files.get(file, b"")).get(name)
        if body is not None and body == _functions_at(assignment.starter, file).get(name):
            missing.append(function)
    absent = [
        StudentFunction(cause.file, cause.name)
        for cause in (check.reason for check in checks)
        if cause.kind is CauseKind.NAME_MISSING and not cause.detail and _is_python(cause.file)
    ]
    found = list(dict.fromkeys([*absent, *missing]))
    files_in_order = [*assignment.files.solved, *(function.file for function in found)]
    found.sort(key=lambda function: files_in_order.index(function.file))
    handout = "\n".join(path.read_text("utf-8") for path in assignment.starter.glob("README.md"))
    return in_the_order_of(handout, found)


def in_the_order_of(handout: str, found: Sequence[StudentFunction]) -> list[StudentFunction]:
    """Return the functions in the order in which *handout* asks for them; one that it does not name
    stays behind the one before it.
    """
    places, last = {}, -1
    for function in found:
        last = places[function] = _place_in(handout, function, default=last)
    return sorted(found, key=places.__getitem__)


def _place_in(handout: str, function: StudentFunction, default: int) -> int:
    """Return the line of *handout* that asks for *function*: of several the one below its class, or
    below a heading that names its class or file.
    """
    owner, _, name = function.name.rpartition(".")
    asks = rf"\bdef {name}\(|^#.*\b{name}\("
    if function.kind == "class":
        asks += rf"|`{name}`"
    heading = class_ = ""
    places = []
    for number, line in enumerate(handout.splitlines()):
        if line.startswith("#"):
            heading, class_ = line, ""
        elif begins := re.match(r"\s*class (\w+)", line):
            class_ = begins[1]
        if re.search(asks, line):
            fitting = [
                class_ == owner,
                f"`{owner}`" in heading,
                f"`{function.file}`" in heading,
            ]
            places.append((-sum(fitting), number))
    return min(places)[1] if places else default


def _is_python(file: str) -> bool:
    return file.endswith(".py")


def written(assignment: Assignment, files: Mapping[str, bytes]) -> frozenset[str]:
    """Return the functions in *files* that differ from the starter, without their classes."""
    names = set()
    for file, source in files.items():
        starter = _functions_at(assignment.starter, file)
        for name, body in functions(file, source).items():
            if starter.get(name) != body:
                names.add(StudentFunction(file, name).bare)
    return frozenset(names)
