"""One Java virtual machine of a box, and what it is told before it is asked anything."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from graders.harness.inside import wire
from graders.harness.sandbox.interface import Connection
from graders.harness.sandbox.java.guest import PROGRAM_BYTES
from graders.harness.sandbox.reuse import Used

COMPILE_SECONDS = 60.0
"""CPU time of the compiler, start of the machine included; a usual submission needs about one
second.
"""
WORDS_SECONDS = 60.0
"""Wall time for what a machine does without running the submission's code."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """What the compiler made of a submission in one variant."""

    classes: dict[str, bytes]
    problems: dict[str, list[str]]
    """File -> kind and text of a ``missing`` message, and where."""


class Machine(Used):
    """One virtual machine, and what has been loaded into it."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self.variant = ""
        """The variant that is loaded; empty when nothing is."""
        self._compilations = 0

    def told(self, message: list[Any]) -> None:
        """Send *message*. Raises Closed or DeadlinePassed."""
        self.connection.send(
            wire.encode_frame(message, PROGRAM_BYTES), time.monotonic() + WORDS_SECONDS
        )

    def answer(self, seconds: float = WORDS_SECONDS) -> list[Any]:
        """Return the next message. Raises Closed, DeadlinePassed, FrameTooLarge or WireError."""
        return wire.decode_frame(self.connection.receive(time.monotonic() + seconds))

    def compiled(
        self, submitted: Mapping[str, bytes], replaced: Mapping[str, bytes], seconds: float
    ) -> Compiled | None:
        """Have it compile a submission with what a variant has *replaced*; return None if it
        answers something else.

        Raises as :meth:`told` and :meth:`answer` do.
        """
        self._compilations += 1
        self.told(["compile", self._compilations, dict(submitted), dict(replaced)])
        match self.answer(seconds):
            case ["compiled", self._compilations, dict(classes), dict(problems)]:
                return Compiled(classes, problems)
        return None
