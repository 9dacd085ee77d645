"""Recognises platforms' bulk downloads, with the submitters by the platform's record.

Each platform is a module of its own (:mod:`graders.harness.platforms`), found by name, so that a
site can add its own. It reads a folder of a `Tree` and returns the recognised deliveries with the
names of their entries, or None. Only certain shapes are recognised. Other entries are treated as in
any folder. Identity comes from the layout and from the platform's metadata file beside the
submissions, never from within a submission.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from graders.harness.errors import GraderError
from graders.harness.intake import names
from graders.harness.intake.class_trees import Tree, of_kind
from graders.harness.intake.collector import ARCHIVE_SUFFIXES, Kind
from graders.harness.intake.delivery import FileSource, Person
from graders.harness.intake.grouping import grouped
from graders.harness.intake.submission import ExpectedFiles, source_suffixes

BUILT_IN = (
    "gradescope", "moodle", "canvas", "brightspace", "blackboard", "github", "markus",
)  # fmt: skip
"""Modules of :mod:`graders.harness.platforms`, in the order in which they are asked."""
GROUP = "graders.platforms"
"""The group of entry points by which a package adds a platform."""


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


@cache
def platforms() -> tuple[Any, ...]:
    """Return all platforms (`platforms.protocol.Platform`), those of other packages last. Raises
    GraderError for one that cannot be loaded.
    """
    modules = [import_module(f"graders.harness.platforms.{name}") for name in BUILT_IN]
    added = map(_loaded, entry_points(group=GROUP))
    return (*(module.PLATFORM for module in modules), *added)


def _loaded(entry: Any) -> Any:
    try:
        return entry.load()
    except (ImportError, AttributeError) as error:
        raise GraderError(
            f"the platform {entry.name} ({entry.value}) cannot be loaded: {error}; fix or "
            "uninstall its package"
        ) from None


def recognise(
    tree: Tree, folder: str, entries: Mapping[str, Kind], files: ExpectedFiles
) -> Recognised | None:
    """Return what the first platform recognises in *entries*, the content of *folder*, or None.
    Raises Refusal.
    """
    for platform in platforms():
        recognised: Recognised | None = platform.recognise(tree, folder, entries, files)
        if recognised:
            used = recognised.used
            why = f"by {len(used)} of its entries, such as '{names.display(min(used))}'"
            return replace(recognised, platform=f"{platform.title}, {why}")
    return None


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


def is_submittable(name: str, files: ExpectedFiles) -> bool:
    """Return whether a file of this name may be a submission: a source file or any archive."""
    return name.lower().endswith((*ARCHIVE_SUFFIXES, *OTHER_ARCHIVES, *source_suffixes(files)))


OTHER_ARCHIVES = (".rar", ".7z", ".gz", ".bz2", ".xz", ".zst", ".tzst")
"""Suffixes of archives that intake reports but cannot read: somebody handed them in."""
