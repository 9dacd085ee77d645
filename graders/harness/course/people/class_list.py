"""The class list: students, groups and days late.

`read_roster` reads the CSV exported by a platform (Canvas or Quercus gradebook or groups, MarkUs
marks, Gradescope roster, GitHub Classroom roster or grades, Moodle grading worksheet, Brightspace
or Blackboard gradebook) or a plain one. Columns are recognised by their headings, in any case,
order and language of a platform (`headings`); Moodle's numbers of participants by their cells.
"""

from __future__ import annotations

import codecs
import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from io import StringIO
from itertools import accumulate, chain
from pathlib import Path

from graders.harness.course.people.cells import plain_id
from graders.harness.course.people.headings import (
    KINDS,
    STAND_IN,
    TEST_STUDENTS,
    heading_key,
    headings_of,
    participants,
    trailing_number,
)
from graders.harness.course.people.students import Roster, RosterError, Student, key, squeezed
from graders.harness.course.people.workbook import WORKBOOK, workbook_lines
from graders.harness.errors import GraderError
from graders.harness.intake import moments, names
from graders.harness.intake.nothing import is_nothing

_MOST_BYTES = 32 << 20
MOST_TITLES = 10
"""Lines that may be above the headings."""

EXTENDED = "Extension granted until: "
"""Moodle's words before a person's own deadline, in English, as the times that can be read."""
CANVAS_LINES = 4
"""First lines of Canvas' gradebook, of which some are about the assignments."""
_LATENESS = re.compile(r"([0-9]{1,5}):([0-9]{2}):([0-9]{2})")
"""Hours, minutes and seconds, as Gradescope writes them."""
_ABOUT_CLASS = frozenset({"date", "points", "class average"})
"""First cells of lines of Google Classroom."""
_STAFF_ROLES = frozenset({"instructor", "ta", "hta", "reader", "teacher", "grader"})
_IDS = ("number", "login", "email", "other")
_NAMES = ("name", "first", "last")
_AMOUNTS = ("days_late", "extension", "tokens")
"""Columns in which 0 is a number."""
_SUFFICIENT = (*_IDS, "name", "last", "group", "folder")
"""Kinds of columns of which a roster needs at least one."""


def read_roster(path: Path) -> Roster:
    """Read the roster at *path*: UTF-8, with commas, semicolons or tabs, and any line ends.

    Lines of a platform that are not students (points possible, "Out Of", the test student, staff)
    are skipped. Raises RosterError with the line for a roster that cannot be read, has no known
    heading, has an invalid line, or lists a student twice.
    """
    file = names.display(str(path), 200)
    try:
        with path.open("rb") as stream:
            data = stream.read(_MOST_BYTES + 1)
    except OSError as error:
        raise RosterError(f"{file}: cannot be read ({error.strerror})") from None
    if len(data) > _MOST_BYTES:
        raise RosterError(
            f"{file} is larger than {_MOST_BYTES:,} bytes (possibly not a class list)"
        )
    try:
        return parse_roster(data)
    except RosterError as error:
        raise RosterError(f"{file}: {error}") from None


def parse_roster(data: bytes) -> Roster:
    """Return the roster in *data*; see `read_roster`. Raises RosterError."""
    rows = list(csv_lines(data))
    if not rows:
        raise RosterError(
            "is empty; its first line must name the columns, such as `student id,name`"
        )
    line = rows[0][0]
    columns, rest = _headed(rows)
    if not columns.known:
        raise RosterError(
            f"line {line}: has no known column; one must be `student id`, `login` or `name`"
        )
    lines = [_student(line, columns.fitted(line, cells), columns) for line, cells in rest]
    students = _without_repeats(filter(None, lines))
    if not students:
        raise RosterError("lists no student")
    _refuse_twice(students, columns)
    return Roster(columns.headings, students, _maxima(columns, rest), columns.heading("group"))


