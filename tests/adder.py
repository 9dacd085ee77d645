"""The toy assignment in Java, and ways to grade small submissions of it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from graders.harness.assignment.manifest import Assignment, load_assignment
from graders.harness.grading.grader import Grader
from graders.harness.grading.program import open_backend
from graders.harness.intake import Submission
from graders.harness.result import CheckResult, Result
from graders.harness.sandbox.interface import Level, SandboxRefused
from graders.harness.sandbox.java.jdk import find_jdk

WORLD = Path(__file__).parent / "worlds" / "adder"
FILES = ("Sums.java", "Words.java")


def has_jdk() -> bool:
    """Whether there is a JDK here."""
    try:
        find_jdk(">=17")
    except SandboxRefused:
        return False
    return True


needs_jdk = pytest.mark.skipif(not has_jdk(), reason="there is no JDK on this machine: nothing in Java can run")


@cache
def adder() -> Assignment:
    """The toy assignment."""
    return load_assignment("adder", WORLD)


def good(**replaced: str | None) -> dict[str, str]:
    """The reference's files, some replaced (``Sums="..."``) or left out (``Sums=None``)."""
    files = {name: (WORLD / "reference" / "adder" / name).read_text() for name in FILES}
    files |= {f"{name}.java": text for name, text in replaced.items() if text is not None}
    return {name: text for name, text in files.items() if replaced.get(name.removesuffix(".java"), "") is not None}


def with_add(body: str, more: str = "") -> dict[str, str]:
    """The reference's files with another body of ``add``, and more members of its class."""
    sums = good()["Sums.java"]
    assert "        return a + b;\n" in sums
    return good(Sums=sums.replace("        return a + b;\n", body).replace("    int step(", more + "    int step(", 1))


def submission(files: dict[str, str]) -> Submission:
    """A submission of these files."""
    return Submission("toy", {name: text.encode() for name, text in files.items()}, ())


@cache
def grader(choice: str) -> Grader:
    """A grader at one level or backend, opened once; its reference is graded once."""
    return Grader(adder(), open_backend(adder(), choice=choice, minimum=Level.C))


def grade(files: dict[str, str], choice: str = "auto") -> Result:
    """Grade a submission of these files."""
    return grader(choice).grade(submission(files)).result


def checks(result: Result) -> dict[str, CheckResult]:
    """The checks of a result by id."""
    return {check.id: check for check in result.checks}


def verdicts(result: Result) -> dict[str, str]:
    """The verdicts of a result by check id."""
    return {check.id: check.verdict.value for check in result.checks}
