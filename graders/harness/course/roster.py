"""The class list: who is enrolled, in which group, how many days late; and which delivery is whose.

`read_roster` takes the CSV that a platform exports (Canvas or Quercus gradebook, MarkUs marks,
Gradescope roster, GitHub Classroom roster, Moodle grading worksheet) or a plain one; columns are
known by their headings, whatever their case and order. `match` joins deliveries to people: equal
after folding case, Unicode form and spaces, or not at all. What is ambiguous is flagged, never
guessed.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from io import StringIO
from itertools import chain
from pathlib import Path

from graders.harness.course.near_misses import nearest
from graders.harness.errors import GraderError
from graders.harness.intake import names
from graders.harness.intake.bulk import newest
from graders.harness.intake.delivery import Person, SubmissionSource

_MOST_BYTES = 32 << 20
MOST_NEAR_MISSES = 100
"""Deliveries of nobody for which somebody is looked for who may be meant: of more the roster is
another class's.
"""

HEADINGS: Mapping[str, tuple[str, ...]] = {
    "number": (
        "student id", "student number", "student no", "studentid", "id number", "sid",
        "sis user id", "sis id", "integration id", "org defined id", "orgdefinedid",
    ),
    "other": ("id", "identifier", "github username", "github id"),
    "login": (
        "utorid", "login", "login id", "sis login id", "user name", "username", "user", "netid",
    ),
    "email": ("email", "email address", "e mail", "mail"),
    "name": ("name", "full name", "student", "student name"),
    "first": ("first name", "first names", "firstname", "given name", "given names"),
    "last": ("last name", "lastname", "surname", "family name"),
    "group": ("group", "group name", "team", "team name"),
    "folder": ("folder", "submission", "repository"),
    "days_late": ("days late", "late days"),
    "role": ("role",),
}  # fmt: skip
"""What a column means -> its headings, folded; the first that is there shows in reports. "other"
are a platform's own ids. Sections are not groups.
"""

_STAFF_ROLES = frozenset({"instructor", "ta", "reader", "teacher", "grader"})
_IDS = ("number", "login", "email", "other")
_SUFFICIENT = (*_IDS, "name", "last", "group", "folder")
"""Kinds of columns of which a roster needs one."""


class RosterError(GraderError):
    """The roster cannot be used; the message names the file and the line."""


@dataclass(frozen=True, slots=True)
class Student:
    """One person on the roster."""

    line: int
    """Where the roster speaks of them."""
    id: str
    """Student number; where the roster has none, the login, the email or a platform's own id."""
    name: str
    ids: tuple[str, ...]
    """All that they may be known by, names apart."""
    name_forms: tuple[str, ...]
    """Their name, squeezed, whichever of its words comes first."""
    group: str
    folder: str
    """What their submission is called, where staff say so."""
    days_late: Fraction | None
    cells: tuple[str, ...]
    """Their line, one cell for each of the roster's columns."""

    @property
    def shown(self) -> str:
        """Return what to call them, raw."""
        return self.id or self.name


@dataclass(frozen=True, slots=True)
class Roster:
    """A class list."""

    columns: tuple[str, ...]
    """Headings as they stand there."""
    students: tuple[Student, ...]
    """In the roster's order."""


def read_roster(path: Path) -> Roster:
    """Read the roster at *path*: UTF-8 with or without a byte order mark, commas, semicolons or
    tabs, any line ends.

    Lines of a platform that are no students (points possible, "Out Of", the test student, staff)
    are left out. Raises RosterError with the line for a roster that cannot be read, has no known
    heading, has a line that does not fit, or the same student twice.
    """
    shown = names.display(str(path), 200)
    try:
        with path.open("rb") as stream:
            data = stream.read(_MOST_BYTES + 1)
    except OSError as error:
        raise RosterError(f"{shown}: cannot be read ({error.strerror})") from None
    if len(data) > _MOST_BYTES:
        raise RosterError(
            f"{shown}: is larger than {_MOST_BYTES:,} bytes: is it a class list?"
        )
    try:
        return parse_roster(data)
    except RosterError as error:
        raise RosterError(f"{shown}: {error}") from None


def parse_roster(data: bytes) -> Roster:
    """Return what `read_roster` makes of a file's content. Raises RosterError."""
    rows = list(csv_lines(data))
    if not rows:
        raise RosterError(
            "is empty; its first line has to name the columns, such as `student id,name`"
        )
    (line, heading), *rest = rows
    columns = _Columns(heading)
    if not any(map(columns.have, _SUFFICIENT)):
        raise RosterError(
            f"line {line}: has no known column; one must be `student id`, `login` or `name`"
        )
    lines = [
        _student(line, columns.fitted(line, cells), columns) for line, cells in rest
    ]
    students = tuple(filter(None, lines))
    if not students:
        raise RosterError("names no student")
    _refuse_twice(students, columns)
    return Roster(columns.headings, students)


