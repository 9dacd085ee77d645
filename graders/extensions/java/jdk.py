"""Finds the Java Development Kit that an assignment demands: by ``JAVA_HOME``, on the PATH, in
systems' usual folders.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from graders.harness.sandbox.interface import SandboxRefused

_SPEC = re.compile(r"(>=)?\s*(\d{1,2})")
_PLACES = (
    "/usr/lib/jvm/*", "/opt/java/*", "/Library/Java/JavaVirtualMachines/*/Contents/Home",
    "/Program Files/Java/*", "/Program Files/Eclipse Adoptium/*", "/Program Files/Microsoft/jdk-*",
)  # fmt: skip
_ADVICE = (
    "install a JDK (Debian and Ubuntu: apt install default-jdk; elsewhere, for example,"
    " adoptium.net), or name one in the environment's JAVA_HOME"
)


class Jdk(NamedTuple):
    """A working development kit."""

    release: int
    """Such as 17."""
    home: Path
    build: str
    """Vendor and exact version, because results may depend on them."""

    def program(self, name: str) -> Path:
        """Return the path of one of its programs, such as "javac"."""
        return self.home / "bin" / (name + ".exe" if sys.platform == "win32" else name)


@cache
def identify(home: Path) -> Jdk | None:
    """Return the kit in the folder *home*, or None if it is missing, lacks a compiler, or fails."""
    kit = Jdk(0, home, "")
    if not kit.program("javac").is_file():
        return None
    try:
        properties = subprocess.run(
            [
                kit.program("java"),
                "-XX:+UseSerialGC",
                "-XshowSettings:properties",
                "-version",
            ],
            capture_output=True,
            text=True,
            errors="replace",  # properties may hold the user's name in any encoding
            timeout=60,
            check=True,
        ).stderr
    except (OSError, subprocess.SubprocessError):
        return None
    java = dict(
        re.findall(
            r"^ *java\.(specification\.version|vm\.vendor|vm\.version) = (.*)$",
            properties,
            re.M,
        )
    )
    release = java.get("specification.version", "")
    if not release.isdecimal():  # releases before 9 have versions like 1.8
        return None
    return Jdk(
        int(release),
        home,
        f"java {java.get('vm.version', '')} {java.get('vm.vendor', '')}".strip(),
    )


def _homes() -> Iterator[Path]:
    named = os.environ.get("JAVA_HOME")
    if named:
        yield Path(named)
    program = shutil.which("javac")
    if program:
        yield Path(program).resolve().parents[1]
    for pattern in _PLACES:
        yield from sorted(path.resolve() for path in Path("/").glob(pattern.lstrip("/")))


def wanted_release(spec: str) -> tuple[int, bool]:
    """Return the release of the manifest's *spec*, and whether a newer kit will do.

    Submissions are compiled as this release, whichever kit does it. Raises SandboxRefused.
    """
    match = _SPEC.fullmatch(spec.strip())
    if match is None:
        raise SandboxRefused(f'the manifest demands Java {spec!r}; write "17" or ">=17"')
    return int(match[2]), bool(match[1])


@cache
def find_jdk(spec: str) -> Jdk:
    """Return a kit for the manifest's *spec*: exactly "17", or ">=17".

    Raises SandboxRefused, which explains how to get a kit.
    """
    wanted, or_newer = wanted_release(spec)
    for home in dict.fromkeys(_homes()):
        kit = identify(home)
        if kit is not None and (kit.release >= wanted if or_newer else kit.release == wanted):
            return kit
    release = f"{wanted} or newer" if or_newer else str(wanted)
    raise SandboxRefused(
        f"this assignment is in Java {release}, but this machine has no such JDK: {_ADVICE}"
    )
