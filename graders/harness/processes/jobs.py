"""What a warm process is told and asked, and what it answers: plain data, in frames.

The process itself is in :mod:`graders.harness.processes.warm`. Who gives it work loads neither
pytest nor Hypothesis.
"""

from __future__ import annotations

import enum
import sys
from pathlib import Path
from typing import IO, Literal, TypeVar

import msgspec

from graders.harness.assignment.manifest import Assignment, load_assignment
from graders.harness.grading.program import open_backend
from graders.harness.grading.trial import FailingExamples
from graders.harness.intake import Submission
from graders.harness.protocol import frames
from graders.harness.result import Note
from graders.harness.sandbox.interface import Backend, Level

Message = TypeVar("Message")


class Settings(msgspec.Struct, frozen=True):
    """How a class is graded: the same for each of its submissions."""

    assignment: str
    root: str = ""
    """The folder that holds ``graders/``, ``reference/`` and the others; empty for the first of all
    folders that are searched.
    """
    sandbox: str = "auto"
    minimum: str = "C"
    python: str = ""
    """The submissions' interpreter; empty for the one that the manifest demands."""
    prefetch: bool = True
    """Whether recorded calls are sent ahead of the checks; the verdicts are the same without."""
    python_ta: bool = False
    """Whether python-ta looks at each submission, where the manifest says how."""
    grade_by: str = ""
    """Instead of the manifest's: "distilled" or "all"."""
    pool: int | None = None
    """How many examples are drawn per property, instead of the manifest's."""
    examples: str = ""
    """The folder of the distilled examples, if not the assignment's own."""
    trial: Literal["", "kills", "reach"] = ""
    """What is wanted instead of a result: which examples of each property fail, or what lines each
    reaches.
    """
    only: tuple[str, ...] = ()
    """Checks that are run; empty for all."""
    shrink_calls: int | None = None
    first_failure: bool = False
    """Whether a submission ends at the first check that it does not pass: for mutants, never for
    marks.
    """
    cpu_seconds: float | None = None
    """What every check gets, for people who tune a grader."""

    def load(self) -> Assignment:
        """Return the assignment with these settings. Raises ManifestError."""
        assignment = load_assignment(
            self.assignment, Path(self.root) if self.root else None
        )
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
        if not self.python_ta:
            manifest = msgspec.structs.replace(manifest, python_ta=None)
        return msgspec.structs.replace(assignment, manifest=manifest)


class Job(msgspec.Struct, frozen=True):
    """One submission, as plain data."""

    name: str
    files: dict[str, bytes]
    notes: tuple[Note, ...] = ()

    @classmethod
    def of(cls, submission: Submission) -> Job:
        """Return the job of grading *submission*."""
        return cls(submission.name, dict(submission.files), submission.notes)


class Said(enum.Enum):
    """What a report tells."""

    READY = "ready"
    GRADED = "graded"
    LOST = "lost"
    """The child that graded it, or its sandbox, is gone: to be tried again in another process."""
    BROKEN = "broken"
    """The grader itself is wrong, or this machine does not offer what was demanded: no submission
    can be graded.
    """


class Place(msgspec.Struct, frozen=True):
    """Where submissions run: what a verdict may depend on besides the files of the grader."""

    backend: str
    level: str
    interpreter: str
    """The build of the interpreter."""


class Report(msgspec.Struct, frozen=True):
    """The answer to the settings, or to a job."""

    said: Said
    result: msgspec.Raw = msgspec.Raw(b"null")
    """The result, as its JSON."""
    log: tuple[str, ...] = ()
    message: str = ""
    place: Place | None = None
    tried: FailingExamples | None = None
    """Instead of a result: which examples fail."""
    reached: dict[str, list[list[str]]] | None = None
    """Instead of a result: what examples reach."""
    by_the_clock: bool = False
    """A verdict came from the wall clock, which busy neighbours can cause: it stands if it is
    confirmed alone.
    """
    replies: tuple[tuple[bytes, bytes], ...] = ()
    """What was answered to questions of the submission, for the process that is forked for the next
    one.
    """


class Gone(Exception):
    """The other side of the pipe has hung up."""


def write_frame(stream: IO[bytes], message: Settings | Job | Report) -> None:
    """Send *message*. Raises Gone."""
    payload = msgspec.json.encode(message)
    try:
        stream.write(frames.pack(payload))
        stream.flush()
    except (OSError, ValueError):
        raise Gone from None


def read_frame(stream: IO[bytes], kind: type[Message]) -> Message:
    """Return the next message. Raises Gone when there is none."""
    try:
        payload = frames.read(stream.read, sys.maxsize)
        return msgspec.json.decode(payload or b"", type=kind)
    except (OSError, ValueError, msgspec.DecodeError):
        raise Gone from None


def place_of(backend: Backend) -> Place:
    """Return what a result's cache key says of *backend*."""
    return Place(backend.name, backend.level.label, backend.interpreter)


def backend_of(settings: Settings, assignment: Assignment) -> Backend:
    """Return the backend that *settings* ask for. Raises SandboxRefused."""
    minimum = Level.parse(settings.minimum)
    return open_backend(
        assignment, choice=settings.sandbox, minimum=minimum, python=settings.python
    )


def place(settings: Settings) -> Place:
    """Return where submissions would run here with *settings*. Raises GraderError."""
    backend = backend_of(settings, settings.load())
    try:
        return place_of(backend)
    finally:
        backend.close()
