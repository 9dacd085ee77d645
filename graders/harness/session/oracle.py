"""The oracle: what the reference answers, as checks ask it; remembered, and live only where nobody
has asked before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec

from graders.harness.assignment.check import Misbehaved
from graders.harness.protocol import values
from graders.harness.result import Verdict
from graders.harness.session.session import CheckBroken, Session


def call_key(operation: str, arguments: tuple[object, ...]) -> str:
    """Return a short text that stands for one call: equal calls, equal keys."""
    frame = values.encode_frame([operation, list(arguments)], 1 << 30)
    return hashlib.blake2b(frame, digest_size=16).hexdigest()


class Oracle:
    """The reference's side of a session: recorded answers, and a live process only when one is
    missing.

    *answers* maps an encoded call to an encoded result (see
    :mod:`graders.harness.replay.recording`).
    """

    def __init__(self, live: Callable[[], Session] | None, answers: dict[str, msgspec.Raw]) -> None:
        self._live = live
        self._session: Session | None = None
        self._answers = answers
        self.record = False

    def __getattr__(self, operation: str) -> Callable[..., Any]:
        if operation.startswith("_"):
            raise AttributeError(operation)

        def ask(*arguments: object) -> Any:
            return self.call(operation, arguments)

        return ask

    def call(self, operation: str, arguments: tuple[object, ...]) -> Any:
        """Return the reference's answer; raises CheckBroken when the reference has none."""
        try:
            key = call_key(operation, arguments)
        except (
            values.WireError
        ):  # our own arguments were fine when the reference was graded: these are the submission's
            raise Misbehaved(
                Verdict.CRASHED, "returned something that is too large to look at"
            ) from None
        known = self._answers.get(key)
        if known is not None:
            return values.decode(bytes(known))[0]
        result = self._call_live(operation, arguments)
        if self.record:
            self._answers[key] = msgspec.Raw(values.encode([result], 1 << 30))
        return result

    def _call_live(self, operation: str, arguments: tuple[object, ...]) -> Any:
        if self._live is None:
            raise CheckBroken(
                f"the recording lacks an answer to {operation}, and there is no reference here"
            )
        if self._session is None:
            self._session = self._live()
        if not self._session.alive:
            self._session.begin(reuse=True)  # the reference's: it can be trusted
        try:
            return self._session.call(operation, arguments)
        except Misbehaved as error:
            self._session.end()
            raise CheckBroken(
                f"the reference has no answer to {operation}: {error.message}"
            ) from None

    def fresh(self) -> None:
        """Make the next live answer come from a fresh process, with limits of its own."""
        if self._session is not None:
            self._session.end()

    def close(self) -> None:
        """End the live process, if one was needed."""
        if self._session is not None:
            self._session.close()
            self._session = None
