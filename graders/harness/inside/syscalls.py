"""System calls that the box needs and Python lacks, by ctypes, on Linux.

Every function raises OSError, with the call's name in its text, if the kernel refuses.
"""

from __future__ import annotations

import ctypes
import os
import platform
import signal
import struct
import sys
from typing import Any

from . import call_numbers

MACHINE = platform.machine()
"""Name of this machine's architecture."""

LIBC: Any = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None

CLONE_NEWNS = 0x00020000
CLONE_NEWCGROUP = 0x02000000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000

MS_NOSUID = 2
MS_NODEV = 4
MS_NOEXEC = 8
MS_BIND = 4096
MS_REC = 16384
MS_PRIVATE = 1 << 18
MNT_DETACH = 2

ATTR_RDONLY = 1
ATTR_NOSUID = 2
ATTR_NODEV = 4
ATTR_NOEXEC = 8

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_GET_DUMPABLE = 3
PR_GET_SECCOMP = 21
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_GET_NO_NEW_PRIVS = 39
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_CLEAR_ALL = 4

_AT_FDCWD = -100
_AT_RECURSIVE = 0x8000
_CAP_VERSION_3 = 0x20080522
_LAST_CAP = 63


def supported() -> bool:
    """Return whether this system has a table of calls: Linux on 64-bit x86 or 64-bit Arm."""
    return sys.platform == "linux" and MACHINE in call_numbers.TABLES and sys.maxsize > 2**32


NUMBERS = call_numbers.of(MACHINE) if supported() else {}
"""This system's calls by name; empty without a table."""


def checked(name: str, result: int) -> int:
    """Return *result*. Raises OSError if it means that the call *name* failed."""
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return result


def syscall(name: str, *arguments: object, target: str = "") -> int:
    """Make the system call *name*; plain integers are passed as longs.

    *target* is for the text of an error.
    """
    longs = [
        ctypes.c_long(argument) if isinstance(argument, int) else argument for argument in arguments
    ]
    number = ctypes.c_long(NUMBERS[name])
    return checked(f"{name} {target}".rstrip(), LIBC.syscall(number, *longs))


def prctl(option: int, second: int = 0, third: int = 0) -> int:
    """Call ``prctl(2)``."""
    unused = ctypes.c_ulong(0)
    return checked(
        f"prctl {option}",
        LIBC.prctl(option, ctypes.c_ulong(second), ctypes.c_ulong(third), unused, unused),
    )


def end_with_parent() -> None:
    """Have the kernel end this process when its parent ends; on Linux only."""
    if LIBC is not None:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def unshare(flags: int) -> None:
    """Enter new namespaces of the kinds in *flags*."""
    checked("unshare", LIBC.unshare(flags))


def mount(source: str, target: str, kind: str | None, flags: int, data: str = "") -> None:
    """Call ``mount(2)``."""
    checked(
        f"mount {target}",
        LIBC.mount(
            source.encode(),
            target.encode(),
            kind.encode() if kind else None,
            ctypes.c_ulong(flags),
            data.encode(),
        ),
    )


def set_mount_attributes(target: str, attributes: int, below: bool = True) -> None:
    """Add *attributes* to the mount at *target* and, if *below*, to all below it (Linux 5.12)."""
    block = struct.pack("=QQQQ", attributes, 0, 0, 0)
    syscall(
        "mount_setattr",
        _AT_FDCWD,
        target.encode(),
        _AT_RECURSIVE if below else 0,
        block,
        len(block),
        target=target,
    )


def unmount(target: str) -> None:
    """Detach the mount at *target* and all below it."""
    checked(f"umount {target}", LIBC.umount2(target.encode(), MNT_DETACH))


def pivot_root(new: str, old: str) -> None:
    """Make *new* the root and put the old root at *old*."""
    syscall("pivot_root", new.encode(), old.encode())


def set_host_name(name: str) -> None:
    """Name this UTS namespace."""
    checked("sethostname", LIBC.sethostname(name.encode(), len(name)))


def drop_bounding_set() -> None:
    """Empty the capability bounding set, so that no exec can restore a capability."""
    for capability in range(_LAST_CAP + 1):
        try:
            prctl(PR_CAPBSET_DROP, capability)
        except OSError as error:
            if error.errno == 22:
                # the kernel has no capability of this number
                return
            raise


def capabilities() -> tuple[int, int, int]:
    """Return the effective, permitted and inheritable sets of this process."""
    header = struct.pack("=Ii", _CAP_VERSION_3, 0)
    data = ctypes.create_string_buffer(24)
    checked("capget", LIBC.capget(header, data))
    low = struct.unpack("=IIIIII", data.raw)
    return low[0] | low[3] << 32, low[1] | low[4] << 32, low[2] | low[5] << 32


def drop_capabilities() -> None:
    """Clear every capability set of this process."""
    try:
        prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    except OSError:  # Linux before 4.3 lacks this set
        pass
    header = struct.pack("=Ii", _CAP_VERSION_3, 0)
    checked("capset", LIBC.capset(header, bytes(24)))
