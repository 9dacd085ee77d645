"""A Java virtual machine of a box, and the messages before its first call."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from graders.extensions.java import jvm_messages
from graders.extensions.java.guest import PROGRAM_BYTES
from graders.harness.protocol import messages, values
from graders.harness.sandbox.interface import Connection
from graders.harness.sandbox.reuse import FRESH_SECONDS, ReusableProcess

COMPILE_SECONDS = 20.0
"""CPU time limit of the compiler and the start of the machine, for all variants of a submission;
one usually needs a second. By the clock it may take twice as long.
"""
WORDS_SECONDS = 60.0
"""Wall time limit for work of a machine that does not run the submission's code."""


@dataclass(frozen=True, slots=True)
class CompileResult:
    """The result of compiling a submission in one variant."""

    classes: dict[str, bytes]
    problems: dict[str, list[str]]
    """File -> kind and text of a ``missing`` message, and where."""
    self_contained: bool = False
    """Whether the classes can leave nothing behind in a machine."""


class Jvm(ReusableProcess):
    """A virtual machine, and the program loaded into it."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self.loaded: CompileResult | None = None
        """The loaded variant of a program, or None."""
        self._compilations = 0

    def send(self, message: messages.Message) -> None:
        """Send *message*. Raises ConnectionClosed or DeadlinePassed."""
        self.connection.send(
            values.encode_frame(messages.to_list(message), PROGRAM_BYTES),
            time.monotonic() + WORDS_SECONDS,
        )

    def is_as_new(self, variant: str, compiled: CompileResult, submitted: dict[str, bytes]) -> bool:
        """Load a submission again; return whether the machine is as good as a new one for it."""
        self.loaded = compiled
        return self.confirms(
            jvm_messages.Reload(
                self.next_number(),
                variant,
                compiled.classes,
                compiled.problems,
                submitted,
            ),
            FRESH_SECONDS,
            PROGRAM_BYTES,
        )

    def compiled(
        self,
        submitted: Mapping[str, bytes],
        replaced: Mapping[str, bytes],
        seconds: float,
    ) -> CompileResult | None:
        """Compile a submission with the files that a variant has *replaced*, within *seconds*.

        Returns None for an unexpected answer. Raises ConnectionClosed, DeadlinePassed,
        FrameTooLarge or WireError.
        """
        self._compilations += 1
        self.send(jvm_messages.CompileClasses(self._compilations, dict(submitted), dict(replaced)))
        received = values.decode(self.connection.receive(time.monotonic() + seconds))
        answer = jvm_messages.parse_from_machine(received)
        if answer.number != self._compilations:
            return None
        return CompileResult(answer.classes, answer.problems, answer.self_contained)
