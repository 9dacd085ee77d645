"""The scout: one process of the submission is asked the recorded calls of all checks, to find out which need a look.

It answers what the reference answered, byte for byte: the check has passed, without being run. Between two checks the
process is told to be as fresh as it can (:mod:`graders.harness.worker.afresh`). That is a convenience and no boundary:
nothing else that it says is ever told, and every check that it does not pass is judged in a process of its own.

What it said otherwise is remembered (:class:`Strayed`): when the check's own process then gives another answer to the
very same call and passes by it, the program is not the same twice, and all is judged as if there had been no scout
(:meth:`graders.harness.judging.judge.Judge.left`). So a program gains nothing by telling a scout from a judge.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from graders.harness.assignment.manifest import Limits
from graders.harness.judging.trace import Leg, Trace, digest
from graders.harness.sandbox.interface import (
    Box,
    Closed,
    Connection,
    DeadlinePassed,
    FrameTooLarge,
)
from graders.harness.worker import wire

SECONDS = 2.0
"""Wall time for what one process was asked when it was recorded, at least; and so many times what it needed."""
FACTOR = 50
MOST_LATE = 1
"""Checks that may run out of time before the rest is left to be judged one by one."""
IDLE_MESSAGES = 200
"""Messages in one call that are neither its result nor an ask that is open: a program needs one or two for each module
it imports, a flood of them would keep the judge busy at little cost to the sender."""

_FRESH_BYTES = 1 << 10
_IMPORTS = b'["import'
_IMPORT_BYTES = 300
"""Length of a message about an import, at most."""


@dataclass(frozen=True, slots=True)
class Strayed:
    """The first call of a check that was not answered as recorded."""

    leg: int
    call: int
    """Its number in the process, from 1."""
    answer: bytes | None
    """The digest of what came instead; None where nothing did."""


class Scout:
    """Asks processes of one submission what was recorded."""

    def __init__(self, box: Box, limits: Limits) -> None:
        self._box = box
        self._limits = limits
        self._processes: dict[str, Connection] = {}
        self._times = 0
        self._late = 0
        self.imported: frozenset[tuple[str, str]] = frozenset()
        """Variants and modules that were imported without trouble."""
        self._reached = 1
        """Number of the call whose answer comes next."""
        self._open = 0
        """How many calls have been sent whose answers have not come."""

    @property
    def tired(self) -> bool:
        """Whether it has waited in vain so often that it should not be asked again."""
        return self._late > MOST_LATE

    def asks(self, variant: str, trace: Trace, seconds: float) -> Strayed | None:
        """Ask all calls of a check, of which a process of the reference needed *seconds*. Raises SandboxFault.

        Returns None if all answers are the recorded ones.
        """
        for number, leg in enumerate(trace.legs):
            deadline = time.monotonic() + max(SECONDS, FACTOR * seconds)
            connection = None if trace.apart else self._processes.pop(variant, None)
            if connection is None:
                connection = self._box.connect(variant, self._limits.cpu_seconds, reuse=not trace.apart)
            self._reached = 1
            strayed: tuple[bool, bytes | None] = False, None
            sound = False
            try:
                strayed = self._ask(connection, variant, leg, deadline)
                sound = strayed[0] or (strayed[1] is not None and self._hear_out(connection, deadline))
                sound = sound and connection.quiet()
            except DeadlinePassed:
                self._late += 1
            except (Closed, FrameTooLarge, wire.WireError):
                pass
            if sound and not trace.apart:
                self._processes[variant] = connection
            else:
                connection.finish()
            if not strayed[0]:
                return Strayed(number, self._reached, strayed[1])
        return None

    def _ask(self, connection: Connection, variant: str, leg: Leg, deadline: float) -> tuple[bool, bytes | None]:
        """Ask the calls of *leg* of a process made fresh; say whether it answers them, or digest the other answer."""
        self._times += 1
        fresh: list[object] = ["fresh", self._times]
        first = wire.encode_frame(fresh, _FRESH_BYTES)
        for calls, recorded in leg.parts():
            connection.send_ahead(first + calls)
            self._open = len(recorded)
            if first:
                if wire.decode_frame(connection.receive(deadline)) != [*fresh, True]:
                    return False, None
                first = b""
            for expected in recorded:
                answer = self._answer(connection, variant, expected, deadline)
                self._open -= 1
                if answer != expected:
                    return False, answer
                self._reached += 1
        return True, None

    def _hear_out(self, connection: Connection, deadline: float) -> bool:
        """Take in the other answers to what was sent; say whether they have all come."""
        for _ in range(IDLE_MESSAGES):
            if self._open <= 0:
                return True
            self._open -= not connection.receive(deadline).startswith(_IMPORTS)
        return False

    def _answer(self, connection: Connection, variant: str, expected: bytes, deadline: float) -> bytes | None:
        """Return the digest of the answer to the call that is reached; None if no answer comes."""
        for _ in range(IDLE_MESSAGES):
            payload = connection.receive(deadline)
            found = digest(payload)
            if found == expected or not self._is_import(payload, variant):
                return found
        return None

    def _is_import(self, payload: bytes, variant: str) -> bool:
        """Say whether it tells of an import in the call that is reached."""
        if len(payload) > _IMPORT_BYTES:
            return False
        try:
            match wire.decode_frame(payload):
                case ["importing", int(number), str()]:
                    return number == self._reached
                case ["imported", int(number), str(module)]:
                    self.imported |= {(variant, module)}
                    return number == self._reached
        except wire.WireError:
            pass
        return False

    def close(self) -> None:
        """End its processes. Raises SandboxFault if that cannot be told."""
        while self._processes:
            self._processes.popitem()[1].finish()
