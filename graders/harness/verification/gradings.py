"""Submissions of ours (the reference, the starter, exemplars, mutants), graded as a class is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec
from rich.console import Console

from graders.harness.assignment.manifest import Assignment
from graders.harness.course.batch import Batch, Done
from graders.harness.course.classrun import executor_of
from graders.harness.course.store import Store
from graders.harness.intake import Submission
from graders.harness.intake.delivery import Delivery
from graders.harness.intake.submission import HasFiles
from graders.harness.processes.jobs import Settings
from graders.harness.progress import Steps
from graders.harness.sandbox.interface import Level


@dataclass(frozen=True, slots=True)
class Gradings:
    """How submissions of ours are graded."""

    assignment: Assignment
    settings: Settings
    jobs: int
    """Submissions that are graded at once."""
    messages: Console
    """Where progress is shown."""
    use_store: bool = True
    """Whether what was graded before, by exactly this grader, is taken from the store."""

    def graded(
        self,
        submissions: Mapping[str, Submission],
        settings: Settings,
        title: str,
        *,
        use_store: bool = True,
        arrived: Callable[[Done], None] | None = None,
    ) -> Mapping[str, Done]:
        """Grade *submissions* in warm processes; return what became of each by its name. Raises
        GraderBroken.

        *title* says in the progress line what they are; *arrived* is told each as soon as it is
        known.
        """
        done: dict[str, Done] = {}
        if not submissions:
            return done
        store = None
        if use_store and self.use_store:
            # what ends at the first failure is a result for nobody else
            namespace = "mutants" if settings.first_failure else "results"
            store = Store(settings.load(), Level.parse(settings.minimum), namespace)
        with (
            Steps(self.messages, len(submissions)) as steps,
            executor_of(self.jobs) as (executor, width),
        ):

            def known(one: Done) -> None:
                done[one.delivery.name] = one
                if arrived is not None:
                    arrived(one)
                steps.step(title)

            deliveries = [
                Delivery(name, name, _Given(one), alone=True) for name, one in submissions.items()
            ]
            Batch(self.assignment, settings, executor, width, store, known).run(deliveries)
        return done

    def hurried(self, settings: Settings) -> Settings:
        """Return *settings* with the time that a submission has once it has run out of time."""
        limits = self.assignment.manifest.limits
        seconds = min(limits.cpu_seconds, limits.hurried_cpu_seconds)
        return msgspec.structs.replace(settings, cpu_seconds=seconds)


@dataclass(frozen=True, slots=True)
class _Given:
    """A submission of ours, as a delivery's source."""

    submission: Submission

    def read(self, assignment: HasFiles) -> Submission:
        return self.submission


def given(assignment: Assignment, folder: Path) -> dict[str, bytes]:
    """Return the files that *folder* has of those that are handed in."""
    paths = {file: folder / file for file in assignment.files.solved}
    return {file: path.read_bytes() for file, path in paths.items() if path.is_file()}
