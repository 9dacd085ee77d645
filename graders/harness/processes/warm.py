"""A warm process: everything imported, collected and recorded once; then a fork for every
submission.

``python -m graders.harness.processes.warm`` is started by exec and spoken to over its standard
input and output, in frames of a four-byte length and JSON (:class:`Settings` first, then one
:class:`Job` after the other). It answers each with a :class:`Report`; the first one, to the
settings, says that it is ready, or why it never will be. It is single-threaded, and forks at
pytest's run loop, with all checks collected. A child opens its own channel to the sandbox: nothing
live crosses the fork but what one child has after the other (the Java compiler). It ends when its
standard input does.

Student code runs in the sandbox alone, as everywhere; a child that ends without a report costs its
own submission a second try, and nothing else.
"""

from __future__ import annotations

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
from graders.harness.grading.checks import Check
from graders.harness.grading.coverage import lines_reached
from graders.harness.grading.grader import Grader, GraderOptions
from graders.harness.grading.outcome import CheckRun
from graders.harness.grading.plugin import ChecksPlugin, run_pytest
from graders.harness.grading.submission import Invoke
from graders.harness.grading.trial import try_examples
from graders.harness.inside import syscalls
from graders.harness.intake import Submission
from graders.harness.processes.jobs import (
    Gone,
    Job,
    Report,
    Said,
    Settings,
    backend_of,
    place_of,
    read_frame,
    write_frame,
)
from graders.harness.replay.recording import Listed
from graders.harness.result import from_json, to_json
from graders.harness.sandbox.interface import Backend, Level, SandboxError
from graders.harness.style.linter import Linter, open_linter

_CHUNK = 1 << 16


@dataclass(frozen=True)
class WarmGrader:
    """Serves jobs, each in a fork of this process, with the checks collected."""

    grader: Grader
    settings: Settings
    not_run: list[CheckRun]
    """The checks that are left out of every grading."""
    checks: list[Check]
    invoke: Invoke
    reader: IO[bytes]
    writer: IO[bytes]

    def serve(self) -> None:
        """Serve until there is no more to do."""
        gc.collect()
        gc.freeze()
        try:
            write_frame(self.writer, Report(Said.READY))
            while True:
                job = read_frame(self.reader, Job)
                write_frame(self.writer, self.in_a_fork(job))
        except Gone:
            return

    def in_a_fork(self, job: Job) -> Report:
        """Grade *job* in a child process."""
        try:
            branch = self.grader.backend.branch()
            linter = self.grader.linter
            if linter is not None:
                linter.open_for(job.files)
                linter = linter.branch()
        except SandboxError as error:
            return Report(Said.LOST, message=str(error))
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(reading)
            self.be_child(job, branch, linter, writing)
        branch.abandon()
        if linter is not None:
            linter.abandon()
        os.close(writing)
        try:
            data = self.all_from(reading)
        except Gone:  # nobody waits for this submission any more
            os.kill(pid, signal.SIGKILL)
            raise
        finally:
            os.close(reading)
            os.waitpid(pid, 0)
        try:
            report = msgspec.json.decode(data, type=Report)
        except msgspec.DecodeError:
            return Report(
                Said.LOST, message="the process that graded it ended before it was done"
            )
        self.grader.benches.learn(dict(report.replies))
        return msgspec.structs.replace(report, replies=())

    def all_from(self, channel: int) -> bytes:
        """Return all that comes over *channel*. Raises Gone if the pool hangs up first."""
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
                raise Gone

    def be_child(
        self, job: Job, branch: Backend, linter: Linter | None, channel: int
    ) -> NoReturn:
        """Run the checks on *job*, report over *channel*, and end."""
        try:
            syscalls.end_with_parent()
            # a child that outlives its parent must not read the next job, and the pool is to see
            # at once that the parent is gone
            os.close(self.reader.fileno())
            os.close(self.writer.fileno())
            self.grader.move_to(branch, linter)
            data = memoryview(msgspec.json.encode(self.sound_report(job)))
            while data:
                data = data[os.write(channel, data) :]
        finally:
            os._exit(0)

    def sound_report(self, job: Job) -> Report:
        """Return the report on *job*; a failure of the grader is reported for this job alone."""
        try:
            report = self.report(Submission(job.name, job.files, job.notes))
            if report.said is Said.GRADED and not self.settings.trial:
                from_json(bytes(report.result))  # its readers must be able to
        except SandboxError as error:
            return Report(Said.LOST, message=str(error))
        except GraderError as error:
            return Report(Said.BROKEN, message=str(error))
        except Exception:
            log = (traceback.format_exc(),)
            return Report(Said.LOST, message="the grader failed on it", log=log)
        return report

    def report(self, submission: Submission) -> Report:
        """Run the checks on *submission* in this process. Raises SandboxError and GraderError."""
        kept = self.grader.recorded()
        with self.grader.bench(submission, kept) as bench:
            if self.settings.trial == "kills":
                search = not self.settings.examples
                tried = try_examples(bench, self.checks, search=search)
                return Report(Said.GRADED, tried=tried)
            if self.settings.trial == "reach":
                return Report(Said.GRADED, reached=lines_reached(bench, self.checks))
            listed = [Listed(check.spec, check.title) for check in self.checks]
            run = self.grader.run_of(bench, listed)
            if not run.passes_by_prefetch():
                run.run(self.checks, self.invoke)
            surveyed = self.grader.surveyed(submission, run)
        graded = self.grader.graded(submission, run, self.not_run, surveyed)
        if graded.fault:
            return Report(Said.LOST, message=graded.fault)
        return Report(
            Said.GRADED,
            msgspec.Raw(to_json(graded.result)),
            graded.log,
            place=place_of(self.grader.backend),
            by_the_clock=graded.wall_clock_decided,
            replies=tuple(graded.callbacks.items()),
        )


def serve(settings: Settings, reader: IO[bytes], writer: IO[bytes]) -> None:
    """Make a grader and serve jobs. Raises GraderError when it cannot."""
    assignment = settings.load()
    options = GraderOptions(
        prefetch=settings.prefetch
        and settings.trial != "reach",  # there every line is to be run
        first_failure=settings.first_failure,
        examples=Path(settings.examples) if settings.examples else None,
        traces_lines=settings.trial == "reach",
    )
    minimum = Level.parse(settings.minimum)
    linter = open_linter(assignment, choice=settings.sandbox, minimum=minimum)
    backend = backend_of(settings, assignment)
    with Grader(assignment, backend, options=options, linter=linter) as grader:
        kept = grader.recorded()
        selection = grader.selection(only=frozenset(settings.only) or None)

        def loop(checks: list[Check], invoke: Invoke) -> None:
            not_run = selection.not_run(kept.checks)
            WarmGrader(
                grader, settings, not_run, checks, invoke, reader, writer
            ).serve()

        run_pytest(
            assignment, ChecksPlugin(assignment, loop, selection, validated=kept.checks)
        )


def main() -> None:
    """Serve whoever started this process."""
    # who started it hears the person's Ctrl-C and ends it
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
            write_frame(writer, Report(Said.LOST, message=str(error)))
        except GraderError as error:
            write_frame(writer, Report(Said.BROKEN, message=str(error)))
    except Gone:
        pass
    sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
