"""The language of an assignment's submissions, which a machine may lack."""

from __future__ import annotations

import pytest

from graders.harness.assignment.manifest import Assignment
from graders.harness.sandbox.interface import SandboxRefused
from graders.harness.sandbox.interpreters import find_interpreter
from graders.harness.sandbox.java.jdk import find_jdk


def needs_language(assignment: Assignment) -> None:
    """Skip the test if the machine lacks the language of submissions."""
    manifest = assignment.manifest
    try:
        if manifest.java is None:
            find_interpreter(manifest.python)
        else:
            find_jdk(manifest.java.release)
    except SandboxRefused as error:
        pytest.skip(str(error))
