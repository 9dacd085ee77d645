"""Lists and reads a student's folder without following links, blocking, or recursing.

Every folder and file is opened from the top, part by part, with O_NOFOLLOW. So replacing a folder
by a link between listing and reading causes an error and opens no other file. Opening never blocks
on a FIFO, and an opened file is checked again before it is read. On systems without these calls
(Windows), every part is checked before the path is opened; students cannot make links there without
special rights.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from graders.harness.intake import names
from graders.harness.intake.collector import Kind, Member, Refusal
from graders.harness.intake.limits import IntakeLimits

if TYPE_CHECKING:
    from typing import Self  # students' judges also run on Python 3.10

_DESCRIPTORS = (
    os.open in os.supports_dir_fd and os.scandir in os.supports_fd and hasattr(os, "O_NOFOLLOW")
)
_COMMON = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOINHERIT", 0)
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | _COMMON
_FILE = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
    | _COMMON
)


@contextmanager
def _errors_refused(path: str) -> Iterator[None]:
    """Turn system errors about *path* into Refusals with a remedy."""
    display_name = names.display(path) or "."
    try:
        yield
    except PermissionError:
        raise Refusal(
            f"'{display_name}' may not be read; "
            "give yourself the right (chmod -R u+rX) and grade again"
        ) from None
    except OSError as error:
        raise Refusal(
            f"'{display_name}' cannot be read, or changed meanwhile ({error.strerror}); grade again"
        ) from None


def open_file(path: Path) -> BinaryIO:
    """Open an ordinary file without following a link at the end of its path. Raises Refusal."""
    with _errors_refused(path.name):
        return _ordinary(os.open(path, _FILE), path.name)


def _ordinary(descriptor: int, display_name: str) -> BinaryIO:
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise Refusal(f"'{names.display(display_name)}' is not an ordinary file")
    return os.fdopen(descriptor, "rb")


class Folder:
    """A folder to read, used as a context manager.

    by_descriptor: False selects the method for systems without directory descriptors.
    """

    def __init__(self, path: Path, *, by_descriptor: bool = _DESCRIPTORS) -> None:
        """Open the folder itself. Raises Refusal."""
        self._path = path
        self._top: int | None = None
        if by_descriptor:
            with _errors_refused(path.name):
                self._top = os.open(path, _FOLDER)

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close it."""
        if self._top is not None:
            os.close(self._top)

    def members(self, limits: IntakeLimits) -> Iterator[Member]:
        """Yield every entry, sorted, a folder before its content. By-products of tools and folders
        beyond the depth limit are not entered.
        """
        waiting: list[tuple[str, ...]] = [()]
        while waiting:
            parts = waiting.pop()
            inner = []
            for name, kind in self._list(parts, limits.entries):
                path = (*parts, name)
                yield Member("/".join(path), kind, partial(self._read, path))
                if kind is Kind.FOLDER and not names.is_litter(name) and len(path) <= limits.depth:
                    inner.append(path)
            waiting.extend(reversed(inner))

    def open(self, relative: str) -> BinaryIO:
        """Open an ordinary file by its member's name. Raises Refusal."""
        return self._open_file(tuple(relative.split("/")))

    def _read(self, parts: tuple[str, ...], size: int) -> bytes:
        with self._open_file(parts) as stream, _errors_refused("/".join(parts)):
            return stream.read(size)

    def _open_file(self, parts: tuple[str, ...]) -> BinaryIO:
        with _errors_refused("/".join(parts)):
            if self._top is None:
                self._refuse_links(parts)
                return _ordinary(os.open(self._path.joinpath(*parts), _FILE), parts[-1])
            folder = self._descend(parts[:-1])
            try:
                return _ordinary(os.open(parts[-1], _FILE, dir_fd=folder), parts[-1])
            finally:
                os.close(folder)

    def _list(self, parts: tuple[str, ...], most: int) -> list[tuple[str, Kind]]:
        """Return the folder's entries, sorted; up to *most* plus one, so that the collector detects
        an excess.
        """
        with (
            _errors_refused("/".join(parts)),
            self._listable(parts) as folder,
            os.scandir(folder) as entries,
        ):
            return sorted((entry.name, _kind(entry)) for entry in islice(entries, most + 1))

    @contextmanager
    def _listable(self, parts: tuple[str, ...]) -> Iterator[int | Path]:
        """Return the folder *parts* as an argument of `os.scandir`."""
        if self._top is None:
            self._refuse_links(parts)
            yield self._path.joinpath(*parts)
            return
        folder = self._descend(parts)
        try:
            yield folder
        finally:
            os.close(folder)

    def _descend(self, parts: tuple[str, ...]) -> int:
        """Return a new descriptor of the folder *parts*, opened from the top without following
        links.
        """
        assert self._top is not None
        current = os.open(".", _FOLDER, dir_fd=self._top)
        for part in parts:
            try:
                below = os.open(part, _FOLDER, dir_fd=current)
            finally:
                os.close(current)
            current = below
        return current

    def _refuse_links(self, parts: tuple[str, ...]) -> None:
        for length in range(len(parts) + 1):
            if is_link(os.lstat(self._path.joinpath(*parts[:length]))):
                raise OSError(0, "it is a link")


def is_link(status: os.stat_result) -> bool:
    """Return whether this is a symbolic link, or a Windows junction."""
    junction = getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", None)
    return stat.S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", 0) == junction


def _kind(entry: os.DirEntry[str]) -> Kind:
    if entry.is_symlink() or getattr(entry, "is_junction", bool)():
        return Kind.LINK
    if entry.is_dir(follow_symlinks=False):
        return Kind.FOLDER
    return Kind.FILE if entry.is_file(follow_symlinks=False) else Kind.SPECIAL
