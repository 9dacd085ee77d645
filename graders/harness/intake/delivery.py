"""One student's or group's delivery among those of a class, before it is read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Protocol

from graders.harness.intake import names
from graders.harness.intake.harvest import Kind, Member, Refusal
from graders.harness.intake.read import (
    read_submission,
    refusals_of,
    submission_from_members,
)
from graders.harness.intake.submission import HasFiles, Submission
from graders.harness.intake.trees import Tree, archive_in
from graders.harness.result import Note


@dataclass(frozen=True, slots=True)
class Person:
    """Someone whom a platform names as one of those who handed in; nothing in it comes from a
    submission.
    """

    name: str = ""
    """As the platform writes it; hostile as a name of a file."""
    ids: tuple[str, ...] = ()
    """What else the platform knows the person by: student number, email, login, its own number."""


class Source(Protocol):
    """Where a delivery's files are."""

    def read(self, assignment: HasFiles) -> Submission:
        """Read them. Raises IntakeError."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """What one student (or group) handed in."""

    name: str
    """Unique within the class, the same in every run, fit for a file's name on every system. (Of a
    path that is one submission: the name that intake shows.)
    """
    label: str
    """What the folder, archive or file is called there, or the platform calls who handed in:
    hostile.
    """
    source: Source
    people: tuple[Person, ...] = ()
    """Whom the platform names; empty where only the label is known."""
    submitted_at: datetime | None = None
    """By the platform's own record; never a file's time."""
    late: bool | None = None
    """Whether the platform marks it late; None where it does not say."""
    flags: tuple[str, ...] = ()
    """Why a person should look at it, one line each, fit for display."""
    alone: bool = False
    """Whether it is no class at all: the path that staff named is this one submission."""

    def read(self, assignment: HasFiles) -> Submission:
        """Read its files, now and only now. Raises IntakeError with one line for a person."""
        with refusals_of(names.display(self.label)):
            submission = self.source.read(assignment)
        return submission if self.alone else replace(submission, name=self.name)


@dataclass(frozen=True, slots=True)
class Alone:
    """A path that staff named."""

    path: Path
    shown: str | None = None
    """What an error calls it, if not its whole path."""

    def read(self, assignment: HasFiles) -> Submission:
        """See `Source`."""
        return read_submission(self.path, assignment, shown=self.shown)


@dataclass(frozen=True, slots=True)
class Entry:
    """A folder, an archive or a source file within a tree."""

    tree: Tree
    path: str

    def read(self, assignment: HasFiles) -> Submission:
        """See `Source`."""
        return self.tree.submission(self.path, assignment)


@dataclass(frozen=True, slots=True)
class Flat:
    """Some files of a tree, under the names that their student gave them."""

    tree: Tree
    files: tuple[tuple[str, str], ...]
    """The student's name for each, and its path in the tree."""
    notes: tuple[Note, ...] = ()
    """To staff, about files that were not taken."""

    def read(self, assignment: HasFiles) -> Submission:
        """See `Source`."""
        where = dict(self.files)
        members = [
            Member(name, Kind.FILE, _Reading(self.tree, path))
            for name, path in self.files
        ]
        submission = submission_from_members(
            self.files[0][1],
            members,
            assignment,
            open_archive=lambda name: archive_in(self.tree, where[name]),
        )
        return replace(submission, notes=self.notes + submission.notes)


@dataclass(frozen=True, slots=True)
class _Reading:
    tree: Tree
    path: str

    def __call__(self, size: int) -> bytes:
        return self.tree.read(self.path, size)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Something that a student handed in and that nobody but a person can tell how to grade."""

    reason: str

    def read(self, assignment: HasFiles) -> Submission:
        """See `Source`."""
        raise Refusal(self.reason)
