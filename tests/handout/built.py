"""Student's bundles for tests: each is built once in a run of the tests, and unpacked where nothing of this repository is."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from graders.harness.assignment.manifest import Assignment, load_assignment
from graders.harness.handout import student
from graders.harness.handout.leaks import Secrets, secrets_of
from graders.harness.sandbox.interface import SandboxRefused
from tests.once import once


def _built(id: str) -> Path:
    """The folder with an assignment's bundle, and what it must not tell, by the same recordings of the reference."""
    assignment = load_assignment(id)

    def make(folder: Path) -> None:
        made = []

        def recorded(assignment: Assignment) -> tuple[Any, ...]:
            made.append(recordings(assignment))
            return made[-1]

        recordings = student.recordings
        with mock.patch.object(student, "recordings", recorded):
            student.build(assignment, folder)
        ((public, whole),) = made
        known = secrets_of(assignment, public, whole)
        (folder / "secrets").write_bytes(pickle.dumps(known))

    try:
        return once(f"bundle-{id}", make)
    except SandboxRefused as refusal:
        pytest.skip(str(refusal))


def bundle(id: str) -> Path:
    """The zip of an assignment's bundle."""
    return _built(id) / f"{id}-student.zip"


def secrets(id: str) -> Secrets:
    """What an assignment's bundle must not tell."""
    known: Secrets = pickle.loads((_built(id) / "secrets").read_bytes())
    return known


def unpacked(id: str, folder: Path) -> Path:
    """Unpack the bundle in *folder*; return where it is."""
    with zipfile.ZipFile(bundle(id)) as archive:
        archive.extractall(folder)
    return folder / f"{id}-student"


def solve(assignment: Assignment, folder: Path) -> None:
    """Put the reference's files in the place of the student's."""
    for name in assignment.files.solved:
        shutil.copy(assignment.reference / name, folder / name)


def environment(folder: Path) -> dict[str, str]:
    """Return that of a person at home in *folder*, with packages that serve: those of the tests."""
    kept = {name: os.environ[name] for name in ("JAVA_HOME", "PYENV_ROOT", "XDG_CACHE_HOME") if name in os.environ}
    return {"PATH": os.environ["PATH"], "HOME": str(folder), "CHECK_PYTHON": sys.executable, **kept}


def check(folder: Path, *options: str, **settings: str) -> tuple[int, dict[str, Any], str]:
    """Run ``check.py --json`` there; return its exit status, the result, and what it said beside."""
    run = subprocess.run(
        [sys.executable, "check.py", "--json", *options],
        cwd=folder, env={**environment(folder), **settings}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return run.returncode, json.loads(run.stdout) if run.stdout else {}, run.stderr
