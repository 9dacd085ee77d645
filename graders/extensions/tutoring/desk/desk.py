"""The desk's knowledge of a class: who is in it, what is marked, and the changes by tutors.

The file of decisions is the truth. It is read again when it has changed, whoever changed it.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

import msgspec

from graders.extensions.tutoring import marking_edits
from graders.extensions.tutoring.desk import decided, views
from graders.extensions.tutoring.desk.colours import CodeColours, Line, plain
from graders.extensions.tutoring.desk.decided import DecideRequest, EffectView
from graders.extensions.tutoring.desk.presence import Presence
from graders.extensions.tutoring.desk.rerun import Rerunner
from graders.extensions.tutoring.marking_edits import Author, Change, RubricChange
from graders.harness.course.marks import decisions, decisions_file, tutors, up_to_date
from graders.harness.course.marks.decisions_file import DecisionsFile
from graders.harness.course.marks.markings import Marking, Rubric
from graders.harness.course.pages import class_file, class_folder
from graders.harness.course.pages.changing import STATE
from graders.harness.course.pages.class_file import ClassState
from graders.harness.course.pages.class_folder import GradebookEntry
from graders.harness.course.pages.gradebook import GradingState
from graders.harness.course.pages.page_names import page_folder
from graders.harness.errors import GraderError
from graders.harness.intake.grouping import grouped
from graders.harness.intake.names import display
from graders.harness.reports.console import marks_in_words
from graders.harness.reports.report_style import report_style_of
from graders.harness.reports.result_files import read_result
from graders.harness.reports.result_folder import (
    CODE,
    EARLIER_CODE,
    code_beside,
    diagnosis_beside,
    not_kept,
)
from graders.harness.result import not_passed, one_line, printable

_CHANGES = {"+": "added", "-": "removed", "@": "c"}
"""First sign of a line of changes -> its class."""
Stamp = tuple[int, int, int] | None
"""Time, size and inode of a file; None if there is none."""
KEPT_FILES = 200
"""Files whose colours are kept in memory."""
KEPT_SUBMISSIONS = 20
"""Submissions whose lines are kept in memory."""
COLOURING_SECONDS = 4.0
"""By the clock, for the colours of all files of a submission; the rest have none."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A submission of the class."""

    name: str
    who: str
    """Names and ids of its authors; "" if they are known by its name alone."""
    page: str
    files: str
    """Digest of its files; "" if unknown."""
    reasons: tuple[str, ...]
    """Why it needs review, whether or not somebody has looked at it."""
    unreadable: str = ""
    """Why it could not be read, and so has no result; "" for one with a result."""
    choices: tuple[str, ...] = ()
    """See `unread_choices`."""


class State(msgspec.Struct, frozen=True):
    """How far tutors are with a submission."""

    marked: bool = False
    by: Mapping[str, str] = {}
    """Part with marks -> the tutor who gave them, "" for one without a name; "" stands for the
    whole submission, once somebody has read it.
    """
    marks: str = ""
    """The sum of the parts' marks, once all are known."""
    lacks: tuple[str, ...] = ()
    """Parts without marks."""
    comments: int = 0
    tutor: str = ""
    """The tutor who is to mark it."""
    look_by: str = ""
    """The tutor who asks colleagues to look at it."""
    noted: bool = False
    """Whether there is a note for colleagues."""
    items: tuple[str, ...] = ()
    """Ids of the rubric items that apply."""
    flagged: bool = False
    """Whether it needs review."""
    unreadable: bool = False
    """Whether it could not be read: nothing is left to mark until it can."""


class Code(msgspec.Struct, frozen=True):
    """The code of a submission, and its result."""

    name: str
    files: list[views.CodeFile]
    result: views.ResultView
    review: decided.ReviewView
    unreadable: str = ""
    """Why it could not be read."""


class RubricEffect(msgspec.Struct, frozen=True):
    """The marks that a change of the rubric moves."""

    moves: list[tuple[str, str, str]]
    """Submission, and the marks of its parts before and after."""


class Unknown(Exception):
    """There is no such submission."""


