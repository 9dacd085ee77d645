"""Makes an interpreter in a private folder readable to other users, by a copy.

At level A the box gets its runtime by mounts, made before privilege is dropped. Without mounts
(level B), and for bubblewrap (which the box's own user starts), that user must be able to read the
files. If it is not, and the judge is root, the runtime is copied once to the system's cache folder
(``platformdirs.site_cache_dir``), owned by root and writable only by root. Otherwise the level is
not offered.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import tempfile
from pathlib import Path

import platformdirs

from graders.harness.sandbox.interface import SandboxError

_LEFT_OUT = (
    "site-packages",
    "dist-packages",
    "test",
    "idlelib",
    "turtledemo",
    "ensurepip",
    "config-*",
)
"""Parts of a library folder that no submission needs: installed packages, and large parts."""


def is_public(path: Path) -> bool:
    """Return whether any user of this machine can reach and read the folder or file *path*."""
    try:
        if not all(parent.stat().st_mode & stat.S_IXOTH for parent in path.parents):
            return False
        mode = path.stat().st_mode
    except OSError:
        return False
    return bool(mode & stat.S_IROTH) and (not stat.S_ISDIR(mode) or bool(mode & stat.S_IXOTH))


def library_of(python: str) -> Path:
    """Return the standard library's folder of the executable *python*."""
    executable = Path(python)
    return executable.parent.parent / "lib" / executable.name


def cache_folder() -> Path:
    """Return the folder for copies of interpreters."""
    return Path(platformdirs.site_cache_dir("graders"))


def public_python(python: str) -> str:
    """Return *python*, or a copy of it that every user can run. Raises SandboxError."""
    library = library_of(python)
    if is_public(Path(python)) and (not library.is_dir() or is_public(library / "os.py")):
        return python
    if os.geteuid() != 0:
        raise SandboxError(
            f"the interpreter {python} is not readable to other users, and only root may copy it"
        )
    if not (library / "os.py").exists():
        raise SandboxError(
            f"the interpreter {python} is not readable to other users,"
            " and its library was not found"
        )
    return _copied(Path(python), library, cache_folder())


def _copied(python: Path, library: Path, cache: Path) -> str:
    status = python.stat()
    changed = (library / "os.py").stat().st_mtime_ns
    identity = f"{python} {status.st_size} {status.st_mtime_ns} {changed}"
    home = cache / f"{python.name}-{hashlib.sha256(identity.encode()).hexdigest()[:16]}"
    copy = home / "bin" / python.name
    if not copy.exists():
        try:
            _copy(python, library, home)
        except (OSError, shutil.Error) as error:
            raise SandboxError(f"the interpreter cannot be copied to {cache}: {error}") from None
    for path in (cache, home, copy, library_of(str(copy))):
        path_status = path.stat()
        if (
            path_status.st_uid != 0
            or path_status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
            or not is_public(path)
        ):
            raise SandboxError(
                f"the copied interpreter {path} is not root's own, or is not readable:"
                f" remove {cache}"
            )
    return str(copy)


def _copy(python: Path, library: Path, home: Path) -> None:
    """Copy executable, shared library and standard library to *home*, atomically."""
    cache = home.parent
    old_mask = os.umask(0o022)
    try:
        cache.mkdir(parents=True, exist_ok=True)
        under_way = Path(tempfile.mkdtemp(dir=cache))
        try:
            under_way.chmod(0o755)
            (under_way / "bin").mkdir()
            shutil.copy(python, under_way / "bin" / python.name)
            ignored = shutil.ignore_patterns(*_LEFT_OUT)
            shutil.copytree(
                library, under_way / "lib" / library.name, ignore=ignored, symlinks=True
            )
            for shared in library.parent.glob("libpython*.so*"):
                shutil.copy(shared, under_way / "lib" / shared.name)
            for folder, names, files in os.walk(under_way):
                for name in (*names, *files):
                    path = Path(folder, name)
                    if not path.is_symlink():
                        path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
            under_way.rename(home)
        except BaseException:
            shutil.rmtree(under_way, ignore_errors=True)
            if not home.exists():  # otherwise another process was faster
                raise
    finally:
        os.umask(old_mask)
