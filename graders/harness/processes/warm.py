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
from pathlib import Path
from typing import IO, NoReturn

import msgspec
import pytest

from graders.harness.errors import GraderError
from graders.harness.grading.grader import Grader
from graders.harness.grading.judge import Judge
from graders.harness.grading.plugin import JUDGE, ChecksPlugin, run_checks, run_judged
from graders.harness.grading.reach import Reach, traced
from graders.harness.grading.trial import Trial
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
from graders.harness.result import from_json, to_json
from graders.harness.sandbox.interface import Backend, Level, SandboxFault
from graders.harness.style.linter import Linter, open_linter

_CHUNK = 1 << 16


class WarmPlugin(ChecksPlugin):
    """Stops pytest before its run loop, and runs the checks in a fork for each job."""

    def __init__(self, judge: Judge, grader: Grader, reader: IO[bytes], writer: IO[bytes]) -> None:
        super().__init__(judge)
        self.grader = grader
        self.reader = reader
        self.writer = writer

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Serve until there is no more to do."""
        if self.judge.errors:
            return True
        gc.collect()
        gc.freeze()
        try:
            write_frame(self.writer, Report(Said.READY))
            while True:
                job = read_frame(self.reader, Job)
                write_frame(self.writer, self.in_a_fork(session, job))
        except Gone:
            return True

    def in_a_fork(self, session: pytest.Session, job: Job) -> Report:
        """Grade *job* in a child process."""
        try:
            branch = self.grader.backend.branch()
            linter = self.grader.linter
            if linter is not None:
                linter.open_for(job.files)
                linter = linter.branch()
        except SandboxFault as error:
            return Report(Said.LOST, message=str(error))
        ours, theirs = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(ours)
            self.be_child(session, job, branch, linter, theirs)
        branch.abandon()
        if linter is not None:
            linter.abandon()
        os.close(theirs)
        try:
            data = self.all_from(ours)
        except Gone:  # nobody waits for this submission any more
            os.kill(pid, signal.SIGKILL)
            raise
        finally:
            os.close(ours)
            os.waitpid(pid, 0)
        try:
            report = msgspec.json.decode(data, type=Report)
        except msgspec.DecodeError:
            return Report(Said.LOST, message="the process that graded it ended before it was done")
        self.grader.learn(dict(report.replies))
        return msgspec.structs.replace(report, replies=())

    def all_from(self, channel: int) -> bytes:
        """Return all that comes over *channel*. Raises Gone when whoever gave us the job hangs up
        first.
        """
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
        self,
        session: pytest.Session,
        job: Job,
        branch: Backend,
        linter: Linter | None,
        channel: int,
    ) -> NoReturn:
        """Run the checks on *job*, report over *channel*, and end."""
        try:
            syscalls.end_with_parent()
            os.close(
                self.reader.fileno()
            )  # a child that outlives its parent must not read the next job
            os.close(
                self.writer.fileno()
            )  # and who waits for its parent is to see at once that that is gone
            self.grader.move_to(branch, linter)
            data = memoryview(msgspec.json.encode(self.sound_report(session, job)))
            while data:
                data = data[os.write(channel, data) :]
        finally:
            os._exit(0)

    def sound_report(self, session: pytest.Session, job: Job) -> Report:
        """Return the report on *job*; whatever goes wrong with one submission is told of that one."""
        try:
            report = self.report(session, job)
            if report.said is Said.GRADED and report.tried is None and report.reached is None:
                from_json(bytes(report.result))  # whoever reads it must be able to
        except Exception:
            return Report(
                Said.LOST, message="the grader failed on it", log=(traceback.format_exc(),)
            )
        return report

    def report(self, session: pytest.Session, job: Job) -> Report:
        """Run the checks on *job* in this process."""
        submission = Submission(job.name, job.files, job.notes)
        collected = self.judge
        judge = self.judge = session.config.stash[JUDGE] = self.grader.judge(submission)
        judge.to_run, judge.not_run = collected.to_run, list(collected.not_run)
        try:
            run_judged(session, judge)
            judge.survey()
            judge.close()
        except SandboxFault as error:
            return Report(Said.LOST, message=str(error))
        except pytest.exit.Exception:  # the plugin's way to say that the grader is broken
            return Report(Said.BROKEN, message="; ".join(judge.errors))
        graded = self.grader.graded(submission, judge)
        if judge.gave_up:
            return Report(Said.LOST, message=judge.gave_up)
        if isinstance(judge, Trial):
            return Report(Said.GRADED, tried=judge.tried)
        if isinstance(judge, Reach):
            return Report(Said.GRADED, reached=judge.reached)
        return Report(
            Said.GRADED,
            msgspec.Raw(to_json(graded.result)),
            graded.log,
            place=place_of(self.grader.backend),
            by_the_clock=judge.by_the_clock,
            replies=tuple(judge.replies.new.items()),
        )


def serve(settings: Settings, reader: IO[bytes], writer: IO[bytes]) -> None:
    """Make a grader and serve jobs. Raises GraderError when it cannot."""
    assignment = settings.load()
    linter = open_linter(assignment, choice=settings.sandbox, minimum=Level.parse(settings.minimum))
    with Grader(assignment, backend_of(settings, assignment), linter=linter) as grader:
        grader.scouts = settings.scouts
        grader.first_failure = settings.first_failure
        if settings.trial == "kills":
            grader.kind = Trial
        elif settings.trial == "reach":
            grader.kind, grader.program, grader.alone = Reach, traced(grader.program), ()
            grader.scouts = False  # every line is to be run
        grader.examples = Path(settings.examples) if settings.examples else None
        judge = grader.judge(Submission("", {}))
        judge.only = frozenset(settings.only) or None
        plugin = WarmPlugin(judge, grader, reader, writer)
        run_checks(assignment, plugin)
        if plugin.judge.errors:
            raise GraderError("; ".join(plugin.judge.errors))


def main() -> None:
    """Serve whoever started this process."""
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # who started it hears the person's Ctrl-C and ends it
    reader, writer = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    try:
        settings = read_frame(reader, Settings)
        try:
            serve(settings, reader, writer)
        except SandboxFault as error:
            write_frame(writer, Report(Said.LOST, message=str(error)))
        except GraderError as error:
            write_frame(writer, Report(Said.BROKEN, message=str(error)))
    except Gone:
        pass
    sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
