"""Shows how far the grading of a submission is: a live line on a terminal, elsewhere silence."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from types import TracebackType

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
)
from rich.text import Text

PLAIN_SECONDS = 10.0
"""Time between two plain lines."""

REFERENCE_FIRST = "grading the reference first, once for each state of the grader"
"""What happens before the first submission, told wherever somebody waits for it."""

SHOWN = 4
"""Names of what is being done that are shown at once."""

Begun = tuple[str, float]
"""What is being done, and since when by ``time.monotonic``."""


def nothing() -> Sequence[Begun]:
    """Return what is being done where nobody says so."""
    return ()


def told_of(begun: Sequence[Begun]) -> str:
    """Return *begun* in words, what has taken longest first: "now ada (12 s), bob (3 s)"."""
    now = time.monotonic()
    oldest = sorted(begun, key=lambda one: one[1])
    names = [f"{name} ({now - since:.0f} s)" for name, since in oldest[:SHOWN]]
    more = [f"{len(oldest) - SHOWN} more"] if len(oldest) > SHOWN else []
    return f"now {', '.join(names + more)}" if names else ""


class BegunColumn(ProgressColumn):
    """Shows what is being done just now."""

    def __init__(self, begun: Callable[[], Sequence[Begun]]) -> None:
        super().__init__()
        self._begun = begun

    def render(self, task: Task) -> Text:
        """Return it, as it is at this moment."""
        return Text(told_of(self._begun()), style="dim", no_wrap=True, overflow="ellipsis")


class Shown:
    """A progress bar that is there while its context is."""

    def __init__(self, console: Console, *columns: ProgressColumn) -> None:
        self._progress = Progress(
            *columns, console=console, transient=True, disable=not console.is_terminal
        )

    def __enter__(self):  # type: ignore[no-untyped-def]
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()


def in_words(seconds: float) -> str:
    """Return a time as people say it: "40 s", "12 min", "2 h 05 min"."""
    whole = max(round(seconds), 1)
    if whole < 100:
        return f"{whole} s"
    minutes = round(whole / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60:02} min"


class LeftColumn(ProgressColumn):
    """Shows how long the rest will take, where anything is known of that."""

    def __init__(self, left: Callable[[], float | None]) -> None:
        super().__init__()
        self._left = left

    def render(self, task: Task) -> Text:
        """Return it, as it is at this moment."""
        left = self._left()
        return Text(f"about {in_words(left)} left" if left else "", style="cyan", no_wrap=True)


class Steps(Shown):
    """Shows how many of some like things are done; where there is no terminal a plain line now and
    then.
    """

    def __init__(
        self, console: Console, total: int, begun: Callable[[], Sequence[Begun]] = nothing
    ) -> None:
        """*begun* says what is being done just now."""
        super().__init__(
            console,
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            LeftColumn(self.left),
            BegunColumn(begun),
        )
        self._console = console
        self._begun = begun
        self._total = total
        self._done = 0
        self._task = self._progress.add_task("starting", total=total)
        self._start = self._told = time.monotonic()

    def step(self, words: str) -> None:
        """Take note that one more is done; *words* say what they are, or became."""
        self._done += 1
        self._progress.update(self._task, completed=self._done, description=words)
        now = time.monotonic()
        if not self._console.is_terminal and (
            now - self._told >= PLAIN_SECONDS or self._done == self._total
        ):
            self.tell(f"{self._done} of {self._total} done ({words}){self.ending()}")

    def left(self) -> float | None:
        """Return how many seconds the rest will take, by what there was so far; None where that is
        unknown.
        """
        if not 0 < self._done < self._total:
            return None
        return (time.monotonic() - self._start) / self._done * (self._total - self._done)

    def ending(self) -> str:
        """Return ", about 40 s left", or nothing."""
        left = self.left()
        return f", about {in_words(left)} left" if left else ""

    def tell(self, line: str) -> None:
        """Print a line of a log."""
        self._told = time.monotonic()
        self._console.print(Text(line), highlight=False, soft_wrap=True)

    def still(self) -> None:
        """Take note that nothing has become done for a while; to be called now and then."""
        now = time.monotonic()
        if not self._console.is_terminal and now - self._told >= PLAIN_SECONDS:
            self.tell(
                f"{self._done} of {self._total} done; {told_of(self._begun())}{self.ending()}"
            )


class Live(Shown):
    """Shows each finished check; call it with the check's id and how many there are. Gone when it
    ends.
    """

    def __init__(self, console: Console) -> None:
        super().__init__(
            console,
            TextColumn("{task.description:<32}", markup=False),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
        )
        self._console = console
        self._task = self._progress.add_task("starting", total=None)
        self._done = 0
        self._stage, self._words, self._told = "", "", True

    def stage(self, words: str, short: str = "") -> None:
        """Take note of what checks are run on from now on: *words* once in a log, *short* before
        each on a terminal.

        With "" it is the submission.
        """
        self._stage, self._words, self._told = short, words, not words
        self._done = 0

    def __call__(self, check: str, total: int) -> None:
        """Take note of one finished check. A count that is full starts again: the reference came
        first.
        """
        self._done = self._done % total + 1
        if not self._told and not self._console.is_terminal:
            self._console.print(Text(self._words), highlight=False, soft_wrap=True)
        self._told = True
        self._progress.update(
            self._task, description=self._stage + check, completed=self._done, total=total
        )
