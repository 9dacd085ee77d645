"""Level E where systems fork: first processes of boxes, without a box round them, for code you
trust.

The judge speaks to them as to those of a launcher (:mod:`graders.harness.sandbox.launched`); the
processes are those of ``inside/unboxed.py``. Where a system cannot fork, or for a program that is
no Python, there is :mod:`graders.harness.sandbox.plain`.
"""

from __future__ import annotations

import itertools
import subprocess
import tempfile
import threading
from collections.abc import Mapping

from graders.harness.inside.modules import Program
from graders.harness.protocol.config import BoxRequest
from graders.harness.sandbox.interface import SandboxFault
from graders.harness.sandbox.launched import wait_for
from graders.harness.sandbox.plain import BOOT, interpreter_options, plain_environment


class Unboxed:
    """Starts a process of its own for every box. Several threads may use it."""

    def __init__(self, python: str) -> None:
        self._python = python
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._running: dict[
            int, tuple[subprocess.Popen[bytes], tempfile.TemporaryDirectory[str]]
        ] = {}

    def prepare(self, program: Program, starter: Mapping[str, bytes]) -> None:
        """Processes that are started one by one share nothing."""

    def open(self, request: BoxRequest, descriptor: int) -> int:
        """Start a process that serves *descriptor*; return its number. Raises SandboxFault."""
        # the program writes its files here, and not among the person's own
        folder = tempfile.TemporaryDirectory(
            prefix="graders-", ignore_cleanup_errors=True
        )
        try:
            process = subprocess.Popen(
                [self._python, *interpreter_options(), str(BOOT), "unboxed"],
                stdin=descriptor,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=plain_environment(),
                cwd=folder.name,
                start_new_session=True,
            )
        except OSError as error:
            folder.cleanup()
            raise SandboxFault(
                f"cannot start {self._python}: {error.strerror}"
            ) from None
        with self._lock:
            number = next(self._numbers)
            self._running[number] = process, folder
        return number

    def end(self, number: int) -> tuple[int, int]:
        """End process *number*, whose socket has been closed; return its exit status and 0."""
        with self._lock:
            process, folder = self._running.pop(number)
        status = wait_for(process)
        folder.cleanup()
        return status, 0

    def branch(self) -> Unboxed:
        """Return a starter of processes for the process that is about to be forked."""
        return Unboxed(self._python)

    def abandon(self) -> None:
        """A branch has nothing to close."""

    def close(self) -> None:
        """End what still runs; each ends by itself when the other end of its socket is closed."""
        for number in list(self._running):
            self.end(number)
