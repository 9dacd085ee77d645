"""Grades the course's own programs (reference, starter, exemplars, mutants) like a class."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec
from rich.console import Console

from graders.extensions.shared.mutants import Mutant, mutants_by_depth, mutants_of
from graders.extensions.shared.mutants.reasons import load_deepest
from graders.harness.assignment.manifest import Assignment
from graders.harness.course.run.batch import Batch
from graders.harness.course.run.class_plan import executor_of
from graders.harness.course.run.deliveries import GradedSubmission
from graders.harness.course.run.store import Store
from graders.harness.intake import Submission, submission_from_bytes
from graders.harness.intake.delivery import SubmissionSource
from graders.harness.intake.submission import HasFiles
from graders.harness.processes.jobs import Settings
from graders.harness.progress import Steps
from graders.harness.result import Result, Status
from graders.harness.sandbox.interface import Level


@dataclass(frozen=True, slots=True)
class Gradings:
    """Grades programs in warm processes."""

    assignment: Assignment
    settings: Settings
    jobs: int
    """Submissions graded at once."""
    messages: Console
    """Console for progress."""
    use_store: bool = True
    """Whether to use stored results of this exact grader."""

    def graded(
        self,
        submissions: Mapping[str, Submission],
        settings: Settings,
        title: str,
        *,
        arrived: Callable[[GradedSubmission], None] = lambda done: None,
    ) -> Mapping[str, GradedSubmission]:
        """Grade *submissions*; return the graded ones by name. Raises GraderBroken.

        title: shown in the progress line; arrived: called with each submission once it is graded.
        """
        done: dict[str, GradedSubmission] = {}
        if not submissions:
            return done
        with (
            Steps(self.messages, len(submissions)) as steps,
            executor_of(self.jobs) as (executor, width),
        ):

            def finished(submission: GradedSubmission) -> None:
                done[submission.delivery.name] = submission
                arrived(submission)
                steps.step(title)

            deliveries = [
                SubmissionSource(name, name, _InMemory(submission), alone=True)
                for name, submission in submissions.items()
            ]
            Batch(
                self.assignment,
                settings,
                executor,
                width,
                self._store(settings),
                finished,
            ).run(deliveries)
        return done

    def _store(self, settings: Settings) -> Store | None:
        if not self.use_store:
            return None
        return Store(settings.load(), Level.parse(settings.minimum), settings.store)

    def graded_in_full(
        self, submissions: Mapping[str, Submission], title: str
    ) -> Mapping[str, GradedSubmission]:
        """Grade all checks of faulty *submissions* quickly, without small examples.

        Raises GraderBroken.
        """
        return self.graded(submissions, self.hurried(self.patient), title)

    def graded_until(
        self, submissions: Mapping[str, Submission], most: int, title: str
    ) -> Mapping[str, GradedSubmission]:
        """Grade as :meth:`graded_in_full`; but the grading of a program ends as soon as it has more
        than *most* failed checks. Raises GraderBroken.
        """
        settings = msgspec.structs.replace(self.hurried(self.patient), until=most)
        return self.graded(submissions, settings, title)

    @property
    def patient(self) -> Settings:
        """The settings without a search for small examples, or for one cause of failures: only
        verdicts matter.
        """
        return msgspec.structs.replace(self.settings, shrink_calls=0)

    def hurried(self, settings: Settings) -> Settings:
        """Return *settings* with the CPU time limit of a submission that has timed out before."""
        limits = self.assignment.manifest.limits
        seconds = min(limits.cpu_seconds, limits.hurried_cpu_seconds)
        return msgspec.structs.replace(settings, cpu_seconds=seconds)


@dataclass(frozen=True, slots=True)
class _InMemory:
    """A submission in memory, as a delivery's source."""

    submission: Submission

    def read(self, assignment: HasFiles) -> Submission:
        return self.submission


def solved_files(assignment: Assignment, folder: Path) -> dict[str, bytes]:
    """Return the files in *folder* that students hand in."""
    files = {}
    for name in assignment.files.solved:
        path = folder / name
        if path.is_file():
            files[name] = path.read_bytes()
    return files


def reference_mutants(assignment: Assignment) -> list[Mutant]:
    """Return all mutants of the reference, except stubs. Raises ReasonsError."""
    files = solved_files(assignment, assignment.reference)
    deepest = load_deepest(assignment.grader)
    return [*mutants_of(files), *mutants_by_depth(files, deepest)]


def submissions_of(assignment: Assignment, mutants: Iterable[Mutant]) -> dict[str, Submission]:
    """Return *mutants* as submissions, by name."""
    files = solved_files(assignment, assignment.reference)
    return {
        mutant.name: submission_from_bytes(
            mutant.name, {**files, mutant.file: mutant.content}, assignment
        )
        for mutant in mutants
    }


def judged(done: GradedSubmission) -> Result | None:
    """Return the result, or None if the submission could not be graded."""
    if done.result is None or not done.result.checks:
        return None
    return done.result


def whole_result(done: GradedSubmission) -> Result | None:
    """Return the result, or None if the submission could not be graded or a check broke."""
    result = judged(done)
    if result is None or result.status is not Status.GRADED:
        return None
    return result
