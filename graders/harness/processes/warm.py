"""A warm process: imports, collects and loads the recording once, then forks for every submission.

``python -m graders.harness.processes.warm`` is started by exec. It reads frames (a four-byte length
and JSON) from standard input, first :class:`Settings`, then one :class:`Job` after another, and
writes a :class:`Report` for each to standard output. The first one says that it is ready, or why it
cannot be. The process has a single thread. It forks in pytest's run loop, after all checks are
collected. A child opens its own connection to the sandbox; the only live object that crosses the
fork is the Java compiler, which children use in turn. The process ends with its standard input.

Student code only runs in the sandbox. A child that ends without a report only costs its own
submission another try.
"""

from __future__ import annotations

import contextlib
import gc
import os
import select
import signal
import sys
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import IO, NoReturn

import msgspec

from graders.harness.errors import GraderError
from graders.harness.grading.checks import Check, Invoke
from graders.harness.grading.grader import Grader, GraderOptions
from graders.harness.grading.outcome import CheckRun
from graders.harness.grading.plugin import ChecksPlugin, run_pytest
from graders.harness.inside import syscalls
from graders.harness.processes.experiments import experiment_of
from graders.harness.processes.jobs import (
    Job,
    PipeClosed,
    Report,
    ReportKind,
    Settings,
    backend_of,
    environment_of,
    read_frame,
    write_frame,
)
from graders.harness.replay.recording import Listed
from graders.harness.result import from_json
from graders.harness.sandbox.interface import Backend, Level, SandboxError
from graders.harness.style.linters import Linters, open_linters

_CHUNK = 1 << 16


@dataclass(frozen=True)
class WarmGrader:
    """Serves jobs, each in a fork of this process, with the checks collected."""

    grader: Grader
    settings: Settings
    not_run: list[CheckRun]
    """Checks that are left out of every grading."""
    checks: list[Check]
    reader: IO[bytes]
    writer: IO[bytes]

    def serve(self) -> None:
        """Serve jobs until the pipe is closed."""
        gc.collect()
        gc.freeze()
        is_ahead = not self.grader.assignment.manifest.shrink.calls
        try:
            write_frame(self.writer, Report(ReportKind.READY))
            while True:
                job = read_frame(self.reader, Job)
                report = self.in_a_fork(job)
                write_frame(self.writer, report)
                if report.noted and not is_ahead:  # others are advised on, too
                    self.read_ahead()
                    is_ahead = True
        except PipeClosed:
            return

    def read_ahead(self) -> None:
        """Read what advisors need of every submission, for all forks to come."""
        with contextlib.suppress(SandboxError, GraderError):  # the next job meets it, too
            for advisor in self.grader.advisors.values():
                advisor.read_ahead()
        gc.collect()
        gc.freeze()

    def in_a_fork(self, job: Job) -> Report:
        """Grade *job* in a child process."""
        try:
            branch = self.grader.backend.branch()
            self.grader.linters.open_for(job.files)
            linters = self.grader.linters.branch()
        except SandboxError as error:
            return Report(ReportKind.LOST, message=str(error))
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(reading)
            self.be_child(job, branch, linters, writing)
        branch.abandon()
        linters.abandon()
        os.close(writing)
        try:
            data = self.all_from(reading)
        except PipeClosed:  # the pool has closed the pipe
            os.kill(pid, signal.SIGKILL)
            raise
        finally:
            os.close(reading)
            os.waitpid(pid, 0)
        try:
            report = msgspec.json.decode(data, type=Report)
        except msgspec.DecodeError:
            return Report(ReportKind.LOST, message="its grading process ended without a report")
        self.grader.benches.learn(dict(report.replies))
        return msgspec.structs.replace(report, replies=())

    def all_from(self, channel: int) -> bytes:
        """Return all data from *channel*. Raises PipeClosed if the pool closes its pipe first."""
        poll = select.poll()
        poll.register(channel, select.POLLIN)
        poll.register(self.reader.fileno(), select.POLLIN)
        parts: list[bytes] = []
        while True:
            ready = {descriptor for descriptor, _event in poll.poll()}
            if channel in ready:
                part = os.read(channel, _CHUNK)
                if not part:
                    return b"".join(parts)
                parts.append(part)
            elif self.reader.fileno() in ready:
                raise PipeClosed

    def be_child(self, job: Job, branch: Backend, linters: Linters, channel: int) -> NoReturn:
        """Run the checks on *job*, report over *channel*, and exit."""
        try:
            syscalls.end_with_parent()
            # a child that outlives its parent must not read the next job, and the pool must see at
            # once that the parent is gone
            os.close(self.reader.fileno())
            os.close(self.writer.fileno())
            self.grader.move_to(branch, linters)
            data = memoryview(msgspec.json.encode(self.sound_report(job)))
            while data:
                data = data[os.write(channel, data) :]
        finally:
            os._exit(0)

    def sound_report(self, job: Job) -> Report:
        """Return the report on *job*; if the grader fails, that concerns only this job."""
        try:
            report = self.report(job)
            if report.kind is ReportKind.GRADED and not self.settings.experiment:
                from_json(bytes(report.result))  # it must be valid for its readers
        except SandboxError as error:
            return Report(ReportKind.LOST, message=str(error))
        except GraderError as error:
            return Report(ReportKind.BROKEN, message=str(error))
        except Exception:
            log = (traceback.format_exc(),)
            return Report(ReportKind.LOST, message="the grader failed on this submission", log=log)
        return report

    def report(self, job: Job) -> Report:
        """Run the checks of *job* in this process. Raises SandboxError and GraderError."""
        submission = job.submission
        if self.settings.experiment:
            experiment = experiment_of(self.settings.experiment)
            found = experiment.run(self.grader, submission, self.checks, self.settings.times)
            return Report(ReportKind.GRADED, msgspec.Raw(msgspec.json.encode(found)))
        with self.grader.bench(submission, self.grader.recorded(), job.used) as bench:
            listed = [Listed(check.spec, check.title) for check in self.checks]
            run = self.grader.run_of(bench, listed, submission)
            if not run.passes_by_prefetch():
                run.run(self.checks)
            surveyed = self.grader.surveyed(submission, run)
        graded = self.grader.graded(submission, run, self.not_run, surveyed)
        return Report.of(graded, environment_of(self.grader.backend))


