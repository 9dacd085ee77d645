"""A platform: its download, its rosters, and how marks and pages go back to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graders.extensions.platforms.feedback import Target
from graders.extensions.platforms.marks_tables import (
    AssignmentColumns,
    Marks,
    MarksOptions,
)
from graders.harness.extensions import added
from graders.harness.intake.platforms import Shape

__all__ = ["AssignmentColumns", "Marks", "MarksOptions", "Platform", "Target"]


@dataclass(frozen=True, slots=True)
class Platform:
    """A platform. A group, lateness and attempts are those of its own record of a download."""

    name: str
    """The name given to ``--for``."""
    title: str
    recognise: Shape
    """Returns the deliveries of a download, or None if the folder is no download of it."""
    marks: Marks | None = None
    feedback: Target | None = None
    headings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Headings of its rosters that `course.headings` does not have: kind -> headings."""
    time_forms: tuple[str, ...] = ()
    """Forms of its times, as for ``strptime``, with "11:31 PM" for "1131 pm"."""


def with_ways_back() -> list[Platform]:
    """Return the platforms to which marks or pages may go, also those of other extensions."""
    return [platform for platform in added("platforms") if isinstance(platform, Platform)]
