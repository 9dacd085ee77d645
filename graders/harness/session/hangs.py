"""The functions of a submission that ran out of time: no check waits long for them again."""

from __future__ import annotations

from collections.abc import Callable, Hashable

REPORTS = 3
"""Reports of the running line in one call, after which a tenth of the process's time is over
(``inside/whereabouts.py``). In Java they come by the clock, the third after 0.7 s.
"""


class HangMemory:
    """The functions in which processes of one submission ran out of time.

    A process that is in such a function again after a tenth of its time is ended. The program names
    the line, so that it can only shorten its own time.
    """

    def __init__(
        self, function_at: Callable[[str], Hashable] = lambda where: None
    ) -> None:
        """function_at: returns the function round a line, or None if that is unknown."""
        self._function_at = function_at
        self._functions: set[Hashable] = set()

    def remember(self, where: str) -> None:
        """Record that the time ran out at the line *where*; "" if it is unknown."""
        function = self._function_at(where)
        if function is not None:
            self._functions.add(function)

    def knows(self, where: str) -> bool:
        """Return whether the time has run out in the function round the line *where* before."""
        return bool(self._functions) and self._function_at(where) in self._functions
