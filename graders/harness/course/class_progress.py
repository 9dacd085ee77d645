"""Progress of grading a class: a live line on a terminal, in a log a line for each submission."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from rich.console import Console

from graders.harness.cache import cache_folder
from graders.harness.course.batch import Ahead, Done, State
from graders.harness.intake.names import display
from graders.harness.progress import Begun, Steps
from graders.harness.reports.medium import marks_in_words
from graders.harness.result import one_line, total

SHOWN_OF_NAME = 40
"""Characters of a name that are shown."""
SHOWN_OF_REASON = 200


def work_ahead(ahead: Ahead, *, again: bool) -> Iterator[str]:
    """Yield lines that say what is known and what there is to grade.

    again: whether an earlier run has graded this class, and its results may be used.
    """
    counts = []
    if ahead.known:
        counts.append(f"{len(ahead.known)} known from an earlier run")
    if ahead.unreadable:
        counts.append(f"{len(ahead.unreadable)} unreadable")
    counts.append(f"{len(ahead.fresh)} to grade")
    if ahead.contents < len(ahead.fresh):
        counts[-1] += f" ({ahead.contents} different)"
    yield ", ".join(counts)
    if again and ahead.fresh and not ahead.known:
        folder = display(str(cache_folder()), 200)
        yield (
            f"everything is graded again: the cache folder {folder} has no result of these files "
            "by this state of the grader, its packages and Python; if the earlier run had another "
            "cache folder, name it in GRADER_CACHE"
        )


class ClassLive(Steps):
    """Shows each finished submission. The bar counts those that have to be graded."""

    def __init__(
        self, console: Console, count: int, begun: Callable[[], Sequence[Begun]]
    ) -> None:
        """*count*: of submissions; *begun* returns those being graded, under untrusted names."""
        super().__init__(console, count, lambda: self._current(begun()))
        self._submissions = count
        self._to_grade = count
        self._states: Counter[State] = Counter({State.GRADED: 0})  # always shown
        self._stage: Begun | None = None

    def _current(self, begun: Sequence[Begun]) -> Sequence[Begun]:
        if self._stage:
            return [self._stage]
        return [(display(name, SHOWN_OF_NAME), since) for name, since in begun]

    @property
    def done(self) -> int:
        """How many are finished."""
        return self._states.total()

    def count(self) -> str:
        """Return "3 of 12", of all submissions."""
        return f"{self.done} of {self._submissions}"

    def stage(self, words: str) -> None:
        """Note what is done before submissions are graded; "" that they are now."""
        self._stage = (words, time.monotonic()) if words else None
        task = self.tasks[0]
        if not words:
            completed = int(task.completed)
            self.reset(self._task, total=self._to_grade, completed=completed)
            self.update(self._task, description=self._outcomes())
            return
        self.update(self._task, description="getting ready")
        task.total = None  # rich then shows a bar that moves
        if not self.console.is_terminal:
            self.print_line(words)

    def expect(self, ahead: Ahead) -> None:
        """Note what there is to do: known results take no time."""
        self._to_grade = len(ahead.fresh)

    def __call__(self, done: Done) -> None:
        """Show one finished submission."""
        self._states[done.state] += 1
        was_to_grade = not done.known and done.state is not State.UNREADABLE
        self.update(self._task, advance=int(was_to_grade), description=self._outcomes())
        if self.console.is_terminal:
            return
        if not done.known:
            self.print_line(f"{self.count()}  {_outcome(done)}{self.time_left()}")
        if self.done == self._submissions:
            self.print_line(f"{self.count()} done ({self._outcomes()})")

    def _outcomes(self) -> str:
        states = [state for state in State if state in self._states]
        return ", ".join(f"{self._states[state]} {state.value}" for state in states)


def _outcome(done: Done) -> str:
    """Return name and outcome of one submission."""
    name = display(done.delivery.name, SHOWN_OF_NAME)
    if done.state is not State.GRADED or done.result is None:
        return f"{name}: {done.state.value}: {one_line(done.message, SHOWN_OF_REASON)}"
    marks = f"{marks_in_words(total(done.result))} of {marks_in_words(done.result.max_marks)}"
    time_taken = f" ({done.seconds:.1f} s)" if done.seconds is not None else ""
    return f"{name}: {marks}{time_taken}"
