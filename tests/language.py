"""The language of an assignment's submissions, which a machine may lack."""

from __future__ import annotations

import pytest

from graders.harness.assignment.manifest import Assignment
from graders.harness.grading.program import runtime_of
from graders.harness.sandbox.interface import SandboxRefused


def needs_language(assignment: Assignment) -> None:
    """Skip the test if the machine lacks the language of submissions."""
    try:
        runtime_of(assignment.manifest).found(assignment.manifest)
    except SandboxRefused as error:
        pytest.skip(str(error))
