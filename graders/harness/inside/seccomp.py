"""The system call filters of a box: two programs for the kernel's filter machine.

The zygote installs the *box filter* before it receives anything of a submission. The process that
runs the submission adds the *child filter*, which contains its process id. Both are lists of what
is allowed. All other calls are refused: those for which libraries know an older one
(:data:`MISSING`) and those newer than the tables fail as unknown, the rest as not permitted. So a
program meets an error that its library can handle. 32-bit and x32 calls, whose numbers mean other
calls, end the process.

A call is allowed to a child if programs in Python or Java need it, and if it neither leaves nor
shows anything outside of the process. What one box could do to the machine, and another could see,
would carry the input of a hidden check from one submission to another. So a child cannot evict a
file from memory or ask whether it is there, make an object whose number counts all those of the
machine (a pipe, a socket), ask for the machine's load, or learn the number of its own connection.

A call is named, and has the number of the filter's architecture (:mod:`call_numbers`). All calls of
64-bit Arm exist on x86-64, so one list of names serves both; Arm lacks some. There is no filter for
other architectures, because a guessed number would open the box (see :func:`syscalls.supported`).
"""

from __future__ import annotations

import ctypes
import functools
import struct
from typing import NamedTuple

from . import call_numbers, streams, syscalls

ALLOWED = {
    "the content of files": "read write readv writev pread64 pwrite64 preadv pwritev sendfile"
    " copy_file_range lseek ftruncate truncate fallocate",
    "names of files": "open openat creat close close_range access faccessat faccessat2 stat lstat"
    " readlink readlinkat getdents getdents64 getcwd chdir fchdir rename renameat renameat2 mkdir"
    " mkdirat rmdir link linkat symlink symlinkat unlink unlinkat",
    "modes, owners and times": "umask chmod fchmod fchmodat chown fchown lchown fchownat utime"
    " utimes futimesat utimensat",
    "extended attributes, which libraries copy with a file": "getxattr lgetxattr fgetxattr"
    " listxattr llistxattr flistxattr",
    "waiting": "poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait"
    " epoll_pwait wait4 waitid",
    "its memory": "brk mprotect munmap mremap msync",
    "signals to itself": "rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigtimedwait"
    " rt_sigsuspend sigaltstack pause restart_syscall",
    "time": "nanosleep gettimeofday time times getitimer setitimer alarm",
    "threads, and the end": "rseq set_robust_list sched_yield sched_getaffinity getcpu"
    " sched_get_priority_max sched_get_priority_min exit exit_group",
    "what it is": "getpid getppid gettid getpgrp getuid geteuid getgid getegid getresuid getresgid"
    " getgroups capget getrlimit setrlimit uname",
    "chance": "getrandom",
}
"""Calls that a child may make with any arguments, by purpose."""

WITH_ARGUMENTS = (
    "clock_getres clock_gettime clock_nanosleep clone dup dup2 dup3 fcntl fstat futex getpgid"
    " getsid ioctl kill madvise mmap newfstatat prctl prlimit64 tgkill"
)
"""Calls that a child may make with some arguments."""

PROGRAM_START = "arch_prctl set_tid_address"
"""Calls of a program that a child becomes, at its start."""

ZYGOTE_ALLOWED = {
    "messages with its children, their standard streams and sessions": "pipe pipe2 memfd_create"
    " setsid",
    "the control socket": "sendto sendmsg recvfrom recvmsg",
    "the rules of its children": "seccomp landlock_create_ruleset landlock_add_rule"
    " landlock_restrict_self",
    "room for files": "statfs fstatfs",
}
"""Further calls of the zygote, which runs no code of a submission."""

WITHOUT_EFFECT = ("fsync", "fdatasync")
"""Calls that succeed and do nothing: files live as long as their box, and the time that a disk
needs depends on what others write.
"""

MISSING = (
    "clone3",  # a filter cannot read its flags, which lie in memory
    "statx",  # shows the number of a mount, which counts all mounts of the machine
    "preadv2",  # tells whether a page is in memory
    "pwritev2",
    "openat2",
    "epoll_pwait2",
    "futex_waitv",
    "membarrier",
    "pkey_alloc",
    "pkey_free",
    "pkey_mprotect",
)
"""Calls that do not exist, so that libraries use older ones."""

