"""The sheet in which tutors mark: a table with a row for each submission, written for them and
taken back.

A sheet is taken as a whole or not at all: everything that is wrong with it is told at once, with
the line. An empty cell is no mark and takes none away; so several tutors may fill a copy each, and
give them back one after the other.
"""

from __future__ import annotations

import difflib
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

from graders.harness.assignment.manifest import load_assignment
from graders.harness.assignment.naming import nearest
from graders.harness.course import class_folder, decisions, tutors
from graders.harness.course.class_folder import Entry
from graders.harness.course.gradebook import (
    Table,
    as_it_was,
    is_unmarked,
    marks_cell,
    to_csv,
)
from graders.harness.course.roster import HEADINGS, csv_lines, heading_key
from graders.harness.errors import GraderError
from graders.harness.grading.overrides import TutorMark, TutorMarks
from graders.harness.intake import names
from graders.harness.reports.medium import marks_in_words
from graders.harness.reports.sentences import flag_text
from graders.harness.result import Finding, FlagCode, Result, printable

WHO = ("submission", "student id", "login", "name", "group")
"""Columns that say whose row it is."""
FILES = "files"
"""The last column: a digest of the files that the row is about."""
TAKE_BACK = "-"
"""What a tutor types to take a mark or a comment away."""
PLACES = 5
"""Lines of the code that are named for one rule."""
MOST_ERRORS = 20
LONGEST_COMMENT = 4000
_MARKS = re.compile(
    r"(?P<sign>[+-]?)(?P<whole>[0-9]{1,6})(?:[.,](?P<part>[0-9]{1,2})0*)?"
)


@dataclass(frozen=True, slots=True)
class Part:
    """A part that a tutor marks, and its columns."""

    name: str
    short: str
    """What its columns are called: the name up to a bracket, where no other begins alike."""
    max_marks: Fraction

    @property
    def marks(self) -> str:
        """The heading of its marks."""
        return f"{self.short} (of {marks_in_words(self.max_marks)})"

    @property
    def comment(self) -> str:
        """The heading of its comments."""
        return f"{self.short}: comment"

    @property
    def findings(self) -> str:
        """The heading of what was found that prepares it."""
        return f"{self.short}: findings"

    @property
    def columns(self) -> tuple[str, ...]:
        """All its headings."""
        return self.marks, self.comment, self.findings


@dataclass(frozen=True, slots=True)
class Taken:
    """What a sheet changed."""

    new: int = 0
    changed: tuple[str, ...] = ()
    """What was marked otherwise before, in words."""
    removed: int = 0
    comments: int = 0
    unmarked: tuple[str, ...] = ()
    """Submissions of which some part is not marked yet."""
    of: int = 0
    notes: tuple[str, ...] = ()


def parts_of(entries: Iterable[Entry], folder: Path) -> tuple[Part, ...]:
    """Return what a tutor marks in this class. Raises GraderError where that is nothing."""
    results = class_folder.results_of(entries)
    if not results:
        raise GraderError(
            f"{names.display(str(folder), 200)}: nobody was graded, so there is nothing to mark"
        )
    manual = results[0].manual
    if not manual:
        raise GraderError(
            f"{results[0].assignment} has no part that a tutor marks (a table [[manual]] in its "
            "assignment.toml)"
        )
    short_names = Counter(_short(part.name) for part in manual)
    parts = []
    for part in manual:
        short = _short(part.name)
        is_unique = short_names[short] == 1
        parts.append(Part(part.name, short if is_unique else part.name, part.max_marks))
    return tuple(parts)


def _short(name: str) -> str:
    return name.partition(" (")[0]


def _headings(parts: Iterable[Part]) -> tuple[str, ...]:
    return (*WHO, *chain.from_iterable(part.columns for part in parts), FILES)


# Writing.


def make(folder: Path) -> Table:
    """Return the sheet of the class in *folder*, with what has been marked filled in. Raises
    GraderError.
    """
    entries = class_folder.read(folder)
    parts = parts_of(entries, folder)
    rules = _rules(entries)
    digests = class_folder.digests(folder)
    lines = []
    for submission, mine in _by_submission(entries).items():
        result = mine[0].row.result
        assert result is not None
        line = [submission, *_who(mine)]
        for part in result.manual:
            findings = _findings(result, part.name, rules.get(part.name, ("*",)))
            line += [marks_cell(part.marks), part.comment, findings]
        lines.append((*line, digests.get(submission, "")))
    return Table(_headings(parts), tuple(lines))


def _by_submission(entries: Iterable[Entry]) -> Mapping[str, Sequence[Entry]]:
    """Return everybody who has a result, by submission, in the gradebook's order."""
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.row.result is not None:
            found.setdefault(entry.row.submission, []).append(entry)
    return found


