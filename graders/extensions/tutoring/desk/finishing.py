"""Brings tutors' marks into results, pages and gradebook while the desk runs.

That reads the whole class, so it waits until tutors pause. What they write is in the file at once,
so nothing is lost if it never comes to it: the next desk, sheet or grading brings them in.
"""

from __future__ import annotations

import threading
from pathlib import Path

from graders.extensions.tutoring import remarking
from graders.harness.errors import GraderError

QUIET_SECONDS = 4.0
"""The pause of tutors before which nothing is brought in."""


class Finisher:
    """Finishes a class again after changes; `finish` does not wait for a pause."""

    def __init__(self, folder: Path, quiet: float = QUIET_SECONDS) -> None:
        self.problem = ""
        """Why the last try failed, or ""."""
        self._folder = folder
        self._quiet = quiet
        self._lock = threading.Lock()
        self._running = threading.Lock()
        self._timer: threading.Timer | None = None

    @property
    def pending(self) -> bool:
        """Whether a change is not yet in the results."""
        return self._timer is not None

    def touch(self) -> None:
        """Note that something changed, and wait for a pause."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = threading.Timer(self._quiet, self._run)
            self._timer.daemon = True
            self._timer.start()

    def _run(self) -> None:
        timer = threading.current_thread()
        with self._running:
            try:
                remarking.bring_in(self._folder)
                self.problem = ""
            except GraderError as error:
                self.problem = str(error)
        with self._lock:
            if self._timer is timer:  # else there was a further change
                self._timer = None

    def finish(self) -> None:
        """Bring in what is still missing, at once. Raises GraderError."""
        with self._lock:
            timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()
            with self._running:  # it may have begun
                try:
                    remarking.bring_in(self._folder)
                except GraderError:
                    self.touch()
                    raise
