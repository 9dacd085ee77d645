"""Parts that the downloads of several platforms have: patterns of names, and files without a
folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from graders.harness.intake.class_trees import Tree, archive_in, of_kind
from graders.harness.intake.collector import Kind, Member
from graders.harness.intake.grouping import grouped
from graders.harness.intake.read import submission_from_members
from graders.harness.intake.submission import HasFiles, Submission
from graders.harness.result import Note


def matches_in(
    pattern: re.Pattern[str], entries: Mapping[str, Kind], kind: Kind
) -> dict[str, re.Match[str]]:
    """Return the entries of this kind whose whole name matches the pattern."""
    matches = map(pattern.fullmatch, of_kind(entries, kind))
    return {match.string: match for match in filter(None, matches)}


def by_person(matches: Iterable[re.Match[str]], group: str) -> dict[str, list[re.Match[str]]]:
    """Return the matches by participant's number, sorted by the matched name."""
    in_order = sorted(matches, key=lambda match: match.string)
    return grouped(in_order, key=lambda match: match[group])


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