def _who(mine: Sequence[Entry]) -> Iterator[str]:
    """Yield ids, logins, names and groups of those who handed in together."""
    columns: tuple[Callable[[Entry], str], ...] = (
        lambda entry: entry.row.student_id,
        lambda entry: entry.cell(HEADINGS["login"]),
        lambda entry: entry.row.name,
        lambda entry: entry.row.group,
    )
    for column in columns:
        yield "; ".join(dict.fromkeys(filter(None, map(column, mine))))


def _rules(entries: Iterable[Entry]) -> Mapping[str, Sequence[str]]:
    assignment = class_folder.results_of(entries)[0].assignment
    try:
        manual = load_assignment(assignment).manifest.manual
    except GraderError:  # this grader is not here: then all findings prepare all parts
        return {}
    return {part.name: part.rules for part in manual}


def _findings(result: Result, part: str, patterns: Sequence[str]) -> str:
    """Return the findings that bear on a part: how often by which rule, and where."""
    by_rule: dict[str, list[Finding]] = {}
    for finding in result.findings:
        if any(fnmatchcase(finding.rule, pattern) for pattern in patterns):
            by_rule.setdefault(finding.rule, []).append(finding)
    remarks = [
        flag_text(flag)
        for flag in result.flags
        if flag.code is FlagCode.HANDED_IN_AGAIN and part in flag.values["parts"]
    ]
    most_first = sorted(by_rule.items(), key=lambda item: (-len(item[1]), item[0]))
    return "; ".join(
        [*remarks, *(_of_rule(rule, findings) for rule, findings in most_first)]
    )


def _of_rule(rule: str, findings: Sequence[Finding]) -> str:
    places = [f"{finding.file}:{finding.line}" for finding in findings[:PLACES]]
    if len(findings) > PLACES:
        places.append("...")
    return f"{len(findings)} {rule} ({', '.join(places)})"


def written(sheet: Table, suffix: str) -> bytes:
    """Return a sheet as bytes: a workbook for `.xlsx`, else CSV that spreadsheets open as UTF-8.
    Raises GraderError.
    """
    if suffix.lower() == ".xlsx":
        return _to_xlsx(sheet)
    return b"\xef\xbb\xbf" + to_csv(sheet)


def _openpyxl() -> Any:
    try:
        import openpyxl
    except ImportError:
        raise GraderError(
            "sheets as .xlsx need the package openpyxl: pip install 'graders[sheets]', or name a "
            ".csv"
        ) from None
    return openpyxl


def _to_xlsx(sheet: Table) -> bytes:
    """Return a workbook in which every cell but a mark is text, whatever it begins with."""
    book = _openpyxl().Workbook()
    page = book.active
    page.title = "marks"
    of_marks = {
        place for place, title in enumerate(sheet.heading, 1) if title.endswith(")")
    }
    for row, line in enumerate((sheet.heading, *sheet.lines), 1):
        for column, text in enumerate(line, 1):
            cell = page.cell(row=row, column=column)
            if column in of_marks and _MARKS.fullmatch(text):
                cell.value = float(text)
            elif text:
                cell.value = printable(text, 30_000)
                cell.data_type = "s"  # not a formula
                cell.number_format = "@"
    page.freeze_panes = "B2"
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


# Taking back.


def take(folder: Path, path: Path) -> Taken:
    """Put what tutors wrote in the sheet at *path* into the results of the class in *folder*.

    Raises GraderError, and changes nothing, for a sheet in which anything is wrong.
    """
    entries = class_folder.read(folder)
    parts = parts_of(entries, folder)
    shown = names.display(str(path), 200)
    lines = _lines_of(path)
    if not lines:
        command = f"grader sheet {names.display(str(folder))} --out FILE"
        raise GraderError(f"{shown}: is empty; `{command}` writes a sheet")
    where, others = _columns([cell.strip() for cell in lines[0][1]], parts, shown)
    known = tutors.read(folder)
    reading = _Reading(parts, _by_submission(entries), known)
    for line, cells in lines[1:]:
        reading.add(line, cells, where, width=len(lines[0][1]))
    if reading.errors:
        raise GraderError(
            f"{shown}: nothing was taken\n  " + "\n  ".join(_first(reading.errors))
        )
    decided = decisions.read(folder)
    marks = known.changed(reading.new, reading.gone)
    tutors.write(folder, marks)  # first, so that an interruption loses nothing
    entries = class_folder.rewrite(folder, marks, decided)
    decisions.write_grounds(folder, decided)
    return _taken(known, reading, entries, others)


def _first(errors: Sequence[str]) -> Iterator[str]:
    yield from errors[:MOST_ERRORS]
    if len(errors) > MOST_ERRORS:
        yield f"and {len(errors) - MOST_ERRORS} more"


