"""The result of intake, and its error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from posixpath import splitext
from typing import Protocol

from graders.harness.errors import GraderError
from graders.harness.result import Note


class IntakeError(GraderError):
    """There is no submission to grade at this path; the message gives the reason and the remedy."""

    choices: Mapping[str, Sequence[str]] = {}
    """Expected file -> the paths that may be it, if a choice of one makes a submission of it."""


@dataclass(frozen=True, slots=True)
class Submission:
    """The files of one student (or group), as plain data."""

    name: str
    """For display only, from the path, never from the content. Two submissions may share it."""
    files: Mapping[str, bytes]
    """Relative name with forward slashes -> content, sorted by name. No two names differ only in
    case.
    """
    notes: tuple[Note, ...] = ()
    """Remarks for staff on changed and ignored files."""


class ExpectedFiles(Protocol):
    """The part of an assignment's files that intake uses; `manifest.Files` has it."""

    @property
    def submitted(self) -> tuple[str, ...]:
        """Names of the files that students hand in; empty if the handout does not name them."""

    @property
    def course(self) -> tuple[str, ...]:
        """Names of the course's files; submitted copies are dropped."""


@dataclass(frozen=True, slots=True)
class WithChoices:
    """The expected files of an assignment, with staff's choices for one submission."""

    expected: ExpectedFiles
    chosen: Mapping[str, str]
    """Expected file -> the path of the submission's file that counts, or `select.NO_FILE`."""

    @property
    def submitted(self) -> tuple[str, ...]:
        """See `ExpectedFiles`."""
        return self.expected.submitted

    @property
    def course(self) -> tuple[str, ...]:
        """See `ExpectedFiles`."""
        return self.expected.course

    @property
    def files(self) -> ExpectedFiles:
        """See `HasFiles`."""
        return self


class HasFiles(Protocol):
    """Anything with a `files` table, such as `manifest.Assignment`."""

    @property
    def files(self) -> ExpectedFiles:
        """The assignment's files."""


def source_suffixes(files: ExpectedFiles) -> frozenset[str]:
    """Return the suffixes of the files that students hand in, such as {".py"}."""
    suffixes = {splitext(name)[1].lower() for name in files.submitted}
    return frozenset(suffixes - {""} or {".py"})
