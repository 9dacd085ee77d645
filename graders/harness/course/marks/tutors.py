"""The tutors' marks and comments of a class, as results take them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from graders.harness.course.marks import decisions_file, markings
from graders.harness.course.marks.decisions_file import DecisionsFile
from graders.harness.course.marks.markings import (
    CommentTable,
    ItemTable,
    Mark,
    Marking,
    Rubric,
)
from graders.harness.grading.overrides import (
    RubricItem,
    TutorComment,
    TutorMark,
    TutorMarks,
)
from graders.harness.result import Comment, printable


def read(folder: Path) -> TutorMarks:
    """Return the marks and comments of the class in *folder*. Raises GraderError."""
    return written(decisions_file.read(folder))


def written(file: DecisionsFile) -> TutorMarks:
    """Return the marks and comments that *file* has."""
    marks: list[TutorMark] = []
    comments: list[TutorComment] = []
    for marking in file.submission:
        marks += marks_of(marking, file.rubric)
        comments += _comments(marking, file.rubric)
    return TutorMarks(marks, comments)


def marker(marking: Marking, rubric: Rubric, part: str) -> tuple[str, str]:
    """Return the tutor who marked a part, and when: of the typed mark, else of its first item."""
    mark = marking.mark(part)
    if mark.marks:
        return mark.by, mark.at
    ids = {item.id for item in given(marking, rubric, part) if item.marks}
    return next(((item.by, item.at) for item in marking.item if item.id in ids), ("", ""))


def authors(file: DecisionsFile, submissions: Collection[str]) -> Iterator[str]:
    """Yield the tutors who wrote something about *submissions*."""
    for marking in file.submission:
        if marking.submission in submissions:
            yield marking.read_by
            yield from (by for mark in marking.part for by in (mark.by, mark.comment_by))
            yield from (item.by for item in marking.item)
            yield from (comment.by for comment in marking.comment)


def given(marking: Marking, rubric: Rubric, part: str) -> list[ItemTable]:
    """Return the rubric's items of *part* that apply, in the rubric's order."""
    ids = {item.id for item in marking.item}
    return [entry for entry in rubric.item if entry.part == part and entry.id in ids]


def marks_of(marking: Marking, rubric: Rubric) -> Iterator[TutorMark]:
    """Yield the marks of a submission, for each part that a tutor touched."""
    of_items = [entry.part for entry in rubric.item]
    for part in dict.fromkeys((*(mark.name for mark in marking.part), *of_items)):
        mark = marking.mark(part)
        items = given(marking, rubric, part)
        if part and (items or mark != Mark(part)):
            seen = [item.files for item in marking.item if item.files]
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
        text = printable(remark_text(remark, rubric))
        comment = Comment(text, printable(remark.file), remark.line, remark.end)
        yield TutorComment(marking.submission, comment, remark.files)


def remark_text(remark: CommentTable, rubric: Rubric) -> str:
    """Return the text of a comment, after the words of its rubric item."""
    return "\n\n".join(filter(None, (rubric.item_words(remark.item), remark.text)))
