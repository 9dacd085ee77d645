"""Finds the deliveries of a class at the paths that staff name: folders, archives, files, a
platform's bulk download.

`find_deliveries` lists, it reads no submission: each is read by `Delivery.read`, one at a time, and
one that cannot be read is a line for a person, never the end of the class. `classes` has the rules
for one submission or a class. An ambiguous path is an error that says so; `Reading` settles it.

Several paths are a class: of single submissions, or, if each of them is a class by these rules, of
all that is in them. A path that looks like a class among others that do not stays one submission,
so that nobody hands in a "download" that speaks for others.
"""

from __future__ import annotations

import enum
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from graders.harness.intake import names
from graders.harness.intake.classes import ClassListing, are_parts, class_at
from graders.harness.intake.delivery import Alone, Delivery
from graders.harness.intake.drafts import delivery, named, newest, with_namesakes, without_older
from graders.harness.intake.platforms import Draft
from graders.harness.intake.read import stem
from graders.harness.intake.select import could_be
from graders.harness.intake.submission import Files, HasFiles, IntakeError, source_suffixes

__all__ = ["Deliveries", "Reading", "find_deliveries", "newest"]


class Reading(enum.Enum):
    """Meaning of a path."""

    AUTO = "auto"
    """One submission or a class, by the rules in `classes`."""
    ONE = "one"
    """Every path is one submission."""
    CLASS = "class"
    """Every path is a class."""


@dataclass(frozen=True, slots=True)
class Deliveries(Sequence[Delivery]):
    """The deliveries of a class, sorted by name."""

    found: tuple[Delivery, ...]
    single: Delivery | None = None
    """The only delivery, if the path is one submission and no class."""
    superseded: tuple[Delivery, ...] = ()
    """Deliveries left out: everybody in them handed in again later, by the platform's record."""
    notes: tuple[str, ...] = ()
    """Entries that were left out, one line each, for staff."""

    def __len__(self) -> int:
        """Return the number of deliveries."""
        return len(self.found)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        """Return a delivery, or a tuple for a slice."""
        return self.found[index]

    def __iter__(self) -> Iterator[Delivery]:
        """Iterate by name."""
        return iter(self.found)


def find_deliveries(
    paths: Sequence[Path], assignment: HasFiles, reading: Reading = Reading.AUTO
) -> Deliveries:
    """Return the deliveries at *paths*, without reading any submission.

    Raises IntakeError, one line, when no path is given, when one does not exist, when a class
    cannot be listed, and when a path may be one submission or a class.
    """
    paths = _checked(paths)
    several = len(paths) > 1
    classes: list[ClassListing | None] = [None] * len(paths)
    if reading is not Reading.ONE:
        _refuse_parts(paths, assignment.files)
        forced = reading is Reading.CLASS
        classes = [
            class_at(path, assignment.files, forced=forced, lenient=several) for path in paths
        ]
    if not several and classes[0] is None:
        return _single(paths[0])
    drafts: list[Draft] = []
    notes: list[str] = []
    each_alone = reading is Reading.AUTO and not all(classes)
    for path, listed in zip(paths, classes, strict=True):
        if listed is None:
            drafts.append(_alone(path, several=several))
        elif each_alone:
            looks = "looks like a class of its own; it is read as one submission"
            drafts.append(replace(_alone(path, several=True), flags=(looks,)))
        else:
            drafts += listed.drafts
            notes += listed.notes
    return _deliveries(_without_common_folder(drafts, paths), notes)


def _checked(paths: Sequence[Path]) -> list[Path]:
    """Return *paths* without repeats. Raises IntakeError if there is none, or one is missing."""
    if not paths:
        raise IntakeError(
            "no submission is named; name a folder, an archive or a platform's download"
        )
    for path in paths:
        if not os.path.lexists(path):
            raise IntakeError(f"{names.display(str(path), 200)}: no such file or folder")
    return list({os.path.abspath(path): path for path in paths}.values())


def _refuse_parts(paths: Sequence[Path], files: Files) -> None:
    """Raise IntakeError if several source files are named that are not a submission each."""
    suffixes = tuple(source_suffixes(files))
    sources = [
        path for path in paths if not os.path.isdir(path) and path.name.lower().endswith(suffixes)
    ]
    if len(paths) < 2:
        return
    course = [
        path.name for path in sources if any(could_be(path.name, name) for name in files.course)
    ]
    if course:
        listed = names.listing(course)
        raise IntakeError(f"the course's own files are nobody's submission: leave out {listed}")
    by_folder: dict[str, list[str]] = {}
    for path in sources:
        by_folder.setdefault(os.path.dirname(os.path.abspath(path)), []).append(path.name)
    for folder, inside in by_folder.items():
        if len(inside) > 1 and are_parts(inside, files):
            raise IntakeError(
                f"{names.listing(inside)} may be parts of one submission: "
                f"name the folder that holds them ({names.display(folder, 200)}), "
                "or say --as one if each of them is a submission of its own"
            )


def _single(path: Path) -> Deliveries:
    """Return the only submission, at *path*."""
    draft = _alone(path, several=False)
    only = replace(delivery(draft, names.display(draft.label) or "submission"), alone=True)
    return Deliveries((only,), single=only)


def _alone(path: Path, *, several: bool) -> Draft:
    whole = os.path.abspath(path)
    name = os.path.basename(whole)
    label = name if os.path.isdir(path) else stem(name)
    around = os.path.basename(os.path.dirname(whole))
    source = Alone(path, shown=name if several else None)
    return Draft(wishes=(label, name, f"{around}/{name}", whole), label=label, source=source)


def _without_common_folder(drafts: Sequence[Draft], paths: Sequence[Path]) -> list[Draft]:
    """Return *drafts* whose wishes leave out the folder around all *paths*."""
    try:
        folder = os.path.commonpath([os.path.dirname(os.path.abspath(path)) for path in paths])
    except ValueError:  # on several drives
        return list(drafts)
    prefix = folder.rstrip(os.sep) + os.sep
    return [
        replace(draft, wishes=tuple(wish.removeprefix(prefix) for wish in draft.wishes))
        for draft in drafts
    ]


def _deliveries(drafts: Sequence[Draft], notes: Sequence[str]) -> Deliveries:
    """Return the drafts of a class as deliveries."""
    kept, older = without_older(drafts)
    superseded = tuple(delivery(draft, names.file_name(draft.wishes[-1])) for draft in older)
    if superseded:
        listed = names.listing(old.name for old in superseded)
        notes = [*notes, f"left out, because a newer submission replaces it: {listed}"]
    return Deliveries(tuple(with_namesakes(named(kept))), None, superseded, tuple(notes))
