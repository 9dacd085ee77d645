"""Grades submissions of one assignment: program, sandbox, checks, marks, in the order of the
house's line.

A :class:`Grader` lives as long as one backend. Its first act is to grade the reference itself: that
draws the examples, keeps the reference's answers, and proves that the grader gives full marks where
they are due. It stops when it does not.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from graders.harness.assignment.manifest import Assignment, Limits
from graders.harness.assignment.scenario import SCENARIO
from graders.harness.content import HARNESS
from graders.harness.errors import NOT_GRADABLE, GraderError
from graders.harness.grading import marking
from graders.harness.grading.faults import driver_fault
from graders.harness.grading.judge import Judge, Judged, failed
from graders.harness.inside.modules import Program
from graders.harness.intake import Submission
from graders.harness.intake.select import similar
from graders.harness.replay import recording
from graders.harness.result import (
    Cause,
    CauseKind,
    CheckResult,
    Flag,
    FlagCode,
    Result,
    Verdict,
    printable,
)
from graders.harness.sandbox import find_interpreter, java, select_backend
from graders.harness.sandbox.interface import Backend, Box, Level, SandboxFault
from graders.harness.sandbox.java.jdk import find_jdk
from graders.harness.sandbox.reuse import ReusingBox
from graders.harness.session.callbacks import Replies
from graders.harness.session.session import Session
from graders.harness.style import tampering
from graders.harness.style.linter import Linter, open_linter
from graders.harness.style.survey import Surveyed, compared, extra_files

STUBS = HARNESS / "inside" / "stubs"

MOST_BROKEN = 5
"""Checks that are named where the reference fails its own."""

Progress = Callable[[str, int], None]


class GraderBroken(GraderError):
    """The grader itself is wrong: the message names the checks or the rule. No submission is
    graded.
    """

    status = NOT_GRADABLE


class ReferenceFails(GraderBroken):
    """The reference fails checks of its own: they are in *result*, with what a student would see of
    them.
    """

    def __init__(self, message: str, result: Result) -> None:
        super().__init__(message)
        self.result = result


@dataclass(frozen=True, slots=True)
class Graded:
    """A result and what staff may want to know beside it; the log is never part of the result."""

    result: Result
    log: tuple[str, ...]


def as_without_a_scout(result: Result) -> Result:
    """Return *result* without the one remark that only a scout gives rise to."""
    return msgspec.structs.replace(
        result, flags=tuple(f for f in result.flags if f.code is not FlagCode.NONDETERMINISTIC)
    )


def empty_files(files: Mapping[str, bytes], assignment: Assignment) -> list[str]:
    """Return the files with nothing in them that are handed in; where names are free, only if all
    of them are empty.
    """
    empty = [name for name, data in files.items() if not data.strip()]
    submitted = assignment.files.submitted
    if submitted:
        return [name for name in submitted if name in empty]
    return sorted(printable(name, 200) for name in empty) if len(empty) == len(files) else []


def read_folder(folder: Path, names: Iterable[str]) -> dict[str, bytes]:
    """Return the content of the files *names* in *folder*; a missing one is the grader's fault."""
    try:
        return {name: (folder / name).read_bytes() for name in names}
    except OSError as error:
        raise GraderBroken(
            f"{folder.name}: cannot read {Path(str(error.filename)).name}: {error.strerror}"
        ) from None


def program_of(assignment: Assignment, submitted: dict[str, bytes]) -> Program:
    """Return everything the sandbox needs to run *submitted*: no check, no expected value, no
    solution of ours.
    """
    manifest = assignment.manifest
    course = read_folder(assignment.course, manifest.files.in_box)
    for stub in manifest.stubs:
        for path in sorted((STUBS / stub).rglob("*.py")):
            course[path.relative_to(STUBS).as_posix()] = path.read_bytes()
    driver = _flat(assignment.grader, manifest.driver)
    variants = {
        name: {
            file: read_folder(assignment.grader, [source])[source]
            for file, source in variant.files.items()
        }
        for name, variant in manifest.variants.items()
    }
    return Program(submitted, course, driver, variants)


