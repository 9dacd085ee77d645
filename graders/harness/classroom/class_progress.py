"""Shows how far the grading of a class is: a live line on a terminal, elsewhere a plain one now and then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from rich.console import Console

from graders.harness.classroom.batch import Done, State
from graders.harness.intake.names import display
from graders.harness.progress import Begun, Steps

SHOWN_OF_NAME = 40
"""Characters of a name that is shown."""


class ClassLive(Steps):
    """Shows each finished submission, and how many became what."""

    def __init__(self, console: Console, total: int, begun: Callable[[], Sequence[Begun]]) -> None:
        """*begun* says which submissions are being graded just now: their names are anybody's."""
        super().__init__(console, total, lambda: [(display(name, SHOWN_OF_NAME), since) for name, since in begun()])
        self._counts: Counter[State] = Counter()

    @property
    def done(self) -> int:
        """How many are finished."""
        return self._counts.total()

    def __call__(self, done: Done) -> None:
        """Take note of one finished submission."""
        self._counts[done.state] += 1
        self.step(
            ", ".join(
                f"{self._counts[state]} {state.value}"
                for state in State
                if self._counts[state] or state is State.GRADED
            )
        )
