"""Targets planted on this machine for attacks, and ways to observe the effects afterwards."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import socket
import tempfile
import time
from pathlib import Path

from graders.harness.intake import Submission
from tests.attacks.submissions.attack import CHECKS, SECRET, Attack
from tests.world import TOY

BURN_SECONDS = 1.5
"""CPU time that a slow call burns: above every limit of the tests."""

_SET_CHILD_SUBREAPER, _GET_CHILD_SUBREAPER = 36, 37


class Planted:
    """A secret file, a world-writable folder, and services that any process may call."""

    def __init__(self) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="planted-"))
        self.home.chmod(0o755)
        self.secret = self.home / "hidden_checks.txt"
        self.secret.write_text(f"the answer is {SECRET}\n")
        self.folder = self.home / "drop"
        self.folder.mkdir()
        self.folder.chmod(0o777)
        self.report = self.home / "report.json"
        abstract, named = f"planted-{os.getpid()}-{id(self):x}", str(self.home / "service")
        self._services = {
            "tcp": self._listen(socket.AF_INET, ("127.0.0.1", 0)),
            "abstract socket": self._listen(socket.AF_UNIX, "\0" + abstract),
            "named socket": self._listen(socket.AF_UNIX, named),
        }
        os.chmod(named, 0o777)
        self._datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._datagrams.bind(("127.0.0.1", 0))
        self._datagrams.setblocking(False)
        self.told = {
            "SECRET_FILE": str(self.secret),
            "PART": SECRET[:20],
            "FOLDER": str(self.folder),
            "REPORT": str(self.report),
            "TCP": self._services["tcp"].getsockname()[1],
            "UDP": self._datagrams.getsockname()[1],
            "ABSTRACT": abstract,
            "SOCKET": named,
            "CHECKS": list(CHECKS),
            "BURN": BURN_SECONDS,
        }

    @staticmethod
    def _listen(family: int, address: object) -> socket.socket:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.bind(address)  # type: ignore[arg-type]
        listener.listen(64)
        listener.setblocking(False)
        return listener

    def files(self, attack: Attack) -> dict[str, str]:
        """Return the attack's files, with the locations of all targets: a student knows the machine, or guesses."""
        told = f"PLANTED = {self.told!r}\n"
        return {
            "sums.py": told + attack.sums,
            "words.py": told + attack.words if attack.words else TOY.good["words.py"],
        }

    def submission(self, attack: Attack) -> Submission:
        """Return the attack as it is handed in."""
        return Submission(
            name="attack",
            files={name: text.encode() for name, text in self.files(attack).items()},
            notes=(),
        )

    def reached(self) -> tuple[str, ...]:
        """Return the services that were called since the last time."""
        found = []
        for name, listener in self._services.items():
            try:
                while True:
                    listener.accept()[0].close()
                    found.append(name)
            except BlockingIOError:
                pass
        try:
            while self._datagrams.recv(100):
                found.append("udp")
        except BlockingIOError:
            pass
        return tuple(found)

    def written(self) -> int:
        """Return the number of bytes left in the folder since the last time."""
        size = sum(path.stat().st_size for path in self.folder.iterdir())
        for path in self.folder.iterdir():
            path.unlink()
        return size

    def close(self) -> None:
        """Remove all targets."""
        for listener in (*self._services.values(), self._datagrams):
            listener.close()
        shutil.rmtree(self.home)


def adopt_orphans(adopt: bool = True) -> None:
    """Become the parent of orphaned processes below this one, so that they can be found."""
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, int(adopt), 0, 0, 0)


def _stat(pid: int) -> tuple[str, int] | None:
    """Return state and parent of a process, or None if it is gone."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (OSError, IndexError):
        return None
    return words[0], int(words[1])


def processes_below_us() -> dict[int, str]:
    """Return all descendants of this process: id -> command line."""
    parents = {
        int(name): found[1]
        for name in os.listdir("/proc")
        if name.isdigit() and (found := _stat(int(name)))
    }
    below: dict[int, str] = {}
    for pid in parents:
        above = pid
        while above in parents and above != os.getpid():
            above = parents[above]
        if above == os.getpid() and pid != above:
            try:
                below[pid] = (
                    Path(f"/proc/{pid}/cmdline")
                    .read_bytes()
                    .replace(b"\0", b" ")
                    .decode("utf-8", "replace")
                )
            except OSError:
                continue
    return below


def left_behind(known: set[int], patience: float = 2.0) -> tuple[str, ...]:
    """Kill and return the descendants that are not *known*, after *patience* seconds for those that are ending."""
    deadline = time.monotonic() + patience
    while True:
        found = {pid: name for pid, name in processes_below_us().items() if pid not in known}
        for pid in list(found):
            state = _stat(pid)
            if state is None or state[0] == "Z":
                if state is not None and state[1] == os.getpid():
                    os.waitpid(pid, os.WNOHANG)
                del found[pid]
        if not found or time.monotonic() > deadline:
            break
        time.sleep(0.01)  # waits for a condition, not for a time
    for pid in found:
        os.kill(pid, signal.SIGKILL)
        if (state := _stat(pid)) is not None and state[1] == os.getpid():
            os.waitpid(pid, 0)
    return tuple(found.values())
