"""Changes of what tutors wrote, made so that two tutors at once lose no word.

A change names the value that its author saw (*base*). If the value is another by now, nothing is
changed and `Conflict` has it, so that both texts can be shown. Rubric items are on or off, so any
order of changes gives the same.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import msgspec

from graders.extensions.tutoring import decisions_writing
from graders.harness.course.marks import decisions_file, markings, tutors
from graders.harness.course.marks.decisions_file import DecisionsFile
from graders.harness.course.marks.markings import (
    LONGEST_NAME,
    MARKS,
    CommentTable,
    Counting,
    Given,
    ItemTable,
    Marking,
    Rubric,
)
from graders.harness.intake.names import display
from graders.harness.reports.console import marks_in_words
from graders.harness.result import one_line, printable

LONGEST_COMMENT = 4000
"""Characters of a text that a tutor writes."""
MOST_COMMENTS = 200
"""Comments on one submission."""
MOST_ITEMS = 200
"""Items of a rubric."""
NO_RUBRIC = Rubric()
TAKE_BACK = "-"
"""Typed by a tutor to remove a mark or comment."""


class Conflict(Exception):
    """The value is no longer the one that the author of a change saw."""

    def __init__(self, now: object, by: str = "") -> None:
        super().__init__("somebody else changed this meanwhile")
        self.now = now
        """The present value."""
        self.by = by
        """Its author, if known."""


@dataclass(frozen=True, slots=True)
class Author:
    """The tutor who makes a change."""

    name: str
    files: str = ""
    """Digest of the submission's files that they see."""

    @property
    def stamp(self) -> dict[str, str]:
        """Return the fields by which a file names its author."""
        at = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        name = one_line(self.name.strip(), LONGEST_NAME)
        return {"by": name, "at": at, "files": self.files}


