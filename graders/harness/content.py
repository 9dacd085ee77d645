"""Reading of the project's own files, and atomic writing of files."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import msgspec

from graders.harness.errors import GraderError
from graders.harness.result import one_line

DISTRIBUTION = "fairgrader"
"""The project's name for pip, as in pyproject.toml: an index has another project called graders."""
HARNESS = Path(__file__).resolve().parent
PACKAGES = HARNESS.parent
"""The package ``graders``."""
ROOT = PACKAGES.parent
"""The checkout, or the folder of packages that a wheel was installed to."""
DATA = "_data"
"""Folder in the package ``graders`` of a wheel, for the folders at the top of a checkout."""


def is_installed(root: Path = ROOT) -> bool:
    """Return whether *root* was installed from a wheel, and is no checkout."""
    return (root / "graders" / DATA).is_dir()


def top(root: Path = ROOT) -> Path:
    """Return the folder that holds ``reference/``, ``starter/`` and ``scenarios/`` of *root*."""
    return root / "graders" / DATA if is_installed(root) else root


def release() -> str:
    """Return the project's release, or words for one that is not installed."""
    from importlib import metadata

    try:
        return metadata.version(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return "(not installed)"


def installing(extra: str) -> str:
    """Return the command that installs the packages of an *extra* of this project."""
    return f"pip install '{DISTRIBUTION}[{extra}]'"


def child_environment() -> dict[str, str]:
    """Return an environment in which a new interpreter imports this package, and no other copy."""
    if is_installed():
        # PYTHONPATH comes before the standard library, which other packages must not shadow
        return dict(os.environ)
    search = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(search)}


LEFT_BEHIND = (
    "__pycache__",
    "*.class",
    ".pytest_cache",
    ".mypy_cache",
    ".ruff_cache",
    ".hypothesis",
    ".DS_Store",
)
"""Name patterns of by-products of tools."""


def is_left_behind(name: str) -> bool:
    """Return whether a file or folder of this name is a by-product of a tool."""
    return any(fnmatchcase(name, pattern) for pattern in LEFT_BEHIND)


def files_below(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of every file below *folder*, sorted, without by-products of tools."""
    for path in sorted(folder.rglob("*")):
        relative = path.relative_to(folder)
        if path.is_file() and not any(map(is_left_behind, relative.parts)):
            yield relative.as_posix(), path.read_bytes()


def add_content(paths: Iterable[Path], base: Path, digest: Any) -> None:
    """Add to *digest* the names (relative to *base*) and contents of the files among *paths*."""
    for path in sorted(paths):
        if path.is_file() and "__pycache__" not in path.parts:
            data = path.read_bytes()
            digest.update(f"{path.relative_to(base).as_posix()}\0{len(data)}\0".encode())
            digest.update(data)


def nearest_existing(path: Path) -> Path:
    """Return *path* if it exists, else the nearest folder above it that does."""
    return next((parent for parent in (path, *path.parents) if os.path.exists(parent)), path)


_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
"""Flags of a file that must not exist; O_BINARY, on Windows, leaves line ends unchanged."""


def atomic_write(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write *data* to *path* atomically: readers see the old file or the new. Raises OSError.

    The file's rights are *mode* without those that the umask withholds, as for any new file.
    """
    unfinished = path.with_name(f".{path.name}-{secrets.token_hex(4)}")
    handle = os.open(unfinished, _NEW, mode)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.replace(unfinished, path)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise


def write_readable(path: Path, value: object) -> None:
    """Write *value* as indented JSON; equal values give equal bytes. Raises GraderError."""
    write_file(path, msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n")


def write_file(path: Path, data: bytes) -> None:
    """Write *data* to *path*, whose folder is made if necessary. Raises GraderError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        atomic_write(path, data)
    except OSError as error:
        raise GraderError(f"cannot write {one_line(str(path), 200)}: {error.strerror}") from None


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of the file *path*, which excludes other threads and processes.

    On a system without locks of files nothing is locked. Raises GraderError if the file cannot be
    written.
    """
    with contextlib.ExitStack() as stack:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = stack.enter_context(path.open("wb"))
        except OSError as error:
            raise GraderError(
                f"cannot write below {one_line(str(path.parent), 200)}: {error.strerror}"
            ) from None
        with contextlib.suppress(ImportError, OSError):
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield
