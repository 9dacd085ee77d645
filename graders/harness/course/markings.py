"""Everything that tutors wrote about a class: the folder `desk` in the class's folder.

`rubric.toml` is the class's rubric. `submissions/NAME.toml` has the marks, rubric items and
comments of one submission. These files are the only place of a tutor's words: editors write them
(an extension has two), a tutor may, too, and results are made from them (see `tutors`). They are
plain TOML with a table for each comment, so that git can merge them and people can read what
changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from graders.harness.assignment.toml_errors import decoded
from graders.harness.errors import GraderError
from graders.harness.intake.names import display, file_name

FOLDER = "desk"
RUBRIC = "rubric.toml"
SUBMISSIONS = "submissions"
LONGEST_NAME = 200
"""Characters of the name of a rubric item, and of a tutor."""
MARKS = re.compile(r"(?P<sign>[+-]?)(?P<whole>[0-9]{1,6})(?:[.,](?P<part>[0-9]{1,2})0*)?")
ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
AnyDocument = TypeVar("AnyDocument", "Marking", "Rubric")


class _Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Immutable base of the tables."""


class CommentTable(_Struct, frozen=True):
    """A table ``[[comment]]``: a comment on lines, or on the whole submission."""

    id: str
    text: str
    """Markdown."""
    file: str = ""
    line: int = 0
    end: int = 0
    by: str = ""
    """The tutor's name."""
    at: str = ""
    """The time of the last change."""
    files: str = ""
    """Digest of the files that the tutor saw."""


class Mark(_Struct, frozen=True):
    """A table ``[[part]]``: a tutor's mark and comment for one part."""

    name: str
    marks: str = ""
    """As typed; empty if the items decide."""
    comment: str = ""
    by: str = ""
    at: str = ""
    files: str = ""


class Given(_Struct, frozen=True):
    """A table ``[[item]]``: a rubric item that applies."""

    id: str
    by: str = ""
    at: str = ""
    files: str = ""


class Marking(_Struct, frozen=True):
    """The file of one submission."""

    submission: str
    read_by: str = ""
    """The tutor who has read it; used where no part has marks."""
    part: tuple[Mark, ...] = ()
    item: tuple[Given, ...] = ()
    comment: tuple[CommentTable, ...] = ()

    def mark(self, part: str) -> Mark:
        """Return the mark of *part*; an empty one if there is none."""
        return next((mark for mark in self.part if mark.name == part), Mark(part))


class ItemTable(_Struct, frozen=True):
    """A table ``[[item]]`` of the rubric."""

    id: str
    name: str
    part: str = ""
    """The tutors' part that it belongs to; empty for a text without marks."""
    marks: str = ""
    """Signed; empty if it only says something."""
    text: str = ""
    """For the student, in Markdown."""


class Counting(_Struct, frozen=True):
    """A table ``[[part]]`` of the rubric."""

    name: str
    start: Literal["maximum", "zero"] = "maximum"
    """Whether items change the maximum of the part, or add up from zero."""


class Rubric(_Struct, frozen=True):
    """The file of the rubric. The order of items is that of their keys."""

    part: tuple[Counting, ...] = ()
    item: tuple[ItemTable, ...] = ()

    def starts_from_zero(self, part: str) -> bool:
        """Return whether the items of *part* add up from zero."""
        return Counting(part, "zero") in self.part


def marking_path(folder: Path, submission: str) -> Path:
    """Return the file of a submission's marks and comments."""
    return folder / FOLDER / SUBMISSIONS / f"{file_name(submission)}.toml"


def rubric_path(folder: Path) -> Path:
    """Return the file of the rubric."""
    return folder / FOLDER / RUBRIC


def read_marking(folder: Path, submission: str) -> Marking:
    """Return what tutors wrote about a submission. Raises GraderError for a damaged file."""
    found = _read(marking_path(folder, submission), Marking)
    return found or Marking(submission)


def read_rubric(folder: Path) -> Rubric:
    """Return the class's rubric. Raises GraderError for a damaged file."""
    return _read(rubric_path(folder), Rubric) or Rubric()


def read_markings(folder: Path) -> Iterator[Marking]:
    """Yield the files of all submissions. Raises GraderError for a damaged one."""
    for path in sorted((folder / FOLDER / SUBMISSIONS).glob("*.toml")):
        found = _read(path, Marking)
        if found is not None:
            yield found


def _read(path: Path, kind: type[AnyDocument]) -> AnyDocument | None:
    """Return the document in *path*, or None if there is no file. Raises GraderError."""
    label = display(str(path), 200)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise GraderError(f"{label}: {error.strerror}") from None
    document = decoded(data, kind, label)
    for problem in _problems(document):
        raise GraderError(f"{label}: {problem}")
    return document


def _problems(document: Marking | Rubric) -> Iterator[str]:
    """Yield what is wrong with a document that has the right form."""
    yield from _wrong_ids("item", [item.id for item in document.item])
    if isinstance(document, Rubric):
        yield from _wrong_marks(entry.marks for entry in document.item)
        return
    yield from _wrong_ids("comment", [comment.id for comment in document.comment])
    yield from _wrong_marks(mark.marks for mark in document.part)
    for comment in document.comment:
        if comment.file and not 1 <= comment.line <= comment.end:
            yield f"comment {comment.id}: needs line, and end from it on"


def _wrong_ids(table: str, ids: Sequence[str]) -> Iterator[str]:
    for id in ids:
        if ID.fullmatch(id) is None:
            yield f"{table}: {display(id)!r} is no id; use a-z, 0-9 and dashes"
        if ids.count(id) > 1:
            yield f"{table}: there are two with the id {id}"


def _wrong_marks(all_marks: Iterable[str]) -> Iterator[str]:
    for marks in all_marks:
        if marks and MARKS.fullmatch(marks) is None:
            yield f"marks: {display(marks)!r} is not a number of marks, such as 2.5"


def number(marks: str) -> Fraction:
    """Return the number in *marks*, which `MARKS` matches."""
    return Fraction(marks.replace(",", "."))
