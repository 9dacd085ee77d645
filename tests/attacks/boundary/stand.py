"""Stands from which the tests attack: with this process's rights, in an imitated container, or as an ordinary user.

Each stand is a process, forked from the test run before it opens its backend, so that only the stand loses rights.
Tests exchange lines of JSON with it.
"""

from __future__ import annotations

import builtins
import contextlib
import ctypes
import fcntl
import glob
import json
import os
import pty
import shutil
import signal
import socket
import struct
import tempfile
import termios
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

from graders.harness.assignment.process_limits import Limits
from graders.harness.inside import seccomp, syscalls
from graders.harness.inside.modules import SCRATCH, Program
from graders.harness.sandbox import choice, find_interpreter, interpreter_copy, launched
from graders.harness.sandbox.interface import (
    Backend,
    ConnectionClosed,
    DeadlinePassed,
    ExitReason,
    FrameTooLarge,
    Level,
    SandboxError,
    SandboxRefused,
)
from graders.harness.sandbox.plain_processes import PlainBackend
from tests.sandbox.talk import call

HERE = Path(__file__).parent
USER, GROUP = 64990, 64991
"""An ordinary user, and a group whose files are not for submissions."""

LIMITS = Limits(cpu_seconds=0.4, wall_seconds=3.0, memory_mb=256, frame_kb=512)
SPIN_SECONDS = 0.08
"""CPU time limit for functions that only use up CPU time."""
CALL_SECONDS = 5.0
SHORT_SECONDS = 0.3

DRIVER = b"""
import os

from . import sandbox

def attack(name, facts):
    return bool(getattr(sandbox.module("evil"), name)(facts))

def misbehave(name):
    return getattr(sandbox.module("misbehaving"), name)()

def keep(name, text):
    with open(name, "w") as stream:
        stream.write(text)
    return os.path.abspath(name)

def ping():
    return "pong"
"""


@dataclass(frozen=True)
class Setting:
    """The setting of an attack: a backend, its level, and the rights of the judge."""

    backend: str
    level: str
    rights: str = "own"
    """"own", "container" (root's rights in a container) or "user"."""
    files: bool = False
    """Whether submissions need files, and the machine has a small file system."""

    @property
    def id(self) -> str:
        """The setting's name in test ids."""
        return f"{self.backend}-{self.level}-{self.rights}" + "-files" * self.files


SETTINGS = (
    *(Setting("box", level) for level in ("A+", "A", "B", "C")),
    *(Setting("bubblewrap", level) for level in ("A+", "A")),
    *(Setting("box", level, "container") for level in ("B", "C")),
    *(Setting("box", level, "user") for level in ("A", "C")),
    *(
        Setting("box", level, rights, files=True)
        for level, rights in (("B", "container"), ("C", "user"))
    ),
    Setting("bubblewrap", "A", "user"),
    Setting("spawned", "E"),
)
FORKED = Setting("plain", "E")
"""Level E on a system that forks: as open as a spawned process, except for differences of a fork."""
DAILY = {"box-A+-own", "box-C-user"}
"""The strongest box and the weakest one; the settings in between, and no box, are tried at night."""


def marked(*settings: Setting) -> list[ParameterSet]:
    """Return parameters of tests: all of *settings* but the daily ones have the mark *nightly*."""
    return [
        pytest.param(
            setting, id=setting.id, marks=() if setting.id in DAILY else pytest.mark.nightly
        )
        for setting in settings
    ]


DOCKER = (0, 1, 3, 4, 5, 6, 7, 8, 10, 13, 18, 27, 29, 31)
"""The capabilities that Docker leaves to root in a container."""

_CONTAINER_DENIED = (
    "mount",
    "umount2",
    "pivot_root",
    "unshare",
    "setns",
    "move_mount",
    "open_tree",
    "fsopen",
    "fsmount",
    "mount_setattr",
)
_LANDLOCK = ("landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self")


