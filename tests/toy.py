"""The toy assignment, and ways to grade small submissions of it."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from graders.harness.assignment.manifest import Assignment, load_assignment
from graders.harness.grading.grader import Graded, Grader
from graders.harness.intake import Submission
from graders.harness.result import CheckResult
from graders.harness.sandbox import select_backend
from graders.harness.sandbox.interface import Level

WORLD = Path(__file__).parent / "worlds" / "toy"

GOOD = {
    "sums.py": "def total(numbers):\n    return sum(numbers)\n\n\ndef largest(numbers):\n    return max(numbers)\n",
    "words.py": (
        "from sums import total\n\n\ndef describe(numbers):\n    return 'the sum is %d' % total(numbers)\n\n\n"
        "def shout(text):\n    return text.upper() + '!'\n"
    ),
}


@cache
def toy() -> Assignment:
    """The toy assignment."""
    return load_assignment("toy", WORLD)


@cache
def toy_grader() -> Grader:
    """A grader of the toy assignment in the strongest sandbox that this machine offers, of whatever level."""
    return Grader(toy(), select_backend(sys.base_prefix + "/bin/python3", minimum=Level.E))


def submission(**files: str | None) -> Submission:
    """A right submission with some files replaced (``sums="..."``) or left out (``sums=None``)."""
    texts: dict[str, str | None] = {**GOOD, **{f"{name}.py": text for name, text in files.items()}}
    return Submission(
        name="toy", files={name: text.encode() for name, text in texts.items() if text is not None}, notes=()
    )


def grade(**files: str | None) -> Graded:
    """Grade a toy submission; see :func:`submission`."""
    return toy_grader().grade(submission(**files))


def checks(graded: Graded) -> dict[str, CheckResult]:
    """The checks of a result by id."""
    return {check.id: check for check in graded.result.checks}


def verdicts(graded: Graded) -> dict[str, str]:
    """The verdicts of a result by check id."""
    return {check.id: check.verdict.value for check in graded.result.checks}
