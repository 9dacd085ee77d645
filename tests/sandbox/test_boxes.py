"""Boxes and connections: fresh and kept state, and the reported ends."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from graders.harness.assignment.process_limits import Limits
from graders.harness.inside.modules import Program
from graders.harness.protocol import values
from graders.harness.sandbox.interface import (
    Backend,
    Box,
    ConnectionClosed,
    DeadlinePassed,
    ExitReason,
    FrameTooLarge,
    Level,
    ProcessExit,
    SandboxError,
)
from graders.harness.sandbox.launched import LauncherProcess
from tests.sandbox.conftest import DRIVER, LIMITS
from tests.sandbox.talk import call, once

OpenBox = Callable[..., Box]

COUNTER = "seen = []\ndef count():\n    seen.append(1)\n    return len(seen)\n"


@pytest.mark.slow
def test_every_connection_is_a_fresh_process(open_box: OpenBox) -> None:
    """A process does not see the state of an earlier one."""
    box = open_box(work=COUNTER)
    connection = box.connect("own")
    assert [call(connection, "call", "count")[1] for _ in range(3)] == [1, 2, 3]
    connection.finish()
    assert once(box, "count") == ["return", 1]


def test_prepared_module_does_not_replace_the_file_of_a_box(backend: Backend) -> None:
    """Files of a box are its own program's. A submission is never prepared for others."""
    answers = []
    for number in (1, 2):
        course = {"rules.py": b"NUMBER = %d" % number}
        program = Program(
            {"work.py": b"import rules\ndef number(): return rules.NUMBER"},
            course,
            {"driver.py": DRIVER},
        )
        if number == 1:
            backend.prepare(
                Program(
                    {"work.py": b"def number(): return 'prepared'"}, course, {"driver.py": DRIVER}
                ),
                {},
            )
        box = backend.open(program, LIMITS)
        answers.append(once(box, "number"))
        box.close()
    assert answers == [["return", 1], ["return", 2]]


WHEN = b"""
import random, sys
NUMBER = random.SystemRandom().random()
def read_ahead(starter):
    STARTER.extend(starter)
STARTER = []
"""
RULES = b"""
import rules
def number():
    return rules.NUMBER, rules.STARTER
def spoil():
    rules.NUMBER = 0
    rules.STARTER.append("spoilt")
"""


def test_judge_files_are_imported_once_for_all_boxes(backend: Backend) -> None:
    """This holds if boxes are forked. Changes that a process makes to the modules stay in it."""
    program = Program({"work.py": RULES}, {"rules.py": WHEN}, {"driver.py": DRIVER})
    backend.prepare(program, {"block.py": b""})
    answers = []
    for _ in range(2):
        box = backend.open(program, LIMITS)
        once(box, "spoil")
        answers.append(once(box, "number"))
        box.close()
    forked = backend.level > Level.E and "bubblewrap" not in backend.name
    assert answers[0][1][1] == answers[1][1][1] == (["block.py"] if forked else [])
    assert (answers[0] == answers[1]) is forked


def test_connections_live_side_by_side(open_box: OpenBox) -> None:
    """Two connections of one box do not share a process."""
    box = open_box(work=COUNTER)
    first, second = box.connect("own"), box.connect("own")
    assert call(first, "call", "count") == call(second, "call", "count") == ["return", 1]
    assert first.finish().cause is second.finish().cause is ExitReason.FINISHED


HOARD = """
import threading, time
def hoard():
    for number in range(500):
        try:
            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        except RuntimeError:
            return number
def work():
    return 7
"""


@pytest.mark.slow
def test_child_that_leaves_no_room_for_another_is_ended(
    open_box: OpenBox, backend: Backend
) -> None:
    """It is no fault of the sandbox, and the next process starts."""
    if backend.level < Level.B:
        pytest.skip("where a box has no user of its own, nothing counts its tasks")
    box = open_box(Limits(cpu_seconds=5, wall_seconds=20, memory_mb=2000), work=HOARD)
    first = box.connect("own")
    kind, taken = call(first, "call", "hoard")
    assert (kind, taken < 500) == ("return", True)
    assert once(box, "work") == ["return", 7]
    ending = first.finish()
    assert (ending.cause, ending.status) == (ExitReason.SIGNAL, signal.SIGKILL)


