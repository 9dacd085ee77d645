"""Chooses the isolation of submissions by trial, strongest first, never below the minimum."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import sys
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from graders.harness.assignment.process_limits import Limits
from graders.harness.inside import syscalls
from graders.harness.protocol.config import Guest, LinterFiles, Packages
from graders.harness.sandbox.interface import (
    Backend,
    Level,
    SandboxError,
    SandboxNotMade,
    SandboxRefused,
)
from graders.harness.sandbox.interpreter_copy import is_public, public_python
from graders.harness.sandbox.interpreters import build_of, find_interpreter, identify
from graders.harness.sandbox.launched import (
    LaunchedBackend,
    LauncherProcess,
    box_request,
)
from graders.harness.sandbox.plain_processes import PlainBackend
from graders.harness.sandbox.unsandboxed import UnsandboxedLauncher

CHOICES = ("auto", "box", "bubblewrap", "plain")
ENVIRONMENT = {"PYTHONHASHSEED": "0", "TZ": "UTC0"}
"""The launcher's whole environment, which submissions do not see."""

LOSSES = {
    Level.A_PLUS: "",
    Level.A: "no total cap on a box's memory",
    Level.B: "no namespaces: process ids are visible, files need a small file system",
    Level.C: "no namespaces and no user id of its own:"
    " only Landlock and filters protect this machine",
    Level.E: "no isolation: only for code you trust",
}


@dataclass(frozen=True, slots=True)
class Offer:
    """A way to isolate, and whether this machine offers it."""

    backend: str
    level: Level
    offered: bool
    reason: str
    """Why it is not offered, or the level's losses, if any."""


class Isolation(NamedTuple):
    """A way to isolate."""

    backend: str
    level: Level


WAYS = (
    Isolation("box", Level.A_PLUS),
    Isolation("bubblewrap", Level.A_PLUS),
    Isolation("box", Level.A),
    Isolation("bubblewrap", Level.A),
    Isolation("box", Level.B),
    Isolation("box", Level.C),
    Isolation("plain", Level.E),
)
"""Every way to isolate, strongest first, the harness's box before bubblewrap's."""


WITH_SCRATCH = tuple(way for way in WAYS if way.backend != "bubblewrap")
"""The ways whose boxes may have scratch space."""


@dataclass(slots=True)
class Opener:
    """Opens backends for one interpreter."""

    python: str
    guest: Guest | None = None
    """The program that boxes start, if it is not Python."""
    linter: LinterFiles | None = None
    """The linter's files, if boxes are for one."""
    packages: Packages | None = None
    """The packages of submissions."""
    files: str = "incidental"
    """The files that programs of its boxes may write, as in a request for a box."""
    _launchers: dict[str, LauncherProcess] = field(default_factory=dict)
    """Launchers by interpreter, because several levels are tried with each."""

    def open(self, way: Isolation) -> Backend:
        """Return a backend that has just made a verified box. Raises SandboxError."""
        if way.backend == "plain":
            return self.plain()
        if not syscalls.supported():
            raise SandboxError("needs 64-bit x86 or Arm Linux")
        return self.bubblewrap(way.level) if way.backend == "bubblewrap" else self.box(way.level)

    def plain(self) -> Backend:
        """Return plain processes, forked if this system can fork and they run Python."""
        if self.guest is None and hasattr(os, "fork"):
            starter = UnsandboxedLauncher(self.python, self.packages)
            return LaunchedBackend("plain", starter, Level.E, build_of(self.python))
        return PlainBackend(self.python, self.guest, self.packages)

    def box(self, level: Level) -> Backend:
        """Return the harness's own boxes."""
        if level != Level.B:
            return self._launch("box", self.python, level)
        if os.geteuid() != 0:
            raise SandboxError("needs root, to give every box a user id of its own")
        # without mounts, the box's own user must be able to read the interpreter's files
        folders = list(self.linter["folders"]) if self.linter else []
        folders += [self.packages["folder"]] if self.packages else []
        if not all(is_public(Path(path)) for path in folders):
            raise SandboxError("the packages of this interpreter are not readable to other users")
        return self._launch("box", public_python(self.python), level)

    def bubblewrap(self, level: Level) -> Backend:
        """Return bubblewrap's boxes."""
        program = shutil.which("bwrap")
        if program is None:
            raise SandboxError("bubblewrap is not installed (the program bwrap is not on the PATH)")
        python = public_python(self.python) if os.geteuid() == 0 else self.python
        return self._launch("bubblewrap", python, level, program)

    def _launch(self, name: str, python: str, level: Level, bubblewrap: str = "") -> Backend:
        """Return the backend after making a verified box of *level*. Raises SandboxError."""
        environment, library_path = dict(ENVIRONMENT), ""
        library = Path(python).parent.parent / "lib"
        if any(library.glob("libpython*.so*")):
            # a copied interpreter looks for it at its old path
            environment["LD_LIBRARY_PATH"] = library_path = str(library)
        if python not in self._launchers:
            self._launchers[python] = LauncherProcess(
                python, environment, self.linter, self.packages
            )
        launcher = self._launchers[python]
        request = box_request(
            level,
            Limits(),
            bubblewrap=bubblewrap,
            library_path=library_path,
            guest=self.guest,
            files=self.files,
        )
        own_end, its_end = socket.socketpair()
        with own_end, its_end:
            launcher.end(launcher.open(request, its_end.fileno()))
        return LaunchedBackend(name, launcher, level, build_of(python), request)

    def close(self, but: Backend | None) -> None:
        """End all launchers, except the launcher of the backend *but*."""
        for launcher in self._launchers.values():
            if not (isinstance(but, LaunchedBackend) and but.starter is launcher):
                launcher.close()


