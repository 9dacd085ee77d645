"""The tables of `decisions_file` that tutors fill: the rubric, and marks and comments.

A comment on its own table lets git merge what several tutors wrote, and people read what changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from graders.harness.intake.names import display

LONGEST_NAME = 200
"""Characters of the name of a rubric item, and of a tutor."""
MARKS = re.compile(r"(?P<sign>[+-]?)(?P<whole>[0-9]{1,6})(?:[.,](?P<part>[0-9]{1,2})0*)?")
ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


class _Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Immutable base of the tables."""


class CommentTable(_Struct, frozen=True):
    """A table ``[[submission.comment]]``: a comment on lines, or on the whole submission."""

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
    item: str = ""
    """Id of a rubric item, whose words come before the text."""


class Mark(_Struct, frozen=True):
    """A table ``[[submission.part]]``: a tutor's mark and comment for one part."""

    name: str
    marks: str = ""
    """As typed; empty if the items decide."""
    comment: str = ""
    by: str = ""
    """The tutor who typed the marks; without marks, who wrote the comment."""
    at: str = ""
    files: str = ""
    comment_by: str = ""
    """The tutor who wrote the comment."""


class Given(_Struct, frozen=True):
    """A table ``[[submission.item]]``: a rubric item that applies."""

    id: str
    by: str = ""
    at: str = ""
    files: str = ""


class Marking(_Struct, frozen=True):
    """A table ``[[submission]]``."""

    submission: str = msgspec.field(name="name")
    read_by: str = ""
    """The tutor who has read it; used where no part has marks."""
    part: tuple[Mark, ...] = ()
    item: tuple[Given, ...] = ()
    comment: tuple[CommentTable, ...] = ()
    tutor: str = ""
    """The tutor who is to mark it; "" for anybody."""
    look_by: str = ""
    """The tutor who asks colleagues to look at it."""
    note: str = ""
    """Words for colleagues. No student sees them."""
    note_by: str = ""

    def mark(self, part: str) -> Mark:
        """Return the mark of *part*; an empty one if there is none."""
        return next((mark for mark in self.part if mark.name == part), Mark(part))


class ItemTable(_Struct, frozen=True):
    """A table ``[[rubric.item]]``."""

    id: str
    name: str
    part: str = ""
    """The tutors' part that it belongs to; empty for a text without marks."""
    marks: str = ""
    """Signed; empty if it only says something."""
    text: str = ""
    """For the student, in Markdown."""
    group: str = ""
    """Of the items of a part with the same group, one applies at most."""

    @property
    def words(self) -> str:
        """Return name and text for a comment on lines, without marks."""
        return f"**{self.name}**" + (f": {self.text}" if self.text else "")


class Counting(_Struct, frozen=True):
    """A table ``[[rubric.part]]``."""

    name: str
    start: Literal["maximum", "zero"] = "maximum"
    """Whether items change the maximum of the part, or add up from zero."""


class Rubric(_Struct, frozen=True):
    """The table ``[rubric]``. The order of items is that of their keys."""

    part: tuple[Counting, ...] = ()
    item: tuple[ItemTable, ...] = ()

    def item_words(self, id: str) -> str:
        """Return the words of the item *id*; "" if there is none."""
        return next((entry.words for entry in self.item if entry.id == id), "")

    def starts_from_zero(self, part: str) -> bool:
        """Return whether the items of *part* add up from zero."""
        return Counting(part, "zero") in self.part


def problems(document: Marking | Rubric) -> Iterator[str]:
    """Yield what is wrong with tables that have the right form."""
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
