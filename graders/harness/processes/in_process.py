"""Grades a submission in this process, for a command that waits for one.

A program that passes by the prefetch then needs neither a warm process nor pytest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from graders.harness.assignment import distilled
from graders.harness.grading.grader import open_grader
from graders.harness.processes.jobs import Job, Report, Settings, grade_by_either
from graders.harness.progress import REFERENCE_FIRST, Live
from graders.harness.replay.recording import chosen
from graders.harness.result import Status
from graders.harness.sandbox.interface import Level, SandboxError


@dataclass(slots=True)
class InProcess:
    """Grades submissions one after the other, each with a grader of its own."""

    live: Live | None = None
    """Shows the checks that are done."""
    only: Sequence[str] = ()
    """Checks to run: ids, beginnings of ids or patterns; empty for all."""
    remarks: list[str] = field(default_factory=list)
    """Remarks for staff on the gradings so far, each once."""

    def grade(self, settings: Settings, job: Job) -> Report:
        """Grade one submission, perhaps with two Pythons. Raises GraderError."""
        return grade_by_either(settings, job, self._grade)

    def _grade(self, settings: Settings, job: Job) -> Report:
        assignment, submission = settings.load(), job.submission
        with open_grader(
            assignment,
            choice=settings.sandbox,
            minimum=Level.parse(settings.minimum),
            python=settings.python,
            only=None if self.only else submission,  # no style check of some checks
        ) as grader:
            grader.progress = self.live
            if self.live:
                self.live.stage(REFERENCE_FIRST, "reference: ")
            self._remark(distilled.remark(assignment, grader.recorded().distilled))
            only = None
            if self.only:
                see = f"`grader list {assignment.id}` lists them"
                only = chosen(self.only, grader.recorded().checks, see=see)
            if self.live:
                self.live.stage("")
            graded = grader.grade(submission, only=only, used=job.used)
            self._remark(grader.linters.lacking)
        if graded.fault and graded.result.status is Status.GRADED:
            raise SandboxError(graded.fault)  # in the survey: a deduction may be lacking
        return Report.of(graded)

    def _remark(self, text: str) -> None:
        if text and text not in self.remarks:
            self.remarks.append(text)
