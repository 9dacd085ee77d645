"""Student's bundles for tests: each is built once in a run of the tests, and unpacked where nothing of this repository is."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from graders.harness.assignment.manifest import Assignment, load_assignment
from graders.harness.handout import student
from graders.harness.sandbox.interface import SandboxRefused
from tests.once import once


def bundle(id: str) -> Path:
    """The zip of an assignment's bundle."""
    try:
        return once(f"bundle-{id}", lambda folder: student.build(load_assignment(id), folder)) / f"{id}-student.zip"
    except SandboxRefused as refusal:
        pytest.skip(str(refusal))


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
