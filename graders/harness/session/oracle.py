"""The oracle: recorded answers of the reference, and a live process for unrecorded calls."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec

from graders.harness.assignment.check import CheckError, Misbehaved
from graders.harness.protocol import frames, values
from graders.harness.result import VERDICTS, Cause, CauseKind
from graders.harness.session.callbacks import NoAnswer
from graders.harness.session.operations import Operations
from graders.harness.session.plan import ProcessPlan
from graders.harness.session.session import Session

MAX_KEY_BYTES = 1 << 30

MAX_LOST = 20
"""Live processes that calls of one check may end before its further calls have no answer."""

Live = Callable[[], tuple[Session, Callable[[], ProcessPlan]]]
"""Opens a session with the reference, and a function that plans each of its processes."""


def call_key(operation: str, arguments: tuple[object, ...]) -> str:
    """Return a digest of a call; equal calls have equal keys. Raises WireError."""
    frame = values.encode_frame([operation, list(arguments)], MAX_KEY_BYTES)
    return hashlib.blake2b(frame, digest_size=16).hexdigest()


class Oracle(Operations):
    """The reference for checks."""

    def __init__(
        self,
        live: Live | None,
        answers: dict[str, msgspec.Raw],
        *,
        record: bool = False,
    ) -> None:
        """Answer from *answers*, by the key of a call, or from the session that *live* opens.

        record: add live answers to *answers*.
        """
        self._live = live
        self._answers = answers
        self._record = record
        self._opened: tuple[Session, Callable[[], ProcessPlan]] | None = None
        self._lost = 0
        """Processes that calls of the present check have ended."""

    def call(self, operation: str, arguments: tuple[object, ...]) -> Any:
        """Return the reference's answer. Raises CheckError if there is none."""
        try:
            key = call_key(operation, arguments)
        except values.WireError:
            # the check's arguments fitted for the reference, so these hold the submission's results
            raise Misbehaved(Cause(CauseKind.REPLY_LIMIT, limit=MAX_KEY_BYTES >> 10)) from None
        recorded = self._answers.get(key)
        if recorded is not None:
            return values.decode(bytes(recorded))[0]
        result = self._call_live(operation, arguments)
        if self._record:
            frame = values.encode_frame([result], MAX_KEY_BYTES)
            self._answers[key] = msgspec.Raw(frame[frames.HEADER.size :])
        return result

    def answer(self, operation: str, arguments: tuple[object, ...]) -> object:
        """Return the live answer to a callback; none is recorded. Raises NoAnswer if the reference
        has none.
        """
        try:
            return self._call_live(operation, arguments)
        except CheckError as error:
            raise NoAnswer(str(error)) from None

    def _call_live(self, operation: str, arguments: tuple[object, ...]) -> Any:
        if self._live is None:
            raise CheckError(f"the recording lacks an answer to {operation}")
        if self._lost >= MAX_LOST:
            raise CheckError(
                f"the reference has no answer to {operation}: earlier calls ended it too often"
            )
        if self._opened is None:
            self._opened = self._live()
        session, plan = self._opened
        if not session.alive:
            session.begin(plan())
        try:
            return session.call(operation, arguments)
        except Misbehaved as error:
            session.end()
            is_final = VERDICTS[error.verdict].uses_up
            self._lost += MAX_LOST if is_final else 1
            reason = error.cause.kind.value
            raise CheckError(f"the reference has no answer to {operation}: {reason}") from None

    def fresh(self) -> None:
        """End the live process, so that the next check's answers have one with full limits."""
        self._lost = 0
        if self._opened is not None:
            self._opened[0].end()

    def close(self) -> None:
        """End the live process, if there is one. Raises SandboxError."""
        if self._opened is not None:
            opened, self._opened = self._opened, None
            opened[0].close()
