"""The files of a student's folder that a check reads: those to hand in, and nothing else.

So what is checked is what will be marked: a module that stays at home is absent in the check, too.
The course's own files always come from the course. If the handout names no files, those to hand in
are the program, which ``[files] program`` of the manifest finds, and all that it imports.
"""

from __future__ import annotations

import io
import runpy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from graders.harness.assignment.language import language_at
from graders.harness.assignment.manifest import Assignment
from graders.harness.content import write_file
from graders.harness.handout.archive import write_zip
from graders.harness.intake import Submission, read_submission
from graders.harness.intake.imported import modules_in
from graders.harness.intake.names import few, listing
from graders.harness.intake.select import could_be
from graders.harness.reports.sentences import note_text
from graders.harness.result import Note, NoteCode

ARCHIVE = "hand-in.zip"
"""The file that ``check.py --hand-in`` writes beside the student's."""
TRY = "try_"
"""The beginning of the names of programs that ``check.py --repro`` writes (`repro`), which nobody
hands in.
"""
NAMED = 5
"""Files that are listed for one reason."""
QUIET = frozenset(
    (
        NoteCode.COURSE_FILES,
        NoteCode.FILE_MISSING,
        NoteCode.OTHER_KINDS,
        NoteCode.TOOLS_LITTER,
    )
)
"""Notes of intake that are no news to a student, or that the checks report."""


@dataclass(frozen=True, slots=True)
class ToHandIn:
    """What a student would hand in."""

    submission: Submission
    """With these files only."""
    left_out: tuple[str, ...] = ()
    """Files of the student that the handout does not accept: sources, and others to be read."""
    renamed: Mapping[str, str] = field(default_factory=dict)
    """Name in the student's folder -> the expected name under which it was read."""
    others: Mapping[str, str] = field(default_factory=dict)
    """File to hand in -> another version of it, which was not read."""
    remarks: tuple[str, ...] = ()
    """What was read under another name, and what was not read."""
    started: str = ""
    """The file that is started, where names are free."""
    archive: str = ""
    """The zip that has been written of these files, if any."""


def packed(ready: ToHandIn, assignment: Assignment, path: Path) -> ToHandIn:
    """Write a zip of the files to hand in beside those at *path*; return what is read from it.

    Without such a file, write nothing.
    """
    if not ready.submission.files:
        return ready
    archive = (path if path.is_dir() else path.parent) / ARCHIVE
    stream = io.BytesIO()
    write_zip(stream, ready.submission.files)
    write_file(archive, stream.getvalue())
    read = read_submission(archive, assignment)
    # the file that may be meant by a missing one is in the folder, not in the zip
    missing = [note for note in ready.submission.notes if note.code is NoteCode.FILE_MISSING]
    others = [note for note in read.notes if note.code is not NoteCode.FILE_MISSING]
    return replace(
        ready,
        submission=replace(read, notes=(*missing, *others)),
        renamed={},
        archive=ARCHIVE,
    )


def to_hand_in(submission: Submission, assignment: Assignment, path: Path) -> ToHandIn:
    """Return what of *submission*, which was read from *path*, is to be handed in."""
    files, start = submission.files, ""
    notes = [note for note in submission.notes if note.code not in QUIET]
    changed = _changed(assignment, path)
    if changed:
        notes.append(Note(NoteCode.COURSE_FILES, few(changed, NAMED)))
    remarks = [note_text(note) for note in notes]
    if assignment.files.submitted:
        names = [name for name in assignment.files.submitted if name in files]
        unread = _unaccepted(submission, assignment.files.submitted)
    else:
        start = _started(assignment, files)
        names = _reached(start, files) if start else list(files)
        unread = [name for name in files if name not in names]
    if news := [name for name in unread if not name.startswith(TRY)]:
        why = "what is not to be handed in"
        if start:
            why = f"{start} is started; what it does not import is not to be handed in, and"
        remarks.append(f"{why} is not read: {listing(news, NAMED)}")
    taken = (NoteCode.TAKEN_FOR, NoteCode.ONLY_FILE)
    return ToHandIn(
        replace(submission, files={name: files[name] for name in sorted(names)}),
        (*(() if start else unread), *_data_at(path, assignment)),
        {
            note.values["name"]: note.values["file"]
            for note in submission.notes
            if note.code in taken
        },
        _others(submission, unread),
        tuple(remarks),
        start,
    )


def _others(submission: Submission, unread: Iterable[str]) -> dict[str, str]:
    """Return the files to hand in of which another version was not read, and that version: in the
    same folder by another name, or of this name in a folder inside.
    """
    inside = {path.rpartition("/")[2]: path for path in unread if "/" in path}
    beside = {
        note.values["file"]: note.values["names"][0]
        for note in submission.notes
        if note.code is NoteCode.OTHER_VERSIONS
    }
    return inside | beside


def _changed(assignment: Assignment, path: Path) -> list[str]:
    """Return the files of the course that checks use and that the student has changed."""
    return [
        name
        for name in assignment.files.in_box
        if (path / name).is_file()
        and (path / name).read_bytes() != (assignment.course / name).read_bytes()
    ]


def _unaccepted(submission: Submission, submitted: Iterable[str]) -> list[str]:
    """Return the files that are not to be handed in, except for those that may be one of these
    under another name, which notes or checks report.
    """
    likely = [note.values.get("similar") for note in submission.notes]
    return [
        name for name in submission.files if not could_be(name, *submitted) and name not in likely
    ]


def _data_at(path: Path, assignment: Assignment) -> list[str]:
    """Return the student's files in the folder *path* that are in no language that is read."""
    files = sorted(path.iterdir()) if path.is_dir() else []
    return [
        file.name
        for file in files
        if file.is_file()
        and not language_at(file.name)
        and not (assignment.starter / file.name).exists()
    ]


def _started(assignment: Assignment, files: Mapping[str, bytes]) -> str:
    """Return the file that is started; "" if there is none, or the manifest cannot tell."""
    finder = assignment.files.program
    if not finder:
        return ""
    found = runpy.run_path(str(assignment.grader / finder))["program"](files)
    return str(found or "")


def _reached(start: str, files: Mapping[str, bytes]) -> list[str]:
    """Return *start* and the *files* that it imports, directly or not."""
    found: list[str] = []
    waiting = [start]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.append(name)
            modules = modules_in(files[name])
            waiting += [file for file in files if _module(file) in modules]
    return found


def _module(file: str) -> str:
    """Return the module, or the outermost package, that *file* belongs to."""
    return file.partition("/")[0].removesuffix(".py")