def enter_container(*, landlock: bool = True) -> None:
    """Drop the rights that a container takes from root: namespaces, mounts, most capabilities; optionally Landlock too."""
    rules = seccomp.Filter()
    rules.on(seccomp.EPERM, *_CONTAINER_DENIED)
    rules.on(seccomp.ENOSYS, "clone3", *(() if landlock else _LANDLOCK))
    rules.when("clone", 0, 0x45, (0x7E020000,), seccomp.EPERM, seccomp.ALLOW)
    if os.geteuid() != 0:
        syscalls.prctl(syscalls.PR_SET_NO_NEW_PRIVS, 1)
    seccomp.install(rules.assemble())
    if os.geteuid() == 0:
        for capability in range(64):
            if capability not in DOCKER:
                with contextlib.suppress(OSError):
                    syscalls.prctl(syscalls.PR_CAPBSET_DROP, capability)
        low = sum(1 << capability for capability in DOCKER)
        header, data = (
            struct.pack("=Ii", 0x20080522, 0),
            struct.pack("=IIIIII", low, low, 0, 0, 0, 0),
        )
        syscalls.checked("capset", syscalls.LIBC.capset(header, data))


def become_user() -> None:
    """Become an ordinary user with one additional group."""
    os.setresgid(USER, USER, USER)
    os.setresuid(USER, USER, USER)
    syscalls.prctl(syscalls.PR_SET_DUMPABLE, 1)  # a change of user clears both
    syscalls.prctl(syscalls.PR_SET_PDEATHSIG, signal.SIGKILL)


def mount_small(megabytes: int = 24) -> None:
    """Give this process alone a small file system for files, as a container has it."""
    syscalls.unshare(syscalls.CLONE_NEWNS)
    syscalls.mount("none", "/", None, syscalls.MS_REC | syscalls.MS_PRIVATE)
    syscalls.mount(
        "tmpfs",
        "/dev/shm",
        "tmpfs",
        syscalls.MS_NOSUID | syscalls.MS_NODEV,
        f"size={megabytes}m,mode=1777",
    )


def take_terminal() -> None:
    """Give this process a controlling terminal, as a judge has that was started by hand."""
    os.setsid()
    _master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)


class Plant:
    """Targets for a lucky attacker: files, services, processes."""

    def __init__(self, folder: Path, python: str) -> None:
        """Create the targets in *folder*, as the attacked user."""
        self.folder = folder
        names = {"secret": 0o644, "private": 0o600, "by_group": 0o640}
        self.facts: dict[str, Any] = {name: str(folder / name) for name in names}
        for name, mode in names.items():
            (folder / name).write_text("the expected values")
            (folder / name).chmod(mode)
        with contextlib.suppress(PermissionError):  # a user who is in no other group
            os.chown(folder / "by_group", -1, GROUP)
        for name in ("open_folder", "home"):
            (folder / name).mkdir()
            (folder / name).chmod(0o777)
        (folder / "home" / ".bashrc").touch()
        (folder / "home" / ".bashrc").chmod(0o666)
        for name in ("note", "another"):
            (folder / "open_folder" / name).write_text("another's work")
            (folder / "open_folder" / name).chmod(0o666)
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.unix = socket.socket(socket.AF_UNIX)
        self.unix.bind(str(folder / "docker.sock"))
        os.chmod(folder / "docker.sock", 0o666)
        self.abstract = socket.socket(socket.AF_UNIX)
        self.abstract.bind(f"\0graders test {os.getpid()}")
        for service in (self.unix, self.abstract):
            service.listen(64)
        self.memory = ctypes.create_string_buffer(b"a secret in memory")
        self.facts |= {
            "folder": str(folder),
            "results": str(folder / "open_folder" / "results.json"),
            "open_folder": str(folder / "open_folder"),
            "note": str(folder / "open_folder" / "note"),
            "another": str(folder / "open_folder" / "another"),
            "home": str(folder / "home"),
            "group": GROUP,
            "packages": [str(interpreter_copy.library_of(python) / "site-packages")],
            "tcp": self.listener.getsockname()[1],
            "unix": str(folder / "docker.sock"),
            "abstract": f"graders test {os.getpid()}",
            "judge": os.getpid(),
            "decoy": self.start_decoy(),
            "private_size": (folder / "private").stat().st_size,
            "in_memory": "a secret in memory",
            "address": ctypes.addressof(self.memory),
            "cgroup": group_file(),
            "calls": syscalls.NUMBERS
            | {"cachestat": 451, "statmount": 457},  # newer than the tables
            "library_file": str(interpreter_copy.library_of(python) / "antigravity.py"),
        }

    @staticmethod
    def start_decoy() -> int:
        """Start a process that a submission must not be able to touch."""
        ready, started = os.pipe()
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGUSR1, signal.SIG_IGN)
            syscalls.prctl(syscalls.PR_SET_PDEATHSIG, signal.SIGKILL)
            os.write(started, b"!")
            while True:
                signal.pause()
        os.read(ready, 1)
        return pid

    def answer_services(self) -> None:
        """Accept and close every connection, so that no queue fills."""
        for service in (self.listener, self.unix, self.abstract):
            service.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                while True:
                    service.accept()[0].close()

    def uproot(self) -> None:
        """End the decoy."""
        os.kill(self.facts["decoy"], signal.SIGKILL)
        os.waitpid(self.facts["decoy"], 0)


