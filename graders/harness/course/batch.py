"""Grades a class: every delivery exactly once, on any executor, each result handed on as it
arrives.

What the store knows is not graded again, so a run that was stopped, however, goes on where it was
when it is started anew. No more submissions are in memory than are being graded. One that the wall
clock ended is graded once more at the end, with nothing beside it: only that result counts.
"""

from __future__ import annotations

import enum
import hashlib
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field

import msgspec

from graders.harness.assignment.manifest import Assignment
from graders.harness.course.identical import prints_of
from graders.harness.course.store import Store
from graders.harness.errors import GraderError
from graders.harness.grading import marking
from graders.harness.grading.program import GraderBroken
from graders.harness.intake import Submission
from graders.harness.intake.delivery import SubmissionSource
from graders.harness.intake.submission import IntakeError
from graders.harness.processes.jobs import Job, Place, Report, Said, Settings, place
from graders.harness.processes.pool import grade_job, make_ready
from graders.harness.progress import REFERENCE_FIRST
from graders.harness.replay import recording
from graders.harness.result import Result, Status, from_json


class State(enum.Enum):
    """What became of a delivery."""

    GRADED = "graded"
    NOT_GRADABLE = "not gradable"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Done:
    """A delivery that nothing more is done with in this run."""

    delivery: SubmissionSource
    state: State
    result: Result | None = None
    """None exactly where it is unreadable."""
    log: tuple[str, ...] = ()
    message: str = ""
    """Why it is not graded."""
    digest: str = ""
    """Of its files: equal for two deliveries with the same files."""
    files: Mapping[str, str] = field(default_factory=dict)
    """What its files share with others that differ by comments alone, by their names
    (`identical.prints_of`).
    """
    known: bool = False
    """It was graded by an earlier run."""
    seconds: float | None = None
    """What grading it took in this run."""


Arrived = Callable[[Done], None]


@dataclass(frozen=True, slots=True)
class Ahead:
    """What there is to do: nothing has been graded to find it out."""

    known: frozenset[str]
    """Deliveries whose results are kept."""
    fresh: frozenset[str]
    """Deliveries that have to be graded."""
    contents: int
    """How many different submissions these are."""
    unreadable: Mapping[str, str]
    """Why deliveries cannot be read."""


