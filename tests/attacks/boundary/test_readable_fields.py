"""Attack 228: each field that an allowed system call shows is read before and after a neighbour's box, and is the same.

So nothing that the kernel keeps for a user or the whole machine, such as a counter, reaches a submission. Every allowed call is on
one of the lists here.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from graders.harness.inside import seccomp, syscalls
from graders.harness.inside.modules import Program
from graders.harness.sandbox.interface import Backend, Level
from tests.attacks.boundary.test_between_boxes import opened, programs
from tests.sandbox.conftest import DRIVER, LIMITS
from tests.sandbox.talk import once

pytestmark = pytest.mark.skipif(not syscalls.supported(), reason="this machine has no sandbox")

READS = """
import ctypes, errno, fcntl, os, resource, select, signal, socket, sys, threading, time

OWN = ["/", "."]
PATHS = [os.__file__, os.path.dirname(os.__file__), sys.executable, "/dev/null", "/dev/random"]
OF_OWN = ("st_mode", "st_ino", "st_nlink", "st_size", "st_blocks")
NUMBERS = range(12)
LIBC = ctypes.CDLL(None, use_errno=True)

def pipe_number():
    return [os.fstat(end).st_ino for end in os.pipe()]

def socket_number():
    return [os.fstat(end.fileno()).st_ino for end in socket.socketpair()]

def file_numbers():
    made = []
    for name in "ab":
        with open(name, "wb") as stream:
            made.append([getattr(os.fstat(stream.fileno()), name) for name in OF_OWN])
        os.remove(name)
    return made

def fields():
    yield from ((f"{call.__name__} {path}", lambda: [getattr(call(path), name) for name in dir(call(path)) if name[:3] == "st_"])
                for call in (os.stat, os.lstat) for path in PATHS)
    yield from ((f"stat {path}", lambda: [getattr(os.stat(path), name) for name in OF_OWN]) for path in OWN)
    yield from ((f"{call.__name__} {path}", lambda: call(path)) for call in (os.listdir, os.listxattr) for path in PATHS + OWN)
    yield from ((f"access {path}", lambda: [os.access(path, mode) for mode in (0, 1, 2, 4)]) for path in PATHS)
    yield from ((f"readlink /proc/self/{name}", lambda: os.readlink(f"/proc/self/{name}")) for name in ("exe", "cwd", "fd/0", "ns/pid"))
    yield from ((f"fstat {number}", lambda: [getattr(os.fstat(number), name) for name in ("st_ino", "st_dev", "st_size")]) for number in NUMBERS)
    yield from ((f"lseek {number}", lambda: os.lseek(number, 0, os.SEEK_CUR)) for number in NUMBERS)
    yield from ((f"fcntl {number} {what}", lambda: fcntl.fcntl(number, what)) for number in NUMBERS for what in range(1040))
    yield from ((f"ioctl {number} {what}", lambda: fcntl.ioctl(number, what, bytes(64))) for number in (0, 1, 2) for what in %(ioctls)s)
    yield from ((f"prctl {what}", lambda: [LIBC.prctl(what, 0, 0, 0, 0), ctypes.get_errno()]) for what in %(prctls)s)
    yield from ((f"prlimit {which}", lambda: resource.getrlimit(which)) for which in range(16))
    yield from ((f"clock_getres {clock}", lambda: time.clock_getres(clock)) for clock in range(12))
    yield from ((name, getattr(os, name)) for name in (
        "getpid", "getppid", "getpgrp", "getgroups", "uname", "getcwd"))
    yield from ((f"{name} {number}", lambda: getattr(os, name)(number)) for name in ("getpgid", "getsid", "sched_getaffinity") for number in range(4))
    yield "gettid", threading.get_native_id
    yield "capget", lambda: os.getresuid() and LIBC.capget(ctypes.create_string_buffer(8), ctypes.create_string_buffer(24))
    yield "sched_get_priority_max", lambda: [os.sched_get_priority_max(policy) for policy in range(4)]
    yield "rt_sigpending", lambda: sorted(signal.sigpending())
    yield "rt_sigprocmask", lambda: sorted(signal.pthread_sigmask(signal.SIG_BLOCK, []))
    yield "rt_sigaction", lambda: [type(signal.getsignal(number)).__name__ for number in range(1, 32)]
    yield "getitimer", lambda: signal.getitimer(signal.ITIMER_REAL)
    yield "wait4", lambda: os.wait3(os.WNOHANG)
    yield "umask", lambda: os.umask(0o22)
    yield "poll", lambda: select.select([0], [1], [], 0)
    yield "epoll_create", lambda: [os.fstat(select.epoll().fileno()).st_size, select.epoll().fileno()]
    yield "the number of an opened file", lambda: os.open(os.devnull, os.O_RDONLY)
    yield "numbers of its files", file_numbers
    yield "pipe", pipe_number
    yield "socketpair", socket_number
    yield "memfd_create", lambda: os.fstat(os.memfd_create("x")).st_ino
    yield "sysinfo", lambda: LIBC.sysinfo(ctypes.create_string_buffer(200)) or os.getloadavg()
    yield "getrusage", lambda: resource.getrusage(resource.RUSAGE_SELF)[4:]
    yield "statvfs", lambda: os.statvfs("/")
    yield "getpriority", lambda: os.getpriority(0, 0)

