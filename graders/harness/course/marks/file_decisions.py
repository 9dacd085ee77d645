"""Decisions on files: a file that counts as an expected one, and a file that came by mail and
counts instead of what was handed in.

They are tables ``[[file]]`` of `decisions_file`, beside the answers to a grading's questions. A
file that came by mail is kept below `KEPT` in the class's folder, under its digest, and is read
like any submission. So a later download changes nothing. If other files are handed in later, a flag
says so.
"""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from graders.harness.assignment.manifest import load_assignment
from graders.harness.assignment.naming import match_one
from graders.harness.content import write_file
from graders.harness.course.marks import decisions_file, decisions_writing, up_to_date
from graders.harness.course.marks.decisions_file import WHOLE, FileTable
from graders.harness.course.pages import class_file, history, submission_words
from graders.harness.course.pages.changing import changing, unchanged
from graders.harness.course.pages.class_file import ClassState
from graders.harness.course.pages.identical import digest_of
from graders.harness.course.pages.page_names import page_folder
from graders.harness.errors import GraderError
from graders.harness.intake import LIMITS, Submission
from graders.harness.intake.bulk import Deliveries
from graders.harness.intake.collector import Refusal
from graders.harness.intake.delivery import SubmissionSource
from graders.harness.intake.folder import open_file
from graders.harness.intake.grouping import grouped
from graders.harness.intake.names import display, file_name
from graders.harness.intake.select import NO_FILE
from graders.harness.intake.sources import Alone
from graders.harness.intake.submission import HasFiles, IntakeError
from graders.harness.reports.console import how_many, listed
from graders.harness.reports.result_folder import code_beside
from graders.harness.result import NoteCode, printable

KEPT = ".instead"
NOTHING = "nothing"
"""The digest of what was handed in by somebody who handed in nothing."""


@dataclass(frozen=True, slots=True)
class Instead:
    """The file *taken_from* of a class's *folder*, named by its digest."""

    folder: Path
    taken_from: str

    def read(self, assignment: HasFiles) -> Submission:
        """See `FileSource`."""
        path = self.folder / self.taken_from
        if PurePosixPath(self.taken_from).parts[:2] != (KEPT, _digest(_content(path))):
            raise Refusal(f"another file than was decided on ({decisions_file.FILE})")
        return Alone(path, path.name).read(assignment)


def _content(path: Path) -> bytes:
    """Return the content of an ordinary file of bounded size. Raises Refusal."""
    with open_file(path) as stream:
        data = stream.read(LIMITS.archive_bytes + 1)
    if len(data) > LIMITS.archive_bytes:
        raise Refusal(f"is larger than {LIMITS.archive_bytes:,} bytes")
    return data


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class DecidedDeliveries:
    """The deliveries of a class with the files that staff chose."""

    deliveries: Deliveries
    handed_in: Mapping[str, str]
    """Submission with a decision -> digest of what was handed in, without the decisions."""
    authors: Mapping[str, Sequence[str]]
    """Submissions of people who handed in nothing -> their ids."""


def applied(deliveries: Deliveries, folder: Path, assignment: HasFiles) -> DecidedDeliveries:
    """Return *deliveries* with the files that staff chose for the class in *folder*. Raises
    GraderError.
    """
    tables = grouped(decisions_file.read(folder).file, lambda table: table.submission)
    items, handed_in = [], {}
    for delivery in deliveries:
        mine = tables.pop(delivery.name, [])
        by_answers = replace(delivery, chosen=_chosen(table for table in mine if not table.by))
        if any(table.by for table in mine):
            handed_in[delivery.name] = now = _handed_in(by_answers, assignment)
            delivery = _with_flag(delivery, _stale(mine, now))
        delivery = _decided(delivery, mine, folder)
        items.append(_with_flag(delivery, _without_effect(delivery, mine, assignment)))
    authors = {}
    for name, mine in tables.items():
        last = mine[-1]
        if last.name == WHOLE and last.people:
            handed_in[name], authors[name] = NOTHING, last.people
            label = f"{PurePosixPath(last.taken_from).name} instead"  # nobody's id
            items.append(_decided(SubmissionSource(name, label, Alone(folder)), mine, folder))
    ordered = tuple(sorted(items, key=lambda delivery: delivery.name))
    return DecidedDeliveries(replace(deliveries, items=ordered), handed_in, authors)


def _chosen(tables: Iterable[FileTable]) -> dict[str, str]:
    return {
        table.name: table.taken_from for table in tables if table.taken_from and table.name != WHOLE
    }


def _decided(
    delivery: SubmissionSource, tables: Sequence[FileTable], folder: Path
) -> SubmissionSource:
    """Return a delivery by what staff decided on its files."""
    whole = [table for table in tables if table.name == WHOLE]
    if whole:
        delivery = replace(delivery, source=Instead(folder, whole[-1].taken_from))
    return replace(delivery, chosen=_chosen(tables))


def _handed_in(delivery: SubmissionSource, assignment: HasFiles) -> str:
    """Return the digest of what was handed in, or of the reason why it cannot be read."""
    try:
        return digest_of(delivery.read(assignment))
    except IntakeError as error:
        return _of_reason(str(error))


def _of_reason(reason: str) -> str:
    return _digest(printable(reason).encode())


def _with_flag(delivery: SubmissionSource, flag: str) -> SubmissionSource:
    return replace(delivery, flags=(*delivery.flags, display(flag, 400))) if flag else delivery


def _stale(tables: Sequence[FileTable], now: str) -> str:
    """Return the flag that something else was handed in since the last decision, or ""."""
    last = [table for table in tables if table.by][-1]
    if last.handed_in in ("", now):
        return ""
    return (
        f"{last.by} decided that {last.about} ({last.on}), and something else came afterwards: "
        "look again"
    )


def _without_effect(
    delivery: SubmissionSource, tables: Sequence[FileTable], assignment: HasFiles
) -> str:
    """Return the flag that a delivery does not have a file that staff decided on, or ""."""
    last = {table.name: table for table in tables}
    decided = [
        table
        for table in last.values()
        if table.by and table.name != WHOLE and table.taken_from != NO_FILE
    ]
    if not decided:
        return ""
    try:
        notes = delivery.read(assignment).notes
    except IntakeError:  # a reason of its own
        return ""
    taken = {str(note.values["file"]) for note in notes if note.code is NoteCode.TAKEN_FOR}
    for table in decided:
        if table.name not in taken and PurePosixPath(table.taken_from).name != table.name:
            what = f"{table.by} decided that {table.about} ({table.on})"
            return f"{what}, which is not there: look again"
    return ""


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
            data = _content(file)
        except Refusal as refusal:
            raise GraderError(f"{display(str(file), 200)}: {refusal}") from None
        mine = self._tables.get(name, [])
        whole = SubmissionSource(name, file.name, Alone(file, file.name), chosen=_chosen(mine))
        submission = whole.read(self._files)
        taken_from = f"{KEPT}/{_digest(data)}/{file_name(file.name)}"
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


def handed_in_then(state: ClassState, submission: str) -> str:
    """Return the digest of what was handed in when the class was graded; "" if it is unknown."""
    if submission in state.handed_in:
        return state.handed_in[submission]
    if submission in state.unreadable:
        return _of_reason(state.unreadable[submission])
    return state.digests.get(submission, "")


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
        after = decisions_writing.added(before, text)
        decisions_file.checked(after, decisions_file.label(folder))
        return after

    with changing(folder) as draft:
        by = history.signed(table.by for table in preview.tables)
        draft.add_to(history.HISTORY, history.line_of(history.event(history.FILES, by=by)))
        decisions_writing.change(folder, added)
