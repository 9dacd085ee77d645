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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from fractions import Fraction
from pathlib import Path
from typing import Any

from graders.harness.assignment.manifest import load_assignment
from graders.harness.assignment.naming import nearest
from graders.harness.course import class_folder, decisions, tutors
from graders.harness.course.class_folder import Entry
from graders.harness.course.gradebook import Table, as_it_was, is_unmarked, to_csv
from graders.harness.course.roster import HEADINGS, csv_lines, heading_key
from graders.harness.errors import GraderError
from graders.harness.grading.overrides import TutorMark, TutorMarks
from graders.harness.intake import names
from graders.harness.reports.medium import marks_in_words
from graders.harness.reports.sentences import flag_text
from graders.harness.result import Finding, FlagCode, ManualPart, Result, printable

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
_MARKS = re.compile(r"(?P<sign>[+-]?)(?P<whole>[0-9]{1,6})(?:[.,](?P<part>[0-9]{1,2})0*)?")


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
    first = next((entry.row.result for entry in entries if entry.row.result), None)
    if first is None:
        raise GraderError(
            f"{names.display(str(folder), 200)}: nobody was graded, so there is nothing to mark"
        )
    if not first.manual:
        raise GraderError(
            f"{first.assignment} has no part that a tutor marks (a table [[manual]] in its "
            "assignment.toml)"
        )
    begins = Counter(part.name.partition(" (")[0] for part in first.manual)
    found = [(part, part.name.partition(" (")[0]) for part in first.manual]
    return tuple(
        Part(one.name, start if begins[start] == 1 else one.name, one.max_marks)
        for one, start in found
    )


# Writing.


def make(folder: Path) -> Table:
    """Return the sheet of the class in *folder*, with what has been marked filled in. Raises
    GraderError.
    """
    entries = class_folder.read(folder)
    parts = parts_of(entries, folder)
    rules = _rules(entries)
    digests = class_folder.digests(folder)
    heading = [
        *WHO,
        *(title for part in parts for title in (part.marks, part.comment, part.findings)),
    ]
    heading.append(FILES)
    lines = []
    for submission, mine in _by_submission(entries).items():
        result = mine[0].row.result
        assert result is not None
        line = [submission, *_who(mine)]
        for part in result.manual:
            line += [
                _cell_of(part),
                part.comment,
                _findings(result, part.name, rules.get(part.name, ("*",))),
            ]
        lines.append((*line, digests.get(submission, "")))
    return Table(tuple(heading), tuple(lines))


def _by_submission(entries: Iterable[Entry]) -> Mapping[str, Sequence[Entry]]:
    """Return everybody who has a result, by submission, in the gradebook's order."""
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.row.result is not None:
            found.setdefault(entry.row.submission, []).append(entry)
    return found


def _who(mine: Sequence[Entry]) -> Iterator[str]:
    """Yield ids, logins, names and groups of those who handed in together."""
    for cells in (
        [entry.row.student_id for entry in mine],
        [entry.cell(HEADINGS["login"]) for entry in mine],
        [entry.row.name for entry in mine],
        [entry.row.group for entry in mine],
    ):
        yield "; ".join(dict.fromkeys(filter(None, cells)))


def _rules(entries: Iterable[Entry]) -> Mapping[str, Sequence[str]]:
    result = next(entry.row.result for entry in entries if entry.row.result)
    try:
        manual = load_assignment(result.assignment).manifest.manual
    except (
        GraderError
    ):  # a result of a grader that is not here: then all findings prepare all parts
        return {}
    return {part.name: part.rules for part in manual}


def _cell_of(part: ManualPart) -> str:
    return "" if part.marks is None else marks_in_words(part.marks)


def _findings(result: Result, part: str, patterns: Sequence[str]) -> str:
    """Return what was found that bears on a part: how often by which rule, and where."""
    found = [
        one
        for one in result.findings
        if any(fnmatchcase(one.rule, pattern) for pattern in patterns)
    ]
    by_rule: dict[str, list[Finding]] = {}
    for one in found:
        by_rule.setdefault(one.rule, []).append(one)
    told = [
        flag_text(flag)
        for flag in result.flags
        if flag.code is FlagCode.HANDED_IN_AGAIN and part in flag.values["parts"]
    ]
    for rule, mine in sorted(by_rule.items(), key=lambda item: (-len(item[1]), item[0])):
        places = [f"{one.file}:{one.line}" for one in mine[:PLACES]]
        told.append(
            f"{len(mine)} {rule} ({', '.join(places)}{', ...' if len(mine) > PLACES else ''})"
        )
    return "; ".join(told)


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
    numbers = {place for place, title in enumerate(sheet.heading) if title.endswith(")")}
    for row, line in enumerate((sheet.heading, *sheet.lines), 1):
        for place, text in enumerate(line):
            cell = page.cell(row=row, column=place + 1)
            if row > 1 and place in numbers and _MARKS.fullmatch(text):
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


