"""Shows how far the grading of a class is: a live line on a terminal, elsewhere a plain one for
each that is done.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence

from rich.console import Console

from graders.harness.course.batch import Ahead, Done, State
from graders.harness.intake.names import display
from graders.harness.progress import Begun, Steps
from graders.harness.reports.medium import marks_in_words
from graders.harness.result import one_line, total

SHOWN_OF_NAME = 40
"""Characters of a name that is shown."""
SHOWN_OF_REASON = 200


class ClassLive(Steps):
    """Shows each finished submission, and how many became what."""

    def __init__(self, console: Console, count: int, begun: Callable[[], Sequence[Begun]]) -> None:
        """*count*: of submissions; *begun* says which are being graded just now: their names are
        anybody's.
        """
        self._stage: Begun | None = None
        self._ungraded, self._graded, self._each, self._since = 0, 0, 0.0, 0.0
        super().__init__(console, count, lambda: self._now(begun()))
        self._counts: Counter[State] = Counter()

    def _now(self, begun: Sequence[Begun]) -> Sequence[Begun]:
        return (
            [self._stage]
            if self._stage
            else [(display(name, SHOWN_OF_NAME), since) for name, since in begun]
        )

    @property
    def done(self) -> int:
        """How many are finished."""
        return self._counts.total()

    def stage(self, words: str) -> None:
        """Take note of what comes before the submissions' turn; of "" that this has come."""
        self._stage = (words, time.monotonic()) if words else None
        self._since = time.monotonic()
        self._progress.update(self._task, description="getting ready" if words else self._became())
        self._progress.tasks[0].total = (
            None if words else self._total
        )  # a bar without an end cannot stand still
        if words and not self._console.is_terminal:
            self.tell(words)

    def expect(self, ahead: Ahead, each: float | None, width: int) -> None:
        """Take note of what there is to do; *each* is what one took in earlier runs, if that is
        known.
        """
        self._ungraded = len(ahead.fresh)
        self._each = (each or 0.0) / width

    def left(self) -> float | None:
        """See `Steps`: known results take no time, and what comes before the first submission is
        none of its time.
        """
        each = (time.monotonic() - self._since) / self._graded if self._graded else self._each
        return each * self._ungraded or None

    def __call__(self, done: Done) -> None:
        """Take note of one finished submission."""
        self._counts[done.state] += 1
        if done.seconds is not None:
            self._graded += 1
            self._ungraded = max(self._ungraded - 1, 0)
        self.step(self._became(), one=self._line(done))

    def _became(self) -> str:
        states = [state for state in State if self._counts[state] or state is State.GRADED]
        return ", ".join(f"{self._counts[state]} {state.value}" for state in states)

    def step(self, words: str, one: str = "") -> None:
        """See `Steps`; in a log *one* has a line of its own."""
        self._done += 1
        self._progress.update(self._task, completed=self._done, description=words)
        if self._console.is_terminal:
            return
        if one:
            self.tell(f"{self._done} of {self._total}  {one}{self.ending()}")
        if self._done == self._total:
            self.tell(f"{self._done} of {self._total} done ({words})")

    def _line(self, done: Done) -> str:
        """Return what became of one; nothing for what was known already."""
        if done.known:
            return ""
        name = display(done.delivery.name, SHOWN_OF_NAME)
        if done.state is State.GRADED and done.result is not None:
            marks = (
                f"{marks_in_words(total(done.result))} of {marks_in_words(done.result.max_marks)}"
            )
            return (
                f"{name}: {marks}{f' ({done.seconds:.1f} s)' if done.seconds is not None else ''}"
            )
        return f"{name}: {done.state.value}: {one_line(done.message, SHOWN_OF_REASON)}"
