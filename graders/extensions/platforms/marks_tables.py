"""How a platform takes the marks of a class."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from graders.harness.course.pages.class_folder import GradebookEntry
from graders.harness.course.people.headings import headings_of
from graders.harness.reports.formats import Option


@dataclass(frozen=True, slots=True)
class MarksOptions:
    """Options of the command that writes marks."""

    column: str = ""
    """The assignment's column, as the platform writes it."""
    title: str = ""
    """The assignment's title, if there is no column."""
    criteria: Mapping[str, str] = field(default_factory=dict)
    """Task's id -> its criterion."""
    worksheet: Path | None = None
    """A table that the platform has written, to fill in."""


@dataclass(frozen=True, slots=True)
class AssignmentColumns:
    """The columns of assignments in the platform's own table, which may be the roster."""

    heading: re.Pattern[str]
    """Matches the heading of one. Group "name" is the part by which the platform finds it. Group
    "maximum", if there is one, is its maximum.
    """
    unknown: str
    """The effect of a heading that the platform does not know."""


@dataclass(frozen=True, slots=True)
class Marks:
    """How the marks of a class go back: a table for the platform to import."""

    format: str
    """The name given to ``--format``."""
    write: Callable[[Sequence[GradebookEntry], MarksOptions], bytes]
    """Returns the table. Without a mark a cell is empty, never zero. Raises GraderError."""
    about: str
    """For the command's help."""
    unmarked: str = "without a mark in the table"
    """The effect on the table of people whom a tutor has not marked yet."""
    columns: AssignmentColumns | None = None
    """None if the roster of the platform has no columns of assignments."""
    options: tuple[Option, ...] = ()
    """Options of the command that it uses: `COLUMN`, `CRITERION`, `WORKSHEET`."""


def first_and_last(entry: GradebookEntry) -> tuple[str, str]:
    """Return first and last name, from the roster's columns or of "Last, First". Another name is
    not divided, because nobody can tell where: it stands in place of the first one.
    """
    first, last = entry.cell(headings_of("first")), entry.cell(headings_of("last"))
    if first or last:
        return first or entry.row.name, last
    before, comma, after = (word.strip() for word in entry.row.name.partition(","))
    return (after, before) if comma and after and "," not in after else (entry.row.name, "")


COLUMN = Option("--column", "TITLE", "the assignment's column")
CRITERION = Option("--criterion", "TASK=NAME", "the task's name there", repeated=True)
WORKSHEET = Option("--worksheet", "CSV", "the grading worksheet to fill in", Path)