@dataclass(slots=True)
class _Reading:
    """A sheet on its way in."""

    new: list[TutorMark] = field(default_factory=list)
    gone: list[tuple[str, str]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


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
    heading = [cell.strip() for cell in lines[0][1]]
    where, notes = _columns(heading, parts, shown)
    known = tutors.read(folder)
    reading = _read(lines[1:], heading, where, parts, _by_submission(entries), known)
    if reading.errors:
        more = len(reading.errors) - MOST_ERRORS
        told = [*reading.errors[:MOST_ERRORS], *([f"and {more} more"] if more > 0 else [])]
        raise GraderError(f"{shown}: nothing was taken\n  " + "\n  ".join(told))
    decided = decisions.read(folder)
    marks = known.changed(reading.new, reading.gone)
    tutors.write(folder, marks)  # first, so that an interruption loses nothing
    entries = class_folder.rewrite(folder, marks, decided)
    decisions.write_grounds(folder, decided)
    return _told(known, reading, entries, notes)


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
        return [(line, [as_it_was(cell) for cell in cells]) for line, cells in csv_lines(data)]
    except GraderError as error:
        raise GraderError(f"{shown}: {error}") from None


def _from_xlsx(data: bytes, shown: str) -> list[tuple[int, list[str]]]:
    try:
        page = (
            _openpyxl()
            .load_workbook(io.BytesIO(data), read_only=True, data_only=True)
            .worksheets[0]
        )
        rows = [list(row) for row in page.iter_rows(values_only=True)]
    except GraderError:
        raise
    except Exception as error:  # whatever a damaged workbook makes of its reader
        raise GraderError(
            f"{shown}: cannot be read as a workbook ({type(error).__name__}); save it as CSV"
        ) from None
    cells = [(line, [_as_typed(value) for value in row]) for line, row in enumerate(rows, 1)]
    return [(line, row) for line, row in cells if any(row)]


def _as_typed(value: object) -> str:
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(round(value, 6))
    return "" if value is None else str(value)


def _columns(
    heading: Sequence[str], parts: Sequence[Part], shown: str
) -> tuple[Mapping[str, int], tuple[str, ...]]:
    """Return where each known column stands, and what to say of the others. Raises GraderError."""
    known = {heading_key(title): title for title in (*WHO, FILES)}
    for part in parts:
        known |= {heading_key(title): title for title in (part.marks, part.comment, part.findings)}
    where: dict[str, int] = {}
    others = []
    for place, cell in enumerate(heading):
        title = known.get(heading_key(cell))
        if title is None:
            near = difflib.get_close_matches(cell, known.values(), 1, 0.8)
            if near:
                raise GraderError(
                    f"{shown}: column {_quoted(cell)} is unknown; is it {_quoted(near[0])}?"
                )
            others += [_quoted(cell)] if cell else []
        elif title in where:
            raise GraderError(f"{shown}: has two columns {_quoted(title)}")
        else:
            where[title] = place
    if "submission" not in where:
        raise GraderError(f"{shown}: has no column 'submission', which says whose row it is")
    if not any(part.marks in where for part in parts):
        wanted = ", ".join(_quoted(part.marks) for part in parts)
        raise GraderError(f"{shown}: has no column of marks; this class needs {wanted}")
    return where, (
        f"columns that do not belong to this sheet were ignored: {', '.join(others)}",
    ) if others else ()


def _quoted(text: str) -> str:
    return f"'{names.display(text, 120)}'"


def _read(
    lines: Iterable[tuple[int, list[str]]],
    heading: Sequence[str],
    where: Mapping[str, int],
    parts: Sequence[Part],
    people: Mapping[str, Sequence[Entry]],
    known: TutorMarks,
) -> _Reading:
    reading = _Reading()
    seen: dict[str, int] = {}
    for line, cells in lines:
        if any(cell.strip() for cell in cells[len(heading) :]):
            reading.errors.append(
                f"line {line}: has {len(cells)} cells, the first line {len(heading)}; "
                "mind the quotes"
            )
            continue
        row = {
            title: cells[place].strip() if place < len(cells) else ""
            for title, place in where.items()
        }
        submission = _submission(row["submission"], people)
        if submission is None:
            reading.errors.append(f"line {line}: {_unknown(row['submission'], people)}")
        elif submission in seen:
            reading.errors.append(
                f"line {line}: {_quoted(submission)} is already on line {seen[submission]}"
            )
        elif _is_another(row.get("name", ""), people[submission]):
            whose = "; ".join(entry.row.name for entry in people[submission])
            reading.errors.append(
                f"line {line}: says {_quoted(row['name'])}, but {_quoted(submission)} is of "
                f"{_quoted(whose)}: were columns sorted apart from each other?"
            )
        else:
            seen[submission] = line
            for part in parts:
                _take_part(
                    reading, line, row, submission, part, known.of(submission).get(part.name)
                )
    return reading


def _submission(cell: str, people: Mapping[str, Sequence[Entry]]) -> str | None:
    """Return the submission that *cell* names, also if a spreadsheet made a number of its name."""
    if cell in people:
        return cell
    same = [
        name
        for name in people
        if name.isdecimal() and cell.isdecimal() and name.lstrip("0") == cell.lstrip("0")
    ]
    return same[0] if len(same) == 1 else None


def _unknown(cell: str, people: Mapping[str, Sequence[Entry]]) -> str:
    if not cell:
        return "names no submission"
    near = nearest(cell, people)
    return f"there is no submission {_quoted(cell)} in this class" + (
        f"; is it {_quoted(near)}?" if near else ""
    )


def _is_another(name: str, mine: Sequence[Entry]) -> bool:
    """Say whether a row's name is of somebody else than those whose submission it is."""
    whose = "; ".join(dict.fromkeys(entry.row.name for entry in mine if entry.row.name))
    return bool(name and whose) and heading_key(name) != heading_key(whose)


def _take_part(
    reading: _Reading,
    line: int,
    row: Mapping[str, str],
    submission: str,
    part: Part,
    before: TutorMark | None,
) -> None:
    """Take one part of one submission; empty cells leave what is known."""
    cell, comment = row.get(part.marks, ""), row.get(part.comment, "")
    if not cell and not comment:
        return
    try:
        marks = (
            (before.marks if before else None)
            if not cell
            else None
            if cell == TAKE_BACK
            else _marks(cell, part)
        )
    except ValueError as error:
        reading.errors.append(f"line {line}: {_quoted(submission)}, {_quoted(part.name)}: {error}")
        return
    if not comment:
        comment = before.comment if before else ""
    elif comment == TAKE_BACK:
        comment = ""
    if marks is None and not comment:
        reading.gone.append((submission, part.name))
    else:
        files = row.get(FILES, "")
        reading.new.append(
            TutorMark(submission, part.name, marks, printable(comment, LONGEST_COMMENT), files)
        )


def _marks(cell: str, part: Part) -> str:
    """Return the marks that *cell* says, as people write them. Raises ValueError with what is
    wrong.
    """
    match = _MARKS.fullmatch(cell)
    if match is None:
        hint = "; at most two decimals" if re.fullmatch(r"[+-]?[0-9]+[.,][0-9]+", cell) else ""
        raise ValueError(f"{_quoted(cell)} is not a number of marks, such as 3 or 2.5{hint}")
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


def _told(
    before: TutorMarks,
    reading: _Reading,
    entries: Sequence[Entry],
    notes: tuple[str, ...],
) -> Taken:
    new, comments, changed = 0, 0, []
    for one in reading.new:
        was = before.of(one.submission).get(one.part)
        comments += one.comment != (was.comment if was else "")
        if one.marks is not None and (was is None or was.marks is None):
            new += 1
        elif was is not None and one.marks != was.marks:
            which = f"{names.display(one.submission)}, {names.display(one.part)}"
            changed.append(f"{which}: was {was.marks}, now {one.marks or 'not marked'}")
    gone = {(name, part) for name, part in reading.gone if part in before.of(name)}
    by_submission = _by_submission(entries)
    unmarked = [name for name, mine in by_submission.items() if is_unmarked(mine[0].row.result)]
    return Taken(
        new, tuple(changed), len(gone), comments, tuple(unmarked), len(by_submission), notes
    )


def in_words(taken: Taken) -> Iterator[str]:
    """Yield what a sheet changed, a line each."""
    counted = Counter(new=taken.new, changed=len(taken.changed), removed=taken.removed)
    told = [
        f"{counted['new']} new", f"{counted['changed']} changed",
        *([f"{counted['removed']} taken back"] if counted["removed"] else []),
    ]  # fmt: skip
    yield f"marks of tutors: {', '.join(told)}; comments: {taken.comments} new or changed"
    yield from (f"changed: {one}" for one in taken.changed)
    yield from taken.notes
    if taken.unmarked:
        listed = names.listing(taken.unmarked, 5)
        yield f"{len(taken.unmarked)} of {taken.of} not marked yet by a tutor: {listed}"
    else:
        yield f"all {taken.of} are marked"