def test_boxes_of_one_backend_live_side_by_side(open_box: OpenBox) -> None:
    """One launcher serves several boxes, and closing one does not affect the others."""
    boxes = [open_box(work=f"def who():\n    return {number}\n") for number in range(3)]
    boxes[1].close()
    assert [once(boxes[number], "who") for number in (0, 2)] == [["return", 0], ["return", 2]]


FILES = """
import os
def write():
    os.makedirs("a/b/c")
    with open("a/b/c/note", "w") as stream:
        stream.write("right answer")
    os.chmod("a/b", 0)
    os.symlink("/", "a/link")
    os.makedirs("closed/inner")
    os.chmod("closed", 0)
    return sorted(os.listdir("."))
def look():
    return os.listdir(".")
def move():
    os.makedirs("from/here")
    with open("from/here/note", "w") as stream:
        stream.write("moved")
    os.replace("from/here/note", "note")
    return open("note").read()
def deep():
    for _ in range(90):
        os.mkdir("d" * 250)
        os.chdir("d" * 250)
    return "deep"
def many():
    made = 0
    try:
        while True:
            os.close(os.open("n%d" % made, os.O_CREAT | os.O_WRONLY))
            made += 1
    except OSError as error:
        return made, error.errno
def large():
    made = 0
    try:
        while True:
            with open("n%d" % made, "wb", buffering=0) as stream:
                if stream.write(bytes(1 << 18)) != 1 << 18:
                    return made, 28
            made += 1
    except OSError as error:
        return made, error.errno
"""


@pytest.fixture
def writable(backend: Backend) -> None:
    """Skip if boxes have no scratch space."""
    if backend.name != "box" or backend.level < Level.A:
        pytest.skip("boxes of this level have no place to write")


@pytest.mark.usefixtures("writable")
@pytest.mark.parametrize("deed", ["write", "deep"])
def test_scratch_space_is_empty_for_every_check(open_box: OpenBox, deed: str) -> None:
    """Files do not pass from one check to the next, with any modes and depth."""
    box = open_box(work=FILES)
    assert once(box, deed)[0] == "return"
    assert once(box, "look") == ["return", []]


@pytest.mark.usefixtures("writable")
def test_file_can_be_moved_to_another_folder(open_box: OpenBox) -> None:
    """Each set of Landlock's rules forbids that by default, the child's own too."""
    box = open_box(work=FILES)
    assert once(box, "move") == ["return", "moved"]


@pytest.mark.usefixtures("writable")
def test_scratch_space_is_small(open_box: OpenBox) -> None:
    """The limits cap both bytes and files."""
    box = open_box(work=FILES)
    kind, (files, error) = once(box, "many")
    assert (kind, error) == ("return", 28)
    assert 90 <= files <= LIMITS.scratch_files
    kind, (quarters, error) = once(box, "large")
    assert (kind, error) == ("return", 28)
    assert quarters <= 4 * LIMITS.scratch_mb


@pytest.mark.slow
def test_half_a_second_of_cpu_is_half_a_second(open_box: OpenBox) -> None:
    """A fraction of a second is enforced from outside."""
    box = open_box(
        Limits(cpu_seconds=0.5, wall_seconds=5), work="def spin():\n    while True: pass\n"
    )
    connection = box.connect("own")
    with pytest.raises(ConnectionClosed):
        call(connection, "call", "spin")
    ending = connection.finish()
    assert ending.cause is ExitReason.CPU
    assert 0.4 < ending.cpu_seconds < 0.8


def test_deadline_differs_from_the_cpu_time_limit(open_box: OpenBox) -> None:
    """A deadlock exceeds the wall time limit, and its CPU time is the time really used."""
    deadlock = "import threading\ndef wait():\n    lock = threading.Lock()\n    lock.acquire()\n    lock.acquire()\n"
    connection = open_box(work=deadlock).connect("own")
    with pytest.raises(DeadlinePassed):
        call(connection, "call", "wait", seconds=0.2)
    ending = connection.finish()
    assert ending.cause is ExitReason.WALL
    assert ending.cpu_seconds < 0.5


