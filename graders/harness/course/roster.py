"""The class list: students, groups and days late; and the matching of deliveries to students.

`read_roster` reads the CSV exported by a platform (Canvas or Quercus gradebook, MarkUs marks,
Gradescope roster, GitHub Classroom roster, Moodle grading worksheet) or a plain one. Columns are
recognised by their headings, in any case and order. `match` joins deliveries to people whose keys
are equal after folding case, Unicode form and spaces. Ambiguity is flagged, never guessed.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
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
"""Unmatched deliveries for which similar ids are searched; with more, it is another class's roster.
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
"""Kind of column -> its headings, folded; reports show the first that exists.

"other" are a platform's own ids. Sections are not groups.
"""

_STAFF_ROLES = frozenset({"instructor", "ta", "reader", "teacher", "grader"})
_IDS = ("number", "login", "email", "other")
_SUFFICIENT = (*_IDS, "name", "last", "group", "folder")
"""Kinds of columns of which a roster needs at least one."""


class RosterError(GraderError):
    """The roster is unusable; the message names the file and the line."""


@dataclass(frozen=True, slots=True)
class Student:
    """A person on the roster."""

    line: int
    """Line of the roster."""
    id: str
    """Student number; without one, the login, the email or a platform's own id."""
    name: str
    ids: tuple[str, ...]
    """All ids, without names."""
    name_forms: tuple[str, ...]
    """The squeezed name, starting with each of its words."""
    group: str
    folder: str
    """Name of the submission, if the roster has it."""
    days_late: Fraction | None
    cells: tuple[str, ...]
    """The person's line, with a cell for each of the roster's columns."""

    @property
    def shown(self) -> str:
        """Return the id or name to show, raw."""
        return self.id or self.name


@dataclass(frozen=True, slots=True)
class Roster:
    """A class list."""

    columns: tuple[str, ...]
    """Headings as written."""
    students: tuple[Student, ...]
    """In the roster's order."""


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
        raise RosterError("lists no student")
    _refuse_twice(students, columns)
    return Roster(columns.headings, students)


class _Columns:
    """The columns of a roster by their kinds, see `HEADINGS`."""

    def __init__(self, heading: Iterable[str]) -> None:
        self.headings = tuple(cell.strip() for cell in heading)
        indexes: dict[str, list[int]] = {}
        for index, cell in enumerate(self.headings):
            indexes.setdefault(heading_key(cell), []).append(index)
        self._indexes = {
            kind: [index for title in headings for index in indexes.get(title, ())]
            for kind, headings in HEADINGS.items()
        }

    def have(self, kind: str) -> bool:
        """Return whether there is a column of this kind."""
        return bool(self._indexes[kind])

    def fitted(self, line: int, cells: Sequence[str]) -> tuple[str, ...]:
        """Return *cells* of a line, padded or cut to the number of columns. Raises RosterError."""
        width = len(self.headings)
        if any(map(str.strip, cells[width:])):
            raise RosterError(
                f"line {line}: has {len(cells)} cells, but the first line names {width} columns"
            )
        missing = width - len(cells)
        return (*cells[:width], *[""] * missing)

    def values(self, cells: Sequence[str], *kinds: str) -> list[str]:
        """Return the non-empty cells in the columns of these kinds, in this order."""
        indexes = chain.from_iterable(self._indexes[kind] for kind in kinds)
        return list(filter(None, (cells[index].strip() for index in indexes)))

    def first(self, cells: Sequence[str], *kinds: str) -> str:
        """Return the first of `values`, or ""."""
        return next(iter(self.values(cells, *kinds)), "")


def csv_lines(data: bytes) -> Iterator[tuple[int, list[str]]]:
    """Yield the non-empty lines, each with the number of its last line in the file. Raises
    RosterError.
    """
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise RosterError(
            f"line {line}: is not UTF-8; save the file as CSV in UTF-8"
        ) from None
    if "\0" in text:
        raise RosterError(
            f"line {text[: text.index(chr(0))].count(chr(10)) + 1}: contains a NUL "
            "(possibly not a CSV file)"
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
            f"line {reader.line_num}: cannot be read as CSV ({error}); check the quotes"
        ) from None


def heading_key(heading: str) -> str:
    """Return a key that equal headings share: "student id" for "Student_ID "."""
    return " ".join(re.sub(r"[\W_]+", " ", names.folded(heading)).split())


def _student(line: int, cells: tuple[str, ...], columns: _Columns) -> Student | None:
    """Return the student on this line, or None for a platform's other lines. Raises RosterError."""
    ids = columns.values(cells, *_IDS)
    first, last = columns.first(cells, "first"), columns.first(cells, "last")
    name = columns.first(cells, "name") or f"{first} {last}".strip()
    if _is_about_assignment(cells, ids):
        return None
    if not (ids or name):
        raise RosterError(f"line {line}: names nobody (no id, login or name)")
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


