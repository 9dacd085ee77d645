"""Grades submissions of one assignment: program, sandbox, checks, marks, one after the other.

A :class:`Grader` lives as long as one backend. Its first act is to grade the reference, unless that
is recorded for this state of the grader. It stops if the reference does not earn full marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

import msgspec

from graders.harness.assignment.manifest import Assignment, Manifest
from graders.harness.grading import flags, marking
from graders.harness.grading.advising import noted_of, opened
from graders.harness.grading.benches import Benches
from graders.harness.grading.budget import NO_TIME, Used
from graders.harness.grading.checks import Check, Invoke, Progress, Selection
from graders.harness.grading.outcome import NOT_FINISHED, CheckRun
from graders.harness.grading.program import language_of, open_backend, runtime_of
from graders.harness.grading.reference import ReferenceRun, failure
from graders.harness.grading.submission_run import RunPolicy, SubmissionRun
from graders.harness.grading.variants import Workbench
from graders.harness.intake import Submission
from graders.harness.replay import recording
from graders.harness.replay.prefetch import (
    LEAST_CPU_SECONDS,
    MAX_LATE,
    PrefetchPolicy,
)
from graders.harness.replay.recording import Listed, Recording
from graders.harness.result import Result, Verdict, Visibility
from graders.harness.sandbox.interface import Backend, Level, SandboxError
from graders.harness.style.linters import Linters, open_linters
from graders.harness.style.survey import (
    NOTHING,
    UNREADABLE,
    Surveyed,
    extra_files,
    refused_files,
    survey,
)

NO_LINTERS = Linters()


@dataclass(frozen=True, slots=True)
class GraderOptions:
    """How a grader works, the same for all its submissions."""

    prefetch: bool = True
    """Whether recorded calls are sent ahead of the checks; the verdicts are the same without."""
    first_failure: bool = False
    """Whether a submission's grading ends with the first check that it does not pass."""
    most_failures: int | None = None
    """Failed checks behind which a submission's grading ends; None for all checks."""
    examples: Path | None = None
    """The folder of the distilled examples, if not the assignment's own."""
    has_total: bool = True
    """Whether all checks of a submission share the manifest's total time."""


@dataclass(frozen=True, slots=True)
class Graded:
    """A result, and more for staff that is no part of the result."""

    result: Result
    log: tuple[str, ...]
    wall_clock_decided: bool = False
    """Whether the wall clock ended a process: on a busy machine, perhaps without its fault."""
    used: Used = field(default=NO_TIME, compare=False)
    """The time of its budget that it used."""
    fault: str = ""
    """Why the sandbox failed; "" if it did not."""
    callbacks: Mapping[bytes, bytes] = field(default_factory=dict)
    """New answers to callbacks, for submissions that ask the same."""
    noted: dict[str, msgspec.Raw] = field(default_factory=dict)
    """Notes of the advisors."""


