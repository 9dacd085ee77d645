"""Sources of deliveries: where in a class the files of a submission are."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from graders.harness.intake.class_trees import Tree
from graders.harness.intake.collector import Refusal
from graders.harness.intake.read import read_submission
from graders.harness.intake.submission import HasFiles, Submission


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
class Unreadable:
    """A delivery that only a person can decide how to grade."""

    reason: str

    def read(self, assignment: HasFiles) -> Submission:
        """See `FileSource`."""
        raise Refusal(self.reason)
