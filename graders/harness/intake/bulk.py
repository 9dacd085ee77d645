"""Finds the deliveries of a class at paths from staff: folders, archives, files, bulk downloads.

`find_deliveries` reads no submission. `SubmissionSource.read` reads one at a time, and an
unreadable one is a remark for staff, never the end of the class. `classes` decides between one
submission and a class. An ambiguous path is an error, which `Reading` settles.

Several paths are a class of single submissions, or of all submissions in them if each path is a
class by these rules. A path that looks like a class beside paths that do not is one submission, so
that no submission can imitate a download and speak for others.
"""

from __future__ import annotations

import enum
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from graders.harness.intake import names
from graders.harness.intake.classes import ClassListing, are_parts, class_at
from graders.harness.intake.delivery import SubmissionSource
from graders.harness.intake.drafts import (
    delivery,
    named,
    newest,
    with_namesakes,
    without_older,
)
from graders.harness.intake.grouping import grouped
from graders.harness.intake.platforms import UnnamedSubmission
from graders.harness.intake.read import stem
from graders.harness.intake.select import could_be
from graders.harness.intake.sources import Alone
from graders.harness.intake.submission import (
    ExpectedFiles,
    HasFiles,
    IntakeError,
    source_suffixes,
)

__all__ = ["Deliveries", "Reading", "find_deliveries", "newest"]


class Reading(enum.Enum):
    """The meaning of a path."""

    AUTO = "auto"
    """One submission or a class, by the rules of `classes`."""
    ONE = "one"
    """Every path is one submission."""
    CLASS = "class"
    """Every path is a class."""


@dataclass(frozen=True, slots=True)
class Deliveries(Sequence[SubmissionSource]):
    """The deliveries of a class, sorted by name."""

    items: tuple[SubmissionSource, ...]
    single: SubmissionSource | None = None
    """The only delivery, if the path is one submission, not a class."""
    superseded: tuple[SubmissionSource, ...] = ()
    """Ignored deliveries: by the platform's record, all their people handed in again later."""
    notes: tuple[str, ...] = ()
    """Remarks for staff on ignored entries, one line each."""
    platforms: tuple[str, ...] = ()
    """The platforms whose downloads are recognised, and how."""
    guess: Path | None = None
    """A path that only its content makes a class (see `ClassListing`), if there is one."""

    def __len__(self) -> int:
        """Return the number of deliveries."""
        return len(self.items)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        """Return a delivery, or a tuple for a slice."""
        return self.items[index]

    def __iter__(self) -> Iterator[SubmissionSource]:
        """Iterate by name."""
        return iter(self.items)


def find_deliveries(
    paths: Sequence[Path],
    assignment: HasFiles,
    reading: Reading = Reading.AUTO,
    earlier: Mapping[str, Sequence[str]] = {},
) -> Deliveries:
    """Return the deliveries at *paths*, without reading any submission.

    earlier: the names of an earlier run, with the keys of their deliveries (see `named`).

    Raises IntakeError if there is no path, if a path does not exist, if a class cannot be listed,
    and if a path may be one submission or a class.
    """
    paths = _checked(paths)
    classes: list[ClassListing | None] = [None] * len(paths)
    if reading is not Reading.ONE:
        classes = _classes(paths, assignment.files, reading)
    if classes == [None]:
        return _single(paths[0])
    listings = list(filter(None, classes))
    if len(listings) == len(paths):
        drafts = list(chain.from_iterable(listing.drafts for listing in listings))
        notes = list(chain.from_iterable(listing.notes for listing in listings))
    else:
        drafts = list(map(_among_others, paths, classes))
        notes = []
    found = _deliveries(_without_common_folder(drafts, paths), notes, earlier)
    recognised = listings if len(listings) == len(paths) else []
    titles = dict.fromkeys(filter(None, (recogniser.platform for recogniser in recognised)))
    return replace(found, guess=_guess(paths, listings), platforms=tuple(titles))


def _guess(paths: Sequence[Path], listings: Sequence[ClassListing]) -> Path | None:
    """Return the first of *paths* that only its content makes a class, if all are classes."""
    if len(listings) < len(paths):
        return None
    both = zip(paths, listings, strict=True)
    return next((path for path, listing in both if listing.is_guess), None)