class _Columns:
    """The columns of a roster by their kinds, see `HEADINGS`."""

    def __init__(self, heading: Iterable[str]) -> None:
        self.headings = tuple(cell.strip() for cell in heading)
        places: dict[str, list[int]] = {}
        for place, cell in enumerate(self.headings):
            places.setdefault(heading_key(cell), []).append(place)
        self._places = {
            kind: [place for known in headings for place in places.get(known, ())]
            for kind, headings in HEADINGS.items()
        }

    def have(self, kind: str) -> bool:
        """Return whether there is a column of this kind."""
        return bool(self._places[kind])

    def fitted(self, line: int, cells: Sequence[str]) -> tuple[str, ...]:
        """Return *cells* of a line, as many as there are columns. Raises RosterError."""
        width = len(self.headings)
        if any(map(str.strip, cells[width:])):
            raise RosterError(
                f"line {line}: has {len(cells)} cells where the first line names {width} columns"
            )
        missing = width - len(cells)
        return (*cells[:width], *[""] * missing)

    def values(self, cells: Sequence[str], *kinds: str) -> list[str]:
        """Return what is written in the columns of these kinds, in this order."""
        places = chain.from_iterable(self._places[kind] for kind in kinds)
        return list(filter(None, (cells[place].strip() for place in places)))

    def first(self, cells: Sequence[str], *kinds: str) -> str:
        """Return the first of `values`, "" if there is none."""
        return next(iter(self.values(cells, *kinds)), "")


def csv_lines(data: bytes) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines that hold anything, each with the number of its last line in the file. Raises
    RosterError.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise RosterError(
            f"line {line}: is not UTF-8; save the list as CSV in UTF-8"
        ) from None
    if "\0" in text:
        raise RosterError(
            f"line {text[: text.index(chr(0))].count(chr(10)) + 1}: holds a NUL; is it a CSV file?"
        )
    first = next((line for line in text.splitlines() if line.strip()), "")
    unquoted = re.sub(r'"[^"]*"', "", first)
    delimiter = max(",;\t", key=unquoted.count)
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield reader.line_num, row
    except csv.Error as error:
        raise RosterError(
            f"line {reader.line_num}: cannot be read as CSV ({error}); mind the quotes"
        ) from None


def heading_key(heading: str) -> str:
    """Return what headings that mean the same share: "Student_ID " and "student id"."""
    return " ".join(re.sub(r"[\W_]+", " ", names.folded(heading)).split())


def _student(line: int, cells: tuple[str, ...], columns: _Columns) -> Student | None:
    """Return who this line is about, None for a platform's line about something else. Raises
    RosterError.
    """
    ids = columns.values(cells, *_IDS)
    first, last = columns.first(cells, "first"), columns.first(cells, "last")
    name = columns.first(cells, "name") or f"{first} {last}".strip()
    if _is_no_person(cells, ids):
        return None
    if not (ids or name):
        raise RosterError(f"line {line}: names nobody (no id, no login, no name)")
    role = names.folded(columns.first(cells, "role"))
    if role in _STAFF_ROLES or names.folded(name) == "student, test":
        return None
    return Student(
        line=line,
        id=columns.first(cells, *_IDS),
        name=name,
        ids=tuple(dict.fromkeys(ids)),
        name_forms=_name_forms(name),
        group=columns.first(cells, "group"),
        folder=columns.first(cells, "folder"),
        days_late=_days(line, columns.first(cells, "days_late")),
        cells=cells,
    )


def _is_no_person(cells: Sequence[str], ids: Sequence[str]) -> bool:
    """Return whether a platform writes such a line about the assignment."""
    folded = [names.folded(cell.strip()) for cell in cells]
    if "manual posting" in folded and not ids:
        return True
    return folded[0].startswith("points possible") or "out of" in folded


def _name_forms(name: str) -> tuple[str, ...]:
    """Return a name squeezed, from each of its words on: "Ada King" is also "King, Ada", and
    "kingada" to Canvas.
    """
    words = name.replace(",", " ").split()
    forms = (
        _squeezed("".join([*words[place:], *words[:place]]))
        for place in range(len(words))
    )
    return tuple(dict.fromkeys(filter(None, forms)))


def _squeezed(name: str) -> str:
    return "".join(filter(str.isalnum, names.folded(name)))


