"""What intake hands on, and how it says that it cannot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from posixpath import splitext
from typing import Protocol

from graders.harness.errors import GraderError
from graders.harness.result import Note


class IntakeError(GraderError):
    """There is no submission to grade at this path; the message says why and what to do, in one
    line.
    """


@dataclass(frozen=True, slots=True)
class Submission:
    """The files one student (or group) handed in, as plain data."""

    name: str
    """For display only, from the path that staff gave, never from the content. Two submissions may
    share it.
    """
    files: Mapping[str, bytes]
    """Relative name with forward slashes -> content, sorted by name. No two names differ by case
    alone.
    """
    notes: tuple[Note, ...] = ()
    """What intake did and left out, for staff."""


class Files(Protocol):
    """What intake needs to know of an assignment's files (`manifest.Files` is one)."""

    @property
    def submitted(self) -> tuple[str, ...]:
        """Names a student hands in; empty where the handout leaves them free."""

    @property
    def course(self) -> tuple[str, ...]:
        """Names of the course's own files; a submitted copy is dropped."""


class HasFiles(Protocol):
    """Anything with a `files` table, such as `manifest.Assignment`."""

    @property
    def files(self) -> Files:
        """The assignment's files."""


def source_suffixes(files: Files) -> frozenset[str]:
    """Return the suffixes of source files in this assignment, such as {".py"}: those of what is
    handed in.
    """
    suffixes = {splitext(name)[1].lower() for name in files.submitted}
    return frozenset(suffixes - {""} or {".py"})
