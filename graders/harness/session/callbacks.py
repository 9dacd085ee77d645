"""Callbacks: requests of a submission's process to the judge during a call."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping

from graders.harness.assignment.process_limits import Limits
from graders.harness.protocol import frames, values

Answer = Callable[..., object]

MAX_CACHED = 20_000
MAX_CACHED_BYTES = 1 << 25
"""Maximum number and size of cached answers for one submission, and also across submissions."""

_NUMBER = re.compile(rb"[1-9][0-9]{0,8}")


class NoAnswer(Exception):
    """The judge has no answer to this callback; the sandbox gets the reason."""


class CallbackCache:
    """Answers of the reference, which are the same for all submissions.

    The key is a digest of the request and the open operations; the value is the answer in the
    wire's JSON.
    """

    def __init__(self, earlier: Mapping[bytes, bytes] | None = None) -> None:
        """Begin with *earlier*, answers to other submissions, which are never changed."""
        self._earlier = {} if earlier is None else earlier
        self.new: dict[bytes, bytes] = {}
        """Answers that *earlier* lacks."""
        self._bytes = 0

    def get(self, key: bytes) -> bytes | None:
        """Return the cached answer, or None."""
        return self._earlier.get(key) or self.new.get(key)

    def add(self, key: bytes, answer: bytes) -> None:
        """Cache an answer, if there is room."""
        if len(self.new) < MAX_CACHED and self._bytes + len(answer) <= MAX_CACHED_BYTES:
            self.new[key] = answer
            self._bytes += len(answer)


class Callbacks:
    """The callbacks that one check answers, with a limit on their number."""

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
        """True after the first callback."""

    @property
    def open(self) -> frozenset[str]:
        """The operations that may be called back."""
        return frozenset(self._answers)

    def cached_reply(self, call: int, payload: bytes) -> bytes | None:
        """Return the reply's frame if *payload* is a callback of *call* with a cached answer.

        Players request the score of the same boards repeatedly. Decoding each request and encoding
        its answer would dominate the judge's time.
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
        """Return the reply's frame for callback *number*, and whether it is an answer.

        *payload* is the whole message. Raises SandboxError.
        """
        self._count()
        answer = self._answers.get(operation)
        if answer is None or self._left < 0:
            return self._refused(number, "this callback is not open in this check"), False
        try:
            frame = self._frame(["answer", number, answer(*arguments)])
        except NoAnswer as error:
            return self._refused(number, str(error)), True
        self._cache.add(self._key(payload)[1], frame[frames.HEADER.size :].split(b",", 2)[2])
        return frame, True

    def _count(self) -> None:
        self.asked = True
        self._left -= 1

    def _refused(self, number: int, reason: str) -> bytes:
        return self._frame(["refused", number, reason])

    def _frame(self, reply: list[object]) -> bytes:
        return values.encode_frame(reply, self._frame_bytes)

    def _key(self, payload: bytes) -> tuple[bytes, bytes]:
        """Return the number of the callback in *payload*, and a digest of the request."""
        number, _, request = payload.split(b",", 2)[-1].partition(b",")
        digest = hashlib.blake2b(self._open + b"\n" + request, digest_size=16)
        return number, digest.digest()


class CallbackPolicy:
    """Opens callbacks for checks; the reference answers them within its own limits."""

    def __init__(
        self,
        ask: Callable[[str, tuple[object, ...]], object],
        limits: Limits,
        cache: CallbackCache,
    ) -> None:
        """*ask* returns the answer to an operation and its arguments, or raises NoAnswer."""
        self._ask = ask
        self._limits = limits
        self.cache = cache

    def opened(self, operations: Iterable[str]) -> Callbacks:
        """Return callbacks with *operations* open."""

        def answer(operation: str) -> Answer:
            return lambda *arguments: self._ask(operation, arguments)

        answers = {operation: answer(operation) for operation in operations}
        return Callbacks(answers, self._limits, self.cache)
