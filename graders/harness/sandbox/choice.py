"""Chooses how submissions are isolated here: by trying, strongest first, and never below the
demanded minimum.
"""

from __future__ import annotations

import os
import shutil
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graders.harness.assignment.manifest import Limits
from graders.harness.inside import syscalls
from graders.harness.sandbox.interface import (
    Backend,
    Level,
    SandboxFault,
    SandboxNotMade,
    SandboxRefused,
)
from graders.harness.sandbox.interpreters import build_of, find_interpreter
from graders.harness.sandbox.launched import LaunchedBackend, Launcher
from graders.harness.sandbox.plain import PlainBackend, worker_limits
from graders.harness.sandbox.runtime import is_public, public_python
from graders.harness.sandbox.unboxed import Unboxed

CHOICES = ("auto", "box", "bubblewrap", "plain")
ENVIRONMENT = {"PYTHONHASHSEED": "0", "TZ": "UTC0"}
"""The launcher's whole environment; submissions do not even see this."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One way to isolate, and whether this machine has it."""

    backend: str
    level: Level
    offered: bool
    reason: str
    """Why not, where it is not offered; else what the level leaves open, if anything."""


LOSSES = {
    Level.A_PLUS: "",
    Level.A: "no total cap on a box's memory",
    Level.B: "no namespaces: no scratch space, process ids are visible",
    Level.C: "no namespaces and no user id of its own: only Landlock and filters protect this machine",
    Level.D: "files are not isolated: whatever the user can read, a submission can",
    Level.E: "no isolation: only for code you trust",
}


class _Launchers:
    """The launchers started during one choice, by interpreter: several levels are tried with each."""

    def __init__(self, library: tuple[str, ...] = ()) -> None:
        self._started: dict[str, Launcher] = {}
        self.library = library
        """The folders that linters are loaded from, where these are launchers of lint servers."""

    def get(self, python: str, environment: dict[str, str]) -> Launcher:
        """Return the launcher of *python*, started if there is none yet."""
        if python not in self._started:
            self._started[python] = Launcher(python, environment, self.library)
        return self._started[python]

    def close(self, but: Backend | None = None) -> None:
        """End them all, except that of the backend that was chosen."""
        for launcher in self._started.values():
            if not (isinstance(but, LaunchedBackend) and but.launcher is launcher):
                launcher.close()


def _launch(
    name: str, python: str, level: Level, extra: dict[str, Any], launchers: _Launchers
) -> Backend:
    """Return the backend if it can make a sound box of *level*. Raises SandboxFault with the
    reason.
    """
    environment = dict(ENVIRONMENT)
    library = Path(python).parent.parent / "lib"
    if any(library.glob("libpython*.so*")):  # a copied interpreter looks for it where it was
        environment["LD_LIBRARY_PATH"] = extra["library_path"] = str(library)
    launcher = launchers.get(python, environment)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        plan = {"level": level.label, "limits": worker_limits(Limits()), **extra}
        launcher.end(launcher.open(plan, theirs.fileno()))
    return LaunchedBackend(name, launcher, level, build_of(python), extra)


def _box(python: str, level: Level, launchers: _Launchers, extra: dict[str, Any]) -> Backend:
    if level == Level.B and os.geteuid() != 0:
        raise SandboxFault("needs root, to give every box a user id of its own")
    # without mounts, the box's own user must be able to read the interpreter's files where they are
    changes_user = level in (Level.B, Level.D) and os.geteuid() == 0
    if changes_user and not all(is_public(Path(path)) for path in launchers.library):
        raise SandboxFault("the packages of this interpreter are not readable to other users")
    return _launch(
        "box", public_python(python) if changes_user else python, level, extra, launchers
    )


def _bubblewrap(python: str, level: Level, launchers: _Launchers, extra: dict[str, Any]) -> Backend:
    program = shutil.which("bwrap")
    if program is None:
        raise SandboxFault("bubblewrap is not installed (the program bwrap is not on the PATH)")
    usable = public_python(python) if os.geteuid() == 0 else python
    return _launch("bubblewrap", usable, level, {"bubblewrap": program, **extra}, launchers)


def _plain(python: str, guest: dict[str, Any] | None = None) -> Backend:
    """Return plain processes; they are forked where this system can do that and they are Python."""
    if guest is None and hasattr(os, "fork"):
        return LaunchedBackend("plain", Unboxed(python), Level.E, build_of(python))
    return PlainBackend(python, guest)


_OPENERS: dict[str, Callable[[str, Level, _Launchers, dict[str, Any]], Backend]] = {
    "box": _box,
    "bubblewrap": _bubblewrap,
    "plain": lambda python, _level, _launchers, extra: _plain(python, extra.get("guest")),
}
_WAYS = (
    ("box", Level.A_PLUS),
    ("bubblewrap", Level.A_PLUS),
    ("box", Level.A),
    ("bubblewrap", Level.A),
    ("box", Level.B),
    ("box", Level.C),
    ("box", Level.D),
    ("plain", Level.E),
)
"""Every way to isolate, strongest first, the own box before its like."""


