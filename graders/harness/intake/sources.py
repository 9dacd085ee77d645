"""Sources of deliveries: where in a class the files of a submission are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from graders.harness.intake.class_trees import Tree, archive_in
from graders.harness.intake.collector import Kind, Member, Refusal
from graders.harness.intake.read import read_submission, submission_from_members
from graders.harness.intake.submission import HasFiles, Submission
from graders.harness.result import Note


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
