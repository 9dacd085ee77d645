"""A cache of results by content: equal submissions are graded once by the same grader.

The key covers everything a verdict depends on: the submission's files and notes, the checks, the
driver, the scenarios, the reference, the manifest with its limits, the rooms of the harness that
judge, the extensions of the manifest's linters and packages and those that advise, the sandbox's
backend and level, the build of the interpreter, and the packages that judge. It does not cover the
submission's name, nor rooms and packages that change no verdict: a corrected sentence in a report,
or a new linter for this project's own code, regrades nobody. Nor does it cover marks: a result that
was stored with others is marked again.
"""

from __future__ import annotations

import hashlib
import inspect
import re
import sys
from collections.abc import Iterator
from functools import cached_property
from importlib import metadata
from pathlib import Path

import msgspec

from graders.harness import extensions
from graders.harness.assignment.check import CheckSpec
from graders.harness.assignment.manifest import Assignment, Manifest
from graders.harness.cache import Cache
from graders.harness.content import HARNESS, add_content, files_below
from graders.harness.grading.advising import AdvisorNotes, advisors
from graders.harness.grading.marking import marked
from graders.harness.intake import Submission
from graders.harness.processes.jobs import ExecutionEnvironment
from graders.harness.replay.recording import add_extension, add_grader, grader_files
from graders.harness.result import Result, Status, from_json, to_json
from graders.harness.sandbox.interface import Level
from graders.harness.style.linters import versions

FORMAT = 2
JUDGING_PACKAGES = ("hypothesis", "msgspec", "pytest", "pytest-timeout")
"""Packages that a verdict may depend on: they draw examples, carry and compare values, collect and
time checks. Those of linters are in the key if the assignment asks for them.
"""
MANIFEST = "assignment.toml"
JUDGING_ROOMS = (
    "assignment",
    "cache.py",
    "content.py",
    "diagnosis.py",
    "documents.py",
    "errors.py",
    "extensions.py",
    "grading",
    "inside",
    "intake",
    "processes",
    "protocol",
    "replay",
    "result.py",
    "sandbox",
    "session",
    "style",
)
"""Rooms and modules of the harness that a verdict may depend on: `processes` and all that it
imports. A report, a page or a command changes no verdict.
"""


def release_key(assignment: Assignment) -> str:
    """Return a key that changes whenever verdicts of *assignment* may, and not with its marks."""
    digest = hashlib.blake2b(digest_size=20)
    files = {
        path.name: without_marks(path.read_bytes())
        for path in sorted(assignment.grader.glob("*.py"))
        if path != assignment.painting
    }
    digest.update(msgspec.json.encode(files))
    parsed = {assignment.grader / name for name in (*files, MANIFEST)}
    others = set(grader_files(assignment)) - parsed
    add_content(others, assignment.grader.parent, digest)
    add_content(_judging_files(), HARNESS, digest)
    for name in assignment.manifest.extensions:
        if name in extensions.installed():
            add_extension(name, digest)
    for name, folder in _advising_folders():
        digest.update(name.encode())
        add_content(folder.rglob("*.py"), folder, digest)
    add_content(assignment.reference.rglob("*"), assignment.reference, digest)
    scenarios = {
        name: scenario_without_marks(data) for name, data in files_below(assignment.scenarios)
    }
    digest.update(msgspec.json.encode(scenarios))
    packages = [f"{name} {metadata.version(name)}" for name in JUDGING_PACKAGES]
    packages += versions(assignment)
    unmarked = _unmarked(assignment.manifest)
    digest.update(msgspec.json.encode([FORMAT, packages, sys.version, unmarked]))
    return digest.hexdigest()


def _judging_files() -> Iterator[Path]:
    """Yield the files of the harness that a verdict may depend on."""
    for room in JUDGING_ROOMS:
        path = HARNESS / room
        if path.is_file():
            yield path
        yield from path.rglob("*.py")


def _advising_folders() -> Iterator[tuple[str, Path]]:
    """Yield the folders of the extensions that advise, by name: a result may have their flags."""
    for name, advisor in advisors().items():
        yield name, Path(inspect.getfile(type(advisor))).parent


def marks_key(assignment: Assignment) -> str:
    """Return a key that changes whenever the marks of *assignment* may."""
    digest = hashlib.blake2b(digest_size=20)
    add_grader(assignment, digest)
    add_content(assignment.scenarios.rglob("*"), assignment.scenarios, digest)
    digest.update(msgspec.json.encode(assignment.manifest))
    return digest.hexdigest()


