"""Base class of all deliberate errors, and the exit statuses of commands."""

from __future__ import annotations

from typing import ClassVar

DONE, NOT_PASSED, BAD_INPUT, NOT_GRADABLE, STOPPED = 0, 1, 2, 3, 130
STATUSES = {
    DONE: "done, whatever the mark",
    NOT_PASSED: """a check does not pass (check, replay), a verdict differs from the expected one
       (try, exemplars --run), a claim does not hold (verify), a file is stale
       (refresh --check)""",
    BAD_INPUT: "bad usage or input",
    NOT_GRADABLE: "not gradable: the grader or the machine is at fault, never the submission",
    STOPPED: "stopped by Ctrl+C, as in shells",
}
"""The exit statuses of commands, with their meanings for the help."""


class GraderError(Exception):
    """An error that its reader can fix.

    The message is one line of plain text: what happened, in which file, what to do next. The
    command line prints it and exits with ``status``. Any other exception is a fault of the grader
    and is shown with its traceback.
    """

    status: ClassVar[int] = BAD_INPUT
