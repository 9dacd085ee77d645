"""Shows how far the grading of a submission is: a live line on a terminal, elsewhere silence."""

from __future__ import annotations

import time
from types import TracebackType

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

PLAIN_SECONDS = 10.0
"""Time between two plain lines."""


class Shown:
    """A progress bar that is there while its context is."""

    def __init__(self, console: Console, *columns: ProgressColumn) -> None:
        self._progress = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)

    def __enter__(self):  # type: ignore[no-untyped-def]
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()


class Steps(Shown):
    """Shows how many of some like things are done; where there is no terminal a plain line now and then."""

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
        self._done = 0
        self._task = self._progress.add_task("starting", total=total)
        self._start = self._told = time.monotonic()

    def step(self, words: str) -> None:
        """Take note that one more is done; *words* say what they are, or became."""
        self._done += 1
        self._progress.update(self._task, completed=self._done, description=words)
        now = time.monotonic()
        if not self._console.is_terminal and (now - self._told >= PLAIN_SECONDS or self._done == self._total):
            self._told = now
            left = (now - self._start) / self._done * (self._total - self._done)
            ending = f", about {left:.0f} s left" if self._done < self._total else ""
            self._console.print(f"{self._done} of {self._total} done ({words}){ending}", highlight=False)


class Live(Shown):
    """Shows each finished check; call it with the check's id and how many there are. Gone when it ends."""

    def __init__(self, console: Console) -> None:
        super().__init__(
            console,
            TextColumn("{task.description:<32}", markup=False),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
        )
        self._task = self._progress.add_task("starting", total=None)
        self._done = 0

    def __call__(self, check: str, total: int) -> None:
        """Take note of one finished check. A count that is full starts again: the reference came first."""
        self._done = self._done % total + 1
        self._progress.update(self._task, description=check, completed=self._done, total=total)
