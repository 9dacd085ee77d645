"""Addresses of students' pages on a platform."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from graders.harness.course.pages.class_folder import GradebookEntry
from graders.harness.course.people.headings import headings_of
from graders.harness.intake import names
from graders.harness.reports.result_folder import PAGE

PERSON, GROUP, SIMILAR = 2, 1, 0
"""Claims to a path: it is named after a person, or a group; or their names had to be changed."""
ONE_PLACE = "{} shows one page to a whole group, but its members' pages differ:"
_NUMBER = re.compile(r"(?P<who>.*)_(?P<number>[0-9]+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Address:
    """The path of a person's file, or the reason why there is none."""

    path: str = ""
    remark: str = ""
    claim: int = PERSON
    """How good its claim to the path is, if others have the same."""


Addresses = Callable[[GradebookEntry], Address]
AddressesOf = Callable[[Sequence[GradebookEntry], Path | None], Addresses]


@dataclass(frozen=True, slots=True)
class Target:
    """How pages go back to a platform, or into plain folders."""

    addresses: AddressesOf
    """Returns the function that addresses people, from all of them and the graded download. Raises
    GraderError.
    """
    format: str = "html"
    zipped: str = ""
    """Name of the zip; "" for folders."""
    about: str = ""
    """For the command's help."""
    needs_download: bool = False


def folder_of(entry: GradebookEntry) -> Address:
    """Return the person's own folder."""
    return in_folder(called(entry))


PERSONAL_FOLDERS = Target(lambda entries, download: folder_of, about="a folder for each person")
"""The target of platforms that take a folder for each person."""


def in_folder(raw: str, remark: str = "", claim: int = PERSON) -> Address:
    """Return the page in a folder named *raw*, as far as a path can be."""
    part = path_part(raw)
    return Address(f"{part}/{PAGE}", remark, claim if part == raw else SIMILAR)


def called(entry: GradebookEntry) -> str:
    """Return a person's name and login, or their submission's name."""
    row = entry.row
    if not (entry.roster or row.student_id):
        return row.submission  # the name is a label, which others may have, too
    return (
        " ".join(filter(None, (row.name, entry.cell(headings_of("login")) or row.student_id)))
        or row.submission
    )


def path_part(raw: str) -> str:
    """Return *raw* as one part of a path that is valid everywhere; letters of any script stay."""
    safe = " ".join(re.sub(r"[^\w .@'()-]|\.{2,}", " ", raw).split()).strip(". -")[:80].rstrip(". ")
    return safe if safe and names.is_safe(safe) else names.file_name(raw)


def number_in(submission: str) -> str:
    """Return the number at the end of a submission's name, or ""."""
    match = _NUMBER.fullmatch(submission)
    return match["number"] if match else ""
