"""Runs a failed check of a submission again for the desk, by ``grader replay`` in a process of its
own: the submission stays in the sandbox. Marks do not change.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

from graders.harness.content import child_environment
from graders.harness.errors import GraderError
from graders.harness.reports.result_folder import code_beside
from graders.harness.result import printable

ENDED = "the desk has ended, and the check with it"
SECONDS = 120.0
"""By the clock, for one check."""
LONGEST = 20_000
"""Characters shown of the output."""
WIDTH = "90"


class Rerunner:
    """Runs checks again, one at a time. `close` ends the one that is running."""

    def __init__(self) -> None:
        self._running = threading.Lock()
        self._starting = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def rerun(self, folder: Path, check: str) -> str:
        """Return what the command prints about *check* of the result in *folder*, on the files that
        grading saved. Raises GraderError.
        """
        if not self._running.acquire(blocking=False):
            raise GraderError("another check is running: wait for its end")
        try:
            return self._rerun(folder, check)
        finally:
            self._running.release()

    def _rerun(self, folder: Path, check: str) -> str:
        with _code_of(folder) as root:
            command = ["-P", "-m", "graders.harness.cli", "replay", str(folder), check, str(root)]
            output = self.output([sys.executable, *command])
        text = printable(output.replace(str(root), "submission"), LONGEST)
        return text.strip() or "nothing was printed"

    def output(self, command: list[str]) -> str:
        """Return what *command* prints. Raises GraderError if it takes too long or is ended."""
        with self._starting:
            if self._closed:
                raise GraderError(ENDED)
            process = self._process = _started(command)
        try:
            printed = process.communicate(timeout=SECONDS)[0].decode("utf-8", "replace")
        except subprocess.TimeoutExpired:
            raise GraderError(f"the check did not end within {SECONDS:.0f} seconds") from None
        finally:
            if process.poll() is None:
                _kill(process)
                process.communicate()
        if self._closed:
            raise GraderError(ENDED)
        return printed

    def close(self) -> None:
        """End the check that is running, and run no more."""
        with self._starting:
            self._closed = True
            if self._process is not None and self._process.poll() is None:
                _kill(self._process)


@contextlib.contextmanager
def _code_of(folder: Path) -> Iterator[Path]:
    """Yield a folder with the files of a submission. Raises GraderError."""
    code = code_beside(folder)
    if not code:
        raise GraderError("no code is kept for this submission: grade the class again")
    with tempfile.TemporaryDirectory(prefix="grader-desk-") as place:
        root = Path(place).resolve() / "submission"
        for name, data in code.items():
            path = (root / name).resolve()
            if not path.is_relative_to(root):
                raise GraderError("a file of the submission has no name below it")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        yield root


def _started(command: list[str]) -> subprocess.Popen[bytes]:
    environment = {**child_environment(), "COLUMNS": WIDTH, "NO_COLOR": "1"}
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
        start_new_session=True,  # Ctrl+C is for the desk
    )


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
