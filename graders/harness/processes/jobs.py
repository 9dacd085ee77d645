"""Messages to and from a warm process: plain data, in frames.

The process itself is :mod:`graders.harness.processes.warm`. Its users need neither pytest nor
Hypothesis.
"""

from __future__ import annotations

import enum
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal, TypeVar

import msgspec

from graders.harness.assignment.manifest import Assignment, load_assignment
from graders.harness.errors import GraderError
from graders.harness.grading import newer
from graders.harness.grading.budget import NO_TIME, Used
from graders.harness.grading.program import newest_python, open_backend
from graders.harness.intake import Submission
from graders.harness.protocol import frames
from graders.harness.result import Note, from_json, to_json
from graders.harness.sandbox.interface import Backend, Level, SandboxError
from graders.harness.sandbox.interpreters import Interpreter

if TYPE_CHECKING:
    from graders.harness.grading.grader import Graded

Message = TypeVar("Message")


class Settings(msgspec.Struct, frozen=True):
    """How a class is graded; the same for all its submissions."""

    assignment: str
    root: str = ""
    """The folder of ``graders/``, ``reference/`` and the others; "" for the first folder searched
    that has the assignment.
    """
    sandbox: str = "auto"
    minimum: str = "C"
    python: str = ""
    """The submissions' interpreter; "" for the manifest's."""
    prefetch: bool = True
    """Whether recorded calls are sent ahead of the checks; verdicts are the same without."""
    linters: bool = False
    """Whether the manifest's linters look at each submission."""
    grade_by: str = ""
    """"distilled" or "all", to override the manifest."""
    pool: int | None = None
    """Number of examples drawn per property, to override the manifest."""
    examples: str = ""
    """The folder of the distilled examples, if it is not the assignment's own."""
    experiment: str = ""
    """The name of what an extension does instead of grading
    (:mod:`graders.harness.processes.experiments`); "" to grade.
    """
    times: int = 0
    """A number for the experiment."""
    only: tuple[str, ...] = ()
    """Checks to run; empty for all."""
    shrink_calls: int | None = None
    until: Literal["", "failure"] | int = ""
    """The end of a grading, for mutants, never for marks: "failure" ends it at the first failed
    check, a number as soon as it has failed more; "" runs all checks.
    """
    cpu_seconds: float | None = None
    """CPU seconds for every check, to tune a grader."""

    @property
    def has_total(self) -> bool:
        """Whether the checks of a submission share a total time: authors try many more examples."""
        return not (self.experiment or self.examples)

    @property
    def store(self) -> str:
        """The name of the store of results: those that end early are useless elsewhere."""
        return f"results-until-{self.until}" if self.until != "" else "results"

    def load(self) -> Assignment:
        """Return the assignment with these settings. Raises ManifestError."""
        assignment = load_assignment(self.assignment, Path(self.root) if self.root else None)
        manifest = assignment.manifest
        if self.shrink_calls is not None:
            shrink = msgspec.structs.replace(manifest.shrink, calls=self.shrink_calls)
            manifest = msgspec.structs.replace(manifest, shrink=shrink)
        if self.cpu_seconds is not None:
            seconds = self.cpu_seconds
            limits = msgspec.structs.replace(
                manifest.limits, cpu_seconds=seconds, least_cpu_seconds=seconds
            )
            manifest = msgspec.structs.replace(manifest, limits=limits)
        if self.grade_by:
            manifest = msgspec.structs.replace(manifest, grade_by=self.grade_by)
        if self.pool is not None:
            manifest = msgspec.structs.replace(manifest, examples=self.pool)
        if not self.linters:
            manifest = msgspec.structs.replace(manifest, linters={})
        return msgspec.structs.replace(assignment, manifest=manifest)


class Job(msgspec.Struct, frozen=True):
    """A submission, as plain data."""

    name: str
    files: dict[str, bytes]
    notes: tuple[Note, ...] = ()
    used: Used = NO_TIME
    """The time that an earlier grading of it used."""

    @classmethod
    def of(cls, submission: Submission) -> Job:
        """Return the job of grading *submission*."""
        return cls(submission.name, dict(submission.files), submission.notes)

    @property
    def submission(self) -> Submission:
        """The submission."""
        return Submission(self.name, self.files, self.notes)


class ReportKind(enum.Enum):
    """The kind of a report."""

    READY = "ready"
    GRADED = "graded"
    LOST = "lost"
    """The grading child, or its sandbox, was lost: try again in another process."""
    BROKEN = "broken"
    """The grader itself is broken, or this machine lacks what was demanded: nothing can be
    graded.
    """


class ExecutionEnvironment(msgspec.Struct, frozen=True):
    """Where submissions run: everything a verdict may depend on besides the grader's files."""

    backend: str
    level: str
    interpreter: str
    """The build of the interpreter."""
    newest: str = ""
    """The build of the newest suitable Python, for programs that may need it; "" if there is none
    that is newer than the interpreter.
    """


