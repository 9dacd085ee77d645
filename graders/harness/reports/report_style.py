"""How an assignment's results are shown: title, names, colours, hidden checks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from graders.harness.assignment.manifest import Manifest
from graders.harness.reports.audience import HiddenCheckPolicy


@dataclass(frozen=True, slots=True)
class ReportStyle:
    """How an assignment's results are shown."""

    title: str
    palette: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)
    """Letter of a square on a board -> its colour."""
    disclosure: HiddenCheckPolicy = HiddenCheckPolicy.TITLE
    hints: Literal["never", "after-deadline", "always"] = "never"
    """When students see the hints of a diagnosis."""

    people: tuple[str, ...] = ()
    """Names of the authors, if known, for the heading of a page."""

    @classmethod
    def of(cls, manifest: Manifest) -> ReportStyle:
        """Return the style for an assignment."""
        return cls(
            manifest.title,
            manifest.palette,
            HiddenCheckPolicy(manifest.hidden_checks),
            manifest.hints,
        )

    def shows_hints(self, *, after_deadline: bool = False) -> bool:
        """Return whether students see hints now; after_deadline: whether staff say it is over."""
        return self.hints == "always" or (
            self.hints == "after-deadline" and after_deadline
        )
