"""Level E where systems differ: the end of a process that loops, of its child processes, and its environment."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from pathlib import Path

import msgspec
import pytest

from graders.harness.assignment.check import Misbehaved
from graders.harness.assignment.process_limits import Limits
from graders.harness.inside.modules import Program
from graders.harness.result import Verdict
from graders.harness.sandbox import interpreters, plain_processes, select_backend
from graders.harness.session.session import Session

WINDOWS = Path(__file__).with_name("like_windows.py")
DRIVER = b"""
import os, subprocess, sys

def spin():
    while True:
        pass

def leave_one_behind():
    started = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    return started.pid

def environment():
    with open("/proc/self/environ") as stream:
        return stream.read().split("\\0")

def parent():
    return os.getppid()

def leave():
    os._exit(0)
"""


WAYS = [
    pytest.param(
        "forked",
        marks=pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork"),
    ),
    "spawned",
]


def session(way: str = "spawned", cpu_seconds: float = 5.0) -> Session:
    """Open a session on the driver: in a forked process, or in a new interpreter as on systems without fork."""
    limits = msgspec.structs.replace(Limits(), cpu_seconds=cpu_seconds)
    python = interpreters.find_interpreter(">=3.11")
    backend = (
        plain_processes.PlainBackend(python)
        if way == "spawned"
        else select_backend(python, choice="plain")
    )
    opened = Session(backend.open(ANY, limits), limits)
    opened.begin()
    return opened


ANY = Program({}, {}, {"driver.py": DRIVER})


@pytest.mark.slow
@pytest.mark.parametrize(
    "system", [WAYS[0], pytest.param(WAYS[1], marks=pytest.mark.nightly), "windows"]
)
def test_infinite_loop_ends_by_its_cpu_time(
    system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This also holds on a system without CPU time limits: the loop is reported long before the wall time limit."""
    if system == "windows":
        shutil.copytree(plain_processes.BOOT.parents[1] / "protocol", tmp_path / "protocol")
        worker = shutil.copytree(plain_processes.BOOT.parent, tmp_path / "inside") / "boot.py"
        worker.write_text(WINDOWS.read_text() + worker.read_text())
        monkeypatch.setattr(plain_processes, "BOOT", worker)
        monkeypatch.setattr(plain_processes, "limit_from_outside", lambda *_: None)
    opened = session("forked" if system == "forked" else "spawned", cpu_seconds=0.5)
    try:
        with pytest.raises(Misbehaved, match=r"cpu_limit: 0\.5") as ended:
            opened.spin()
    finally:
        opened.close()
    assert ended.value.verdict is Verdict.TIMEOUT


def is_gone(pid: int) -> bool:
    """Wait until a process is gone: its new parent needs a moment to reap it."""
    for _ in range(100):
        try:
            if "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text():
                return True
        except FileNotFoundError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="this system has no groups of processes")
@pytest.mark.parametrize("way", WAYS)
def test_child_processes_of_a_program_end_with_it(way: str) -> None:
    """A child process that would run for minutes is gone when the check is over."""
    opened = session(way)
    pid = opened.leave_one_behind()
    os.kill(pid, 0)
    opened.close()
    assert is_gone(pid)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_child_processes_of_a_program_that_exits_end_too() -> None:
    """The process group is still known after the program has exited."""
    opened = session("forked")
    pid = opened.leave_one_behind()
    with pytest.raises(Misbehaved):
        opened.leave()
    opened.close()
    assert is_gone(pid)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_grader_that_is_killed_leaves_no_process() -> None:
    """The first process ends because its judge is gone, and its child processes end too."""
    reader, writer = os.pipe()
    judge = os.fork()
    if not judge:
        opened = session("forked")
        os.write(writer, f"{opened.parent()} {opened.leave_one_behind()}".encode())
        opened.spin()
    first, started = map(int, os.read(reader, 100).split())
    os.kill(judge, signal.SIGKILL)
    os.waitpid(judge, 0)
    assert is_gone(first) and is_gone(started)


@pytest.mark.parametrize("way", WAYS)
def test_worker_finds_the_shared_library_of_its_interpreter(
    way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """GitHub's Python may not start without it. No other variable of the user's environment is passed on."""
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/python/lib")
    monkeypatch.setenv("PERSONAL", "secret")
    opened = session(way)
    try:
        found = opened.environment()
    finally:
        opened.close()
    assert "LD_LIBRARY_PATH=/opt/python/lib" in found
    assert not any(word.startswith("PERSONAL") for word in found)


def test_crash_on_windows_is_distinguished_from_an_exit() -> None:
    """On Windows both are exit statuses."""
    opened = session()
    connection = opened._process.connection
    assert isinstance(connection, plain_processes.PlainConnection)
    opened.close()
    causes = [connection._explain(True, status).cause.value for status in (0, 3, 152, 0xC0000005)]
    assert causes == ["exited", "exited", "cpu", "signal"]


def test_exact_release_is_found_without_a_program_of_that_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Windows the judge's own interpreter is a candidate, and the launcher `py` finds other releases."""
    monkeypatch.setenv("PATH", str(tmp_path))
    interpreters.find_interpreter.cache_clear()
    own = f"3.{sys.version_info[1]}"
    assert interpreters.identify(interpreters.find_interpreter(own)).release == sys.version_info[:2]  # type: ignore[union-attr]
    other = next((path for path in Path(sys.base_prefix).parent.glob("3.10*/bin/python3.10")), None)
    if other is None:
        pytest.skip("no other Python is installed beside this one")
    launcher = tmp_path / "py"
    launcher.write_text(f'#!/bin/sh\n[ "$1" = -3.10 ] || exit 103\nshift\nexec "{other}" "$@"\n')
    launcher.chmod(0o755)
    try:
        assert interpreters.find_interpreter("3.10") == str(other.resolve())
    finally:
        interpreters.find_interpreter.cache_clear()
