"""The tutors' marks and comments of a class, as results take them.

They come from the files of `markings`. A class that an earlier release marked has them in
`tutors-marks.json`, which is read as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec

from graders.harness.course import markings
from graders.harness.course.markings import ItemTable, Mark, Marking, Rubric
from graders.harness.documents import parse_json
from graders.harness.errors import GraderError
from graders.harness.grading.overrides import (
    RubricItem,
    TutorComment,
    TutorMark,
    TutorMarks,
)
from graders.harness.intake.names import display
from graders.harness.result import Comment, printable

EARLIER = "tutors-marks.json"
"""The file of earlier releases."""


class _EarlierMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    submission: str
    part: str
    marks: str | None
    comment: str = ""
    files: str = ""


class _EarlierFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: Literal[1]
    marks: tuple[_EarlierMark, ...]


def read(folder: Path) -> TutorMarks:
    """Return the marks and comments of the class in *folder*. Raises GraderError."""
    rubric = markings.read_rubric(folder)
    marks: list[TutorMark] = []
    comments: list[TutorComment] = []
    for marking in (*earlier(folder), *markings.read_markings(folder)):
        marks += marks_of(marking, rubric)
        comments += _comments(marking, rubric)
    return TutorMarks(marks, comments)


def marking_of(folder: Path, submission: str) -> Marking:
    """Return what tutors wrote about a submission, in this release or an earlier one. Raises
    GraderError.
    """
    found = markings.read_marking(folder, submission)
    if found != Marking(submission):
        return found
    before = (each for each in earlier(folder) if each.submission == submission)
    return next(before, found)


def earlier(folder: Path) -> list[Marking]:
    """Return the marks of an earlier release, by submission. Raises GraderError."""
    path = folder / EARLIER
    try:
        marks = parse_json(path.read_bytes(), _EarlierFile).marks
    except FileNotFoundError:
        return []
    except (OSError, msgspec.DecodeError) as error:
        raise GraderError(
            f"{display(str(path), 200)}: cannot be read ({error}); restore an earlier copy of the "
            "file, or move it away and enter the tutors' marks again"
        ) from None
    parts: dict[str, list[Mark]] = {}
    for mark in marks:
        parts.setdefault(mark.submission, []).append(
            Mark(mark.part, mark.marks or "", mark.comment, files=mark.files)
        )
    return [Marking(name, part=tuple(each)) for name, each in parts.items()]


def given(marking: Marking, rubric: Rubric, part: str) -> list[ItemTable]:
    """Return the rubric's items of *part* that apply, in the rubric's order."""
    ids = {each.id for each in marking.item}
    return [entry for entry in rubric.item if entry.part == part and entry.id in ids]


def marks_of(marking: Marking, rubric: Rubric) -> Iterator[TutorMark]:
    """Yield the marks of a submission, for each part that a tutor touched."""
    of_items = [entry.part for entry in rubric.item]
    for part in dict.fromkeys((*(mark.name for mark in marking.part), *of_items)):
        mark = marking.mark(part)
        items = given(marking, rubric, part)
        if part and (items or mark != Mark(part)):
            seen = [each.files for each in marking.item if each.files]
            yield TutorMark(
                marking.submission,
                part,
                mark.marks.replace(",", ".") or None,
                printable(mark.comment),
                mark.files or next(iter(seen), ""),
                tuple(_counted(item) for item in items),
                rubric.starts_from_zero(part),
            )


def _counted(entry: ItemTable) -> RubricItem:
    return RubricItem(
        printable(entry.name, markings.LONGEST_NAME),
        entry.marks.replace(",", "."),
        printable(entry.text),
    )


def _comments(marking: Marking, rubric: Rubric) -> Iterator[TutorComment]:
    """Yield the comments of a submission: on all of it, then by file and line."""
    texts = [_counted(entry).sentence for entry in given(marking, rubric, "")]
    if texts:
        yield TutorComment(marking.submission, Comment("\n".join(texts)))
    for remark in sorted(marking.comment, key=lambda one: (one.file, one.line)):
        comment = Comment(printable(remark.text), printable(remark.file), remark.line, remark.end)
        yield TutorComment(marking.submission, comment, remark.files)
