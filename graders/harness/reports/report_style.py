"""How an assignment's results are shown: title, names, pictures, hidden checks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from graders.harness.assignment.manifest import Assignment, ManifestError, load_assignment
from graders.harness.diagnosis import Diagnosis
from graders.harness.errors import GraderError
from graders.harness.reports.audience import (
    Audience,
    HiddenCheckPolicy,
    RedactedResult,
    redact,
)
from graders.harness.reports.painting import Painter, painter_of
from graders.harness.result import Result


@dataclass(frozen=True, slots=True)
class ReportStyle:
    """How an assignment's results are shown."""

    title: str
    painter: Painter | None = None
    disclosure: HiddenCheckPolicy = HiddenCheckPolicy.TITLE
    hints: Literal["never", "after-deadline", "always"] = "never"
    """When students see the hints of a diagnosis."""
    released: HiddenCheckPolicy | None = None
    """The disclosure after a release, if the assignment sets it."""
    never: tuple[str, ...] = ()
    """Patterns of ids of hidden checks that are never released."""

    people: tuple[str, ...] = ()
    """Names of the authors, if known, for the heading of a page."""

    @classmethod
    def of(cls, assignment: Assignment) -> ReportStyle:
        """Return the style for an assignment."""
        manifest = assignment.manifest
        return cls(
            manifest.title,
            painter_of(assignment),
            HiddenCheckPolicy(manifest.hidden_checks),
            manifest.hints,
            manifest.released_checks and HiddenCheckPolicy(manifest.released_checks),
            manifest.never_released,
        )

    def redacted(
        self,
        result: Result,
        audience: Audience,
        diagnosis: Diagnosis | None = None,
        *,
        release: str | None = None,
        after_deadline: bool = False,
    ) -> RedactedResult:
        """Return *result* as *audience* sees it in this assignment. Raises GraderError.

        release: the level of a release, "" for the one that the assignment sets, None before any;
        after_deadline: whether students may see hints that wait for the deadline, as after a
        release.
        """
        is_over = after_deadline or release is not None
        return redact(
            result,
            audience,
            self.disclosure if release is None else self._level(release),
            diagnosis,
            shows_hints=self.shows_hints(after_deadline=is_over),
            never=self.never,
        )

    def _level(self, release: str) -> HiddenCheckPolicy:
        if release:
            return HiddenCheckPolicy(release)
        if self.released is None:
            raise GraderError(
                "say what is released, --release=message or --release=all, or set released_checks "
                "in assignment.toml"
            )
        return self.released

    def shows_hints(self, *, after_deadline: bool = False) -> bool:
        """Return whether students see hints now; after_deadline: whether staff say it is over."""
        return self.hints == "always" or (self.hints == "after-deadline" and after_deadline)


def report_style_of(result: Result, people: tuple[str, ...] = ()) -> ReportStyle:
    """Return the report style of the result's assignment, for a page of *people*. Raises
    GraderError if it is unknown.
    """
    try:
        style = ReportStyle.of(load_assignment(result.assignment))
    except ManifestError as error:
        raise GraderError(f"the result's assignment is unknown: {error}") from None
    return replace(style, people=people)
