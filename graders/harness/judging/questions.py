"""What a process of the submission may ask back while a call is under way, and what it is answered."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping

from graders.harness.assignment.manifest import Limits
from graders.harness.worker import wire

Answer = Callable[..., object]


MOST_REMEMBERED = 20_000
"""Answers of one submission, at most."""

_ASK = b'["ask"'
_NUMBER = re.compile(rb"[1-9][0-9]{0,8}")


class NoAnswer(Exception):
    """The judge does not answer this question; the sandbox is told why."""


class Questions:
    """The asks that are open in one check, for one of its processes or all of them."""

    def __init__(
        self, answers: Mapping[str, Answer], limits: Limits, remembered: dict[bytes, bytes] | None = None
    ) -> None:
        """*remembered*: what was answered in checks with the same *answers*; what is answered here comes to it."""
        self._answers = answers
        self._remembered = {} if remembered is None else remembered
        self._left = limits.asks
        self._frame_bytes = limits.frame_kb << 10

    @property
    def open(self) -> frozenset[str]:
        """What may be asked."""
        return frozenset(self._answers)

    def known_reply(self, call: int, payload: bytes) -> bytes | None:
        """Return the frame that replies to *payload*, if it asks in *call* what was answered before, to the byte.

        Players ask for the score of the same boards again and again: to take question and answer apart, and to put the
        answer together, would cost the judge more than all else.
        """
        kind, _, rest = payload.partition(b",")
        if kind != _ASK or not rest.startswith(b"%d," % call):
            return None
        number, key = _taken_apart(payload)
        answer = self._remembered.get(key)
        if answer is None or self._left <= 0 or not _NUMBER.fullmatch(number):
            return None
        self._left -= 1
        reply = b'["answer",%s,%s' % (number, answer)
        return wire.HEADER.pack(len(reply)) + reply

    def reply(self, payload: bytes, number: int, operation: str, arguments: list[object]) -> tuple[bytes, bool]:
        """Return the frame that replies to question *number*, and whether it is an answer. Raises SandboxFault.

        *payload* is the whole message, for :meth:`known_reply`.
        """
        self._left -= 1
        answer = self._answers.get(operation)
        if answer is None or self._left < 0:
            return self._frame(["refused", number, "this question is not open in this check"]), False
        try:
            frame = self._frame(["answer", number, answer(*arguments)])
            if len(self._remembered) < MOST_REMEMBERED:
                self._remembered[_taken_apart(payload)[1]] = frame[wire.HEADER.size :].split(b",", 2)[2]
            return frame, True
        except NoAnswer as error:
            return self._frame(["refused", number, str(error)]), True

    def _frame(self, reply: list[object]) -> bytes:
        return wire.encode_frame(reply, self._frame_bytes)


def _taken_apart(payload: bytes) -> tuple[bytes, bytes]:
    """Return the number of the question that *payload* is, and a digest of what it asks."""
    number, _, question = payload.split(b",", 2)[-1].partition(b",")
    return number, hashlib.blake2b(question, digest_size=16).digest()
