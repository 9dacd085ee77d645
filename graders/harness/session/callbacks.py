"""What a process of the submission may ask back while a call is under way, and what it is answered."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping

from graders.harness.assignment.manifest import Limits
from graders.harness.protocol import frames, values

Answer = Callable[..., object]

MOST_REMEMBERED = 20_000
MOST_BYTES = 1 << 25
"""Of answers, at most: those of one submission, and those of all that a process grades."""

_NUMBER = re.compile(rb"[1-9][0-9]{0,8}")


class NoAnswer(Exception):
    """The judge does not answer this question; the sandbox is told why."""


class Replies:
    """What was answered before. The reference answers, and it answers the same every time, whoever
    asks.

    By a digest of the question and of what was open, the answer in the wire's JSON.
    """

    def __init__(self, known: Mapping[bytes, bytes] | None = None) -> None:
        """*known*: what was answered to other submissions; it stays as it is."""
        self._known = {} if known is None else known
        self.new: dict[bytes, bytes] = {}
        """What was answered to this one, and to none before."""
        self._bytes = 0

    def get(self, key: bytes) -> bytes | None:
        """Return the answer to a question; None where it is not known."""
        return self._known.get(key) or self.new.get(key)

    def keep(self, key: bytes, answer: bytes) -> None:
        """Remember an answer, if there is room."""
        if len(self.new) < MOST_REMEMBERED and self._bytes + len(answer) <= MOST_BYTES:
            self.new[key] = answer
            self._bytes += len(answer)


class Questions:
    """The asks that are open in one check, for one of its processes or all of them."""

    def __init__(
        self, answers: Mapping[str, Answer], limits: Limits, replies: Replies | None = None
    ) -> None:
        """*replies*: what was answered in other checks; what is answered here comes to it."""
        self._answers = answers
        self._replies = replies or Replies()
        self._open = " ".join(sorted(answers)).encode()
        self._most = self._left = limits.asks
        self._frame_bytes = limits.frame_kb << 10

    @property
    def open(self) -> frozenset[str]:
        """What may be asked."""
        return frozenset(self._answers)

    @property
    def asked(self) -> bool:
        """Whether anything has been asked."""
        return self._left < self._most

    def known_reply(self, call: int, payload: bytes) -> bytes | None:
        """Return the frame that replies to *payload*, if it asks in *call* what was answered
        before, to the byte.

        Players ask for the score of the same boards again and again: to take question and answer
        apart, and to put the answer together, would cost the judge more than all else.
        """
        if not payload.startswith(b'["ask",%d,' % call):
            return None
        number, key = self._taken_apart(payload)
        answer = self._replies.get(key)
        if answer is None or self._left <= 0 or not _NUMBER.fullmatch(number):
            return None
        self._left -= 1
        reply = b'["answer",%s,%s' % (number, answer)
        return frames.pack(reply)

    def reply(
        self, payload: bytes, number: int, operation: str, arguments: list[object]
    ) -> tuple[bytes, bool]:
        """Return the frame that replies to question *number*, and whether it is an answer. Raises
        SandboxFault.

        *payload* is the whole message, for :meth:`known_reply`.
        """
        self._left -= 1
        answer = self._answers.get(operation)
        if answer is None or self._left < 0:
            return self._frame(
                ["refused", number, "this question is not open in this check"]
            ), False
        try:
            frame = self._frame(["answer", number, answer(*arguments)])
            self._replies.keep(
                self._taken_apart(payload)[1], frame[frames.HEADER.size :].split(b",", 2)[2]
            )
            return frame, True
        except NoAnswer as error:
            return self._frame(["refused", number, str(error)]), True

    def _frame(self, reply: list[object]) -> bytes:
        return values.encode_frame(reply, self._frame_bytes)

    def _taken_apart(self, payload: bytes) -> tuple[bytes, bytes]:
        """Return the number of the question that *payload* is, and a digest of what it asks and of
        what is open.
        """
        number, _, question = payload.split(b",", 2)[-1].partition(b",")
        return number, hashlib.blake2b(self._open + b"\n" + question, digest_size=16).digest()