def _headed(
    rows: Sequence[tuple[int, list[str]]],
) -> tuple[_Columns, Sequence[tuple[int, list[str]]]]:
    """Return the columns and the lines below their headings: of the first line, or of the first
    one that has two known headings and more cells than each line above. Those are titles, and no
    headings in an unknown language.
    """
    filled = [sum(map(bool, map(str.strip, cells))) for _, cells in rows[:MOST_TITLES]]
    most_above = [0, *accumulate(filled, max)]
    first = _table(rows, 0)
    if first[0].known:
        return first
    below = (_table(rows, index) for index in range(len(filled)))
    pairs = zip(below, filled, most_above, strict=False)
    return next(
        (table for table, known, above in pairs if table[0].known > 1 and known > above),
        first,
    )


def _table(
    rows: Sequence[tuple[int, list[str]]], index: int
) -> tuple[_Columns, Sequence[tuple[int, list[str]]]]:
    """Return the columns if the headings are at *index*, and the lines below."""
    rest = rows[index + 1 :]
    return _Columns(rows[index][1], [cells for _, cells in rest]), rest


def _maxima(columns: _Columns, rest: Iterable[tuple[int, list[str]]]) -> dict[str, str]:
    """Return heading -> maximum, by Canvas' line of points possible; {} without one."""
    for line, cells in rest if columns.are_canvas else ():
        fitted = columns.fitted(line, cells)
        if _are_maxima(fitted, columns.ids(fitted)):
            named = zip(columns.headings[1:], fitted[1:], strict=True)
            return {heading: cell.strip() for heading, cell in named if cell.strip()}
    return {}


def _without_repeats(students: Iterable[Student]) -> tuple[Student, ...]:
    """Return *students* without lines that say the same of one person: of their second section."""
    different: dict[Student, Student] = {}
    for student in students:
        line = 0 if student.ids else student.line
        different.setdefault(replace(student, line=line, cells=()), student)
    return tuple(different.values())


