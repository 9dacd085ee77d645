"""Progress of long work: a live line on a terminal, an occasional plain line in a log."""

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
"""Time between two plain lines while nothing finishes."""

REFERENCE_FIRST = "grading the reference first, once for each state of the grader"

SHOWN = 4
"""Maximum names of current work in a line."""

SPEED_SECONDS = 24 * 3600
"""Period whose pace estimates use: the whole run. The 30 s default of rich is too short here."""

Begun = tuple[str, float]
"""Name of a piece of current work, and its start by ``time.monotonic``."""


def nothing() -> Sequence[Begun]:
    """Return no current work."""
    return ()


def current_work(begun: Sequence[Begun]) -> str:
    """Describe *begun*, the longest running first: "now ada (12 s), bob (3 s)"."""
    now = time.monotonic()
    oldest = sorted(begun, key=lambda each: each[1])
    names = [f"{name} ({now - since:.0f} s)" for name, since in oldest[:SHOWN]]
    if len(oldest) > SHOWN:
        names.append(f"{len(oldest) - SHOWN} more")
    return f"now {', '.join(names)}" if names else ""


class CurrentWorkColumn(ProgressColumn):
    """A column with the names of current work."""

    def __init__(self, begun: Callable[[], Sequence[Begun]]) -> None:
        super().__init__()
        self._begun = begun

    def render(self, task: Task) -> Text:
        """Return the current names."""
        text = current_work(self._begun())
        return Text(text, style="dim", no_wrap=True, overflow="ellipsis")


class Steps(Progress):
    """A count of finished things with an estimate of the rest; a context manager."""

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
        """Count one more; *words* describe the finished things or their outcomes."""
        self.update(self._task, advance=1, description=words)
        if not self.console.is_terminal and (self.tasks[0].finished or self._was_silent()):
            self.print_line(f"{self.count()} done ({words}){self.time_left()}")

    def still(self) -> None:
        """Print a line in a log that had none for a while. Call it regularly."""
        if not self.console.is_terminal and self._was_silent():
            self.print_line(f"{self.count()} done; {current_work(self._begun())}{self.time_left()}")

    def count(self) -> str:
        """Return "3 of 12"."""
        task = self.tasks[0]
        return f"{task.completed:.0f} of {task.total or 0:.0f}"

    def time_left(self) -> str:
        """Return ", 0:02:00 left"; "" without an estimate, and at the end."""
        task = self.tasks[0]
        return f", {TimeRemainingColumn().render(task)} left" if task.time_remaining else ""

    def print_line(self, line: str) -> None:
        """Print *line*; on a terminal, above the live line."""
        self._printed_at = time.monotonic()
        self.console.print(Text(line), highlight=False, soft_wrap=True)

    def _was_silent(self) -> bool:
        return time.monotonic() - self._printed_at >= PLAIN_SECONDS


class Live(Progress):
    """The last finished check; call it with the check's id and the number of checks."""

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
        """Announce the subject of the next checks; "" means the submission.

        A log gets *words* as a line before the first check; a terminal shows *short* with each.
        """
        self._prefix, self._announcement = short, words
        self.update(self._task, completed=0)

    def __call__(self, check: str, total: int) -> None:
        """Show one finished check. A full count starts again, because the reference comes first."""
        if self._announcement and not self.console.is_terminal:
            self.console.print(Text(self._announcement), highlight=False, soft_wrap=True)
        self._announcement = ""
        completed = self.tasks[0].completed % total + 1
        description = self._prefix + check
        self.update(self._task, description=description, completed=completed, total=total)
