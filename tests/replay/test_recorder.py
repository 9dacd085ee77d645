"""Two processes record what one would, to the byte; and a fork that fails costs time alone."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from graders.harness.grading.judge import Judge
from graders.harness.replay.recorder import Second

from graders.harness.grading.grader import Grader
from graders.harness.grading.program import GraderBroken
from graders.harness.replay import recorder, recording
from graders.harness.sandbox.interface import Backend, SandboxFault
from tests.toy import toy, toy_grader

Forks = list[Second]

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")


@pytest.fixture
def forks(monkeypatch: pytest.MonkeyPatch) -> Forks:
    """Have every recording use a fork; return those that are made."""
    made: Forks = []
    usual = Second.__init__

    def begin(self: Second, checks: int) -> None:
        usual(self, checks)
        made.append(self)

    monkeypatch.setattr(Second, "__init__", begin)
    monkeypatch.setattr(recorder, "FEW", 0)
    monkeypatch.setattr(recorder, "_has_room", lambda: True)
    return made


@pytest.fixture(scope="module")
def alone() -> bytes:
    """The recording that one process makes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recorder, "_has_room", lambda: False)
        return recording.lasting(toy_grader().record().kept)


def in_the_fork(does: Callable[[], object], usual: Callable[..., object]) -> Callable[..., object]:
    """Return *usual*, before which a fork of this very process *does* something else."""
    here = os.getpid()

    def call(*arguments: object) -> object:
        if os.getpid() != here:
            does()
        return usual(*arguments)

    return call


def is_over(forks: Forks) -> bool:
    """Say whether there was one fork, and it is no more."""
    (fork,) = forks
    with pytest.raises(ChildProcessError):
        os.waitpid(fork._pid, 0)
    return True


def test_two_processes_record_the_same_as_one(forks: Forks, alone: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the byte, in each order in which they can be done; and each check is judged by one of them alone."""
    here, usual, take_over = os.getpid(), Judge.judge, Judge.take_over
    taken: list[int] = []

    def taking(self: Judge, found: recording.Found) -> None:
        taken.append(len(found.judged))
        take_over(self, found)

    monkeypatch.setattr(Judge, "take_over", taking)
    for slow in ("neither", "fork", "this"):

        def judge(self: Judge, *check: Any, slow: str = slow) -> None:
            if slow != "neither" and slow == ("this" if os.getpid() == here else "fork"):
                time.sleep(0.2)
            usual(self, *check)

        monkeypatch.setattr(Judge, "judge", judge)
        judged = toy_grader().record()
        assert recording.lasting(judged.kept) == alone
        assert sorted(one.spec.id for one in judged.judged) == sorted(spec.id for spec, _ in judged.to_run)
        assert judged.kept.seconds.keys() == {spec.id for spec, _ in judged.to_run}
        assert is_over(forks)
        forks.clear()
    assert taken[2] > taken[1] > 0  # it takes part, and the more the less this process does


@pytest.mark.parametrize(
    "does",
    [lambda: os._exit(1), lambda: os.kill(os.getpid(), signal.SIGKILL), lambda: time.sleep(600), lambda: 1 / 0],
    ids=["ends", "is killed", "hangs", "raises"],
)
@pytest.mark.parametrize("where", ["at once", "at its second check", "when it tells"])
def test_fork_that_fails_costs_time_alone(
    forks: Forks, alone: bytes, where: str, does: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its checks are judged here; nothing of it is left."""
    monkeypatch.setattr(recorder, "PATIENCE_SECONDS", 1.0)
    if where == "at once":
        monkeypatch.setattr(Grader, "move_to", in_the_fork(does, Grader.move_to))
    elif where == "when it tells":
        monkeypatch.setattr(Second, "tell", in_the_fork(does, Second.tell))
    else:
        begun = count(1)

        def does_it_late() -> None:
            if next(begun) > 1:
                does()

        monkeypatch.setattr(Judge, "judge", in_the_fork(does_it_late, Judge.judge))
    assert recording.lasting(toy_grader().record().kept) == alone
    assert is_over(forks)


def test_what_the_reference_fails_is_told_as_ever(forks: Forks, monkeypatch: pytest.MonkeyPatch) -> None:
    """By this process, which judges it again: the error is that of a recording without a fork."""
    wrong = b"def total(numbers):\n    raise ValueError\n\n\ndef largest(numbers):\n    return max(numbers)\n"
    grader = Grader(toy(), toy_grader().backend)
    assert grader._reference is not None
    grader._reference = grader.program.with_reference({**grader._reference.submitted, "sums.py": wrong})
    told = []
    for room in (True, False):
        monkeypatch.setattr(recorder, "_has_room", lambda room=room: room)
        with pytest.raises(GraderBroken) as broken:
            grader.record()
        told.append(str(broken.value))
    assert told[0] == told[1]
    assert "sums.total" in told[0] and is_over(forks)


def test_sandbox_without_a_branch_is_used_by_one_process(
    forks: Forks, alone: bytes, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No fork is made where it could not run anything."""

    def refuses(self: Backend) -> Backend:
        raise SandboxFault("no branch")

    monkeypatch.setattr(type(toy_grader().backend), "branch", refuses)
    assert recording.lasting(toy_grader().record().kept) == alone
    assert not forks
