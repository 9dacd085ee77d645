"""The oracle: recorded answers of the reference, and a live process where none is recorded."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec

from graders.harness.assignment.check import Misbehaved
from graders.harness.protocol import frames, values
from graders.harness.result import Cause, CauseKind
from graders.harness.session.callbacks import NoAnswer
from graders.harness.session.plan import ProcessPlan
from graders.harness.session.session import CheckBroken, Session

MAX_KEY_BYTES = 1 << 30


def call_key(operation: str, arguments: tuple[object, ...]) -> str:
    """Return a short text for one call: equal calls have equal keys. Raises WireError."""
    frame = values.encode_frame([operation, list(arguments)], MAX_KEY_BYTES)
    return hashlib.blake2b(frame, digest_size=16).hexdigest()


class Oracle:
    """The reference as checks see it: its attributes are operations, as a session's are."""

    def __init__(
        self,
        live: Callable[[], tuple[Session, ProcessPlan]] | None,
        answers: dict[str, msgspec.Raw],
        *,
        record: bool = False,
    ) -> None:
        """Answer from *answers*, by the key of a call; else from the session that *live* opens.

        record: add live answers to *answers*.
        """
        self._live = live
        self._answers = answers
        self._record = record
        self._opened: tuple[Session, ProcessPlan] | None = None

    def __getattr__(self, operation: str) -> Callable[..., Any]:
        if operation.startswith("_"):
            raise AttributeError(operation)
        return lambda *arguments: self.call(operation, arguments)

    def call(self, operation: str, arguments: tuple[object, ...]) -> Any:
        """Return the reference's answer; raises CheckBroken if the reference has none."""
        try:
            key = call_key(operation, arguments)
        except values.WireError:
            # the check's own arguments fit when the reference was graded: these are earlier results
            raise Misbehaved(
                Cause(CauseKind.REPLY_LIMIT, limit=MAX_KEY_BYTES >> 10)
            ) from None
        recorded = self._answers.get(key)
        if recorded is not None:
            return values.decode(bytes(recorded))[0]
        result = self._call_live(operation, arguments)
        if self._record:
            frame = values.encode_frame([result], MAX_KEY_BYTES)
            self._answers[key] = msgspec.Raw(frame[frames.HEADER.size :])
        return result

    def answer(self, operation: str, arguments: tuple[object, ...]) -> object:
        """Return the answer to a callback; raises NoAnswer if the reference has none."""
        try:
            return self.call(operation, arguments)
        except CheckBroken as error:
            raise NoAnswer(str(error)) from None

    def _call_live(self, operation: str, arguments: tuple[object, ...]) -> Any:
        if self._live is None:
            raise CheckBroken(f"the recording lacks an answer to {operation}")
        if self._opened is None:
            self._opened = self._live()
        session, plan = self._opened
        if not session.alive:
            session.begin(plan)
        try:
            return session.call(operation, arguments)
        except Misbehaved as error:
            session.end()
            reason = error.cause.kind.value
            raise CheckBroken(
                f"the reference has no answer to {operation}: {reason}"
            ) from None

    def fresh(self) -> None:
        """Make the next live answer come from a fresh process, with limits of its own."""
        if self._opened is not None:
            self._opened[0].end()

    def close(self) -> None:
        """End the live process, if there is one. Raises SandboxFault."""
        if self._opened is not None:
            opened, self._opened = self._opened, None
            opened[0].close()