def _days(line: int, cell: str) -> Fraction | None:
    if not cell:
        return None
    if not re.fullmatch(r"[0-9]{1,4}(?:[.,][0-9]{1,4})?", cell):
        raise RosterError(
            f"line {line}: '{names.display(cell)}' is not a number of days late"
        )
    return Fraction(cell.replace(",", "."))


def _refuse_twice(students: Iterable[Student], columns: _Columns) -> None:
    """Raise RosterError if two lines are about one student."""
    seen: dict[tuple[str, str], Student] = {}
    for student in students:
        for key in _identity(student, columns):
            other = seen.setdefault(key, student)
            if other is not student:
                who = names.display(student.shown)
                raise RosterError(
                    f"line {student.line}: '{who}' is already on line {other.line}"
                )


def _identity(student: Student, columns: _Columns) -> list[tuple[str, str]]:
    """Return what no other student may have: kind -> value. One kind's number may be another's."""
    ids = [
        (kind, _key(id)) for kind in _IDS for id in columns.values(student.cells, kind)
    ]
    identity = ids or [("name", _key(student.name))]
    return [*identity, ("shown", _key(student.shown))]


def _key(text: str) -> str:
    return " ".join(names.folded(text).split())


# Whose delivery is it?


@dataclass(frozen=True, slots=True)
class Place:
    """One person on the roster and what they handed in."""

    student: Student
    delivery: SubmissionSource | None
    """What is to be graded for them; None where nothing is, or nobody could tell which."""
    candidates: tuple[SubmissionSource, ...] = ()
    """All that is theirs; several without a `delivery` need a person."""
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Matching:
    """A roster and a class's deliveries, joined."""

    roster: Roster
    places: tuple[Place, ...]
    """One for everybody on the roster, in its order."""
    strangers: tuple[SubmissionSource, ...] = ()
    """Deliveries that belong to nobody on the roster, or to nobody knows whom."""
    flags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Delivery's name -> why nobody knows whose it is."""

    @property
    def missing(self) -> tuple[Student, ...]:
        """Everybody who handed in nothing."""
        return tuple(place.student for place in self.places if not place.candidates)


def match(roster: Roster, deliveries: Sequence[SubmissionSource]) -> Matching:
    """Return what everybody on the roster handed in.

    In this order, and the first that finds anybody decides: the roster's own folder column; the ids
    that the platform gives (number, email, login, its own), each person's apart; where it names
    nobody, the delivery's label as an id or as a group; names, but only where not one delivery of
    the class could be told by an id (else someone who is not on the roster and bears a student's
    name would hand in for them). The members of a group share its only delivery. If some group has
    several, groups are no evidence at all (they may be tutorials): then nothing is shared, and
    flagged.
    """
    finder = _Finder(roster)
    owners = _owners(deliveries, finder.by_id)
    if not any(found.known for found in owners.values()):
        owners = _owners(deliveries, finder.by_name)
    own: dict[int, list[SubmissionSource]] = {}
    for delivery in deliveries:
        for student in owners[delivery.name].people:
            own.setdefault(student.line, []).append(delivery)
    strangers = tuple(
        delivery for delivery in deliveries if not owners[delivery.name].people
    )
    flags = {name: (found.why,) for name, found in owners.items() if found.why}
    without_work = _ids_without_work(roster, own)
    for delivery in strangers[:MOST_NEAR_MISSES]:
        question = _is_meant(delivery, without_work)
        flags[delivery.name] = (owners[delivery.name].why + question,)
    return Matching(roster, tuple(_places_of(roster, own)), strangers, flags)


def _owners(
    deliveries: Iterable[SubmissionSource], find: Callable[[SubmissionSource], _Owners]
) -> dict[str, _Owners]:
    return {delivery.name: find(delivery) for delivery in deliveries}


def _ids_without_work(
    roster: Roster, own: Mapping[int, list[SubmissionSource]]
) -> dict[str, Student]:
    """Return the ids and folders of those who handed in nothing."""
    by_id = {
        id: student
        for student in roster.students
        for id in (*student.ids, student.folder)
    }
    return {id: student for id, student in by_id.items() if student.line not in own}


def _is_meant(delivery: SubmissionSource, students: Mapping[str, Student]) -> str:
    """Return ": is 'muellerp' (Petra) meant?" where one of *students* has such an id, else ""."""
    ids = [id for person in delivery.people for id in person.ids]
    near = nearest(ids or [delivery.label], students)
    if near is None:
        return ""
    id, student = near
    name = f" ({names.display(student.name)})" if student.name else ""
    return f": is '{names.display(id)}' meant{name}?"


