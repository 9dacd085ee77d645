"""Attacks 195 to 197, as two submissions in one run: what the first one does in its box, the second must not see.

With filters that allow what they do not name, each way carries a bit from box to box. With the real ones it carries none.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from graders.harness.assignment.process_limits import Limits
from graders.harness.inside import syscalls
from graders.harness.inside.modules import Program
from graders.harness.sandbox import choice, find_interpreter, interpreter_copy
from graders.harness.sandbox.interface import Backend, Level, SandboxError
from tests.sandbox.conftest import DRIVER
from tests.sandbox.talk import once

pytestmark = pytest.mark.skipif(not syscalls.supported(), reason="this machine has no sandbox")

LIMITS = Limits(cpu_seconds=2.0, wall_seconds=10.0)
LEVELS = (Level.A, Level.C)

WAYS = {
    "a page of a library file": """
import library, os

def note(bit):
    with open(library.PATH, "rb") as stream:
        stream.read()
        if bit:
            os.posix_fadvise(stream.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)

def noted(before=0):
    with open(library.PATH, "rb") as stream:
        try:
            os.preadv(stream.fileno(), [bytearray(1)], 0, os.RWF_NOWAIT)
        except BlockingIOError:
            return 1
    return 0
""",
    "numbers of pipes": """
import os

def pipes(count):
    for _ in range(count):
        for end in os.pipe():
            last = os.fstat(end).st_ino
            os.close(end)
    return last

def note(bit):
    pipes(40000 * bit)

def noted(before=None):
    last = pipes(1100)  # a processor takes numbers by the thousand
    return last if before is None or last - before > 20000 else before
""",
    "times of a device": """
import os

def note(bit):
    if bit:
        os.utime("/dev/null")

def noted(before=0):
    return os.stat("/dev/null").st_mtime_ns
""",
    "flags of an open file": """
import fcntl, os

def note(bit):
    fcntl.fcntl(2, fcntl.F_SETFL, os.O_APPEND * bit)

def noted(before=0):
    return fcntl.fcntl(2, fcntl.F_GETFL) & os.O_APPEND
""",
    "what wakes an event loop": """
import socket

def ends():
    return eval("socket.socketpair()", {"__name__": "asyncio.selector_events", "socket": socket})

def note(bit):
    if bit:
        ends()[1].send(b"1")

def noted(before=0):
    try:
        return len(ends()[0].recv(1))
    except BlockingIOError:
        return 0
""",
    "standard input by its name": """
def note(bit):
    with open("/dev/stdin", "wb") as stream:
        stream.write(b"1" * bit)

def noted(before=0):
    with open("/dev/stdin", "rb") as stream:
        stream.seek(0)
        return len(stream.read())
""",
}
"""By what a process tells a later one a bit, with means of the machine. The last three ways need one box for both."""
ONE_BOX = tuple(WAYS)[-3:]


def programs(folder: Path) -> Path:
    """Copy the programs of the sandbox without its lists: what they do not name is allowed, devices can be written, and
    children share the zygote's open files, standard streams and what wakes their event loops. Return the program that starts them.
    """
    harness = Path(choice.__file__).parents[1]
    for name in ("inside", "protocol"):
        shutil.copytree(harness / name, folder / name)  # with bytecode, which boxes do not write
    for name, old, new in (
        (
            "seccomp",
            "rules.assemble(EPERM)",
            'rules.on(EPERM, "socket", "socketpair") or rules.assemble()',
        ),
        ("seccomp", "rules.on(ENOSYS, *MISSING)", "pass"),
        ("box", "_bind(path, _DEVICE)", "_bind(path, syscalls.ATTR_NOSUID)"),
        ("zygote", "            put_at(null, standard)\n", "            pass\n"),
        (
            "zygote",
            "gc.freeze()\n",
            "os.dup2(os.memfd_create('one'), 40)\n"
            "        queue = select.epoll()\n"
            "        os.dup2(queue.fileno(), 41)\n"
            "        os.dup2(os.open('/dev/random', 0), 42)\n",
        ),
        (
            "zygote",
            'os.closerange(CHANNEL + 2, self.limits["open_files"])',
            "os.closerange(CHANNEL + 2, 40)",
        ),
        ("zygote", 'os.memfd_create("standard")', "os.dup(40)"),
        ("loops", "select.epoll()", "select.epoll.fromfd(41)"),
        ("loops", 'os.open("/dev/random", os.O_RDONLY)', "42"),
    ):
        path = folder / "inside" / f"{name}.py"
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))
    return folder / "inside" / "boot.py"


@pytest.fixture(scope="module", params=LEVELS, ids=lambda level: level.label)
def level(request: pytest.FixtureRequest) -> Level:
    return request.param


def opened(level: Level) -> Backend:
    try:
        return choice.open_backend("box", find_interpreter(">=3.10"), level)
    except SandboxError as reason:
        pytest.skip(f"not offered here: {reason}")


@pytest.fixture(scope="module")
def strong(level: Level) -> Iterator[Backend]:
    backend = opened(level)
    yield backend
    backend.close()


@pytest.fixture(scope="module")
def weak(level: Level, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backend]:
    """A backend whose boxes have no lists of what is allowed."""
    with pytest.MonkeyPatch.context() as patch:
        boot = programs(tmp_path_factory.mktemp("programs"))
        patch.setattr("graders.harness.sandbox.launched.BOOT", boot)
        backend = opened(level)
    yield backend
    backend.close()


def carried(backend: Backend, way: str) -> set[int]:
    """Return for which bits that one submission notes another one sees a change."""
    library = interpreter_copy.library_of(find_interpreter(">=3.10")) / "antigravity.py"
    source = {"work.py": WAYS[way].encode(), "library.py": f"PATH = {str(library)!r}".encode()}
    program = Program(source, {}, {"driver.py": DRIVER})
    changes = set()
    for bit in (0, 1):
        first = backend.open(program, LIMITS)
        second = first if way in ONE_BOX else backend.open(program, LIMITS)
        once(first, "note", 0)
        before = once(second, "noted")
        once(first, "note", bit)
        if once(second, "noted", *before[1:] if before[0] == "return" else ())[:2] != before[:2]:
            changes.add(bit)
        first.close()
        second.close()
    return changes


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_one_submission_tells_another_nothing(strong: Backend, way: str) -> None:
    assert carried(strong, way) == set()


TRIES = 5


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_without_the_lists_it_would(weak: Backend, level: Level, way: str) -> None:
    if way == "times of a device" and level is not Level.A:
        pytest.skip("level C refuses changes of times by another list, of files that a box shares")
    # a box that is opened elsewhere on the machine meanwhile brings the library into memory
    assert {1} in (carried(weak, way) for _ in range(TRIES))


def is_in_memory(path: Path) -> bool:
    with path.open("rb") as stream:
        try:
            return os.preadv(stream.fileno(), [bytearray(1)], 0, os.RWF_NOWAIT) == 1
        except BlockingIOError:
            return False


@pytest.mark.slow
def test_visible_files_are_brought_into_memory() -> None:
    """Otherwise the first program that reads one would leave a trace, which the clock shows."""
    path = interpreter_copy.library_of(find_interpreter(">=3.10")) / "antigravity.py"
    with path.open("rb") as stream:
        os.posix_fadvise(stream.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    if is_in_memory(path):
        pytest.skip("this file system keeps its files in memory")
    backend = opened(Level.A)
    deadline = time.monotonic() + 20
    while not is_in_memory(path):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    backend.close()
