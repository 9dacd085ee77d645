"""Joins deliveries to the people on the roster, and never by a guess.

A person owns a delivery if staff say so (the roster's column for folders, `decisions.toml`), if an
id of the platform is theirs and the name beside it is not somebody else's, or if a unique name
agrees with every other sign. All else is a question for staff, with the candidates. Keys are equal
after folding case, Unicode form and spaces.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product

from graders.harness.course.people.class_list import csv_lines, parse_roster, read_roster
from graders.harness.course.people.headings import heading_key, headings_of
from graders.harness.course.people.near_misses import nearest
from graders.harness.course.people.people_names import Names, plain
from graders.harness.course.people.students import (
    GroupsQuestion,
    Matching,
    Question,
    Roster,
    RosterError,
    RosterMatch,
    Student,
    key,
    shown_of,
    squeezed,
)
from graders.harness.intake import names
from graders.harness.intake.bulk import newest
from graders.harness.intake.delivery import Person, SubmissionSource

__all__ = [
    "Matching",
    "Question",
    "Roster",
    "RosterError",
    "RosterMatch",
    "Student",
    "csv_lines",
    "heading_key",
    "headings_of",
    "match",
    "parse_roster",
    "read_roster",
]

MOST_NEAR_MISSES = 100
"""Unmatched deliveries for which similar ids are searched; with more, it is another class's roster.
"""
SHORTEST_ID = 3
"""Letters of an id that is sought within the name of a delivery."""
NOBODY = "nobody"
"""The answer that a delivery is of nobody on the roster."""
BY_GROUP_ALONE = (
    "no submission of their own, but their group has one: whether groups hand in together is a "
    "question in decisions.toml"
)
"""The flag of a person whose mark would rest on the roster's group alone."""


def match(
    roster: Roster,
    deliveries: Sequence[SubmissionSource],
    answers: Mapping[str, Sequence[str]] = {},
    together: bool | None = None,
) -> Matching:
    """Match the people on *roster* with *deliveries*. Raises RosterError for a wrong answer.

    These are tried in order, and the first match decides: staff's *answers* (delivery's name ->
    ids, or `NOBODY`); the roster's folder column; the ids given by the platform (number, email,
    login, its own), separately for each person, unless it is a number beside another person's name;
    a group's name; without people, the delivery's label as an id or group; names, but only if no
    delivery of the class could be matched by an id (else a stranger with a student's name would
    hand in for them).

    together: staff's answer whether the members of a group hand in together, None without one. A
    delivery that names the group is all members'. Any other is theirs only if the answer is yes,
    because groups on a roster may be tutorials. If the answer is no, groups count for nothing.
    """
    finder = _Finder(roster, with_groups=together is not False)
    owners = _owners(deliveries, finder.by_id)
    if len(deliveries) == 1 and not owners[deliveries[0].name].known:
        renamed = [_called_as_its_folder(deliveries[0])]
        again = _owners(renamed, finder.by_id)
        if again[renamed[0].name].known:
            deliveries, owners = renamed, again
    if not any(owner.known for owner in owners.values()):
        owners = _owners(deliveries, finder.by_name)
        owners = _without_doubles(owners, deliveries)
    owners = _without_namesakes(owners, roster)
    owners |= finder.answered(deliveries, answers)
    deliveries_of: dict[int, list[SubmissionSource]] = defaultdict(list)
    for delivery, student in _owned(deliveries, owners):
        deliveries_of[student.line].append(delivery)
    strangers = tuple(delivery for delivery in deliveries if not owners[delivery.name].people)
    flags = {name: (owner.why,) for name, owner in owners.items() if owner.why}
    without_work = _ids_without_work(roster, deliveries_of)
    mentions = _Mentions(without_work)
    questions = []
    for number, delivery in enumerate(strangers):
        owner = owners[delivery.name]
        candidates = owner.candidates
        if not owner.is_answer:
            is_near = number < MOST_NEAR_MISSES
            hint, near = _is_meant(delivery, without_work) if is_near else ("", ())
            if not candidates and not near:
                hint, near = mentions.of(delivery)
            flags[delivery.name] = (owner.why + hint,)
            candidates = tuple(dict.fromkeys([*candidates, *near]))
        if candidates:
            why = "".join(flags[delivery.name])
            questions.append(Question(delivery, why, candidates))
    matches, about_groups = _matches_of(roster, deliveries_of, together)
    return Matching(roster, matches, strangers, flags, tuple(questions), about_groups)


