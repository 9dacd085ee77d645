"""Grades a class on any executor: every delivery once, each result passed on as it arrives.

Stored results are not graded again, so an interrupted run can be resumed. Only submissions that are
being graded are in memory. A submission that hit the wall-clock limit, or whose process did not
answer in time and was killed, is graded again at the end, alone; only that result counts. Without
one it is not gradable.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field

import msgspec

from graders.harness.assignment import distilled
from graders.harness.assignment.manifest import Assignment
from graders.harness.course.pages.identical import digest_of, prints_of
from graders.harness.course.run.deliveries import DeliveryState, GradedSubmission, WorkPlan
from graders.harness.course.run.store import Store
from graders.harness.errors import GraderError
from graders.harness.grading import marking
from graders.harness.grading.program import GraderBroken
from graders.harness.intake import Submission
from graders.harness.intake.delivery import SubmissionSource
from graders.harness.intake.submission import IntakeError
from graders.harness.processes.jobs import (
    ExecutionEnvironment,
    Job,
    Report,
    ReportKind,
    Settings,
    environment,
)
from graders.harness.processes.pool import grade_job, make_ready
from graders.harness.progress import REFERENCE_FIRST
from graders.harness.replay import recording
from graders.harness.result import Result, Status, from_json

Arrived = Callable[[GradedSubmission], None]


@dataclass(slots=True)
class _Task:
    """Deliveries with the same content, graded by one job."""

    key: str
    digest: str
    files: Mapping[str, str]
    deliveries: list[SubmissionSource] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    since: float = field(default_factory=time.monotonic)

    def add(self, delivery: SubmissionSource, submission: Submission) -> None:
        """Add a delivery with the same content."""
        self.deliveries.append(delivery)
        self.names.append(submission.name)


class Batch:
    """One run over a class.

    width: submissions that the executor grades at once; store: None to grade everything again and
    store nothing.
    """

    def __init__(
        self,
        assignment: Assignment,
        settings: Settings,
        executor: Executor,
        width: int,
        store: Store | None,
        arrived: Arrived,
        waiting: Callable[[], None] = lambda: None,
        stage: Callable[[str], None] = lambda _: None,
    ) -> None:
        """arrived: receives each graded delivery; waiting: called every second while none arrives;
        stage: receives each stage before the first submission, then "".
        """
        self._waiting = waiting
        self._stage = stage
        self._assignment = assignment
        self._settings = settings
        self._executor = executor
        self._width = width
        self._store = store
        self._arrived = arrived
        self._tasks: dict[Future[Report], _Task] = {}
        self._by_clock: list[_Task] = []
        self._made: set[str] = set()
        """Keys of the submissions graded in this run."""
        self._environment: ExecutionEnvironment | None = None
        self._ready = False
        self.remark = ""
        """On distilled examples that this run does not use, for staff."""
        self._unreadable: dict[str, IntakeError] = {}
        """Delivery's name -> why it cannot be read: a refused archive is unpacked once."""

    def plan_work(self, deliveries: Iterable[SubmissionSource]) -> WorkPlan:
        """Read *deliveries*; return the work left. Raises GraderError if nothing can be graded."""
        self._find_environment()
        self._stage("reading submissions")
        stored, fresh, contents = set[str](), set[str](), set[str]()
        for delivery in deliveries:
            try:
                submission = delivery.read(self._assignment)
            except IntakeError as error:
                self._unreadable[delivery.name] = error
                continue
            key = self._key(submission)
            if self._store and self._store.has(key):
                stored.add(delivery.name)
            else:
                fresh.add(delivery.name)
                contents.add(key or delivery.name)
        unreadable = {name: str(error) for name, error in self._unreadable.items()}
        return WorkPlan(frozenset(stored), frozenset(fresh), len(contents), unreadable)

    def _find_environment(self) -> ExecutionEnvironment:
        """Return where submissions run; tests the sandbox on the first call. Raises GraderError."""
        if self._environment is None:
            self._stage("testing the sandbox")
            try:
                self._environment = self._executor.submit(environment, self._settings).result()
            except (GraderError, KeyboardInterrupt):
                raise
            except Exception as error:  # from an executor that cannot start
                reason = str(error).strip() or type(error).__name__
                raise GraderError(f"the sandbox test failed: {reason}") from None
        return self._environment

    def _key(self, submission: Submission) -> str:
        """Return the key of *submission* in the store; "" without a store."""
        return self._store.key(submission, self._find_environment()) if self._store else ""

    def _get_ready(self) -> None:
        """Wait until submissions can be graded, so that set-up counts in no submission's time."""
        if self._ready:
            return
        self._ready = True
        key = recording.recording_key(self._assignment, self._find_environment().interpreter)
        kept = recording.load(self._assignment, key)
        self._stage(REFERENCE_FIRST if kept is None else "starting worker processes")
        future = self._executor.submit(make_ready, self._settings)
        try:
            while not wait([future], timeout=1.0).done:
                self._waiting()
            future.result()
        except (GraderError, KeyboardInterrupt):
            raise
        except Exception:
            # The executor lost it. Each job tries again and reports errors.
            pass
        kept = kept or recording.load(self._assignment, key)
        self.remark = distilled.remark(self._assignment, kept.distilled if kept else None)
        self._stage("")

    def run(self, deliveries: Iterable[SubmissionSource]) -> None:
        """Grade *deliveries*. Raises GraderBroken, and starts no further ones, if the grader is
        broken.
        """
        self._find_environment()
        self._stage("")
        try:
            for delivery in deliveries:
                self._begin(delivery)
                while len(self._tasks) >= self._width:
                    self._collect()
            while self._tasks:
                self._collect()
            for task in self._by_clock:
                self._again(task)
        except BaseException:
            for future in self._tasks:
                future.cancel()
            raise

    def _read(self, delivery: SubmissionSource) -> Submission | None:
        reason = self._unreadable.get(delivery.name)
        if reason is None:
            try:
                return delivery.read(self._assignment)
            except IntakeError as error:
                reason = error
        self._arrived(
            GradedSubmission(
                delivery,
                DeliveryState.UNREADABLE,
                message=str(reason),
                choices=reason.choices,
            )
        )
        return None

    def _begin(self, delivery: SubmissionSource) -> None:
        submission = self._read(delivery)
        if submission is None:
            return
        digest, files = digest_of(submission), prints_of(submission.files)
        key = self._key(submission)
        stored = self._store.load(key, submission.name) if self._store else None
        if stored is not None:
            result, log, noted = stored
            self._arrived(
                GradedSubmission(
                    delivery,
                    DeliveryState.GRADED,
                    result,
                    log,
                    digest=digest,
                    files=files,
                    known=key not in self._made,
                    noted=noted,
                )
            )
            return
        same = self._task_of(key)
        if same is not None:
            same.add(delivery, submission)
            return
        self._get_ready()
        task = _Task(key, digest, files)
        task.add(delivery, submission)
        self._submit(task, submission)

    def _task_of(self, key: str) -> _Task | None:
        """Return the current task for the same files."""
        for task in (*self._tasks.values(), *self._by_clock):
            if key and task.key == key:
                return task
        return None

    def _submit(self, task: _Task, submission: Submission) -> None:
        future = self._executor.submit(grade_job, self._settings, Job.of(submission))
        self._tasks[future] = task

    def _collect(self) -> None:
        """Wait until at least one task is done, and process its report."""
        for task, report in self._done():
            # without a result even one that was alone gets another chance
            is_lost = report.kind is ReportKind.LOST
            if report.by_the_clock and (self._width > 1 or is_lost):
                self._by_clock.append(task)
            else:
                self._finish(task, report)

    def _done(self) -> list[tuple[_Task, Report]]:
        """Wait until at least one task is done; return the finished tasks and their reports."""
        finished = set[Future[Report]]()
        while not finished:
            finished, _ = wait(self._tasks, timeout=1.0, return_when=FIRST_COMPLETED)
            self._waiting()
        return [(self._tasks.pop(future), report_of(future)) for future in finished]

    def begun(self) -> list[tuple[str, float]]:
        """Return names and starts (``time.monotonic``) of the submissions being graded."""
        return [(task.names[0], task.since) for task in list(self._tasks.values())]

    def _again(self, task: _Task) -> None:
        """Grade a task again, alone."""
        by_content: dict[str, tuple[_Task, Submission]] = {}
        # One content, unless files have changed since.
        for delivery in task.deliveries:
            submission = self._read(delivery)
            if submission is not None:
                key, digest = self._key(submission), digest_of(submission)
                again, _ = by_content.setdefault(
                    key + digest, (_Task(key, digest, task.files), submission)
                )
                again.add(delivery, submission)
        for again, submission in by_content.values():
            again.since = time.monotonic()
            self._submit(again, submission)
            for finished, report in self._done():
                self._finish(finished, report)

    def _finish(self, task: _Task, report: Report) -> None:
        """Pass on the result of each delivery of a task."""
        reported = result_of(report)
        if reported is not None:
            self._save(task, report, reported)
        result = reported or marking.mark(self._assignment, "", ())
        gradable = result.status is Status.GRADED
        message = "" if gradable else report.message or "the grader failed; see run.log"
        for delivery, name in zip(task.deliveries, task.names, strict=True):
            self._arrived(
                GradedSubmission(
                    delivery,
                    DeliveryState.GRADED if gradable else DeliveryState.NOT_GRADABLE,
                    msgspec.structs.replace(result, submission=name),
                    report.log,
                    message,
                    task.digest,
                    files=task.files,
                    seconds=time.monotonic() - task.since,
                    noted=report.noted,
                )
            )

    def _save(self, task: _Task, report: Report, result: Result) -> None:
        here = report.environment
        if self._store and here and here == self._environment:
            self._store.save(task.key, here, result, report.log, report.noted)
            self._made.add(task.key)


def result_of(report: Report) -> Result | None:
    """Return the result in *report*, or None if there is no valid one: it comes from another
    process.
    """
    if report.kind is not ReportKind.GRADED or report.environment is None:
        return None
    try:
        return from_json(bytes(report.result))
    except msgspec.DecodeError:
        return None


def report_of(future: Future[Report]) -> Report:
    """Return a task's report, or one that it was lost by the executor. Raises GraderBroken."""
    try:
        return future.result()
    except GraderBroken:
        raise
    except GraderError as error:
        return Report(ReportKind.LOST, message=str(error))
    except Exception as error:  # from an executor that lost its worker
        return Report(
            ReportKind.LOST,
            message=f"the executor lost its worker: {type(error).__name__}",
        )
