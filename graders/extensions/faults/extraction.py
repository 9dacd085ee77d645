"""Makes an exemplar of the fault in a submission: the few definitions that show it, without the
student's words.

The submission's definitions are laid over the reference (`overlay`). Those that are not needed go,
then statements, then the student's words: each time the rest is graded, and must fail the same
checks in the same way. So what remains is the reference with one fault, as a person would have
written it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from graders.extensions.faults.evidence import Evidence, compare
from graders.extensions.faults.noting import noted
from graders.extensions.faults.reading import of_result
from graders.extensions.faults.student_code import BY_HAND, Program, program_of
from graders.extensions.faults.symptoms import Symptoms
from graders.extensions.shared.overlay import OverlayError
from graders.harness.assignment.manifest import Assignment, Shrink
from graders.harness.assignment.naming import match_names
from graders.harness.errors import GraderError
from graders.harness.grading.grader import Graded, Grader
from graders.harness.intake import Submission, submission_from_bytes
from graders.harness.result import CheckResult, not_passed
from graders.harness.sandbox.interface import Backend

Part = TypeVar("Part")

SEE = "`grader grade` lists them"
MOST_TRIALS = 150
"""Programs that are graded, at most. After these, the rest stays unchanged."""
FOR_WORDS = 50
"""Those among them that are left for replacing words."""

Tried = Callable[[str], None]
"""Called with the stage before each trial."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """The files of an exemplar, and what its table says."""

    files: Mapping[str, bytes]
    must_fail: tuple[str, ...]
    words: tuple[str, ...]
    """Names and texts that no file of the course has, and that the fault needs."""
    trials: int


def extracted(
    grader: Grader,
    submission: Submission,
    wanted: Callable[[Graded], Set[str]],
    tried: Tried = lambda stage: None,
) -> Extracted:
    """Return an exemplar of the fault that *submission* shows in the *wanted* of its failed checks.

    grader: looks for no small examples; wanted: returns ids. Raises GraderError with the reason and
    what to do next.
    """
    trials = _Trials(grader, tried)
    graded = trials.grade(submission.files)
    failed = _failed(graded)
    target = wanted(graded) & failed.keys()
    if not target:
        raise GraderError(
            f"{submission.name} passes every check that is meant, so that there is no fault to keep"
        )
    program = program_of(grader.assignment, submission.files)
    trials.stage = "definitions"
    aim = _Aim(target, failed, noted(graded.noted).symptoms).of_overlay(trials, program)

    def shows(program: Program) -> bool:
        try:
            files = program.files()
        except OverlayError:  # it changes nothing, or does not fit
            return False
        quick = trials.try_(files, aim.target)
        if quick is None or not aim.shows_target(quick):
            return False
        return aim.is_met(trials.grade(files))

    units = minimal(program.units, lambda some: shows(program.with_units(some)))
    small = program.with_units(units)
    trials.stage = "statements"
    kept = minimal(small.statements(), lambda some: shows(small.with_statements(some)), least=0)
    bare = small.with_statements(kept)
    # some units were for statements that are gone
    bare = bare.with_units(minimal(units, lambda some: shows(bare.with_units(some))))
    trials.stage, trials.most = "words", MOST_TRIALS
    words = minimal(bare.foreign, lambda some: shows(bare.with_words(some)), least=0)
    final = bare.with_words(words)
    failed = _failed(trials.grade(final.files()))
    return Extracted(final.overlays(), tuple(sorted(failed)), tuple(words), trials.number)


def grader_of(assignment: Assignment, backend: Backend) -> Grader:
    """Return a grader for trials: quick, and without small examples. It closes *backend*."""
    manifest = assignment.manifest
    seconds = min(manifest.limits.cpu_seconds, manifest.limits.hurried_cpu_seconds)
    limits = msgspec.structs.replace(
        manifest.limits, cpu_seconds=seconds, least_cpu_seconds=seconds
    )
    manifest = msgspec.structs.replace(manifest, limits=limits, shrink=Shrink(calls=0))
    return Grader(msgspec.structs.replace(assignment, manifest=manifest), backend)


def target_of(assignment: Assignment, patterns: Sequence[str]) -> Callable[[Graded], Set[str]]:
    """Return a function that returns the checks which show the fault of a graded submission.

    They are those of *patterns*, else those that no known fault explains, else all that fail.
    """

    def target(graded: Graded) -> Set[str]:
        failed = set(_failed(graded))
        if patterns:
            return match_names(patterns, failed, what="failed check", see=SEE)
        diagnosis = of_result(graded.result, noted(graded.noted), assignment)
        faults = diagnosis.faults if diagnosis else ()
        return failed.difference(*(fault.checks for fault in faults)) or failed

    return target


def minimal(
    parts: Sequence[Part], holds: Callable[[Sequence[Part]], bool], *, least: int = 1
) -> list[Part]:
    """Return some of *parts* for which *holds* and of which none can be left out, by halves, then
    by smaller and smaller pieces; at least *least*.

    A part may be needed until a later one is gone, so single parts are tried until all are needed.
    """
    rest = list(parts)
    size = max(1, len(rest) // 2) if least else max(1, len(rest))
    while rest:
        start, before = 0, len(rest)
        while start < len(rest):
            fewer = rest[:start] + rest[start + size :]
            if len(fewer) >= least and holds(fewer):
                rest = fewer
            else:
                start += size
        if size == 1 and len(rest) == before:
            break
        size = max(1, size // 2)
    return rest


def _failed(graded: Graded) -> dict[str, CheckResult]:
    """Return the checks that ran and did not pass, by id."""
    return {check.id: check for check in not_passed(graded.result.checks)}


class _Trials:
    """Grades programs, each once, and not too many."""

    def __init__(self, grader: Grader, tried: Tried) -> None:
        self._grader = grader
        self._tried = tried
        self._known: dict[tuple[tuple[str, bytes], ...], Graded] = {}
        self._tries: dict[tuple[tuple[str, bytes], ...], Graded] = {}
        self._checks = frozenset(check.spec.id for check in grader.recorded().checks)
        self.stage = "the submission"
        self.most = MOST_TRIALS - FOR_WORDS

    @property
    def number(self) -> int:
        """Return the number of programs that were tried."""
        return len(self._tries)

    def try_(self, files: Mapping[str, bytes], checks: Set[str]) -> Graded | None:
        """Return how a program is graded by some *checks*, always the same ones; None if too many
        have been.
        """
        key = tuple(sorted(files.items()))
        if key not in self._tries:
            if self.number == self.most:
                return None
            self._tried(self.stage)
            self._tries[key] = self._grade(files, frozenset(checks))
        return self._tries[key]

    def grade(self, files: Mapping[str, bytes]) -> Graded:
        """Return how a program is graded. Raises GraderBroken."""
        key = tuple(sorted(files.items()))
        if key not in self._known:
            # named checks alone: the survey of the code is of no use
            self._known[key] = self._grade(files, self._checks)
        return self._known[key]

    def _grade(self, files: Mapping[str, bytes], checks: frozenset[str]) -> Graded:
        submission = submission_from_bytes("trial", dict(files), self._grader.assignment)
        return self._grader.grade(submission, only=checks)


@dataclass(frozen=True, slots=True)
class _Aim:
    """The failures that a program must show."""

    target: Set[str]
    """Checks that it must fail."""
    failed: Mapping[str, CheckResult]
    """All checks that it may fail."""
    symptoms: Symptoms
    """Those of a program that fails the target as it must."""

    def of_overlay(self, trials: _Trials, program: Program) -> _Aim:
        """Return the failures of the overlay *program*, which must be those of this aim's program.

        Its replies may differ: where a program draws at random, the reference's other functions
        draw otherwise, and an exception names other lines. Raises GraderError.
        """
        try:
            graded = trials.grade(program.files())
        except OverlayError as error:
            raise GraderError(f"{error}. So {BY_HAND}") from None
        failed = _failed(graded)
        ends = {id_: _end(self.failed[id_]) for id_ in self.target}
        lost = {id_ for id_, end in ends.items() if _end(failed.get(id_)) != end}
        lost |= failed.keys() - self.failed.keys()
        if lost:
            raise GraderError(
                "the submission's definitions, laid over the reference, do not fail "
                f"{', '.join(sorted(lost))} as the submission does. Name fewer checks with "
                f"--check, or {BY_HAND}"
            )
        return _Aim(self.target, failed, noted(graded.noted).symptoms)

    def shows_target(self, graded: Graded) -> bool:
        """Return whether *graded* fails all of the target in this aim's way."""
        failed, symptoms = _failed(graded), noted(graded.noted).symptoms
        return all(id_ in failed and self._alike(id_, failed[id_], symptoms) for id_ in self.target)

    def is_met(self, graded: Graded) -> bool:
        """Return whether *graded* fails all of the target in this aim's way, and nothing new."""
        return _failed(graded).keys() <= self.failed.keys() and self.shows_target(graded)

    def _alike(self, id_: str, check: CheckResult, symptoms: Symptoms) -> bool:
        wanted, other = self.symptoms.get(id_), symptoms.get(id_)
        if wanted and other:
            return compare(wanted, other).evidence is Evidence.SAME
        # a cause that says all, or a nondeterministic program
        return wanted is other and _end(self.failed[id_]) == _end(check)


def _end(check: CheckResult | None) -> object:
    """Return how a failed check ended, in words that depend on no drawn example."""
    if check is None or check.cause is None:
        return None
    return check.verdict, check.cause.kind, check.cause.name
