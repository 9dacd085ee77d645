"""Intake: a path that staff name becomes a `Submission`, plain data, whatever the path holds.

Readers (`folder`, `archives`) only list entries; `harvest` decides which of them are read, counts
real bytes against the limits and notes what is left out; `select` finds the folder that holds the
expected files and gives the files their names. Nothing is ever written to a disk and no link is
followed, so there is nothing to clean up afterwards and no name to escape by. The same tree gives
the same files and the same notes, as a folder, a zip or a tar, in any order.

What is kept of a file is its text, as UTF-8: `coding` decodes once, by a codec of ours, what
compiler, parser and linter would else decode each for itself. Byte order mark and line ends of
UTF-8 stay.
"""

from __future__ import annotations

from graders.harness.intake.limits import LIMITS, Limits
from graders.harness.intake.read import (
    read_submission,
    read_submission_from_files,
    submission_from_bytes,
)
from graders.harness.intake.submission import IntakeError, Submission

__all__ = [
    "LIMITS",
    "IntakeError",
    "Limits",
    "Submission",
    "read_submission",
    "read_submission_from_files",
    "submission_from_bytes",
]