def _classes(
    paths: Sequence[Path], files: ExpectedFiles, reading: Reading
) -> list[ClassListing | None]:
    """Return the class at each path, or None for one submission. Raises IntakeError."""
    _refuse_parts(paths, files)
    forced = reading is Reading.CLASS
    lenient = len(paths) > 1 and not forced
    return [class_at(path, files, forced=forced, lenient=lenient) for path in paths]


def _checked(paths: Sequence[Path]) -> list[Path]:
    """Return *paths* without repeats. Raises IntakeError if there is none, or a path is missing."""
    if not paths:
        raise IntakeError(
            "no submission is named; name a folder, an archive or a platform's download"
        )
    missing = next((path for path in paths if not os.path.lexists(path)), None)
    if missing is not None:
        raise IntakeError(f"{names.display(str(missing), 200)}: no such file or folder")
    return list({os.path.abspath(path): path for path in paths}.values())


def _refuse_parts(paths: Sequence[Path], files: ExpectedFiles) -> None:
    """Raise IntakeError if several source files among *paths* are parts of one submission."""
    if len(paths) < 2:
        return
    suffixes = tuple(source_suffixes(files))
    named = [path for path in paths if path.name.lower().endswith(suffixes)]
    sources = [name for name in named if not os.path.isdir(name)]
    course = [path.name for path in sources if could_be(path.name, *files.course)]
    if course:
        listed = names.listing(course)
        raise IntakeError(f"the course's own files are nobody's submission: leave out {listed}")
    by_folder = grouped(sources, key=lambda path: os.path.dirname(os.path.abspath(path)))
    for folder, siblings in by_folder.items():
        sibling_names = [path.name for path in siblings]
        if len(siblings) > 1 and are_parts(sibling_names, files):
            raise IntakeError(
                f"{names.listing(sibling_names)} may be parts of one submission: "
                f"name the folder that holds them ({names.display(folder, 200)}), "
                "or say --as one if each of them is a submission"
            )


def _single(path: Path) -> Deliveries:
    """Return the only submission, at *path*."""
    draft = replace(_alone(path), source=Alone(path))
    only = replace(delivery(draft, names.display(draft.label) or "submission"), alone=True)
    return Deliveries((only,), single=only)


def _among_others(path: Path, listing: ClassListing | None) -> UnnamedSubmission:
    """Return the submission at one of several paths."""
    draft = _alone(path)
    if listing is None:
        return draft
    flag = "looks like a class, but is read as one submission among others"
    return replace(draft, flags=(flag,))


def _alone(path: Path) -> UnnamedSubmission:
    whole = os.path.abspath(path)
    name = os.path.basename(whole)
    label = name if os.path.isdir(path) else stem(name)
    around = os.path.basename(os.path.dirname(whole))
    source = Alone(path, display_name=name)
    return UnnamedSubmission(
        wishes=(label, name, f"{around}/{name}", whole), label=label, source=source
    )


def _without_common_folder(
    drafts: Sequence[UnnamedSubmission], paths: Sequence[Path]
) -> list[UnnamedSubmission]:
    """Return *drafts* with wishes that leave out the folder around all *paths*."""
    try:
        folder = os.path.commonpath([os.path.dirname(os.path.abspath(path)) for path in paths])
    except ValueError:  # the paths are on several drives
        return list(drafts)
    prefix = folder.rstrip(os.sep) + os.sep
    return [
        replace(draft, wishes=tuple(wish.removeprefix(prefix) for wish in draft.wishes))
        for draft in drafts
    ]


def _deliveries(
    drafts: Sequence[UnnamedSubmission],
    notes: Sequence[str],
    earlier: Mapping[str, Sequence[str]],
) -> Deliveries:
    """Return the drafts of a class as deliveries."""
    current, older = without_older(drafts)
    superseded = tuple(delivery(draft, names.file_name(draft.wishes[-1])) for draft in older)
    if superseded:
        listed = names.listing(old.name for old in superseded)
        notes = [*notes, f"left out, because a newer submission replaces it: {listed}"]
    return Deliveries(
        tuple(with_namesakes(named(current, earlier))), None, superseded, tuple(notes)
    )
