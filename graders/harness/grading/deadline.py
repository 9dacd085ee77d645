"""A deadline, and how late a submission is by it.

The time of a submission is the platform's record of it, never a file's or git's, which students
choose.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from fractions import Fraction

from graders.harness.assignment.manifest import Late
from graders.harness.errors import GraderError
from graders.harness.intake import moments
from graders.harness.result import one_line

_DAY = timedelta(days=1) // timedelta(microseconds=1)
"""Microseconds of a day."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """The end of an assignment."""

    moment: datetime
    """With its zone. The whole minute belongs to it: platforms write minutes only."""
    zone: tzinfo | None = None
    """The zone of times that name none; None if staff have not said which."""

    def days_late(self, submitted: datetime, extension: datetime | None = None) -> Fraction:
        """Return by how many days a submission is late; 0 if it is in time.

        extension: a later deadline of this person. Raises GraderError for a time of an unknown
        zone.
        """
        if submitted.tzinfo is None:
            submitted = moments.first_in(submitted, self._zone(submitted))
        end = self.moment
        if extension is not None and extension.tzinfo is None:
            extension = moments.last_in(extension, self._zone(extension))
        if extension is not None:
            end = max(end, extension)
        end = end.astimezone(UTC).replace(second=59, microsecond=999_999)
        late = (submitted - end) // timedelta(microseconds=1)
        return max(Fraction(late, _DAY), Fraction(0))

    def _zone(self, moment: datetime) -> tzinfo:
        if self.zone is None:
            raise GraderError(
                f"the platform's times, such as {moment:%Y-%m-%d %H:%M}, name no time zone: say "
                "which it is with --zone, such as --zone America/Toronto (zone in [late]). It is "
                "that of the course, or of the person who exported"
            )
        return self.zone


def parse(text: str, zone: str = "") -> Deadline:
    """Return the deadline in *text*, such as "2026-10-02 23:59 America/Toronto". Raises
    GraderError.

    zone: the name of the zone of times that name none.
    """
    others = moments.zone_of(zone) if zone else None
    moment = moments.with_zone(text)
    if moment is None or moment.tzinfo is None:
        raise GraderError(
            f"the deadline '{one_line(text, 60)}' must have a date, a time and its zone, such as "
            "2026-10-02 23:59 America/Toronto, or 2026-10-02 23:59 -04:00"
        )
    return Deadline(moment, others)


def of_policy(late: Late | None) -> Deadline | None:
    """Return the deadline of a late policy; None if it has none. Raises GraderError."""
    return parse(late.deadline, late.zone) if late and late.deadline else None