def _called_as_its_folder(only: SubmissionSource) -> SubmissionSource:
    """Return the only delivery of a class, known by the folder around it: a class of one
    repository, whose files are in a folder of the assignment, has no other sign of that.
    """
    around = "" if only.people else "".join(only.keys[-2:-1]).rpartition("/")[0]
    return replace(only, label=around or only.label)


def _owners(
    deliveries: Iterable[SubmissionSource], find: Callable[[SubmissionSource], _Owners]
) -> dict[str, _Owners]:
    return {delivery.name: find(delivery) for delivery in deliveries}


def _owned(
    deliveries: Iterable[SubmissionSource], owners: Mapping[str, _Owners]
) -> Iterator[tuple[SubmissionSource, Student]]:
    """Yield each delivery with each of its owners."""
    for delivery in deliveries:
        yield from product([delivery], owners[delivery.name].people)


def _ids(delivery: SubmissionSource) -> tuple[str, ...]:
    """Return the platform's ids of all people of *delivery*."""
    return tuple(chain.from_iterable(person.ids for person in delivery.people))


def _without_doubles(
    owners: Mapping[str, _Owners], deliveries: Sequence[SubmissionSource]
) -> dict[str, _Owners]:
    """Return *owners*, found by names, without those of two people of the platform: one name of
    two people tells neither.
    """
    claims: dict[int, set[tuple[str, ...]]] = defaultdict(set)
    for delivery, student in _owned(deliveries, owners):
        claims[student.line].add(_ids(delivery))
    settled = {**owners}
    for name, owner in owners.items():
        doubles = tuple(person for person in owner.people if len(claims[person.line]) > 1)
        if doubles:
            names_alike = names.listing(student.name for student in doubles)
            why = f"several people of the platform have the name {names_alike}"
            settled[name] = replace(owner, people=(), why=why, candidates=doubles)
    return settled


def _without_namesakes(owners: Mapping[str, _Owners], roster: Roster) -> dict[str, _Owners]:
    """Return *owners* (delivery's name -> owners) without people whose folder on the roster is the
    exact name of another delivery.
    """
    settled = {**owners}
    for name, owner in owners.items():
        people = [
            person
            for person in owner.people
            if person.folder == name or person.folder not in owners
        ]
        if len(people) < len(owner.people):
            why = f"{names.display(name)} is a namesake of a folder on the roster"
            settled[name] = replace(owner, people=people, why=why)
    return settled


def _ids_without_work(
    roster: Roster, deliveries_of: Mapping[int, list[SubmissionSource]]
) -> dict[str, Student]:
    """Return the ids and folders of students without a delivery."""
    by_id = {id: student for student in roster.students for id in (*student.ids, student.folder)}
    return {id: student for id, student in by_id.items() if student.line not in deliveries_of}


def _is_meant(
    delivery: SubmissionSource, students: Mapping[str, Student]
) -> tuple[str, tuple[Student, ...]]:
    """Return ": is 'muellerp' meant (Petra)?" and the person if one of *students* has a similar id,
    else "" and nobody.
    """
    ids = [item for item in _ids(delivery) if not _is_participant(item)]
    near = nearest(ids or [delivery.label], students)
    if near is None:
        return "", ()
    id, student = near
    name = f" ({names.display(student.name)})" if student.name else ""
    return f": is '{names.display(id)}' meant{name}?", (student,)


