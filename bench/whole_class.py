"""A class: submissions a minute, CPU seconds per submission, and how close it comes to the cores' capacity.

A class is *real* (that of :mod:`bench.classes`: few programs are right), or right exemplars only, or the reference again
and again. Faulty programs cost more, by live checks, searches for small counterexamples, and timeouts. A class goes through
the same batch, pool and warm processes as ``grader grade FOLDER``. Results are neither read from the store nor stored,
and reports are not written.

The order is fixed and random, so that the first part of a class is a fair sample of it; a class that is larger than there
are programs has them again. A row that runs out of its time budget starts no further submission, and reports the number
of graded ones.
"""

from __future__ import annotations

import itertools
import os
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.classes import folder, read_class
from bench.measure import Cost, seconds_below, wall_of
from bench.style import anew
from bench.subject import reference_files
from bench.table import Row
from graders.extensions.shared.exemplars import as_submission, load_exemplars
from graders.harness.assignment.manifest import Assignment
from graders.harness.course.run.batch import Batch
from graders.harness.course.run.class_plan import Plan, executor_of
from graders.harness.course.run.deliveries import DeliveryState, GradedSubmission
from graders.harness.intake import Submission, read_submission
from graders.harness.intake.delivery import SubmissionSource
from graders.harness.intake.submission import HasFiles
from graders.harness.processes import pool
from graders.harness.processes.jobs import Settings

GROUP = "A class, warm, store off (wall and CPU: one submission's share)"
GROWTH = "How the cost grows: a class of right ones (wall: one submission's share)"
MIXES = {"reference": "the reference only", "right": "right only", "real": "a real class"}
_SEED = 148


@dataclass(frozen=True, slots=True)
class Built:
    """A submission built beforehand, so that building it is not measured."""

    submission: Submission

    def read(self, assignment: HasFiles) -> Submission:
        """Return the submission."""
        return self.submission


def chosen(assignment: Assignment, mix: str, size: int) -> list[SubmissionSource]:
    """Return a class of *size* submissions, always the same in the same order; labels name the programs."""
    programs = programs_of(assignment, mix)
    order = random.Random(_SEED).sample(sorted(programs), len(programs))
    picked = itertools.islice(itertools.cycle(order), size)
    return [
        SubmissionSource(f"{number:04}", name, Built(programs[name]))
        for number, name in enumerate(picked)
    ]


def programs_of(assignment: Assignment, mix: str) -> dict[str, Submission]:
    """Return the different programs of a class by name."""
    if mix == "reference":
        return {mix: Submission(mix, reference_files(assignment))}
    if mix == "real":
        id = assignment.id
        return {
            program.id: read_submission(folder(id, program), assignment)
            for program in read_class(id).programs
        }
    return {
        exemplar.id: as_submission(exemplar, assignment)
        for exemplar in load_exemplars(assignment.grader)
        if exemplar.kind == "right"
    }


@dataclass(slots=True)
class ClassRun:
    """A graded class."""

    row: Row
    start: Row
    """The row for starting the class's warm processes."""
    graded: list[tuple[str, float]] = field(default_factory=list)
    """For each submission its label, and the seconds since the previous one was done; if they are graded one at a time,
    that is its own duration."""


def measure(
    assignment: Assignment, mix: str, size: int, jobs: int, budget: float, linters: bool = False
) -> ClassRun:
    """Grade a class, *jobs* at a time. No submission is started after *budget* seconds."""
    settings = Settings(assignment.id, linters=linters)
    plan = Plan(assignment, settings, Path(os.devnull), jobs, use_store=False)
    key, name = ("class-style", "with python-ta") if linters else ("class", "")
    name = ", ".join(filter(None, [MIXES[mix], name, f"{jobs} at once"]))
    row = Row(
        f"{key}-{mix}-{jobs}", GROUP, name, jobs=jobs, compared=mix == "reference" and not linters
    )
    run = ClassRun(
        row,
        Row(f"class-start-{jobs}-{mix}", GROUP, f"  starting its {jobs} warm processes", jobs=0),
    )
    deliveries = chosen(assignment, mix, size)
    if linters:  # their answers are cached by content
        deliveries = [_anew(delivery) for delivery in deliveries]
    last = 0.0

    def arrived(done: GradedSubmission) -> None:
        nonlocal last
        if done.state is not DeliveryState.GRADED:
            raise RuntimeError(f"{done.delivery.label} was not gradable: {done.message}")
        now = time.perf_counter()
        run.graded.append((done.delivery.label, now - last))
        last = now

    with executor_of(plan.jobs) as (executor, width):
        run.start.add(wall_of(lambda: _start(settings, jobs)))
        batch = Batch(assignment, settings, executor, width, None, arrived)
        before, last = seconds_below(os.getpid()), time.perf_counter()
        wall = wall_of(lambda: batch.run(_until(deliveries, time.monotonic() + budget))).wall
        row.split = split = seconds_below(os.getpid()) - before
    row.count = count = len(run.graded)
    row.add(Cost(wall, split.both))
    row.note = f"CPU: judge {split.judge / count:.2f} s, box {split.box / count:.2f} s"
    if count < size:
        row.note += f"; out of time after {count} of {size}"
    return run


def _anew(delivery: SubmissionSource) -> SubmissionSource:
    assert isinstance(delivery.source, Built)
    submission = delivery.source.submission
    files = anew(dict(submission.files), f"{delivery.name} {time.time_ns()}")
    return SubmissionSource(
        delivery.name, delivery.label, Built(Submission(submission.name, files, submission.notes))
    )


def _start(settings: Settings, jobs: int) -> None:
    """Fill the pool, one warm process at a time."""
    processes = pool.this_process()
    for warm in [processes.take(settings) for _ in range(jobs)]:
        processes.give_back(settings, warm)


def _until(deliveries: list[SubmissionSource], end: float) -> Iterator[SubmissionSource]:
    for delivery in deliveries:
        if time.monotonic() >= end:
            return
        yield delivery


def growth(id: str, run: ClassRun, sizes: Sequence[int]) -> list[Row]:
    """Return a row with the mean time of the first submissions, for each of *sizes* that the class reached.

    *id* is the assignment's.
    """
    rows = []
    for size in sizes:
        if size <= len(run.graded):
            name = f"{id}: the first {size:,}"
            row = Row(f"growth-{size}", GROWTH, name, count=size, jobs=run.row.jobs, compared=False)
            row.add(Cost(sum(seconds for _, seconds in run.graded[:size])))
            rows.append(row)
    return rows


def linearity(many: ClassRun, one: ClassRun, cores: int) -> float:
    """Return the wall time of a class, start included, over the ideal: its one-at-a-time time shared by *cores*.

    1 is ideal. The one-at-a-time durations come from *one*, a part of the same class. A program outside that part counts
    with the mean of all.
    """
    known: defaultdict[str, list[float]] = defaultdict(list)
    for label, seconds in one.graded:
        known[label].append(seconds)
    everything = [seconds for _, seconds in one.graded]
    ideal = sum(statistics.mean(known.get(label) or everything) for label, _ in many.graded)
    return (many.row.wall[0] + many.start.seconds) / (ideal / cores)