class Grader:
    """Grades submissions of one assignment on one backend."""

    def __init__(
        self,
        assignment: Assignment,
        backend: Backend,
        *,
        options: GraderOptions = GraderOptions(),
        progress: Progress | None = None,
        kept: Recording | None = None,
        linters: Linters = NO_LINTERS,
    ) -> None:
        """Grade on *backend*, which is closed with this grader, as are *linters*.

        kept: a recording made elsewhere: no reference is needed then, and checks that open
        callbacks are not run.
        """
        self.linters = linters
        self.options = options
        self.progress = progress
        self._recording = kept
        self.benches = Benches(
            assignment,
            backend,
            needs_reference=kept is None,
            examples=options.examples,
            has_total=options.has_total,
        )
        self.advisors = opened(self.benches)

    @property
    def assignment(self) -> Assignment:
        """The assignment that submissions are graded by."""
        return self.benches.assignment

    @property
    def backend(self) -> Backend:
        """The backend that submissions run on."""
        return self.benches.backend

    def close(self) -> None:
        """End the backend and the linters."""
        self.backend.close()
        self.linters.close()

    def __enter__(self) -> Grader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def grade(
        self,
        submission: Submission,
        *,
        only_public: bool = False,
        only: frozenset[str] | None = None,
        unfinished: bool = False,
        used: Used = NO_TIME,
        before_style: Callable[[Result], None] = lambda result: None,
    ) -> Graded:
        """Grade one submission. Raises GraderBroken if the grader, not the submission, is wrong,
        and SandboxError.

        only: run no other checks than these. unfinished: the marks of the checks need not fit
        yet. used: by an earlier grading of it. before_style: called with the result without the
        linters' findings, if these are still at work when the checks are done.
        """
        kept = self.recorded()
        selection = self.selection(only_public=only_public, only=only)
        listed, run = kept.checks, None

        def loop(checks: list[Check], invoke: Invoke) -> None:
            nonlocal run
            if run is None:
                found = [Listed(c.spec, c.title) for c in checks]
                run = self.run_of(bench, found, submission)
            run.run(checks)

        with self.bench(submission, kept, used) as bench:
            if listed:
                chosen = [check for check in listed if selection.includes(check.spec)]
                run = self.run_of(bench, chosen, submission)
            if run is None or not run.passes_by_prefetch():
                # imported late: a submission that passes by the prefetch needs no pytest
                from graders.harness.grading.plugin import ChecksPlugin, run_pytest

                plugin = ChecksPlugin(
                    self.assignment,
                    loop,
                    selection,
                    validated=listed,
                    unfinished=unfinished,
                )
                run_pytest(self.assignment, plugin)
                listed = plugin.listed
            done = run = run or self.run_of(bench, [])
            not_run = selection.not_run(listed)

            def waits(so_far: Surveyed) -> None:
                graded = self.graded(submission, done, not_run, so_far)
                before_style(graded.result)

            surveyed = NOTHING
            if only is None:
                surveyed = self.surveyed(submission, run, waits)
        return self.graded(submission, run, not_run, surveyed)

    def selection(
        self, *, only_public: bool = False, only: frozenset[str] | None = None
    ) -> Selection:
        """Return which checks are run."""
        return Selection(only_public, only, answers_callbacks=self.benches.reference is not None)

    def run_of(
        self,
        bench: Workbench,
        listed: Sequence[Listed],
        submission: Submission | None = None,
    ) -> SubmissionRun:
        """Return the run of the checks *listed*, which has not begun.

        submission: None if nobody advises on it.
        """
        policy = policy_of(self.assignment.manifest, self.options, self.benches)
        advisors = {}
        if submission is not None:
            advisors = {name: advisor.of(submission) for name, advisor in self.advisors.items()}
        return SubmissionRun(bench, policy, listed, self.progress, advisors)

    def bench(
        self, submission: Submission, kept: Recording, used: Used = NO_TIME
    ) -> AbstractContextManager[Workbench]:
        """Return the workbench of *submission*; its processes end with the block. used: by an
        earlier grading of it.
        """
        return self.benches.of_submission(submission, kept, used=used)

    def surveyed(
        self,
        submission: Submission,
        run: SubmissionRun,
        waits: Callable[[Surveyed], None] = lambda so_far: None,
    ) -> Surveyed:
        """Return the findings on the code of *submission*, whose checks have been run.

        waits: called with all other findings if those of linters are not there yet.
        """
        bench, plan = run.bench, self.assignment.manifest.survey
        if bench.sandbox.fault or run.has_failed:
            return NOTHING
        surveyed = causes = NOTHING
        try:
            if plan.findings or plan.flags:
                student, limits = bench.sandbox.session, bench.budget.survey_limits()
                surveyed = survey(student, self.assignment, limits, submission.files)
            advised = [advisor.flags(run) for advisor in run.advisors.values()]
            causes = Surveyed(flags=tuple(chain.from_iterable(advised)))
            if self.linters.is_ahead:
                waits(surveyed.joined(causes))
            looked = self.linters.look(dict(submission.files))
            if any(unread.why == UNREADABLE for unread in looked.unread):
                limits = bench.budget.survey_limits()
                refused = refused_files(bench.sandbox.session, limits)
                looked = looked.without(UNREADABLE, refused)
            surveyed = surveyed.joined(looked).joined(causes)
        except SandboxError as fault:
            bench.sandbox.fault = str(fault)
        return surveyed

    def graded(
        self,
        submission: Submission,
        run: SubmissionRun,
        not_run: Iterable[CheckRun],
        surveyed: Surveyed,
    ) -> Graded:
        """Return the result of *submission*; a check that came to no end is a grader's fault."""
        runs = [*run.results(), *not_run]
        if not run.has_failed:
            runs += [CheckRun(c.spec, c.title, NOT_FINISHED) for c in run.undecided()]
        surveyed = surveyed.joined(
            extra_files(submission.files, self.assignment.files, self.assignment.manifest.survey)
        ).joined(Surveyed(flags=flags.of_a_run(self.assignment, submission, run, runs)))
        result = marking.mark(
            self.assignment,
            submission.name,
            runs,
            submission.notes,
            surveyed,
            language_of(self.assignment.manifest, self.backend),
        )
        bench = run.bench
        return Graded(
            flags.with_likely_files(result, submission.notes),
            log_of(self.assignment.manifest, self.backend, self.linters, runs),
            used=bench.budget.used(),
            wall_clock_decided=bench.budget.wall_clock_decided or surveyed.by_the_clock,
            fault=bench.sandbox.fault,
            callbacks=bench.callbacks.cache.new,
            noted=noted_of(run),
        )

    def recorded(self) -> Recording:
        """Return the recording of this state of the grader; if there is none, one of the processes
        that need it makes and saves it.
        """
        if self._recording is None:
            key = recording.recording_key(
                self.assignment, self.backend.interpreter, self.options.examples
            )
            self._recording = saved(self.assignment, key, self.backend.level)
        if self._recording is None:
            with recording.alone(self.assignment):
                self._recording = saved(self.assignment, key, self.backend.level)
                if self._recording is None:
                    self._recording = self.record()
                    recording.save(self.assignment, key, self._recording)
        return self._recording

    def record(
        self,
        *,
        only_public: bool = False,
        only: frozenset[str] | None = None,
        explore: int = 0,
    ) -> Recording:
        """Grade the reference and return the recording of that.

        only: record no other checks than these, whose marks need not fit yet, on the examples that
        *explore* draws. Raises GraderBroken unless it passes every check, and SandboxError.
        """
        from graders.harness.grading.plugin import ChecksPlugin, run_pytest

        kept = Recording()
        packs = self.assignment.manifest.written_in.is_forked
        selection = self.selection(only_public=only_public, only=only)
        with self.benches.of_reference(kept, seed=explore) as bench:
            reference = ReferenceRun(bench, packs=packs, progress=self.progress)
            plugin = ChecksPlugin(
                self.assignment, reference.run, selection, unfinished=only is not None
            )
            run_pytest(self.assignment, plugin)
        if bench.sandbox.fault:
            raise SandboxError(bench.sandbox.fault)
        if any(run.outcome.verdict is not Verdict.PASSED for run in reference.runs):
            assert self.benches.reference is not None
            raise failure(self.assignment, self.benches.reference, reference.runs)
        kept.checks = [check for check in plugin.listed if not only_public or is_public(check)]
        if self.backend.level is Level.E:
            kept.seconds.clear()  # it reports some processes' time, and in large steps
        return kept

    def move_to(self, backend: Backend, linters: Linters = NO_LINTERS) -> None:
        """In a fork: go on with the branches of the backend and the linters made for it."""
        self.backend.abandon()
        self.linters.abandon()
        self.benches.backend, self.linters = backend, linters


