"""Deliberately weak builds: graders as they are often written, in which the attacks of this folder must succeed.

``python -m tests.attacks.submissions.weak SOCKET`` is the usual grader. It imports a submission's folder into the
process that holds checks, reference and results, and runs the same checks of the toy assignment with plain pytest and
Hypothesis. It compares whatever objects come back, and writes a report. With an alarm, a signal interrupts a check
that takes longer.

The code that all submissions share is loaded once. SOCKET is the descriptor over which :class:`UsualGraders` sends
submissions to grade. Each is graded, to the end of Python itself, in a fork without the socket.
:func:`grade_in_process` starts such a fork and observes it from outside.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import resource
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import IO, Any

import hypothesis
import pytest
from _pytest.config import default_plugins

from tests.attacks.submissions.attack import Attack, Evidence, Weak, doubles
from tests.attacks.submissions.planted import Planted, left_behind, processes_below_us

ROOT = Path(__file__).parents[3]
WORLD = ROOT / "tests" / "worlds" / "toy"
ALARM_SECONDS = 3
SOONER_SECONDS = 0.5
"""The alarm for attacks that survive it: an early alarm shortens the test."""
CLOCK_SECONDS = 1.0
PATIENCE = 20.0
"""Seconds after which the run is killed from outside."""
BEYOND = 1.0
"""Seconds after the first check's alarm after which a run counts as hanging."""
STARTED = "started"
"""A file in the submission's folder that exists once the first check runs."""
MEMORY = 3 << 30
"""Protects the machine; far above the needs of any check."""


class Student:
    """Calls the submission's functions in this process and returns their objects unchanged."""

    def __init__(self, sums: ModuleType, words: ModuleType) -> None:
        self._sums, self._words = sums, words

    def total(self, numbers: list[int]) -> Any:
        """Return the sum; also assert its type, as a rubric may."""
        got = self._sums.total(numbers)
        assert isinstance(got, int), "total must return an int"
        return got

    def largest(self, numbers: list[int]) -> Any:
        """Return the maximum."""
        return self._sums.largest(numbers)

    def describe(self, numbers: list[int]) -> Any:
        """Return the description."""
        return self._words.describe(numbers)

    def shout(self, text: str) -> Any:
        """Return the shout."""
        return self._words.shout(text)


class Reference(Student):
    """The same with the reference's functions, in the same process."""

    def total(self, numbers: list[int]) -> Any:
        """Return the sum."""
        return self._sums.total(numbers)


