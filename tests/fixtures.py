"""Fixtures that every room may use; ``tests/README.md`` lists them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from graders.harness.grading import advising
from graders.harness.grading.grader import Grader
from graders.harness.intake import Submission
from graders.harness.processes.pool import Pool
from graders.harness.result import to_json
from graders.harness.sandbox import find_interpreter, select_backend
from graders.harness.sandbox.interface import Backend, SandboxRefused
from tests.classes import SETTINGS
from tests.once import once
from tests.world import TOY

Cold = Callable[[Submission], bytes]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder for this test alone."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("GRADER_CACHE", str(folder))
    return folder


@pytest.fixture
def recordings(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache folder of this run: the first test records a reference, others load the recording."""
    folder = once("recordings", lambda _: None)
    monkeypatch.setenv("GRADER_CACHE", str(folder))
    return folder


WITHOUT_ADVICE = frozenset({"assignment", "grading", "inside", "replay", "sandbox", "session"})
"""Rooms whose tests grade as without extensions that advise."""


@pytest.fixture(scope="module", autouse=True)
def advice(request: pytest.FixtureRequest) -> Iterator[None]:
    """Leave out advice in the rooms that do not know of it: it takes a third of the time of a failing grading."""
    with pytest.MonkeyPatch.context() as patch:
        if request.path.parent.name in WITHOUT_ADVICE:
            patch.setattr(advising, "advisors", dict)
        yield


@pytest.fixture(scope="session")
def backend() -> Iterator[Backend]:
    """The strongest sandbox of this machine that may grade; skips the test if there is none."""
    if not hasattr(os, "fork"):
        pytest.skip("a class is graded where processes fork")
    try:
        chosen = select_backend(find_interpreter(TOY.assignment.manifest.python))
    except SandboxRefused as refused:
        pytest.skip(str(refused))
    yield chosen
    chosen.close()


@pytest.fixture(scope="session")
def pool() -> Iterator[Pool]:
    """Warm processes in the strongest sandbox of this machine; in each the reference has full marks."""
    pool = Pool()
    yield pool
    pool.close()


@pytest.fixture(scope="session")
def cold(backend: Backend) -> Cold:
    """A function that grades in this process, with `SETTINGS`, and returns the result's JSON."""
    grader = Grader(SETTINGS.load(), backend)
    results: dict[tuple[object, ...], bytes] = {}

    def grade(submission: Submission) -> bytes:
        key = submission.name, tuple(submission.files.items()), submission.notes
        if key not in results:
            results[key] = to_json(grader.grade(submission).result)
        return results[key]

    return grade
