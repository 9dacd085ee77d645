"""Paths that this interpreter needs."""

from __future__ import annotations

import glob
import os
import sys
from contextlib import suppress

from ..protocol.config import Guest, Packages


def find_runtime(packages: Packages | None = None) -> tuple[list[str], list[str]]:
    """Return the paths that this interpreter and *packages* need, and the folders to hide."""
    needed = {item for item in sys.path if os.path.isdir(item)}
    hidden = [
        os.path.join(path, name) for path in needed for name in ("site-packages", "dist-packages")
    ]
    if packages is not None:
        needed.add(packages["folder"])
    for path in mapped_libraries():
        if not os.path.basename(path).startswith("libpython"):
            # libpython itself is in memory already
            needed.add(os.path.dirname(path))
    needed.update(item for item in ("/lib", "/lib64", "/usr/lib64") if os.path.islink(item))
    return outermost(needed), [path for path in hidden if os.path.isdir(path)]


def find_loaders() -> list[str]:
    """Return the programs that start all others, by the paths that are written in these."""
    return sorted(glob.glob("/usr/lib*/ld-linux*.so.*"))


def outermost(needed: set[str]) -> list[str]:
    """Return *needed* without the paths that lie in another of its folders."""
    return [
        path
        for path in sorted(needed)
        if not any(path.startswith(other + "/") and not os.path.islink(other) for other in needed)
    ]


def joined(runtime: list[str], guest: Guest | None) -> list[str]:
    """Return *runtime* and the further paths that a guest needs."""
    return outermost(set(runtime) | set(guest["runtime"])) if guest else runtime


def find_executables() -> list[str]:
    """Return the further files that are needed to start this interpreter again."""
    shared = [path for path in mapped_libraries() if os.path.basename(path).startswith("libpython")]
    return [os.path.realpath(sys.executable), *shared]


def read_ahead(paths: list[str], hidden: list[str]) -> None:
    """Have the kernel read all files below *paths* into memory, except those below *hidden*.

    Files that are there already cost next to nothing; files that cannot be read are left out.
    """
    folders = [path for path in paths if not os.path.islink(path)]
    while folders:
        try:
            entries = list(os.scandir(folders.pop()))
        except OSError:
            continue
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.path not in hidden:
                    folders.append(entry.path)
            elif entry.is_file(follow_symlinks=False):
                with suppress(OSError):
                    file = os.open(entry.path, os.O_RDONLY | os.O_CLOEXEC)
                    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_WILLNEED)
                    os.close(file)


def mapped_libraries() -> set[str]:
    """Return the shared libraries of this process."""
    libraries = set()
    with open("/proc/self/maps") as lines:
        for line in lines:
            path = "/" + line.rstrip("\n").partition("/")[2]
            if ".so" in os.path.basename(path) and os.path.isfile(path):
                libraries.add(path)
    return libraries
