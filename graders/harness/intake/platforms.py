"""Recognises platforms' bulk downloads, with the submitters by the platform's record.

Extensions add the platforms. A platform reads a folder of a `Tree` and returns the recognised
deliveries with the names of their entries, or None. Only certain shapes are recognised. Other
entries are treated as in any folder. Identity comes from the layout and from the platform's
metadata file beside the submissions, never from within a submission.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Protocol

from graders.harness.extensions import added
from graders.harness.intake import names
from graders.harness.intake.class_trees import Tree
from graders.harness.intake.collector import ARCHIVE_SUFFIXES, Kind
from graders.harness.intake.delivery import FileSource, Person
from graders.harness.intake.submission import ExpectedFiles, source_suffixes


@dataclass(frozen=True, slots=True)
class UnnamedSubmission:
    """A delivery without a name yet."""

    wishes: tuple[str, ...]
    """Possible names, best first; two drafts of a class may share some."""
    label: str
    source: FileSource
    people: tuple[Person, ...] = ()
    submitted_at: datetime | None = None
    late: bool | None = None
    flags: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """Return keys that are the same in every run, the most specific first: of its people, or
        else its path and its entry's name.
        """
        people = sorted(" ".join(person.ids or (person.name,)) for person in self.people)
        return ("\n".join(people),) if people else self.wishes[:0:-1] or self.wishes


@dataclass(frozen=True, slots=True)
class Recognised:
    """The deliveries that a shape recognises in a folder."""

    drafts: tuple[UnnamedSubmission, ...]
    used: frozenset[str]
    """Names of their entries."""
    platform: str = ""
    """The platform's title, and how it was recognised."""


Shape = Callable[[Tree, str, Mapping[str, Kind], ExpectedFiles], Recognised | None]


class Platform(Protocol):
    """A platform from which a class comes."""

    @property
    def title(self) -> str:
        """Its name, for people."""

    @property
    def recognise(self) -> Shape:
        """The function that returns the deliveries of its download, or None for anything else."""

    @property
    def headings(self) -> Mapping[str, tuple[str, ...]]:
        """Headings of its rosters that `course.headings` does not have: kind -> headings."""

    @property
    def time_forms(self) -> Sequence[str]:
        """Forms of its times, as for ``strptime``, beside ISO 8601. Points are removed before, and
        hours and minutes are in the form 11:31 PM.
        """


@cache
def platforms() -> tuple[Platform, ...]:
    """Return all platforms, in the order in which they are asked. Raises GraderError for a broken
    extension.
    """
    return added("platforms")


def recognise(
    tree: Tree, folder: str, entries: Mapping[str, Kind], files: ExpectedFiles
) -> Recognised | None:
    """Return what the first platform recognises in *entries*, the content of *folder*, or None.
    Raises Refusal.
    """
    for platform in platforms():
        recognised = platform.recognise(tree, folder, entries, files)
        if recognised:
            used = recognised.used
            why = f"by {len(used)} of its entries, such as '{names.display(min(used))}'"
            return replace(recognised, platform=f"{platform.title}, {why}")
    return None


def is_submittable(name: str, files: ExpectedFiles) -> bool:
    """Return whether a file of this name may be a submission: a source file or any archive."""
    return name.lower().endswith((*ARCHIVE_SUFFIXES, *OTHER_ARCHIVES, *source_suffixes(files)))


OTHER_ARCHIVES = (".rar", ".7z", ".gz", ".bz2", ".xz", ".zst", ".tzst")
"""Suffixes of archives that intake reports but cannot read: somebody handed them in."""
