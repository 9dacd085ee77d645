"""Level E where systems differ: what ends a process that computes on, what ends with it, what it is started with."""

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
from graders.harness.assignment.manifest import Limits
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
    pytest.param("forked", marks=pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")),
    "spawned",
]


def session(way: str = "spawned", cpu_seconds: float = 5.0) -> Session:
    """Open a session on the driver: in a process that is forked, or in a new interpreter as where no system forks."""
    limits = msgspec.structs.replace(Limits(), cpu_seconds=cpu_seconds)
    python = interpreters.find_interpreter(">=3.11")
    backend = plain_processes.PlainBackend(python) if way == "spawned" else select_backend(python, choice="plain")
    opened = Session(backend.open(ANY, limits), limits)
    opened.begin()
    return opened


ANY = Program({}, {}, {"driver.py": DRIVER})


@pytest.mark.parametrize("system", [*WAYS, "windows"])
def test_endless_loop_ends_by_its_cpu_time(system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the system limits nobody's: the message is that of a loop, long before the clock on the wall ends it."""
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
    """Wait for a process to be gone: it is nobody's child, and who takes it over needs a moment to notice."""
    for _ in range(100):
        try:
            if "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text():
                return True
        except FileNotFoundError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="this system has no groups of processes")
@pytest.mark.parametrize("way", WAYS)
def test_what_a_program_started_ends_with_it(way: str) -> None:
    """A process that would go on for minutes is gone when the check is over."""
    opened = session(way)
    pid = opened.leave_one_behind()
    os.kill(pid, 0)
    opened.close()
    assert is_gone(pid)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_what_a_program_that_leaves_had_started_ends_too() -> None:
    """Its group is still known when the program itself is no more."""
    opened = session("forked")
    pid = opened.leave_one_behind()
    with pytest.raises(Misbehaved):
        opened.leave()
    opened.close()
    assert is_gone(pid)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_grader_that_is_killed_leaves_no_process() -> None:
    """Whom nobody can ask anything any more ends, and what it has forked before that."""
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
def test_worker_finds_the_shared_library_of_its_interpreter(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """GitHub's Python may not start without it; nothing else of a person's environment is passed on."""
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/python/lib")
    monkeypatch.setenv("PERSONAL", "secret")
    opened = session(way)
    try:
        found = opened.environment()
    finally:
        opened.close()
    assert "LD_LIBRARY_PATH=/opt/python/lib" in found
    assert not any(word.startswith("PERSONAL") for word in found)


def test_crash_on_windows_is_told_from_an_exit() -> None:
    """There both are exit statuses."""
    opened = session()
    connection = opened._process.connection
    assert isinstance(connection, plain_processes.PlainConnection)
    opened.close()
    causes = [connection._explain(True, status).cause.value for status in (0, 3, 152, 0xC0000005)]
    assert causes == ["exited", "exited", "cpu", "signal"]


def test_exact_release_is_found_where_no_program_is_named_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows: our own interpreter is one, and the launcher `py` knows the others."""
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
