"""Submissions of the toy sums in Java, `tests.world.ADDER`, with another ``add``."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from graders.harness.assignment.manifest import Assignment
from graders.harness.grading.grader import Grader
from graders.harness.grading.variants import Workbench
from graders.harness.intake import Submission
from graders.harness.replay.recording import Recording
from graders.harness.result import Result
from tests.world import ADDER, checks, needs_jdk, shared_grader, submission_of, verdicts

__all__ = [
    "WORLD",
    "adder",
    "bench_of",
    "checks",
    "good",
    "grade",
    "grader",
    "needs_jdk",
    "submission",
    "verdicts",
    "with_add",
]

WORLD = ADDER.root
good = ADDER.files


def adder() -> Assignment:
    """The assignment."""
    return ADDER.assignment


def with_add(body: str, more: str = "") -> dict[str, str]:
    """Return the reference's files with another body of ``add``, and more members in its class."""
    sums = ADDER.good["Sums.java"]
    assert "        return a + b;\n" in sums
    sums = sums.replace("        return a + b;\n", body)
    return ADDER.files(Sums=sums.replace("    int step(", more + "    int step(", 1))


def submission(files: dict[str, str]) -> Submission:
    """Return a submission of exactly these files."""
    return submission_of("toy", files)


def grader(choice: str) -> Grader:
    """Return a grader at one level or backend. It is opened once, and its reference is graded once."""
    return shared_grader(ADDER, choice)


@contextlib.contextmanager
def bench_of(files: dict[str, str]) -> Iterator[Workbench]:
    """Open a workbench for a submission of these files; nothing of the reference is recorded."""
    with grader("auto").bench(submission(files), Recording()) as bench:
        yield bench


def grade(files: dict[str, str], choice: str = "auto") -> Result:
    """Grade a submission of these files."""
    return grader(choice).grade(submission(files)).result
