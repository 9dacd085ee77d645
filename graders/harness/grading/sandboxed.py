"""The submission's sandbox: opened when it is needed, and opened again when it fails."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from graders.harness.grading.outcome import Outcome
from graders.harness.result import Cause, CauseKind
from graders.harness.sandbox.interface import SandboxError
from graders.harness.session.session import Session

TRIES = 3
"""Times that a run of a check is tried when its sandbox fails."""


class StudentSandbox:
    """The session with the submission, in whichever sandbox serves it now."""

    def __init__(self, open_session: Callable[[], Session]) -> None:
        """Open sessions by *open_session*, which raises SandboxError."""
        self._open_session = open_session
        self._session: Session | None = None
        self.fault = ""
        """Why no further sandbox is tried; "" while it works."""
        self.calls = 0
        """Calls of sessions that are closed."""

    @property
    def session(self) -> Session:
        """The session. Raises SandboxError."""
        return self._session or self.open()

    def open(self) -> Session:
        """Open another sandbox and return its session. Raises SandboxError."""
        self._session = self._open_session()
        return self._session

    @property
    def all_calls(self) -> int:
        """Calls that were sent to the submission so far."""
        return self.calls + (self._session.calls if self._session is not None else 0)

    def reopen(self) -> None:
        """Open another sandbox instead of one that failed. Raises SandboxError."""
        with contextlib.suppress(SandboxError):
            self.close()
        self.open()

    def retried(self, run: Callable[[], Outcome]) -> Outcome:
        """Return the outcome of *run*, tried again in another sandbox when one fails."""
        fault = ""
        for _ in range(0 if self.fault else TRIES):
            try:
                return run()
            except SandboxError as error:
                fault = str(error)
                try:
                    self.reopen()
                except SandboxError as again:
                    fault = str(again)
        self.fault = self.fault or fault
        return Outcome.of(Cause(CauseKind.SANDBOX_FAILED), log=self.fault)

    def end(self) -> None:
        """Close it, even if the sandbox is gone already."""
        try:
            self.close()
        except SandboxError as error:
            self.fault = self.fault or str(error)

    def close(self) -> None:
        """End all processes of the submission. Raises SandboxError."""
        if self._session is not None:
            session, self._session = self._session, None
            self.calls += session.calls
            session.close()
