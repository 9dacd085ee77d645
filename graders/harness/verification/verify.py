"""Proves a grader before it is used: seven claims, each tried by grading.

1. *reference*: it gets full marks. It is recorded anew, which runs every check, and graded like a
   submission.
2. *starter*: what students begin with gets exactly the manifest's baseline.
3. *exemplars*: each gets the verdicts that it must get
   (:mod:`graders.harness.verification.expectations`).
4. *mutants*: each change of the reference's behaviour fails a check
   (:mod:`graders.harness.verification.mutants`). A mutant that fails none survives, and needs a
   reason (:mod:`graders.harness.verification.mutants.survivors`).
5. *examples*: the distilled examples kill every mutant that those kill which they were chosen from
   (:mod:`graders.harness.verification.distil`), and were chosen for these very checks.
6. *lazy*: no check is earned by a function of the solution that does no work, or there is a reason
   (:mod:`graders.harness.verification.lazy`).
7. *bytes*: recorded again, and graded again in other processes and in another order, all is the
   same to the byte.

The claims do not depend on each other, except that without a reference that is right none of them
means anything. What python-ta says is left out: no check rests on it.

A mutant is killed by the first check that it does not pass. To make that cheap, no check runs after
that one, none is run again to confirm it or to find a small example, and the time is that of a
submission which has run out of time before. With so little, the reference itself must pass, too.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from rich.console import Console

from graders.harness.assignment import distilled
from graders.harness.assignment.manifest import Assignment, exact
from graders.harness.course.batch import Done
from graders.harness.grading.flags import without_nondeterminism
from graders.harness.grading.grader import Grader
from graders.harness.grading.program import GraderBroken
from graders.harness.intake import Submission, submission_from_bytes
from graders.harness.processes.jobs import Settings, backend_of
from graders.harness.progress import Live
from graders.harness.replay.recording import lasting
from graders.harness.reports.medium import marks_in_words
from graders.harness.reports.sentences import message_of
from graders.harness.result import CheckResult, Result, Status, Verdict, to_json, total
from graders.harness.verification.distil import try_all
from graders.harness.verification.exemplars import as_submission, load_exemplars
from graders.harness.verification.expectations import compare, runs_short
from graders.harness.verification.gradings import Gradings, given
from graders.harness.verification.lazy import RAISES, earned
from graders.harness.verification.lazy.grading import graded_lazily
from graders.harness.verification.lazy.reasons import load_reasons
from graders.harness.verification.mutants import Mutant, mutants_of, sample
from graders.harness.verification.mutants.survivors import Survivor, load_survivors, stale, stanza

REFERENCE, STARTER = "the reference", "the starter"
TWICE = 4
"""Faulty submissions that are graded twice, besides the reference and the starter."""


class Claim(enum.Enum):
    """What is claimed of a grader, in the order in which it is tried."""

    REFERENCE = "reference"
    STARTER = "starter"
    EXEMPLARS = "exemplars"
    MUTANTS = "mutants"
    EXAMPLES = "examples"
    LAZY = "lazy"
    BYTES = "bytes"


class State(enum.Enum):
    """What became of a claim."""

    HOLDS = "holds"
    WRONG = "wrong"
    NOT_GRADABLE = "not gradable"
    """The sandbox, or this machine, failed on the way."""
    NOT_TRIED = "not tried"


class Fate(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of a mutant."""

    mutant: str
    file: str
    line: int
    killed_by: str = ""
    """The first check that it did not pass; empty if it survived."""
    verdict: Verdict = Verdict.PASSED
    """How that check ended."""
    reason: str = ""
    """Why it may survive; empty if it may not, or was killed."""


