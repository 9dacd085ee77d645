"""Collects the source files among a submission's entries, within limits."""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from posixpath import basename

from graders.harness.intake import names
from graders.harness.intake.limits import IntakeLimits
from graders.harness.intake.submission import IntakeError
from graders.harness.result import Note, NoteCode

ARCHIVE_SUFFIXES = (
    ".zip",
    ".tar",
    ".tar.gz",
    ".tgz",
    ".tar.bz2",
    ".tbz2",
    ".tbz",
    ".tar.xz",
    ".txz",
)


class Refusal(Exception):
    """The reason why a path cannot be a submission. Intake adds the path and raises IntakeError."""

    def __init__(self, reason: str, choices: Mapping[str, Sequence[str]] | None = None) -> None:
        """choices: see `IntakeError.choices`."""
        super().__init__(reason)
        self.choices = choices or {}


def check_limit(count: int, limit: int, problem: str) -> None:
    """Raise Refusal if *count* exceeds *limit*; *problem* has the field "{:,}" for the limit."""
    if count > limit:
        raise Refusal(problem.format(limit))


class Kind(enum.Enum):
    """The kind of an entry. Only a FILE is ever opened."""

    FILE = enum.auto()
    FOLDER = enum.auto()
    LINK = enum.auto()
    SPECIAL = enum.auto()


@dataclass(frozen=True, slots=True)
class Member:
    """An entry of a folder or archive."""

    name: str
    """Unchanged, and so hostile."""
    kind: Kind
    read: Callable[[int], bytes]
    """Returns at most the given number of real bytes of a FILE. Call it at most once, before the
    reader's next member.
    """


@dataclass(slots=True)
class FileCollector:
    """The source files of a submission, and a record of the other entries."""

    suffixes: frozenset[str]
    limits: IntakeLimits
    sources: dict[str, bytes] = field(default_factory=dict)
    archives: list[str] = field(default_factory=list)
    """Raw names of archives among the files, which are never opened inside another archive."""
    outside: list[str] = field(default_factory=list)
    """Raw names that point outside the submission."""
    others: list[str] = field(default_factory=list)
    """Paths of files of other kinds."""
    large: list[str] = field(default_factory=list)
    """Paths of source files that exceed the limit, which are left out."""
    _entries: int = 0
    _bytes: int = 0
    _name_squares: int = 0
    _litter: set[str] = field(default_factory=set)
    _links: list[str] = field(default_factory=list)
    _special: list[str] = field(default_factory=list)
    _twice: set[str] = field(default_factory=set)
    _environments: set[str] = field(default_factory=set)
    _too_deep: bool = False

    def gather(self, members: Iterable[Member]) -> None:
        """Read all *members*. Raises Refusal at a limit, or if an entry cannot be read."""
        for member in members:
            self._entries += 1
            check_limit(
                self._entries,
                self.limits.entries,
                "holds more than {:,} files and folders; leave out virtual environments and "
                "other folders of tools",
            )
            self._take(member)
        self._leave_out_environments()

    def _take(self, member: Member) -> None:
        litter = names.litter_in(member.name)
        if litter is not None:
            self._litter.add(litter)
            return
        self._name_squares += names.squared_length(member.name)
        check_limit(
            self._name_squares,
            self.limits.name_squares,
            "has too many long names: the squares of their lengths are more than {:,} together",
        )
        try:
            path = names.clean_path(member.name)
        except names.OutsideName:
            self.outside.append(member.name)
            return
        if path.count("/") >= self.limits.depth:
            self._too_deep = True
        elif member.kind is Kind.LINK:
            self._links.append(path)
        elif member.kind is Kind.SPECIAL:
            self._special.append(path)
        elif member.kind is Kind.FILE and path:
            self._take_file(path, member)

    def _take_file(self, path: str, member: Member) -> None:
        folder, _, base = path.rpartition("/")
        if base == "pyvenv.cfg":
            self._environments.add(folder)
        if base.lower().endswith(ARCHIVE_SUFFIXES):
            self.archives.append(member.name)
        if not base.lower().endswith(tuple(self.suffixes)):
            self.others.append(path)
            return
        content = member.read(self.limits.file_bytes + 1)
        self._bytes += len(content)
        check_limit(
            self._bytes,
            self.limits.total_bytes,
            "the source files are larger than {:,} bytes together",
        )
        if len(content) > self.limits.file_bytes:
            self.large.append(path)
            return
        if self.sources.get(path, content) != content:
            self._twice.add(path)
        self.sources[path] = content
        check_limit(
            len(self.sources),
            self.limits.sources,
            "holds more than {:,} source files; leave out generated files",
        )

    def _leave_out_environments(self) -> None:
        """Drop the files in virtual environments of any name, except for one in the top folder,
        which would drop everything.
        """
        environments = self._environments - {""}
        prefixes = tuple(f"{folder}/" for folder in environments)

        def is_inside(path: str) -> bool:
            return path.startswith(prefixes)

        for path in [source for source in self.sources if is_inside(source)]:
            del self.sources[path]
        self.others = [other for other in self.others if not is_inside(other)]
        self._links = [link for link in self._links if not is_inside(link)]
        self._litter.update(map(basename, environments))

    def notes(self) -> list[Note]:
        """Return notes on ignored entries, independent of their order."""
        notes = notes_on(
            {
                NoteCode.TOOLS_LITTER: self._litter,
                NoteCode.OUTSIDE_NAMES: self.outside,
                NoteCode.LINKS: self._links,
                NoteCode.SPECIAL_FILES: self._special,
                NoteCode.PACKED_TWICE: self._twice,
                NoteCode.LARGE_FILES: self.large,
            }
        )
        if self._too_deep:
            notes.append(Note(NoteCode.TOO_DEEP, {"folders": self.limits.depth}))
        others = len(set(self.others))
        if others:
            notes.append(Note(NoteCode.OTHER_KINDS, {"files": others}))
        return notes

    def left_out(self) -> list[str]:
        """Return the raw names of ignored entries."""
        return [
            *self.others,
            *self.large,
            *self._litter,
            *self._links,
            *self._special,
            *self.outside,
        ]


def notes_on(left_out: Mapping[NoteCode, Collection[str]]) -> list[Note]:
    """Return a note for each code with names, listing the first few."""
    return [Note(code, names.few(entries)) for code, entries in left_out.items() if entries]


@contextmanager
def refusals_of(display_name: str) -> Iterator[None]:
    """Turn a Refusal into an IntakeError that begins with *display_name*, which is ready for
    display.
    """
    try:
        yield
    except Refusal as refusal:
        error = IntakeError(f"{display_name}: {refusal}")
        error.choices = refusal.choices
        raise error from None
