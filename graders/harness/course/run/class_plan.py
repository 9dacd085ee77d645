"""How a class is graded: options, executor, store of results, and those of an earlier run."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from graders.harness.assignment.manifest import Assignment
from graders.harness.content import installing
from graders.harness.course.marks import decisions_file
from graders.harness.course.marks.file_decisions import DecidedDeliveries
from graders.harness.course.pages.class_file import NamedFile
from graders.harness.course.people.lateness import dated
from graders.harness.course.people.roster import match
from graders.harness.course.people.students import Matching, Roster
from graders.harness.course.run.store import Store
from graders.harness.errors import GraderError
from graders.harness.grading.deadline import Deadline
from graders.harness.intake.bulk import Deliveries
from graders.harness.intake.names import file_name
from graders.harness.processes import pool
from graders.harness.processes.jobs import Settings
from graders.harness.result import Result, from_json
from graders.harness.sandbox.interface import Level


@dataclass(frozen=True, slots=True)
class Plan:
    """Options for grading a class."""

    assignment: Assignment
    settings: Settings
    out: Path
    jobs: int
    """Submissions graded at once on this machine."""
    dask: str = ""
    """Address of a Dask scheduler whose workers grade instead."""
    roster: Roster | None = None
    use_store: bool = True
    """Whether to use stored results of this exact grader."""
    web: bool = True
    """Whether to write web pages."""
    deadline: Deadline | None = None
    """Instead of the late policy's."""
    command: str = ""
    """The command line."""
    named: Mapping[str, NamedFile] = field(default_factory=dict)
    """Option of the command line -> its file, as it was before it was read."""

    def matching(self, decided: DecidedDeliveries) -> Matching | None:
        """Return whose deliveries these are, and how late, or None without a roster. Raises
        GraderError for a wrong answer in `decisions_file`, and for times of an unknown zone.
        """
        if not self.roster:
            return None
        file = decisions_file.read(self.out)
        people = {**decided.authors, **{one.submission: one.people for one in file.who}}
        together = file.groups.together if file.groups else None
        matching = match(self.roster, decided.deliveries, people, together)
        return dated(matching, self.deadline) if self.deadline else matching


def store_of(plan: Plan) -> Store | None:
    """Return the store of results; None to grade everything again."""
    return (
        Store(plan.settings.load(), Level.parse(plan.settings.minimum)) if plan.use_store else None
    )


@contextlib.contextmanager
def executor_of(jobs: int, dask: str = "") -> Iterator[tuple[Executor, int]]:
    """Yield an executor and the number of submissions it grades at once; close it at the end.
    Raises GraderError.

    It grades *jobs* at once on this machine, or as many as the workers of the scheduler at *dask*.
    """
    if dask:
        try:
            from distributed import Client
        except ImportError:
            raise GraderError(
                f"--dask needs the package distributed: {installing('cluster')}"
            ) from None
        try:
            client = Client(dask, timeout=15)
        except (OSError, ValueError, TimeoutError) as error:
            raise GraderError(f"no Dask scheduler answers at {dask}: {error}") from None
        with client:
            width = sum(client.nthreads().values())
            if not width:
                raise GraderError(
                    f"the Dask scheduler at {dask} has no workers; start some with `dask worker`"
                )
            # regrading must not be answered from Dask's memory
            yield (
                client.get_executor(pure=False),
                width,
            )
        return
    threads = ThreadPoolExecutor(jobs, thread_name_prefix="grade")
    try:
        yield threads, jobs
    finally:
        pool.this_process().close()  # also ends jobs of an interrupted run
        pool.this_process.cache_clear()
        threads.shutdown(cancel_futures=True)


def results_below(out: Path, deliveries: Deliveries) -> Mapping[str, Result]:
    """Return the results of an earlier run for *deliveries*: page -> result. Damaged ones are
    skipped.
    """
    results = {}
    for delivery in deliveries:
        shared = out / file_name(delivery.name)
        own = {f"{delivery.name}/{path.parent.name}": path for path in shared.glob("*/result.json")}
        for page, path in {delivery.name: shared / "result.json", **own}.items():
            with contextlib.suppress(OSError, msgspec.DecodeError, ValueError):
                results[page] = without_exhibits(from_json(path.read_bytes()))
    return results


def without_exhibits(result: Result) -> Result:
    """Return *result* without exhibits, which take most of its memory."""
    checks = tuple(msgspec.structs.replace(check, exhibits=()) for check in result.checks)
    return msgspec.structs.replace(result, checks=checks)