def group_file() -> str:
    """Return the file by which a process changes its control group, or a usual path if there is none."""
    for base in ("/sys/fs/cgroup/memory", "/sys/fs/cgroup"):
        if Path(base, "cgroup.procs").exists():
            return f"{base}/cgroup.procs"
    return "/sys/fs/cgroup/cgroup.procs"


def descendants(pid: int) -> set[int]:
    """Return every living process below *pid*."""
    found: set[int] = set()
    wave = [pid]
    while wave:
        parent = wave.pop()
        for task in glob.glob(f"/proc/{parent}/task/*/children"):
            with contextlib.suppress(OSError):
                for child in map(int, Path(task).read_text().split()):
                    if Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0] != "Z":
                        found.add(child)
                        wave.append(child)
    return found


def program(files: bool = False, **more: bytes) -> Program:
    """Return the program of attacks, with *more* as further submitted files; it may need *files*."""
    submitted = {name: (HERE / name).read_bytes() for name in ("evil.py", "misbehaving.py")}
    driver = {"driver.py": DRIVER} | ({SCRATCH: b""} if files else {})
    return Program(submitted | {f"{name}.py": text for name, text in more.items()}, {}, driver)


class Attacker:
    """The commands that a stand serves."""

    def __init__(self, backend: Backend, plant: Plant, crowd: list[int], files: bool) -> None:
        self.backend = backend
        self.plant = plant
        self.crowd = set(crowd)
        self.box = backend.open(program(files), LIMITS)
        self.box.connect("own").finish()
        if files:
            self.another = backend.open(program(files), LIMITS)
            self.busy = self.another.connect("own")  # its files stay as long as it lives
            plant.facts["another"] = call(
                self.busy, "keep", "work.txt", "another's work", seconds=CALL_SECONDS
            )[1]
        self.at_rest = descendants(os.getpid())

    def ping(self) -> bool:
        """Return whether a fresh connection works."""
        connection = self.box.connect("own")
        try:
            return call(connection, "ping", seconds=CALL_SECONDS) == ["return", "pong"]
        finally:
            connection.finish()

    def reach(self, name: str, extra: str) -> dict[str, Any]:
        """Run the attack *name* of evil.py."""
        connection = self.box.connect("own")
        outcome, text = "broken", ""
        try:
            reply = call(
                connection, "attack", name, self.plant.facts | {"call": extra}, seconds=CALL_SECONDS
            )
            text = str(reply)
            if reply[0] == "return":
                outcome = "open" if reply[1] else "held"
            elif reply[0] == "raise" and issubclass(
                vars(builtins).get(reply[1], type(None)), OSError
            ):
                outcome = "held"
        except ConnectionClosed:
            ending = connection.finish()
            text = str(ending)
            if ending.status == signal.SIGSYS or ending.cause is ExitReason.FILES:
                outcome = "held"
        connection.finish()
        self.plant.answer_services()
        return {"outcome": outcome, "text": text, "left": self.left(), "healthy": self.ping()}

    def misbehave(self, name: str, slow: bool, cpu_seconds: float) -> dict[str, Any]:
        """Run the function *name* of misbehaving.py with this CPU time limit."""
        connection = self.box.connect("own", cpu_seconds)
        try:
            reply = call(
                connection, "misbehave", name, seconds=SHORT_SECONDS if slow else CALL_SECONDS
            )
            seen = reply[0] if reply[0] != "raise" else f"raise {reply[4]}"
            text = str(reply)[:200]
        except (ConnectionClosed, DeadlinePassed):
            seen, text = "", ""
        except FrameTooLarge:
            seen, text = "oversized frame", ""
        start = time.monotonic()
        ending = connection.finish()
        seconds = time.monotonic() - start
        if not seen:
            with_status = ending.cause.value in ("signal", "exited")
            seen = f"{ending.cause.value} {ending.status}" if with_status else ending.cause.value
        return {
            "seen": seen,
            "text": text,
            "ending": str(ending),
            "seconds": seconds,
            "cpu": ending.cpu_seconds,
            "left": self.left(),
            "healthy": self.ping(),
        }

    def left(self) -> list[int]:
        """Return the processes that did not exist before the first connection."""
        return sorted(descendants(os.getpid()) - self.at_rest)

    def close(self) -> list[int]:
        """Close everything; return the processes that remain."""
        if "another" in vars(self):
            self.busy.finish()
            self.another.close()
        self.box.close()
        self.backend.close()
        self.plant.uproot()
        return sorted(descendants(os.getpid()) - self.crowd)