class _Mentions:
    """People by the words of which a delivery's name may be made."""

    def __init__(self, students: Mapping[str, Student]) -> None:
        """students: by their ids."""
        self._by_id = {
            key(id): student for id, student in students.items() if len(id) >= SHORTEST_ID
        }
        self._names = Names(dict.fromkeys(students.values()))

    def of(self, delivery: SubmissionSource) -> tuple[str, tuple[Student, ...]]:
        """Return a hint, and the people of whom an id is a word of what the delivery is called,
        such as "hw1-ada-main", else those whose names share most with it: "Fox, Benjamin (Ben)".
        """
        called = shown_of(delivery)
        words = map(key, re.split(r"[\W_]+", called))
        by_id = dict.fromkeys(self._by_id[word] for word in words if word in self._by_id)
        people = tuple(by_id) or self._names.alike(called)
        names_of = names.listing(student.name or student.shown for student in people)
        return f": is {names_of} meant?" if people else "", people


@dataclass(frozen=True, slots=True)
class _Owners:
    """The owners of a delivery."""

    people: Sequence[Student]
    why: str = ""
    """Why it needs review; never empty without owners, unless staff say so."""
    known: bool = True
    """Whether the roster has the key at all, possibly for several people."""
    candidates: tuple[Student, ...] = ()
    """People who may be meant."""
    is_answer: bool = False


class _Index:
    """Students by a key that a delivery may be named after."""

    def __init__(
        self, students: Iterable[Student], keys: Callable[[Student], Iterable[str]]
    ) -> None:
        self._students: dict[str, list[Student]] = {}
        for student in students:
            for name in dict.fromkeys(filter(None, keys(student))):
                self._students.setdefault(name, []).append(student)

    def of(self, *keys: str) -> list[Student]:
        """Return the students with any of *keys*, without repetition."""
        students = chain.from_iterable(self._students.get(name, ()) for name in keys)
        return list(dict.fromkeys(students))


def _groups_of(student: Student) -> tuple[str, ...]:
    """Return the groups of a student, not those that a cell lists: a group's name, which students
    may choose, may have a comma and another group's name.
    """
    return (student.group, *student.groups[:1])


def _slug(group: str) -> str:
    """Return what platforms keep of a group's name in the name of a file or repository."""
    return plain(squeezed(group))