def serve(settings: Settings, reader: IO[bytes], writer: IO[bytes]) -> None:
    """Create a grader and serve jobs. Raises GraderError if it cannot."""
    assignment = settings.load()
    options = GraderOptions(
        prefetch=settings.prefetch,
        first_failure=settings.until == "failure",
        most_failures=settings.until if isinstance(settings.until, int) else None,
        examples=Path(settings.examples) if settings.examples else None,
        has_total=settings.has_total,
    )
    minimum = Level.parse(settings.minimum)
    linters = open_linters(
        assignment, choice=settings.sandbox, minimum=minimum, python=settings.python
    )
    backend = backend_of(settings, assignment)
    with Grader(assignment, backend, options=options, linters=linters) as grader:
        recording = grader.recorded()
        selection = grader.selection(only=frozenset(settings.only) or None)

        def loop(checks: list[Check], invoke: Invoke) -> None:
            not_run = selection.not_run(recording.checks)
            WarmGrader(grader, settings, not_run, checks, reader, writer).serve()

        run_pytest(
            assignment,
            ChecksPlugin(assignment, loop, selection, validated=recording.checks),
        )


def main() -> None:
    """Serve the process that started this one."""
    # the starting process gets Ctrl-C and ends this one
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    reader, writer = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    try:
        settings = read_frame(reader, Settings)
        try:
            serve(settings, reader, writer)
        except SandboxError as error:
            write_frame(writer, Report(ReportKind.LOST, message=str(error)))
        except GraderError as error:
            write_frame(writer, Report(ReportKind.BROKEN, message=str(error)))
    except PipeClosed:
        pass
    sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