def _unmarked(manifest: Manifest) -> Manifest:
    """Return *manifest* without marks, and without what only reports read."""
    tasks = tuple(
        msgspec.structs.replace(task, name="", marks=0, reason="", shares=False)
        for task in manifest.tasks
    )
    baseline = msgspec.structs.replace(manifest.baseline, marks=0, reason="")
    return msgspec.structs.replace(
        manifest,
        title="",
        tasks=tasks,
        baseline=baseline,
        manual=(),
        deductions=(),
        late=None,
        hidden_checks="title",
        released_checks=None,
        never_released=(),
        hints="never",
        play="",
    )


class StoredResult(msgspec.Struct, frozen=True):
    """A result, its log, and what advisors noted."""

    result: msgspec.Raw
    log: tuple[str, ...]
    noted: dict[str, msgspec.Raw] = {}
    marks: str = ""
    """The key of the marks that it has."""


class Store:
    """Cached results of one version of an assignment's grader."""

    def __init__(self, assignment: Assignment, minimum: Level, namespace: str = "results") -> None:
        """minimum: results of a weaker sandbox are not stored."""
        self._assignment = assignment
        self._cache = Cache(f"{namespace}/{assignment.id}", StoredResult)
        self.release = release_key(assignment)
        """Changes whenever verdicts may."""
        self._minimum = minimum
        self._marks = marks_key(assignment)

    @cached_property
    def _specs(self) -> list[CheckSpec]:
        # imported late: a class whose marks are up to date needs no pytest in this process
        from graders.harness.grading.collecting import collect

        return [listed.spec for listed in collect(self._assignment)]

    def key(self, submission: Submission, environment: ExecutionEnvironment) -> str:
        """Return the key of *submission* when it runs at *environment*."""
        digest = hashlib.blake2b(digest_size=20)
        files = sorted(
            (name, hashlib.blake2b(data).hexdigest()) for name, data in submission.files.items()
        )
        digest.update(msgspec.json.encode([self.release, environment, files, submission.notes]))
        return digest.hexdigest()

    def has(self, key: str) -> bool:
        """Return whether *key* has an entry; only `load` checks that it is valid."""
        return key in self._cache

    def load(self, key: str, name: str) -> tuple[Result, tuple[str, ...], AdvisorNotes] | None:
        """Return the result, log and advisors' notes under *key*, renamed to *name*, or None.

        The result has the present marks. Raises GraderBroken if the checks break a rule.
        """
        entry = self._cache.load(key)
        if entry is None:
            return None
        try:
            result = from_json(bytes(entry.result))
        except msgspec.DecodeError:
            return None
        if entry.marks != self._marks:
            result = marked(result, self._assignment.manifest, self._specs)
        return msgspec.structs.replace(result, submission=name), entry.log, entry.noted

    def save(
        self,
        key: str,
        environment: ExecutionEnvironment,
        result: Result,
        log: tuple[str, ...],
        noted: AdvisorNotes | None = None,
    ) -> None:
        """Store a result, unless the grader failed or the sandbox was too weak."""
        if result.status is Status.GRADED and Level.parse(environment.level) >= self._minimum:
            raw = msgspec.Raw(to_json(result))
            stored = StoredResult(raw, log, {**(noted or {})}, self._marks)
            self._cache.save(key, stored)


LEFT_OUT = rb"\g<before>#"
_MARKS = rb"(?!0*\.?0*(?![\d.]))\d+(?:\.\d+)?(?![\w.])"
_CALL = re.compile(rb"(?P<before>(?:^@|\bmarks=)check\([^()]*?\bmarks=)" + _MARKS, re.MULTILINE)
_CONSTANT = re.compile(
    rb'^(?P<before>[A-Z][A-Z_\d]* = \{(?=.*(?:"task": |\*\*[A-Z])).*?"marks": )' + _MARKS,
    re.MULTILINE,
)
_HEADER = re.compile(rb"^(?P<before>marks:[ \t]*)" + _MARKS, re.MULTILINE)


def without_marks(module: bytes) -> bytes:
    """Return the source of a module of checks without their marks: results are stored by what
    decides verdicts.

    Only plain numbers are left out, where they reach the harness' ``check``: as its argument, or in
    a constant on one line that is unpacked into it. All other numbers may decide a verdict. A mark
    of 0 stays, because a check without marks gets no small example.
    """
    return _CONSTANT.sub(LEFT_OUT, _CALL.sub(LEFT_OUT, module))


def scenario_without_marks(text: bytes) -> bytes:
    """Return a scenario without the marks in its header."""
    header, blank, body = text.partition(b"\n\n")
    return _HEADER.sub(LEFT_OUT, header) + blank + body
