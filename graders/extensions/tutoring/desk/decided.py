"""Decisions from the desk: those of ``grader decide``, with its preview and its one way to write.

A decision is first shown with its effect, then written if the effect is still the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any, Literal

import msgspec

from graders.extensions.tutoring import deciding, deciding_files
from graders.extensions.tutoring.deciding import Class
from graders.extensions.tutoring.deciding_files import FilesPreview
from graders.extensions.tutoring.marking_edits import tidy
from graders.harness.course.marks import decisions, decisions_file, up_to_date
from graders.harness.course.marks.decisions_file import (
    CommentEntry,
    DecisionEntry,
    DecisionsTable,
    RequestEntry,
    SeenEntry,
)
from graders.harness.course.pages import class_file, class_folder
from graders.harness.course.pages.class_file import ClassState
from graders.harness.intake.names import display
from graders.harness.reports.console import marks_in_words
from graders.harness.result import NoteCode, Result, one_line, printable

MOST_MOVES = 60
"""People listed whose marks or reports change."""
LONGEST_LINE = 300


class DecideRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision that a tutor wants to see, or to write."""

    tutor: str
    what: Literal["waive", "set", "comment", "answer", "seen", "take", "instead"]
    whom: Literal["one", "failed", "group", "asked", "alike"]
    """Of an answer, asked is everybody with an open request about the check. Of a file, alike is
    everybody with the same choice.
    """
    about: str = ""
    """The check, or the rule of an adjustment; the question of an answer, the reason of seen;
    the choice of take, see `choices`.
    """
    check: str = ""
    """Of an answer: the check that the question is about."""
    group: str = ""
    """The sentence of a group."""
    marks: str = ""
    text: str = ""
    """Why; the comment; the answer."""
    file: str = ""
    """Of instead: the name of the file."""
    content: bytes = b""
    shown: str = ""
    """The digest of the effect that the tutor saw; "" writes nothing."""


class MoveView(msgspec.Struct, frozen=True):
    """A person whose mark or report changes."""

    who: str
    submission: str
    before: str
    after: str
    why: list[str]


class EffectView(msgspec.Struct, frozen=True):
    """The effect of a decision."""

    moves: list[MoveView]
    more: int
    """Number of people that are left out."""
    lines: list[str]
    """Changes of *Needs review* and for everybody, and warnings."""
    digest: str
    written: bool


def decided(folder: Path, submission: str, request: DecideRequest) -> EffectView:
    """Return what the decision changes in the class in *folder*, and write it if that was shown.
    Raises ValueError and GraderError.
    """
    room = deciding.Class(folder)
    if request.what == "take":
        return _on_files(request, _taken(room, submission, request))
    if request.what == "instead":
        return _on_files(request, _instead(room, submission, request))
    entry = _entry(room, submission, request)
    if request.whom == "asked" and isinstance(entry, RequestEntry):
        preview = room.preview_answers(entry)
    else:
        preview = room.preview(entry)
    digest = _digest(preview.moves, preview.for_everybody, preview.reviews)
    if request.shown == digest:
        deciding.write(preview)
    moves = [
        MoveView(
            one_line(move.who, 100),
            move.submission,
            "none" if move.before is None else marks_in_words(move.before),
            "none" if move.after is None else marks_in_words(move.after),
            [one_line(why, LONGEST_LINE) for why in move.why],
        )
        for move in preview.moves[:MOST_MOVES]
    ]
    lines = [*preview.for_everybody, *preview.reviews, *preview.warnings]
    return EffectView(
        moves,
        len(preview.moves) - len(moves),
        [one_line(line, LONGEST_LINE) for line in lines[:MOST_MOVES]],
        digest,
        written=request.shown == digest,
    )


def _digest(*effect: object) -> str:
    return hashlib.blake2b(repr(effect).encode("utf-8", "replace"), digest_size=12).hexdigest()


def _taken(room: Class, submission: str, request: DecideRequest) -> FilesPreview:
    """Return the decision that a file counts as an expected one. Raises ValueError and
    GraderError.
    """
    alike = [
        result.submission
        for result in class_folder.results_of(room.entries)
        if request.about in choices(result)
    ]
    state = class_file.read(room.folder)
    alike += [name for name in state.choices if request.about in unread_choices(state, name)]
    if submission not in alike:
        raise ValueError("the class was graded again, and this file is not in doubt now")
    whose = [submission] if request.whom == "one" else [*dict.fromkeys(alike)]
    files = deciding_files.FilesOfClass(room.folder)
    return files.take(whose, request.about, _signature(request))


def _instead(room: Class, submission: str, request: DecideRequest) -> FilesPreview:
    """Return the decision that a file counts instead of what was handed in. Raises ValueError and
    GraderError.
    """
    if not request.file:
        raise ValueError("choose a file: an archive or a source file")
    files = deciding_files.FilesOfClass(room.folder)
    with TemporaryDirectory() as folder:
        path = Path(folder) / deciding_files.kept_name(request.file)
        path.write_bytes(request.content)
        return files.instead([submission], path, _signature(request))


def _signature(request: DecideRequest) -> deciding_files.Signature:
    return deciding_files.Signature(_author(request), deciding.today(), _text(request))