class _Finder:
    """The roster, indexed by all keys of deliveries."""

    def __init__(self, roster: Roster, *, with_groups: bool) -> None:
        students = roster.students
        in_groups = students if with_groups else ()
        self._exact_folders = _Index(students, lambda student: [student.folder])
        self._folders = _Index(students, lambda student: [key(student.folder)])
        self._ids = _Index(students, lambda student: map(key, student.ids))
        self._groups = _Index(in_groups, lambda each: map(key, _groups_of(each)))
        self._slugs = _Index(in_groups, lambda each: map(_slug, _groups_of(each)))
        self._listed = _Index(in_groups, lambda each: map(_slug, each.groups[1:]))
        self._names = Names(students)

    def answered(
        self,
        deliveries: Iterable[SubmissionSource],
        answers: Mapping[str, Sequence[str]],
    ) -> dict[str, _Owners]:
        """Return staff's answers. Raises RosterError for one that is not on the roster."""
        owners = {}
        for name in [delivery.name for delivery in deliveries if answers.get(delivery.name)]:
            if list(answers[name]) == [NOBODY]:
                owners[name] = _Owners([], is_answer=True)
                continue
            people = []
            for answer in answers[name]:
                found = self._ids.of(key(answer)) or self._names.exactly(answer)
                if len(found) != 1:
                    raise RosterError(
                        f"the answer for {names.display(name)} names "
                        f"'{names.display(answer)}', who is not one person on the roster; give "
                        f'an id of the roster, or "{NOBODY}"'
                    )
                people += found
            owners[name] = _Owners(people, is_answer=True)
        return owners

    def by_id(self, delivery: SubmissionSource) -> _Owners:
        """Return the owners by any key but a person's name."""
        tries = (
            self._exact_folders.of(delivery.name),
            self._exact_folders.of(delivery.label),
            self._folders.of(key(delivery.label)),
            self._folders.of(key(delivery.name)),
        )
        in_folder = next(filter(None, tries), None)
        if in_folder:
            return _Owners(in_folder)
        if delivery.people:
            return _all_of([self._of_person(person) for person in delivery.people])
        return self._by_label(delivery.label)

    def _by_label(self, label: str) -> _Owners:
        alone, group = self._ids.of(key(label)), self._group(label)
        if group and set(alone) <= set(group):
            return _Owners(group)
        display = names.display(label)
        if group:
            return _Owners(
                [],
                f"'{display}' is one person's id and another's group on the roster",
                candidates=(*alone, *group),
            )
        if alone:
            return _Owners(alone)
        namesakes = tuple(self._names.exactly(label))
        ids = names.listing(namesake.shown for namesake in namesakes)
        named = f"no id on the roster, but the name of {ids}: answer in decisions.toml"
        why = f"{display} is {named if namesakes else 'not on the roster'}"
        return _Owners([], why, known=False, candidates=namesakes)

    def _group(self, *called: str) -> list[Student]:
        """Return the members of the only group that is called so, by its name or a slug of it."""
        for index, form in ((self._groups, key), (self._slugs, _slug)):
            wanted = {form(item) for item in called}
            members = index.of(*wanted)
            groups = {
                key(group)
                for student in members
                for group in _groups_of(student)
                if form(group) in wanted
            }
            if members:
                return members if len(groups) == 1 else []
        return []

    def _of_person(self, person: Person) -> _Owners:
        """Return the owners by a person of the platform, or the group that it calls so."""
        who = names.display(person.shown)
        found = self._ids.of(*map(key, person.ids))
        if len(found) > 1:
            return _several(who, found)
        if not found:
            return self._of_group_called(person, who)
        (student,) = found
        in_words = map(key, (id_ for id_ in person.ids if not _is_number(id_)))
        by_number = not self._ids.of(*in_words)
        doubted = by_number and (person.name or not person.certain)
        if doubted and not self._is_named(person, student):
            group = self._group(*filter(None, [person.name]))
            if group:
                return _Owners(group)
            other = self._names.exactly(person.name)
            number = names.display(" ".join(person.ids))
            name_of = names.display(student.name or student.shown)
            why = f"{number} is {name_of} on the roster, not {who}"
            return _Owners([], why, known=False, candidates=(student, *other))
        return _Owners(found)

    def _of_group_called(self, person: Person, who: str) -> _Owners:
        """Return the group that the platform writes for a person, if nobody has that name."""
        group = self._group(*filter(None, [person.name, *person.ids]))
        namesakes = self._names.exactly(person.name)
        if group and not namesakes:
            return _Owners(group)
        why = f"{who} is not on the roster"
        if group:
            why = f"'{who}' is one person's name and another's group on the roster"
        listed = self._listed.of(*map(_slug, [person.name, *person.ids]))
        found = (*group, *namesakes, *listed)
        return _Owners([], why, bool(group), candidates=found)

    def _is_named(self, person: Person, student: Student) -> bool:
        """Return whether the platform's name of a person may be the student's."""
        has_names = person.name and student.name
        if not has_names:
            return person.certain
        return self._names.agree(person.name, student)

    def by_name(self, delivery: SubmissionSource) -> _Owners:
        """Return the owners by name."""
        people = delivery.people or (Person(delivery.label),)
        return _all_of([self._named(person) for person in people])

    def _named(self, person: Person) -> _Owners:
        who = names.display(person.shown)
        found = self._names.exactly(person.name)
        numbered = self._ids.of(*map(key, person.ids))
        if numbered and found != numbered:
            whose = names.listing(student.name or student.shown for student in numbered)
            number = names.display(" ".join(person.ids))
            why = f"{number} is {whose} on the roster, not {who}"
            return _Owners([], why, False, candidates=(*numbered, *found))
        if not found:
            return _Owners([], f"{who} is not on the roster", known=False)
        if len(found) > 1:
            return _several(who, found)
        theirs = next((id_ for id_ in person.ids if _is_participant(id_)), "")
        others = next((id_ for id_ in found[0].ids if _is_participant(id_)), "")
        if theirs and others and not numbered:
            why = f"{who} is {others} on the roster, not {theirs}"
            why += " (the sheet of another assignment?)"
            return _Owners([], why, candidates=tuple(found))
        return _Owners(found)


