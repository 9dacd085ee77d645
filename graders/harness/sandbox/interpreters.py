"""Finds the interpreter that an assignment demands.

The result is always the interpreter itself, never a shim or a virtual environment's link, because
submissions must not see the packages installed beside the judge.
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

OLDEST = (3, 10)
NEWEST = (3, 14)
"""The range of releases to look for if a manifest demands ">="."""

_SPEC = re.compile(r"(>=)?\s*3\.(\d{1,2})")
_ASK = """
import os, sys
executable = getattr(sys, "_base_executable", "") or sys.executable
build = sys.implementation.name + " " + " ".join(sys.version.split())
path, prefix = os.path.realpath(executable), sys.base_prefix
print(*sys.version_info[:2], path, prefix, build, sep="\\n")
"""


_FINAL = re.compile(r"cpython 3\.\d+\.\d+\+? \(")
"""Begins the build of CPython as it is released: no prerelease, no free threads."""


_HOME = re.compile(r"(?:cpython-)?3\.[0-9]+\.(?P<patch>[0-9]+)(?:-.+)?")
"""The name of a release's folder: "3.13.10", "cpython-3.13.10-linux-x86_64-gnu"."""


class Interpreter(NamedTuple):
    """A working interpreter."""

    release: tuple[int, int]
    """Such as (3, 11)."""
    path: str
    """Path of the executable itself, not of a shim or link."""
    build: str
    """Implementation, exact version and compiler, because results may depend on them."""


@cache
def identify(python: str) -> Interpreter | None:
    """Return the interpreter behind *python*, or None if it does not run."""
    try:
        answer = subprocess.run(
            [python, "-I", "-S", "-X", "utf8", "-c", _ASK],
            capture_output=True,
            encoding="utf-8",
            timeout=30,
            check=True,
            cwd="/",
        ).stdout.split("\n")
        version = int(answer[0]), int(answer[1])
    except (OSError, subprocess.SubprocessError, ValueError, IndexError):
        return None
    real, prefix, build = answer[2:5]
    name = f"python{version[0]}.{version[1]}"
    beside = os.path.join(prefix, "bin", name)
    return Interpreter(version, os.path.realpath(beside) if os.path.exists(beside) else real, build)


def build_of(python: str) -> str:
    """Return the build of the interpreter *python*. Raises SandboxRefused if it does not run."""
    interpreter = identify(python)
    if interpreter is None:
        raise SandboxRefused(f"{python} is no Python that runs here")
    return interpreter.build


def release_of(build: str) -> str:
    """Return the release of Python in a *build*, such as "3.11"; "" if it has none."""
    found = re.search(r"\b3\.\d+", build)
    return found[0] if found else ""


def candidates(minor: int) -> Iterator[str]:
    """Yield executables that may be Python 3.*minor*: the judge's, on the PATH, of Windows'
    launcher, of pyenv and uv.
    """
    name = f"python3.{minor}"
    if sys.version_info[:2] == (3, minor):
        yield sys.executable
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        executable = shutil.which(name, path=folder)
        if executable:
            yield executable
    launched = _output_of(
        "py", f"-3.{minor}", "-X", "utf8", "-c", "import sys; print(sys.executable)"
    )
    if launched:
        yield launched
    for home in _homes(minor):
        if (home / "bin" / name).exists():
            yield str(home / "bin" / name)


def _homes(minor: int) -> list[Path]:
    """Return the folders in which pyenv and uv have installed releases of Python 3.*minor*, the
    newest first. Their commands are not asked: cron, sudo and services have another PATH, and marks
    must not depend on it.
    """
    pyenv = os.environ.get("PYENV_ROOT") or "~/.pyenv"
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    uv = os.environ.get("UV_PYTHON_INSTALL_DIR") or f"{data}/uv/python"
    found = {}
    for folder in (f"{pyenv}/versions", uv):
        for home in Path(os.path.expanduser(folder)).glob(f"*3.{minor}.*"):
            release = _HOME.fullmatch(home.name)
            if release:
                found[home] = int(release["patch"])
    return sorted(found, key=lambda home: found[home], reverse=True)


def _output_of(name: str, *arguments: str) -> str:
    """Return the output of a program on the PATH, or "" if there is none or it fails."""
    program = shutil.which(name)
    if program is None:
        return ""
    try:
        ran = subprocess.run(
            [program, *arguments],
            capture_output=True,
            encoding="utf-8",
            timeout=30,
            check=True,
        )
    except (OSError, subprocess.SubprocessError, ValueError):
        return ""
    return ran.stdout.strip()


def find_release(minor: int) -> Interpreter | None:
    """Return an interpreter of Python 3.*minor*; None if none is installed."""
    for candidate in candidates(minor):
        interpreter = identify(candidate)
        if interpreter is not None and interpreter.release == (3, minor):
            return interpreter
    return None


def how_to_install(minor: int) -> str:
    """Return the command that installs Python 3.*minor* with what this machine has, or ways to."""
    for tool, command in (("uv", "uv python install"), ("pyenv", "pyenv install")):
        if shutil.which(tool):
            return f"`{command} 3.{minor}`"
    return (
        f"your system's package (Debian and Ubuntu: apt install python3.{minor}),"
        f" `uv python install 3.{minor}` or `pyenv install 3.{minor}`"
    )


def _demand(spec: str) -> range:
    """Return the minor releases for the manifest's *spec*. Raises SandboxRefused."""
    match = _SPEC.fullmatch(spec.strip())
    minor = int(match[2]) if match is not None else 0
    if match is None or (not match[1] and minor < OLDEST[1]):
        raise SandboxRefused(
            f'the manifest demands Python {spec!r}; write "3.12" or ">=3.10", from 3.10 on'
        )
    if match[1]:
        return range(max(minor, OLDEST[1]), max(minor, NEWEST[1]) + 1)
    return range(minor, minor + 1)


@cache
def find_interpreter(spec: str) -> str:
    """Return the real path of a CPython for the manifest's *spec*: exactly "3.12", or ">=3.10".

    For ">=" it is the judge's own interpreter if that is new enough. Raises SandboxRefused, which
    explains how to get an interpreter.
    """
    releases = _demand(spec)
    if len(releases) > 1 and sys.version_info[:2] >= (3, releases[0]):
        this_python = identify(sys.executable)
        if this_python is not None:
            return this_python.path
    for minor in releases:
        found = find_release(minor)
        if found is not None:
            return found.path
    minor = releases[0]
    wanted = f"3.{minor} or newer" if len(releases) > 1 else f"3.{minor}"
    raise SandboxRefused(
        f"this assignment is graded with Python {wanted}, which is not installed; install it"
        f" ({how_to_install(minor)})"
        f" so that python3.{minor} is on the PATH,"
        " or take another one at your own risk: `grader grade --python FILE`"
    )


@cache
def newest_interpreter(spec: str, judge: str = "") -> Interpreter | None:
    """Return the newest suitable interpreter; None if :func:`find_interpreter` returns one that is
    as new for *judge*, or else *spec*.

    Prereleases and builds with free threads do not count. Raises SandboxRefused.
    """
    usual = identify(find_interpreter(judge or spec))
    assert usual is not None, "it has just been found"
    for minor in reversed(_demand(spec)):
        if minor <= usual.release[1]:
            break
        found = find_release(minor)
        if found is not None and _FINAL.match(found.build):
            return found
    return None
