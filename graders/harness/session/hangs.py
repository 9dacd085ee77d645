"""The loops of a submission that ran out of time: no check waits long for them again."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from graders.harness.session.plan import ProcessPlan

NEEDED_TIMES = 2
"""CPU time that makes a call long, as a multiple of what the reference needed for the whole check.

That is rounded up when it is recorded, to 0.02 s or more, and the median check needs a tenth of
that: so a right program may be twenty times as slow.
"""
NEEDED_TIMES_COLD = 5
"""The same in a new virtual machine, which is slower than that of the reference, which is warm."""
PART = 0.1
"""The same for a check of which it is unknown what the reference needs, as a part of its limit."""


class HangMemory:
    """The loops in which processes of one submission ran out of time.

    A process that is in such a loop again, in a call that takes long, is ended. Other loops of the
    function have all of their time: the main loop of a program may be right, and another one in it
    not. The program reports the line and the time, so that it can only shorten its own.
    """

    def __init__(
        self,
        blocks_at: Callable[[str], Sequence[Hashable]] = lambda where: (),
        *,
        is_cold: bool = False,
    ) -> None:
        """blocks_at: returns the loops round a line, the innermost first, then the function.

        is_cold: each process is a new virtual machine.
        """
        self._blocks_at = blocks_at
        self._times = NEEDED_TIMES_COLD if is_cold else NEEDED_TIMES
        self._loops: set[Hashable] = set()
        """Innermost loops at the lines where the time ran out; functions where there was none."""
        self.functions: set[Hashable] = set()
        """The functions, as *blocks_at* returned them."""

    def remember(self, where: str) -> None:
        """Record that the time ran out at the line *where*; "" if it is unknown."""
        blocks = self._blocks_at(where)
        self._loops.update(blocks[:1])
        self.functions.update(blocks[-1:])

    def share(self, other: HangMemory) -> None:
        """Record what *other* has recorded, of nearly the same program."""
        self._loops |= other._loops
        self.functions |= other.functions

    def knows(self, where: str) -> bool:
        """Return whether the time has run out in a loop round the line *where* before."""
        return bool(self._loops) and not self._loops.isdisjoint(self._blocks_at(where))

    def is_long(self, plan: ProcessPlan, seconds: float) -> bool:
        """Return whether a call in a process of *plan* is long that has taken *seconds* of CPU."""
        if plan.needed is None:
            return seconds >= PART * plan.limits.cpu_seconds
        return seconds >= self._times * plan.needed