class Report(msgspec.Struct, frozen=True):
    """The reply to settings or a job."""

    kind: ReportKind = msgspec.field(name="said")
    result: msgspec.Raw = msgspec.Raw(b"null")
    """The result as JSON, or what an experiment found."""
    log: tuple[str, ...] = ()
    message: str = ""
    environment: ExecutionEnvironment | None = None
    by_the_clock: bool = False
    """A verdict is due to the wall clock, and possibly to other processes, or there was no answer
    in time: it must be confirmed alone.
    """
    replies: tuple[tuple[bytes, bytes], ...] = ()
    """Cached replies to the submission's callbacks, for the next fork."""
    noted: dict[str, msgspec.Raw] = {}
    """Notes of the advisors."""
    used: Used = NO_TIME
    """The time of its budget that the submission used."""
    lacking: frozenset[str] = frozenset()
    """Checks that may only need a newer Python."""

    @classmethod
    def of(cls, graded: Graded, environment: ExecutionEnvironment | None = None) -> Report:
        """Return the report on a graded submission. environment: only if the result is stored."""
        result = msgspec.Raw(to_json(graded.result))
        if graded.fault:
            return cls(ReportKind.LOST, result, graded.log, graded.fault)
        return cls(
            ReportKind.GRADED,
            result,
            graded.log,
            environment=environment,
            by_the_clock=graded.wall_clock_decided,
            replies=tuple(graded.callbacks.items()),
            noted=graded.noted,
            used=graded.used,
            lacking=newer.lacking(graded.result.checks),
        )


class PipeClosed(Exception):
    """The other side has closed the pipe."""


def write_frame(stream: IO[bytes], message: Settings | Job | Report) -> None:
    """Send *message*. Raises PipeClosed."""
    payload = msgspec.json.encode(message)
    try:
        stream.write(frames.pack(payload))
        stream.flush()
    except (OSError, ValueError):
        raise PipeClosed from None


def read_frame(stream: IO[bytes], kind: type[Message]) -> Message:
    """Return the next message. Raises PipeClosed if there is none."""
    try:
        payload = frames.read(stream.read, sys.maxsize)
        return msgspec.json.decode(payload or b"", type=kind)
    except (OSError, ValueError, msgspec.DecodeError):
        raise PipeClosed from None


def environment_of(backend: Backend) -> ExecutionEnvironment:
    """Return the part of a result's cache key that describes *backend*."""
    return ExecutionEnvironment(backend.name, backend.level.label, backend.interpreter)


def backend_of(settings: Settings, assignment: Assignment) -> Backend:
    """Return the backend for *settings*. Raises SandboxRefused."""
    minimum = Level.parse(settings.minimum)
    return open_backend(
        assignment, choice=settings.sandbox, minimum=minimum, python=settings.python
    )


def environment(settings: Settings) -> ExecutionEnvironment:
    """Return where submissions run with *settings*. Raises GraderError."""
    backend = backend_of(settings, settings.load())
    try:
        return with_newest(environment_of(backend), settings)
    finally:
        backend.close()


def with_newest(environment: ExecutionEnvironment, settings: Settings) -> ExecutionEnvironment:
    """Return *environment* with the newest Python that grades with *settings*."""
    newest = newest_of(settings)
    return msgspec.structs.replace(environment, newest=newest.build if newest else "")


@cache
def newest_of(settings: Settings) -> Interpreter | None:
    """Return the newest suitable Python, for programs that may need it; None if there is none, or
    *settings* name a Python or are for authors. Raises GraderError.
    """
    is_for_marks = not (settings.python or settings.experiment or settings.until)
    return newest_python(settings.load()) if is_for_marks else None


def grade_by_either(
    settings: Settings, job: Job, grade: Callable[[Settings, Job], Report]
) -> Report:
    """Let *grade* grade one submission; if that may only need a newer Python, again with the newest
    one. Return the report that counts. Raises GraderError.
    """
    usual = grade(settings, job)
    if usual.environment is not None:
        environment = with_newest(usual.environment, settings)
        usual = msgspec.structs.replace(usual, environment=environment)
    if not usual.lacking:
        return usual
    if newer.cannot_help(from_json(bytes(usual.result)).checks, job.files):
        return usual
    try:
        newest = newest_of(settings)
        if newest is None:
            return usual
        job = msgspec.structs.replace(job, used=usual.used)
        again = grade(msgspec.structs.replace(settings, python=newest.path), job)
    except SandboxError:
        raise
    except GraderError as error:
        return _logged(usual, newer.unusable(error))
    if again.kind is not ReportKind.GRADED:
        return again
    newest_result, usual_result = (from_json(bytes(one.result)) for one in (again, usual))
    lacked = newer.lacking_again(usual.lacking, newest_result.checks)
    if not newer.counts(usual.lacking, lacked):
        return _logged(usual, newer.NO_HELP)
    result = newer.flagged(newest_result, usual_result)
    return msgspec.structs.replace(
        again,
        result=msgspec.Raw(to_json(result)),
        environment=usual.environment,
        by_the_clock=usual.by_the_clock or again.by_the_clock,
    )


def _logged(report: Report, line: str) -> Report:
    return msgspec.structs.replace(report, log=(*report.log, line))
