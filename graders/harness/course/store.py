"""A cache of results by content: equal submissions are graded once by the same grader.

The key covers everything a result depends on: the submission's files and notes, the checks, the
driver, the scenarios, the reference, the manifest with its limits, the harness, the sandbox's
backend and level, the build of the interpreter, and the packages that judge. It does not cover the
submission's name, nor packages that change no verdict: a new linter for this project's own code
regrades nobody.
"""

from __future__ import annotations

import hashlib
import sys
from importlib import metadata

import msgspec

from graders.harness.assignment.manifest import Assignment
from graders.harness.cache import Cache
from graders.harness.content import HARNESS, add_content
from graders.harness.diagnosis.suspects import NO_SUSPECTS, Suspects
from graders.harness.diagnosis.symptoms import Symptoms
from graders.harness.intake import Submission
from graders.harness.processes.jobs import ExecutionEnvironment
from graders.harness.replay.recording import add_grader
from graders.harness.result import Result, Status, from_json, to_json
from graders.harness.sandbox.interface import Level
from graders.harness.style import linter as style

FORMAT = 1
JUDGING_PACKAGES = ("hypothesis", "msgspec", "pytest", "pytest-timeout")
"""Packages that a verdict may depend on: they draw examples, carry and compare values, collect and
time checks. The packages of style are in the key if style is checked.
"""
JUDGING_FILES = ("*.py", "*.java")
"""Files of the harness that a verdict may depend on."""


def release_key(assignment: Assignment) -> str:
    """Return a key that changes whenever the grader of *assignment* does."""
    digest = hashlib.blake2b(digest_size=20)
    add_grader(assignment, digest)
    for pattern in JUDGING_FILES:
        add_content(HARNESS.rglob(pattern), HARNESS, digest)
    for folder in (assignment.reference, assignment.scenarios):
        add_content(folder.rglob("*"), folder, digest)
    versions = [f"{name} {metadata.version(name)}" for name in JUDGING_PACKAGES]
    versions += style.versions() if assignment.manifest.python_ta is not None else []
    digest.update(
        msgspec.json.encode([FORMAT, versions, sys.version, assignment.manifest])
    )
    return digest.hexdigest()


class StoredResult(msgspec.Struct, frozen=True):
    """A result, its log, and what its diagnosis is made of."""

    result: msgspec.Raw
    log: tuple[str, ...]
    symptoms: Symptoms = {}
    suspects: Suspects = NO_SUSPECTS


class Store:
    """Cached results of one version of an assignment's grader."""

    def __init__(
        self, assignment: Assignment, minimum: Level, namespace: str = "results"
    ) -> None:
        """minimum: results of a weaker sandbox are not stored."""
        self._cache = Cache(f"{namespace}/{assignment.id}", StoredResult)
        self._release = release_key(assignment)
        self._minimum = minimum

    def key(self, submission: Submission, environment: ExecutionEnvironment) -> str:
        """Return the key of *submission* when it runs at *environment*."""
        digest = hashlib.blake2b(digest_size=20)
        files = sorted(
            (name, hashlib.blake2b(data).hexdigest())
            for name, data in submission.files.items()
        )
        digest.update(
            msgspec.json.encode([self._release, environment, files, submission.notes])
        )
        return digest.hexdigest()

    def has(self, key: str) -> bool:
        """Return whether *key* has an entry; only `load` checks that it is valid."""
        return key in self._cache

    def load(
        self, key: str, name: str
    ) -> tuple[Result, tuple[str, ...], Symptoms, Suspects] | None:
        """Return the result, log, symptoms and suspects under *key*, renamed to *name*, or None."""
        entry = self._cache.load(key)
        if entry is None:
            return None
        try:
            result = from_json(bytes(entry.result))
        except msgspec.DecodeError:
            return None
        return (
            msgspec.structs.replace(result, submission=name),
            entry.log,
            entry.symptoms,
            entry.suspects,
        )

    def save(
        self,
        key: str,
        environment: ExecutionEnvironment,
        result: Result,
        log: tuple[str, ...],
        symptoms: Symptoms | None = None,
        suspects: Suspects = NO_SUSPECTS,
    ) -> None:
        """Store a result, unless the grader failed or the sandbox was too weak."""
        if (
            result.status is Status.GRADED
            and Level.parse(environment.level) >= self._minimum
        ):
            raw = msgspec.Raw(to_json(result))
            stored = StoredResult(raw, log, symptoms or {}, suspects)
            self._cache.save(key, stored)
