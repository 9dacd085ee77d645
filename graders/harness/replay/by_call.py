"""Prefetched results by call, for a check that runs on one of its examples alone.

A result depends on the call's arguments only, unless the program keeps state. So a result that the
prefetch got among the calls of all examples tells how a check would end on one of them. It tells
nothing of a call that got different results: such a program keeps state.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graders.harness.protocol import frames, values
from graders.harness.replay.prefetch import NotPrefetched, Replies
from graders.harness.session.plan import Unobserved

_RETURNS = b'["return",'
_RETURN = _RETURNS + b"0,"
_NUMBER_BYTES = 20


class ResultsByCall:
    """Results for a check that makes some of the calls: its attributes are operations."""

    def __init__(self, replies: Replies) -> None:
        """Take the results in *replies*: of every call, or up to the first without one."""
        self._results: dict[bytes, bytes | None] = {}
        """None for a call that got different results."""
        asked = [
            frame for process in replies.trace.processes for frame in frames.split(process.calls)
        ]
        self._longest = max(map(len, asked), default=0) + _NUMBER_BYTES
        for frame, payload in zip(asked, replies.results, strict=False):
            call, result = _without_number(frame), _without_number(payload)
            if self._results.setdefault(call, result) != result:
                self._results[call] = None

    def __getattr__(self, operation: str) -> Callable[..., Any]:
        if operation.startswith("_"):
            raise AttributeError(operation)
        return lambda *arguments: self.call(operation, arguments)

    def call(self, operation: str, arguments: tuple[object, ...]) -> Any:
        """Return the result of a call. Raises NotPrefetched if it is unknown, and WireError."""
        call = ["call", 0, operation, list(arguments)]
        encoded = _without_number(values.encode_frame(call, self._longest))
        result = self._results.get(encoded)
        if result is None:
            raise NotPrefetched
        # decoded for each call: the check may change the result
        return values.decode(_RETURN + result)[2]

    def contradicts(self, frame: bytes, payload: bytes) -> bool:
        """Return whether the call in *frame* got other results than *payload* is, one or several.

        *payload* may be another message than a result.
        """
        call, result = _without_number(frame), _without_number(payload)
        is_result = payload.startswith(_RETURNS)
        return call in self._results and not (is_result and self._results[call] == result)


class Agreement(Unobserved):
    """Observes a run of a check, and compares each result with the prefetched one."""

    def __init__(self, known: ResultsByCall) -> None:
        self._known = known
        self.agrees = True
        """Whether no call so far got another result than the prefetched one."""

    def answered(self, frame: bytes, payload: bytes, *, returned: bool) -> None:
        """See :class:`~graders.harness.session.plan.Observer`."""
        self.agrees = self.agrees and not self._known.contradicts(frame, payload)


def _without_number(message: bytes) -> bytes:
    """Return what follows the kind and the number in the bytes of a message, or of its frame."""
    return message.partition(b",")[2].partition(b",")[2]
