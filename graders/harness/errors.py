"""The one root of every error the harness raises on purpose, and the statuses that programs end
with.
"""

from __future__ import annotations

from typing import ClassVar

DONE, NOT_PASSED, BAD_INPUT, NOT_GRADABLE = 0, 1, 2, 3
"""Exit statuses. The last is the fault of the grader, its sandbox or the machine, never of a
submission.
"""
STOPPED = 130
"""Exit status after Ctrl-C, as shells have it."""


class GraderError(Exception):
    """Something a person can put right.

    The message is one line of plain text that says what happened, in which file, and what to do
    about it. The command line prints it as it is and exits with ``status``; a traceback is shown
    only for what is *not* a `GraderError`, because that is a fault of the grader.
    """

    status: ClassVar[int] = BAD_INPUT
