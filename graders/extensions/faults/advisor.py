"""Advises on submissions: notes how checks failed and where, and names the faults later."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from graders.extensions.faults import reading
from graders.extensions.faults.localise import public_spectra, suspects
from graders.extensions.faults.noting import NAME, Noted, symptoms_of
from graders.extensions.faults.one_cause import Search
from graders.extensions.faults.repairs import Tools
from graders.extensions.faults.suspects import NO_SUSPECTS, Spectrum, Suspects
from graders.extensions.faults.symptoms import Symptoms
from graders.harness.assignment.manifest import Assignment
from graders.harness.diagnosis import Diagnosis
from graders.harness.grading.submission_run import SubmissionAdvisor, SubmissionRun
from graders.harness.intake import Submission
from graders.harness.result import Flag, Result

if TYPE_CHECKING:
    from graders.harness.grading.benches import Benches


@dataclass(slots=True)
class OnSubmission:
    """Notes what is found out about one submission."""

    benches: Benches
    tools: Tools
    submission: Submission
    early: list[Spectrum] | None = None
    """Lines that public calls reach, if measured before any hidden call."""
    symptoms: Symptoms | None = None
    """None before all checks are decided."""
    suspects: Suspects = NO_SUSPECTS

    def before_hidden(self, run: SubmissionRun) -> None:
        """Measure what public calls reach, if students may see it."""
        self.early = public_spectra(self.benches, self.submission, run)

    def flags(self, run: SubmissionRun) -> tuple[Flag, ...]:
        """Return a flag for one cause of many failures, and look for the lines of the faults."""
        found = Search(self.benches, self.tools, self.submission, run).flags()
        self.symptoms = symptoms_of(run)
        self.suspects = suspects(self.benches, self.submission, run, self.symptoms, self.early)
        return found

    def noted(self, run: SubmissionRun) -> Noted | None:
        """Return the symptoms and the suspected lines; None of a submission without symptoms."""
        if self.symptoms is None:
            self.symptoms = symptoms_of(run)
        return Noted(self.symptoms, self.suspects) if self.symptoms else None


class OfGrader:
    """Advises on the submissions of one grader."""

    def __init__(self, benches: Benches) -> None:
        assert benches.reference is not None, "nobody is advised without a reference"
        self._benches = benches
        self._tools = Tools(benches.assignment, benches.reference.submitted)

    def read_ahead(self) -> None:
        """Read dictionary and reference once, because most submissions fail a check."""
        reading.dictionary_of(self._benches.assignment)
        _ = self._tools.stand_ins

    def of(self, submission: Submission) -> SubmissionAdvisor:
        """Return the advisor on *submission*."""
        return OnSubmission(self._benches, self._tools, submission)


class FaultAdvisor:
    """Names the faults of submissions by the assignment's dictionary."""

    name = NAME

    def open(self, benches: Benches) -> OfGrader:
        """Return the advisor of a grader. Raises GraderBroken for wrong rewritings."""
        return OfGrader(benches)

    def diagnosis(
        self, result: Result, noted: msgspec.Raw, assignment: Assignment
    ) -> Diagnosis | None:
        """Return the known faults of the submission with *result*."""
        return reading.of_result(result, msgspec.json.decode(noted, type=Noted), assignment)

    def remark(self, assignment: Assignment) -> str:
        """Return a remark on a dictionary that is damaged or in part stale."""
        return reading.remark(assignment)
