"""Callbacks: what a process of the submission may ask back while a call is under way."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping

from graders.harness.assignment.manifest import Limits
from graders.harness.protocol import frames, values

Answer = Callable[..., object]

MAX_CACHED = 20_000
MAX_CACHED_BYTES = 1 << 25
"""Answers of one submission that are cached, at most; the same for those kept across submissions.
"""

_NUMBER = re.compile(rb"[1-9][0-9]{0,8}")


class NoAnswer(Exception):
    """The judge has no answer to this callback; the sandbox gets the reason."""


class CallbackCache:
    """Answers of the reference, which are the same whoever asks.

    A digest of the question and of the open operations leads to the answer, as JSON of the wire.
    """

    def __init__(self, known: Mapping[bytes, bytes] | None = None) -> None:
        """Begin with *known*, answers to other submissions, which is never changed."""
        self._known = {} if known is None else known
        self.new: dict[bytes, bytes] = {}
        """Answers that *known* lacks."""
        self._bytes = 0

    def get(self, key: bytes) -> bytes | None:
        """Return the cached answer, or None."""
        return self._known.get(key) or self.new.get(key)

    def add(self, key: bytes, answer: bytes) -> None:
        """Cache an answer, if there is room."""
        if len(self.new) < MAX_CACHED and self._bytes + len(answer) <= MAX_CACHED_BYTES:
            self.new[key] = answer
            self._bytes += len(answer)


class Callbacks:
    """The operations that one check answers, and how many callbacks are left to its processes."""

    def __init__(
        self,
        answers: Mapping[str, Answer],
        limits: Limits,
        cache: CallbackCache | None = None,
    ) -> None:
        self._answers = answers
        self._cache = cache or CallbackCache()
        self._open = " ".join(sorted(answers)).encode()
        self._left = limits.asks
        self._frame_bytes = limits.frame_kb << 10
        self.asked = False
        """Whether a process has asked anything."""

    @property
    def open(self) -> frozenset[str]:
        """The operations that may be asked for."""
        return frozenset(self._answers)

    def known_reply(self, call: int, payload: bytes) -> bytes | None:
        """Return the frame that replies to *payload* if it is a cached question of *call*.

        Players ask for the score of the same boards again and again. Decoding each question and
        encoding its answer would cost the judge more than everything else.
        """
        if not payload.startswith(b'["ask",%d,' % call):
            return None
        number, key = self._key(payload)
        answer = self._cache.get(key)
        if answer is None or self._left <= 0 or not _NUMBER.fullmatch(number):
            return None
        self._count()
        reply = b'["answer",%s,%s' % (number, answer)
        return frames.HEADER.pack(len(reply)) + reply

    def reply(
        self, payload: bytes, number: int, operation: str, arguments: list[object]
    ) -> tuple[bytes, bool]:
        """Return the frame that replies to callback *number*, and whether it is an answer.

        *payload* is the whole message. Raises SandboxFault.
        """
        self._count()
        answer = self._answers.get(operation)
        if answer is None or self._left < 0:
            return self._refused(
                number, "this question is not open in this check"
            ), False
        try:
            frame = self._frame(["answer", number, answer(*arguments)])
        except NoAnswer as error:
            return self._refused(number, str(error)), True
        self._cache.add(
            self._key(payload)[1], frame[frames.HEADER.size :].split(b",", 2)[2]
        )
        return frame, True

    def _count(self) -> None:
        self.asked = True
        self._left -= 1

    def _refused(self, number: int, reason: str) -> bytes:
        return self._frame(["refused", number, reason])

    def _frame(self, reply: list[object]) -> bytes:
        return values.encode_frame(reply, self._frame_bytes)

    def _key(self, payload: bytes) -> tuple[bytes, bytes]:
        """Return the number of the callback in *payload*, and a digest of the question."""
        number, _, question = payload.split(b",", 2)[-1].partition(b",")
        digest = hashlib.blake2b(self._open + b"\n" + question, digest_size=16)
        return number, digest.digest()


class CallbackPolicy:
    """Opens callbacks for checks; the reference answers them, with limits of its own."""

    def __init__(
        self,
        ask: Callable[[str, tuple[object, ...]], object],
        limits: Limits,
        cache: CallbackCache,
    ) -> None:
        """Answer by *ask*, which takes an operation and its arguments and may raise NoAnswer."""
        self._ask = ask
        self._limits = limits
        self.cache = cache

    def opened(self, operations: Iterable[str]) -> Callbacks:
        """Return callbacks with *operations* open."""

        def answer(operation: str) -> Answer:
            return lambda *arguments: self._ask(operation, arguments)

        answers = {operation: answer(operation) for operation in operations}
        return Callbacks(answers, self._limits, self.cache)
