"""Ordinary programs of the standard library work in a box: the filters of system calls allow what they need."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graders.harness.inside.modules import Program
from graders.harness.inside.syscalls import supported
from graders.harness.sandbox import find_interpreter, select_backend
from graders.harness.sandbox.interface import Backend, SandboxRefused
from tests.sandbox.conftest import DRIVER, LIMITS
from tests.sandbox.talk import once

pytestmark = pytest.mark.skipif(not supported(), reason="this machine has no sandbox")

RELEASES = ("3.10", "3.14", "3.11", "3.12", "3.13")
"""The oldest and the newest by day; those in between at night."""

WORK = """
import asyncio.events, copy, ctypes, datetime, decimal, io, json, logging, math, mmap, os, pathlib, pickle, queue, random
import re, select, selectors, shutil, signal, sqlite3, statistics, string, tempfile, threading, time, timeit, unittest
import concurrent.futures, contextlib, zipfile

def files():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "one.txt")
        path.write_text("text")
        shutil.copy2(path, path.with_name("two.txt"))
        shutil.copytree(folder, folder + "-copy")
        os.replace(path, path.with_name("three.txt"))
        with open(path.with_name("three.txt"), "r+b") as stream:
            os.fsync(stream.fileno())
            os.utime(stream.name, (1, 1))
            os.truncate(stream.name, 2)
            copy_of = os.dup(stream.fileno())
            assert os.isatty(copy_of) is False and os.fstat(copy_of).st_size == 2
            os.close(copy_of)
            with mmap.mmap(stream.fileno(), 0) as view:
                view[0:1] = b"T"
                view.flush()
        with zipfile.ZipFile(os.path.join(folder, "a.zip"), "w") as archive:
            archive.write(path.with_name("two.txt"), "two.txt")
        with contextlib.closing(sqlite3.connect(":memory:")) as base:
            base.execute("create table a (b)")
            base.commit()
        names = sorted(os.listdir(folder))
        shutil.rmtree(folder + "-copy")
    with tempfile.NamedTemporaryFile("w+") as stream, tempfile.SpooledTemporaryFile() as other:
        stream.write("x")
        other.write(b"x")
    assert os.access(".", os.R_OK) and os.path.realpath(".") == os.getcwd()
    return names

def threads():
    done = queue.Queue()
    workers = [threading.Thread(target=done.put, args=(number,)) for number in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        total = sum(pool.map(abs, range(-3, 0)))
    timer = threading.Timer(0.01, done.put, [10])
    timer.start()
    timer.join()
    barrier, event = threading.Barrier(1), threading.Event()
    barrier.wait()
    assert not event.wait(0.01)
    return sorted(done.get() for _ in range(5)), total

def signals():
    seen = []
    signal.signal(signal.SIGUSR1, lambda number, frame: seen.append(number))
    os.kill(os.getpid(), signal.SIGUSR1)
    signal.raise_signal(signal.SIGUSR1)
    signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)
    signal.signal(signal.SIGALRM, lambda number, frame: seen.append(number))
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    signal.pause()
    signal.alarm(0)
    return len(seen)

def waiting():
    with open(os.devnull) as stream:
        poll = select.poll()
        poll.register(stream, select.POLLIN)
        ready = len(poll.poll(0)) + len(select.select([stream], [], [], 0)[0])
    with selectors.DefaultSelector() as selector:
        assert selector.select(0) == []
    time.sleep(0.001)
    return ready

def clocks():
    names = ("time", "monotonic", "perf_counter", "process_time", "thread_time")
    assert all(getattr(time, name)() >= 0 for name in names)
    assert all(time.get_clock_info(name).resolution > 0 for name in names)
    clock = time.pthread_getcpuclockid(threading.get_ident())
    return [time.clock_gettime(clock) >= 0, timeit.timeit("1", number=10) >= 0, datetime.datetime.now().year > 2000]

def chance():
    return len(os.urandom(8)) + len(str(random.SystemRandom().random())[:2]) + len(bytes(random.getrandbits(8) for _ in "ab"))

def native():
    doubled = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(lambda number: 2 * number)
    anonymous = mmap.mmap(-1, 8192)
    anonymous.madvise(mmap.MADV_DONTNEED)
    anonymous.close()
    large = [bytes(1 << 22) for _ in range(4)]
    del large
    return doubled(21)

def about():
    return [os.getpid() > 0, os.getpgid(0) >= 0, os.cpu_count() >= 1, os.uname().nodename, len(os.sched_getaffinity(0)) >= 1]

def clears():
    import subprocess
    shell, piped = {"shell": True}, {"capture_output": True, "text": True, "check": True}
    with os.popen("cls||clear") as shown, subprocess.Popen(["clear"], stdin=subprocess.PIPE, text=True) as process:
        process.stdin.write("")
        texts = [shown.read(), subprocess.check_output(["tput", "clear"]), subprocess.run("clear", **shell, **piped).stdout]
    process.terminate()
    statuses = [os.system("clear"), os.system("CLS"), subprocess.call("cls", shell=True), subprocess.call(["clear"])]
    statuses += [subprocess.run(("cmd", "/c", "cls")).returncode, process.wait(1), process.poll(), shown.close()]
    return texts, statuses, os.system("clear; ls") != 0

def no_other_program():
    import subprocess
    errors = []
    for deed in (lambda: subprocess.run(["true"]), lambda: os.popen("clear x"), os.fork, os.pipe, lambda: __import__("socket").socket()):
        try:
            deed()
        except PermissionError:
            errors.append(True)
    return errors
"""

EXPECTED = {
    "files": ["a.zip", "three.txt", "two.txt"],
    "threads": ([0, 1, 2, 3, 10], 6),
    "signals": 4,
    "waiting": 2,
    "clocks": [True, True, True],
    "chance": 12,
    "native": 42,
    "about": [True, True, True, "box", True],
    "clears": (["", b"", ""], [0, 0, 0, 0, 0, 0, 0, None], True),
    "no_other_program": [True] * 5,
}


@pytest.fixture(
    scope="module",
    params=[
        *RELEASES[:2],
        *(pytest.param(one, marks=pytest.mark.nightly) for one in RELEASES[2:]),
    ],
)
def release(request: pytest.FixtureRequest) -> Iterator[Backend]:
    """The strongest backend of this machine, for one release of Python."""
    try:
        chosen = select_backend(find_interpreter(request.param))
    except SandboxRefused as refused:
        pytest.skip(str(refused))
    yield chosen
    chosen.close()


def check(backend: Backend, name: str) -> None:
    """Run a function of the ordinary program in a box, and compare what it returns."""
    box = backend.open(Program({"work.py": WORK.encode()}, {}, {"driver.py": DRIVER}), LIMITS)
    try:
        assert once(box, name) == ["return", EXPECTED[name]]
    finally:
        box.close()


@pytest.mark.parametrize("name", EXPECTED)
def test_ordinary_program_works(backend: Backend, name: str) -> None:
    check(backend, name)


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPECTED)
def test_ordinary_program_works_in_every_release(release: Backend, name: str) -> None:
    check(release, name)
