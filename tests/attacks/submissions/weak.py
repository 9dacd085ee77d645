"""Deliberately weak builds: graders as they are often written, in which the attacks of this folder must succeed.

``python -m tests.attacks.submissions.weak FOLDER REPORT ALARM`` is the usual grader: it imports the submission in
FOLDER into the process that holds checks, reference and results, runs the very same checks of the toy assignment with
plain pytest and Hypothesis, compares whatever objects come back, and writes REPORT. With ALARM seconds given, a signal
interrupts a check that takes longer. :func:`grade_in_process` starts it and looks on from outside.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.attacks.submissions.attack import Attack, Evidence, Weak
from tests.attacks.submissions.planted import Planted, left_behind

ROOT = Path(__file__).parents[3]
WORLD = ROOT / "tests" / "worlds" / "toy"
ALARM_SECONDS = 3
SOONER_SECONDS = 1
"""The alarm where it is to be of no use: the sooner it has come, the sooner that is seen."""
CLOCK_SECONDS = 1.0
PATIENCE = 20.0
"""Seconds after which the run is ended from outside."""
BEYOND = 1.5
"""An attack that wants the run to hang has done so when it is this much longer than the alarm in its first check."""
STARTED = "started"
"""A file in the submission's folder: the first check is running."""
MEMORY = 3 << 30
"""For the machine's sake, far above what any check may use."""


class Student:
    """Calls the submission's functions right here and returns the very objects they return."""

    def __init__(self, sums: ModuleType, words: ModuleType) -> None:
        self._sums, self._words = sums, words

    def total(self, numbers: list[int]) -> Any:
        """Also looks at the type, as a rubric may ask."""
        got = self._sums.total(numbers)
        assert isinstance(got, int), "total must return an int"
        return got

    def largest(self, numbers: list[int]) -> Any:
        """The maximum."""
        return self._sums.largest(numbers)

    def describe(self, numbers: list[int]) -> Any:
        """The description."""
        return self._words.describe(numbers)

    def shout(self, text: str) -> Any:
        """The shout."""
        return self._words.shout(text)


class Reference(Student):
    """The same with the reference's functions, in the same process."""

    def total(self, numbers: list[int]) -> Any:
        """The sum."""
        return self._sums.total(numbers)


class UsualGrader:
    """pytest plugin: fixtures, a time limit by signal and clock, and a table of outcomes."""

    def __init__(self, student: Student, reference: Reference, alarm: int) -> None:
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
        """Interrupt a check that takes too long, and fail one that took too long by the clock."""

        def too_long(*_: object) -> None:
            raise TimeoutError("took too long")

        self.started.touch()
        started = time.process_time()
        if self.alarm:
            signal.signal(signal.SIGALRM, too_long)
            signal.alarm(self.alarm)
        outcome = yield
        signal.alarm(0)
        if time.process_time() - started > CLOCK_SECONDS:
            outcome.force_exception(TimeoutError("took too long"))  # type: ignore[attr-defined]

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
        """Keep the outcome: what is skipped costs nothing."""
        outcome = yield
        report = outcome.get_result()  # type: ignore[attr-defined]
        if report.when != "call":
            return
        check = item.get_closest_marker("grader_check").args[0].id  # type: ignore[union-attr]
        self.verdicts[check] = "failed" if report.failed else "passed"
        if call.excinfo is not None:
            self.messages.append(f"{check}: {call.excinfo.value!s}")


def write_report(place: str, verdicts: dict[str, str], messages: str) -> None:
    """Write the report to the file *place*, or to the descriptor of that number, as one frame."""
    print(messages, flush=True)
    document = json.dumps({"verdicts": verdicts, "messages": messages})
    if place.isdigit():
        body = document.encode()
        os.write(int(place), len(body).to_bytes(4, "big") + body)
        return
    with open(place, "w") as stream:
        stream.write(document)
    print("report written", flush=True)


