"""Decides on files for ``grader decide`` and the desk: a file of a submission counts as an expected
one, or a file that came by mail counts instead of what was handed in.

The next grading applies it (`course.marks.file_decisions`).
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from graders.extensions.tutoring import decisions_writing
from graders.harness.assignment.manifest import load_assignment
from graders.harness.assignment.naming import match_one
from graders.harness.content import write_file
from graders.harness.course.marks import decisions_file, up_to_date
from graders.harness.course.marks.decisions_file import WHOLE, FileTable
from graders.harness.course.marks.file_decisions import (
    KEPT,
    NOTHING,
    content_of,
    digest_of_data,
    files_chosen,
    handed_in_then,
)
from graders.harness.course.pages import class_file, history, submission_words
from graders.harness.course.pages.changing import changing, unchanged
from graders.harness.course.pages.page_names import page_folder
from graders.harness.errors import GraderError
from graders.harness.intake.collector import Refusal
from graders.harness.intake.delivery import SubmissionSource
from graders.harness.intake.grouping import grouped
from graders.harness.intake.names import display, file_name, is_safe
from graders.harness.intake.select import NO_FILE
from graders.harness.intake.sources import Alone
from graders.harness.reports.console import how_many, listed
from graders.harness.reports.result_folder import code_beside


@dataclass(frozen=True, slots=True)
class FilesPreview:
    """Decisions on files; nothing is written yet."""

    folder: Path
    tables: tuple[FileTable, ...]
    lines: tuple[str, ...]
    """The decisions in words."""
    command: str
    """The command line that graded the class, which brings them into its results."""
    warnings: tuple[str, ...] = ()
    """Signs that they do not do what is meant."""
    kept: bytes = b""
    """Content of the file that came by mail."""


@dataclass(frozen=True, slots=True)
class Signature:
    """The name of the person who decides, the date and the reason."""

    by: str
    on: datetime.date
    why: str


def kept_name(name: str) -> str:
    """Return *name*, by which a file may be an expected one, or a `file_name` if it is unsafe."""
    is_plain = bool(name) and is_safe(name) and not {*name} & {*"/\\"}
    return name if is_plain else file_name(name)


class FilesOfClass:
    """A graded class whose files staff decide on."""

    def __init__(self, folder: Path) -> None:
        """Read the class in *folder*, whose results may be outdated. Raises GraderError."""
        self.folder = folder
        with unchanged(folder):
            up_to_date.refuse_outdated(folder, but=[*up_to_date.ALL])
            self._state = class_file.read(folder)
            self._people = submission_words.of_gradebook(folder)
            self._missing = submission_words.of_missing(folder)
        self._files = load_assignment(self._state.assignment)
        self._tables = grouped(decisions_file.read(folder).file, lambda table: table.submission)

    def take(self, words: Sequence[str], choice: str, signed: Signature) -> FilesPreview:
        """Return the decision that a file of each submission counts as an expected one.

        choice: "blok.py=block.py". Raises GraderError.
        """
        taken_from, _, name = choice.rpartition("=")
        if not taken_from or not name:
            raise GraderError(f"--take needs FILE=NAME, such as blok.py=block.py, not {choice!r}")
        expected = self._files.files.submitted
        if expected:
            see = f"it expects {', '.join(expected)}"
            name = match_one(name, expected, what="file of the assignment", see=see)
        tables = tuple(
            self._table(self._submission(word), name, taken_from, signed) for word in words
        )
        return replace(self._preview(tables), warnings=tuple(self._not_there(tables)))

    def _not_there(self, tables: Iterable[FileTable]) -> Iterator[str]:
        """Yield a warning for each file that is not among those that were graded."""
        for table in tables:
            graded = sorted(code_beside(self.folder / page_folder(table.submission)))
            names = [PurePosixPath(name).name for name in graded]
            wanted = PurePosixPath(table.taken_from).name
            if graded and wanted not in (*names, NO_FILE):
                shown = listed([display(name) for name in names])
                yield f"{display(table.submission)}: graded was {shown}, no {display(wanted)}"

    def instead(self, words: Sequence[str], file: Path, signed: Signature) -> FilesPreview:
        """Return the decision that *file* counts instead of what a person handed in. Raises
        GraderError, also if it cannot be read as a submission.
        """
        if len(words) != 1:
            raise GraderError("--instead is for one submission: name one")
        name, people = self._submission_or_person(words[0])
        try:
            data = content_of(file)
        except Refusal as refusal:
            raise GraderError(f"{display(str(file), 200)}: {refusal}") from None
        mine = self._tables.get(name, [])
        whole = SubmissionSource(name, file.name, Alone(file, file.name), chosen=files_chosen(mine))
        submission = whole.read(self._files)
        taken_from = f"{KEPT}/{digest_of_data(data)}/{kept_name(file.name)}"
        table = self._table(name, WHOLE, taken_from, signed, people)
        files = how_many(len(submission.files), "file")
        names = ", ".join([display(name) for name in submission.files])
        return replace(self._preview((table,), f"{files}: {names}"), kept=data)

    def _preview(self, tables: tuple[FileTable, ...], files: str = "") -> FilesPreview:
        end = f" ({files})" if files else ""
        lines = tuple(display(f"{table.submission}: {table.about}{end}", 600) for table in tables)
        return FilesPreview(self.folder, tables, lines, self._state.command)

    def _table(
        self,
        submission: str,
        name: str,
        taken_from: str,
        signed: Signature,
        people: tuple[str, ...] = (),
    ) -> FileTable:
        handed_in = NOTHING if people else handed_in_then(self._state, submission)
        return FileTable(
            submission, name, taken_from, signed.by, signed.on, signed.why, people, handed_in
        )

    def _submission(self, word: str) -> str:
        """Return the submission that *word* means. Raises GraderError."""
        if word in self._state.names:
            return word
        name = self._people.submission_of(word)
        if name not in self._state.names:
            raise GraderError(f"{display(word)} has several submissions: name one ({name})")
        return name

    def _submission_or_person(self, word: str) -> tuple[str, tuple[str, ...]]:
        """Return the submission that *word* means; for a person who handed in nothing, its new name
        and their id. Raises GraderError.
        """
        row = self._missing.get(submission_words.key(word))
        if row is None or word in self._state.names:
            return self._submission(word), ()
        person = row.student_id or row.name
        name = file_name(person)
        if name in self._state.names:
            raise GraderError(f"{display(name)} is another submission: rename that one first")
        return name, (person,)


def afterwards(command: str) -> str:
    """Return what brings decisions on files into results: the *command* that graded the class."""
    return f"results follow with the next grading: {command or 'the command that graded the class'}"


def write(preview: FilesPreview) -> None:
    """Write the decisions, so that the class waits to be graded again. Raises GraderError."""
    folder = preview.folder
    if preview.kept:
        write_file(folder / preview.tables[0].taken_from, preview.kept)
    text = "\n".join(decisions_writing.block(table) for table in preview.tables)

    def added(before: bytes) -> bytes:
        after = decisions_file.added(before, text)
        decisions_file.checked(after, decisions_file.label(folder))
        return after

    with changing(folder) as draft:
        by = history.signed(table.by for table in preview.tables)
        draft.add_to(history.HISTORY, history.line_of(history.event(history.FILES, by=by)))
        decisions_file.change(folder, added)
