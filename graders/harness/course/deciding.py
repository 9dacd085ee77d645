"""Adds staff's decisions for one submission or many to `decisions.toml`, for ``grader decide``.

Text is only ever added to the end of the file, so all that people wrote there stays. The effect of
an addition is known before it is written.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from graders.harness.assignment.manifest import exact
from graders.harness.assignment.naming import did_you_mean, match_one
from graders.harness.course import (
    class_folder,
    class_state,
    decisions,
    mark_changes,
    people,
    tutors,
)
from graders.harness.course.changing import changing
from graders.harness.course.class_folder import GradebookEntry
from graders.harness.course.decisions import (
    CommentEntry,
    DecisionEntry,
    DecisionsTable,
    Record,
    RequestEntry,
    SeenEntry,
)
from graders.harness.course.mark_changes import MarkChange
from graders.harness.diagnosis import FaultGroup
from graders.harness.errors import GraderError
from graders.harness.grading import late
from graders.harness.intake.names import display
from graders.harness.reports.console import how_many, marks_in_words
from graders.harness.result import one_line

KINDS: Mapping[type[DecisionsTable], str] = {
    DecisionEntry: "decision",
    CommentEntry: "comment",
    RequestEntry: "request",
    SeenEntry: "seen",
}
"""The tables of the file."""


@dataclass(frozen=True, slots=True)
class Preview:
    """An addition to the file, and what it changes; nothing is written yet."""

    folder: Path
    text: str
    """The text to add."""
    moves: tuple[MarkChange, ...]
    people: int
    """Number of people with a result."""
    reviews: tuple[str, ...]
    """Changes of *Needs review*, a line each."""
    warnings: tuple[str, ...]
    """Signs that it does not do what is meant."""


class Class:
    """A graded class that staff decide about."""

    def __init__(self, folder: Path) -> None:
        """Read the class in *folder*. Raises GraderError."""
        self.folder = folder
        self.entries = class_folder.read(folder, but=class_state.ALL)
        self._people = people.of_gradebook(folder)
        self.groups = class_folder.last_groups(folder)
        results = class_folder.results_of(self.entries)
        self.checks = {check.id: check.max_marks for result in results for check in result.checks}
        """The ids of the checks, each with its marks."""
        self.rules = list(
            dict.fromkeys(
                change.rule for result in results for change in result.adjustments if not change.by
            )
        )

    def check(self, name: str) -> str:
        """Return the check that *name* means: an id, or a part that fits no other. Raises
        GraderError.
        """
        see = "a report for staff shows the ids"
        return match_one(name, self.checks, what="check", see=see)

    def about(self, name: str) -> dict[str, str]:
        """Return the field for the check or the rule of an adjustment. Raises GraderError."""
        if name in self.rules:
            return {"adjustment": name}
        try:
            return {"check": self.check(name)}
        except GraderError as error:
            if name == late.RULE:
                raise GraderError(
                    "lateness changes nobody's marks in this class (it has no late policy?)"
                ) from None
            rules = ", ".join(map(display, self.rules)) or "none"
            raise GraderError(
                f"{error} (the rules that change marks in this class: {rules}"
                f"{did_you_mean(name, self.rules)})"
            ) from None

    def named(self, words: list[str]) -> dict[str, Any]:
        """Return the field for the submissions that *words* mean. Raises GraderError."""
        if people.EVERYBODY in words:
            return {"submissions": [people.EVERYBODY]}
        try:
            [self._people.submission_of(word) for word in words]
        except GraderError as error:
            raise GraderError(f"there is no submission of {error}") from None
        return {"submission": words[0]} if len(words) == 1 else {"submissions": words}

    def group(self, words: str) -> FaultGroup:
        """Return the group that *words* mean: its number, the name of a known fault, or a part of
        its sentence. Raises GraderError, which lists all groups.
        """
        wanted = words.casefold()
        found = [
            group
            for number, group in enumerate(self.groups, 1)
            if words == str(number) or words in group.faults
        ] or [group for group in self.groups if wanted in group.sentence.casefold()]
        if len(found) == 1:
            return found[0]
        problem = "fits several groups" if found else "is no group of this class"
        raise GraderError(f"{display(words)!r} {problem}{''.join(_listed(self.groups))}")

    def _refuse_more(self, entry: DecisionsTable) -> None:
        """Raise GraderError for more marks than a check is worth."""
        match entry:
            case DecisionEntry(check=check, marks=float() | int() as marks) if check:
                most = self.checks[check]
                if exact(marks) > most:
                    raise GraderError(
                        f"{check} is worth {marks_in_words(most)} marks, not {marks:g}; "
                        f"--waive {check} gives all of them"
                    )

    def preview(self, entry: DecisionsTable, remark: str = "") -> Preview:
        """Return what the class becomes with *entry*. Raises GraderError, also for more marks than
        a check is worth.

        remark: a comment for the file.
        """
        text = block(entry, remark)
        before = _written(self.folder)
        former = decisions.record_of(before, self.folder, self._people)
        record = decisions.record_of(joined(before, text), self.folder, self._people)
        self._refuse_more(entry)
        results = class_folder.finished_again(
            self.entries,
            tutors.read(self.folder),
            record.decisions,
            class_folder.digests(self.folder),
        )
        after = [
            class_folder.with_result(one, results[one.row.page]) if one.row.result else one
            for one in self.entries
        ]
        reviews = tuple(_reviews(self.entries, former, after, record))
        return Preview(
            self.folder,
            text,
            mark_changes.changes(self.entries, after),
            len(class_folder.results_of(self.entries)),
            reviews,
            () if reviews else tuple(self._warnings(entry)),
        )

    def _warnings(self, entry: DecisionsTable) -> Iterator[str]:
        """Yield the signs that *entry*, which changes nothing of *Needs review*, has no effect."""
        if isinstance(entry, SeenEntry):
            yield f"no reason of Needs review fits {display(entry.reason)!r} now"
            return
        names = decisions.named(entry, self._people)
        for name in sorted(names - class_folder.graded_entries(self.entries).keys()):
            yield f"{display(name)} has no report, so nobody reads this there"


def _listed(groups: Sequence[FaultGroup]) -> Iterator[str]:
    if not groups:
        yield "; it has none (the dictionary of the assignment names them)"
    for number, group in enumerate(groups, 1):
        count = how_many(len(group.submissions), "submission")
        yield f"\n  {number}. {group.sentence} ({', '.join((*group.faults, count))})"


def _reviews(
    before: Sequence[GradebookEntry],
    former: Record,
    after: Sequence[GradebookEntry],
    record: Record,
) -> Iterator[str]:
    """Yield the reasons for review that come or go; the entries are of the same people."""
    lines: dict[str, None] = {}
    for old, new in zip(before, after, strict=True):
        name = old.row.submission
        was = former.reviewed.left(name, old.row.reasons)
        now = record.reviewed.left(name, new.row.reasons)
        lines |= dict.fromkeys(
            f"{name}: no longer needs review: {one}" for one in was if one not in now
        )
        lines |= dict.fromkeys(f"{name}: needs review: {one}" for one in now if one not in was)
    yield from lines


def block(entry: DecisionsTable, remark: str = "") -> str:
    """Return *entry* as a table of TOML, below a comment if there is a *remark*."""
    note = f"# {one_line(remark)}\n" if remark else ""
    return f"{note}[[{KINDS[type(entry)]}]]\n{msgspec.toml.encode(entry).decode()}"


def joined(before: bytes, text: str) -> bytes:
    """Return the file with *text* after what it has."""
    if not before:
        return text.encode()
    return before + (b"\n" if before.endswith(b"\n") else b"\n\n") + text.encode()


def _written(folder: Path) -> bytes:
    """Return the file in *folder*; b"" if there is none. Raises GraderError."""
    path = folder / decisions.FILE
    try:
        return path.read_bytes() if path.exists() else b""
    except OSError as error:
        raise GraderError(f"{display(str(path), 200)}: {error.strerror}") from None


def write(preview: Preview) -> None:
    """Add the text to the file, and apply it to results, reports and gradebook: all of it happens,
    or nothing. Raises GraderError.
    """
    folder, path = preview.folder, preview.folder / decisions.FILE
    with changing(folder) as draft:
        before = _written(folder)
        after = joined(before, preview.text)
        made_with = class_state.digests(folder)
        made_with[decisions.FILE] = class_state.digest([after])
        record = decisions.record_of(after, folder, people.of_gradebook(folder))
        class_folder.finish_within(draft, record, made_with)
        try:
            with path.open("ab") as stream:  # never over what a person adds just now
                stream.write(after[len(before) :])
        except OSError as error:
            raise GraderError(f"{display(str(path), 200)}: {error.strerror}") from None


def today() -> datetime.date:
    """Return the date of a decision that is made now."""
    return datetime.date.today()
