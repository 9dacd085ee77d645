"""Entry point of level E where systems fork: a zygote without a box, for code that is trusted.

It does what the first process of a box does, in the same words (:mod:`zygote`), over the Unix
socket that is its standard input: so a program runs as it does in a box, and a fresh process for it
costs a fork, not the start of an interpreter. There is no wall round it: children have the limits
that this system offers, and nothing more.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Any


def main() -> None:
    """Serve the judge until it hangs up, then end all children; never returns."""
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if entry and os.path.abspath(entry) != here]
    sys.path.insert(0, os.path.dirname(here))
    from inside import (  # the folder's own name; "graders" does not exist in here
        plain,
        preload,
        syscalls,
        zygote,
    )

    del sys.path[0]

    class Child(zygote.Child):
        """A child, and what it has started."""

        def kill(self) -> None:
            """End its group, which it began as the leader of a session."""
            try:
                os.killpg(self.pid, signal.SIGKILL)
            except OSError:  # it has not come so far, or is gone
                zygote.Child.kill(self)

        def reap(self, options: int) -> bool:
            """Collect the process, and end what it leaves behind as soon as it is gone."""
            if self.ended is None and zygote.Child.reap(self, options):
                try:
                    os.killpg(self.pid, signal.SIGKILL)
                except OSError:  # it left nothing
                    pass
            return self.ended is not None

    class Unboxed(zygote.Zygote):
        """The first process of no box."""

        kind = Child

        def fork(self) -> int:
            """Fork. No room is made for it: what else the person runs counts where a box has no
            user of its own.
            """
            return os.fork()

        def confine_child(self, cpu_seconds: float, command: Any) -> None:
            """Put limits on this process. Where its clock can be read from outside, that is the
            exact one.
            """
            syscalls.end_with_parent()
            if sys.platform == "linux":
                cpu_seconds = 2 * cpu_seconds + 5
            plain.limit_resources(dict(self.limits, cpu_seconds=cpu_seconds))

    os.dup2(0, zygote.CONTROL)
    os.dup2(0, zygote.LIFELINE)  # the judge holds both
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.close(null)
    preload.preload()
    served = Unboxed({"level": "E", "scratch": False, "limits": {}}, False)
    try:
        served.run()
    finally:
        for child in served.children.values():
            if child.ended is None:
                child.kill()


if __name__ == "__main__":
    try:
        main()
    finally:
        os._exit(0)
