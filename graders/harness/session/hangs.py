"""The functions of a submission that ran out of time: no check waits long for them again."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from graders.harness.session.plan import ProcessPlan

NEEDED_TIMES = 1.25
"""CPU time that makes a call long, as a multiple of what the reference needed for the whole check.

That is rounded up when it is recorded: the median check needs a tenth of the first step.
"""
NEEDED_TIMES_COLD = 5
"""The same in a new virtual machine, which is slower than that of the reference, which is warm."""
PART = 0.1
"""The same for a check of which it is unknown what the reference needs, as a part of its limit."""


class HangMemory:
    """The functions in which processes of one submission ran out of time.

    A process that is in such a function again, in a call that takes long, is ended. The program
    reports the line and the time, so that it can only shorten its own.
    """

    def __init__(
        self,
        function_at: Callable[[str], Hashable] = lambda where: None,
        *,
        is_cold: bool = False,
    ) -> None:
        """function_at: returns the function round a line, or None if that is unknown.

        is_cold: each process is a new virtual machine.
        """
        self._function_at = function_at
        self._times = NEEDED_TIMES_COLD if is_cold else NEEDED_TIMES
        self.functions: set[Hashable] = set()
        """Functions in which the time ran out, as *function_at* returned them."""

    def remember(self, where: str) -> None:
        """Record that the time ran out at the line *where*; "" if it is unknown."""
        function = self._function_at(where)
        if function is not None:
            self.functions.add(function)

    def knows(self, where: str) -> bool:
        """Return whether the time has run out in the function round the line *where* before."""
        return bool(self.functions) and self._function_at(where) in self.functions

    def is_long(self, plan: ProcessPlan, seconds: float) -> bool:
        """Return whether a call in a process of *plan* is long that has taken *seconds* of CPU."""
        if plan.needed is None:
            return seconds >= PART * plan.limits.cpu_seconds
        return seconds >= self._times * plan.needed
