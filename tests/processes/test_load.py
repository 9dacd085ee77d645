"""A busy machine changes no byte of a result: not a verdict, a mark, or the words of a timeout."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping

import pytest

from graders.harness.grading.grader import Grader
from graders.harness.grading.program import open_backend
from graders.harness.result import CauseKind, Verdict, from_json, to_json
from graders.harness.sandbox.interface import SandboxRefused
from tests.classes import (
    SETTINGS,
    SLOW_SUMS,
    SUMS,
    in_a_batch,
    results,
    some,
)
from tests.fixtures import Cold

pytestmark = pytest.mark.usefixtures("recordings")

SPIN = "while True: pass"
SOME = {"right": SUMS["right"], "wrong": SUMS["wrong"], "looping": SLOW_SUMS["looping"]}


@contextlib.contextmanager
def busy(a_core: int) -> Iterator[None]:
    """Keep each core busy with *a_core* other processes."""
    number = a_core * (os.cpu_count() or 1)
    spinning = [subprocess.Popen([sys.executable, "-S", "-c", SPIN]) for _ in range(number)]
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
            process.wait()


def same_under_load(cold: Cold, sums: Mapping[str, str | None], a_core: int) -> None:
    """Compare results of a class on a busy machine with those of single gradings."""
    submissions = some(sums)
    alone = {one.name: cold(one) for one in submissions}
    with busy(a_core):
        assert results(in_a_batch(submissions, 2, SETTINGS)) == alone


@pytest.mark.nightly
@pytest.mark.slow
def test_load_changes_no_byte(cold: Cold) -> None:
    """An infinite loop ends by its CPU time, so that its sentence is the same whatever else runs."""
    same_under_load(cold, SOME, 1)
    (looping,) = some({"looping": SOME["looping"]})
    causes = {
        check.cause.kind
        for check in from_json(cold(looping)).checks
        if check.verdict is Verdict.TIMEOUT and check.cause
    }
    assert causes == {CauseKind.CPU_LIMIT}


@pytest.mark.nightly
@pytest.mark.slow
def test_heavy_load_changes_no_byte(cold: Cold) -> None:
    """Four processes a core, and every kind of submission, also those near a limit."""
    same_under_load(cold, {**SUMS, **SLOW_SUMS}, 4)


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("level", ["A+", "B", "C"])
def test_load_changes_no_byte_at_any_level(cold: Cold, level: str) -> None:
    """Single gradings at each level that this machine offers, on a busy machine."""
    assignment = SETTINGS.load()
    try:
        backend = open_backend(assignment, choice=level)
    except SandboxRefused as refused:
        pytest.skip(str(refused))
    submissions = some({**SUMS, "looping": SLOW_SUMS["looping"]})
    with busy(2), Grader(assignment, backend) as grader:
        for one in submissions:
            assert to_json(grader.grade(one).result) == cold(one), one.name
