"""Sessions on small submissions of Connect 4: the reference with appended text, or another file."""

from __future__ import annotations

import atexit
import contextlib
import functools
from collections.abc import Iterator

import pytest

from graders.harness.assignment.manifest import load_assignment
from graders.harness.grading.program import open_backend, program_of, read_folder
from graders.harness.sandbox.interface import Backend, Level, SandboxRefused
from graders.harness.sandbox.interpreters import find_interpreter
from graders.harness.session.plan import ProcessPlan
from graders.harness.session.session import Session

ASSIGNMENT = load_assignment("csse7030_connect4")
REFERENCE = read_folder(ASSIGNMENT.reference, ASSIGNMENT.files.solved)["a1.py"].decode()


def interpreter() -> str:
    """Return the interpreter that the assignment requires; skip the test if there is none."""
    try:
        return find_interpreter(ASSIGNMENT.manifest.python)
    except SandboxRefused as error:
        pytest.skip(str(error))


@functools.cache
def backend() -> Backend:
    """Return the strongest backend of this machine: its boxes start by a fork, plain processes as new interpreters."""
    opened = open_backend(ASSIGNMENT, choice="auto", minimum=Level.E)
    atexit.register(opened.close)
    return opened


@contextlib.contextmanager
def session(text: str | None = None, appended: str = "", variant: str = "own") -> Iterator[Session]:
    """Open a session on the file *text* (default: the reference's), with *appended* at its end."""
    source = REFERENCE if text is None else text
    if appended:
        source = source.replace(
            '\nif __name__ == "__main__":', f'\n{appended}\n\nif __name__ == "__main__":'
        )
    limits = ASSIGNMENT.manifest.limits
    program = program_of(ASSIGNMENT, {"a1.py": source.encode()})
    interpreter()
    opened = Session(backend().open(program, limits), limits, ASSIGNMENT.manifest.programs)
    try:
        opened.begin(ProcessPlan(limits, variant))
        yield opened
    finally:
        opened.close()
