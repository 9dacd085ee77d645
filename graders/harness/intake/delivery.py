"""Deliveries: the submissions of a class before they are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol

from graders.harness.intake import names
from graders.harness.intake.collector import refusals_of
from graders.harness.intake.submission import HasFiles, Submission, WithChoices


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
