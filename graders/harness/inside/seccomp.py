"""The system call filters of a box: two programs for the kernel's filter machine.

The zygote installs the *box filter* before it receives anything of a submission. The process that
runs the submission adds the *child filter*, which contains its process id. Both refuse the calls
that they name with EPERM and allow all others, because a list of allowed calls breaks with every
release of CPython. They end a process that makes 32-bit or x32 calls, whose numbers mean other
calls. Calls newer than these tables fail as unknown.

The tables are for x86-64 only; tables for another architecture must not be guessed (see
:func:`syscalls.supported`).
"""

from __future__ import annotations

import ctypes
import struct

from . import syscalls

BOX_DENIED = {
    # sockets, also through rare calls
    "socket": 41,
    "socketpair": 53,
    "connect": 42,
    "bind": 49,
    "listen": 50,
    "accept": 43,
    "accept4": 288,
    "getsockopt": 55,
    "setsockopt": 54,
    "getsockname": 51,
    "getpeername": 52,
    "shutdown": 48,
    "sendmmsg": 307,
    "recvmmsg": 299,
    # asynchronous input and output, which bypasses filters
    "io_uring_setup": 425,
    "io_uring_enter": 426,
    "io_uring_register": 427,
    "io_setup": 206,
    "io_destroy": 207,
    "io_submit": 209,
    "io_cancel": 210,
    "io_getevents": 208,
    "io_pgetevents": 333,
    # mounts and namespaces
    "mount": 165,
    "umount2": 166,
    "pivot_root": 155,
    "chroot": 161,
    "unshare": 272,
    "setns": 308,
    "move_mount": 429,
    "open_tree": 428,
    "fsopen": 430,
    "fsconfig": 431,
    "fsmount": 432,
    "fspick": 433,
    "mount_setattr": 442,
    "swapon": 167,
    "swapoff": 168,
    "quotactl": 179,
    "quotactl_fd": 443,
    # other processes' memory and descriptors
    "ptrace": 101,
    "process_vm_readv": 310,
    "process_vm_writev": 311,
    "process_madvise": 440,
    "process_mrelease": 448,
    "kcmp": 312,
    "pidfd_getfd": 438,
    "pidfd_open": 434,
    "pidfd_send_signal": 424,
    "rt_sigqueueinfo": 129,
    "rt_tgsigqueueinfo": 297,
    # kernel surface that no submission needs
    "bpf": 321,
    "perf_event_open": 298,
    "userfaultfd": 323,
    "memfd_create": 319,
    "memfd_secret": 447,
    "keyctl": 250,
    "add_key": 248,
    "request_key": 249,
    "init_module": 175,
    "finit_module": 313,
    "delete_module": 176,
    "kexec_load": 246,
    "kexec_file_load": 320,
    "reboot": 169,
    "syslog": 103,
    "acct": 163,
    "nfsservctl": 180,
    "lookup_dcookie": 212,
    "modify_ldt": 154,
    "iopl": 172,
    "ioperm": 173,
    "personality": 135,
    "name_to_handle_at": 303,
    "open_by_handle_at": 304,
    "fanotify_init": 300,
    "fanotify_mark": 301,
    "inotify_init": 253,
    "inotify_init1": 294,
    "inotify_add_watch": 254,
    "vmsplice": 278,
    "uselib": 134,
    "ustat": 136,
    "sysfs": 139,
    "_sysctl": 156,
    "vhangup": 153,
    "create_module": 174,
    "get_kernel_syms": 177,
    "query_module": 178,
    # identity and capabilities
    "setuid": 105,
    "setgid": 106,
    "setreuid": 113,
    "setregid": 114,
    "setresuid": 117,
    "setresgid": 119,
    "setfsuid": 122,
    "setfsgid": 123,
    "setgroups": 116,
    "capset": 126,
    # clock and names of the machine
    "settimeofday": 164,
    "clock_settime": 227,
    "adjtimex": 159,
    "clock_adjtime": 305,
    "sethostname": 170,
    "setdomainname": 171,
    # System V and POSIX message passing
    "shmget": 29,
    "shmat": 30,
    "shmctl": 31,
    "shmdt": 67,
    "semget": 64,
    "semop": 65,
    "semtimedop": 220,
    "semctl": 66,
    "msgget": 68,
    "msgsnd": 69,
    "msgrcv": 70,
    "msgctl": 71,
    "mq_open": 240,
    "mq_unlink": 241,
    "mq_timedsend": 242,
    "mq_timedreceive": 243,
    "mq_notify": 244,
    "mq_getsetattr": 245,
    # special files
    "mknod": 133,
    "mknodat": 259,
    # extended attributes, which outlive a file's content
    "setxattr": 188,
    "lsetxattr": 189,
    "fsetxattr": 190,
    "removexattr": 197,
    "lremovexattr": 198,
    "fremovexattr": 199,
    # other programs
    "execve": 59,
    "execveat": 322,
    # the machine's disks
    "sync": 162,
    "syncfs": 306,
    # memory of several nodes
    "migrate_pages": 256,
    "move_pages": 279,
    "mbind": 237,
    "set_mempolicy": 238,
    "set_mempolicy_home_node": 450,
}

SHARED_FILES_DENIED = {
    # calls that Landlock does not cover (truncation: only from Linux 6.2 on), for boxes that see
    # the host's files
    "chmod": 90,
    "fchmod": 91,
    "fchmodat": 268,
    "chown": 92,
    "fchown": 93,
    "lchown": 94,
    "fchownat": 260,
    "utime": 132,
    "utimes": 235,
    "futimesat": 261,
    "utimensat": 280,
    "truncate": 76,
}

