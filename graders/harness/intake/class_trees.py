"""Folders and zips that hold a class: their entries, and reading an entry as a submission.

Submissions are read on demand, one at a time. So a class of any size takes the memory of its
largest submission and of a zip's directory. A zip is listed once, then accessed at random.
"""

from __future__ import annotations

import os
import weakref
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from posixpath import basename, join
from typing import BinaryIO, Protocol

from graders.harness.intake import archives, names
from graders.harness.intake.collector import Kind, Member, Refusal, check_limit
from graders.harness.intake.folder import Folder, open_file
from graders.harness.intake.limits import LIMITS
from graders.harness.intake.read import read_submission, submission_from_members
from graders.harness.intake.submission import HasFiles, Submission

CLASS_LIMITS = replace(LIMITS, archive_bytes=4 << 30, entries=200_000)
"""Limits of a class: the entries directly in a folder, or a whole zip. Each submission keeps its
own limits.
"""


class Tree(Protocol):
    """Entries below a path from staff. Their paths are relative to it; "" is the top."""

    @property
    def path(self) -> Path:
        """The path from staff."""

    @property
    def outside(self) -> Sequence[str]:
        """Names of entries that point outside and are not read."""

    @property
    def remark(self) -> str:
        """A remark for staff on the names, or ""."""

    def entries(self, folder: str) -> Mapping[str, Kind]:
        """Return name -> kind of all entries directly in *folder*, sorted. Raises Refusal."""

    def members(self, folder: str) -> Iterator[Member]:
        """Yield all entries below *folder*, with names relative to it. Raises Refusal."""

    def read(self, file: str, size: int) -> bytes:
        """Return up to *size* bytes of an ordinary file. Raises Refusal."""

    def submission(self, entry: str, assignment: HasFiles) -> Submission:
        """Read a folder, an archive or a source file as a submission. Raises IntakeError."""


def of_kind(entries: Mapping[str, Kind], kind: Kind) -> list[str]:
    """Return the names of the entries of this kind."""
    return [name for name, its_kind in entries.items() if its_kind is kind]


class FolderTree:
    """A folder on the disk. Links are listed, never followed."""

    outside: Sequence[str] = ()
    remark = ""

    def __init__(self, path: Path) -> None:
        self.path = path

    def entries(self, folder: str) -> dict[str, Kind]:
        """See `Tree`."""
        with Folder(self.path / folder) as opened:
            kinds = {
                member.name: member.kind
                for member in opened.members(replace(CLASS_LIMITS, depth=0))
            }
        check_limit(len(kinds), CLASS_LIMITS.entries, "holds more than {:,} files and folders")
        return kinds

    def members(self, folder: str) -> Iterator[Member]:
        """See `Tree`."""
        with Folder(self.path / folder) as opened:
            yield from opened.members(LIMITS)

    def read(self, file: str, size: int) -> bytes:
        """See `Tree`."""
        with open_file(self.path / file) as stream:
            return stream.read(size)

    def submission(self, entry: str, assignment: HasFiles) -> Submission:
        """See `Tree`."""
        return read_submission(self.path / entry, assignment, display_name=entry)


class ZipTree:
    """A zip of a whole class, from a platform."""

    def __init__(self, path: Path) -> None:
        """List the zip. Raises Refusal if it cannot be read or is too large."""
        self.path = path
        self.outside: list[str] = []
        self.remark = ""
        self._opened_by = -1
        self._listed: list[tuple[str, int, Member]] = []
        self._entries()

    def __reduce__(self) -> tuple[type[ZipTree], tuple[Path]]:
        return ZipTree, (self.path,)

    def entries(self, folder: str) -> dict[str, Kind]:
        """See `Tree`."""
        kinds: dict[str, Kind] = {}
        for path, member in self._below(folder):
            name, slash, _ = path.partition("/")
            if name:
                kinds[name] = Kind.FOLDER if slash else kinds.get(name, member.kind)
        return kinds

    def members(self, folder: str) -> Iterator[Member]:
        """See `Tree`."""
        for path, member in self._below(folder):
            yield Member(path, member.kind, member.read)

    def read(self, file: str, size: int) -> bytes:
        """See `Tree`."""
        member = self._file(file)
        if member is None:
            raise Refusal(
                f"'{names.display(file)}' is not in the archive, or is not an ordinary file"
            )
        return member.read(size)

    def submission(self, entry: str, assignment: HasFiles) -> Submission:
        """See `Tree`."""
        name = basename(entry)
        file = self._file(entry)
        if file is None:
            return submission_from_members(
                name,
                self.members(entry),
                assignment,
                open_archive=lambda path: archive_in(self, join(entry, path)),
            )
        members = [Member(name, Kind.FILE, file.read)]
        return submission_from_members(
            name, members, assignment, open_archive=lambda _: archive_in(self, entry)
        )

    def _file(self, path: str) -> Member | None:
        """Return the ordinary file at *path*, the last one if it is packed twice, or None."""
        listed = self._entries()
        first, end = (
            bisect_left(listed, path, key=_path),
            bisect_right(listed, path, key=_path),
        )
        members = (member for _, _, member in reversed(listed[first:end]))
        return next((member for member in members if member.kind is Kind.FILE), None)

    def _below(self, folder: str) -> list[tuple[str, Member]]:
        """Return the entries below *folder*, with paths relative to it, in the zip's order."""
        inside = self._entries()
        prefix = join(folder, "")
        if folder:
            end = folder + "0"  # "0" comes after "/"
            first, last = (
                bisect_left(inside, prefix, key=_path),
                bisect_left(inside, end, key=_path),
            )
            inside = inside[first:last]
        in_order = sorted(inside, key=lambda entry: entry[1])
        return [(path.removeprefix(prefix), member) for path, _, member in in_order]

    def _entries(self) -> list[tuple[str, int, Member]]:
        """Return path, index and member of every entry, sorted by path.

        A forked process opens the zip again.
        """
        if self._opened_by != os.getpid():
            stream = open_file(self.path)
            weakref.finalize(self, stream.close)
            size = stream.seek(0, 2)
            check_limit(
                size,
                CLASS_LIMITS.archive_bytes,
                "the archive is larger than {:,} bytes",
            )
            members, self.remark = archives.zip_members(stream, CLASS_LIMITS)
            check_limit(
                len(members),
                CLASS_LIMITS.entries,
                "the archive holds more than {:,} entries",
            )
            listed, outside = [], []
            for index, member in enumerate(members):
                try:
                    listed.append((names.clean_path(member.name), index, member))
                except names.OutsideName:
                    outside.append(member.name)
            self._listed, self.outside = sorted(listed, key=_path), outside
            self._opened_by = os.getpid()
        return self._listed


def archive_in(tree: Tree, file: str) -> BinaryIO:
    """Return an archive in *tree* as a stream in memory. Raises Refusal above a limit."""
    data = tree.read(file, LIMITS.archive_bytes + 1)
    if len(data) > LIMITS.archive_bytes:
        raise Refusal(
            f"the archive '{names.display(file)}' is larger than {LIMITS.archive_bytes:,} bytes"
        )
    return BytesIO(data)


def _path(entry: tuple[str, int, Member]) -> str:
    return entry[0]