def _lines_of(path: Path) -> list[tuple[int, list[str]]]:
    shown = names.display(str(path), 200)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise GraderError(
            f"{shown}: {error.strerror}; it should be the sheet that tutors filled in"
        ) from None
    if data[:4] == b"PK\x03\x04":
        return _from_xlsx(data, shown)
    try:
        return [
            (line, [as_it_was(cell) for cell in cells])
            for line, cells in csv_lines(data)
        ]
    except GraderError as error:
        raise GraderError(f"{shown}: {error}") from None


def _from_xlsx(data: bytes, shown: str) -> list[tuple[int, list[str]]]:
    openpyxl = _openpyxl()
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        rows = list(book.worksheets[0].iter_rows(values_only=True))
    except Exception as error:  # whatever a damaged workbook makes of its reader
        raise GraderError(
            f"{shown}: cannot be read as a workbook ({type(error).__name__}); save it as CSV"
        ) from None
    lines = [(line, list(map(_as_typed, row))) for line, row in enumerate(rows, 1)]
    return [(line, cells) for line, cells in lines if any(cells)]


def _as_typed(value: object) -> str:
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(round(value, 6))
    return "" if value is None else str(value)


def _columns(
    heading: Sequence[str], parts: Sequence[Part], shown: str
) -> tuple[Mapping[str, int], Sequence[str]]:
    """Return where each known column stands, and the others. Raises GraderError."""
    known = {heading_key(title): title for title in _headings(parts)}
    where: dict[str, int] = {}
    others = []
    for place, cell in enumerate(heading):
        title = known.get(heading_key(cell), "")
        if title in where:
            raise GraderError(f"{shown}: has two columns {_quoted(title)}")
        if title:
            where[title] = place
        elif cell:
            _refuse_misspelt(cell, known.values(), shown)
            others.append(_quoted(cell))
    if "submission" not in where:
        raise GraderError(
            f"{shown}: has no column 'submission', which says whose row it is"
        )
    if where.keys().isdisjoint(part.marks for part in parts):
        wanted = ", ".join(_quoted(part.marks) for part in parts)
        raise GraderError(f"{shown}: has no column of marks; this class needs {wanted}")
    return where, others


def _refuse_misspelt(cell: str, titles: Iterable[str], shown: str) -> None:
    """Raise GraderError if *cell* is nearly the heading of a column."""
    for near in difflib.get_close_matches(cell, titles, 1, 0.8):
        raise GraderError(
            f"{shown}: column {_quoted(cell)} is unknown; is it {_quoted(near)}?"
        )


def _quoted(text: str) -> str:
    return f"'{names.display(text, 120)}'"


class _Reading:
    """A sheet on its way in."""

    def __init__(
        self,
        parts: Sequence[Part],
        people: Mapping[str, Sequence[Entry]],
        known: TutorMarks,
    ) -> None:
        """*people*: submission -> who handed it in; *known*: the marks so far."""
        self.new: list[TutorMark] = []
        self.gone: list[tuple[str, str]] = []
        self.errors: list[str] = []
        self._parts = parts
        self._people = people
        self._known = known
        self._lines: dict[str, int] = {}
        """Submission -> the line that it was on."""

    def add(
        self, line: int, cells: Sequence[str], where: Mapping[str, int], width: int
    ) -> None:
        """Take a line of the sheet. where: title -> place; width: of the heading."""
        if any(map(str.strip, cells[width:])):
            self.errors.append(
                f"line {line}: has {len(cells)} cells, the first line {width}; mind the quotes"
            )
            return
        filled = [*cells, *[""] * width]
        row = {title: filled[place].strip() for title, place in where.items()}
        try:
            submission = self._submission_of(row)
        except ValueError as error:
            self.errors.append(f"line {line}: {error}")
            return
        self._lines[submission] = line
        for part in self._parts:
            try:
                self._add_part(submission, part, row)
            except ValueError as error:
                cell = f"{_quoted(submission)}, {_quoted(part.name)}"
                self.errors.append(f"line {line}: {cell}: {error}")

    def _submission_of(self, row: Mapping[str, str]) -> str:
        """Return the submission that a row is about. Raises ValueError."""
        submission = _submission(row["submission"], self._people)
        if submission in self._lines:
            raise ValueError(
                f"{_quoted(submission)} is already on line {self._lines[submission]}"
            )
        owners = self._people[submission]
        if _is_another(row.get("name", ""), owners):
            whose = "; ".join(entry.row.name for entry in owners)
            raise ValueError(
                f"says {_quoted(row['name'])}, but {_quoted(submission)} is of "
                f"{_quoted(whose)}: were columns sorted apart from each other?"
            )
        return submission

    def _add_part(self, submission: str, part: Part, row: Mapping[str, str]) -> None:
        """Take one part of one submission; empty cells leave what is known. Raises ValueError."""
        typed_marks, typed_comment = row.get(part.marks, ""), row.get(part.comment, "")
        if not typed_marks and not typed_comment:
            return
        before = _mark_of(self._known, submission, part.name)
        marks, comment = before.marks, before.comment
        if typed_marks:
            marks = _marks(typed_marks, part)
        if typed_comment:
            comment = "" if typed_comment == TAKE_BACK else typed_comment
        if marks is None and not comment:
            self.gone.append((submission, part.name))
        else:
            comment = printable(comment, LONGEST_COMMENT)
            files = row.get(FILES, "")
            self.new.append(TutorMark(submission, part.name, marks, comment, files))