def open_backend(
    assignment: Assignment, *, choice: str, minimum: Level = Level.C, python: str = ""
) -> Backend:
    """Return the strongest backend for *assignment* that this machine offers (see
    ``select_backend``).

    *python* is the submissions' interpreter, if not the one that the manifest demands. Raises
    SandboxRefused.
    """
    manifest = assignment.manifest
    interpreter = python or find_interpreter(manifest.python)
    if manifest.java is None:
        return select_backend(interpreter, choice=choice, minimum=minimum)
    if python:
        raise GraderError(
            f"{assignment.id} is in Java: set JAVA_HOME to choose a JDK, not --python"
        )
    jdk = find_jdk(manifest.java.release)
    sources = java.Sources(
        driver=_flat(assignment.grader, manifest.driver),
        course=_flat(
            assignment.course, [name for name in manifest.files.course if name.endswith(".java")]
        ),
        starter=_flat(assignment.starter, manifest.files.submitted),
    )
    jars = java.build_jars(jdk, sources)
    guest = java.guest_of(jdk, jars, manifest.java, manifest.limits)
    java.archive_classes(guest, jars, sources.starter)
    backend = select_backend(
        interpreter, choice=choice, minimum=minimum, guest=guest, prove=java.prove
    )

    def reference() -> dict[str, bytes]:
        return java.reference_classes(
            jdk, sources.course, _flat(assignment.reference, manifest.files.submitted)
        )

    return java.JavaBackend(backend, jdk, manifest.files.submitted, reference, manifest.limits)


def _summary(judged: Judged) -> str:
    cause = judged.outcome.cause
    return "" if cause is None else cause.summary()


def _flat(folder: Path, names: Iterable[str]) -> dict[str, bytes]:
    return {Path(name).name: data for name, data in read_folder(folder, names).items()}


