"""Advises on submissions: notes how checks failed and where, and names the faults later."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from graders.extensions.faults import reading
from graders.extensions.faults.evident import Evident, evident, with_lines
from graders.extensions.faults.localise import SubmittedCode, all_spectra, suspects
from graders.extensions.faults.marked import with_marks
from graders.extensions.faults.noting import (
    NAME,
    Noted,
    nameable,
    symptoms_of,
    symptoms_on_all_examples,
)
from graders.extensions.faults.one_cause import Search
from graders.extensions.faults.repairs import Tools, of_terminal
from graders.extensions.faults.slips import NO_SLIPS, Slips, slips
from graders.extensions.faults.suspects import Suspects
from graders.extensions.faults.symptoms import Symptoms
from graders.harness.assignment.manifest import Assignment
from graders.harness.diagnosis import Diagnosis
from graders.harness.grading.submission_run import SubmissionAdvisor, SubmissionRun
from graders.harness.handout.unwritten import of_another
from graders.harness.intake import Submission
from graders.harness.result import Flag, Result, Verdict, Visibility

if TYPE_CHECKING:
    from graders.harness.grading.benches import Benches


@dataclass(slots=True)
class OnSubmission:
    """Notes what is found out about one submission."""

    benches: Benches
    tools: Tools
    submission: Submission
    symptoms: Symptoms = field(default_factory=dict)
    """Those that are known; at first, of checks that have gone on behind their first failure."""
    suspects: Suspects = ()
    evident: tuple[Evident, ...] = ()
    slips: Slips = NO_SLIPS

    def before_hidden(self, run: SubmissionRun) -> None:
        """Go on with failed public checks."""
        self._go_on(run, Visibility.PUBLIC)

    def flags(self, run: SubmissionRun) -> tuple[Flag, ...]:
        """Return a flag for one cause of many failures, and look for the lines of the faults; in an
        author's trial only go on with failed checks.
        """
        self._go_on(run, Visibility.HIDDEN)
        if not run.policy.search_calls:
            return ()
        self.symptoms = symptoms_of(run, self.symptoms)
        passed = [
            check_run.spec.id
            for check_run in run.results()
            if check_run.outcome.verdict is Verdict.PASSED
        ]
        explanation = reading.explained(self.symptoms, passed, self.benches.assignment)
        named = explanation.faults
        spectra = all_spectra(self.benches, self.submission, run, explanation)
        # without lines, what a name says of its function is all that is known
        known = [
            fault
            for fault in named
            if not fault.is_like and (fault.is_unwritten or not (spectra or fault.is_mutant))
        ]
        functions = dict.fromkeys(function for fault in known for function in fault.functions)
        files = self.submission.files
        code = SubmittedCode(self.benches.assignment, files)
        places = suspects(code, run, spectra, functions)
        found = Search(self.benches, self.tools, self.submission, run, code, spectra, named).flags()
        failures = {id_: failure.outcome for id_, failure, _ in nameable(run)}
        self.evident = evident(failures, found, files)
        if not any(flag.values.get("repair") in ("output", "input") for flag in found):
            self.slips = slips(run, of_terminal(files, self.tools.rewritings))
        failed = tuple(one.spec.id for one in run.results() if one.outcome.verdict.is_failure)
        if len(failed) > len(passed):
            other = of_another(self.benches.assignment, files)
            asked = (Evident("assignment", sentence, failed) for sentence in other)
            self.evident = (*asked, *self.evident)
        self.suspects = with_lines(places, self.evident)
        return found

    def noted(self, run: SubmissionRun) -> Noted | None:
        """Return the symptoms and the suspected lines; None of a submission without symptoms."""
        symptoms = symptoms_of(run, self.symptoms)
        if not symptoms:
            return None
        absent = reading.absent(self.submission.files, self.benches.assignment)
        seen = [one for one in self.evident if one.kind != "output" or not self.slips.found]
        evident = (*self.slips.found, *seen)
        return Noted(symptoms, self.suspects, evident, absent, self.slips.cured, self.slips.behind)

    def _go_on(self, run: SubmissionRun, visibility: Visibility) -> None:
        """Note on which further examples the failed checks of a *visibility* fail."""
        found = symptoms_on_all_examples(self.benches, self.submission, run, visibility)
        self.symptoms.update(found)


class OfGrader:
    """Advises on the submissions of one grader."""

    def __init__(self, benches: Benches) -> None:
        assert benches.reference is not None, "nobody is advised without a reference"
        self._benches = benches
        self._tools = Tools(benches.assignment, benches.reference.submitted)

    def read_ahead(self) -> None:
        """Read dictionary, reference and marked driver once: most submissions fail a check."""
        reading.dictionary_of(self._benches.assignment)
        _ = self._tools.stand_ins
        if self._benches.assignment.manifest.java is None:
            self._benches.read_ahead(with_marks)

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
