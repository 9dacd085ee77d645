"""The first process of a box: the time that it counts."""

from __future__ import annotations

import os
import resource
import signal
from typing import Any

import pytest

from graders.harness.inside import syscalls

if not syscalls.supported():
    pytest.skip("this machine has no sandbox", allow_module_level=True)

from graders.harness.inside.zygote import ChildProcess, Zygote
from graders.harness.protocol.messages import Ended, Finish, Renew, Renewed


class Running(ChildProcess):
    """A process that has used some CPU time."""

    used = 5.0

    def cpu_seconds(self) -> float:
        """See `ChildProcess`."""
        return self.used


def test_renewed_process_has_the_new_time_alone() -> None:
    """It counts from the renewal, however much was used before."""
    zygote, child = Zygote.__new__(Zygote), Running(0, 0, 1.0)
    zygote.children = {1: child}
    assert zygote.renew(Renew(1, 2.0)) == Renewed(1, 5.0)
    assert child.limit == 7.0
    child.used = 6.5
    assert zygote.renew(Renew(1, 2.0)) == Renewed(1, 1.5)
    assert child.limit == 8.5


class Over(ChildProcess):
    """A process that ended with *word*, or is there until it is killed."""

    def __init__(self, word: int | None, seconds: float) -> None:
        super().__init__(0, 0, 1.0)
        self.word = word
        self.seconds = seconds

    def kill(self) -> None:
        """See `ChildProcess`."""
        self.word = signal.SIGKILL

    def reap(self, options: int) -> bool:
        """See `ChildProcess`."""
        if self.word is None:
            assert options == os.WNOHANG
            return False
        usage: Any = [self.seconds / 2, self.seconds / 2, *[0] * 14]
        self.ended = (self.word, resource.struct_rusage(usage))
        return True


KILLED = int(signal.SIGKILL)


@pytest.mark.parametrize(
    ("child", "marks", "cause"),
    [
        (Over(0, 0.5), (), ""),
        (Over(0, 2.0), (), ""),
        (Over(KILLED, 0.5), (), ""),
        (Over(KILLED, 1.0), (), "cpu"),  # by the kernel, at the backstop
        (Over(None, 2.0), (), ""),  # by this process, which was asked to end it
        (Over(KILLED, 0.5), ("out_of_time",), "cpu"),
        (Over(KILLED, 0.5), ("out_of_room",), "files"),
    ],
)
def test_process_that_ends_has_the_cause_that_ended_it(
    child: Over, marks: tuple[str, ...], cause: str
) -> None:
    """It pays once for what compiling took."""
    zygote = Zygote.__new__(Zygote)
    zygote.namespaced, zygote.counts_kills, zygote.scratch = False, False, ""
    zygote.children, zygote.unpaid = {1: child, 2: Over(None, 0.0)}, 3.0
    for mark in marks:
        setattr(child, mark, True)
    by_itself = child.word is not None
    word = KILLED if child.word is None else child.word
    used = child.seconds + 3.0
    assert zygote.finish(Finish(1, False)) == Ended(1, by_itself, -word, cause, used, 0)
    assert zygote.unpaid == 0.0
    assert 2 in zygote.children