class _Columns:
    """The columns of a roster by their kinds, see `headings_of`."""

    def __init__(self, heading: Iterable[str], lines: Sequence[Sequence[str]] = ()) -> None:
        self.headings = tuple(cell.strip() for cell in heading)
        indexes: dict[str, list[int]] = {}
        for index, cell in enumerate(self.headings):
            indexes.setdefault(heading_key(cell), []).append(index)
        self._indexes = {
            kind: [index for title in headings_of(kind) for index in indexes.get(title, ())]
            for kind in KINDS
        }
        self.participants = self._participants(lines)
        """The column of Moodle's participants, if there is one."""
        ids = list(chain.from_iterable(self._indexes[kind] for kind in _IDS))
        cells = Counter(
            (index, names.folded(_cell(line, index))) for line in lines for index in ids
        )
        self._repeated = {cell for cell, count in cells.items() if count > 1}
        """Indexes and folded ids that several lines have."""

    def _participants(self, lines: Sequence[Sequence[str]]) -> int | None:
        """Find Moodle's column, which is the first in its sheets, and learn the name's heading."""
        others, known = self._indexes["other"], chain(*self._indexes.values())
        unknown = {*range(len(self.headings))} - {*known}
        for index in (*others, *({0} & unknown)):
            cells = [_cell(line, index) for line in lines]
            if not cells or not participants(cells):
                continue
            self._indexes["other"] = list(dict.fromkeys([*others, index]))
            if index == 0 and 1 in unknown and not self._indexes["name"]:
                self._indexes["name"] = [1] if _are_names(lines) else []
            return index
        return None

    def ids(self, cells: Sequence[str]) -> list[str]:
        """Return a person's ids; that of a participant of Moodle as its downloads have it, too."""
        ids = [id.removeprefix("#") for id in self.values(cells, *_IDS)]
        if self.participants is not None:
            ids.append(f"Participant {trailing_number(cells[self.participants])}")
        return ids

    @property
    def are_canvas(self) -> bool:
        """Return whether Canvas wrote the roster; lines about the assignment have no person."""
        keys = [heading_key(heading) for heading in self.headings[:3]]
        return bool({"student", "lastname"} & {*keys[:1]}) and "id" in keys

    @property
    def known(self) -> int:
        """Return the number of kinds of columns that may tell who a person is."""
        return sum(bool(self._indexes[kind]) for kind in _SUFFICIENT)

    def heading(self, kind: str) -> str:
        """Return the heading of the first column of this kind, or ""."""
        return next((self.headings[index] for index in self._indexes[kind]), "")

    def fitted(self, line: int, cells: Sequence[str]) -> tuple[str, ...]:
        """Return *cells* of a line with plain ids and without signs for nothing, padded or cut to
        the number of columns. Raises RosterError.
        """
        width = len(self.headings)
        if any(map(str.strip, cells[width:])):
            raise RosterError(
                f"line {line}: has {len(cells)} cells, but the first line names {width} columns"
            )
        fitted = [*cells[:width], *[""] * (width - len(cells))]
        try:
            for index in chain.from_iterable(self._indexes[kind] for kind in _IDS):
                fitted[index] = plain_id(fitted[index])
        except ValueError as error:
            raise RosterError(f"line {line}: {error}") from None
        for kind, indexes in self._indexes.items():
            for index in indexes:
                if self._is_empty(kind, index, fitted[index]):
                    fitted[index] = ""
        return tuple(fitted)

    def _is_empty(self, kind: str, index: int, cell: str) -> bool:
        """Return whether a cell says nothing. One person may have the login `none`, not two."""
        text = cell.strip()
        if kind in _AMOUNTS and text.isdecimal():
            return False
        may_be_own = kind in _NAMES or (
            kind in _IDS and (index, names.folded(text)) not in self._repeated
        )
        return is_nothing(text, of_a_name=may_be_own)

    def values(self, cells: Sequence[str], *kinds: str) -> list[str]:
        """Return the non-empty cells in the columns of these kinds, in this order."""
        indexes = chain.from_iterable(self._indexes[kind] for kind in kinds)
        return list(filter(None, (cells[index].strip() for index in indexes)))

    def headed(self, cells: Sequence[str], kind: str) -> list[tuple[str, str]]:
        """Return the non-empty cells in the columns of this kind, each with its heading."""
        both = [
            (cells[index].strip(), names.display(self.headings[index]))
            for index in self._indexes[kind]
        ]
        return [(cell, heading) for cell, heading in both if cell]

    def first(self, cells: Sequence[str], *kinds: str) -> str:
        """Return the first of `values`, or ""."""
        return next(iter(self.values(cells, *kinds)), "")


def _cell(line: Sequence[str], index: int) -> str:
    return line[index].strip() if index < len(line) else ""


def _are_names(lines: Sequence[Sequence[str]]) -> bool:
    """Return whether the second column has a name for each person, and no state of their work."""
    cells = [_cell(line, 1) for line in lines]
    different = len({*cells}) == len(cells) > 1
    return different and not any(re.search(r"[\d@]|\A\Z", cell) for cell in cells)


