"""Base class of all deliberate errors, and the exit statuses of commands."""

from __future__ import annotations

from typing import ClassVar

DONE, NOT_PASSED, BAD_INPUT, NOT_GRADABLE = 0, 1, 2, 3
"""Exit statuses. The last means a fault of the grader, its sandbox or the machine, never of a
submission.
"""
STOPPED = 130
"""Exit status after Ctrl-C, as in shells."""


class GraderError(Exception):
    """An error that its reader can fix.

    The message is one line of plain text: what happened, in which file, what to do next. The
    command line prints it and exits with ``status``. Any other exception is a fault of the grader
    and is shown with its traceback.
    """

    status: ClassVar[int] = BAD_INPUT