SLEEPER = """
import queue, time
def sleep():
    time.sleep(3600)
    try:
        queue.Queue().get(timeout=3600)
    except queue.Empty:
        return "slept"
"""


def test_sleep_takes_no_time(open_box: OpenBox) -> None:
    """The clocks were replaced before the library's modules that use them were loaded."""
    connection = open_box(work=SLEEPER).connect("own")
    assert call(connection, "call", "sleep") == ["return", "slept"]
    connection.finish()


def test_slow_drip_is_one_deadline(open_box: OpenBox) -> None:
    """The frame arrives byte by byte."""
    drip = (
        "import os, select\ndef drip():\n    os.write(3, b'\\0\\0\\1\\0')\n    while True:\n"
        "        os.write(3, b'x')\n        select.poll().poll(20)\n"
    )
    connection = open_box(work=drip).connect("own")
    start = time.monotonic()
    with pytest.raises(DeadlinePassed):
        call(connection, "call", "drip", seconds=0.3)
    assert time.monotonic() - start < 2
    assert connection.finish().cause is ExitReason.WALL


def test_empty_frame_is_no_message(open_box: OpenBox) -> None:
    """A frame of no bytes is an error and does not block the judge."""
    connection = open_box(work="import os\ndef nothing():\n    os.write(3, bytes(4))\n").connect(
        "own"
    )
    with pytest.raises(values.WireError):
        call(connection, "call", "nothing")
    connection.finish()


def test_large_header_is_refused_before_anything_is_stored(open_box: OpenBox) -> None:
    """A frame of 4 GB, by its header."""
    connection = open_box(work="import os\ndef lie():\n    os.write(3, b'\\xff' * 4)\n").connect(
        "own"
    )
    with pytest.raises(FrameTooLarge):
        call(connection, "call", "lie")
    connection.finish()


def test_unsolicited_bytes_are_noticed(open_box: OpenBox) -> None:
    """Bytes between two calls make the connection not quiet; an honest connection is quiet."""
    text = (
        "import os, threading\ndef later():\n    gate = threading.Thread(target=os.write, args=(3, b'forged'))\n"
        "    gate.start()\n    gate.join()\n    return 1\ndef honest():\n    return 2\n"
    )
    box = open_box(work=text)
    connection = box.connect("own")
    assert connection.quiet()
    assert call(connection, "call", "honest") == ["return", 2]
    assert connection.quiet()
    with pytest.raises((values.WireError, FrameTooLarge)):
        call(connection, "call", "later")
    assert not connection.quiet() or connection.finish().cause is not None
    connection.finish()


def test_finish_can_be_called_twice(open_box: OpenBox) -> None:
    """The second call returns the same exit."""
    connection = open_box(work=COUNTER).connect("own")
    assert connection.finish() is connection.finish()


def zygotes(parent: int) -> set[int]:
    """Return the living processes whose parent is *parent*."""
    return set(map(int, Path(f"/proc/{parent}/task/{parent}/children").read_text().split()))


def launcher_pid(backend: Backend) -> int:
    """Return the process id of a backend's launcher."""
    launcher: LauncherProcess = backend.starter  # type: ignore[attr-defined]
    return launcher.pid


def test_lost_first_process_is_a_sandbox_fault_and_is_replaced(
    backend: Backend, open_box: OpenBox
) -> None:
    """A kill of the box during a check is not a verdict; the next connection gets a new box."""
    before = zygotes(launcher_pid(backend))
    box = open_box(work=COUNTER)
    connection = box.connect("own")
    (zygote,) = zygotes(launcher_pid(backend)) - before
    os.kill(zygote, signal.SIGKILL)
    deadline = time.monotonic() + 10
    with pytest.raises(ConnectionClosed):
        while time.monotonic() < deadline:  # the kernel ends the child a little later
            call(connection, "call", "count")
    with pytest.raises(SandboxError):
        connection.finish()
    assert once(box, "count") == ["return", 1]


