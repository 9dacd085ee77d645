"""Sessions on small submissions of COMP 250's Blocky: the reference with some of its text replaced."""

from __future__ import annotations

import atexit
import contextlib
from collections.abc import Callable, Iterator, Mapping
from functools import cache

import pytest

from graders.extensions.java.jdk import find_jdk
from graders.harness.assignment.manifest import load_assignment
from graders.harness.grading.program import open_backend, program_of, read_folder
from graders.harness.sandbox.interface import Backend, Level, SandboxRefused
from graders.harness.session.callbacks import Callbacks
from graders.harness.session.plan import ProcessPlan
from graders.harness.session.session import Session

ASSIGNMENT = load_assignment("comp250_blocky")
REFERENCE = read_folder(ASSIGNMENT.reference, ASSIGNMENT.files.solved)


def has_jdk() -> bool:
    """Return whether this machine has a JDK."""
    assert ASSIGNMENT.manifest.java is not None
    try:
        find_jdk(ASSIGNMENT.manifest.java.release)
    except SandboxRefused:
        return False
    return True


needs_jdk = pytest.mark.skipif(
    not has_jdk(), reason="there is no JDK on this machine: nothing in Java can run"
)


@cache
def backend() -> Backend:
    """Return a backend that starts processes without a sandbox, because the code is the project's own."""
    opened = open_backend(ASSIGNMENT, choice="plain", minimum=Level.E)
    atexit.register(opened.close)
    return opened


@contextlib.contextmanager
def session(
    changes: Mapping[str, tuple[str, str]] | None = None,
    variant: str = "own",
    answers: Mapping[str, Callable[..., object]] | None = None,
    *,
    reads: bool = False,
) -> Iterator[Session]:
    """Open a session on the reference; *changes* maps a file to the text to replace and its replacement.

    reads: whether the source is only read, as for rules: without a machine of its own.
    """
    files = dict(REFERENCE)
    for name, (old, new) in (changes or {}).items():
        assert old.encode() in files[name]
        files[name] = files[name].replace(old.encode(), new.encode())
    limits = ASSIGNMENT.manifest.limits
    opened = Session(backend().open(program_of(ASSIGNMENT, files), limits), limits)
    try:
        opened.begin(ProcessPlan(limits, variant, Callbacks(answers or {}, limits), last=reads))
        yield opened
    finally:
        opened.close()
