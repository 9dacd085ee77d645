"""Intake: turns a path from staff into a `Submission`, plain data, safely.

Readers (`folder`, `archives`) only list entries. `collector` decides which entries are read, counts
real bytes against the limits and records the entries left out. `select` finds the folder with the
expected files and gives the files their names. Nothing is written to a disk and no link is
followed, so there is nothing to clean up, and no name can escape. The same tree gives the same
files and notes as a folder, a zip or a tar, in any order.

A file's text is stored as UTF-8. `coding` decodes it once, by a safe codec, because compiler,
parser and linter would otherwise each decode it. A byte order mark is removed; line ends stay.
"""

from __future__ import annotations

from graders.harness.intake.limits import LIMITS, IntakeLimits
from graders.harness.intake.read import (
    read_submission,
    read_submission_from_files,
    submission_from_bytes,
)
from graders.harness.intake.submission import IntakeError, Submission

__all__ = [
    "LIMITS",
    "IntakeError",
    "IntakeLimits",
    "Submission",
    "read_submission",
    "read_submission_from_files",
    "submission_from_bytes",
]
