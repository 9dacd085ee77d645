"""Results kept by content: what has been graded once, by this grader and in this way, is not graded
again.

The key covers everything a result depends on: the submission's files and what intake noted, the
checks, the driver, the scenarios, the reference, the manifest with its limits, the harness, the
sandbox's backend and level, the build of the interpreter, and the packages that judge. The name of
a submission is no part of it.
"""

from __future__ import annotations

import hashlib
import sys
from importlib import metadata
from pathlib import Path

import msgspec

from graders.harness.assignment.manifest import ROOT, Assignment
from graders.harness.content import HARNESS, add_content, cache_folder, own_bytes, write_whole
from graders.harness.intake import Submission
from graders.harness.processes.jobs import Place
from graders.harness.replay.recording import add_grader
from graders.harness.result import Result, Status, from_json, to_json
from graders.harness.sandbox.interface import Level
from graders.harness.style import linter as style

FORMAT = 1
LOCK = ROOT / "requirements.lock"
JUDGING_PACKAGES = ("hypothesis", "msgspec", "pytest", "pytest-timeout")
"""Those that have a say in a result; the lock file names the others."""


def release_key(assignment: Assignment) -> str:
    """Return a text that changes whenever the grader of *assignment* does."""
    digest = hashlib.blake2b(digest_size=20)
    add_grader(assignment, digest)
    add_content(HARNESS.rglob("*.py"), HARNESS, digest)
    for folder in (assignment.reference, assignment.scenarios):
        add_content(folder.rglob("*"), folder, digest)
    add_content([LOCK], LOCK.parent, digest)
    versions = [f"{name} {metadata.version(name)}" for name in JUDGING_PACKAGES]
    versions += style.versions() if assignment.manifest.python_ta is not None else []
    digest.update(msgspec.json.encode([FORMAT, versions, sys.version, assignment.manifest]))
    return digest.hexdigest()


class Kept(msgspec.Struct, frozen=True):
    """What is kept of one grading."""

    result: msgspec.Raw
    log: tuple[str, ...]


class Store:
    """Kept results of one state of one assignment's grader."""

    def __init__(self, assignment: Assignment, minimum: Level, folder: Path | None = None) -> None:
        self._folder = (folder or cache_folder() / "results") / assignment.id
        self._release = release_key(assignment)
        self._minimum = minimum

    def key(self, submission: Submission, place: Place) -> str:
        """Return the key of *submission* when it runs at *place*."""
        digest = hashlib.blake2b(digest_size=20)
        files = sorted(
            (name, hashlib.blake2b(data).hexdigest()) for name, data in submission.files.items()
        )
        digest.update(msgspec.json.encode([self._release, place, files, submission.notes]))
        return digest.hexdigest()

    def has(self, key: str) -> bool:
        """Tell whether something is kept under *key*; only `load` finds out whether it is sound."""
        return self._path(key).is_file()

    @property
    def empty(self) -> bool:
        """Whether nothing at all is kept of this assignment, by whatever state of its grader."""
        return not any(self._folder.glob("*/*.json"))

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key}.json"

    def load(self, key: str, name: str) -> tuple[Result, tuple[str, ...]] | None:
        """Return what is kept under *key*, for a submission called *name*; None if nothing is, or
        it is damaged.
        """
        path = self._path(key)
        try:
            told, _, data = own_bytes(path).partition(b"\n")
            if told != _seal(key, data):
                return None
            kept = msgspec.json.decode(data, type=Kept)
            return msgspec.structs.replace(from_json(bytes(kept.result)), submission=name), kept.log
        except (OSError, msgspec.DecodeError):
            return None

    def save(self, key: str, place: Place, result: Result, log: tuple[str, ...]) -> None:
        """Keep a result, atomically, if it will be the same next time; a folder that cannot be
        written is no error.
        """
        if result.status is not Status.GRADED or Level.parse(place.level) < self._minimum:
            return
        data = msgspec.json.encode(Kept(msgspec.Raw(to_json(result)), log))
        path = self._path(key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_whole(path, _seal(key, data) + b"\n" + data)
        except OSError:
            return


def _seal(key: str, data: bytes) -> bytes:
    """Return the first line of the entry *key*: it fits no other content, and no other place."""
    return hashlib.blake2b(data, key=key.encode()).hexdigest().encode()