def _mark_of(marks: TutorMarks, submission: str, part: str) -> TutorMark:
    """Return the mark of a part, an empty one if there is none."""
    return marks.of(submission).get(part) or TutorMark(submission, part, None)


def _submission(cell: str, people: Mapping[str, Sequence[Entry]]) -> str:
    """Return the submission that *cell* names, also if a spreadsheet made a number of its name.
    Raises ValueError.
    """
    if cell in people:
        return cell
    if not cell:
        raise ValueError("names no submission")
    if cell.isdecimal():
        number = cell.lstrip("0")
        same = [name for name in people if name.lstrip("0") == number]
        if len(same) == 1:
            return same[0]
    near = nearest(cell, people)
    hint = f"; is it {_quoted(near)}?" if near else ""
    raise ValueError(f"there is no submission {_quoted(cell)} in this class{hint}")


def _is_another(name: str, mine: Sequence[Entry]) -> bool:
    """Return whether a row's name is of somebody else than those whose submission it is."""
    whose = "; ".join(dict.fromkeys(filter(None, (entry.row.name for entry in mine))))
    return "" not in (name, whose) and heading_key(name) != heading_key(whose)


def _marks(cell: str, part: Part) -> str | None:
    """Return the marks in *cell*, as people write them; None if it takes them back. Raises
    ValueError with what is wrong.
    """
    if cell == TAKE_BACK:
        return None
    match = _MARKS.fullmatch(cell)
    if match is None:
        hint = (
            "; at most two decimals"
            if re.fullmatch(r"[+-]?[0-9]+[.,][0-9]+", cell)
            else ""
        )
        raise ValueError(
            f"{_quoted(cell)} is not a number of marks, such as 3 or 2.5{hint}"
        )
    marks = Fraction(f"{match['whole']}.{match['part'] or 0}")
    if match["sign"] == "-" and marks:
        raise ValueError(
            f"{_quoted(cell)} is negative; to take a mark back, write a single {TAKE_BACK}"
        )
    if marks > part.max_marks:
        raise ValueError(
            f"{_quoted(cell)} is more than the maximum, {marks_in_words(part.max_marks)}"
        )
    return marks_in_words(marks)


def _taken(
    before: TutorMarks,
    reading: _Reading,
    entries: Sequence[Entry],
    others: Sequence[str],
) -> Taken:
    new, comments, changed = 0, 0, []
    for mark in reading.new:
        earlier = _mark_of(before, mark.submission, mark.part)
        comments += mark.comment != earlier.comment
        if mark.marks == earlier.marks:
            continue
        if earlier.marks is None:
            new += 1
        else:
            which = f"{names.display(mark.submission)}, {names.display(mark.part)}"
            changed.append(
                f"{which}: was {earlier.marks}, now {mark.marks or 'not marked'}"
            )
    gone = {(name, part) for name, part in reading.gone if part in before.of(name)}
    by_submission = _by_submission(entries)
    unmarked = [
        name for name, mine in by_submission.items() if is_unmarked(mine[0].row.result)
    ]
    notes = [
        f"columns that do not belong to this sheet were ignored: {', '.join(others)}"
    ]
    return Taken(
        new=new,
        changed=tuple(changed),
        removed=len(gone),
        comments=comments,
        unmarked=tuple(unmarked),
        of=len(by_submission),
        notes=tuple(notes) if others else (),
    )


def in_words(taken: Taken) -> Iterator[str]:
    """Yield what a sheet changed, a line each."""
    counts = [f"{taken.new} new", f"{len(taken.changed)} changed"]
    if taken.removed:
        counts.append(f"{taken.removed} taken back")
    yield f"marks of tutors: {', '.join(counts)}; comments: {taken.comments} new or changed"
    yield from (f"changed: {one}" for one in taken.changed)
    yield from taken.notes
    if taken.unmarked:
        listed = names.listing(taken.unmarked, 5)
        yield f"{len(taken.unmarked)} of {taken.of} not marked yet by a tutor: {listed}"
    else:
        yield f"all {taken.of} are marked"
