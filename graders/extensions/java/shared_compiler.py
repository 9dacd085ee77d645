"""The machine that compiles for all submissions of a process, one after another.

A machine compiles its tenth submission ten times as quickly as its first. So one machine is kept in
its own box. It returns class files for sources, and never loads a submitted class, so it runs no
submitted code. Its result counts only if a submission compiles without errors. Otherwise a machine
of the submission's own box compiles it again, and reports use that result, because an earlier
submission may have damaged the shared compiler.

Forks of a process share its machine, because only one of them works at a time. Before each fork the
process verifies that the machine still answers, or replaces it (:meth:`SharedCompiler.refresh`).
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping

from graders.extensions.java import jvm_messages
from graders.extensions.java.jvm import COMPILE_SECONDS, CompileResult, Jvm
from graders.harness.protocol import values
from graders.harness.sandbox.interface import (
    Box,
    ConnectionClosed,
    DeadlinePassed,
    FrameTooLarge,
    SandboxError,
)
from graders.harness.sandbox.reuse import FRESH_SECONDS, ReusedConnection

ANSWER_SECONDS = 10.0
"""Wall time limit of a compilation: many times its duration on a busy machine. Compilations that
exceed it are repeated in the submission's own box.
"""
MOST_USES = 500
"""Maximum compilations of submissions and variants before the machine is replaced."""


class SharedCompiler:
    """The shared machine, which may be missing at times."""

    def __init__(
        self,
        open_box: Callable[[], Box] | None,
        machine: Jvm | None = None,
        *,
        served: bool = False,
    ) -> None:
        """*open_box* opens a box for machines; it is None in a fork, which uses its parent's
        *machine* and starts no other.

        *served*: whether that machine has compiled for others.
        """
        self._open_box = open_box
        self._machine = machine
        self._box: Box | None = None
        self._uses = 0
        """Number of resets since its start."""
        self._only: Mapping[str, bytes] | None = None
        """The last submission that it compiled."""
        self._served = served
        self.seconds = 0.0
        """CPU time of the last compilation; by the clock if the machine was lost."""

    def branch(self) -> SharedCompiler:
        """Return the share of a process that is about to be forked. This process must wait for its
        end.
        """
        self.refresh()
        return SharedCompiler(None, self._machine, served=self._uses > 0)

    def refresh(self) -> None:
        """Reset the machine and renew its CPU time, or replace it, if possible."""
        if self._open_box is None:
            return
        machine, self._machine = self._machine, None
        try:
            if machine is not None:
                self._uses += 1
                if self._uses < MOST_USES and machine.reset(FRESH_SECONDS):
                    machine.connection.renew(COMPILE_SECONDS)
                    self._machine = machine
                    return
                machine.connection.finish()
            if self._box is None:
                self._box = self._open_box()
            self._machine = Jvm(self._box.connect("own", COMPILE_SECONDS))
            self._uses, self._only, self._served = 0, None, False
        except SandboxError:
            # a lasting problem shows in the submission's own box
            self.close()

    def compiled(
        self, submitted: Mapping[str, bytes], replaced: Mapping[str, bytes]
    ) -> CompileResult | None:
        """Compile a submission with the files that a variant has *replaced*.

        Returns None if the result does not count. Compile errors count only if this machine has
        compiled nothing else.
        """
        self.seconds = 0.0
        self.refresh()
        machine = self._machine
        if machine is None:
            return None
        self._served = self._served or self._only not in (None, submitted)
        self._only = submitted
        started = time.monotonic()
        try:
            machine.connection.renew(COMPILE_SECONDS)
            result = machine.compiled(submitted, replaced, ANSWER_SECONDS)
            self.seconds = machine.connection.renew(COMPILE_SECONDS)
        except (
            ConnectionClosed,
            DeadlinePassed,
            FrameTooLarge,
            SandboxError,
            values.WireError,
        ):
            result, self.seconds = None, time.monotonic() - started
        if result is None:
            self._give_up(machine)
            return None
        return result if (result.classes and not result.problems) or not self._served else None

    def reader(
        self,
        variant: str,
        compiled: CompileResult,
        submitted: Mapping[str, bytes],
        seconds: float,
    ) -> ReusedConnection | None:
        """Return a connection to the machine, which gets the sources of a submission but not its
        classes, or None if the machine is gone.
        """
        machine = self._machine
        if machine is None:
            return None
        try:
            machine.send(jvm_messages.Load(variant, {}, compiled.problems, dict(submitted)))
            machine.connection.renew(seconds)
        except (ConnectionClosed, DeadlinePassed, SandboxError):
            self._give_up(machine)
            return None
        return ReusedConnection(machine.connection, seconds, lambda: None)

    def _give_up(self, machine: Jvm) -> None:
        """End a failed *machine*; in a fork, leave that to the parent, which will notice it."""
        self._machine = None
        if self._open_box is not None:
            with contextlib.suppress(SandboxError):
                machine.connection.finish()

    def close(self) -> None:
        """End the machine and its box, except in a fork; another use starts new ones."""
        machine, box, self._machine, self._box = self._machine, self._box, None, None
        if box is None:  # always so in a fork
            return
        with contextlib.suppress(SandboxError):
            if machine is not None:
                machine.connection.finish()
        with contextlib.suppress(SandboxError):
            box.close()
