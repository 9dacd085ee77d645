"""What a process of the submission may ask back while a call is under way, and what it is answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from graders.harness.assignment.manifest import Limits
from graders.harness.worker import wire

Answer = Callable[..., object]


class NoAnswer(Exception):
    """The judge does not answer this question; the sandbox is told why."""


class Questions:
    """The asks that are open in one check, for one of its processes or all of them."""

    def __init__(self, answers: Mapping[str, Answer], limits: Limits) -> None:
        self._answers = answers
        self._left = limits.asks
        self._frame_bytes = limits.frame_kb << 10

    @property
    def open(self) -> frozenset[str]:
        """What may be asked."""
        return frozenset(self._answers)

    def reply(self, number: int, operation: str, arguments: list[object]) -> tuple[bytes, bool]:
        """Return the frame that replies to question *number*, and whether it is an answer. Raises SandboxFault."""
        self._left -= 1
        answer = self._answers.get(operation)
        if answer is None or self._left < 0:
            return self._frame(["refused", number, "this question is not open in this check"]), False
        try:
            return self._frame(["answer", number, answer(*arguments)]), True
        except NoAnswer as error:
            return self._frame(["refused", number, str(error)]), True

    def _frame(self, reply: list[object]) -> bytes:
        return wire.encode_frame(reply, self._frame_bytes)