@dataclass(slots=True)
class _Task:
    """Deliveries with the same content, and the job that grades them."""

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

    *width* is how many submissions the executor takes at once. *store* None grades everything anew
    and keeps nothing.
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
        """*arrived* takes what is done; *waiting* is called every second while nothing is; *stage*
        is told what comes before the first submission, and by "" that it is the submissions' turn.
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
        """Keys of what this run has graded."""
        self._place: Place | None = None
        self._ready = False

    def ahead(self, deliveries: Iterable[SubmissionSource]) -> Ahead:
        """Read all of *deliveries*, and tell what there is to do. Raises GraderError where nothing
        can be graded.
        """
        self._find_place()
        self._stage("reading what was handed in")
        known, fresh, unreadable = set[str](), set[str](), dict[str, str]()
        contents = set[str]()
        for delivery in deliveries:
            try:
                submission = delivery.read(self._assignment)
            except IntakeError as error:
                unreadable[delivery.name] = str(error)
                continue
            key = self._key(submission)
            if self._store and self._store.has(key):
                known.add(delivery.name)
            else:
                fresh.add(delivery.name)
                contents.add(key or delivery.name)
        return Ahead(frozenset(known), frozenset(fresh), len(contents), unreadable)

    def _find_place(self) -> Place:
        """Return where submissions run, after trying it the first time. Raises GraderError."""
        if self._place is None:
            self._stage("trying the sandbox")
            try:
                self._place = self._executor.submit(place, self._settings).result()
            except (GraderError, KeyboardInterrupt):
                raise
            except (
                Exception
            ) as error:  # whatever an executor says when it cannot even begin
                reason = str(error).strip() or type(error).__name__
                raise GraderError(f"nothing can be graded there: {reason}") from None
        return self._place

    def _key(self, submission: Submission) -> str:
        """Return the key of *submission* in the store, "" without one."""
        return self._store.key(submission, self._find_place()) if self._store else ""

    def _get_ready(self) -> None:
        """Wait until a submission can be graded at once, so that no submission's time is what comes
        before it.
        """
        if self._ready:
            return
        self._ready = True
        key = recording.recording_key(self._assignment, self._find_place().interpreter)
        known = recording.load(self._assignment, key) is not None
        self._stage("starting the processes that grade" if known else REFERENCE_FIRST)
        future = self._executor.submit(make_ready, self._settings)
        try:
            while not wait([future], timeout=1.0).done:
                self._waiting()
            future.result()
        except (GraderError, KeyboardInterrupt):
            raise
        except Exception:
            # an executor that lost it: each job is tried again, and tells
            pass
        self._stage("")

    def run(self, deliveries: Iterable[SubmissionSource]) -> None:
        """Grade *deliveries*. Raises GraderBroken when the grader is wrong: then no further one is
        begun.
        """
        self._find_place()
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
        try:
            return delivery.read(self._assignment)
        except IntakeError as error:
            self._arrived(Done(delivery, State.UNREADABLE, message=str(error)))
            return None

    def _begin(self, delivery: SubmissionSource) -> None:
        submission = self._read(delivery)
        if submission is None:
            return
        digest, files = digest_of(submission), prints_of(submission.files)
        key = self._key(submission)
        stored = self._store.load(key, submission.name) if self._store else None
        if stored is not None:
            result, log = stored
            self._arrived(
                Done(
                    delivery,
                    State.GRADED,
                    result,
                    log,
                    digest=digest,
                    files=files,
                    known=key not in self._made,
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
        """Return the task that grades the same files just now."""
        for task in (*self._tasks.values(), *self._by_clock):
            if key and task.key == key:
                return task
        return None

    def _submit(self, task: _Task, submission: Submission) -> None:
        future = self._executor.submit(grade_job, self._settings, Job.of(submission))
        self._tasks[future] = task

    def _collect(self) -> None:
        """Wait until at least one task is done, and hand on what came of it."""
        for task, report in self._done():
            if report.by_the_clock and self._width > 1:
                self._by_clock.append(task)
            else:
                self._finish(task, report)

    def _done(self) -> list[tuple[_Task, Report]]:
        """Wait until at least one task is done; return what came of those that are."""
        finished = set[Future[Report]]()
        while not finished:
            finished, _ = wait(self._tasks, timeout=1.0, return_when=FIRST_COMPLETED)
            self._waiting()
        return [(self._tasks.pop(future), report_of(future)) for future in finished]

    def begun(self) -> list[tuple[str, float]]:
        """Return the names of the submissions that are being graded, and since when by
        ``time.monotonic``.
        """
        return [(task.names[0], task.since) for task in list(self._tasks.values())]

    def _again(self, task: _Task) -> None:
        """Grade a task once more, alone."""
        by_content: dict[str, tuple[_Task, Submission]] = {}
        # It is one content, unless files were changed meanwhile.
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
        """Hand on the result of each delivery of a task."""
        reported = result_of(report)
        if reported is not None:
            self._save(task, report, reported)
        result = reported or marking.mark(self._assignment, "", ())
        gradable = result.status is Status.GRADED
        message = "" if gradable else report.message or "the grader failed; see run.log"
        for delivery, name in zip(task.deliveries, task.names, strict=True):
            self._arrived(
                Done(
                    delivery,
                    State.GRADED if gradable else State.NOT_GRADABLE,
                    msgspec.structs.replace(result, submission=name),
                    report.log,
                    message,
                    task.digest,
                    files=task.files,
                    seconds=time.monotonic() - task.since,
                )
            )

    def _save(self, task: _Task, report: Report, result: Result) -> None:
        if self._store and report.place and report.place == self._place:
            self._store.save(task.key, report.place, result, report.log)
            self._made.add(task.key)


def result_of(report: Report) -> Result | None:
    """Return the result in *report*, None if there is none that can be read: it came from another
    process.
    """
    if report.said is not Said.GRADED or report.place is None:
        return None
    try:
        return from_json(bytes(report.result))
    except msgspec.DecodeError:
        return None


def report_of(future: Future[Report]) -> Report:
    """Return a task's report; one whose executor lost it counts as lost. Raises GraderBroken."""
    try:
        return future.result()
    except GraderBroken:
        raise
    except GraderError as error:
        return Report(Said.LOST, message=str(error))
    except Exception as error:  # whatever an executor says when its worker is gone
        return Report(
            Said.LOST, message=f"the executor lost it: {type(error).__name__}"
        )


def digest_of(submission: Submission) -> str:
    """Return a text that is equal for submissions with the same files."""
    content = sorted(
        (name, hashlib.blake2b(data).hexdigest())
        for name, data in submission.files.items()
    )
    return hashlib.blake2b(msgspec.json.encode(content), digest_size=16).hexdigest()