SHARED_FILES_DENIED = (
    # calls that Landlock does not cover (truncation: only from Linux 6.2 on), for boxes that see
    # the host's files
    "chmod",
    "fchmod",
    "fchmodat",
    "chown",
    "fchown",
    "lchown",
    "fchownat",
    "utime",
    "utimes",
    "futimesat",
    "utimensat",
    "truncate",
)

_FORK = (0x01200011, 0x00000011)
"""Flags of clone for a process: those of glibc, and none but the signal at its end."""
_THREAD = (0x003D0F00, 0x007D0F00)
"""Flags of clone for a thread: those of glibc and of musl."""
_IOCTLS = (0x5401, 0x802C542A, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451, 0x40049409)
"""TCGETS, TCGETS2 and TIOCGWINSZ, by which a library looks for a terminal; FIONREAD, FIONBIO,
FIONCLEX, FIOCLEX; FICLONE, which a library tries when it copies a file.
"""
_FCNTLS = (0, 1030, 1, 2, 3, 4)
"""F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL. Locks, leases, notices and hints
belong to a file, so that other boxes see them.
"""
_ADVICE = (0, 1, 2, 4, 8, 14, 15, 16, 17, 18, 19, 23, 102, 103)
"""Advice on a process's own memory: NORMAL, RANDOM, SEQUENTIAL, DONTNEED, FREE, HUGEPAGE,
NOHUGEPAGE, DONTDUMP, DODUMP, WIPEONFORK, KEEPONFORK, POPULATE_WRITE and guards of stacks. The rest
moves pages of files into memory or out of it, or shares equal pages between processes.
"""
_HUGE_PAGES = 0x40000
"""MAP_HUGETLB, which takes from a store of the machine's."""
_PRIVATE_FUTEX = 128
_WAITS = (0, 9, 0x100, 0x109)
"""FUTEX_WAIT and FUTEX_WAIT_BITSET by both clocks, by which libraries wait for the end of a thread.
Waking at a page of a file could wake a process of another box.
"""
_OF_A_THREAD, _OF_A_PROCESS = 4, 0x80000000
"""A bit of the clock of a thread, and the least number of a clock of any process or thread. The
kernel shows a thread's only to its own process.
"""
CHANNEL = (3,)
"""Descriptor of a child's connection to the judge: not to be asked for its number, nor duplicated
for that.
"""
STANDARD = (0, 1)
"""Files of a child's own for standard input and output. Their numbers count the machine's, too."""
PROGRAM_CHANNEL = (0, 1)
"""The same of a program that a child becomes."""
_PRCTL_ALLOWED = (2, 3, 15, 16, 21, 23, 25, 27, 30, 37, 39, 40, 0x53564D41)
"""Options that only read, and the names of threads and mappings."""

_X32_BIT = 0x40000000
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
ALLOW = 0x7FFF0000
KILL_PROCESS = 0x80000000
IGNORED = 0x00050000
"""The call does nothing and succeeds."""
EPERM = 0x00050000 | 1
ENOSYS = 0x00050000 | 38


class Architecture(NamedTuple):
    """The facts of an architecture that filters depend on."""

    audit: int
    """The number by which the kernel names it to a filter."""
    killed: tuple[int, ...]
    """Numbers from which on all calls are another kind's, and end the process."""
    prctl_allowed: tuple[int, ...]
    """Further options of prctl that only read."""


ARCHITECTURES = {
    "x86_64": Architecture(0xC000003E, (_X32_BIT,), ()),
    # PR_SVE_GET_VL: a Java virtual machine asks for the length of vectors
    "aarch64": Architecture(0xC00000B7, (), (51,)),
}
"""By the machine's name, as in :data:`call_numbers.TABLES`."""


