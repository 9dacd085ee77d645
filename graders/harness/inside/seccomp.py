"""The system call filters of a box: two programs for the kernel's filter machine.

The zygote installs the *box filter* before it receives anything of a submission. The process that
runs the submission adds the *child filter*, which contains its process id. Both refuse the calls
that they name with EPERM and allow all others, because a list of allowed calls breaks with every
release of CPython. They end a process that makes 32-bit or x32 calls, whose numbers mean other
calls. Calls newer than these tables fail as unknown.

A call is named, and has the number of the filter's architecture (:mod:`call_numbers`). All calls of
64-bit Arm exist on x86-64, so one list of names serves both; Arm lacks some. There is no filter for
other architectures, because a guessed number would open the box (see :func:`syscalls.supported`).
"""

from __future__ import annotations

import ctypes
import struct
from typing import NamedTuple

from . import call_numbers, syscalls

BOX_DENIED = (
    # sockets, also through rare calls
    "socket",
    "socketpair",
    "connect",
    "bind",
    "listen",
    "accept",
    "accept4",
    "getsockopt",
    "setsockopt",
    "getsockname",
    "getpeername",
    "shutdown",
    "sendmmsg",
    "recvmmsg",
    # asynchronous input and output, which bypasses filters
    "io_uring_setup",
    "io_uring_enter",
    "io_uring_register",
    "io_setup",
    "io_destroy",
    "io_submit",
    "io_cancel",
    "io_getevents",
    "io_pgetevents",
    # mounts and namespaces
    "mount",
    "umount2",
    "pivot_root",
    "chroot",
    "unshare",
    "setns",
    "move_mount",
    "open_tree",
    "fsopen",
    "fsconfig",
    "fsmount",
    "fspick",
    "mount_setattr",
    "swapon",
    "swapoff",
    "quotactl",
    "quotactl_fd",
    # other processes' memory and descriptors
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "process_madvise",
    "process_mrelease",
    "kcmp",
    "pidfd_getfd",
    "pidfd_open",
    "pidfd_send_signal",
    "rt_sigqueueinfo",
    "rt_tgsigqueueinfo",
    # kernel surface that no submission needs
    "bpf",
    "perf_event_open",
    "userfaultfd",
    "memfd_create",
    "memfd_secret",
    "keyctl",
    "add_key",
    "request_key",
    "init_module",
    "finit_module",
    "delete_module",
    "kexec_load",
    "kexec_file_load",
    "reboot",
    "syslog",
    "acct",
    "nfsservctl",
    "lookup_dcookie",
    "modify_ldt",
    "iopl",
    "ioperm",
    "personality",
    "name_to_handle_at",
    "open_by_handle_at",
    "fanotify_init",
    "fanotify_mark",
    "inotify_init",
    "inotify_init1",
    "inotify_add_watch",
    "vmsplice",
    "uselib",
    "ustat",
    "sysfs",
    "_sysctl",
    "vhangup",
    "create_module",
    "get_kernel_syms",
    "query_module",
    # identity and capabilities
    "setuid",
    "setgid",
    "setreuid",
    "setregid",
    "setresuid",
    "setresgid",
    "setfsuid",
    "setfsgid",
    "setgroups",
    "capset",
    # clock and names of the machine
    "settimeofday",
    "clock_settime",
    "adjtimex",
    "clock_adjtime",
    "sethostname",
    "setdomainname",
    # System V and POSIX message passing
    "shmget",
    "shmat",
    "shmctl",
    "shmdt",
    "semget",
    "semop",
    "semtimedop",
    "semctl",
    "msgget",
    "msgsnd",
    "msgrcv",
    "msgctl",
    "mq_open",
    "mq_unlink",
    "mq_timedsend",
    "mq_timedreceive",
    "mq_notify",
    "mq_getsetattr",
    # special files
    "mknod",
    "mknodat",
    # extended attributes, which outlive a file's content
    "setxattr",
    "lsetxattr",
    "fsetxattr",
    "removexattr",
    "lremovexattr",
    "fremovexattr",
    # other programs
    "execve",
    "execveat",
    # the machine's disks
    "sync",
    "syncfs",
    # memory of several nodes
    "migrate_pages",
    "move_pages",
    "mbind",
    "set_mempolicy",
    "set_mempolicy_home_node",
)

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

CHILD_DENIED = (
    # processes and sessions
    "fork",
    "vfork",
    "setsid",
    "setpgid",
    # messages with descriptors
    "sendmsg",
    "recvmsg",
    "sendto",
    "recvfrom",
    # other processes' time
    "setpriority",
    "sched_setaffinity",
    "sched_setscheduler",
    "sched_setparam",
    "sched_setattr",
    "ioprio_set",
    # further rules
    "seccomp",
    "landlock_create_ruleset",
    "landlock_add_rule",
    "landlock_restrict_self",
    # single threads of other processes
    "tkill",
    # locks on files that other boxes see
    "flock",
)