class UsualGrader:
    """pytest plugin: fixtures, a time limit by signal and clock, and a table of outcomes."""

    def __init__(self, student: Student, reference: Reference, alarm: float) -> None:
        self.student, self.reference, self.alarm = student, reference, alarm
        self.started = Path(sys.path[0], STARTED)
        self.verdicts: dict[str, str] = {}
        self.messages: list[str] = []

    @pytest.fixture(name="student", scope="session")
    def _student(self) -> Student:
        return self.student

    @pytest.fixture(name="reference", scope="session")
    def _reference(self) -> Reference:
        return self.reference

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Interrupt a check that takes too long, and fail a check that used too much CPU time."""

        def too_long(*_: object) -> None:
            raise TimeoutError("took too long")

        self.started.touch()
        started = time.process_time()
        if self.alarm:
            signal.signal(signal.SIGALRM, too_long)
            signal.setitimer(signal.ITIMER_REAL, self.alarm)
        outcome = yield
        signal.setitimer(signal.ITIMER_REAL, 0)
        if time.process_time() - started > CLOCK_SECONDS:
            outcome.force_exception(TimeoutError("took too long"))  # type: ignore[attr-defined]

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Iterator[None]:
        """Store the outcome: a skipped check costs nothing."""
        outcome = yield
        report = outcome.get_result()  # type: ignore[attr-defined]
        if report.when != "call":
            return
        check = item.get_closest_marker("grader_check").args[0].id  # type: ignore[union-attr]
        self.verdicts[check] = "failed" if report.failed else "passed"
        if call.excinfo is not None:
            self.messages.append(f"{check}: {call.excinfo.value!s}")


def write_report(place: str, verdicts: dict[str, str], messages: str) -> None:
    """Write the report to the file *place*, or as one frame if *place* is the number of a descriptor."""
    print(messages, flush=True)
    document = json.dumps({"verdicts": verdicts, "messages": messages})
    if place.isdigit():
        body = document.encode()
        os.write(int(place), len(body).to_bytes(4, "big") + body)
        return
    with open(place, "w") as stream:
        stream.write(document)
    print("report written", flush=True)


def main(folder: str, report: str, alarm: float) -> int:
    """Grade the submission in *folder*; return 0 if nothing failed."""
    for which, value in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CORE, 0)):
        resource.setrlimit(which, (value, value))
    sys.path[:0] = [folder, str(WORLD), str(WORLD / "reference" / "toy")]
    hypothesis.settings.register_profile(
        "weak", max_examples=20, derandomize=True, database=None, deadline=None
    )
    hypothesis.settings.load_profile("weak")
    sums, words, right_sums, right_words = (
        importlib.import_module(name)
        for name in ("sums", "words", "reference.toy.sums", "reference.toy.words")
    )
    plugin = UsualGrader(Student(sums, words), Reference(right_sums, right_words), alarm)
    options = [
        "-q",
        "-s",
        "-rN",
        "--tb=no",
        "-p",
        "no:cacheprovider",
        "-c",
        os.devnull,
        "--disable-plugin-autoload",
    ]
    checks = str(WORLD / "graders" / "toy" / "test_toy.py")
    status = pytest.main([*options, "--import-mode=importlib", checks], plugins=[plugin])
    write_report(report, plugin.verdicts, "\n".join(plugin.messages))
    return int(status)


def serve(channel: socket.socket) -> int:
    """Fork a grader for each request on *channel*, and send its id and exit status; in the fork, return the exit status."""
    for plugin in default_plugins:
        importlib.import_module(f"_pytest.{plugin}")
    while True:
        request, descriptors, *_ = socket.recv_fds(channel, 1 << 12, 3)
        if not request:
            return 0
        child = os.fork()
        if not child:
            channel.close()
            folder, report, alarm = json.loads(request)
            for number, descriptor in enumerate((descriptors[0], descriptors[1], descriptors[1])):
                os.dup2(descriptor, number)
            for descriptor in descriptors[:2]:
                os.close(descriptor)
            os.set_inheritable(descriptors[2], True)
            return main(folder, report or str(descriptors[2]), alarm)
        for descriptor in descriptors:
            os.close(descriptor)
        channel.send(b"%d" % child)
        channel.send(b"%d" % os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


@dataclass
class Started:
    """A running grader, with an interface like ``subprocess.Popen``."""

    channel: socket.socket
    pid: int
    status: int | None = None

    def poll(self, patience: float | None = 0.0) -> int | None:
        """Return the exit status, or None if it has not ended within *patience* seconds (None: no limit)."""
        if self.status is None and select.select([self.channel], [], [], patience)[0]:
            self.status = int(self.channel.recv(100))
        return self.status

    def end(self, how: signal.Signals, patience: float | None = None) -> bool:
        """Send it a signal; return whether it has ended."""
        if self.poll() is None:
            os.kill(self.pid, how)
        return self.poll(patience) is not None


class UsualGraders:
    """The process that forks usual graders, with everything loaded and the environment of this process."""

    def __init__(self) -> None:
        self._channel, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with other:
            self.process = subprocess.Popen(
                [sys.executable, "-m", __name__, str(other.fileno())],
                cwd=ROOT,
                env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[other.fileno()],
            )

    def start(self, folder: str, report: str, alarm: float, descriptors: list[int]) -> Started:
        """Start a grader: *descriptors* are its input, its output, and its channel for the report if *report* is ""."""
        socket.send_fds(self._channel, [json.dumps([folder, report, alarm]).encode()], descriptors)
        return Started(self._channel, int(self._channel.recv(100)))

    def close(self) -> None:
        """End the process."""
        self._channel.close()
        self.process.wait()


def grade_in_process(attack: Attack, planted: Planted, graders: UsualGraders) -> Evidence:
    """Grade *attack* in a usual grader, with its quirks: its output stays unread until it has ended."""
    endless = attack.harm.__name__ in ("hangs", "outlives_sigterm")
    alarm = 0 if attack.weak is Weak.NO_LIMITS else SOONER_SECONDS if endless else ALARM_SECONDS
    beyond = alarm + BEYOND if endless else PATIENCE
    known = set(processes_below_us())
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as at_last:
        for name, text in planted.files(attack).items():
            Path(folder, name).write_text(text)
        planted.report.unlink(missing_ok=True)
        reader, writer = os.pipe()
        typed, typing = os.pipe()
        over_pipe = attack.weak is Weak.SELF_REPORTING
        unread, output = os.pipe()
        at_last.callback(os.close, reader)
        at_last.callback(os.close, typing)
        at_last.callback(os.close, unread)
        with tempfile.TemporaryFile() as kept:
            drained = attack.harm.__name__ != "hangs"
            report = "" if over_pipe else str(planted.report)
            process = graders.start(
                folder, report, alarm, [typed, kept.fileno() if drained else output, writer]
            )
            for descriptor in (typed, output, writer):
                os.close(descriptor)
            document = _first_frame(reader) if over_pipe else b""
            status, term_ignored = _wait(
                process, 0.0 if document else beyond, Path(folder, STARTED)
            )
            size = os.fstat(kept.fileno()).st_size
            deadline = time.monotonic() + (PATIENCE if attack.harm is doubles else 0)
            while (
                reports := _reports(kept)
            ) < 2 and time.monotonic() < deadline:  # the second report may come later
                time.sleep(0.01)
        document = document or _content(planted.report)
    left = left_behind(known)
    planted.report.unlink(missing_ok=True)
    told = json.loads(document) if document else {"verdicts": {}, "messages": ""}
    return Evidence(
        verdicts=told["verdicts"],
        messages=told["messages"],
        status=status,
        term_ignored=term_ignored,
        output=size,
        reports=reports,
        left=left,
        reached=planted.reached(),
        written=planted.written(),
    )


def _reports(output: IO[bytes]) -> int:
    """Return the number of reports so far."""
    output.seek(0)
    return output.read(1 << 20).count(b"report written")


def _wait(process: Started, patience: float, started: Path) -> tuple[int | None, bool]:
    """Return the exit status, and whether SIGTERM failed to end the process.

    The status is None if the process was still running *patience* seconds after its first check began.
    """
    deadline = time.monotonic() + PATIENCE
    while process.poll(0.01) is None and not started.exists() and time.monotonic() < deadline:
        pass
    if process.poll(patience) is not None:
        return process.status, False
    if process.end(signal.SIGTERM, 0.5):
        return None, False
    process.end(signal.SIGKILL)
    return None, True


def _first_frame(reader: int) -> bytes:
    """Return the first report on the pipe, whichever process wrote it."""
    data = b""
    while len(data) < 4 or len(data) < 4 + int.from_bytes(data[:4], "big"):
        part = os.read(reader, 1 << 16)
        if not part:
            return b""
        data += part
    return data[4 : 4 + int.from_bytes(data[:4], "big")]


def _content(path: Path) -> bytes:
    with contextlib.suppress(OSError):
        return path.read_bytes()
    return b""


if __name__ == "__main__":
    sys.exit(serve(socket.socket(fileno=int(sys.argv[1]))))