def key_of(folder: Path) -> str:
    """Return a word for the class in *folder*, always the same on this machine."""
    place = str(folder.resolve()).encode("utf-8", "surrogateescape")
    return hashlib.blake2b(place, digest_size=8).hexdigest()


class Desk:
    """A class whose folder tutors work on. `close` ends its processes."""

    def __init__(self, folder: Path) -> None:
        """Read the class. Raises GraderError unless *folder* is a graded class with results."""
        self.folder = folder
        self.presence = Presence(folder)
        self.rerunner = Rerunner()
        results = class_folder.results_of(self.read())
        if not results:
            raise GraderError(
                f"{display(str(folder), 200)}: has no graded submission, so nothing to mark"
            )
        self.key = key_of(folder)
        self.assignment = results[0].assignment
        self._style = report_style_of(results[0])
        self.title = self._style.title
        self._max_marks = results[0].max_marks
        self.parts: Mapping[str, Fraction] = {
            part.name: part.max_marks for part in results[0].manual
        }
        self._painter = CodeColours()
        self._colours = lru_cache(KEPT_FILES)(self._read_colours)
        self._lines = lru_cache(KEPT_SUBMISSIONS)(self._read_lines)
        self._coloured = Counter[tuple[Path, Stamp]]()
        """Milliseconds that the colours of a submission took."""

    def read(self) -> tuple[GradebookEntry, ...]:
        """Read who is in the class, and return its entries. Raises GraderError."""
        # the desk brings decisions in itself, see `finishing`
        entries = up_to_date.read(self.folder, but=up_to_date.TUTORING)
        state = class_file.read(self.folder)
        seats = {seat.name: seat for seat in _seats(entries, state)}
        reviewed = decisions.read_record(self.folder).reviewed
        self.flagged = {name for name, seat in seats.items() if reviewed.left(name, seat.reasons)}
        self.seats, self._groups = seats, state.groups
        return entries

    def people(self) -> list[tuple[str, str]]:
        """Return each submission's name, and who its authors are."""
        return [(seat.name, seat.who) for seat in self.seats.values()]

    def people_version(self) -> str:
        """Return a text that changes whenever the list of submissions does."""
        return f"{hash(tuple(self.people())):x}"

    def real_name(self, name: str) -> str:
        """Return the name of the submission that the page calls *name*, "" if there is none."""
        return name

    def shown_name(self, name: str) -> str:
        """Return what the page calls the submission *name*, "" if it does not show it."""
        return name

    def said(self, text: str) -> str:
        """Return a sentence of the harness as the page may show it."""
        return text

    def close(self) -> None:
        """End this desk's processes, and the presence of its tutors."""
        self.rerunner.close()
        self.presence.close()
        self._painter.close()

    def seat(self, name: str) -> Seat:
        """Return the submission *name*. Raises Unknown."""
        try:
            return self.seats[name]
        except KeyError:
            raise Unknown(f"there is no submission '{display(name)}'") from None

    def code(self, name: str) -> Code:
        """Return code and result of a submission. Raises Unknown and GraderError."""
        seat = self.seat(name)
        if seat.unreadable:
            review = decided.open_of(self.folder, name, seat.reasons, seat.choices)
            return Code(name, [], views.no_result(self._max_marks), review, seat.unreadable)
        folder = self._folder_of(name)
        diagnosis, painter = diagnosis_beside(folder), self._style.painter
        result = read_result(folder)
        shown = views.result_view(result, diagnosis, self._groups, painter)
        doubts = [*decided.choices(result)]
        review = decided.open_of(self.folder, name, seat.reasons, doubts)
        return Code(name, self._lines(folder, _stamp(folder / CODE)), shown, review)

    def colours(self, name: str, file: str) -> list[Line]:
        """Return the lines of a submission's file in colours; *file* is its number, from 0. Raises
        Unknown.
        """
        folder = self._folder_of(name)
        return self._colours(folder, file, _stamp(folder / CODE))

    def _read_colours(self, folder: Path, file: str, stamp: Stamp) -> list[Line]:
        numbers = {str(number): shown for number, shown in enumerate(self._lines(folder, stamp))}
        if file not in numbers:
            raise Unknown(f"there is no file {display(file)!r}")
        file_lines = numbers[file]
        if file_lines.is_changes:
            return [
                [(_CHANGES[line[:1]], line)] if line[:1] in _CHANGES else [line]
                for line in file_lines.lines
            ]
        if self._coloured[folder, stamp] > 1000 * COLOURING_SECONDS:
            return plain(file_lines.name, file_lines.lines)
        started = time.monotonic()
        lines = self._painter.paint(file_lines.name, file_lines.lines)
        coloured = [*map(views.with_foreign_letters, lines)]
        self._coloured[folder, stamp] += round(1000 * (time.monotonic() - started))
        return coloured

    def _read_lines(self, folder: Path, stamp: Stamp) -> list[views.CodeFile]:
        code, earlier = code_beside(folder), code_beside(folder, EARLIER_CODE)
        files = views.files_of(code, not_kept(folder))
        if earlier:
            changes = self._painter.changes(views.texts_of(earlier), views.texts_of(code))
            files.append(views.changes(changes, views.unseen_changes(earlier, code)))
        return files

    def _folder_of(self, name: str) -> Path:
        """Return the folder of a submission's result. Raises Unknown if it has none."""
        seat = self.seat(name)
        if seat.unreadable:
            raise Unknown(f"'{display(name)}' could not be read")
        return self.folder / page_folder(seat.page)

    # Tutors' words.

    def marking(self, name: str) -> views.MarkingView:
        """Return what tutors wrote about a submission. Raises Unknown and GraderError."""
        seat = self.seat(name)
        file = self._file()
        marking = file.marking(name)
        marks = _marks(marking, file.rubric, self.parts)
        return views.marking_view(marking, file.rubric, marks, seat.files)

    def rubric(self) -> views.RubricView:
        """Return the rubric. Raises GraderError."""
        return views.rubric_view(self._file().rubric, self.parts)

    def change(self, name: str, change: Change, tutor: str) -> views.MarkingView:
        """Make a tutor's change. Raises Unknown, Conflict, ValueError and GraderError."""
        self.write_change(name, change, tutor)
        return self.marking(name)

    def write_change(self, name: str, change: Change, tutor: str) -> None:
        """Make a tutor's change; see `change`."""
        author = Author(tutor, self.seat(name).files)
        marking_edits.change_marking(self.folder, name, change, author, self.parts)

    def decide(self, name: str, request: DecideRequest) -> EffectView:
        """Show or write a decision. Raises Unknown, ValueError and GraderError."""
        effect = decided.decided(self.folder, self.seat(name).name, request)
        if effect.written:
            self.read()
        return effect

    def rerun(self, name: str, check: str) -> str:
        """Run a failed check again; return what that prints. Raises Unknown and GraderError."""
        folder = self._folder_of(name)
        if check not in {
            check_result.id for check_result in not_passed(read_result(folder).checks)
        }:
            raise Unknown(f"'{display(check)}' is no failed check")
        return self.rerunner.rerun(folder, check)

    def rubric_effect(self, change: RubricChange) -> RubricEffect:
        """Return what a change of the rubric does to marks, without making it. Raises Conflict,
        ValueError and GraderError.
        """
        file = self._file()
        after, changed = marking_edits.with_rubric_change(file, change, self.parts)
        new = {marking.submission: marking for marking in changed}
        moves = []
        for marking in file.submission:
            was = self._sums(marking, file.rubric)
            now = self._sums(new.get(marking.submission, marking), after)
            if was != now and marking.submission in self.seats:
                moves.append((marking.submission, was, now))
        return RubricEffect(moves)

    def _sums(self, marking: Marking, rubric: Rubric) -> str:
        """Return the marks of the parts that are marked, in words."""
        marks = _marks(marking, rubric, self.parts).values()
        return ", ".join("-" if number is None else marks_in_words(number) for number in marks)

    def change_rubric(self, change: RubricChange) -> views.RubricView:
        """Make a change of the rubric. Raises Conflict, ValueError and GraderError."""
        marking_edits.change_rubric(self.folder, change, self.parts)
        return self.rubric()

    def _file(self) -> DecisionsFile:
        return decisions_file.read(self.folder)

    def states(self) -> dict[str, State]:
        """Return how far tutors are, by submission. Raises GraderError."""
        return self._states()

    def _states(self) -> dict[str, State]:
        file = self._file()
        markings = {marking.submission: marking for marking in file.submission}
        return {
            name: self._state(markings.get(name) or Marking(name), file.rubric)
            for name in self.seats
        }

    def _state(self, marking: Marking, rubric: Rubric) -> State:
        marks = _marks(marking, rubric, self.parts)
        known = [number for number in marks.values() if number is not None]
        marked = len(known) == len(marks) if marks else bool(marking.read_by)
        by = {
            part: tutors.marker(marking, rubric, part)[0]
            for part, number in marks.items()
            if number is not None
        }
        return State(
            marked,
            by if marks or not marked else {"": marking.read_by},
            marks_in_words(sum(known, Fraction(0))) if marked and marks else "",
            tuple(part for part, number in marks.items() if number is None),
            len(marking.comment),
            marking.tutor,
            marking.look_by,
            bool(marking.note),
            tuple(item.id for item in marking.item),
            marking.submission in self.flagged,
            bool(self.seats[marking.submission].unreadable),
        )

    def order(self, part: str) -> list[str]:
        """Return the submissions in the order in which *part* is marked."""
        return [*self.seats]

    def next_unmarked(
        self,
        here: str,
        tutor: str,
        taken: Collection[str],
        part: str = "",
        part_alone: bool = False,
    ) -> str:
        """Return the next submission after *here* for *tutor* to mark: one of their own, or else
        one that is nobody's; "" if none is left. taken: those that somebody has open; part_alone:
        whether one is left only if *part* is without marks.
        """
        names = self.order(part)
        after = names.index(here) + 1 if here in names else 0
        states = self._states()
        left = [
            name
            for name in (*names[after:], *names[:after])
            if name not in taken
            and not states[name].unreadable
            and (part in states[name].lacks if part_alone else not states[name].marked)
        ]
        mine = [name for name in left if states[name].tutor and _same(states[name].tutor, tutor)]
        free = [name for name in left if not states[name].tutor]
        return next(iter(mine + free), "")

    def version(self) -> str:
        """Return a text that changes whenever the file does."""
        return f"{hash(_stamp(self.folder / decisions_file.FILE)):x}"

    def results_version(self) -> str:
        """Return a text that changes whenever results do."""
        return f"{hash(_stamp(self.folder / STATE)):x}"


