"""The protocol that every platform's module follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graders.harness.course.feedback import Target
from graders.harness.course.marks_tables import (
    AssignmentColumns,
    Marks,
    MarksOptions,
)
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
    formats: tuple[str, ...] = ()
    """Formats of one result (`reports.formats`) that it takes."""
    marks: Marks | None = None
    feedback: Target | None = None
    headings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Headings of its rosters that `course.headings` does not have: kind -> headings."""