def read():
    found = {}
    for name, ask in fields():
        try:
            found[name] = repr(ask())
        except (OSError, ValueError, AttributeError) as error:
            found[name] = type(error).__name__ + str(getattr(error, "errno", ""))
    return found

def disturb():
    for _ in range(2000):
        select.epoll().close()
        os.close(os.open(os.devnull, os.O_RDONLY))
        for make in (pipe_number, socket_number):
            try:
                make()
            except OSError:
                pass
    workers = [threading.Thread(target=sum, args=(range(1000),)) for _ in range(20)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for number in range(20):
        with open(f"file{number}", "wb") as stream:
            stream.write(bytes(1000))
    for path in PATHS:
        try:
            with open(path, "rb") as stream:
                stream.read(4096)
        except OSError:
            pass
"""
SOURCE = READS % {
    "ioctls": repr(seccomp._IOCTLS),
    "prctls": repr([what for what in seccomp._PRCTL_ALLOWED if what not in (15, 16)]),
}

TRIED = (
    "access capget clock_getres epoll_create epoll_create1 faccessat faccessat2 fcntl fstat getcwd getdents getdents64"
    " getgroups getitimer getpgid getpgrp getpid getppid getrlimit getsid gettid ioctl listxattr llistxattr lseek lstat newfstatat"
    " open openat poll prctl prlimit64 pselect6 readlink readlinkat rt_sigaction rt_sigpending rt_sigprocmask sched_get_priority_max"
    " sched_get_priority_min sched_getaffinity select stat umask uname wait4 waitid"
)
"""Calls whose answers the program above reads."""
SILENT = {
    "content of its own files and streams, and of those that nobody changes": "read write readv writev pread64 pwrite64 preadv pwritev"
    " sendfile copy_file_range ftruncate truncate fallocate getxattr lgetxattr fgetxattr flistxattr",
    "changes of its own folder, which is empty in each new box": "creat close close_range chdir fchdir rename renameat renameat2 mkdir"
    " mkdirat rmdir link linkat symlink symlinkat unlink unlinkat chmod fchmod fchmodat chown fchown lchown fchownat utime utimes futimesat"
    " utimensat dup dup2 dup3",
    "what it made itself: descriptors, memory, signals, threads": "ppoll epoll_ctl epoll_wait epoll_pwait brk mprotect munmap mremap msync"
    " mmap madvise rt_sigreturn rt_sigtimedwait rt_sigsuspend sigaltstack pause restart_syscall setitimer alarm rseq set_robust_list clone"
    " futex kill tgkill setrlimit exit exit_group",
    "the user of the box, drawn by chance and then the next that is free; the device of its mounts is the lowest that is free (`stat`"
    " of its own folders): both tell that there are other boxes, as the clock does": "getuid geteuid getgid getegid getresuid getresgid",
    "the clock and the processor of the moment: by them two that agree on it can exchange something (not defended)": "nanosleep"
    " gettimeofday time times clock_gettime clock_nanosleep sched_yield getcpu",
    "chance": "getrandom",
}
"""Why other allowed calls tell nothing of what others do, and their names."""


@pytest.fixture
def strong() -> Iterator[Backend]:
    backend = opened(Level.A)
    yield backend
    backend.close()


@pytest.fixture
def weak(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Backend]:
    """A backend whose boxes have no lists of what is allowed."""
    monkeypatch.setattr("graders.harness.sandbox.launched.BOOT", programs(tmp_path))
    backend = opened(Level.A)
    yield backend
    backend.close()


def differences(backend: Backend) -> set[str]:
    """Return the fields that differ before and after a neighbour's box."""
    program = Program({"work.py": SOURCE.encode()}, {}, {"driver.py": DRIVER, "scratch.py": b""})
    seen = []
    for deed in ("read", "disturb", "read"):
        box = backend.open(program, LIMITS)
        kind, answer, *_ = once(box, deed)
        assert kind == "return", answer
        seen.append(answer)
        box.close()
    before, after = seen[0], seen[2]
    assert len(before) > 100 and before.keys() == after.keys()
    return {name for name in before if before[name] != after[name]}


def test_each_allowed_call_is_tried_or_says_why_not() -> None:
    silent = " ".join(SILENT.values()).split()
    allowed = " ".join([*seccomp.ALLOWED.values(), seccomp.WITH_ARGUMENTS]).split()
    assert sorted(allowed) == sorted([*TRIED.split(), *silent])


@pytest.mark.slow
def test_no_field_tells_of_a_neighbour(strong: Backend) -> None:
    assert differences(strong) == set()


@pytest.mark.nightly
def test_without_the_lists_some_would(weak: Backend) -> None:
    assert {"pipe"} <= differences(weak)