def policy_of(manifest: Manifest, options: GraderOptions, benches: Benches) -> RunPolicy:
    """Return how checks are run on *benches*."""
    least = max(LEAST_CPU_SECONDS, manifest.written_in.start_cpu_seconds)
    return RunPolicy(
        manifest.limits,
        prefetch=options.prefetch,
        prefetching=PrefetchPolicy(MAX_LATE, least, manifest.in_one_process),
        first_failure=options.first_failure,
        most_failures=options.most_failures,
        search_calls=manifest.shrink.calls,
        can_draw=benches.reference is not None,
    )


def saved(assignment: Assignment, key: str, level: Level) -> Recording | None:
    """Return the recording saved under *key*; None if there is none that will do at *level*.

    One that plain processes made lacks the CPU time of checks, which would get the manifest's.
    """
    found = recording.load(assignment, key)
    if found is None or level is Level.E:
        return found
    return found if found.traces.keys() <= found.seconds.keys() else None


def log_of(
    manifest: Manifest,
    backend: Backend,
    linters: Linters,
    runs: Iterable[CheckRun],
) -> tuple[str, ...]:
    """Return the lines of a submission's log: levels, releases, times, and why checks broke."""
    lines = [
        f"backend {backend.name}, level {backend.level.label}",
        f"runs on {backend.interpreter} (assignment.toml: {runtime_of(manifest).demand(manifest)})",
    ]
    lines += linters.log
    ran = [run for run in runs if run.outcome.verdict is not Verdict.NOT_RUN]
    lines += [
        f"{run.seconds * 1000:8.1f} ms {run.calls:6d} calls  "
        f"{run.outcome.verdict.value:<13} {run.spec.id}"
        for run in ran
    ]
    lines += [run.outcome.log for run in ran if run.outcome.log]
    return tuple(lines)


def is_public(listed: Listed) -> bool:
    """Return whether students may know a check."""
    return listed.spec.visibility is Visibility.PUBLIC


def open_grader(
    assignment: Assignment,
    *,
    choice: str,
    minimum: Level = Level.C,
    python: str = "",
    only: Submission | None = None,
    options: GraderOptions = GraderOptions(),
) -> Grader:
    """Return a grader with a backend and linters of its own; arguments as for open_backend.

    only: the one submission that will be graded; linters look at it from now on. Raises
    SandboxRefused.
    """
    backend = open_backend(assignment, choice=choice, minimum=minimum, python=python)
    try:
        files = None if only is None else only.files
        linters = open_linters(
            assignment, choice=choice, minimum=minimum, python=python, only=files
        )
    except BaseException:
        backend.close()
        raise
    return Grader(assignment, backend, linters=linters, options=options)
