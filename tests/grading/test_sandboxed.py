"""A sandbox that fails is replaced, and the run is retried."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from graders.harness.grading.outcome import PASSED, Outcome
from graders.harness.grading.sandboxed import TRIES, StudentSandbox
from graders.harness.result import CauseKind, Verdict
from graders.harness.sandbox.interface import SandboxError


class Sandboxes:
    """Opens sessions: the first *broken* ones fail when they run, and those after *most* do not open."""

    def __init__(self, broken: int = 0, most: int = 100, *, closes: bool = True) -> None:
        self.opened = self.closed = 0
        self._broken, self._most, self._closes = broken, most, closes
        self.student = StudentSandbox(self._open)

    def _open(self) -> Any:
        if self.opened == self._most:
            raise SandboxError("no more sandboxes")
        self.opened += 1
        return SimpleNamespace(calls=2, broken=self.opened <= self._broken, close=self._close)

    def _close(self) -> None:
        self.closed += 1
        if not self._closes:
            raise SandboxError("does not close")

    def run(self) -> Outcome:
        """Run a check in the current session."""
        if self.student.session.broken:  # type: ignore[attr-defined]
            raise SandboxError("gone")
        return PASSED


def test_sandbox_is_opened_when_it_is_needed() -> None:
    made = Sandboxes()
    assert made.opened == 0
    assert made.student.retried(made.run) is PASSED
    assert made.student.retried(made.run) is PASSED
    assert made.opened == 1


def test_run_is_tried_again_in_another_sandbox() -> None:
    """The retry happens even if the failed sandbox does not close."""
    made = Sandboxes(broken=TRIES - 1, closes=False)
    assert made.student.retried(made.run) is PASSED
    assert made.opened == TRIES
    assert made.student.fault == ""


def test_sandbox_that_fails_again_and_again_is_a_fault_of_the_grader() -> None:
    made = Sandboxes(broken=100)
    outcome = made.student.retried(made.run)
    assert outcome.verdict is Verdict.GRADER_FAULT
    assert outcome.cause is not None and outcome.cause.kind is CauseKind.SANDBOX_FAILED
    assert outcome.log == made.student.fault == "gone"
    opened = made.opened
    assert made.student.retried(made.run) == outcome  # later runs do not retry
    assert made.opened == opened


def test_sandbox_that_does_not_open_again_is_the_reason() -> None:
    made = Sandboxes(broken=TRIES, most=TRIES)
    assert made.student.retried(made.run).log == "no more sandboxes"


def test_sandbox_that_does_not_close_is_replaced() -> None:
    made = Sandboxes(closes=False)
    made.student.open()
    made.student.reopen()
    assert (made.opened, made.closed) == (2, 1)


def test_calls_are_counted_over_all_sandboxes() -> None:
    made = Sandboxes()
    made.student.open()
    made.student.reopen()
    assert made.student.all_calls == 4
    made.student.end()
    assert (made.student.all_calls, made.closed) == (4, 2)


def test_sandbox_that_does_not_end_is_a_fault() -> None:
    made = Sandboxes(closes=False)
    made.student.open()
    made.student.end()
    assert made.student.fault == "does not close"
