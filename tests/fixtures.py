"""Fixtures: a cache of its own for a test, the strongest sandbox on offer, and cold results to compare with."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from graders.harness.grading.grader import Grader
from graders.harness.intake import Submission
from graders.harness.result import to_json
from graders.harness.sandbox import find_interpreter, select_backend
from graders.harness.sandbox.interface import Backend, SandboxRefused
from tests.classes import SETTINGS
from tests.toy import toy

Cold = Callable[[Submission], bytes]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for recordings and results that no other test, and no person, uses."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("GRADER_CACHE", str(folder))
    return folder


@pytest.fixture(scope="session")
def backend() -> Iterator[Backend]:
    """The strongest backend on offer; where there is none that grades other people's code, or no fork, skip."""
    if not hasattr(os, "fork"):
        pytest.skip("a class is graded where processes fork")
    try:
        chosen = select_backend(find_interpreter(toy().manifest.python))
    except SandboxRefused as refused:
        pytest.skip(str(refused))
    yield chosen
    chosen.close()


@pytest.fixture(scope="session")
def cold(backend: Backend) -> Cold:
    """Grades one submission in this process, with `SETTINGS`, as `grader grade` does with a single one."""
    grader = Grader(SETTINGS.load(), backend)
    known: dict[tuple[object, ...], bytes] = {}

    def grade(submission: Submission) -> bytes:
        key = submission.name, tuple(submission.files.items()), submission.notes
        if key not in known:
            known[key] = to_json(grader.grade(submission).result)
        return known[key]

    return grade
