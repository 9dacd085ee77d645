"""Decisions on files: a file that counts as an expected one, and a file that came by mail and
counts instead of what was handed in.

They are tables ``[[file]]`` of `decisions_file`, beside the answers to a grading's questions. A
file that came by mail is kept below `KEPT` in the class's folder, under its digest, and is read
like any submission. So a later download changes nothing. If other files are handed in later, a flag
says so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from graders.harness.course.marks import decisions_file
from graders.harness.course.marks.decisions_file import WHOLE, FileTable
from graders.harness.course.pages.class_file import ClassState
from graders.harness.course.pages.identical import digest_of
from graders.harness.intake import LIMITS, Submission
from graders.harness.intake.bulk import Deliveries
from graders.harness.intake.collector import Refusal
from graders.harness.intake.delivery import SubmissionSource
from graders.harness.intake.folder import open_file
from graders.harness.intake.grouping import grouped
from graders.harness.intake.names import display
from graders.harness.intake.select import NO_FILE
from graders.harness.intake.sources import Alone
from graders.harness.intake.submission import HasFiles, IntakeError
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
        if PurePosixPath(self.taken_from).parts[:2] != (KEPT, digest_of_data(content_of(path))):
            raise Refusal(f"another file than was decided on ({decisions_file.FILE})")
        return Alone(path, path.name).read(assignment)


def content_of(path: Path) -> bytes:
    """Return the content of an ordinary file of bounded size. Raises Refusal."""
    with open_file(path) as stream:
        data = stream.read(LIMITS.archive_bytes + 1)
    if len(data) > LIMITS.archive_bytes:
        raise Refusal(f"is larger than {LIMITS.archive_bytes:,} bytes")
    return data


def digest_of_data(data: bytes) -> str:
    """Return the digest by which a kept file is named."""
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
        by_answers = replace(delivery, chosen=files_chosen(table for table in mine if not table.by))
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


def files_chosen(tables: Iterable[FileTable]) -> dict[str, str]:
    """Return the path that *tables* choose for each expected file."""
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
    return replace(delivery, chosen=files_chosen(tables))


def _handed_in(delivery: SubmissionSource, assignment: HasFiles) -> str:
    """Return the digest of what was handed in, or of the reason why it cannot be read."""
    try:
        return digest_of(delivery.read(assignment))
    except IntakeError as error:
        return _of_reason(str(error))


def _of_reason(reason: str) -> str:
    return digest_of_data(printable(reason).encode())


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


def handed_in_then(state: ClassState, submission: str) -> str:
    """Return the digest of what was handed in when the class was graded; "" if it is unknown."""
    if submission in state.handed_in:
        return state.handed_in[submission]
    if submission in state.unreadable:
        return _of_reason(state.unreadable[submission])
    return state.digests.get(submission, "")