def main(folder: str, report: str, alarm: str) -> int:
    """Grade the submission in *folder*; return 0 if nothing failed."""
    for which, value in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CORE, 0)):
        resource.setrlimit(which, (value, value))
    sys.path[:0] = [folder, str(WORLD), str(WORLD / "reference" / "toy")]
    import hypothesis

    hypothesis.settings.register_profile("weak", max_examples=20, derandomize=True, database=None, deadline=None)
    hypothesis.settings.load_profile("weak")
    sums, words, right_sums, right_words = (
        importlib.import_module(name) for name in ("sums", "words", "reference.toy.sums", "reference.toy.words")
    )
    plugin = UsualGrader(Student(sums, words), Reference(right_sums, right_words), int(alarm))
    options = ["-q", "-s", "-rN", "--tb=no", "-p", "no:cacheprovider", "-c", os.devnull, "--disable-plugin-autoload"]
    checks = str(WORLD / "graders" / "toy" / "test_toy.py")
    status = pytest.main([*options, "--import-mode=importlib", checks], plugins=[plugin])
    write_report(report, plugin.verdicts, "\n".join(plugin.messages))
    return int(status)


def grade_in_process(attack: Attack, planted: Planted, known: set[int]) -> Evidence:
    """Grade *attack* in the usual grader, with its quirks: nobody reads its output before it has ended."""
    endless = attack.harm.__name__ in ("hangs", "outlives_sigterm")
    alarm = 0 if attack.weak is Weak.NO_LIMITS else SOONER_SECONDS if endless else ALARM_SECONDS
    beyond = alarm + BEYOND if endless else PATIENCE
    with tempfile.TemporaryDirectory() as folder:
        for name, text in planted.files(attack).items():
            Path(folder, name).write_text(text)
        planted.report.unlink(missing_ok=True)
        reader, writer = os.pipe()
        place = str(writer) if attack.weak is Weak.SELF_REPORTING else str(planted.report)
        drained = attack.harm.__name__ != "hangs"
        with tempfile.TemporaryFile() as kept:
            process = subprocess.Popen(
                [sys.executable, "-m", __name__, folder, place, str(alarm)],
                cwd=ROOT,
                env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
                stdin=subprocess.PIPE,
                stdout=kept if drained else subprocess.PIPE,
                stderr=subprocess.STDOUT,
                pass_fds=[writer],
            )
            os.close(writer)
            document = _first_frame(reader) if place.isdigit() else b""
            status, term_ignored = _wait(process, 0.0 if document else beyond, Path(folder, STARTED))
            output = os.fstat(kept.fileno()).st_size
            kept.seek(0)
            reports = kept.read(1 << 20).count(b"report written")
        os.close(reader)
        document = document or _content(planted.report)
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()
    left = left_behind(known)
    planted.report.unlink(missing_ok=True)
    told = json.loads(document) if document else {"verdicts": {}, "messages": ""}
    return Evidence(
        verdicts=told["verdicts"],
        messages=told["messages"],
        status=status,
        term_ignored=term_ignored,
        output=output,
        reports=reports,
        left=left,
        reached=planted.reached(),
        written=planted.written(),
    )


def _wait(process: subprocess.Popen[bytes], patience: float, started: Path) -> tuple[int | None, bool]:
    """Return the exit status, None if it had to be ended *patience* after its first check began; and whether it
    would not be ended by SIGTERM.
    """
    deadline = time.monotonic() + PATIENCE
    while process.poll() is None and not started.exists() and time.monotonic() < deadline:
        time.sleep(0.01)  # a condition is awaited, not a time
    try:
        return process.wait(patience), False
    except subprocess.TimeoutExpired:
        process.terminate()
    try:
        process.wait(0.5)
        return None, False
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return None, True


def _first_frame(reader: int) -> bytes:
    """Return the first report on the pipe; whoever writes it."""
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
    sys.exit(main(*sys.argv[1:]))
