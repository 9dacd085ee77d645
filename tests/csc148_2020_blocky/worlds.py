"""Sessions on small submissions: the reference with some of its text replaced."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Mapping

from graders.harness.grading import program_of, read_folder
from graders.harness.manifest import load_assignment
from graders.harness.sandbox.plain import PlainBackend
from graders.harness.session import Session

ASSIGNMENT = load_assignment("csc148_2020_blocky")
REFERENCE = read_folder(ASSIGNMENT.reference, ASSIGNMENT.files.solved)
SAMPLE = {"size": 32, "max_depth": 2, "cells": [[0, 1, 1, 3], 2, 1, 3]}
"""The board of the course's sample tests (spec 11), with unit cells of 8 pixels."""


@contextlib.contextmanager
def session(
    appended: Mapping[str, str] | None = None,
    variant: str = "own",
    answers: Mapping[str, Callable[..., object]] | None = None,
) -> Iterator[Session]:
    """Open a session on the reference; *appended* is text to put at the end of some of its files."""
    files = dict(REFERENCE)
    for name, text in (appended or {}).items():
        files[name] = files[name] + b"\n\n" + text.encode()
    limits = ASSIGNMENT.manifest.limits
    opened = Session(PlainBackend(sys.executable).open(program_of(ASSIGNMENT, files), limits), limits)
    try:
        opened.begin(variant, answers)
        yield opened
    finally:
        opened.close()