class Filter:
    """The instructions of a filter for one architecture."""

    def __init__(self, machine: str = syscalls.MACHINE) -> None:
        """Begin a filter. It ends processes that use another architecture's calls.

        Raises KeyError if *machine* has no sandbox.
        """
        self.architecture = ARCHITECTURES[machine]
        self.numbers = call_numbers.of(machine)
        self.verdicts = {call_numbers.FIRST_UNKNOWN: ENOSYS}
        """By number. Those from the last one on have its verdict, too."""
        self.code = [
            (_LOAD, 0, 0, _ARCHITECTURE),
            (_EQUAL, 1, 0, self.architecture.audit),
            (_RETURN, 0, 0, KILL_PROCESS),
            (_LOAD, 0, 0, _NUMBER),
        ]
        for number in self.architecture.killed:
            self.code += [(_AT_LEAST, 0, 1, number), (_RETURN, 0, 0, KILL_PROCESS)]

    def on(self, verdict: int, *names: str) -> None:
        """Give *verdict* on the calls *names* that this architecture has, unless there is one."""
        for name in names:
            if name in self.numbers:
                self.verdicts.setdefault(self.numbers[name], verdict)

    def when(
        self,
        name: str,
        argument: int,
        test: int,
        values: tuple[int, ...],
        met: int,
        otherwise: int | None = None,
    ) -> None:
        """On the call *name*, give the verdict *met* if the low half of *argument* passes *test*
        for any of *values*. Without *otherwise*, later rules give the other verdict.
        """
        if name not in self.numbers:
            return
        last = len(values) - 1
        block = [(_LOAD, 0, 0, _ARGUMENTS + 8 * argument)]
        for place, value in enumerate(values):
            block.append((test, last - place, int(place == last), value))
        block.append((_RETURN, 0, 0, met))
        if otherwise is None:
            block.append((_LOAD, 0, 0, _NUMBER))
        else:
            block.append((_RETURN, 0, 0, otherwise))
        self.code += [(_EQUAL, 0, len(block), self.numbers[name]), *block]

    def keep_deletable(self) -> None:
        """Let the owner of a folder list it, and ignore other changes of modes, owners and times.

        They succeed without effect, because libraries copy them with a file.
        """
        self.on(IGNORED, *sorted({*SHARED_FILES_DENIED} - {"truncate"}))
        self.when("umask", 0, _ANY_BIT, (0o700,), EPERM, ALLOW)
        for name, mode in (("mkdir", 1), ("mkdirat", 2)):
            self.when(name, mode, _ANY_BIT, (0o400,), ALLOW, EPERM)

    def assemble(self, otherwise: int = ALLOW) -> bytes:
        """Return the filter. It gives the verdict *otherwise* on known calls that have none."""
        starts: list[tuple[int, int]] = []
        for number in range(call_numbers.FIRST_UNKNOWN + 1):
            verdict = self.verdicts.get(number, otherwise)
            if not starts or starts[-1][1] != verdict:
                starts.append((number, verdict))
        program = [*self.code, *_search(starts)]
        return b"".join(struct.pack("=HBBI", *instruction) for instruction in program)


def _search(starts: list[tuple[int, int]]) -> list[tuple[int, int, int, int]]:
    """Return instructions that find the verdict of the loaded number: that of the last of *starts*,
    pairs of a number and a verdict in order, whose number is not larger.

    The kernel tries a new filter on every number, so halving saves most of the time to install it.
    """
    if len(starts) == 1:
        return [(_RETURN, 0, 0, starts[0][1])]
    middle = len(starts) // 2
    below, above = _search(starts[:middle]), _search(starts[middle:])
    return [(_AT_LEAST, len(below), 0, starts[middle][0]), *below, *above]


def _words(*texts: str) -> list[str]:
    return " ".join(texts).split()


@functools.cache
def box_filter(
    may_exec: bool = False,
    files_shared: bool = False,
    machine: str = syscalls.MACHINE,
    *,
    writable: bool = False,
) -> bytes:
    """Return the filter of a box.

    may_exec: allow exec, to install it before the interpreter is started;
    files_shared: the box sees the host's files;
    writable: it has a folder for files.
    """
    rules = Filter(machine)
    if files_shared and writable:
        rules.keep_deletable()
    if files_shared:
        rules.on(EPERM, *SHARED_FILES_DENIED)
    rules.when("clone", 0, _EQUAL, _FORK + _THREAD, ALLOW, EPERM)
    rules.when("ioctl", 1, _EQUAL, _IOCTLS, ALLOW, EPERM)
    rules.on(IGNORED, *WITHOUT_EFFECT)
    rules.on(ENOSYS, *MISSING)
    allowed = _words(*ALLOWED.values(), WITH_ARGUMENTS, *ZYGOTE_ALLOWED.values())
    rules.on(ALLOW, *allowed)
    if may_exec:
        rules.on(ALLOW, "execve", *_words(PROGRAM_START))
    return rules.assemble(EPERM)