class Attempt(NamedTuple):
    """The result of trying a way to isolate."""

    way: Isolation
    backend: Backend | None
    reason: str
    """The reason why there is no backend."""


def attempts(
    opener: Opener,
    ways: Iterable[Isolation],
    prove: Callable[[Backend], None] | None = None,
) -> Generator[Attempt, None, None]:
    """Try *ways* in order.

    If the caller stops, only the backend of the last attempt stays open. *prove* raises
    SandboxError if a backend is unusable.
    """
    opened: Backend | None = None
    try:
        for way in ways:
            opened = None
            try:
                backend = opener.open(way)
                if prove is not None:
                    prove(backend)
            except SandboxError as error:
                reason = error.reason if isinstance(error, SandboxNotMade) else str(error)
                yield Attempt(way, None, reason)
            else:
                opened = backend
                yield Attempt(way, backend, "")
        opened = None
    finally:
        opener.close(but=opened)


def _first(
    opener: Opener,
    ways: Iterable[Isolation],
    prove: Callable[[Backend], None] | None = None,
) -> tuple[Backend | None, str]:
    """Return the first available backend, or None and the reasons."""
    reasons = []
    with contextlib.closing(attempts(opener, ways, prove)) as tried:
        for attempt in tried:
            if attempt.backend is not None:
                return attempt.backend, ""
            reasons.append(f"{attempt.way.backend} {attempt.way.level.label}: {attempt.reason}")
    return None, "; ".join(reasons)


def open_backend(name: str, python: str, level: Level, guest: Guest | None = None) -> Backend:
    """Return this backend at exactly this level. Raises SandboxError if it is unavailable."""
    backend, reason = _first(Opener(python, guest), [Isolation(name, level)])
    if backend is None:
        raise SandboxError(reason)
    return backend


def _ways(choice: str, minimum: Level) -> list[Isolation]:
    """Return the ways that *choice* and *minimum* allow."""
    if choice in CHOICES:
        return [way for way in WAYS if way.level >= minimum and choice in ("auto", way.backend)]
    exact = Level.parse(choice)
    return [way for way in WAYS if way.level is exact]


def _is_plain(choice: str) -> bool:
    return choice == "plain" or (choice not in CHOICES and Level.parse(choice) is Level.E)


def select_backend(
    python: str,
    *,
    choice: str = "auto",
    minimum: Level = Level.C,
    guest: Guest | None = None,
    prove: Callable[[Backend], None] | None = None,
    scratch: bool = False,
    packages: Packages | None = None,
) -> Backend:
    """Return the strongest backend for the interpreter *python* that this machine offers.

    *choice* is "auto", the name of a backend, or the name of a level: then exactly that level, even
    below *minimum* (for trusted code). With *guest*, its boxes start that program; *prove* raises
    SandboxError if it does not start. With *scratch*, its boxes have scratch space. *packages* are
    importable in them. Raises SandboxRefused with a remedy instead of isolating less than demanded.
    """
    files = "needed" if scratch else "incidental"
    opener = Opener(python, guest, packages=packages, files=files)
    if _is_plain(choice):
        return opener.plain()
    if not syscalls.supported():
        raise SandboxRefused(
            "submissions can be isolated on 64-bit x86 or Arm Linux only: grade there,"
            ' or choose "plain" for code you trust'
        )
    ways = _ways(choice, minimum)
    if scratch:
        ways = [way for way in ways if way in WITH_SCRATCH]
    backend, reasons = _first(opener, ways, prove)
    if backend is not None:
        return backend
    is_named = choice not in CHOICES
    demanded = (
        f"level {Level.parse(choice).label}" if is_named else f"level {minimum.label} or better"
    )
    if scratch:
        demanded += (
            " with files, which need the harness's own box, and at B and C a small file system"
        )
    raise SandboxRefused(
        f"this machine does not offer {demanded} ({reasons or f'no such level from {choice}'});"
        " run `grader doctor`, or choose a weaker level by name for code you trust"
    )


def linter_python(program: str = "") -> str:
    """Return the interpreter of linters: the judge's, whose packages they are, or *program*, that
    of submissions, if it is newer: the judge's may not read them. Raises SandboxRefused.
    """
    this_python = find_interpreter(f">={sys.version_info[0]}.{sys.version_info[1]}")
    other = identify(program) if program else None
    return other.path if other and other.release > sys.version_info[:2] else this_python


def select_linter(
    files: LinterFiles, *, python: str, choice: str = "auto", minimum: Level = Level.C
) -> Backend:
    """Return the strongest backend of *python* whose boxes show the linter of *files*.

    *choice* and *minimum* are those of :func:`select_backend`. The boxes are always the harness's
    own, because linters need files, and bubblewrap's boxes are not writable. Raises SandboxRefused.
    """
    if _is_plain(choice):
        return PlainBackend(python)
    if not syscalls.supported():
        raise SandboxRefused("a linter can be isolated on 64-bit x86 or Arm Linux only")
    ways = _ways("box" if choice in CHOICES else choice, minimum)
    boxes = [way for way in ways if way.backend == "box"]
    backend, reasons = _first(Opener(python, linter=files), boxes)
    if backend is None:
        raise SandboxRefused(
            f"this machine does not offer a box for {files['name']} ({reasons or 'no such level'})"
        )
    return backend


def probe(python: str) -> list[Offer]:
    """Try every way to isolate with the interpreter *python*, strongest first."""
    return [
        Offer(
            attempt.way.backend,
            attempt.way.level,
            attempt.backend is not None,
            attempt.reason or LOSSES[attempt.way.level],
        )
        for attempt in attempts(Opener(python), WAYS)
    ]
