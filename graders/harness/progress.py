"""A line that shows how far grading is, on a terminal; silence elsewhere."""

from __future__ import annotations

from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from graders.harness.judge import Judged


class Live:
    """Shows each finished check; call it with the check and how many there are. Gone when it ends."""

    def __init__(self, console: Console) -> None:
        self._progress = Progress(
            TextColumn("{task.description:<32}", markup=False),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._progress.add_task("starting", total=None)
        self._done = 0

    def __enter__(self) -> Live:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def __call__(self, judged: Judged, total: int) -> None:
        """Take note of one finished check. A count that is full starts again: the reference came first."""
        self._done = self._done % total + 1
        self._progress.update(self._task, description=judged.spec.id, completed=self._done, total=total)
