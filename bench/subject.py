"""The subject of the benchmarks: one assignment, its reference, and typical calls."""

from __future__ import annotations

from graders.blocky.layout import tree
from graders.harness.assignment.manifest import Assignment, load_assignment
from graders.harness.assignment.process_limits import Limits
from graders.harness.grading.program import program_of, read_folder
from graders.harness.sandbox.interface import Backend
from graders.harness.session.session import Session

ASSIGNMENT = "csc148_2020_blocky"

Call = tuple[str, tuple[object, ...]]

_FULL_BOARD = tree({"size": 64, "max_depth": 3, "cells": [[[0, 1, 2, 3]] * 4] * 4})
_LEAF = tree({"size": 8, "max_depth": 1, "cells": 2})
CALLS: dict[str, Call] = {
    "small data (one place)": ("get_block", (_LEAF, (0, 0), 0)),
    "large data (a board of 85 blocks)": ("rotate", (_FULL_BOARD, [], 1)),
}
"""Kind of reply -> a call of the driver."""


def subject() -> Assignment:
    """Return the measured assignment."""
    return load_assignment(ASSIGNMENT)


def reference_files(assignment: Assignment) -> dict[str, bytes]:
    """Return the reference's files, the submission of every row for one submission."""
    return read_folder(assignment.reference, assignment.files.solved)


def open_session(assignment: Assignment, backend: Backend, limits: Limits | None = None) -> Session:
    """Return a session on the reference in a new box. limits: by default those of the manifest."""
    limits = limits or assignment.manifest.limits
    return Session(
        backend.open(program_of(assignment, reference_files(assignment)), limits), limits
    )
