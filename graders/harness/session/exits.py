"""Reasons why a call has no result, as causes for a check's verdict."""

from __future__ import annotations

import errno
import os
from typing import NamedTuple

from graders.harness.assignment.check import Misbehaved, innermost
from graders.harness.assignment.process_limits import Limits
from graders.harness.protocol import messages
from graders.harness.result import Cause, CauseKind
from graders.harness.sandbox.interface import ExitReason, ProcessExit

RESOURCES = frozenset({ExitReason.CPU, ExitReason.WALL, ExitReason.MEMORY})
"""Reasons by a resource limit, after which another process may get further."""


class Failure(NamedTuple):
    """The reason and place of a call's failure."""

    cause: Cause
    where: str = ""

    def error(self) -> Misbehaved:
        """Return an exception for this failure."""
        return Misbehaved(self.cause, where=self.where)


def cause_of(ending: ProcessExit, limits: Limits) -> Cause:
    """Return the reason why a process with this *ending* did not answer.

    *limits* are the manifest's. A check's own limits depend on the reference's time and on earlier
    timeouts, and messages must not.
    """
    match ending.cause:
        case ExitReason.CPU:
            return Cause(CauseKind.CPU_LIMIT, limit=limits.cpu_seconds)
        case ExitReason.WALL:
            return Cause(CauseKind.WALL_LIMIT, limit=limits.wall_seconds)
        case ExitReason.MEMORY:
            return Cause(CauseKind.MEMORY_LIMIT, limit=limits.memory_mb)
        case ExitReason.FILES:
            # as the program meets it where a mount is full
            full = f"[Errno {errno.ENOSPC}] {os.strerror(errno.ENOSPC)}"
            return Cause(CauseKind.EXCEPTION, name="OSError", detail=full)
        case ExitReason.SIGNAL:
            return Cause(CauseKind.SIGNAL, status=ending.status)
        case ExitReason.EXITED:
            return Cause(CauseKind.EXITED, status=ending.status)
        case ExitReason.FINISHED:
            return Cause(CauseKind.CLOSED_CONNECTION)


_MISSING = {
    kind.value: kind
    for kind in (
        CauseKind.FILE_MISSING,
        CauseKind.FILE_BROKEN,
        CauseKind.FILE_UNUSABLE,
        CauseKind.NAME_MISSING,
    )
}


def missing_cause(message: messages.MissingReply) -> Cause:
    """Return the cause in a message about a missing file or name."""
    kind = _MISSING.get(message.kind)
    if kind is None:
        return Cause(CauseKind.CHANNEL_ABUSE)
    if kind is CauseKind.NAME_MISSING:
        return Cause(kind, file=message.file, name=message.text, detail=message.where)
    file, line = innermost(message.where)
    if file and file != message.file:
        # the named file imports the broken file
        return Cause(kind, file=file, line=line, detail=message.text, loading=message.file)
    return Cause(kind, file=message.file, line=line, detail=message.text)