class CommentText(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A comment without its author."""

    text: str
    file: str = ""
    line: int = 0
    end: int = 0
    item: str = ""
    """Id of a rubric item, which then applies."""


class SetComment(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="comment"):
    """Write, change or remove a comment."""

    id: str
    base: CommentText | None
    value: CommentText | None


class SetMarks(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="marks"):
    """Write the marks of a part; empty to leave them to the items."""

    part: str
    base: str
    value: str


class SetRemark(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="remark"):
    """Write the comment on a part."""

    part: str
    base: str
    value: str


class Give(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="item"):
    """Let a rubric item apply, or not."""

    id: str
    on: bool


class SetRead(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="read"):
    """Tick a submission as read, or not."""

    on: bool


class SetTutor(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="tutor"):
    """Choose the tutor who is to mark a submission; empty for anybody."""

    base: str
    value: str


class SetNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="note"):
    """Write the note for colleagues."""

    base: str
    value: str


class SetLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="look"):
    """Ask colleagues to look at a submission, or no longer."""

    on: bool


Change = SetComment | SetMarks | SetRemark | Give | SetRead | SetTutor | SetNote | SetLook


class SetEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="entry"):
    """Write, change or remove an item of the rubric."""

    id: str
    base: ItemTable | None
    value: ItemTable | None
    take_off: bool = False
    """Whether an item that is removed is taken off those who have it."""


class MoveEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="move"):
    """Move an item of the rubric before the one above it in its part."""

    id: str


class SetStart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="start"):
    """Let the items of a part add up from zero, or change its maximum."""

    part: str
    from_zero: bool


RubricChange = SetEntry | MoveEntry | SetStart


def change_marking(
    folder: Path,
    submission: str,
    change: Change,
    author: Author,
    parts: Mapping[str, Fraction],
) -> Marking:
    """Make a change in the file of the class; return the submission's marking after it.

    parts: the tutors' parts and their maxima. Raises Conflict, ValueError for a wrong value and
    GraderError.
    """
    with decisions_file.locked(folder):
        file = decisions_file.read(folder)
        before = file.marking(submission)
        after = changed(before, change, author, parts, file.rubric)
        if after != before:
            data = decisions_file.content(folder)
            decisions_file.write(folder, decisions_writing.with_markings(data, [after]))
        return after


def changed(
    marking: Marking,
    change: Change,
    author: Author,
    parts: Mapping[str, Fraction],
    rubric: Rubric = NO_RUBRIC,
) -> Marking:
    """Return *marking* with the change; see `change_marking`."""
    match change:
        case SetComment():
            after = _with_comment(marking, change, author)
            item = change.value.item if change.value else ""
            if not item or item in {given.id for given in after.item}:
                return after
            if not rubric.item_words(item):
                raise ValueError("the rubric has no such item now")
            return _with_item(after, item, author, rubric)
        case SetMarks() | SetRemark():
            return _with_mark(marking, change, author, parts)
        case Give(id=id, on=on):
            others = [item for item in marking.item if item.id != id]
            if on is (len(others) < len(marking.item)):
                return marking
            if on:
                return _with_item(marking, id, author, rubric)
            return msgspec.structs.replace(marking, item=tuple(others))
        case SetRead(on=on):
            by = _signed_if(on, marking.read_by, author)
            return msgspec.structs.replace(marking, read_by=by)
        case SetLook(on=on):
            by = _signed_if(on, marking.look_by, author)
            return msgspec.structs.replace(marking, look_by=by)
        case SetTutor(base=base, value=value):
            tutor = one_line(value.strip(), LONGEST_NAME)
            _refuse_change(marking.tutor, tutor, base)
            return msgspec.structs.replace(marking, tutor=tutor)
        case SetNote(base=base, value=value):
            note = tidy(value)
            _refuse_change(marking.note, note, base, marking.note_by)
            if note == marking.note:
                return marking
            by = author.stamp["by"] if note else ""
            return msgspec.structs.replace(marking, note=note, note_by=by)


def _with_item(marking: Marking, id: str, author: Author, rubric: Rubric) -> Marking:
    """Return *marking* with an item, and without the others of its group."""
    places = {entry.id: (entry.part, entry.group) for entry in rubric.item if entry.group}
    others = [
        item for item in marking.item if id not in places or places.get(item.id, "") != places[id]
    ]
    return msgspec.structs.replace(marking, item=(*others, Given(_id(id), **author.stamp)))


def _signed_if(on: bool, present: str, author: Author) -> str:
    """Return who is to stand in a field that is on or off: whoever was first."""
    return (present or author.stamp["by"] or "a tutor") if on else ""


def _refuse_change(now: str, value: str, base: str, by: str = "") -> None:
    """Raise Conflict if a field is neither the *value* nor what it was."""
    if now not in (value, base):
        raise Conflict(now, by)


def _with_comment(marking: Marking, change: SetComment, author: Author) -> Marking:
    value = change.value
    if value is not None:
        text = tidy(value.text)
        is_empty = not text and not value.item
        value = None if is_empty else msgspec.structs.replace(value, text=text)
    remarks = {remark.id: remark for remark in marking.comment}
    before = remarks.get(change.id)
    now = before and CommentText(before.text, before.file, before.line, before.end, before.item)
    if now == value:
        return marking
    if now != change.base:
        raise Conflict(now, before.by if before else "")
    if value is None:
        del remarks[change.id]
    else:
        if before is None and len(remarks) >= MOST_COMMENTS:
            raise ValueError(f"a submission has at most {MOST_COMMENTS} comments")
        if value.file and not 1 <= value.line <= value.end:
            raise ValueError("a comment on lines needs the first line and the last")
        remark = CommentTable(_id(change.id), value.text, value.file, value.line, value.end)
        remarks[change.id] = msgspec.structs.replace(remark, item=value.item, **author.stamp)
    return msgspec.structs.replace(marking, comment=tuple(remarks.values()))


def _with_mark(
    marking: Marking,
    change: SetMarks | SetRemark,
    author: Author,
    parts: Mapping[str, Fraction],
) -> Marking:
    if change.part not in parts:
        raise ValueError(f"there is no part '{display(change.part)}' for tutors")
    before = marking.mark(change.part)
    after = before
    if isinstance(change, SetMarks):
        now, by = before.marks, before.by
        value = typed_marks(change.value, parts[change.part])
        after = msgspec.structs.replace(after, marks=value)
    else:
        now, by = before.comment, before.comment_by or before.by
        value = tidy(change.value)
        signed = author.stamp["by"] if value else ""
        after = msgspec.structs.replace(after, comment=value, comment_by=signed)
    if now == value:
        return marking
    if now != change.base:
        raise Conflict(now, by)
    if isinstance(change, SetMarks) or not before.marks:
        # who comments on another tutor's mark has not given it
        after = msgspec.structs.replace(after, **author.stamp)
    others = [mark for mark in marking.part if mark.name != change.part]
    empty = not after.marks and not after.comment
    order = list(parts)
    kept = sorted(
        [*others, *([] if empty else [after])],
        key=lambda mark: order.index(mark.name) if mark.name in order else len(order),
    )
    return msgspec.structs.replace(marking, part=tuple(kept))


def typed_marks(typed: str, full: Fraction) -> str:
    """Return marks as files keep them; "" for none. Raises ValueError if *typed* is no mark.

    full: the maximum.
    """
    typed = typed.strip()
    if not typed:
        return ""
    match = MARKS.fullmatch(typed)
    quoted = f"'{display(typed, 120)}'"
    if match is None:
        decimals = re.fullmatch(r"[+-]?[0-9]+[.,][0-9]+", typed)
        hint = "; at most two decimals" if decimals else ""
        raise ValueError(f"{quoted} is not a number of marks, such as 3 or 2.5{hint}")
    marks = Fraction(f"{match['whole']}.{match['part'] or 0}")
    if match["sign"] == "-" and marks:
        raise ValueError(f"{quoted} is negative; to remove a mark, write a single {TAKE_BACK}")
    if marks > full:
        raise ValueError(f"{quoted} is more than the maximum, {marks_in_words(full)}")
    return marks_in_words(marks)


def tidy(text: str) -> str:
    """Return a text as files keep it. Raises ValueError if it would have to be cut."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    if len(text) > LONGEST_COMMENT:
        raise ValueError(
            f"the comment has {len(text):,} characters, and at most {LONGEST_COMMENT:,} "
            "are kept: shorten it"
        )
    return printable(text)


def _id(id: str) -> str:
    """Return an id that a file may have. Raises ValueError for another."""
    if markings.ID.fullmatch(id) is None:
        raise ValueError(f"'{display(id)}' is no id")
    return id


# The rubric.


def change_rubric(folder: Path, change: RubricChange, parts: Mapping[str, Fraction]) -> Rubric:
    """Make a change of the rubric; return it. It holds for everybody who has the item.

    Raises Conflict, ValueError for a wrong value or an item that is in use, and GraderError.
    """
    with decisions_file.locked(folder):
        file = decisions_file.read(folder)
        after, markings = with_rubric_change(file, change, parts)
        if after != file.rubric:
            data = decisions_writing.with_rubric(decisions_file.content(folder), after)
            decisions_file.write(folder, decisions_writing.with_markings(data, markings))
        return after


def with_rubric_change(
    file: DecisionsFile, change: RubricChange, parts: Mapping[str, Fraction]
) -> tuple[Rubric, list[Marking]]:
    """Return the rubric with the change, and the markings that it changes; see `change_rubric`."""
    after = changed_rubric(file.rubric, change, parts)
    if not isinstance(change, SetEntry) or change.value is not None:
        return after, []
    if not change.take_off:
        _refuse_in_use(file.submission, change.id)
    return after, [
        _without_item(marking, change.id, file.rubric)
        for marking in file.submission
        if _has(marking, change.id)
    ]


def _has(marking: Marking, id: str) -> bool:
    return any(item.id == id for item in marking.item) or any(
        remark.item == id for remark in marking.comment
    )


def _without_item(marking: Marking, id: str, rubric: Rubric) -> Marking:
    """Return *marking* without an item; its words stay in comments on lines."""
    comments = [
        msgspec.structs.replace(comment, item="", text=tutors.remark_text(comment, rubric))
        if comment.item == id
        else comment
        for comment in marking.comment
    ]
    items = [item for item in marking.item if item.id != id]
    return msgspec.structs.replace(marking, item=tuple(items), comment=tuple(comments))


def import_rubric(
    folder: Path, other: Rubric, parts: Mapping[str, Fraction]
) -> tuple[list[str], list[str]]:
    """Add the items of *other* to the rubric in *folder*. Return the names of those that were
    added, and of those that were not: their part does not exist here, or an equal one does. Raises
    GraderError.
    """
    with decisions_file.locked(folder):
        rubric = decisions_file.read(folder).rubric
        items = [*rubric.item]
        added, left_out = [], []
        for entry in other.item:
            same = any(entry.id == known.id or _key(entry) == _key(known) for known in items)
            if same or (entry.part and entry.part not in parts) or len(items) >= MOST_ITEMS:
                left_out.append(entry.name)
            else:
                items.append(entry)
                added.append(entry.name)
        fresh = {entry.part for entry in items} - {entry.part for entry in rubric.item}
        starts = [known for known in other.part if known.name in fresh and known not in rubric.part]
        after = Rubric((*rubric.part, *starts), tuple(items))
        data = decisions_file.content(folder)
        decisions_file.write(folder, decisions_writing.with_rubric(data, after))
    return added, left_out


def _key(entry: ItemTable) -> tuple[str, str]:
    return entry.part, entry.name.casefold()


def changed_rubric(rubric: Rubric, change: RubricChange, parts: Mapping[str, Fraction]) -> Rubric:
    """Return *rubric* with the change; see `change_rubric`."""
    match change:
        case SetEntry():
            return _with_entry(rubric, change, parts)
        case MoveEntry(id=id):
            entries = list(rubric.item)
            index = next((i for i, entry in enumerate(entries) if entry.id == id), 0)
            above = [i for i in range(index) if entries[i].part == entries[index].part]
            if above:
                entries.insert(above[-1], entries.pop(index))
            return msgspec.structs.replace(rubric, item=tuple(entries))
        case SetStart(part=part, from_zero=from_zero):
            others = [entry for entry in rubric.part if entry.name != part]
            chosen = [Counting(part, "zero")] if from_zero and part in parts else []
            return msgspec.structs.replace(rubric, part=(*others, *chosen))


def _with_entry(rubric: Rubric, change: SetEntry, parts: Mapping[str, Fraction]) -> Rubric:
    value = _valid(change.value, change.id, parts) if change.value else None
    entries = {entry.id: entry for entry in rubric.item}
    now = entries.get(change.id)
    if now == value:
        return rubric
    if now != change.base:
        raise Conflict(now)
    if value is None:
        del entries[change.id]
    else:
        if now is None and len(entries) >= MOST_ITEMS:
            raise ValueError(f"a rubric has at most {MOST_ITEMS} items")
        entries[change.id] = value
    return msgspec.structs.replace(rubric, item=tuple(entries.values()))


def _valid(entry: ItemTable, id: str, parts: Mapping[str, Fraction]) -> ItemTable:
    """Return an item as the file keeps it. Raises ValueError."""
    name = one_line(entry.name.strip(), LONGEST_NAME)
    marks = entry.marks.strip().replace("−", "-")  # noqa: RUF001  (a minus sign)
    if not name:
        raise ValueError("an item needs a name")
    if entry.part and entry.part not in parts:
        raise ValueError(f"there is no part '{display(entry.part)}' for tutors")
    if marks and MARKS.fullmatch(marks) is None:
        raise ValueError(f"'{display(marks)}' is not a number of marks, such as -1 or 0.5")
    if marks and not entry.part:
        raise ValueError("an item of no part is a text only: it has no marks")
    signed = _signed(markings.number(marks)) if marks else ""
    group = one_line(entry.group.strip(), LONGEST_NAME)
    return ItemTable(_id(id), name, entry.part, signed, tidy(entry.text), group)


def _signed(marks: Fraction) -> str:
    return f"+{marks_in_words(marks)}" if marks > 0 else marks_in_words(marks)


def _refuse_in_use(given: Iterable[Marking], id: str) -> None:
    """Raise ValueError if the item *id* applies to a submission."""
    users = [marking.submission for marking in given if _has(marking, id)]
    if users:
        raise ValueError(
            f"{len(users)} submissions have this item: take it off them first"
            if len(users) > 1
            else f"'{display(users[0])}' has this item: take it off first"
        )