PARTICIPANT = "Participant "
"""The beginning of Moodle's own id of a person, followed by their number."""


def _is_participant(id: str) -> bool:
    return id.startswith(PARTICIPANT)


def _is_number(id: str) -> bool:
    """Return whether an id is a number, which may be another person's on another platform."""
    return id.removeprefix(PARTICIPANT).strip().isdecimal()


def _several(who: str, found: Sequence[Student]) -> _Owners:
    lines = ", ".join(map(str, sorted(student.line for student in found)))
    why = f"'{who}' could be several people on the roster (lines {lines})"
    return _Owners([], why, candidates=tuple(found))


def _all_of(owners: Sequence[_Owners]) -> _Owners:
    """Return the owners of a delivery of several people."""
    return _Owners(
        list(dict.fromkeys(chain.from_iterable(owner.people for owner in owners))),
        "; ".join(filter(None, (owner.why for owner in owners))),
        any(owner.known for owner in owners),
        tuple(chain.from_iterable(owner.candidates for owner in owners)),
    )


def _matches_of(
    roster: Roster, deliveries_of: Mapping[int, list[SubmissionSource]], together: bool | None
) -> tuple[tuple[RosterMatch, ...], GroupsQuestion | None]:
    """Return the match of each student, and the question about groups if one is open."""
    by_group: dict[str, dict[str, SubmissionSource]] = {}
    named = set[str]()
    for student in roster.students:
        deliveries = by_group.setdefault(key(student.group), {})
        for delivery in deliveries_of.get(student.line, ()):
            deliveries[delivery.name] = delivery
            if _is_named_after_group(delivery, student):
                named.add(delivery.name)
    by_group.pop("", None)  # students without a group
    matches = []
    asked = []
    for student in roster.students:
        own_deliveries = deliveries_of.get(student.line, [])
        of_group = by_group.get(key(student.group), {})
        if own_deliveries or not of_group or together is False:
            matches.append(_match(student, own_deliveries))
        elif together or of_group.keys() <= named:
            matches.append(_match(student, list(of_group.values())))
        else:
            asked.append((student, tuple(of_group.values())))
            matches.append(RosterMatch(student, None, flags=(BY_GROUP_ALONE,)))
    question = GroupsQuestion(
        roster.group_heading,
        len(by_group),
        sum(not deliveries for deliveries in by_group.values()),
        tuple(asked),
    )
    return tuple(matches), question if asked else None


def _is_named_after_group(delivery: SubmissionSource, owner: Student) -> bool:
    """Return whether the platform wrote the owner's group before their name, as Moodle did before
    4.1 if groups hand in.
    """
    wholes = {_slug(owner.group) + plain(form) for form in owner.name_forms}
    called = {_slug(person.name) for person in delivery.people}
    return bool(owner.group) and not wholes.isdisjoint(called)


def _match(student: Student, deliveries: Sequence[SubmissionSource]) -> RosterMatch:
    """Return the match of a student with *deliveries*."""
    chosen = newest(deliveries)
    if chosen or not deliveries:
        return RosterMatch(student, chosen, tuple(deliveries))
    listed = names.listing(delivery.name for delivery in deliveries)
    flag = f"several submissions, and it is unclear which is newest: {listed}"
    return RosterMatch(student, None, tuple(deliveries), (flag,))
