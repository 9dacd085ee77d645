"""Removes from a Python on Linux the features that Windows lacks, as far as its standard library permits.

Run as ``sitecustomize`` by the judge, and before the worker's own lines. Fork, sessions, users, limits, and modules
and signals of Unix are gone. A process that is ended has the exit status of Windows; text files and paths stay
Linux's.
"""

import importlib.abc
import os
import select
import signal
import socket
import sys
import types

MODULES = frozenset(
    [
        "resource",
        "fcntl",
        "pwd",
        "grp",
        "termios",
        "tty",
        "pty",
        "syslog",
        "spwd",
        "crypt",
        "nis",
        "_posixshmem",
        "readline",
    ]
)
OF_OS = [
    "fork",
    "forkpty",
    "register_at_fork",
    "posix_spawn",
    "posix_spawnp",
    "setsid",
    "setpgid",
    "getpgid",
    "getpgrp",
    "killpg",
    "wait",
    "wait3",
    "wait4",
    "waitid",
    "getuid",
    "geteuid",
    "getgid",
    "getegid",
    "getgroups",
    "setgroups",
    "setuid",
    "setgid",
    "setresuid",
    "setresgid",
    "getresuid",
    "getresgid",
    "chown",
    "fchown",
    "lchown",
    "mkfifo",
    "mknod",
    "sysconf",
    "statvfs",
    "sched_getaffinity",
    "sched_yield",
    "nice",
    "uname",
    "ctermid",
    "openpty",
    "pidfd_open",
    "memfd_create",
    "O_NONBLOCK",
    "O_NOFOLLOW",
    "O_CLOEXEC",
    "O_DIRECTORY",
    "O_NOCTTY",
    "chroot",
    "sendfile",
    "getloadavg",
]
OF_SIGNAL = [
    "SIGKILL",
    "SIGXCPU",
    "SIGALRM",
    "SIGHUP",
    "SIGCHLD",
    "SIGUSR1",
    "alarm",
    "setitimer",
    "pthread_sigmask",
    "pthread_kill",
]
ENDED, BROKEN = 1, 0xC0000005
"""Exit statuses of a process that another process ended, and of one that crashed on an access violation."""


class Absent(importlib.abc.MetaPathFinder):
    """Reports Unix's modules as missing."""

    def find_spec(self, name, path=None, target=None):
        """Raise ModuleNotFoundError for a module that Windows lacks."""
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r} (as on Windows)", name=name)


def lose(module, names):
    """Remove *names* from *module*."""
    for name in names:
        if hasattr(module, name):
            delattr(module, name)


lose(select, ["poll", "epoll"])
KILL = signal.SIGKILL
import pathlib  # noqa: E402, F401 (before the system's name changes, as all that looks at it when it is loaded)
import platform  # noqa: E402
import shutil  # noqa: E402
import subprocess  # noqa: E402
import sysconfig  # noqa: E402
import tempfile  # noqa: E402, F401

platform.system()
sysconfig.get_config_vars()
sys.meta_path.insert(0, Absent())
for name in MODULES:
    sys.modules.pop(name, None)
lose(os, OF_OS)
lose(signal, OF_SIGNAL)
lose(socket, ["AF_UNIX", "SCM_RIGHTS"])
os.supports_dir_fd, os.supports_fd, os.O_BINARY = set(), set(), 0
shutil._winapi = types.SimpleNamespace(NeedCurrentDirectoryForExePath=lambda command: False)
msvcrt = sys.modules["msvcrt"] = types.ModuleType("msvcrt")
msvcrt.setmode = lambda descriptor, mode: os.fstat(descriptor) and 0x4000
sys.platform = "win32"


def as_there(process, status, *rest, original=subprocess.Popen._handle_exitstatus):
    """Give an ended process the exit status that it has on Windows."""
    original(process, status, *rest)
    if process.returncode is not None and process.returncode < 0:
        process.returncode = ENDED if process.returncode == -KILL else BROKEN


subprocess.Popen._handle_exitstatus = as_there
subprocess.Popen.kill = subprocess.Popen.terminate = lambda process: process.send_signal(KILL)