class Grader:
    """Grades submissions of one assignment on one backend.

    With *kept*, a recording made elsewhere, it does not need the reference: checks that open asks
    are then not run.
    """

    def __init__(
        self,
        assignment: Assignment,
        backend: Backend,
        *,
        progress: Progress | None = None,
        kept: recording.Recording | None = None,
        linter: Linter | None = None,
    ) -> None:
        self.assignment = assignment
        self.backend = backend
        self.linter = linter
        """Says what python-ta says; it is ended with this grader."""
        self.progress = progress
        self.scouts = True
        """See :attr:`graders.harness.grading.judge.Judge.scouts`."""
        self.first_failure = False
        """See :attr:`graders.harness.grading.judge.Judge.first_failure`."""
        self.kind: type[Judge] = Judge
        """What looks at submissions: a judge, or for authors a trial."""
        self.examples: Path | None = None
        """See :attr:`graders.harness.grading.judge.Judge.examples`."""
        self._recording = kept
        self._replies = Replies()
        """Of all submissions so far."""
        self.alone = assignment.manifest.programs
        """Operations that have a process to themselves."""
        self.program = program_of(assignment, {})  # read once: the files of ours stay as they are
        backend.prepare(self.program, compared(assignment))
        self._reference: Program | None = None
        if kept is None or assignment.reference.is_dir():
            self._reference = self.program.with_reference(
                read_folder(assignment.reference, assignment.files.solved)
            )

    def close(self) -> None:
        """End the backend and the linter."""
        self.backend.close()
        if self.linter is not None:
            self.linter.close()

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
        explore: int = 0,
        unfinished: bool = False,
    ) -> Graded:
        """Grade one submission. Raises GraderBroken if the grader, not the submission, is wrong.

        With a number in *explore* nothing is replayed: examples are drawn afresh, others for each
        number. unfinished: the marks of the checks need not fit yet.
        """
        judge = (
            self._judge(dict(submission.files), recording.Recording())
            if explore
            else self.judge(submission)
        )
        judge.seed, judge.unfinished = explore, unfinished
        judge.only_public, judge.only, judge.progress = only_public, only, self.progress
        self.run(judge)
        return self.graded(submission, judge)

    def judge(self, submission: Submission) -> Judge:
        """Return a judge that is about to run the checks on *submission*."""
        judge = self._judge(dict(submission.files), self.recorded(), self.kind)
        judge.first_failure = self.first_failure
        return judge

    def learn(self, replies: Mapping[bytes, bytes]) -> None:
        """Take over answers to questions of a submission, as far as there is room: others may ask
        the same.
        """
        for key, answer in replies.items():
            self._replies.keep(key, answer)

    def graded(self, submission: Submission, judge: Judge) -> Graded:
        """Return the result of *submission*, whose checks *judge* has run; one that it has not
        counts as a fault.
        """
        for spec, title in judge.unjudged():
            fault = failed(Cause(CauseKind.NOT_FINISHED))
            judge.judged.append(Judged(spec, title, fault, 0.0, 0))
        extra = extra_files(
            submission.files, self.assignment.files, self.assignment.manifest.survey
        )
        surveyed = judge.surveyed.joined(extra)
        surveyed = surveyed.joined(Surveyed(flags=tuple(self._flags(submission, judge))))
        result = marking.mark(
            self.assignment,
            submission.name,
            judge.judged + judge.not_run,
            submission.notes,
            surveyed,
        )
        return Graded(self._asking(result, submission), self._log(judge))

    def _flags(self, submission: Submission, judge: Judge) -> Iterator[Flag]:
        """Yield what a person should know of how the checks went, and of the files."""
        if judge.puzzled:
            yield Flag(FlagCode.UNEXPECTED_SHAPE)
        if judge.spent:
            yield Flag(FlagCode.TIME_USED_UP)
        if judge.unlike:
            yield Flag(FlagCode.NONDETERMINISTIC)
        for name in empty_files(submission.files, self.assignment):
            yield Flag(FlagCode.EMPTY_FILE, {"file": name})
        yield from tampering.conduct(one.outcome.cause for one in judge.judged)
        yield from tampering.flags(submission.files)

    def _asking(self, result: Result, submission: Submission) -> Result:
        """Return *result* with the name of a similar file, where an expected one was not handed in."""
        files = self.assignment.files
        alike = {name: similar(name, submission.files, files) for name in files.submitted}

        def asking(check: CheckResult) -> CheckResult:
            cause = check.cause
            if cause is None or cause.kind is not CauseKind.FILE_MISSING:
                return check
            cause = msgspec.structs.replace(cause, name=alike.get(cause.file, ""))
            return msgspec.structs.replace(check, cause=cause)

        return msgspec.structs.replace(result, checks=tuple(map(asking, result.checks)))

    def recorded(self) -> recording.Recording:
        """Return the recording of this state of the grader, making (and keeping) it when there is
        none.

        Where several processes need it at once, one makes it and the others wait.
        """
        if self._recording is None:
            key = recording.recording_key(self.assignment, self.backend.interpreter, self.examples)
            self._recording = self._kept(key)
        if self._recording is None:
            with recording.alone(self.assignment):
                self._recording = self._kept(key)
                if self._recording is None:
                    self._recording = self.record().kept
                    recording.save(self.assignment, key, self._recording)
        return self._recording

    def _kept(self, key: str) -> recording.Recording | None:
        """Return the recording of this *key* from the cache; None where there is none that will do
        here.

        One that plain processes made does not say of all checks what CPU time they need: the others
        would get all there is.
        """
        kept = recording.load(self.assignment, key)
        told = (
            kept is None
            or self.backend.level is Level.E
            or kept.traces.keys() <= kept.seconds.keys()
        )
        return kept if told else None

    def record(
        self, *, only_public: bool = False, only: frozenset[str] | None = None, explore: int = 0
    ) -> Judge:
        """Grade the reference, drawing examples and keeping answers in the judge's recording.

        only: record no other checks than these, whose marks need not fit yet, on the examples that
        *explore* draws.

        Raises GraderBroken unless it passes every check, and SandboxFault.
        """
        assert self._reference is not None
        judge = self._judge(self._reference.submitted, recording.Recording(), trusted=True)
        judge.recorder = True
        judge.only_public, judge.only, judge.seed = only_public, only, explore
        judge.unfinished = only is not None
        judge.progress = self.progress
        judge.reference.record = True
        self.run(judge)
        if judge.gave_up:
            raise SandboxFault(judge.gave_up)
        if self.backend.level is Level.E:  # it tells some processes' time, and in large steps
            judge.kept.seconds.clear()
        if judge.unjudged():
            ids = ", ".join(spec.id for spec, _ in judge.unjudged()[:5])
            raise GraderBroken(f"{self.assignment.id}: checks were not run on the reference: {ids}")
        broken = [j for j in judge.judged if j.outcome.verdict is not Verdict.PASSED]
        if broken:
            raise self._reference_fails(judge, broken)
        return judge

    def _reference_fails(self, judge: Judge, broken: Sequence[Judged]) -> GraderBroken:
        """Return the error that says which checks the reference fails, or what of ours keeps it
        from passing them.
        """
        assert self._reference is not None
        if len(broken) == len(judge.judged) and len({j.outcome.cause for j in broken}) == 1:
            fault = driver_fault(
                self.assignment, self._reference, find_interpreter(self.assignment.manifest.python)
            )
            if fault:
                return GraderBroken(f"the driver does not load: {fault}")
        shown = [f"{j.spec.id} ({j.outcome.log or _summary(j)})" for j in broken]
        more = f"; and {len(shown) - MOST_BROKEN} more" if len(shown) > MOST_BROKEN else ""
        message = (
            f"{self.assignment.id}: the reference fails {len(broken)} of its own checks: "
            f"{'; '.join(shown[:MOST_BROKEN])}{more}"
        )
        wrong = [j.spec.id for j in broken if j.outcome.verdict is Verdict.FAILED]
        stale = [id_.removeprefix(SCENARIO) for id_ in wrong if id_.startswith(SCENARIO)]
        if stale and self.assignment.manifest.transcript is not None:
            message += (
                f"\nIf the reference is right, record these scenarios again: `grader record {self.assignment.id} "
                f"{' '.join(stale[:MOST_BROKEN])}` shows the difference, and writes it with --write"
            )
        return ReferenceFails(
            message, marking.mark(self.assignment, "the reference", judge.judged + judge.not_run)
        )

    def _judge(
        self,
        submitted: dict[str, bytes],
        kept: recording.Recording,
        kind: type[Judge] = Judge,
        *,
        trusted: bool = False,
    ) -> Judge:
        """Return what judges *submitted*; *trusted* where that is the reference, and its processes
        may serve on.
        """
        limits = self.assignment.manifest.limits
        asked = msgspec.structs.replace(limits, cpu_seconds=limits.ask_cpu_seconds)

        def opener(program: Program, limits: Limits) -> Callable[[], Session]:
            return lambda: Session(box(program, limits), limits, self.alone)

        def box(program: Program, limits: Limits) -> Box:
            opened = self.backend.open(program, limits)
            return ReusingBox(opened) if trusted and not self.assignment.manifest.java else opened

        return kind(
            assignment=self.assignment,
            open_session=opener(self.program.with_submission(submitted), limits),
            submitted=submitted,
            open_reference=opener(self._reference, limits) if self._reference else None,
            open_asked=opener(self._reference, asked) if self._reference else None,
            kept=kept,
            scouts=self.scouts,
            examples=self.examples,
            replies=Replies(self._replies.new),
            style=functools.partial(self.linter.look, submitted)
            if self.linter is not None
            else None,
        )

    def run(self, judge: Judge) -> None:
        """Have *judge* judge its submission. Raises GraderBroken."""
        try:
            if judge.kept.checks and judge.passes_by_the_scout():
                return
            self._run_checks(judge)
        except SandboxFault as fault:
            raise GraderBroken(str(fault)) from None

    def _run_checks(self, judge: Judge) -> None:
        """Have pytest collect the checks and run those that are left."""
        import pytest

        from graders.harness.grading.plugin import JudgePlugin, run_checks

        plugin = JudgePlugin(judge)
        if judge.recorder and self._may_fork():
            from graders.harness.replay.recorder import RecorderPlugin

            plugin = RecorderPlugin(judge, self.backend, self.move_to)
        status = run_checks(self.assignment, plugin)
        if (
            status == pytest.ExitCode.INTERRUPTED and not judge.errors
        ):  # pytest keeps Ctrl-C to itself
            raise KeyboardInterrupt
        fine = {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}
        if judge.only is not None:
            fine.add(
                pytest.ExitCode.NO_TESTS_COLLECTED
            )  # a check that does not exist was asked for
        if status not in fine or judge.errors:
            raise GraderBroken(
                "\n".join(judge.errors)
                or f"pytest ended with {status!r} before the checks were done"
            )

    def _may_fork(self) -> bool:
        """Say whether a fork can judge beside this process: in Java, both would use the machine
        that compiles.
        """
        return self.assignment.manifest.java is None and not (
            self.linter and self.linter.has_a_thread
        )

    def move_to(self, backend: Backend, linter: Linter | None = None) -> None:
        """In a fork: go on with branches that were made for it; without one of the linter's, with
        none.
        """
        self.backend.abandon()
        if self.linter is not None:
            self.linter.abandon()
        self.backend, self.linter = backend, linter

    def _log(self, judge: Judge) -> tuple[str, ...]:
        lines = [f"backend {self.backend.name}, level {self.backend.level.label}"]
        if self.linter is not None and self.linter.level is not None:
            lines.append(f"python-ta, level {self.linter.level.label}")
        lines += [
            f"{j.seconds * 1000:8.1f} ms {j.calls:6d} calls  {j.outcome.verdict.value:<13} {j.spec.id}"
            for j in judge.judged
        ]
        lines += [j.outcome.log for j in judge.judged if j.outcome.log]
        return tuple(lines)


def open_grader(
    assignment: Assignment,
    *,
    choice: str,
    minimum: Level = Level.C,
    python: str = "",
    only: Submission | None = None,
) -> Grader:
    """Return a grader with a backend and a linter of its own; *choice* and the others as for
    :func:`open_backend`.

    With *only*, the one submission that it will grade, python-ta is looking at it from then on.
    Raises SandboxRefused.
    """
    backend = open_backend(assignment, choice=choice, minimum=minimum, python=python)
    try:
        files = None if only is None else only.files
        linter = open_linter(assignment, choice=choice, minimum=minimum, only=files)
    except BaseException:
        backend.close()
        raise
    return Grader(assignment, backend, linter=linter)
