"""The first process of a box: the time that it counts."""

from __future__ import annotations

import pytest

from graders.harness.inside import syscalls

if not syscalls.supported():
    pytest.skip("this machine has no sandbox", allow_module_level=True)

from graders.harness.inside.zygote import ChildProcess, Zygote
from graders.harness.protocol.messages import Renew, Renewed


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
