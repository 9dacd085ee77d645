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
from pathlib import Path

from graders.harness.course.near_misses import nearest
from graders.harness.errors import GraderError
from graders.harness.intake import names
from graders.harness.intake.bulk import newest
from graders.harness.intake.delivery import Delivery, Person

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


_Find = Callable[[Person], list[list["Student"]]]


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
        raise RosterError(f"{shown}: is larger than {_MOST_BYTES:,} bytes: is it a class list?")
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
    columns = tuple(cell.strip() for cell in heading)
    where = {kind: _places(columns, known) for kind, known in HEADINGS.items()}
    if not any(where[kind] for kind in (*_IDS, "name", "last", "group", "folder")):
        raise RosterError(
            f"line {line}: has no known column; one must be `student id`, `login` or `name`"
        )
    students = []
    for line, cells in rest:
        if any(cell.strip() for cell in cells[len(columns) :]):
            raise RosterError(
                f"line {line}: has {len(cells)} cells where the first line names {len(columns)} "
                "columns"
            )
        cells = [*cells, *[""] * (len(columns) - len(cells))][: len(columns)]
        student = _student(line, cells, where)
        if student:
            students.append(student)
    if not students:
        raise RosterError("names no student")
    _refuse_twice(students, where)
    return Roster(columns, tuple(students))


def csv_lines(data: bytes) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines that hold anything, each with the number of its last line in the file. Raises
    RosterError.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise RosterError(f"line {line}: is not UTF-8; save the list as CSV in UTF-8") from None
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


def _places(columns: Sequence[str], known: Sequence[str]) -> list[int]:
    keys = [heading_key(column) for column in columns]
    return [place for heading in known for place, key in enumerate(keys) if key == heading]


def _student(line: int, cells: Sequence[str], where: Mapping[str, list[int]]) -> Student | None:
    """Return who this line is about, None for a platform's line about something else. Raises
    RosterError.
    """

    def first(kind: str) -> str:
        return next((cells[place].strip() for place in where[kind] if cells[place].strip()), "")

    ids = [cells[place].strip() for kind in _IDS for place in where[kind] if cells[place].strip()]
    name = first("name") or " ".join(part for part in (first("first"), first("last")) if part)
    marker = [names.folded(cell.strip()) for cell in cells]
    if (
        marker[0].startswith("points possible")
        or "out of" in marker
        or (not ids and "manual posting" in marker)
    ):
        return None
    if not (ids or name):
        raise RosterError(f"line {line}: names nobody (no id, no login, no name)")
    if names.folded(first("role")) in _STAFF_ROLES or names.folded(name) == "student, test":
        return None
    return Student(
        line=line,
        id=next((found for kind in _IDS if (found := first(kind))), ""),
        name=name,
        ids=tuple(dict.fromkeys(ids)),
        name_forms=_name_forms(name),
        group=first("group"),
        folder=first("folder"),
        days_late=_days(line, first("days_late")),
        cells=tuple(cells),
    )


def _name_forms(name: str) -> tuple[str, ...]:
    """Return a name squeezed, from each of its words on: "Ada King" is also "King, Ada", and
    "kingada" to Canvas.
    """
    words = name.replace(",", " ").split()
    forms = (_squeezed("".join([*words[place:], *words[:place]])) for place in range(len(words)))
    return tuple(dict.fromkeys(form for form in forms if form))


def _squeezed(name: str) -> str:
    return "".join(character for character in names.folded(name) if character.isalnum())


def _days(line: int, cell: str) -> Fraction | None:
    if not cell:
        return None
    if not re.fullmatch(r"[0-9]{1,4}(?:[.,][0-9]{1,4})?", cell):
        raise RosterError(f"line {line}: '{names.display(cell)}' is not a number of days late")
    return Fraction(cell.replace(",", "."))


def _refuse_twice(students: Iterable[Student], where: Mapping[str, list[int]]) -> None:
    seen: dict[tuple[str, str], Student] = {}
    for student in students:
        keys = [(kind, _key(student.cells[place])) for kind in _IDS for place in where[kind]]
        keys = [(kind, key) for kind, key in keys if key] or [("name", _key(student.name))]
        keys.append(("shown", _key(student.id or student.name)))
        for key in keys:
            other = seen.setdefault(key, student)
            if other is not student:
                who = names.display(student.id or student.name)
                raise RosterError(f"line {student.line}: '{who}' is already on line {other.line}")


def _key(text: str) -> str:
    return " ".join(names.folded(text).split())


# Whose delivery is it?


@dataclass(frozen=True, slots=True)
class Place:
    """One person on the roster and what they handed in."""

    student: Student
    delivery: Delivery | None
    """What is to be graded for them; None where nothing is, or nobody could tell which."""
    candidates: tuple[Delivery, ...] = ()
    """All that is theirs; several without a `delivery` need a person."""
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Matching:
    """A roster and a class's deliveries, joined."""

    roster: Roster
    places: tuple[Place, ...]
    """One for everybody on the roster, in its order."""
    strangers: tuple[Delivery, ...] = ()
    """Deliveries that belong to nobody on the roster, or to nobody knows whom."""
    flags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Delivery's name -> why nobody knows whose it is."""

    @property
    def missing(self) -> tuple[Student, ...]:
        """Everybody who handed in nothing."""
        return tuple(place.student for place in self.places if not place.candidates)


