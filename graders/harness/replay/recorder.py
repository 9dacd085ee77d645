"""Records with two processes where there are two cores: everybody waits for the first grading.

A fork judges checks from the last one backwards, and this process from the first one on, until they
meet. A recording is the same to the byte, whoever has judged which check. The fork can only save
time: a check that it did not pass, or has not told of, is judged here.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import NoReturn

import msgspec
import pytest

from graders.harness.assignment.check import spec_of
from graders.harness.grading.judge import Judge
from graders.harness.grading.plugin import JudgePlugin, run_items
from graders.harness.inside import syscalls
from graders.harness.replay.recording import Found
from graders.harness.result import Verdict
from graders.harness.sandbox.interface import Backend, SandboxFault

FEW = 8
"""Checks that are judged sooner than a fork is made."""
PATIENCE_SECONDS = 60.0
"""Wall time for the check that the fork is at when all are begun: many times what the reference
needs for any.
"""
_CHUNK = 1 << 16


class RecorderPlugin(JudgePlugin):
    """Judges the reference."""

    def __init__(self, judge: Judge, backend: Backend, move_to: Callable[[Backend], None]) -> None:
        """*move_to* is called in a fork, with the branch of *backend* that it uses from then on."""
        super().__init__(judge)
        self._backend = backend
        self._move_to = move_to

    def run(self, session: pytest.Session) -> None:
        """Judge all checks, with a fork's help where that is worth it. May raise SandboxFault."""
        items = list(self.judge.left(session.items))  # type: ignore[arg-type]
        second = self._fork(session, items) if len(items) > FEW and _has_room() else None
        try:
            self.judge.start()
            if second is not None:
                run_items(session, second.claimed(items))
                self.judge.take_over(second.found())
        finally:
            if second is not None:
                second.end()
        done = {judged.spec.id for judged in self.judge.judged}
        run_items(session, (item for item in items if _id(item) not in done))

    def _fork(self, session: pytest.Session, items: Sequence[pytest.Function]) -> Second | None:
        """Start the second process; None where the sandbox has no branch for it. It begins at once."""
        try:
            branch = self._backend.branch()
        except SandboxFault:
            return None
        second = Second(len(items))
        if second.is_here:
            self._be_second(session, items, branch, second)
        branch.abandon()
        return second

    def _be_second(
        self,
        session: pytest.Session,
        items: Sequence[pytest.Function],
        branch: Backend,
        second: Second,
    ) -> NoReturn:
        """Judge what is left from the back, tell what was found out, and end."""
        try:
            syscalls.end_with_parent()
            signal.signal(
                signal.SIGINT, signal.SIG_IGN
            )  # who waits for us hears it too, and ends us
            self._move_to(branch)
            judge = self.judge
            judge.progress = None
            judge.start()
            run_items(session, _while_all_passes(judge, second.claimed(items[::-1])))
            judge.end_processes()
            second.tell(judge.found())
        finally:
            os._exit(0)


class Second:
    """A fork of this process, and two pipes: by one it tells what it has found out.

    In the other there are as many bytes as checks, and each process takes one before it begins a
    check. So the one that goes forwards and the one that goes backwards meet, without a word, and
    no check is begun twice.
    """

    def __init__(self, checks: int) -> None:
        """Fork. *checks*: fewer than a pipe holds bytes."""
        self._claims, claims = os.pipe()
        os.write(claims, bytes(checks))
        os.close(claims)
        self._found, self._told = os.pipe()
        self._pid = os.fork()
        if not self.is_here:
            os.close(self._told)

    @property
    def is_here(self) -> bool:
        """Whether this process is the fork."""
        return self._pid == 0

    def claimed(self, items: Sequence[pytest.Function]) -> Iterator[pytest.Function]:
        """Yield the first of *items*, until all are begun, by whichever process."""
        for item in items:
            if not os.read(self._claims, 1):
                return
            yield item

    def tell(self, found: Found) -> None:
        """Send what was *found* to the process that waits for it."""
        data = memoryview(msgspec.json.encode(found))
        while data:
            data = data[os.write(self._told, data) :]

    def found(self) -> Found:
        """Wait for what the fork has found out, and return it: nothing if it ended before, or takes
        too long.
        """
        parts = []
        poll = select.poll()
        poll.register(self._found, select.POLLIN)
        while poll.poll(1000 * PATIENCE_SECONDS):
            part = os.read(self._found, _CHUNK)
            if not part:
                break
            parts.append(part)
        try:
            return msgspec.json.decode(b"".join(parts), type=Found)
        except msgspec.DecodeError:
            return Found()

    def end(self) -> None:
        """End the fork, if it has not ended, and close the pipes."""
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        os.close(self._claims)
        os.close(self._found)


def _has_room() -> bool:
    """Say whether a fork would have a core to itself; elsewhere than on Linux a fork of so large a
    process may fail.
    """
    return sys.platform == "linux" and len(os.sched_getaffinity(0)) > 1


def _while_all_passes(judge: Judge, items: Iterator[pytest.Function]) -> Iterator[pytest.Function]:
    """Yield *items* as long as the last one has passed; what has not is told by who judges it
    again.
    """
    for item in items:
        yield item
        if judge.judged[-1].outcome.verdict is not Verdict.PASSED:
            del judge.judged[-1]
            return


def _id(item: pytest.Item) -> str:
    spec = spec_of(item)
    assert spec is not None
    return spec.id
