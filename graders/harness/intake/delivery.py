"""Deliveries: the submissions of a class before they are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Protocol

from graders.harness.intake import names
from graders.harness.intake.class_trees import Tree, archive_in
from graders.harness.intake.collector import Kind, Member, Refusal
from graders.harness.intake.read import (
    read_submission,
    refusals_of,
    submission_from_members,
)
from graders.harness.intake.submission import HasFiles, Submission, WithChoices
from graders.harness.result import Note


@dataclass(frozen=True, slots=True)
class Person:
    """A submitter by the platform's record; nothing of it comes from a submission."""

    name: str = ""
    """As the platform writes it; hostile as a file name."""
    ids: tuple[str, ...] = ()
    """The platform's identifiers of the person: student number, email, login, internal number."""
    certain: bool = True
    """False if the ids count only beside the person's name on the roster."""

    @property
    def shown(self) -> str:
        """The name, or the ids if there is none."""
        return self.name or " ".join(self.ids)


class FileSource(Protocol):
    """The source of a delivery's files."""

    def read(self, assignment: HasFiles) -> Submission:
        """Read the files. Raises IntakeError."""


@dataclass(frozen=True, slots=True)
class SubmissionSource:
    """The submission of one student (or group) that can be read later."""

    name: str
    """Unique within the class, the same in every run, valid as a file name on every system. (If the
    path is a single submission: its display name.)
    """
    label: str
    """Untrusted label: the name of the folder, archive or file, or the platform's name for the
    submitter.
    """
    source: FileSource
    people: tuple[Person, ...] = ()
    """Submitters by the platform's record; empty if only the label is known."""
    submitted_at: datetime | None = None
    """By the platform's record, never a file's time."""
    late: bool | None = None
    """Whether the platform marks it late; None if unknown."""
    flags: tuple[str, ...] = ()
    """Reasons for staff to review it, one line each, ready for display."""
    keys: tuple[str, ...] = ()
    """Keys that are the same in every run (see `UnnamedSubmission`)."""
    alone: bool = False
    """True if the path is a single submission, not a class."""
    chosen: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Staff's choices of files, see `WithChoices`."""

    def read(self, assignment: HasFiles) -> Submission:
        """Read its files. Raises IntakeError with one line for staff."""
        if self.chosen:
            assignment = WithChoices(assignment.files, self.chosen)
        with refusals_of(names.display(self.label)):
            submission = self.source.read(assignment)
        return submission if self.alone else replace(submission, name=self.name)


@dataclass(frozen=True, slots=True)
class Alone:
    """A path from staff."""

    path: Path
    display_name: str | None = None
    """Its name in errors, if not the whole path."""

    def read(self, assignment: HasFiles) -> Submission:
        """See `FileSource`."""
        return read_submission(self.path, assignment, display_name=self.display_name)


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """A folder, an archive or a source file within a tree."""

    tree: Tree
    path: str

    def read(self, assignment: HasFiles) -> Submission:
        """See `FileSource`."""
        return self.tree.submission(self.path, assignment)


@dataclass(frozen=True, slots=True)
class Flat:
    """Some files of a tree, under their students' names for them."""

    tree: Tree
    files: tuple[tuple[str, str], ...]
    """Pairs of the student's name and the path in the tree."""
    notes: tuple[Note, ...] = ()
    """Remarks for staff on ignored files."""

    def read(self, assignment: HasFiles) -> Submission:
        """See `FileSource`."""
        where = dict(self.files)
        members = [
            Member(name, Kind.FILE, _FileReader(self.tree, path)) for name, path in self.files
        ]
        submission = submission_from_members(
            self.files[0][1],
            members,
            assignment,
            open_archive=lambda name: archive_in(self.tree, where[name]),
        )
        return replace(submission, notes=self.notes + submission.notes)


@dataclass(frozen=True, slots=True)
class _FileReader:
    tree: Tree
    path: str

    def __call__(self, size: int) -> bytes:
        return self.tree.read(self.path, size)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A delivery that only a person can decide how to grade."""

    reason: str

    def read(self, assignment: HasFiles) -> Submission:
        """See `FileSource`."""
        raise Refusal(self.reason)
