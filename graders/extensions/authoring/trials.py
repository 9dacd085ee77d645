"""Runs trials: an experiment in a warm process with each of many programs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Generic, TypeVar

import msgspec
from rich.console import Console

from graders.extensions.authoring.experiments import KILLS
from graders.extensions.authoring.failing_examples import FailingExamples
from graders.extensions.authoring.redraws import Redraws
from graders.harness.cache import Cache
from graders.harness.grading.grader import Grader
from graders.harness.grading.program import GraderBroken
from graders.harness.intake import Submission
from graders.harness.processes.jobs import Job, ReportKind, Settings, backend_of
from graders.harness.processes.pool import Pool
from graders.harness.progress import Steps
from graders.harness.replay.recording import Recording, recording_key

CPU_SECONDS = 1.0
"""CPU time of a process of a faulty program; short, because many loop infinitely."""
MOST_TRIALS = 10_000
"""Cached trials of an assignment that remain when a run starts to save."""

Trial = TypeVar("Trial")


def recorded(settings: Settings) -> Recording:
    """Record the reference on the examples that *settings* draw, for all processes; return it."""
    assignment = settings.load()
    with Grader(assignment, backend_of(settings, assignment)) as grader:
        return grader.recorded()


def try_all(
    settings: Settings,
    programs: Mapping[str, Submission],
    jobs: int,
    console: Console,
    title: str,
    *,
    cpu_seconds: float | None = CPU_SECONDS,
) -> dict[str, FailingExamples]:
    """Return the failing examples of each of *programs*, including cached ones.

    cpu_seconds: CPU time of each process; None for the manifest's. Raises GraderBroken.
    """
    recorded(settings)  # by the manifest's limits: the reference may need more than *cpu_seconds*
    settings = msgspec.structs.replace(settings, experiment=KILLS, cpu_seconds=cpu_seconds)
    return _tried(_Trials(settings, FailingExamples), programs, jobs, console, title)


def redraw_all(
    settings: Settings,
    programs: Mapping[str, Submission],
    jobs: int,
    console: Console,
    title: str,
) -> dict[str, Redraws]:
    """Return the verdicts on each of *programs* with other seeds, including cached ones.

    settings: their experiment is SEEDS or OTHER_SEEDS. Raises GraderBroken.
    """
    return _tried(_Trials(settings, Redraws), programs, jobs, console, title)


class _Trials(Generic[Trial]):
    """Trials with one experiment, whose results are cached: an interrupted run can be resumed."""

    def __init__(self, settings: Settings, kind: type[Trial]) -> None:
        assignment = settings.load()
        with Grader(assignment, backend_of(settings, assignment)) as grader:
            examples = Path(settings.examples) if settings.examples else None
            key = recording_key(assignment, grader.backend.interpreter, examples)
        mode = f"{settings.experiment} {settings.times} {settings.cpu_seconds}"
        self._key = f"{key} {' '.join(settings.only)} {mode}"
        self._settings, self._kind = settings, kind
        self._cache = Cache(f"trials/{assignment.id}", kind, most=MOST_TRIALS)

    def one(self, pool: Pool, program: Submission) -> Trial:
        """Return the trial of *program*. Raises GraderBroken."""
        name = self._name(program)
        trial = self._cache.load(name)
        if trial is None:
            report = pool.grade(self._settings, Job.of(program))
            if report.kind is not ReportKind.GRADED:
                raise GraderBroken(f"{program.name}: {report.message}")
            trial = msgspec.json.decode(report.result, type=self._kind)
            self._cache.save(name, trial)
        return trial

    def _name(self, program: Submission) -> str:
        digest = hashlib.blake2b(self._key.encode(), digest_size=20)
        digest.update(msgspec.json.encode(sorted(program.files.items())))
        return digest.hexdigest()


def _tried(
    trials: _Trials[Trial],
    programs: Mapping[str, Submission],
    jobs: int,
    console: Console,
    title: str,
) -> dict[str, Trial]:
    done: dict[str, Trial] = {}
    with warm_pool(jobs) as (pool, threads), Steps(console, len(programs)) as steps:
        results = threads.map(lambda program: trials.one(pool, program), programs.values())
        for name, trial in zip(programs, results, strict=True):
            done[name] = trial
            steps.step(title)
    return done


@contextmanager
def warm_pool(jobs: int) -> Iterator[tuple[Pool, ThreadPoolExecutor]]:
    """Yield a pool of warm processes and threads to use it; both end with the block."""
    pool = Pool()
    threads = ThreadPoolExecutor(jobs)
    try:
        yield pool, threads
    finally:
        pool.close()
        threads.shutdown(cancel_futures=True)
