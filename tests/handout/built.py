"""Students' bundles for tests: each is built once per test run, and unpacked where nothing of this repository is."""

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
    """Return the folder with an assignment's bundle and its secrets, both made from the same recordings."""
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
    """Return the zip of an assignment's bundle."""
    return _built(id) / f"{id}-student.zip"


def secrets(id: str) -> Secrets:
    """Return the texts that an assignment's bundle must not contain."""
    known: Secrets = pickle.loads((_built(id) / "secrets").read_bytes())
    return known


def unpacked(id: str, folder: Path) -> Path:
    """Unpack the bundle in *folder*; return the unpacked folder."""
    with zipfile.ZipFile(bundle(id)) as archive:
        archive.extractall(folder)
    return folder / f"{id}-student"


def solve(assignment: Assignment, folder: Path) -> None:
    """Replace the student's files by the reference's."""
    for name in assignment.files.solved:
        shutil.copy(assignment.reference / name, folder / name)


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of a user whose home is *folder*; the tests' packages serve the checks."""
    kept = {
        name: os.environ[name]
        for name in ("JAVA_HOME", "PYENV_ROOT", "XDG_CACHE_HOME")
        if name in os.environ
    }
    return {"PATH": os.environ["PATH"], "HOME": str(folder), "CHECK_PYTHON": sys.executable, **kept}


def check(folder: Path, *options: str, **settings: str) -> tuple[int, dict[str, Any], str]:
    """Run ``check.py --json`` in *folder*; return its exit status, the result, and its standard error."""
    run = subprocess.run(
        [sys.executable, "check.py", "--json", *options],
        cwd=folder,
        env={**environment(folder), **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    return run.returncode, json.loads(run.stdout) if run.stdout else {}, run.stderr