def _on_files(request: DecideRequest, preview: FilesPreview) -> EffectView:
    """Return what a decision on files changes, and write it if that was shown."""
    lines = [*preview.lines, *preview.warnings]
    digest = _digest(lines, preview.kept)
    if request.shown == digest:
        deciding_files.write(preview)
    shown = [one_line(line, LONGEST_LINE) for line in lines[:MOST_MOVES]]
    again = one_line(deciding_files.afterwards(preview.command))
    return EffectView([], 0, [*shown, again], digest, written=request.shown == digest)


def _author(request: DecideRequest) -> str:
    return one_line(request.tutor.strip(), 80) or "a tutor"


def _text(request: DecideRequest) -> str:
    """Return the text. Raises ValueError."""
    text = tidy(request.text)
    if not text:
        raise ValueError("write a text: students read it" if request.what != "seen" else "say why")
    return text


def _entry(room: Class, submission: str, request: DecideRequest) -> DecisionsTable:
    """Return the table for the file. Raises ValueError and GraderError."""
    text = _text(request)
    signed: dict[str, Any] = {
        "by": _author(request),
        "on": deciding.today(),
        **_whom(room, submission, request),
    }
    about = request.about
    decided_about: dict[str, Any] = room.about(about) if request.what in ("waive", "set") else {}
    match request.what:
        case "comment":
            check = room.check(about) if about else ""
            return CommentEntry(text=text, check=check, **signed)
        case "answer":
            visible = all(
                request_before.visible
                for name, request_before in decisions.read_record(room.folder).requests
                if (name, request_before.check, request_before.question)
                == (submission, request.check, about)
            )
            return RequestEntry(
                question=about, answer=text, check=request.check, visible=visible, **signed
            )
        case "seen":
            return SeenEntry(reason=about, why=text, **signed)
        case "waive":
            return DecisionEntry(why=text, **decided_about, **signed)
        case _:  # set
            marks = _number(request.marks)
            return DecisionEntry(why=text, marks=marks, **decided_about, **signed)


def _number(text: str) -> float | int:
    """Return typed marks. Raises ValueError."""
    try:
        marks = float(text.strip().replace(",", "."))
    except ValueError:
        raise ValueError(f"'{display(text)}' is not a number of marks, such as 1.5") from None
    return int(marks) if marks.is_integer() else marks


def _whom(room: Class, submission: str, request: DecideRequest) -> dict[str, Any]:
    """Return the field for the submissions. Raises ValueError and GraderError."""
    match request.whom:
        case "failed":
            return {"failed": room.check(request.about)}
        case "group":
            found = [group for group in room.groups if group.sentence == request.group]
            if not found:
                raise ValueError("the class was graded again, and has no such group now")
            return {"submissions": list(found[0].submissions)}
        case _:
            return room.named([submission])


# What is open.


class RequestView(msgspec.Struct, frozen=True):
    """A student's question."""

    question: str
    check: str
    answer: str


class ReviewView(msgspec.Struct, frozen=True):
    """Questions, reasons for review and doubtful files of a submission."""

    requests: list[RequestView]
    reasons: list[str]
    takes: list[str]
    """Those of `choices` that nobody has decided on."""
    files: list[str]
    """Decisions on its files, in words."""


def choices(result: Result) -> Iterator[str]:
    """Yield the files that may be meant as expected ones, by the notes on how they were read, in
    the words of ``grader decide --take``: "blok.py=block.py".
    """
    for note in result.notes:
        if note.code in (NoteCode.FILE_MISSING, NoteCode.OTHER_VERSIONS):
            file = note.values["file"]
            for name in note.values.get("names") or [note.values["similar"]]:
                if name.lower().endswith(PurePosixPath(file).suffix):  # no "block.py.txt"
                    yield f"{name}={file}"


def unread_choices(state: ClassState, submission: str) -> Iterator[str]:
    """Yield the files that may be expected ones of a submission that could not be read; see
    `choices`.
    """
    for file, paths in state.choices.get(submission, {}).items():
        for path in paths:
            if one_line(path) == path:  # a name that the page can show and send back
                yield f"{path}={file}"


def open_of(
    folder: Path, submission: str, reasons: Sequence[str], doubts: Sequence[str]
) -> ReviewView:
    """Return what waits for staff at a submission. Raises GraderError.

    reasons: why it needs review, whether or not somebody has looked at it; doubts: see `choices`.
    """
    record = decisions.read_record(folder)
    requests = [
        RequestView(printable(request.question), request.check, printable(request.answer))
        for name, request in record.requests
        if name == submission
    ]
    left = record.reviewed.left(submission, reasons)
    tables = decisions_file.read(folder).file_decisions
    last = {table.name: table for table in tables if table.submission == submission}
    decided_on = {f"{table.taken_from}={table.name}" for table in last.values()}
    files = [f"{table.about} ({table.by})" for table in last.values()]
    if files and up_to_date.waits_for_grading(folder):
        files.append(deciding_files.afterwards(class_file.read(folder).command))
    return ReviewView(
        requests,
        [reason for reason in reasons if reason in left],
        [doubt for doubt in dict.fromkeys(doubts) if doubt not in decided_on],
        [*map(one_line, files)],
    )
