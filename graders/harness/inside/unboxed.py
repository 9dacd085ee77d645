"""Entry point of level E on systems that fork: a zygote without a box, for trusted code.

It works like the first process of a box, with the same messages (:mod:`zygote`), over the Unix
socket that is its standard input. So a program runs as in a box, and a new process costs a fork,
not the start of an interpreter. It has no walls: children get only the limits that this system
offers.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import suppress
from typing import NoReturn

from . import exec_target, package_imports, plain, preload, syscalls, zygote


class ChildGroup(zygote.ChildProcess):
    """A child with the processes that it has started."""

    def kill(self) -> None:
        """Kill the process group of the child, which leads it as the leader of a session."""
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except OSError:  # it does not lead one yet, or is gone
            zygote.ChildProcess.kill(self)

    def reap(self, options: int) -> bool:
        """Collect the process, and kill its group after that."""
        if self.ended is None and zygote.ChildProcess.reap(self, options):
            with suppress(OSError):  # the group is empty
                os.killpg(self.pid, signal.SIGKILL)
        return self.ended is not None


class UnboxedZygote(zygote.Zygote):
    """A zygote without a box."""

    kind = ChildGroup

    def fork(self) -> int:
        """Fork without making room, because the limit would count all processes of the user."""
        return os.fork()

    def confine_child(self, cpu_seconds: float, command: exec_target.GuestCommand | None) -> None:
        """Limit this process; on Linux the CPU limit is a backstop, because watch() is exact."""
        syscalls.end_with_parent()
        if sys.platform == "linux":
            cpu_seconds = 2 * cpu_seconds + 5
        limits = self.limits.copy()
        limits["cpu_seconds"] = cpu_seconds
        plain.limit_resources(limits)


def main(shared: str = "null") -> NoReturn:
    """Serve the judge until it hangs up, then end all children.

    *shared*: the submissions' packages, as JSON.
    """
    try:
        os.dup2(0, zygote.CONTROL)
        os.dup2(0, zygote.LIFELINE)  # the judge holds both
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 0)
        os.close(null)
        preload.preload()
        package_imports.show(json.loads(shared))
        served = UnboxedZygote(guest=None, scratch="", counts_kills=False)
        try:
            served.run()
        finally:
            for child in served.children.values():
                if child.ended is None:
                    child.kill()
    finally:
        os._exit(0)
