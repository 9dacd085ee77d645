"""Carries what staff decided with an earlier release over into `decisions_file`.

That release kept it in `who.toml`, `weights.toml`, the folder `desk`, or `tutors-marks.json`. The
files stay, with another end of their names.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec

from graders.harness.assignment.toml_errors import decoded
from graders.harness.course.marks import decisions_file, decisions_writing
from graders.harness.course.marks.decisions_file import Weights
from graders.harness.course.marks.markings import CommentTable, Given, Mark, Marking, Rubric
from graders.harness.documents import parse_json
from graders.harness.errors import GraderError
from graders.harness.intake.names import display

CARRIED = ".carried-over"
WHO = "who.toml"
WEIGHTS = "weights.toml"
RUBRIC = "desk/rubric.toml"
SUBMISSIONS = "desk/submissions"
MARKS = "tutors-marks.json"


class _EarlierMarking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    submission: str
    read_by: str = ""
    part: tuple[Mark, ...] = ()
    item: tuple[Given, ...] = ()
    comment: tuple[CommentTable, ...] = ()


class _EarlierMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    submission: str
    part: str
    marks: str | None
    comment: str = ""
    files: str = ""


class _EarlierMarks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: Literal[1]
    marks: tuple[_EarlierMark, ...]


def pending(folder: Path) -> list[Path]:
    """Return the files of an earlier release in the class's *folder* whose tables its decisions do
    not have. Raises GraderError.
    """
    who, weights = folder / WHO, folder / WEIGHTS
    markings = sorted((folder / SUBMISSIONS).glob("*.toml"))
    of_tutors = [folder / MARKS, folder / RUBRIC, *markings]
    found = [path for path in (who, weights, *of_tutors) if path.is_file()]
    if not found:
        return []
    file = decisions_file.read(folder)
    has = {who: file.answers, weights: file.weights != Weights()}
    has_tutors = file.submission or file.rubric != Rubric()
    return [path for path in found if not has.get(path, has_tutors)]


def refuse(folder: Path) -> None:
    """Raise GraderError, which names the command, if the class in *folder* has such files."""
    paths = pending(folder)
    if paths:
        names = ", ".join(display(str(path.relative_to(folder))) for path in paths[:3])
        command = f"decide {shlex.quote(str(folder))}"
        raise GraderError(
            f"{display(str(folder), 200)}: an earlier release wrote {names}"
            f"{' and more' if len(paths) > 3 else ''}; run `grader {display(command, 300)}` once, "
            f"which carries this over into {decisions_file.FILE}"
        )


def carry(folder: Path) -> None:
    """Carry such files over. Raises GraderError for one that cannot be read; nothing is written
    then.
    """
    if not pending(folder):
        return
    with decisions_writing.locked(folder):
        paths = pending(folder)
        data = decisions_file.content(folder)
        if folder / WHO in paths:
            answers = _read(folder / WHO)
            decisions_file.checked(answers, _label(folder / WHO))
            data = decisions_writing.added(data, answers.decode("utf-8-sig"))
        if folder / WEIGHTS in paths:
            weights = decoded(_read(folder / WEIGHTS), Weights, _label(folder / WEIGHTS))
            data = decisions_writing.with_weights(data, weights)
        if folder / RUBRIC in paths:
            rubric = decoded(_read(folder / RUBRIC), Rubric, _label(folder / RUBRIC))
            data = decisions_writing.with_rubric(data, rubric)
        data = decisions_writing.with_markings(data, _markings(folder, paths))
        decisions_file.checked(data, decisions_file.label(folder))
        decisions_writing.write(folder, data)
        try:
            for path in paths:
                path.rename(path.with_name(path.name + CARRIED))
        except OSError as error:
            raise GraderError(f"{_label(path)}: {error.strerror}") from None


def _markings(folder: Path, paths: Iterable[Path]) -> Iterable[Marking]:
    """Return the markings in those of *paths* that have some. Raises GraderError."""
    markings: dict[str, Marking] = {}
    for path in paths:
        if path == folder / MARKS:
            markings |= {each.submission: each for each in _first_markings(path)}
        elif path.parent == folder / SUBMISSIONS:
            one = decoded(_read(path), _EarlierMarking, _label(path))
            markings[one.submission] = Marking(
                one.submission, one.read_by, one.part, one.item, one.comment
            )
    return markings.values()


def _first_markings(path: Path) -> list[Marking]:
    """Return the markings in the file of the first releases. Raises GraderError."""
    try:
        marks = parse_json(_read(path), _EarlierMarks).marks
    except msgspec.DecodeError as error:
        raise GraderError(
            f"{_label(path)}: cannot be read ({error}); restore an earlier copy of the file, or "
            "move it away and enter the tutors' marks again"
        ) from None
    parts: dict[str, list[Mark]] = {}
    for mark in marks:
        parts.setdefault(mark.submission, []).append(
            Mark(mark.part, mark.marks or "", mark.comment, files=mark.files)
        )
    return [Marking(name, part=tuple(each)) for name, each in parts.items()]


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise GraderError(f"{_label(path)}: cannot be read ({error.strerror})") from None


def _label(path: Path) -> str:
    return display(str(path), 200)
