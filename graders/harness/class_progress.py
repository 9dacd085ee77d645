"""Shows how far the grading of a class is: a live line on a terminal, elsewhere a plain one now and then."""

from __future__ import annotations

import time
from collections import Counter

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

from graders.harness.batch import Done, State
from graders.harness.progress import Shown

PLAIN_SECONDS = 10.0
"""Time between two plain lines."""


class ClassLive(Shown):
    """Shows each finished submission; plain lines, not too many, where there is no terminal."""

    def __init__(self, console: Console, total: int) -> None:
        super().__init__(
            console,
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeRemainingColumn(compact=True),
        )
        self._console = console
        self._total = total
        self._counts: Counter[State] = Counter()
        self._task = self._progress.add_task("starting", total=total)
        self._start = self._told = time.monotonic()

    @property
    def done(self) -> int:
        """How many are finished."""
        return self._counts.total()

    def __call__(self, done: Done) -> None:
        """Take note of one finished submission."""
        self._counts[done.state] += 1
        self._progress.update(self._task, completed=self.done, description=self._words())
        now = time.monotonic()
        if not self._console.is_terminal and (now - self._told >= PLAIN_SECONDS or self.done == self._total):
            self._told = now
            left = (now - self._start) / self.done * (self._total - self.done)
            ending = f", about {left:.0f} s left" if self.done < self._total else ""
            self._console.print(f"{self.done} of {self._total} done ({self._words()}){ending}", highlight=False)

    def _words(self) -> str:
        return ", ".join(
            f"{self._counts[state]} {state.value}" for state in State if self._counts[state] or state is State.GRADED
        )
