"""The one root of every error the harness raises on purpose."""

from __future__ import annotations


class GraderError(Exception):
    """Something a person can put right.

    The message is one line of plain text that says what happened, in which file, and what to do about it. The
    command line prints it as it is and exits with status 2; a traceback is shown only for what is *not* a
    `GraderError`, because that is a fault of the grader.
    """
