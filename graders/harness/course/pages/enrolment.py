"""Changes of the roster since an earlier run: students added, removed, or in another group."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graders.harness.course.pages.class_file import ClassState
from graders.harness.course.people.students import Roster


@dataclass(frozen=True, slots=True)
class Enrolled:
    """A person on a roster; raw."""

    id: str
    name: str
    group: str

    @property
    def shown(self) -> str:
        """Return the name and id to show."""
        if "" in (self.name, self.id):
            return self.name or self.id
        return f"{self.name} ({self.id})"


def enrolled_then(state: ClassState | None) -> Mapping[str, Enrolled] | None:
    """Return the people on the roster of the class at *state*, or None without one."""
    if state is None or state.columns is None:
        return None
    on_roster = (row for row in state.rows if row.on_roster)
    return _by_key(Enrolled(row.student_id, row.name, row.group) for row in on_roster)


def _by_key(people: Iterable[Enrolled]) -> dict[str, Enrolled]:
    return {person.id or person.name: person for person in people}


def changes(then: Mapping[str, Enrolled] | None, roster: Roster | None) -> tuple[str, ...]:
    """Return the changes, one raw line each; none unless there is a roster now and was one then."""
    if then is None or roster is None:
        return ()
    now = _by_key(Enrolled(student.id, student.name, student.group) for student in roster.students)
    lines = {key: f"{now[key].shown} was added to the roster" for key in now.keys() - then.keys()}
    for key in then.keys() - now.keys():
        lines[key] = f"{then[key].shown} is no longer on the roster"
    for key in then.keys() & now.keys():
        before, after = then[key], now[key]
        if before.group != after.group:
            lines[key] = f"{after.shown}: {_group(before)} before, {_group(after)} now"
    return tuple(lines[key] for key in sorted(lines))


def _group(person: Enrolled) -> str:
    return f"group {person.group}" if person.group else "no group"