@pytest.mark.slow
def test_stopped_first_process_is_killed_from_outside(
    backend: Backend, open_box: OpenBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A box that does not answer is killed as a whole, and replaced."""
    monkeypatch.setattr("graders.harness.sandbox.launched.ANSWER_SECONDS", 0.5)
    before = zygotes(launcher_pid(backend))
    box = open_box(work=COUNTER)
    connection = box.connect("own")
    (zygote,) = zygotes(launcher_pid(backend)) - before
    os.kill(zygote, signal.SIGSTOP)
    with pytest.raises(SandboxError):
        connection.finish()
    assert zygote not in zygotes(launcher_pid(backend))
    assert once(box, "count") == ["return", 1]


@pytest.mark.slow
def test_everything_ends_with_the_judge(python: str, backend: Backend) -> None:
    """When a judge is killed, its launcher, boxes and their processes end, too."""
    ready, told = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            from graders.harness.sandbox import choice

            own = choice.open_backend(backend.name, python, backend.level)
            box = own.open(
                Program(
                    {"work.py": b"def spin():\n    while True: pass\n"}, {}, {"driver.py": DRIVER}
                ),
                LIMITS,
            )
            connection = box.connect("own")
            connection.send(
                values.encode_frame(["call", 1, "call", ["spin"]], 1 << 20), time.monotonic() + 5
            )
            os.write(told, b"%d" % launcher_pid(own))
            signal.pause()
        finally:
            os._exit(1)
    os.close(told)
    launcher = int(os.read(ready, 20))
    family = {launcher} | zygotes(launcher)
    family |= set().union(*(zygotes(member) for member in family))
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    deadline = time.monotonic() + 10
    while any(alive(member) for member in family) and time.monotonic() < deadline:
        os.sched_yield()
    assert not [member for member in family if alive(member)]
    assert len(family) >= 3


def alive(pid: int) -> bool:
    """Return whether *pid* is a living process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


CRASHES = {
    "crash": "[" * 0 + "x = " + "[a for a in " * 40 + "[]" + "]" * 40,
    "memory": "def f():\n"
    + "".join("    " * (n + 1) + "try:\n" for n in range(19))
    + "    " * 20
    + "pass\n"
    + "".join("    " * (19 - n) + "finally:\n" + "    " * (20 - n) + "pass\n" for n in range(19)),
    "minus": "x = " + "-" * 100_000 + "1",
    "sum": "x = " + "+".join(["1"] * 60_000),
    "brackets": "x = " + "(" * 250 + ")" * 250,
    "null": "x = 1\0",
    "encoding": "# coding: no-such-thing\nx = 1",
}


@pytest.mark.parametrize("bomb", CRASHES)
def test_file_that_harms_the_compiler_costs_only_its_importers(
    open_box: OpenBox, bomb: str
) -> None:
    """A file beside it works. Importing the bomb misbehaves in one process, and the box continues."""
    box = open_box(bomb=CRASHES[bomb], work=COUNTER)
    assert once(box, "count") == ["return", 1]
    connection = box.connect("own")
    try:
        assert call(connection, "call_in", "bomb", "f")[0] in ("missing", "raise", "return")
    except ConnectionClosed:
        assert connection.finish().cause in (ExitReason.SIGNAL, ExitReason.CPU, ExitReason.MEMORY)
    connection.finish()
    assert once(box, "count") == ["return", 1]


@pytest.mark.parametrize("name", ["json", "random", "uuid", "sitecustomize", "inside", "_grader"])
def test_shadowing_module_shadows_nothing(open_box: OpenBox, name: str) -> None:
    """A submitted file with the name of a standard or judge's module changes nothing."""
    box = open_box(
        work="import json, random\ndef dump():\n    return json.dumps([1])\n",
        **{name: "raise SystemExit\n"},
    )
    assert once(box, "dump") == ["return", "[1]"]


def test_random_numbers_are_the_same_in_every_box(open_box: OpenBox) -> None:
    """Code that draws without a seed gets the same verdict twice."""
    text = "import random\ndef draw():\n    return [random.random() for _ in range(3)]\n"
    assert once(open_box(work=text), "draw") == once(open_box(work=text), "draw")


@pytest.mark.slow
def test_locale_time_zone_and_hashes_are_fixed(open_box: OpenBox) -> None:
    """The machine's settings have no effect."""
    text = (
        "import os, sys, time\ndef settings():\n    return [dict(os.environ), time.timezone, hash('a'),"
        " sys.getfilesystemencoding(), sys.flags.utf8_mode]\n"
    )
    first = once(open_box(work=text), "settings")
    assert first == once(open_box(work=text), "settings")
    names, home = (
        dict.fromkeys(("USER", "LOGNAME"), "student"),
        dict.fromkeys(("HOME", "USERPROFILE"), "/"),
    )
    assert first[1][:2] == [names | home, 0]
    assert first[1][3:] == ["utf-8", 1]


def test_ending_is_plain_data() -> None:
    """An exit without details is a finished one with zeros."""
    assert ProcessExit(ExitReason.FINISHED) == ProcessExit(ExitReason.FINISHED, 0, 0.0, 0.0)


@pytest.mark.usefixtures("writable")
def test_next_submission_finds_nothing(open_box: OpenBox) -> None:
    """Files of one box are in no other, even while it is open."""
    first = open_box(work=FILES)
    holding = first.connect("own")
    assert call(holding, "call", "write")[0] == "return"
    assert once(open_box(work=FILES), "look") == ["return", []]
    holding.finish()


HOLD = """
kept = []
def hold():
    kept.append(bytearray(b"x") * (200 << 20))
    return "held"
"""


@pytest.mark.slow
def test_total_memory_is_capped(backend: Backend, open_box: OpenBox) -> None:
    """Processes that stay below their own limit cannot exceed the box's total together."""
    if backend.level is not Level.A_PLUS:
        pytest.skip("no control group here")
    box = open_box(work=HOLD)
    causes, connections = [], [box.connect("own") for _ in range(5)]
    for connection in connections:
        try:
            call(connection, "call", "hold")
        except ConnectionClosed:
            pass
    for connection in connections:
        causes.append(connection.finish().cause)
    assert ExitReason.MEMORY in causes
    assert ExitReason.FINISHED in causes
    assert set(causes) == {ExitReason.MEMORY, ExitReason.FINISHED}
    assert once(box, "hold") == ["return", "held"]


@pytest.mark.nightly
def test_many_boxes_leave_nothing(backend: Backend, open_box: OpenBox) -> None:
    """A batch of boxes uses up no descriptors, control groups or processes of launcher and judge."""

    def held(pid: int) -> tuple[int, int]:
        return len(os.listdir(f"/proc/{pid}/fd")), len(zygotes(pid))

    launcher = launcher_pid(backend)
    once(open_box(work=COUNTER), "count")
    before = held(launcher), held(os.getpid())
    for _ in range(100):
        box = backend.open(
            Program({"work.py": COUNTER.encode()}, {}, {"driver.py": DRIVER}), LIMITS
        )
        assert once(box, "count") == ["return", 1]
        box.close()
    assert (held(launcher), held(os.getpid())) == before


@pytest.mark.nightly
def test_time_of_compiling_is_charged(open_box: OpenBox) -> None:
    """Once, to the first process that ends: each box compiles its submission, which may be hard to compile."""
    box = open_box(work=COUNTER, **{f"hard{n}": "a = {1: [2, 3]}\n" * 40_000 for n in range(3)})
    used = []
    for _ in range(2):
        connection = box.connect("own")
        assert call(connection, "call", "count") == ["return", 1]
        used.append(connection.finish().cpu_seconds)
    assert used[0] > used[1] + 0.2


HIDING = b"""
from . import sandbox
from os.path import basename

def refused_files():
    return ["forged.py"]

def call():
    return 1

def other():
    return 2

other.__module__ = "elsewhere"
_private = call
"""


@pytest.mark.slow
def test_operations_are_the_drivers_own_but_for_that_of_the_harness(backend: Backend) -> None:
    """A driver's function *refused_files* does not hide the harness's, nor is anything else that it holds an operation."""
    program = Program({"work.py": b"x ="}, {}, {"driver.py": HIDING})
    box = backend.open(program, LIMITS)
    connection = box.connect("own")
    assert call(connection, "refused_files") == ["return", ["work.py"]]
    assert call(connection, "call") == ["return", 1]
    for name in ("basename", "other", "_private", "sandbox"):
        assert call(connection, name)[0] == "missing"
    connection.finish()
    box.close()