def _is_about_assignment(cells: Sequence[str], ids: Sequence[str]) -> bool:
    """Return whether the line is a platform's line about the assignment."""
    folded = [names.folded(cell.strip()) for cell in cells]
    if "manual posting" in folded and not ids:
        return True
    return folded[0].startswith("points possible") or "out of" in folded


def _name_forms(name: str) -> tuple[str, ...]:
    """Return a name squeezed, starting with each of its words: "Ada King" also as "kingada"."""
    words = name.replace(",", " ").split()
    forms = (
        _squeezed("".join([*words[index:], *words[:index]]))
        for index in range(len(words))
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
    """Raise RosterError if two lines are about the same student."""
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
    """Return keys that no other student may have: kind -> value. Kinds may share values."""
    ids = [
        (kind, _key(id)) for kind in _IDS for id in columns.values(student.cells, kind)
    ]
    identity = ids or [("name", _key(student.name))]
    return [*identity, ("shown", _key(student.shown))]


def _key(text: str) -> str:
    return " ".join(names.folded(text).split())


# Matching of deliveries.


@dataclass(frozen=True, slots=True)
class RosterMatch:
    """A person on the roster, and their delivery."""

    student: Student
    delivery: SubmissionSource | None
    """The delivery to grade for them; None if there is none or several could be it."""
    candidates: tuple[SubmissionSource, ...] = ()
    """All their deliveries; several without a `delivery` need review."""
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Matching:
    """A roster and the deliveries of a class, matched."""

    roster: Roster
    matches: tuple[RosterMatch, ...]
    """One for each person on the roster, in its order."""
    strangers: tuple[SubmissionSource, ...] = ()
    """Deliveries of nobody on the roster, or of unknown authors."""
    flags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Delivery's name -> why its author is unknown."""

    @property
    def missing(self) -> tuple[Student, ...]:
        """Students without any delivery."""
        return tuple(match.student for match in self.matches if not match.candidates)


def match(roster: Roster, deliveries: Sequence[SubmissionSource]) -> Matching:
    """Match the people on *roster* with *deliveries*.

    These are tried in order, and the first match decides: the roster's folder column; the ids given
    by the platform (number, email, login, its own), separately for each person; without people, the
    delivery's label as an id or group; names, but only if no delivery of the class could be matched
    by an id (else a stranger with a student's name would hand in for them). Members of a group
    share its only delivery. If any group has several, groups are no evidence (they may be
    tutorials): nothing is shared, and a flag is raised.
    """
    finder = _Finder(roster)
    owners = _owners(deliveries, finder.by_id)
    if not any(owner.known for owner in owners.values()):
        owners = _owners(deliveries, finder.by_name)
    owners = _without_namesakes(owners, roster)
    own: dict[int, list[SubmissionSource]] = {}
    for delivery in deliveries:
        for student in owners[delivery.name].people:
            own.setdefault(student.line, []).append(delivery)
    strangers = tuple(
        delivery for delivery in deliveries if not owners[delivery.name].people
    )
    flags = {name: (owner.why,) for name, owner in owners.items() if owner.why}
    without_work = _ids_without_work(roster, own)
    for delivery in strangers[:MOST_NEAR_MISSES]:
        hint = _is_meant(delivery, without_work)
        flags[delivery.name] = (owners[delivery.name].why + hint,)
    return Matching(roster, tuple(_matches_of(roster, own)), strangers, flags)


def _owners(
    deliveries: Iterable[SubmissionSource], find: Callable[[SubmissionSource], _Owners]
) -> dict[str, _Owners]:
    return {delivery.name: find(delivery) for delivery in deliveries}


def _without_namesakes(
    owners: Mapping[str, _Owners], roster: Roster
) -> dict[str, _Owners]:
    """Return *owners* (delivery's name -> owners) without people whose folder on the roster is the
    exact name of another delivery.
    """
    elsewhere = {
        student.line: student.folder
        for student in roster.students
        if student.folder in owners
    }
    settled = {}
    for name, owner in owners.items():
        people = [
            student
            for student in owner.people
            if elsewhere.get(student.line, name) == name
        ]
        why = owner.why
        if len(people) < len(owner.people):
            why = f"{names.display(name)} is a namesake of a folder on the roster"
        settled[name] = replace(owner, people=people, why=why)
    return settled


def _ids_without_work(
    roster: Roster, own: Mapping[int, list[SubmissionSource]]
) -> dict[str, Student]:
    """Return the ids and folders of students without a delivery."""
    by_id = {
        id: student
        for student in roster.students
        for id in (*student.ids, student.folder)
    }
    return {id: student for id, student in by_id.items() if student.line not in own}


def _is_meant(delivery: SubmissionSource, students: Mapping[str, Student]) -> str:
    """Return ": is 'muellerp' (Petra) meant?" if one of *students* has a similar id, else ""."""
    ids = [id for person in delivery.people for id in person.ids]
    near = nearest(ids or [delivery.label], students)
    if near is None:
        return ""
    id, student = near
    name = f" ({names.display(student.name)})" if student.name else ""
    return f": is '{names.display(id)}' meant{name}?"


@dataclass(frozen=True, slots=True)
class _Owners:
    """The owners of a delivery."""

    people: Sequence[Student]
    why: str = ""
    """Why it needs review; never empty without owners."""
    known: bool = True
    """Whether the roster has the key at all, possibly for several people."""


class _Index:
    """Students by a key that a delivery may be named after."""

    def __init__(
        self, students: Iterable[Student], keys: Callable[[Student], Iterable[str]]
    ) -> None:
        self._students: dict[str, list[Student]] = {}
        for student in students:
            for key in dict.fromkeys(filter(None, keys(student))):
                self._students.setdefault(key, []).append(student)

    def of(self, *keys: str) -> list[Student]:
        """Return the students with any of *keys*, without repetition."""
        students = chain.from_iterable(self._students.get(key, ()) for key in keys)
        return list(dict.fromkeys(students))


class _Finder:
    """The roster, indexed by all keys of deliveries."""

    def __init__(self, roster: Roster) -> None:
        students = roster.students
        self._exact_folders = _Index(students, lambda student: [student.folder])
        self._folders = _Index(students, lambda student: [_key(student.folder)])
        self._ids = _Index(students, lambda student: map(_key, student.ids))
        self._groups = _Index(students, lambda student: [_key(student.group)])
        self._names = _Index(students, lambda student: student.name_forms)

    def by_id(self, delivery: SubmissionSource) -> _Owners:
        """Return the owners by any key but a name."""
        in_folder = (
            self._exact_folders.of(delivery.name)
            or self._exact_folders.of(delivery.label)
            or self._folders.of(_key(delivery.label))
            or self._folders.of(_key(delivery.name))
        )
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
        display = names.display(label)
        if group:
            return _Owners(
                [], f"'{display}' is one person's id and another's group on the roster"
            )
        if alone:
            return _Owners(alone)
        return _Owners([], f"{display} is not on the roster", known=False)

    def by_name(self, delivery: SubmissionSource) -> _Owners:
        """Return the owners by name."""
        people = delivery.people or (Person(delivery.label),)
        return self._each(people, lambda person: self._names.of(_squeezed(person.name)))

    def _each(
        self, people: Iterable[Person], find: Callable[[Person], Sequence[Student]]
    ) -> _Owners:
        """Return the owners of a delivery of *people*: those for whom *find* returns a single
        student.
        """
        owners: list[Student] = []
        why = []
        matched = False
        for person in people:
            candidates = find(person)
            matched |= bool(candidates)
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
        return _Owners(list(dict.fromkeys(owners)), "; ".join(why), matched)


def _matches_of(
    roster: Roster, own: Mapping[int, list[SubmissionSource]]
) -> Iterator[RosterMatch]:
    """Yield the match of each student; groups share."""
    by_group: dict[str, dict[str, SubmissionSource]] = {}
    for student in roster.students:
        deliveries = by_group.setdefault(_key(student.group), {})
        deliveries.update(
            (delivery.name, delivery) for delivery in own.get(student.line, ())
        )
    by_group[""] = {}  # students without a group
    share = all(len(deliveries) <= 1 for deliveries in by_group.values())
    for student in roster.students:
        own_deliveries = own.get(student.line, [])
        of_group = by_group[_key(student.group)]
        if own_deliveries or not of_group:
            yield _match(student, own_deliveries)
        elif share:
            yield _match(student, list(of_group.values()))
        else:
            group, listed = names.display(student.group), names.listing(of_group)
            flag = f"no own submission, but their group '{group}' has {listed}"
            yield RosterMatch(student, None, flags=(flag,))


def _match(student: Student, deliveries: Sequence[SubmissionSource]) -> RosterMatch:
    """Return the match of a student with *deliveries*."""
    chosen = newest(deliveries)
    if chosen or not deliveries:
        return RosterMatch(student, chosen, tuple(deliveries))
    listed = names.listing(delivery.name for delivery in deliveries)
    flag = f"several submissions, and it is unclear which is newest: {listed}"
    return RosterMatch(student, None, tuple(deliveries), (flag,))