def csv_lines(data: bytes) -> Iterator[tuple[int, list[str]]]:
    """Yield the non-empty lines of a CSV file or a workbook, each with the number of its last line
    in the file. Raises RosterError.
    """
    if data.startswith(WORKBOOK):
        try:
            yield from workbook_lines(data)
        except GraderError as error:
            raise RosterError(str(error)) from None
        return
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))  # Blackboard
    try:
        text = data.decode("utf-16" if wide else "utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise RosterError(f"line {line}: is not UTF-8; save the file as CSV in UTF-8") from None
    if "\0" in text:
        raise RosterError(
            f"line {text[: text.index(chr(0))].count(chr(10)) + 1}: contains a NUL "
            "(possibly not a CSV file)"
        )
    first = next((line for line in text.splitlines() if re.search("[,;\t]", line)), "")
    unquoted = re.sub(r'"[^"]*"', "", first)
    delimiter = max(",;\t", key=unquoted.count)
    named = re.fullmatch(r"sep=([,;\t])", first.strip(" "))
    if named:  # a line for spreadsheets, not of the table
        delimiter = named[1]
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for row in reader:
            if named and row[:1] == ["sep="]:
                continue
            if any(cell.strip() for cell in row):
                yield reader.line_num, row
    except csv.Error as error:
        raise RosterError(
            f"line {reader.line_num}: cannot be read as CSV ({error}); check the quotes"
        ) from None


def _student(line: int, cells: tuple[str, ...], columns: _Columns) -> Student | None:
    """Return the student on this line, or None for a platform's other lines. Raises RosterError."""
    ids = columns.ids(cells)
    first, last = columns.first(cells, "first"), columns.first(cells, "last")
    name = _name(columns.first(cells, "name"), first, last)
    if _is_about_assignment(cells, ids):
        return None
    if not (ids or name) and columns.are_canvas and line <= CANVAS_LINES:
        return None
    if not (ids or name):
        raise RosterError(f"line {line}: names nobody (no id, login or name)")
    role = names.folded(columns.first(cells, "role"))
    if role in _STAFF_ROLES or _is_test_student(name, first, last, ids):
        return None
    extension = _extension(line, cells, columns)
    own_deadline = _own_deadline(line, cells, columns)
    return Student(
        line=line,
        id=columns.first(cells, *_IDS).removeprefix("#"),  # Brightspace's mark of text
        name=name,
        ids=tuple(dict.fromkeys(ids)),
        name_forms=_name_forms(name),
        group=columns.first(cells, "group"),
        groups=_listed(columns.first(cells, "groups")),
        folder=columns.first(cells, "folder").rpartition("/")[2],
        days_late=_days_late(line, cells, columns, extension),
        extension=extension,
        own_deadline=own_deadline,
        unread_deadline="" if own_deadline else _extended(cells, columns),
        submitted=moments.parsed(columns.first(cells, "submitted")),
        tokens=_days(line, columns.first(cells, "tokens")) or Fraction(0),
        cells=cells,
    )


def _name(name: str, first: str, last: str) -> str:
    """Return the full name. Beside given names alone, "name" is the surname in some languages."""
    is_surname = not last and squeezed(first) not in squeezed(name)
    whole = f"{first} {name}" if is_surname else name
    return whole.strip() or f"{first} {last}".strip()


def _is_test_student(name: str, first: str, last: str, ids: Sequence[str]) -> bool:
    """Return whether the name, in one column or two, or an id is that of nobody: staff look at a
    course by it.
    """
    names_of = {names.folded(name), names.folded(f"{last}, {first}")}
    is_nobody = any(STAND_IN.fullmatch(names.folded(id)) for id in ids)
    return is_nobody or not TEST_STUDENTS.isdisjoint(names_of)


def _listed(cell: str) -> tuple[str, ...]:
    """Return the groups in a cell: all of it, and its parts, because a name may have a comma."""
    parts = map(str.strip, cell.split(","))
    groups = [group for group in (cell, *parts) if not is_nothing(group)]
    return tuple(dict.fromkeys(groups))


def _is_about_assignment(cells: Sequence[str], ids: Sequence[str]) -> bool:
    """Return whether the line is a platform's line about the assignment."""
    folded = [names.folded(cell.strip()) for cell in cells]
    if not ids and (folded[0] in _ABOUT_CLASS or "manual posting" in folded):
        return True
    return _are_maxima(cells, ids) or "out of" in folded


def _are_maxima(cells: Sequence[str], ids: Sequence[str]) -> bool:
    """Return whether the line is that of Canvas' maxima."""
    # Canvas indents it, in any language
    is_indented = cells[0].startswith("    ") and not ids
    return is_indented or names.folded(cells[0].strip()).startswith("points possible")


def _name_forms(name: str) -> tuple[str, ...]:
    """Return a name squeezed, starting with each of its words: "Ada King" also as "kingada"."""
    words = name.replace(",", " ").split()
    forms = (squeezed("".join([*words[index:], *words[:index]])) for index in range(len(words)))
    return tuple(dict.fromkeys(filter(None, forms)))


def _days_late(
    line: int, cells: Sequence[str], columns: _Columns, extension: Fraction
) -> Fraction | None:
    """Return the days late, by the platform's hours without a number of days, less an extension.
    Raises RosterError for another form.
    """
    days = _days(line, columns.first(cells, "days_late"))
    cell = columns.first(cells, "lateness")
    hours = _LATENESS.fullmatch(cell)
    if cell and not hours:
        raise RosterError(
            f"line {line}: '{names.display(cell)}' is not a lateness as Gradescope writes it: "
            "hours, minutes and seconds, such as 26:03:00"
        )
    if days is None and hours:
        seconds = 3600 * int(hours[1]) + 60 * int(hours[2]) + int(hours[3])
        days = Fraction(seconds, 24 * 3600)
    if days is None:
        return None
    return max(days - extension, Fraction(0))


def _extension(line: int, cells: Sequence[str], columns: _Columns) -> Fraction:
    """Return the days of an extension; 0 for one with a date, which is their own deadline."""
    cell = columns.first(cells, "extension")
    dated = _moment(line, cell)
    return Fraction(0) if dated else _days(line, cell) or Fraction(0)


def _own_deadline(line: int, cells: Sequence[str], columns: _Columns) -> datetime | None:
    """Return the date of an extension, in a column of its own or of Moodle."""
    return _moment(line, columns.first(cells, "extension") or _extended(cells, columns))


def _extended(cells: Sequence[str], columns: _Columns) -> str:
    """Return the extension that Moodle has at the end of the state of the work, or ""."""
    return columns.first(cells, "status").partition(EXTENDED)[2]


def _moment(line: int, cell: str) -> datetime | None:
    try:
        return moments.with_zone(cell)
    except GraderError as error:
        raise RosterError(f"line {line}: {error}") from None


def _days(line: int, cell: str) -> Fraction | None:
    if not cell:
        return None
    if not re.fullmatch(r"[0-9]{1,4}(?:[.,][0-9]{1,4})?", cell):
        raise RosterError(
            f"line {line}: '{names.display(cell)}' is not a number of days (an extension may also "
            "be a time, such as 2026-10-05 23:59)"
        )
    return Fraction(cell.replace(",", "."))


def _refuse_twice(students: Iterable[Student], columns: _Columns) -> None:
    """Raise RosterError if two lines are about the same student."""
    seen: dict[tuple[str, str], tuple[Student, str]] = {}
    for student in students:
        for kind, value, heading in _identity(student, columns):
            other, other_heading = seen.setdefault((kind, key(value)), (student, heading))
            if other is not student:
                there = f" ({other_heading})" if other_heading != heading else ""
                raise RosterError(
                    f"line {student.line}: '{names.display(value)}' ({heading}) is already on "
                    f"line {other.line}{there}"
                )


def _identity(student: Student, columns: _Columns) -> list[tuple[str, str, str]]:
    """Return values that no other student may have: kind, value, heading. Kinds may share values,
    except for the one that is shown, after which a person's page is named.
    """
    ids = [(kind, *entry) for kind in _IDS for entry in columns.headed(student.cells, kind)]
    identity = ids or [("name", student.name, "name")]
    _, value, heading = identity[0]
    identifying = [entry for entry in identity if entry[0] != "email"]  # two people may share one
    return [*identifying, ("shown", value, heading)]