def _reason(error: SandboxFault) -> str:
    return error.reason if isinstance(error, SandboxNotMade) else str(error)


def open_backend(
    name: str, python: str, level: Level, guest: dict[str, Any] | None = None
) -> Backend:
    """Return exactly this backend at exactly this level. Raises SandboxFault if this machine does
    not offer it.
    """
    launchers = _Launchers()
    opened = None
    try:
        opened = _OPENERS[name](python, level, launchers, {"guest": guest} if guest else {})
    finally:
        launchers.close(but=opened)
    return opened


def select_backend(
    python: str,
    *,
    choice: str = "auto",
    minimum: Level = Level.C,
    guest: dict[str, Any] | None = None,
    prove: Callable[[Backend], None] | None = None,
) -> Backend:
    """Return the strongest backend for the interpreter *python* that this machine offers.

    *choice* is "auto", the name of a backend, or the name of a level: then exactly that one, even
    below *minimum* (for code one trusts). With *guest* (see ``inside/guest.py``) its boxes start
    that; *prove* raises SandboxFault where it does not start. Raises SandboxRefused, in one line
    that says what to do, rather than isolate less than demanded.
    """
    exact = None if choice in CHOICES else Level.parse(choice)
    if choice == "plain" or exact is Level.E:
        return _plain(python, guest)
    if not syscalls.supported():
        raise SandboxRefused(
            'submissions can be isolated on 64-bit x86 Linux only: grade there, or choose "plain" for code you trust'
        )
    reasons = []
    launchers = _Launchers()
    chosen = None
    try:
        for backend, level in _WAYS:
            if exact is not None and level is not exact:
                continue
            if exact is None and (level < minimum or choice not in ("auto", backend)):
                continue
            try:
                offered = _OPENERS[backend](
                    python, level, launchers, {"guest": guest} if guest else {}
                )
                if prove is not None:
                    prove(offered)
                chosen = offered
                return chosen
            except SandboxFault as error:
                reasons.append(f"{backend} {level.label}: {_reason(error)}")
    finally:
        launchers.close(but=chosen)
    demanded = f"level {exact.label}" if exact is not None else f"level {minimum.label} or better"
    found = "; ".join(reasons) or f"no such level from {choice}"
    raise SandboxRefused(
        f"this machine does not offer {demanded} ({found}); run `grader doctor`,"
        " or choose a weaker level by name for code you trust"
    )


def linter_python() -> str:
    """Return the interpreter that linters run under: this one, for the packages are its own. Raises
    SandboxRefused.
    """
    return find_interpreter(f">={sys.version_info[0]}.{sys.version_info[1]}")


def select_linter(
    library: tuple[str, ...], *, choice: str = "auto", minimum: Level = Level.C
) -> Backend:
    """Return the strongest backend of this interpreter whose boxes show a linter from *library*,
    ready to be used.

    *choice* and *minimum* mean what they do in :func:`select_backend`, but it is always our own
    box: linters need files, and bubblewrap's boxes have no room for any. Raises SandboxRefused.
    """
    python = linter_python()
    exact = None if choice in CHOICES else Level.parse(choice)
    if choice == "plain" or exact is Level.E:
        return PlainBackend(python)
    if not syscalls.supported():
        raise SandboxRefused("a linter can be isolated on 64-bit x86 Linux only")
    reasons = []
    launchers = _Launchers(library)
    chosen = None
    try:
        for backend, level in _WAYS:
            if backend == "box" and (level is exact if exact is not None else level >= minimum):
                try:
                    chosen = _box(python, level, launchers, {})
                    return chosen
                except SandboxFault as error:
                    reasons.append(f"{backend} {level.label}: {_reason(error)}")
    finally:
        launchers.close(but=chosen)
    raise SandboxRefused(
        f"this machine does not offer a box for python-ta ({'; '.join(reasons) or 'no such level'})"
    )


def probe(python: str) -> list[Offer]:
    """Try every way to isolate with the interpreter *python*; strongest first, for ``grader
    doctor``.
    """
    offers = []
    launchers = _Launchers()
    for backend, level in _WAYS:
        if level is not Level.E and not syscalls.supported():
            offers.append(Offer(backend, level, False, "needs 64-bit x86 Linux"))
            continue
        try:
            _OPENERS[backend](python, level, launchers, {})
        except SandboxFault as error:
            offers.append(Offer(backend, level, False, _reason(error)))
        else:
            offers.append(Offer(backend, level, True, LOSSES[level]))
    launchers.close()
    return offers
