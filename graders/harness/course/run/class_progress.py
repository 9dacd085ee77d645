"""Progress of grading a class: a live line in a terminal, a line per submission in a log."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from rich.console import Console

from graders.harness.cache import cache_folder
from graders.harness.course.run.deliveries import DeliveryState, GradedSubmission, WorkPlan
from graders.harness.intake.names import display
from graders.harness.progress import Begun, Steps
from graders.harness.reports.console import marks_in_words
from graders.harness.result import one_line, total

SHOWN_OF_NAME = 40
"""Characters shown of a name."""
SHOWN_OF_REASON = 200


def describe_work(work_plan: WorkPlan, *, again: bool) -> Iterator[str]:
    """Yield lines about stored results and submissions to grade.

    again: whether an earlier run graded this class and stored results may be used.
    """
    counts = []
    if work_plan.known:
        counts.append(f"{len(work_plan.known)} from an earlier run")
    if work_plan.unreadable:
        counts.append(f"{len(work_plan.unreadable)} unreadable")
    counts.append(f"{len(work_plan.fresh)} to grade")
    if work_plan.contents < len(work_plan.fresh):
        counts[-1] += f" ({work_plan.contents} different)"
    yield ", ".join(counts)
    if again and work_plan.fresh and not work_plan.known:
        folder = display(str(cache_folder()), 200)
        yield (
            f"everything is graded again: the cache folder {folder} has no results of these files "
            "for this version of the grader, its packages and Python; if the earlier run used "
            "another cache folder, set GRADER_CACHE to it"
        )


class ClassLive(Steps):
    """Shows each finished submission. The bar counts the submissions to grade."""

    def __init__(self, console: Console, count: int, begun: Callable[[], Sequence[Begun]]) -> None:
        """count: number of submissions; begun: returns those being graded, with untrusted names."""
        super().__init__(console, count, lambda: self._current(begun()))
        self._submissions = count
        self._to_grade = count
        self._states: Counter[DeliveryState] = Counter({DeliveryState.GRADED: 0})  # always shown
        self._stage: Begun | None = None

    def _current(self, begun: Sequence[Begun]) -> Sequence[Begun]:
        if self._stage:
            return [self._stage]
        return [(display(name, SHOWN_OF_NAME), since) for name, since in begun]

    @property
    def done(self) -> int:
        """Number of finished submissions."""
        return self._states.total()

    def count(self) -> str:
        """Return "3 of 12", for all submissions."""
        return f"{self.done} of {self._submissions}"

    def stage(self, words: str) -> None:
        """Show a stage before grading; "" ends the stages."""
        self._stage = (words, time.monotonic()) if words else None
        task = self.tasks[0]
        if not words:
            completed = int(task.completed)
            self.reset(self._task, total=self._to_grade, completed=completed)
            self.update(self._task, description=self._outcomes())
            return
        self.update(self._task, description="getting ready")
        task.total = None  # rich shows a moving bar
        if not self.console.is_terminal:
            self.print_line(words)

    def expect(self, work_plan: WorkPlan) -> None:
        """Set the number of submissions to grade; stored results take no time."""
        self._to_grade = len(work_plan.fresh)

    def __call__(self, done: GradedSubmission) -> None:
        """Show a finished submission."""
        self._states[done.state] += 1
        was_to_grade = not done.known and done.state is not DeliveryState.UNREADABLE
        self.update(self._task, advance=int(was_to_grade), description=self._outcomes())
        if self.console.is_terminal:
            return
        if not done.known:
            self.print_line(f"{self.count()}  {_outcome(done)}{self.time_left()}")
        if self.done == self._submissions:
            self.print_line(f"{self.count()} done ({self._outcomes()})")

    def _outcomes(self) -> str:
        states = [state for state in DeliveryState if state in self._states]
        return ", ".join(f"{self._states[state]} {state.value}" for state in states)


def _outcome(done: GradedSubmission) -> str:
    """Return a submission's name and outcome."""
    name = display(done.delivery.name, SHOWN_OF_NAME)
    if done.state is not DeliveryState.GRADED or done.result is None:
        return f"{name}: {done.state.value}: {one_line(done.message, SHOWN_OF_REASON)}"
    marks = f"{marks_in_words(total(done.result))} of {marks_in_words(done.result.max_marks)}"
    time_taken = f" ({done.seconds:.1f} s)" if done.seconds is not None else ""
    return f"{name}: {marks}{time_taken}"
