"""Results kept by content: a submission is not graded twice by the same grader in the same way.

The key covers everything a result depends on: the submission's files and what intake noted, the
checks, the driver, the scenarios, the reference, the manifest with its limits, the harness, the
sandbox's backend and level, the build of the interpreter, and the packages that judge. The name of
a submission is no part of it, and neither are packages that change no verdict: with a new linter
for this project's own code, or another library that draws tables, nobody is graded again.
"""

from __future__ import annotations

import hashlib
import sys
from importlib import metadata

import msgspec

from graders.harness.assignment.manifest import Assignment
from graders.harness.cache import Cache
from graders.harness.content import HARNESS, add_content
from graders.harness.intake import Submission
from graders.harness.processes.jobs import Place
from graders.harness.replay.recording import add_grader
from graders.harness.result import Result, Status, from_json, to_json
from graders.harness.sandbox.interface import Level
from graders.harness.style import linter as style

FORMAT = 1
JUDGING_PACKAGES = ("hypothesis", "msgspec", "pytest", "pytest-timeout")
"""Packages on which a verdict may depend: they draw examples, carry and compare values, collect
and time checks. Those of style are in the key where style is looked at.
"""
JUDGING_FILES = ("*.py", "*.java")
"""Files of the harness on which a verdict may depend."""


def release_key(assignment: Assignment) -> str:
    """Return a text that changes whenever the grader of *assignment* does."""
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


class Kept(msgspec.Struct, frozen=True):
    """A result and its log."""

    result: msgspec.Raw
    log: tuple[str, ...]


class Store:
    """Cached results of one state of one assignment's grader."""

    def __init__(
        self, assignment: Assignment, minimum: Level, namespace: str = "results"
    ) -> None:
        """minimum: results of a weaker sandbox are not kept."""
        self._cache = Cache(f"{namespace}/{assignment.id}", Kept)
        self._release = release_key(assignment)
        self._minimum = minimum

    def key(self, submission: Submission, place: Place) -> str:
        """Return the key of *submission* when it runs at *place*."""
        digest = hashlib.blake2b(digest_size=20)
        files = sorted(
            (name, hashlib.blake2b(data).hexdigest())
            for name, data in submission.files.items()
        )
        digest.update(
            msgspec.json.encode([self._release, place, files, submission.notes])
        )
        return digest.hexdigest()

    def has(self, key: str) -> bool:
        """Return whether there is an entry under *key*; only `load` finds out if it is sound."""
        return key in self._cache

    def load(self, key: str, name: str) -> tuple[Result, tuple[str, ...]] | None:
        """Return result and log under *key*, for a submission called *name*; None if not kept."""
        kept = self._cache.load(key)
        if kept is None:
            return None
        try:
            result = from_json(bytes(kept.result))
        except msgspec.DecodeError:
            return None
        return msgspec.structs.replace(result, submission=name), kept.log

    def save(
        self, key: str, place: Place, result: Result, log: tuple[str, ...]
    ) -> None:
        """Keep a result, unless it is the grader's fault or of too weak a sandbox."""
        if result.status is Status.GRADED and Level.parse(place.level) >= self._minimum:
            self._cache.save(key, Kept(msgspec.Raw(to_json(result)), log))
