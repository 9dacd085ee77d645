"""The folder that a graded class leaves: its page is written here, and read back here for other formats.

Beside a folder for each submission it holds ``gradebook.csv``, which says who is who, and ``staff-index.html``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import msgspec

from graders.harness.classroom.class_page import class_page
from graders.harness.classroom.counterexamples import Counterexample
from graders.harness.classroom.gradebook import Row, Standing, Table, from_csv
from graders.harness.classroom.roster import heading_key
from graders.harness.classroom.summary import ClassSummary
from graders.harness.content import write_whole
from graders.harness.errors import GraderError
from graders.harness.intake.names import display, file_name
from graders.harness.reports.look import Look
from graders.harness.result import Result, from_json

BOOK = "gradebook.csv"
PAGE = "staff-index.html"


def write_page(
    out: Path,
    summary: ClassSummary,
    rows: Sequence[Row],
    counterexamples: Sequence[Counterexample],
    look: Look,
    assignment: str,
) -> None:
    """Write the page of a class below *out*, beside the folders of its submissions. Raises GraderError."""
    folders = {row.submission: file_name(row.submission) for row in rows if row.result}
    page = class_page(summary, rows, counterexamples, look.palette, folders, look.title, assignment)
    try:
        out.mkdir(parents=True, exist_ok=True)
        write_whole(out / PAGE, page)
    except OSError as error:
        raise GraderError(f"cannot write below {out}: {error.strerror}") from None


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the gradebook, as it was read back."""

    row: Row
    roster: Mapping[str, str]
    """What the roster says of this person: folded heading -> cell."""


def read(folder: Path) -> tuple[Entry, ...]:
    """Read the gradebook in *folder* and the results beside it. Raises GraderError for what is no graded class."""
    shown = display(str(folder / BOOK), 200)
    try:
        book = from_csv((folder / BOOK).read_bytes())
    except OSError as error:
        raise GraderError(f"{shown}: {error.strerror}; a class is a folder that `grader grade` wrote") from None
    try:
        return tuple(_entries(folder, book))
    except (KeyError, ValueError) as error:
        raise GraderError(f"{shown}: is not a gradebook of this grader ({error})") from None


def _entries(folder: Path, book: Table) -> Iterator[Entry]:
    own = [heading_key(column) for column in book.heading]
    last = own.index("flags")  # what follows is the roster's
    for line in book.lines:
        cells = dict(zip(own[: last + 1], line, strict=False))
        standing = Standing(cells["status"])
        result = _result(folder, cells["submission"]) if standing in (Standing.GRADED, Standing.NOT_GRADABLE) else None
        row = Row(
            student_id=cells["student id"],
            name=cells["name"],
            group=cells["group"],
            submission=cells["submission"],
            standing=standing,
            result=result,
            days_late=Fraction(cells["days late"]) if cells["days late"] else None,
            flags=tuple(cells["flags"].split("; ")) if cells["flags"] else (),
        )
        yield Entry(row, dict(zip(own[last + 1 :], line[last + 1 :], strict=False)))


def _result(folder: Path, submission: str) -> Result:
    path = folder / file_name(submission) / "result.json"
    try:
        return from_json(path.read_bytes())
    except OSError as error:
        raise GraderError(f"{display(str(path), 200)}: {error.strerror}; grade the class again") from None
    except (msgspec.DecodeError, ValueError) as error:
        raise GraderError(f"{display(str(path), 200)}: is not a result ({error})") from None