@dataclass(frozen=True, slots=True)
class _Owners:
    """Whose a delivery is."""

    people: Sequence[Student]
    why: str = ""
    """Why somebody has to look at it; always there if it is nobody's."""
    known: bool = True
    """Whether the roster has what was looked for, be it that of several people."""


class _Index:
    """Students by something that a delivery may be called after."""

    def __init__(
        self, students: Iterable[Student], keys: Callable[[Student], Iterable[str]]
    ) -> None:
        self._students: dict[str, list[Student]] = {}
        for student in students:
            for key in dict.fromkeys(filter(None, keys(student))):
                self._students.setdefault(key, []).append(student)

    def of(self, *keys: str) -> list[Student]:
        """Return everybody who has one of *keys*, each once."""
        found = chain.from_iterable(self._students.get(key, ()) for key in keys)
        return list(dict.fromkeys(found))


class _Finder:
    """The roster by everything that a delivery may be known by."""

    def __init__(self, roster: Roster) -> None:
        students = roster.students
        self._folders = _Index(students, lambda student: [_key(student.folder)])
        self._ids = _Index(students, lambda student: map(_key, student.ids))
        self._groups = _Index(students, lambda student: [_key(student.group)])
        self._names = _Index(students, lambda student: student.name_forms)

    def by_id(self, delivery: SubmissionSource) -> _Owners:
        """Return whose it is by anything but a name."""
        label = _key(delivery.label)
        in_folder = self._folders.of(label) or self._folders.of(_key(delivery.name))
        if in_folder:
            return _Owners(in_folder)
        if delivery.people:
            return self._each(
                delivery.people, lambda person: self._ids.of(*map(_key, person.ids))
            )
        return self._by_label(delivery.label)

    def _by_label(self, label: str) -> _Owners:
        alone, group = self._ids.of(_key(label)), self._groups.of(_key(label))
        if group and set(alone) <= set(group):
            return _Owners(group)
        shown = names.display(label)
        if group:
            return _Owners(
                [], f"'{shown}' is one person's id and another's group on the roster"
            )
        if alone:
            return _Owners(alone)
        return _Owners([], f"{shown} is not on the roster", known=False)

    def by_name(self, delivery: SubmissionSource) -> _Owners:
        """Return whose it is by name."""
        people = delivery.people or (Person(delivery.label),)
        return self._each(people, lambda person: self._names.of(_squeezed(person.name)))

    def _each(
        self, people: Iterable[Person], find: Callable[[Person], Sequence[Student]]
    ) -> _Owners:
        """Return whose a delivery of *people* is: everybody of whom *find* returns one student."""
        owners: list[Student] = []
        why = []
        known = False
        for person in people:
            candidates = find(person)
            known |= bool(candidates)
            who = names.display(person.name or " ".join(person.ids))
            if not candidates:
                why.append(f"{who} is not on the roster")
            elif len(candidates) == 1:
                owners += candidates
            else:
                lines = ", ".join(
                    map(str, sorted(student.line for student in candidates))
                )
                why.append(
                    f"'{who}' could be several people on the roster (lines {lines})"
                )
        return _Owners(list(dict.fromkeys(owners)), "; ".join(why), known)


def _places_of(
    roster: Roster, own: Mapping[int, list[SubmissionSource]]
) -> Iterator[Place]:
    """Yield everybody's place; groups share."""
    by_group: dict[str, dict[str, SubmissionSource]] = {}
    for student in roster.students:
        deliveries = by_group.setdefault(_key(student.group), {})
        deliveries.update(
            (delivery.name, delivery) for delivery in own.get(student.line, ())
        )
    by_group[""] = {}  # of those without a group
    share = all(len(deliveries) <= 1 for deliveries in by_group.values())
    for student in roster.students:
        mine = own.get(student.line, [])
        of_group = by_group[_key(student.group)]
        if mine or not of_group:
            yield _place(student, mine)
        elif share:
            yield _place(student, list(of_group.values()))
        else:
            group, listed = names.display(student.group), names.listing(of_group)
            flag = f"nothing of their own, but their group '{group}' has {listed}"
            yield Place(student, None, flags=(flag,))


def _place(student: Student, deliveries: Sequence[SubmissionSource]) -> Place:
    """Return the place of a student to whom *deliveries* belong."""
    chosen = newest(deliveries)
    if chosen or not deliveries:
        return Place(student, chosen, tuple(deliveries))
    listed = names.listing(delivery.name for delivery in deliveries)
    flag = f"several submissions, and nobody can tell which is newer: {listed}"
    return Place(student, None, tuple(deliveries), (flag,))
