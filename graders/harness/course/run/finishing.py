"""Finishes a graded submission, alone or in a class: marks, diagnosis, pages.

Verdicts get the marks of a scheme; then come late days and tokens, tutors' marks and decisions, for
each author (:func:`graders.harness.grading.finish.finish`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from graders.harness.assignment.manifest import Assignment
from graders.harness.course.marks import tutors, weights
from graders.harness.course.pages.page_names import authors_of, page_folder, pages_of
from graders.harness.course.people.students import Student
from graders.harness.diagnosis import Diagnosis
from graders.harness.grading.advising import AdvisorNotes, diagnosis_of
from graders.harness.grading.finish import Share, finish
from graders.harness.grading.overrides import Decisions, TutorMarks
from graders.harness.reports import result_folder
from graders.harness.reports.audience import Audience
from graders.harness.reports.report_style import ReportStyle
from graders.harness.result import Result


@dataclass(frozen=True, slots=True)
class FinishedSubmission:
    """A submission as its authors get it."""

    pages: Mapping[str, Result]
    """Page -> finished result."""
    diagnosis: Diagnosis | None
    authors: Sequence[Student] = ()
    """By the roster."""

    @property
    def result(self) -> Result:
        """The result of its first author."""
        return next(iter(self.pages.values()))

    def write(
        self,
        out: Path,
        log: Iterable[str],
        style: ReportStyle,
        *,
        sources: Mapping[str, bytes] | None,
        web: bool,
        link_to_class: Callable[[str], str] = lambda page: "",
    ) -> None:
        """Write its pages below *out*; other arguments as for `result_folder.write`. Raises
        GraderError.
        """
        for page, result in self.pages.items():
            result_folder.write(
                out,
                result,
                log,
                replace(style, people=authors_of(page, self.authors)),
                Audience.STAFF,
                sources=sources,
                web=web,
                class_page=link_to_class(page),
                place=page_folder(page),
                diagnosis=self.diagnosis,
            )


@dataclass(frozen=True, slots=True)
class Finishing:
    """The weights, marks and decisions with which submissions are finished."""

    assignment: Assignment
    scheme: weights.Scheme
    marks: TutorMarks
    decisions: Decisions

    @classmethod
    def of(cls, folder: Path, assignment: Assignment, decisions: Decisions) -> Finishing:
        """Return the weights and tutors' marks in the *folder* of results, and *decisions* on them.
        Raises GraderError.
        """
        scheme = weights.in_force(folder, assignment)
        return cls(assignment, scheme, tutors.read(folder), decisions)

    def finished(
        self,
        graded: Result,
        noted: AdvisorNotes,
        files: str,
        authors: Sequence[Student] = (),
        days_late: Fraction | None = None,
    ) -> FinishedSubmission:
        """Return a graded submission finished. Raises GraderError.

        noted: of the advisors; files: their digest; authors: by the roster, which has their late
        days; days_late: without a roster.
        """
        marked = self.scheme.applied(graded)
        shares = [Share(marked, author.days_late, author.tokens) for author in authors]
        results = finish(
            shares or [Share(marked, days_late)],
            self.scheme.manifest.late,
            self.marks,
            self.decisions,
            files,
        )
        return FinishedSubmission(
            pages_of(graded.submission, authors, results),
            diagnosis_of(marked, noted, self.assignment),
            authors,
        )
