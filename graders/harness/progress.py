"""Progress of long work: a live line on a terminal, a plain line now and then in a log."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

PLAIN_SECONDS = 10.0
"""Time between two plain lines that say only that the work goes on."""

REFERENCE_FIRST = "grading the reference first, once for each state of the grader"

SHOWN = 4
"""Names of current work that are shown at once."""

SPEED_SECONDS = 24 * 3600
"""Estimates use the pace of the whole run; rich by default forgets after 30 s, too soon here."""

Begun = tuple[str, float]
"""A name of current work, and its start by ``time.monotonic``."""


def nothing() -> Sequence[Begun]:
    """Return no current work."""
    return ()


def current_work(begun: Sequence[Begun]) -> str:
    """Return *begun* in words, the longest running first: "now ada (12 s), bob (3 s)"."""
    now = time.monotonic()
    oldest = sorted(begun, key=lambda each: each[1])
    names = [f"{name} ({now - since:.0f} s)" for name, since in oldest[:SHOWN]]
    if len(oldest) > SHOWN:
        names.append(f"{len(oldest) - SHOWN} more")
    return f"now {', '.join(names)}" if names else ""


class CurrentWorkColumn(ProgressColumn):
    """Shows the names of current work."""

    def __init__(self, begun: Callable[[], Sequence[Begun]]) -> None:
        super().__init__()
        self._begun = begun

    def render(self, task: Task) -> Text:
        """Return the names as they are now."""
        text = current_work(self._begun())
        return Text(text, style="dim", no_wrap=True, overflow="ellipsis")


class Steps(Progress):
    """Counts like things that are done, and estimates the rest. Shown while its context lasts."""

    def __init__(
        self,
        console: Console,
        total: int,
        begun: Callable[[], Sequence[Begun]] = nothing,
    ) -> None:
        """*begun* returns the current work."""
        super().__init__(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            CurrentWorkColumn(begun),
            console=console,
            transient=True,
            disable=not console.is_terminal,
            speed_estimate_period=SPEED_SECONDS,
        )
        self._begun = begun
        self._task = self.add_task("starting", total=total)
        self._printed_at = time.monotonic()

    def step(self, words: str) -> None:
        """Count one more; *words* describe the things, or their outcomes."""
        self.update(self._task, advance=1, description=words)
        if not self.console.is_terminal and (
            self.tasks[0].finished or self._was_silent()
        ):
            self.tell(f"{self.count()} done ({words}){self.time_left()}")

    def still(self) -> None:
        """Print a line in a log that had none for a while. To be called now and then."""
        if not self.console.is_terminal and self._was_silent():
            self.tell(
                f"{self.count()} done; {current_work(self._begun())}{self.time_left()}"
            )

    def count(self) -> str:
        """Return "3 of 12"."""
        task = self.tasks[0]
        return f"{task.completed:.0f} of {task.total or 0:.0f}"

    def time_left(self) -> str:
        """Return ", 0:02:00 left"; "" as long as nothing is known, and at the end."""
        task = self.tasks[0]
        return (
            f", {TimeRemainingColumn().render(task)} left"
            if task.time_remaining
            else ""
        )

    def tell(self, line: str) -> None:
        """Print a line, on a terminal above the live one."""
        self._printed_at = time.monotonic()
        self.console.print(Text(line), highlight=False, soft_wrap=True)

    def _was_silent(self) -> bool:
        return time.monotonic() - self._printed_at >= PLAIN_SECONDS


class Live(Progress):
    """Shows each finished check; call it with the check's id and the number of checks."""

    def __init__(self, console: Console) -> None:
        super().__init__(
            TextColumn("{task.description:<32}", markup=False),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self.add_task("starting", total=None)
        self._prefix = ""
        self._announcement = ""

    def stage(self, words: str, short: str = "") -> None:
        """Note that the next checks judge something else; "" means the submission.

        A log gets *words* as a line, once there is a check; a terminal shows *short* before each.
        """
        self._prefix, self._announcement = short, words
        self.update(self._task, completed=0)

    def __call__(self, check: str, total: int) -> None:
        """Show one finished check. A full count starts again: the reference came first."""
        if self._announcement and not self.console.is_terminal:
            self.console.print(
                Text(self._announcement), highlight=False, soft_wrap=True
            )
        self._announcement = ""
        completed = self.tasks[0].completed % total + 1
        description = self._prefix + check
        self.update(
            self._task, description=description, completed=completed, total=total
        )