def _assemble_child_filter(pid: int, program: int, machine: str) -> bytes:
    rules = Filter(machine)
    if program:
        rules.when("execve", 0, _EQUAL, (program & 0xFFFFFFFF,), ALLOW, EPERM)
        rules.on(ALLOW, *_words(PROGRAM_START))
    channel = PROGRAM_CHANNEL if program else CHANNEL + STANDARD + streams.COPIES
    if not program:
        for name in ("dup2", "dup3"):
            rules.when(name, 0, _EQUAL, CHANNEL, EPERM)
            rules.when(name, 1, _EQUAL, STANDARD + streams.COPIES, ALLOW)
    for name in ("fstat", "newfstatat", "dup", "dup2", "dup3"):
        rules.when(name, 0, _EQUAL, channel, EPERM, ALLOW)
    rules.when("fcntl", 0, _EQUAL, channel, EPERM)
    rules.when("fcntl", 1, _EQUAL, _FCNTLS, ALLOW, EPERM)
    rules.when("ioctl", 1, _EQUAL, _IOCTLS, ALLOW, EPERM)
    rules.when("clone", 0, _EQUAL, _THREAD, ALLOW, EPERM)
    rules.when("futex", 1, _ANY_BIT, (_PRIVATE_FUTEX,), ALLOW)
    rules.when("futex", 1, _EQUAL, _WAITS, ALLOW, EPERM)
    rules.when("mmap", 3, _ANY_BIT, (_HUGE_PAGES,), EPERM, ALLOW)
    rules.when("madvise", 2, _EQUAL, _ADVICE, ALLOW, EPERM)
    for name in ("clock_gettime", "clock_getres", "clock_nanosleep"):
        rules.when(name, 0, _ANY_BIT, (_OF_A_THREAD,), ALLOW)
        rules.when(name, 0, _AT_LEAST, (_OF_A_PROCESS,), EPERM, ALLOW)
    for name in ("kill", "tgkill"):
        rules.when(name, 0, _EQUAL, (pid,), ALLOW, EPERM)
    for name in ("getpgid", "getsid"):
        rules.when(name, 0, _EQUAL, (0, pid), ALLOW, EPERM)
    rules.when("prlimit64", 0, _EQUAL, (0,), ALLOW, EPERM)
    reading = _PRCTL_ALLOWED + rules.architecture.prctl_allowed
    rules.when("prctl", 0, _EQUAL, reading, ALLOW, EPERM)
    rules.on(IGNORED, *WITHOUT_EFFECT)
    rules.on(ENOSYS, *MISSING)
    rules.on(ALLOW, *_words(*ALLOWED.values()))
    return rules.assemble(EPERM)


_SOME_PID = 0x7A7A7A7A
_PID_BYTES = struct.pack("=I", _SOME_PID)
_TEMPLATES = {
    machine: _assemble_child_filter(_SOME_PID, 0, machine)
    for machine in ARCHITECTURES
    if machine == syscalls.MACHINE
}
"""Assembled once, because a child is forked for every check."""


def child_filter(pid: int, program: int = 0, machine: str = syscalls.MACHINE) -> bytes:
    """Return the filter that confines the process *pid*, which runs a submission, to itself.

    *program*: address of a path that it may execute, if the box's filter allows it.
    """
    if program or machine != syscalls.MACHINE:
        return _assemble_child_filter(pid, program, machine)
    return _TEMPLATES[machine].replace(_PID_BYTES, struct.pack("=I", pid))


def install(program: bytes) -> None:
    """Install the filter *program* on this process, irreversibly. Needs no_new_privs."""
    code = ctypes.create_string_buffer(program, len(program))
    block = struct.pack("=H6xQ", len(program) // 8, ctypes.addressof(code))
    set_mode_filter, speculation_allowed = 1, 4
    syscalls.syscall("seccomp", set_mode_filter, speculation_allowed, block)
