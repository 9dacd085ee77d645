"""Level E on systems that fork: first processes without a box, for trusted code.

The judge talks to them like to those of a launcher (:mod:`graders.harness.sandbox.launched`). The
processes run ``inside/unboxed.py``. For systems that cannot fork, and for other programs than
Python, there is :mod:`graders.harness.sandbox.plain_processes`.
"""

from __future__ import annotations

import itertools
import json
import subprocess
import tempfile
import threading
from collections.abc import Mapping

from graders.harness.inside.modules import Program
from graders.harness.protocol.config import BoxRequest, Packages
from graders.harness.sandbox.interface import SandboxError
from graders.harness.sandbox.launched import wait_for
from graders.harness.sandbox.plain_processes import (
    BOOT,
    interpreter_options,
    plain_environment,
)


class UnsandboxedLauncher:
    """Starts a process for every box. Several threads may use it."""

    def __init__(self, python: str, packages: Packages | None = None) -> None:
        self._python = python
        self._packages = packages
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._running: dict[
            int, tuple[subprocess.Popen[bytes], tempfile.TemporaryDirectory[str]]
        ] = {}

    def prepare(self, program: Program, starter: Mapping[str, bytes]) -> None:
        """Do nothing, because these processes share nothing."""

    def open(self, request: BoxRequest, descriptor: int) -> int:
        """Start a process that serves *descriptor*; return its number. Raises SandboxError."""
        # the program writes its files here, not among the user's
        folder = tempfile.TemporaryDirectory(prefix="graders-", ignore_cleanup_errors=True)
        try:
            process = subprocess.Popen(
                [
                    self._python,
                    *interpreter_options(),
                    str(BOOT),
                    "unboxed",
                    json.dumps(self._packages),
                ],
                stdin=descriptor,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=plain_environment(),
                cwd=folder.name,
                start_new_session=True,
            )
        except OSError as error:
            folder.cleanup()
            raise SandboxError(f"cannot start {self._python}: {error.strerror}") from None
        with self._lock:
            number = next(self._numbers)
            self._running[number] = process, folder
        return number

    def end(self, number: int) -> tuple[int, int]:
        """End process *number*, whose socket is closed; return its exit status and 0."""
        with self._lock:
            process, folder = self._running.pop(number)
        status = wait_for(process)
        folder.cleanup()
        return status, 0

    def branch(self) -> UnsandboxedLauncher:
        """Return a starter for a process that is about to be forked."""
        return UnsandboxedLauncher(self._python, self._packages)

    def abandon(self) -> None:
        """Do nothing, because a branch has nothing to close."""

    def close(self) -> None:
        """End all processes; each ends by itself when its socket's other end is closed."""
        for number in list(self._running):
            self.end(number)