CHILD_DENIED = {
    # processes and sessions
    "fork": 57,
    "vfork": 58,
    "setsid": 112,
    "setpgid": 109,
    # messages with descriptors
    "sendmsg": 46,
    "recvmsg": 47,
    "sendto": 44,
    "recvfrom": 45,
    # other processes' time
    "setpriority": 141,
    "sched_setaffinity": 203,
    "sched_setscheduler": 144,
    "sched_setparam": 142,
    "sched_setattr": 314,
    "ioprio_set": 251,
    # further rules
    "seccomp": 317,
    "landlock_create_ruleset": 444,
    "landlock_add_rule": 445,
    "landlock_restrict_self": 446,
    # single threads of other processes
    "tkill": 200,
    # locks on files that other boxes see
    "flock": 73,
}

_CLONE, _CLONE3, _IOCTL, _KILL, _TGKILL, _PRLIMIT, _FCNTL, _PRCTL, _SECCOMP = (
    56,
    435,
    16,
    62,
    234,
    302,
    72,
    157,
    317,
)
_FIRST_UNKNOWN = 451

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

_AUDIT_X86_64 = 0xC000003E
_X32_BIT = 0x40000000
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
_ALLOW = 0x7FFF0000
_KILL_PROCESS = 0x80000000
_EPERM = 0x00050000 | 1
_ENOSYS = 0x00050000 | 38


def on(number: int, verdict: int) -> list[tuple[int, int, int, int]]:
    """Return instructions that give *verdict* on the call *number*."""
    return [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, verdict)]


def when(
    number: int,
    argument: int,
    test: int,
    values: tuple[int, ...],
    met: int,
    otherwise: int,
) -> list[tuple[int, int, int, int]]:
    """Return instructions for the call *number*: the verdict *met* if the low half of *argument*
    passes *test* for any of *values*.
    """
    block = [(_LOAD, 0, 0, _ARGUMENTS + 8 * argument)]
    for value in values:
        block += [(test, 0, 1, value), (_RETURN, 0, 0, met)]
    block.append((_RETURN, 0, 0, otherwise))
    return [(_EQUAL, 0, len(block), number), *block]


def assemble(body: list[tuple[int, int, int, int]]) -> bytes:
    """Return the filter with *body*. It ends processes that use another architecture's calls, and
    allows the calls that *body* does not name.
    """
    head = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, _AUDIT_X86_64),
        (_RETURN, 0, 0, _KILL_PROCESS),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _X32_BIT),
        (_RETURN, 0, 0, _KILL_PROCESS),
        (_AT_LEAST, 0, 1, _FIRST_UNKNOWN),
        (_RETURN, 0, 0, _ENOSYS),
    ]
    program = head + body + [(_RETURN, 0, 0, _ALLOW)]
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in program)


def box_filter(may_exec: bool = False, files_shared: bool = False) -> bytes:
    """Return the filter of a box.

    may_exec: allow exec, to install it before the interpreter is started;
    files_shared: the box sees the host's files.
    """
    body = []
    for number in SHARED_FILES_DENIED.values() if files_shared else ():
        body += on(number, _EPERM)
    for name, number in BOX_DENIED.items():
        if not (may_exec and name == "execve"):
            body += on(number, _EPERM)
    # a filter cannot read its flags, which lie in memory; the library falls back to clone
    body += on(_CLONE3, _ENOSYS)
    body += when(_CLONE, 0, _ANY_BIT, (_NAMESPACES,), _EPERM, _ALLOW)
    body += when(_IOCTL, 1, _EQUAL, _TYPING + _OWNERS, _EPERM, _ALLOW)
    return assemble(body)


def _child_filter(pid: int, program: int = 0) -> bytes:
    body = []
    if program:
        body += when(
            BOX_DENIED["execve"], 0, _EQUAL, (program & 0xFFFFFFFF,), _ALLOW, _EPERM
        )
    for number in CHILD_DENIED.values():
        body += on(number, _EPERM)
    body += when(_CLONE, 0, _ANY_BIT, (_CLONE_THREAD,), _ALLOW, _EPERM)
    body += when(_KILL, 0, _EQUAL, (pid,), _ALLOW, _EPERM)
    body += when(_TGKILL, 0, _EQUAL, (pid,), _ALLOW, _EPERM)
    body += when(_PRLIMIT, 0, _EQUAL, (0,), _ALLOW, _EPERM)
    body += when(_FCNTL, 1, _EQUAL, _FCNTL_DENIED, _EPERM, _ALLOW)
    body += when(_PRCTL, 0, _EQUAL, _PRCTL_ALLOWED, _ALLOW, _EPERM)
    return assemble(body)


_SOME_PID = 0x7A7A7A7A
_PID_BYTES = struct.pack("=I", _SOME_PID)
_CHILD_FILTER = _child_filter(_SOME_PID)
"""Assembled once, because a child is forked for every check."""


def child_filter(pid: int, program: int = 0) -> bytes:
    """Return the filter that confines the process *pid*, which runs a submission, to itself.

    *program*: address of a path that it may execute, if the box's filter allows it.
    """
    if program:
        return _child_filter(pid, program)
    return _CHILD_FILTER.replace(_PID_BYTES, struct.pack("=I", pid))


def install(program: bytes) -> None:
    """Install the filter *program* on this process, irreversibly. Needs no_new_privs."""
    code = ctypes.create_string_buffer(program, len(program))
    block = struct.pack("=H6xQ", len(program) // 8, ctypes.addressof(code))
    set_mode_filter, speculation_allowed = 1, 4
    syscalls.syscall("seccomp", _SECCOMP, set_mode_filter, speculation_allowed, block)
