"""Carries the tutors' marks of release 1.0 over into `decisions_file`.

That release kept them in `tutors-marks.json`. The file stays, with another end of its name.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Literal

import msgspec

from graders.harness.course.marks import decisions_file, decisions_writing
from graders.harness.course.marks.markings import Mark, Marking
from graders.harness.documents import parse_json
from graders.harness.errors import GraderError
from graders.harness.intake.names import display

CARRIED = ".carried-over"
MARKS = "tutors-marks.json"


class _EarlierMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    submission: str
    part: str
    marks: str | None
    comment: str = ""
    files: str = ""


class _EarlierMarks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: Literal[1]
    marks: tuple[_EarlierMark, ...]


def is_pending(folder: Path) -> bool:
    """Return whether the class's *folder* has such marks, and its decisions have none. Raises
    GraderError.
    """
    return (folder / MARKS).is_file() and not decisions_file.read(folder).submission


def refuse(folder: Path) -> None:
    """Raise GraderError, which names the command, if the class in *folder* has such marks."""
    if is_pending(folder):
        command = f"decide {shlex.quote(str(folder))}"
        raise GraderError(
            f"{display(str(folder), 200)}: release 1.0 wrote {MARKS}; run "
            f"`grader {display(command, 300)}` once, which carries it over into "
            f"{decisions_file.FILE}"
        )


def carry(folder: Path) -> None:
    """Carry such marks over. Raises GraderError if they cannot be read; nothing is written then."""
    if not (folder / MARKS).is_file():
        return
    with decisions_writing.locked(folder):
        path = folder / MARKS
        if not is_pending(folder):
            return
        data = decisions_writing.with_markings(decisions_file.content(folder), _markings(path))
        decisions_file.checked(data, decisions_file.label(folder))
        decisions_writing.write(folder, data)
        try:
            path.rename(path.with_name(path.name + CARRIED))
        except OSError as error:
            raise GraderError(f"{display(str(path), 200)}: {error.strerror}") from None


def _markings(path: Path) -> list[Marking]:
    """Return the markings in the file. Raises GraderError."""
    try:
        marks = parse_json(path.read_bytes(), _EarlierMarks).marks
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
