"""The functions of a submission that ran out of time: no check waits long for them again."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from graders.harness.inside.whereabouts import SAMPLES
from graders.harness.session.plan import ProcessPlan

REPORTS_BY_CLOCK = 3
"""Reports of the running line in one call that make a Java call long: the third comes after 0.7 s.
"""
TENTH = SAMPLES.index(0.1) + 1
"""The same in Python for a check of which it is unknown what the reference needs."""
NEEDED_TIMES = 1.25
"""CPU time that makes a call long, as a multiple of what the reference needed for the whole check.

That is rounded up when it is recorded, and most of it is the start of a process.
"""


class HangMemory:
    """The functions in which processes of one submission ran out of time.

    A process that is in such a function again, in a call that takes long, is ended. The program
    names the line, so that it can only shorten its own time.
    """

    def __init__(
        self,
        function_at: Callable[[str], Hashable] = lambda where: None,
        *,
        by_clock: bool = False,
    ) -> None:
        """function_at: returns the function round a line, or None if that is unknown.

        by_clock: reports come at times of the clock, as in Java, not at shares of the CPU time.
        """
        self._function_at = function_at
        self._by_clock = by_clock
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

    def is_long(self, plan: ProcessPlan, reports: int) -> bool:
        """Return whether a call in a process of *plan* is long at its *reports*-th report."""
        if self._by_clock:
            return reports >= REPORTS_BY_CLOCK
        if plan.needed is None:
            return reports >= TENTH
        used = SAMPLES[min(reports, len(SAMPLES)) - 1] * plan.limits.cpu_seconds
        # the first report names no line
        return reports > 1 and used >= NEEDED_TIMES * plan.needed
