"""The machine that compiles for all submissions of a process, one after the other.

A machine compiles its tenth submission ten times as quickly as its first. So one is kept, in a box
of its own: sources go in, class files come out, and nothing is ever loaded there that came from a
submission, so none of its code runs. Only what compiles without a word counts. Whatever else
happens to a submission there, it is compiled again by a machine of its own box, and what that one
says is told: no submission is blamed for what another one has done to the compiler.

Forks of a process that has such a machine share it, for only one of them is at work at a time.
Before each of them the process itself sees to it that the machine answers as it should
(:meth:`Common.look_after`); else it gets another one.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping

from graders.harness.protocol import messages, values
from graders.harness.sandbox.interface import (
    Box,
    Closed,
    DeadlinePassed,
    FrameTooLarge,
    SandboxFault,
)
from graders.harness.sandbox.java.machine import COMPILE_SECONDS, Compiled, Machine
from graders.harness.sandbox.reuse import FRESH_SECONDS, ReusedConnection

ANSWER_SECONDS = 10.0
"""Wall time for one compilation: many times what it takes on a busy machine. What needs more gets
it in its own box.
"""
MOST_USES = 500
"""Submissions, or variants of one, that a machine compiles before it makes way for another one."""


class Common:
    """The machine, if there is one just now."""

    def __init__(
        self,
        open_box: Callable[[], Box] | None,
        machine: Machine | None = None,
        *,
        served: bool = False,
    ) -> None:
        """*open_box* opens a box for machines; None in a fork, which has its parent's *machine* and
        starts no other.

        *served*: whether that one has compiled for others.
        """
        self._open_box = open_box
        self._machine = machine
        self._box: Box | None = None
        self._uses = 0
        """How often it was looked after since it started."""
        self._only: Mapping[str, bytes] | None = None
        """The submission that it has compiled so far."""
        self._served = served

    def branch(self) -> Common:
        """Return what a process that is about to be forked has of it; this one waits until that one
        is done.
        """
        self.look_after()
        return Common(None, self._machine, served=self._uses > 0)

    def look_after(self) -> None:
        """Have a machine that answers and has time, where that is possible."""
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
            self._machine = Machine(self._box.connect("own", COMPILE_SECONDS))
            self._uses, self._only, self._served = 0, None, False
        except SandboxFault:
            # the submission's own box will say what is wrong, if anything is
            self.close()

    def compiled(
        self, submitted: Mapping[str, bytes], replaced: Mapping[str, bytes]
    ) -> Compiled | None:
        """Return what comes of a submission with what a variant has *replaced*; None where that is
        not to be told.

        That it does not compile is told if the machine has compiled for nobody else.
        """
        self.look_after()
        machine = self._machine
        if machine is None:
            return None
        self._served = self._served or self._only not in (None, submitted)
        self._only = submitted
        try:
            found = machine.compiled(submitted, replaced, ANSWER_SECONDS)
        except (Closed, DeadlinePassed, FrameTooLarge, values.WireError):
            found = None
        if found is None:
            self._give_up(machine)
            return None
        return (
            found
            if (found.classes and not found.problems) or not self._served
            else None
        )

    def reader(
        self,
        variant: str,
        compiled: Compiled,
        submitted: Mapping[str, bytes],
        seconds: float,
    ) -> ReusedConnection | None:
        """Return a connection to it that knows the sources of a submission, but not its classes;
        None if it is gone.
        """
        machine = self._machine
        if machine is None:
            return None
        try:
            machine.send(messages.Load(variant, {}, compiled.problems, dict(submitted)))
            machine.connection.renew(seconds)
        except (Closed, DeadlinePassed, SandboxFault):
            self._give_up(machine)
            return None
        return ReusedConnection(machine.connection, seconds, lambda: None)

    def _give_up(self, machine: Machine) -> None:
        """End a *machine* of ours that went wrong; in a fork that is left to the parent, which will
        see it.
        """
        self._machine = None
        if self._open_box is not None:
            with contextlib.suppress(SandboxFault):
                machine.connection.finish()

    def close(self) -> None:
        """End the machine and its box, if they are ours; another use starts new ones."""
        machine, box, self._machine, self._box = self._machine, self._box, None, None
        if box is None:  # in a fork there never is one
            return
        with contextlib.suppress(SandboxFault):
            if machine is not None:
                machine.connection.finish()
        with contextlib.suppress(SandboxFault):
            box.close()
