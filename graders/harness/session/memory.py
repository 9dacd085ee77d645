"""Remembers earlier processes of a submission: imports that fail, so that no process is started to
repeat them, and loops that run out of time, so that no check waits long for them again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from graders.harness.session.exits import Failure
from graders.harness.session.plan import ProcessPlan


class ImportSite(NamedTuple):
    """An import, with everything that its result may depend on."""

    variant: str
    module: str
    hidden: bool
    """True if the process had received hidden calls."""


class ImportMemory:
    """The failed imports of one submission in all its processes and sandboxes.

    hangs: the loops in which they ran out of time.
    """

    def __init__(self, hangs: HangMemory | None = None) -> None:
        self.hangs = hangs or HangMemory()
        self._failures: dict[ImportSite, Failure] = {}
        self._timeouts: Counter[ImportSite] = Counter()

    def failure_at(self, site: ImportSite) -> Failure | None:
        """Return the failure of this import, or None.

        A failure in a process with hidden calls is not reported for a process without them, because
        its text may reveal the calls.
        """
        public = self._failures.get(site._replace(hidden=False))
        return public or (self._failures.get(site) if site.hidden else None)

    def failed(self) -> set[tuple[str, str]]:
        """Return the variant and the module of each import that failed."""
        return {(site.variant, site.module) for site in self._failures}

    def remember(self, site: ImportSite, failure: Failure) -> None:
        """Record a failure."""
        self._failures[site] = failure

    def timed_out(self, site: ImportSite, failure: Failure) -> None:
        """Record a failure by the wall time limit if it happens for the second time."""
        self._timeouts[site] += 1
        if self._timeouts[site] >= 2:
            self.remember(site, failure)


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
