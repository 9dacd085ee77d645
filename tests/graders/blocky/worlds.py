"""Sessions on small submissions: an assignment's reference with text appended to its files."""

from __future__ import annotations

import atexit
import contextlib
import functools
from collections.abc import Callable, Iterator, Mapping

import msgspec

from graders.harness.assignment.manifest import Assignment, load_assignment
from graders.harness.grading.program import open_backend, program_of, read_folder
from graders.harness.sandbox.interface import Backend, Level
from graders.harness.session.callbacks import Callbacks
from graders.harness.session.plan import ProcessPlan
from graders.harness.session.session import Session


@functools.cache
def backend(id: str) -> Backend:
    """Return the strongest backend of this machine: its boxes start by a fork, plain processes as new interpreters."""
    opened = open_backend(load_assignment(id), choice="auto", minimum=Level.E)
    atexit.register(opened.close)
    return opened


@contextlib.contextmanager
def session_on(
    assignment: Assignment,
    appended: Mapping[str, str] | None = None,
    variant: str = "own",
    answers: Mapping[str, Callable[..., object]] | None = None,
) -> Iterator[Session]:
    """Open a session on the reference; *appended* is text to append, by file.

    It may stay open long, because a whole module of tests may share it.
    """
    files = read_folder(assignment.reference, assignment.files.solved)
    for name, text in (appended or {}).items():
        files[name] = files[name] + b"\n\n" + text.encode()
    limits = msgspec.structs.replace(
        assignment.manifest.limits, cpu_seconds=300.0, wall_seconds=900.0
    )
    opened = Session(backend(assignment.id).open(program_of(assignment, files), limits), limits)
    try:
        opened.begin(ProcessPlan(limits, variant, Callbacks(answers or {}, limits)))
        yield opened
    finally:
        opened.close()
