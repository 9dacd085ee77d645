"""Entry point of level E where systems fork: a zygote without a box, for code that is trusted.

It does what the first process of a box does, with the same messages (:mod:`zygote`), over the Unix
socket that is its standard input: so a program runs as it does in a box, and a fresh process for it
costs a fork, not the start of an interpreter. There is no wall round it: children have the limits
that this system offers, and nothing more.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import NoReturn

from . import exec_target, plain, preload, syscalls, zygote


class Child(zygote.Child):
    """A child, and the processes that it has started."""

    def kill(self) -> None:
        """End its group, which it leads as the leader of a session."""
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except OSError:  # it does not lead one yet, or is gone
            zygote.Child.kill(self)

    def reap(self, options: int) -> bool:
        """Collect the process, and end its group as soon as it is gone."""
        if self.ended is None and zygote.Child.reap(self, options):
            try:
                os.killpg(self.pid, signal.SIGKILL)
            except OSError:  # the group is empty
                pass
        return self.ended is not None


class Unboxed(zygote.Zygote):
    """The first process of no box."""

    kind = Child

    def fork(self) -> int:
        """Fork, without making room: the limit would count all processes of the person."""
        return os.fork()

    def confine_child(
        self, cpu_seconds: float, command: exec_target.Command | None
    ) -> None:
        """Put limits on this process. Where its clock can be read from outside, that is exact."""
        syscalls.end_with_parent()
        if sys.platform == "linux":
            cpu_seconds = 2 * cpu_seconds + 5
        limits = self.limits.copy()
        limits["cpu_seconds"] = cpu_seconds
        plain.limit_resources(limits)


def main() -> NoReturn:
    """Serve the judge until it hangs up, then end all children."""
    try:
        os.dup2(0, zygote.CONTROL)
        os.dup2(0, zygote.LIFELINE)  # the judge holds both
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 0)
        os.close(null)
        preload.preload()
        served = Unboxed(guest=None, scratch="", counts_kills=False)
        try:
            served.run()
        finally:
            for child in served.children.values():
                if child.ended is None:
                    child.kill()
    finally:
        os._exit(0)