def match(roster: Roster, deliveries: Sequence[Delivery]) -> Matching:
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
    found = {delivery.name: finder.by_id(delivery) for delivery in deliveries}
    if not any(one.known for one in found.values()):
        found = {delivery.name: finder.by_name(delivery) for delivery in deliveries}
    own: dict[int, list[Delivery]] = {}
    flags: dict[str, tuple[str, ...]] = {}
    strangers = []
    for delivery in deliveries:
        people, why = found[delivery.name].people, found[delivery.name].why
        for student in people:
            own.setdefault(student.line, []).append(delivery)
        if not people:
            strangers.append(delivery)
            why = why or f"{names.display(delivery.label)} is not on the roster"
        if why:
            flags[delivery.name] = (why,)
    near = _NearMisses(roster, own)
    for delivery in strangers:
        flags[delivery.name] = tuple(why + near.question(delivery) for why in flags[delivery.name])
    return Matching(roster, tuple(_places_of(roster, own)), tuple(strangers), flags)


class _NearMisses:
    """Whom the deliveries of nobody may be by."""

    def __init__(self, roster: Roster, own: Mapping[int, list[Delivery]]) -> None:
        self._own = own
        self._by_id = {
            id: student
            for student in roster.students
            for id in (*student.ids, student.folder)
            if id
        }
        self._left = MOST_NEAR_MISSES

    def question(self, delivery: Delivery) -> str:
        """Return ": is 'muellerp' (Petra) meant?" where somebody who handed in nothing has such an
        id, else "".
        """
        if not self._left:
            return ""
        self._left -= 1
        said = [id for person in delivery.people for id in person.ids] or [delivery.label]
        missing = {
            id: student for id, student in self._by_id.items() if student.line not in self._own
        }
        found = nearest(said, missing)
        if found is None:
            return ""
        id, student = found
        name = f" ({names.display(student.name)})" if student.name else ""
        return f": is '{names.display(id)}' meant{name}?"


@dataclass(frozen=True, slots=True)
class _Found:
    people: list[Student]
    why: str = ""
    """What a person has to know."""
    known: bool = True
    """Whether the roster has what was looked for, be it that of several people."""


class _Finder:
    """The roster by everything that a delivery may be known by."""

    def __init__(self, roster: Roster) -> None:
        self.folders: dict[str, list[Student]] = {}
        self.ids: dict[str, list[Student]] = {}
        self.groups: dict[str, list[Student]] = {}
        self.names: dict[str, list[Student]] = {}
        for student in roster.students:
            for key in dict.fromkeys(map(_key, student.ids)):
                self.ids.setdefault(key, []).append(student)
            for form in student.name_forms:
                self.names.setdefault(form, []).append(student)
            if student.folder:
                self.folders.setdefault(_key(student.folder), []).append(student)
            if student.group:
                self.groups.setdefault(_key(student.group), []).append(student)

    def by_id(self, delivery: Delivery) -> _Found:
        """Return whose it is by anything but a name."""
        for said in (delivery.label, delivery.name):
            if _key(said) in self.folders:
                return _Found(self.folders[_key(said)])
        if delivery.people:
            return self._each(
                delivery.people, lambda person: [self.ids.get(_key(id), []) for id in person.ids]
            )
        label = _key(delivery.label)
        alone, group = self.ids.get(label, []), self.groups.get(label, [])
        if group and all(student in group for student in alone):
            return _Found(group)
        if alone and group:
            shown = names.display(delivery.label)
            return _Found([], f"'{shown}' is one person's id and another's group on the roster")
        return _Found(alone, "", bool(alone))

    def by_name(self, delivery: Delivery) -> _Found:
        """Return whose it is by name."""
        people = delivery.people or (Person(delivery.label),)
        return self._each(people, lambda person: [self.names.get(_squeezed(person.name), [])])

    def _each(self, people: Iterable[Person], find: _Find) -> _Found:
        found: list[Student] = []
        why = []
        known = False
        for person in people:
            candidates = {
                student.line: student for students in find(person) for student in students
            }
            known = known or bool(candidates)
            shown = names.display(person.name or " ".join(person.ids))
            if len(candidates) > 1:
                lines = ", ".join(map(str, sorted(candidates)))
                why.append(f"'{shown}' could be several people on the roster (lines {lines})")
            elif not candidates:
                why.append(f"{shown} is not on the roster")
            else:
                found += [student for student in candidates.values() if student not in found]
        return _Found(found, "; ".join(why), known)


def _places_of(roster: Roster, own: Mapping[int, list[Delivery]]) -> Iterator[Place]:
    """Yield everybody's place; groups share."""
    handed: dict[str, dict[str, Delivery]] = {}
    for student in roster.students:
        if student.group:
            group = handed.setdefault(_key(student.group), {})
            group.update((delivery.name, delivery) for delivery in own.get(student.line, ()))
    shared = all(len(group) <= 1 for group in handed.values())
    for student in roster.students:
        mine = own.get(student.line, [])
        group = handed.get(_key(student.group), {}) if student.group else {}
        flags = []
        if not mine and group:
            listed = names.listing(group)
            if shared:
                mine = list(group.values())
            else:
                shown = names.display(student.group)
                flags.append(f"nothing of their own, but their group '{shown}' has {listed}")
        chosen = newest(mine) if mine else None
        if mine and chosen is None:
            listed = names.listing(delivery.name for delivery in mine)
            flags.append(f"several submissions, and nobody can tell which is newer: {listed}")
        yield Place(student, chosen, tuple(mine), tuple(flags))