class Tried(msgspec.Struct, frozen=True, omit_defaults=True):
    """A claim, and what became of it."""

    claim: Claim
    state: State
    summary: str
    """In a few words."""
    problems: tuple[str, ...] = ()
    """What is wrong, one line each."""
    mutants: tuple[Fate, ...] = ()
    stanzas: tuple[str, ...] = ()
    """For each mutant that survives without a reason an entry for the list of survivors, which
    lacks only that.
    """


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be proved, and how."""

    settings: Settings
    jobs: int
    """Submissions that are graded at once."""
    claims: frozenset[Claim] = frozenset(Claim)
    """Those to try; that of the reference is always tried."""
    mutants: int | None = None
    """How many, evenly spread; None for all."""
    use_store: bool = True
    """Whether what was graded before, by exactly this grader, is taken from the store."""
    messages: Console = field(default_factory=lambda: Console(stderr=True))
    """Where progress is shown."""


def prove(order: Order) -> Iterator[Tried]:
    """Yield each claim as soon as it has been tried. Raises GraderError where nothing can be tried
    at all.
    """
    assignment = order.settings.load()
    with Grader(assignment, backend_of(order.settings, assignment)) as grader:
        proof = _Proof(order, assignment, grader)
        ways = {
            Claim.REFERENCE: proof.reference,
            Claim.STARTER: proof.starter,
            Claim.EXEMPLARS: proof.exemplars,
            Claim.MUTANTS: proof.mutants,
            Claim.EXAMPLES: proof.examples,
            Claim.LAZY: proof.lazy,
            Claim.BYTES: proof.bytes,
        }
        right = True
        for claim, way in ways.items():
            if claim is Claim.REFERENCE or (claim in order.claims and right):
                tried = way()
                right = right and (claim is not Claim.REFERENCE or tried.state is State.HOLDS)
                yield tried
            elif claim in order.claims:
                yield Tried(
                    claim,
                    State.NOT_TRIED,
                    "not tried, for it means nothing until the reference is right",
                )


class _Proof:
    """One function for each claim; used while *grader* is open."""

    def __init__(self, order: Order, assignment: Assignment, grader: Grader) -> None:
        self.order, self.assignment, self.grader = order, assignment, grader
        self.gradings = Gradings(
            assignment, order.settings, order.jobs, order.messages, order.use_store
        )
        self.recorded = b""
        self._mutants: tuple[list[Mutant], Mapping[str, Done]] | None = None

    def reference(self) -> Tried:
        try:
            with Live(self.order.messages) as self.grader.progress:
                self.recorded = lasting(self.grader.record())
            result = self.graded_here(self.given(REFERENCE, self.assignment.reference))
        except GraderBroken as error:
            return _tried(Claim.REFERENCE, "does not pass its own checks", str(error).splitlines())
        summary = (
            f"gets {marks_in_words(total(result))} of {marks_in_words(result.max_marks)} marks"
        )
        wrong = (
            []
            if total(result) == result.max_marks
            else [change.reason for change in result.adjustments]
        )
        return _tried(Claim.REFERENCE, summary, [*_not_passed(result), *wrong])

    def starter(self) -> Tried:
        starter, baseline = (
            self.given(STARTER, self.assignment.starter),
            self.assignment.manifest.baseline,
        )
        if not starter.files:
            make = f"it has no files: `grader starter {self.assignment.id}` makes them from the reference"
            return _tried(Claim.STARTER, "cannot be graded", [make])
        result = self.graded_here(starter)
        summary = f"gets {marks_in_words(result.marks)} of {marks_in_words(result.max_marks)} marks"
        if result.status is not Status.GRADED:
            return _tried(Claim.STARTER, summary, _broken(result))
        if result.marks == exact(baseline.marks):
            return _tried(Claim.STARTER, f"{summary}, its baseline")
        said = f"[baseline] in assignment.toml says {marks_in_words(exact(baseline.marks))}: {baseline.reason}"
        passed = [f"it passes {check.id}" for check in result.checks if check.marks]
        return _tried(Claim.STARTER, summary, [said, *passed])

    def exemplars(self) -> Tried:
        exemplars = load_exemplars(self.assignment.grader)
        found = compare(self.gradings, exemplars)
        if not exemplars:
            return _tried(Claim.EXEMPLARS, "there are none")
        return _tried(
            Claim.EXEMPLARS,
            f"{found.as_expected} of {len(exemplars)} get the verdicts they must get",
            found.wrong,
            found.lost,
        )

    def mutants(self) -> Tried:
        everything = self.made_mutants()
        if not everything:
            return _tried(
                Claim.MUTANTS, "there are none", ["no part of the reference is marked as solution"]
            )
        some, done = self.graded_mutants()
        survivors = load_survivors(self.assignment.grader)
        fates: list[Fate] = []
        wrong, lost = [], []
        for mutant in some:
            result, message = done[mutant.name].result, done[mutant.name].message
            if result is None or not result.checks:
                lost.append(f"{mutant.name}: {message}")
            elif result.status is not Status.GRADED:
                wrong += [f"{mutant.name}: {told}" for told in _broken(result)]
            elif not self.is_no_program(result):
                fates.append(_fate(mutant, result, survivors))
        alive = [fate for fate in fates if not fate.killed_by]
        accepted = [fate for fate in alive if fate.reason]
        wrong += [f"survives: {fate.mutant}" for fate in alive if not fate.reason]
        untried = {mutant.name for mutant in everything} - {mutant.name for mutant in some}
        killed = {fate.mutant for fate in fates if fate.killed_by}
        wrong += stale(survivors, {fate.mutant for fate in alive}, killed, untried)
        unchanged = done[REFERENCE].result
        if unchanged is not None:
            wrong += [
                f"the reference itself, with a mutant's time limit: {told}"
                for told in _not_passed(unchanged)
            ]
        summary = f"{len(killed)} of {len(fates)} killed"
        summary += f", {len(accepted)} survive with a reason" if accepted else ""
        summary += (
            f", {len(alive) - len(accepted)} survive without a reason"
            if len(alive) > len(accepted)
            else ""
        )
        summary += f" (a sample: there are {len(everything)})" if untried else ""
        stanzas = tuple(stanza(fate.mutant) for fate in alive if not fate.reason)
        return msgspec.structs.replace(
            _tried(Claim.MUTANTS, summary, wrong, lost, fates), stanzas=stanzas
        )

    def examples(self) -> Tried:
        wrong = [
            f"{check}: distilled from another check than this is"
            for check in distilled.stale(self.assignment)
        ]
        pool = distilled.pool_of(self.assignment)
        if not pool:
            return _tried(Claim.EXAMPLES, "none are distilled: they are drawn", wrong)
        some, done = self.graded_mutants()
        alive = [
            mutant
            for mutant in some
            if (result := done[mutant.name].result) is None or not _failed(result)
        ]
        settings = msgspec.structs.replace(self.order.settings, grade_by="all", pool=pool)
        reference = self.given(REFERENCE, self.assignment.reference)
        submissions = {mutant.name: self.mutated(reference, mutant) for mutant in alive}
        tried = try_all(
            settings,
            submissions,
            self.order.jobs,
            self.order.messages,
            "survivors tried on the whole pool",
        )
        for mutant in alive:
            checks = sorted(tried[mutant.name].failing)
            if checks:
                wrong.append(
                    f"{mutant.name}: survives, but {checks[0]} would kill it with all {pool} examples"
                )
        told = f"{len(some) - len(alive)} of {len(some)} mutants killed, and no other by {pool} examples a property"
        return _tried(Claim.EXAMPLES, told if not wrong else "find less than they could", wrong)

    def lazy(self) -> Tried:
        reasons = load_reasons(self.assignment.grader)
        programs, done = graded_lazily(self.gradings, reasons.program, self.order.mutants)
        names = [one.program.name for one in programs]
        lost = [f"{name}: {done[name].message}" for name in names if not _is_whole(done[name])]
        failed = {name: _lost(done[name]) for name in names if _is_whole(done[name])}
        pairs = list(earned(programs, failed))
        wrong = [
            f"{program}: earns {check}"
            for program, check in pairs
            if not reasons.allow(program, check)
        ]
        excused = len(pairs) - len(wrong)
        wrong += reasons.unused(pairs) if self.order.mutants is None else []
        some = sum(one.does != RAISES for one in programs)
        summary = f"{some} programs, each with one function that does no work, earn {len(pairs) - excused} checks in vain"
        summary += f", {excused} with a reason" if excused else ""
        return _tried(Claim.LAZY, summary, wrong, lost)

    def bytes(self) -> Tried:
        submissions = {
            REFERENCE: self.given(REFERENCE, self.assignment.reference),
            STARTER: self.given(STARTER, self.assignment.starter),
            **self.faulty(),
        }
        first = {
            name: to_json(without_nondeterminism(self.graded_here(one)))
            for name, one in submissions.items()
        }
        backwards = dict(reversed(submissions.items()))
        settings = msgspec.structs.replace(self.order.settings, prefetch=False)
        again = self.gradings.graded(backwards, settings, "the same again", use_store=False)
        wrong, lost = [], []
        for name, result in first.items():
            other, message = again[name].result, again[name].message
            if other is None or not other.checks:
                lost.append(f"{name}: {message}")
            elif to_json(other) != result:
                wrong.append(f"{name}: graded twice, it does not get the same result")
        same = len(submissions) - len(wrong) - len(lost)
        if lasting(self.grader.recorded()) != self.recorded:
            wrong.append("the recording: made twice from the same reference, it is not the same")
        summary = f"{same} of {len(submissions)} results are the same when graded again"
        return _tried(Claim.BYTES, summary, wrong, lost)

    # What is graded.

    def given(self, name: str, folder: Path) -> Submission:
        """Return a submission of the files that *folder* has of those that are handed in."""
        return submission_from_bytes(name, given(self.assignment, folder), self.assignment)

    def made_mutants(self) -> list[Mutant]:
        return mutants_of(self.given(REFERENCE, self.assignment.reference).files)

    def graded_mutants(self) -> tuple[list[Mutant], Mapping[str, Done]]:
        """Grade those mutants that were ordered, and the reference in their time, up to the first
        failure; once.
        """
        if self._mutants is None:
            everything = self.made_mutants()
            some = (
                everything if self.order.mutants is None else sample(everything, self.order.mutants)
            )
            reference = self.given(REFERENCE, self.assignment.reference)
            mutated = {mutant.name: self.mutated(reference, mutant) for mutant in some}
            settings = msgspec.structs.replace(
                self.gradings.hurried(self.order.settings), shrink_calls=0, first_failure=True
            )
            self._mutants = (
                some,
                self.gradings.graded({REFERENCE: reference, **mutated}, settings, "mutants"),
            )
        return self._mutants

    def mutated(self, reference: Submission, mutant: Mutant) -> Submission:
        return submission_from_bytes(
            mutant.name, {**reference.files, mutant.file: mutant.content}, self.assignment
        )

    def faulty(self) -> dict[str, Submission]:
        """Return some faulty submissions: exemplars where there are any, mutants elsewhere."""
        exemplars = [
            one
            for one in load_exemplars(self.assignment.grader)
            if one.kind in ("faulty", "attack")
        ]
        exemplars = [one for one in exemplars if not runs_short(one)]
        if exemplars:
            return {one.id: as_submission(one, self.assignment) for one in sample(exemplars, TWICE)}
        reference = self.given(REFERENCE, self.assignment.reference)
        return {
            one.name: self.mutated(reference, one) for one in sample(self.made_mutants(), TWICE)
        }

    # Grading.

    def graded_here(self, submission: Submission) -> Result:
        """Return the result of *submission*, graded in this process."""
        with Live(self.order.messages) as self.grader.progress:
            return self.grader.grade(submission).result

    def is_no_program(self, result: Result) -> bool:
        """Say whether a mutant does not even compile: it stands for nothing then."""
        failed = _failed(result)
        return (
            self.assignment.manifest.java is not None
            and bool(failed)
            and failed[0].verdict is Verdict.MISSING
        )


def _tried(
    claim: Claim,
    summary: str,
    wrong: Sequence[str] = (),
    lost: Sequence[str] = (),
    fates: Sequence[Fate] = (),
) -> Tried:
    """Return what became of *claim*: *wrong* speaks against it, *lost* is what could not be graded."""
    state = State.NOT_GRADABLE if lost else State.WRONG if wrong else State.HOLDS
    return Tried(claim, state, summary, (*lost, *wrong), tuple(fates))


def _fate(mutant: Mutant, result: Result, survivors: Iterable[Survivor]) -> Fate:
    failed = _failed(result)
    if failed:
        return Fate(mutant.name, mutant.file, mutant.line, failed[0].id, failed[0].verdict)
    reason = next((entry.reason for entry in survivors if entry.fits(mutant.name)), "")
    return Fate(mutant.name, mutant.file, mutant.line, reason=reason)


def _failed(result: Result) -> list[CheckResult]:
    return [
        check for check in result.checks if check.verdict not in (Verdict.PASSED, Verdict.NOT_RUN)
    ]


def _is_whole(done: Done) -> bool:
    return (
        done.result is not None and bool(done.result.checks) and done.result.status is Status.GRADED
    )


def _lost(done: Done) -> set[str]:
    """Return the checks with marks that were not passed."""
    assert done.result is not None
    return {check.id for check in _failed(done.result) if check.max_marks}


def _not_passed(result: Result) -> list[str]:
    return [f"{check.id}: {check.verdict.value}: {message_of(check)}" for check in _failed(result)]


def _broken(result: Result) -> list[str]:
    """Return one line for each check that broke on an answer, which no check may."""
    broken = [check.id for check in result.checks if check.verdict is Verdict.GRADER_FAULT]
    return [f"{check}: the check itself breaks on it" for check in broken]