_NAMESPACES = (
    syscalls.CLONE_NEWNS
    | syscalls.CLONE_NEWCGROUP
    | syscalls.CLONE_NEWUTS
    | syscalls.CLONE_NEWIPC
    | syscalls.CLONE_NEWUSER
    | syscalls.CLONE_NEWPID
    | syscalls.CLONE_NEWNET
)
_CLONE_THREAD = 0x00010000
_TYPING = (0x5412, 0x541C)
"""TIOCSTI and TIOCLINUX, which type into a terminal."""
_OWNERS = (0x8901, 0x8902, 0x5452)
"""FIOSETOWN, SIOCSPGRP, FIOASYNC, which make the kernel signal any process."""
_FCNTL_DENIED = (8, 10, 15, 5, 6, 7, 36, 37, 38, 1024, 1026)
"""F_SETOWN, F_SETSIG and F_SETOWN_EX, which do the same; the locks, F_SETLEASE and F_NOTIFY, which
other boxes see.
"""
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
        self.code = [
            (_LOAD, 0, 0, _ARCHITECTURE),
            (_EQUAL, 1, 0, self.architecture.audit),
            (_RETURN, 0, 0, KILL_PROCESS),
            (_LOAD, 0, 0, _NUMBER),
        ]
        for number in self.architecture.killed:
            self._give(KILL_PROCESS, _AT_LEAST, number)
        self._give(ENOSYS, _AT_LEAST, call_numbers.FIRST_UNKNOWN)

    def _give(self, verdict: int, test: int, value: int) -> None:
        self.code += [(test, 0, 1, value), (_RETURN, 0, 0, verdict)]

    def on(self, name: str, verdict: int) -> None:
        """Give *verdict* on the call *name*, if this architecture has it."""
        if name in self.numbers:
            self._give(verdict, _EQUAL, self.numbers[name])

    def when(
        self,
        name: str,
        argument: int,
        test: int,
        values: tuple[int, ...],
        met: int,
        otherwise: int,
    ) -> None:
        """On the call *name*, give the verdict *met* if the low half of *argument* passes *test*
        for any of *values*.
        """
        block = [(_LOAD, 0, 0, _ARGUMENTS + 8 * argument)]
        for value in values:
            block += [(test, 0, 1, value), (_RETURN, 0, 0, met)]
        block.append((_RETURN, 0, 0, otherwise))
        self.code += [(_EQUAL, 0, len(block), self.numbers[name]), *block]

    def keep_deletable(self) -> None:
        """Let the owner of a folder list it, and ignore other changes of modes, owners and times.

        They succeed without effect, because libraries copy them with a file.
        """
        for name in sorted({*SHARED_FILES_DENIED} - {"truncate"}):
            self.on(name, IGNORED)
        self.when("umask", 0, _ANY_BIT, (0o700,), EPERM, ALLOW)
        for name, mode in (("mkdir", 1), ("mkdirat", 2)):
            if name in self.numbers:
                self.when(name, mode, _ANY_BIT, (0o400,), ALLOW, EPERM)

    def assemble(self) -> bytes:
        """Return the filter. It allows the calls that have no verdict."""
        program = [*self.code, (_RETURN, 0, 0, ALLOW)]
        return b"".join(struct.pack("=HBBI", *instruction) for instruction in program)


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
    for name in (SHARED_FILES_DENIED if files_shared else ()) + BOX_DENIED:
        if not (may_exec and name == "execve"):
            rules.on(name, EPERM)
    # a filter cannot read its flags, which lie in memory; the library falls back to clone
    rules.on("clone3", ENOSYS)
    rules.when("clone", 0, _ANY_BIT, (_NAMESPACES,), EPERM, ALLOW)
    rules.when("ioctl", 1, _EQUAL, _TYPING + _OWNERS, EPERM, ALLOW)
    return rules.assemble()


def _assemble_child_filter(pid: int, program: int, machine: str) -> bytes:
    rules = Filter(machine)
    if program:
        rules.when("execve", 0, _EQUAL, (program & 0xFFFFFFFF,), ALLOW, EPERM)
    for name in CHILD_DENIED:
        rules.on(name, EPERM)
    rules.when("clone", 0, _ANY_BIT, (_CLONE_THREAD,), ALLOW, EPERM)
    rules.when("kill", 0, _EQUAL, (pid,), ALLOW, EPERM)
    rules.when("tgkill", 0, _EQUAL, (pid,), ALLOW, EPERM)
    rules.when("prlimit64", 0, _EQUAL, (0,), ALLOW, EPERM)
    rules.when("fcntl", 1, _EQUAL, _FCNTL_DENIED, EPERM, ALLOW)
    reading = _PRCTL_ALLOWED + rules.architecture.prctl_allowed
    rules.when("prctl", 0, _EQUAL, reading, ALLOW, EPERM)
    return rules.assemble()


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