class Stand:
    """The test's end of a stand."""

    def __init__(self, setting: Setting, folder: Path, python: str) -> None:
        self.folder = Path(tempfile.mkdtemp(dir=folder))
        self.folder.chmod(0o755)
        if setting.rights == "user":
            os.chown(self.folder, USER, USER)
        ours, theirs = socket.socketpair()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                keep_only(theirs)
                serve(setting, self.folder, python, theirs)
            finally:
                os._exit(0)
        theirs.close()
        self.lines = ours.makefile("rw")
        ours.close()  # lines has it
        self.refused: str | None = self.answer()

    def answer(self) -> Any:
        """Return the next reply."""
        line = self.lines.readline()
        assert line, "the stand is gone"
        return json.loads(line)

    def ask(self, *question: object) -> Any:
        """Send a command to the stand; return its reply."""
        self.lines.write(json.dumps(question) + "\n")
        self.lines.flush()
        return self.answer()

    def leave(self) -> None:
        """End the stand, and assert that no process is left."""
        if self.refused is None:
            assert self.ask("close") == []
        self.lines.close()
        os.waitpid(self.pid, 0)


def keep_only(channel: socket.socket) -> None:
    """Close the test run's files (other stands, its terminal), so that only *channel* keeps a stand alive."""
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)
    os.closerange(3, channel.fileno())
    os.closerange(channel.fileno() + 1, 4096)


def serve(setting: Setting, folder: Path, python: str, channel: socket.socket) -> None:
    """Run a stand: drop rights, open the backend, serve the test's commands."""
    lines = channel.makefile("rw")
    syscalls.prctl(syscalls.PR_SET_PDEATHSIG, signal.SIGKILL)

    def say(what: object) -> None:
        lines.write(json.dumps(what) + "\n")
        lines.flush()

    try:
        take_terminal()
        if os.geteuid() == 0:
            os.setgroups([GROUP])
        if setting.files:
            mount_small()
        if setting.rights == "container":
            enter_container()
        elif setting.rights == "user":
            become_user()
        plant = Plant(folder, python)
        crowd = [
            plant.start_decoy() for _ in range(80 if setting.rights == "user" else 0)
        ]  # the user's own programs
        if setting.backend == "spawned":
            backend: Backend = PlainBackend(python)
        else:
            backend = choice.open_backend(setting.backend, python, Level.parse(setting.level))
        attacker = Attacker(backend, plant, crowd, setting.files)
    except (SandboxError, SandboxRefused) as error:
        say(str(error))
        return
    except BaseException as error:
        say(f"broken: {error!r}")
        raise
    say(None)
    for line in lines:
        name, *arguments = json.loads(line)
        say(getattr(attacker, name)(*arguments))
        if name == "close":
            for pid in crowd:
                os.kill(pid, signal.SIGKILL)
            return


@contextlib.contextmanager
def public_place() -> Iterator[tuple[Path, str]]:
    """Yield a folder and an interpreter that every user can read; the folder also has the launcher's files."""
    place = Path(tempfile.mkdtemp(prefix="graders-test-", dir="/var/tmp"))
    try:
        place.chmod(0o755)
        for source in (launched.BOOT.parent, launched.BOOT.parents[1] / "protocol"):
            copy = place / source.name
            shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__", "stubs"))
            for path in (copy, *copy.rglob("*")):
                path.chmod(0o755 if path.is_dir() else 0o644)
        yield place, find_interpreter(">=3.10")
    finally:
        shutil.rmtree(place, ignore_errors=True)