def _same(one: str, other: str) -> bool:
    """Return whether two names are of the same tutor."""
    return one.strip().casefold() == other.strip().casefold()


def _stamp(path: Path) -> Stamp:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def seated_entries(entries: Iterable[GradebookEntry]) -> dict[str, list[GradebookEntry]]:
    """Return the entries of each submission that has a result or could not be read, in the
    gradebook's order.
    """
    seated = (
        entry
        for entry in entries
        if entry.row.result is not None or entry.row.state is GradingState.UNREADABLE
    )
    return grouped(seated, lambda entry: entry.row.submission)


def _seats(entries: Iterable[GradebookEntry], state: ClassState) -> Iterator[Seat]:
    """Yield the submissions, in the gradebook's order."""
    for name, group in seated_entries(entries).items():
        people = Counter(
            " ".join(filter(None, (entry.row.name, entry.row.student_id))) for entry in group
        )
        del people[name]  # a counter need not have it
        who = one_line("; ".join(filter(None, people)), 300)
        reasons = dict.fromkeys(reason for entry in group for reason in entry.row.reasons)
        digest = state.digests.get(name, "")
        seat = Seat(name, who, group[0].row.page, digest, tuple(reasons))
        if group[0].row.result is None:
            why = printable(state.unreadable.get(name, "")) or "it could not be read"
            choices = tuple(decided.unread_choices(state, name))
            seat = replace(seat, unreadable=why, choices=choices)
        yield seat


def _marks(
    marking: Marking, rubric: Rubric, parts: Mapping[str, Fraction]
) -> dict[str, Fraction | None]:
    """Return the marks of each part that count; None if there are none."""
    given = {mark.part: mark for mark in tutors.marks_of(marking, rubric)}
    return {
        name: given[name].exact(full) if name in given else None for name, full in parts.items()
    }
