"""The people of a class as data: the class list, and whose each delivery is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from itertools import chain

from graders.harness.errors import GraderError
from graders.harness.intake import names
from graders.harness.intake.delivery import SubmissionSource


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
    groups: tuple[str, ...]
    """The cell of a person who may be in several groups, and the groups that it lists. Nobody
    shares by them.
    """
    folder: str
    """Name of the submission, if the roster has it; of "org/hw1-ada" the last part."""
    days_late: Fraction | None
    extension: Fraction
    """Days by which their deadline is later; `days_late` is without them."""
    own_deadline: datetime | None
    unread_deadline: str
    """Their own deadline in a form or language that is not read, else ""."""
    submitted: datetime | None
    """The time of their submission by the platform's table."""
    tokens: Fraction
    """Days that they may still be late for free."""
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
    maxima: Mapping[str, str] = field(default_factory=dict)
    """Heading -> the cell of Canvas' line of points possible, if there is such a line."""
    group_heading: str = ""
    """The heading of the column of groups, as written."""


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
class Question:
    """A delivery whose author staff have to name."""

    delivery: SubmissionSource
    why: str
    candidates: tuple[Student, ...]


@dataclass(frozen=True, slots=True)
class GroupsQuestion:
    """Whether the members of a group hand in together, which staff have to say for the class."""

    heading: str
    """Of the roster's column of groups."""
    groups: int
    """The number of groups."""
    without_work: int
    """The number of groups that have handed in nothing."""
    people: tuple[tuple[Student, tuple[SubmissionSource, ...]], ...]
    """People without a submission of their own, each with those of their group."""


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
    questions: tuple[Question, ...] = ()
    about_groups: GroupsQuestion | None = None

    @property
    def missing(self) -> tuple[Student, ...]:
        """Students without any delivery."""
        return tuple(match.student for match in self.matches if not match.candidates)

    def refuse_nobody(self) -> None:
        """Raise RosterError if there are deliveries, and none is of anybody on the roster. Of
        deliveries without a platform's ids, most with one candidate are enough.
        """
        meant = [question for question in self.questions if len(question.candidates) == 1]
        is_asked = 2 * len(meant) > len(self.strangers) and not any(
            delivery.people for delivery in self.strangers
        )
        if not self.strangers or is_asked or len(self.missing) < len(self.matches):
            return
        whose = names.listing(map(shown_of, self.strangers))
        ids = names.listing(student.shown for student in self.roster.students)
        why = self.flags.get(self.strangers[0].name, ("",))[0]
        raise RosterError(
            f"nobody on the roster matches a submission: submissions are of {whose}, the roster "
            f"lists {ids} ({why}). Is it the roster of this class, with the platform's ids or "
            "names? A column `folder` can name each person's submission"
        )


def squeezed(name: str) -> str:
    """Return the letters and digits of a name, folded."""
    return "".join(character for character in names.folded(name) if character.isalnum())


def key(text: str) -> str:
    """Return a key that ids and groups share if they differ in case, form or spaces only."""
    return " ".join(names.folded(text).split())


def shown_of(delivery: SubmissionSource) -> str:
    """Return the label of a delivery and an id of each of its people."""
    ids = list(chain.from_iterable(person.ids[:1] for person in delivery.people))
    return " ".join(dict.fromkeys([delivery.label, *ids]))
