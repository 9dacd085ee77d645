"""A warm process: its messages, its children's share of it, and its end."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from graders.harness.grading.grader import Grader
from graders.harness.grading.program import program_of
from graders.harness.processes.jobs import (
    Job,
    PipeClosed,
    Report,
    ReportKind,
    Settings,
    read_frame,
    write_frame,
)
from graders.harness.processes.pool import Pool, WarmProcess, grade_job, this_process
from graders.harness.result import from_json, to_json
from graders.harness.sandbox.interface import Backend, Box, SandboxError
from graders.harness.session.oracle import Oracle
from graders.harness.session.session import Session
from tests import nightly
from tests.classes import SETTINGS, SLOW_SUMS, SUMS, end_warm_processes, of
from tests.course.processes import AT_WORK, WARM, nothing_left, processes, wait_for
from tests.fixtures import Cold
from tests.world import TOY

pytestmark = pytest.mark.usefixtures("recordings")

ENDLESS = "def total(numbers):\n    while True:\n        pass\n\n\nlargest = total\n"


def job(name: str, sums: str | None = SUMS["right"]) -> Job:
    """Return the job for a submission with this sums.py, as plain data."""
    submission = of(name, sums)
    return Job(name, dict(submission.files), submission.notes)


Start = Callable[[], subprocess.Popen[bytes]]


@pytest.fixture
def start(backend: Backend) -> Iterator[Start]:
    """A function that starts a process that waits for settings; it leaves nothing behind."""
    started = []

    def start_one() -> subprocess.Popen[bytes]:
        started.append(
            subprocess.Popen(
                [sys.executable, "-m", WARM], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        )
        return started[-1]

    with nothing_left():
        yield start_one
        for process in started:
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    try:
                        stream.close()
                    except OSError:  # a frame that was not read
                        pass
            assert process.wait(60) == 0


def ready(process: subprocess.Popen[bytes], settings: Settings = SETTINGS) -> Report:
    """Send settings; return the answer."""
    assert process.stdin is not None and process.stdout is not None
    write_frame(process.stdin, settings)
    return read_frame(process.stdout, Report)


@pytest.mark.slow
def test_process_answers_the_settings_and_every_job(start: Start, cold: Cold) -> None:
    """The settings get a report that it is ready, and each job its own, with the place where it ran."""
    process = start()
    assert ready(process) == Report(ReportKind.READY)
    assert process.stdin is not None and process.stdout is not None
    for name in ("ada", "bob"):
        write_frame(process.stdin, job(name))
        report = read_frame(process.stdout, Report)
        assert report.kind is ReportKind.GRADED
        assert to_json(from_json(bytes(report.result))) == cold(of(name, SUMS["right"]))
        assert report.environment is not None and report.environment.level
        assert not report.by_the_clock


@pytest.mark.slow
@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        (
            msgspec.structs.replace(SETTINGS, assignment="nothing"),
            "there is no assignment 'nothing'",
        ),
        (msgspec.structs.replace(SETTINGS, minimum="Z"), "no sandbox level 'Z'"),
        (msgspec.structs.replace(SETTINGS, sandbox="F"), "no sandbox level 'F'"),
    ],
)
def test_process_that_cannot_grade_reports_the_reason_and_ends(
    start: Start, settings: Settings, reason: str
) -> None:
    """It sends one report, then nothing."""
    process = start()
    report = ready(process, settings)
    assert report.kind is ReportKind.BROKEN
    assert reason in report.message
    assert process.wait(60) == 0


@pytest.mark.slow
def test_failing_reference_is_reported_with_the_check(start: Start, tmp_path: Path) -> None:
    """The report comes before the first job."""
    zeros = "def total(numbers):\n    return 0\n\n\ndef largest(numbers):\n    return 0\n"
    root = TOY.copy(tmp_path / "world", {"reference/toy/sums.py": ("", zeros)}).root
    report = ready(start(), Settings("toy", root=str(root)))
    assert report.kind is ReportKind.BROKEN
    assert "sums.largest-single" in report.message


@pytest.mark.slow
@pytest.mark.parametrize(
    "nonsense",
    nightly.one_in(3, [b"\0\0\0\5hello", b"", b"\0", b"\0\0\1\0{}", b"\0\0\0\2{}"]),
)
def test_process_that_gets_nonsense_ends(start: Start, nonsense: bytes) -> None:
    """It speaks only with the judge; any other message means that the judge is gone."""
    process = start()
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(nonsense)
    process.stdin.close()
    assert process.stdout.read() == b""
    assert process.wait(60) == 0


@pytest.mark.slow
@pytest.mark.parametrize("when", nightly.one_in(3, ["at work", "when ready", "at once"]))
def test_process_ends_when_the_judge_closes_the_connection(start: Start, when: str) -> None:
    """It ends even in the middle of a job, with its children and their sandboxes."""
    process = start()
    if when != "at once":
        ready(process, msgspec.structs.replace(SETTINGS, cpu_seconds=60.0))
    assert process.stdin is not None
    if when == "at work":
        write_frame(process.stdin, job("hanging", SLOW_SUMS["hanging"]))
        wait_for(lambda: children(process.pid), "a child")
    process.stdin.close()
    assert process.wait(60) == 0


def children(pid: int) -> list[int]:
    """Return the forks of a warm process."""
    return [one.pid for one in processes().values() if one.parent == pid and WARM in one.command]


def sockets(pid: int) -> set[str]:
    """Return the sockets of a process."""
    found = set()
    for name in os.listdir(f"/proc/{pid}/fd"):
        try:
            found.add(os.readlink(f"/proc/{pid}/fd/{name}"))
        except OSError:
            continue
    return {name for name in found if name.startswith("socket:")}


@pytest.mark.nightly
def test_child_shares_no_socket_with_the_warm_process(backend: Backend) -> None:
    """Its channel to the sandbox is its own, so that no process can speak for another."""
    if backend.name == "plain":
        pytest.skip("there is no channel")
    warm = this_process().take(msgspec.structs.replace(SETTINGS, cpu_seconds=60.0))
    with nothing_left(), ThreadPoolExecutor(1) as thread:
        waiting = thread.submit(warm.grade, job("hanging", SLOW_SUMS["hanging"]))
        (child,) = wait_for(lambda: children(warm.pid), "a child")
        wait_for(
            lambda: [
                one
                for one in processes().values()
                if one.seconds > 0.1 and one.parent in boxes(warm.pid)
            ],
            "its box",
        )
        assert sockets(child)
        assert sockets(child).isdisjoint(sockets(warm.pid))
        os.kill(warm.pid, signal.SIGKILL)
        with pytest.raises(PipeClosed):
            waiting.result(60)
        this_process().drop(warm)


def boxes(warm: int) -> set[int]:
    """Return the first processes of its boxes."""
    alive = processes()
    launchers = {
        one.pid
        for one in alive.values()
        if one.parent == warm and "boot.py launcher" in one.command
    }
    return {one.pid for one in alive.values() if one.parent in launchers}


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "sums"), [("slow", SLOW_SUMS["slow"]), ("endless", ENDLESS)], ids=["slow", "endless"]
)
def test_box_that_is_lost_leaves_no_trace_in_the_result(
    backend: Backend, tmp_path: Path, name: str, sums: str
) -> None:
    """The judge keeps its knowledge of a submission for the next box, so that the bytes stay the same."""
    if backend.name == "plain":
        pytest.skip("there is no box")
    root = TOY.copy(tmp_path / "world").root
    manifest = root / "graders" / "toy" / "assignment.toml"
    manifest.write_text(
        manifest.read_text().replace("[limits]", "[limits]\nhurried_cpu_seconds = 0.1")
    )
    settings = msgspec.structs.replace(SETTINGS, root=str(root))
    pool = Pool()
    with nothing_left(), ThreadPoolExecutor(1) as thread:
        warm = pool.take(settings)
        quiet = warm.grade(job(name, sums))
        assert quiet.kind is ReportKind.GRADED
        for which in (1, 4):
            for _ in range(TRIES):
                waiting = thread.submit(warm.grade, job(name, sums))
                struck = strike(warm, which, waiting)
                report = waiting.result(60)
                assert report.kind is ReportKind.GRADED, report.message
                assert bytes(report.result) == bytes(quiet.result)
                assert not [line for line in report.log if " -" in line]
                if struck:
                    break
            else:
                pytest.fail("a box was never caught at work")
        pool.close()


TRIES = 30
"""On a busy machine a process may end before the test has found it."""


def strike(warm: WarmProcess, which: int, waiting: Future[Report]) -> bool:
    """Kill the box in which the *which*-th process is at work; return whether the submission was not done yet."""
    seen: set[int] = set()
    done = -1
    victim = wait_for(
        lambda: nth_box(warm.pid, which, seen) or (done if waiting.done() else 0),
        "a box at work",
    )
    if victim == done:
        return False
    try:
        os.kill(victim, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def nth_box(warm: int, which: int, seen: set[int]) -> int:
    """Return the first process of the box in which the *which*-th process of a submission has worked for a while."""
    inside = boxes(warm)
    for one in processes().values():
        if one.seconds >= AT_WORK and one.parent in inside:
            seen.add(one.pid)
            if len(seen) >= which:
                return one.parent
    return 0


@pytest.mark.slow
def test_report_of_a_process_that_is_gone_is_lost(backend: Backend) -> None:
    """The next request for it raises an error."""
    warm = WarmProcess(SETTINGS)
    os.kill(warm.pid, signal.SIGKILL)
    with pytest.raises(PipeClosed):
        warm.grade(job("ada"))
    warm.close()


@pytest.mark.slow
def test_task_of_an_executor_leaves_its_process_to_the_next(backend: Backend) -> None:
    """Two tasks use one warm process, which ends with the pool."""
    end_warm_processes()  # that other tests left to the next
    before = {
        one.pid for one in processes().values() if one.parent == os.getpid() and WARM in one.command
    }
    try:
        for name in ("ada", "bob"):
            assert grade_job(SETTINGS, job(name)).kind is ReportKind.GRADED
        now = {
            one.pid
            for one in processes().values()
            if one.parent == os.getpid() and WARM in one.command
        }
        assert len(now - before) == 1
    finally:
        end_warm_processes()


@pytest.mark.slow
@pytest.mark.parametrize("sums", ["wrong", "asking"])
def test_callback_replies_are_cached_for_the_next_submission(
    backend: Backend, cold: Cold, monkeypatch: pytest.MonkeyPatch, sums: str
) -> None:
    """The reference is not needed again, and the result is the same. Without the cached answers it is needed."""
    grader, submission = Grader(SETTINGS.load(), backend), of("bob", SUMS[sums])
    needed = []
    usual = Oracle.answer

    def answer(self: Oracle, *call: Any) -> object:
        needed.append(call)
        return usual(self, *call)

    monkeypatch.setattr(Oracle, "answer", answer)
    first = grader.grade(of("ada", SUMS["wrong"]))
    assert first.callbacks
    needed.clear()
    assert to_json(grader.grade(submission).result) == cold(submission)
    assert needed
    grader.benches.learn(first.callbacks)
    needed.clear()
    assert to_json(grader.grade(submission).result) == cold(submission)
    assert not needed


# Several judges of one launcher.


def speaks(box: Box) -> bool:
    """Return whether a submission in this box still answers."""
    session = Session(box, TOY.assignment.manifest.limits)
    session.begin()
    try:
        return bool(session.total([1, 2]) == 3)
    finally:
        session.end()


@pytest.mark.slow
def test_judges_of_one_launcher_do_not_disturb_each_other(backend: Backend) -> None:
    """A closed branch ends its own boxes only; an abandoned one ends none."""
    if backend.name == "plain":
        pytest.skip("there is no launcher")
    program = program_of(TOY.assignment, dict(of("right", SUMS["right"]).files))
    limits = TOY.assignment.manifest.limits
    first, second = backend.branch(), backend.branch()
    boxes = [each.open(program, limits) for each in (backend, first, second)]
    assert all(map(speaks, boxes))
    first.close()
    third = backend.branch()
    assert speaks(boxes[0]) and speaks(boxes[2])
    boxes.append(third.open(program, limits))
    second.abandon()
    assert speaks(boxes[0]) and speaks(boxes[3])
    boxes[3].close()
    third.close()
    assert speaks(boxes[0])
    for box in boxes[:3]:
        with contextlib.suppress(SandboxError):  # two of them no longer have a launcher
            box.close()
