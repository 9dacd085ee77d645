"""Verifies a grader before it is used: eleven claims, each checked by grading.

1. *reference*: it gets full marks. It is recorded again, which runs every check, and graded like a
   submission.
2. *starter*: it gets exactly the manifest's baseline.
3. *bundle*: what students receive can be built, which proves that it reveals no solution and no
   hidden check (:mod:`graders.harness.handout.student`).
4. *exemplars*: each gets its expected verdicts
   (:mod:`graders.harness.verification.expectations`).
5. *mutants*: each change of the reference's behaviour fails a check
   (:mod:`graders.harness.verification.mutants`). A mutant that fails none survives, and needs a
   reason (:mod:`graders.harness.verification.mutants.reasons`).
6. *examples*: the distilled examples kill every mutant that the whole pool kills
   (:mod:`graders.harness.verification.distil`), and belong to the current checks.
7. *lazy*: no check passes with a stub, a function of the solution that does no work, unless there
   is a reason (:mod:`graders.harness.verification.mutants.stubs`).
8. *chance*: a check that draws by chance finds a fault, and passes a right program, whatever its
   seeds are (:mod:`graders.harness.verification.chance`).
9. *controls*: a check charges no function that its docstring does not name
   (:mod:`graders.harness.verification.controls`).
10. *bytes*: recorded and graded again, in other processes and in another order, everything is
    identical to the byte.
11. *diagnosis*: the dictionary is current, and names the faults of programs whose faults are known
    (:mod:`graders.harness.verification.diagnosing`).

The claims are independent, except that none means anything unless the reference is right.
python-ta is left out, because no check depends on it.

A mutant is killed by the first check that fails on it. For speed, no later check runs, no failure
is confirmed or made smaller, and the time limit is that of a submission which has timed out
before. The reference must pass with this limit, too.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from pathlib import Path

import msgspec
from rich.console import Console

from graders.harness.assignment import distilled
from graders.harness.assignment.manifest import Assignment, exact
from graders.harness.course.batch import GradedSubmission
from graders.harness.grading.flags import without_nondeterminism
from graders.harness.grading.grader import Grader
from graders.harness.grading.program import GraderBroken
from graders.harness.grading.reference import ReferenceFails
from graders.harness.handout import student
from graders.harness.handout.second_solutions import ProofFailed
from graders.harness.intake import Submission, submission_from_bytes
from graders.harness.processes.jobs import Settings, backend_of
from graders.harness.progress import Live
from graders.harness.replay.recording import lasting
from graders.harness.reports.console import marks_in_words
from graders.harness.reports.sentences import message_of
from graders.harness.result import Result, Status, Verdict, not_passed, to_json, total
from graders.harness.verification.chance import chance
from graders.harness.verification.claims import (
    Claim,
    ClaimResult,
    ClaimState,
    MutantResult,
    claim_result,
)
from graders.harness.verification.controls import controls
from graders.harness.verification.costs import costs, problems
from graders.harness.verification.diagnosing import PAIRS, measure
from graders.harness.verification.exemplars import as_submissions, load_exemplars
from graders.harness.verification.expectations import compare
from graders.harness.verification.gradings import (
    Gradings,
    judged,
    reference_mutants,
    solved_files,
    submissions_of,
    whole_result,
)
from graders.harness.verification.mutants import Mutant, sample, stubs_of
from graders.harness.verification.mutants.reasons import (
    Survivor,
    load_stub_reasons,
    load_survivors,
    stale,
    stanza,
)
from graders.harness.verification.mutants.stubs import RAISES, by_function, earned
from graders.harness.verification.trials import try_all

REFERENCE, STARTER = "the reference", "the starter"
TWICE = 4
"""Number of faulty submissions graded twice, besides the reference and the starter."""


@dataclass(frozen=True, slots=True)
class VerificationRequest:
    """A grader, and the claims to check."""

    settings: Settings
    jobs: int
    """Submissions graded at once."""
    claims: frozenset[Claim] = frozenset(Claim)
    """Claims to check; the reference's is always checked."""
    mutants: int | None = None
    """Number of mutants, and of stubbed functions, evenly spread; None for all."""
    use_store: bool = True
    """Whether to use stored results of this exact grader."""
    messages: Console = field(default_factory=lambda: Console(stderr=True))
    """Console for progress."""


def verify(request: VerificationRequest) -> Iterator[ClaimResult]:
    """Yield each claim as soon as it is checked. Raises GraderError if none can be checked."""
    assignment = request.settings.load()
    with Grader(assignment, backend_of(request.settings, assignment)) as grader:
        verification = _Verification(request, assignment, grader)
        reference = _reference(verification)
        yield reference
        for claim, try_claim in _CLAIMS.items():
            if claim not in request.claims:
                continue
            if reference.state is ClaimState.HOLDS:
                yield try_claim(verification)
            else:
                why = (
                    "not checked, because it means nothing until the reference is right"
                )
                yield ClaimResult(claim, ClaimState.NOT_TRIED, why)


@dataclass
class _Verification:
    """An open grader under verification, and results that several claims use."""

    request: VerificationRequest
    assignment: Assignment
    grader: Grader
    recording: bytes = b""
    """The recording of the reference, made for the first claim."""

    @cached_property
    def gradings(self) -> Gradings:
        """Return the means to grade many submissions."""
        request = self.request
        return Gradings(
            self.assignment,
            request.settings,
            request.jobs,
            request.messages,
            request.use_store,
        )

    def submission(self, name: str, folder: Path) -> Submission:
        """Return the files in *folder* that students hand in, as a submission."""
        return submission_from_bytes(
            name, solved_files(self.assignment, folder), self.assignment
        )

    @property
    def reference(self) -> Submission:
        """Return the reference as a submission."""
        return self.submission(REFERENCE, self.assignment.reference)

    @property
    def starter(self) -> Submission:
        """Return the starter as a submission."""
        return self.submission(STARTER, self.assignment.starter)

    @cached_property
    def mutants(self) -> Sequence[Mutant]:
        """Return all mutants."""
        return reference_mutants(self.assignment)

    @cached_property
    def tried_mutants(self) -> Sequence[Mutant]:
        """Return the requested number of mutants."""
        return sample(self.mutants, self.request.mutants)

    @cached_property
    def graded_mutants(self) -> Mapping[str, GradedSubmission]:
        """Return the reference and the requested mutants, graded up to the first failure."""
        settings = msgspec.structs.replace(
            self.gradings.hurried(self.request.settings),
            shrink_calls=0,
            until="failure",
        )
        mutants = submissions_of(self.assignment, self.tried_mutants)
        return self.gradings.graded(
            {REFERENCE: self.reference, **mutants}, settings, "mutants"
        )

    def grade(self, submission: Submission) -> Result:
        """Return the result of *submission*, graded in this process."""
        with Live(self.request.messages) as self.grader.progress:
            return self.grader.grade(submission).result


# One function for each claim.


def _reference(verification: _Verification) -> ClaimResult:
    try:
        with Live(verification.request.messages) as verification.grader.progress:
            verification.recording = lasting(verification.grader.record())
        result = verification.grade(verification.reference)
    except GraderBroken as error:
        fails = isinstance(error, ReferenceFails)
        summary = "does not pass its own checks" if fails else "cannot be graded"
        return claim_result(Claim.REFERENCE, summary, str(error).splitlines())
    wrong = _not_passed(result)
    if total(result) != result.max_marks:
        wrong += [change.reason for change in result.adjustments]
    marks, maximum = marks_in_words(total(result)), marks_in_words(result.max_marks)
    return claim_result(Claim.REFERENCE, f"gets {marks} of {maximum} marks", wrong)


def _starter(verification: _Verification) -> ClaimResult:
    starter, assignment = verification.starter, verification.assignment
    if not starter.files:
        remedy = f"`grader starter {assignment.id}` makes them from the reference"
        return claim_result(
            Claim.STARTER, "cannot be graded", [f"it has no files: {remedy}"]
        )
    result = verification.grade(starter)
    summary = f"gets {marks_in_words(result.marks)} of {marks_in_words(result.max_marks)} marks"
    if result.status is not Status.GRADED:
        return claim_result(Claim.STARTER, summary, _broken(result))
    baseline = assignment.manifest.baseline
    if result.marks == exact(baseline.marks):
        return claim_result(Claim.STARTER, f"{summary}, its baseline")
    marks = marks_in_words(exact(baseline.marks))
    expected = f"[baseline] in assignment.toml demands {marks}: {baseline.reason}"
    passed = [f"it passes {check.id}" for check in result.checks if check.marks]
    return claim_result(Claim.STARTER, summary, [expected, *passed])


def _bundle(verification: _Verification) -> ClaimResult:
    try:
        with tempfile.TemporaryDirectory() as folder:
            student.build(verification.assignment, Path(folder), tries_helpers=True)
    except (student.BundleError, ProofFailed) as error:
        return claim_result(Claim.BUNDLE, "cannot be built for students", [str(error)])
    return claim_result(Claim.BUNDLE, "reveals no solution and no hidden check")


def _exemplars(verification: _Verification) -> ClaimResult:
    exemplars = load_exemplars(verification.assignment.grader)
    if not exemplars:
        return claim_result(Claim.EXEMPLARS, "there are none")
    compared = compare(verification.gradings, exemplars)
    right, number = compared.as_expected, len(exemplars)
    summary = f"{right} of {number} get their expected verdicts"
    return claim_result(Claim.EXEMPLARS, summary, compared.wrong, compared.lost)


def _costs(verification: _Verification) -> ClaimResult:
    found = costs(verification.gradings, limit=0)
    dear = [cost for cost in found if cost.remark]
    wrong = problems(verification.assignment, found)
    summary = f"{len(dear)} of {len(found)} faults cost more than a third of their task"
    return claim_result(Claim.COSTS, summary, wrong)


def _mutants(verification: _Verification) -> ClaimResult:
    if not verification.mutants:
        problem = "no part of the reference is marked as solution"
        return claim_result(Claim.MUTANTS, "there are none", [problem])
    survivors = load_survivors(verification.assignment.grader)
    results: list[MutantResult] = []
    wrong, lost = [], []
    for mutant in verification.tried_mutants:
        done = verification.graded_mutants[mutant.name]
        result = judged(done)
        if result is None:
            lost.append(f"{mutant.name}: {done.message}")
        elif result.status is not Status.GRADED:
            wrong += [f"{mutant.name}: {problem}" for problem in _broken(result)]
        elif _compiles(verification.assignment, result):
            results.append(_mutant_result(mutant, result, survivors))
    alive = {result.mutant: result.reason for result in results if not result.killed_by}
    killed = {result.mutant for result in results}.difference(alive)
    unexplained = [name for name, reason in alive.items() if not reason]
    wrong += [f"survives: {name}" for name in unexplained]
    untried = {mutant.name for mutant in verification.mutants}
    untried.difference_update(verification.graded_mutants)
    wrong += stale(survivors, alive, killed, untried)
    reference = verification.graded_mutants[REFERENCE].result
    if reference is not None:
        subject = "the reference itself, with a mutant's time limit"
        wrong += [f"{subject}: {problem}" for problem in _not_passed(reference)]
    summary = f"{len(killed)} of {len(results)} killed"
    summary += _also(len(alive) - len(unexplained), "survive with a reason")
    summary += _also(len(unexplained), "survive without a reason")
    if untried:
        summary += f" (a sample: there are {len(verification.mutants)})"
    stanzas = map(stanza, unexplained)
    return claim_result(Claim.MUTANTS, summary, wrong, lost, results, stanzas)


def _examples(verification: _Verification) -> ClaimResult:
    assignment, request = verification.assignment, verification.request
    wrong = [
        f"{check}: its examples were distilled for an earlier version"
        for check in distilled.stale(assignment)
    ]
    pool = distilled.pool_of(assignment)
    if not pool:
        return claim_result(
            Claim.EXAMPLES, "none are distilled, so they are drawn", wrong
        )
    alive = []
    for mutant in verification.tried_mutants:
        result = verification.graded_mutants[mutant.name].result
        if result is None or not not_passed(result.checks):
            alive.append(mutant)
    settings = msgspec.structs.replace(request.settings, grade_by="all", pool=pool)
    submissions, title = (
        submissions_of(assignment, alive),
        "survivors run on the whole pool",
    )
    trials = try_all(settings, submissions, request.jobs, request.messages, title)
    for name in submissions:
        checks = sorted(trials[name].failing)
        if checks:
            missed = f"survives, but {checks[0]} would kill it with all {pool} examples"
            wrong.append(f"{name}: {missed}")
    if wrong:
        return claim_result(
            Claim.EXAMPLES, "find fewer faults than the whole pool", wrong
        )
    number = len(verification.tried_mutants)
    killed = f"{number - len(alive)} of {number} mutants killed"
    summary = f"{killed}, and {pool} examples a property kill no other"
    return claim_result(Claim.EXAMPLES, summary)


def _lazy(verification: _Verification) -> ClaimResult:
    assignment, limit = verification.assignment, verification.request.mutants
    reasons = load_stub_reasons(assignment.grader)
    reference = solved_files(assignment, assignment.reference)
    starter = solved_files(assignment, assignment.starter)
    groups = by_function(stubs_of(reference, starter, reasons.program)).values()
    stubs = list(chain.from_iterable(sample(list(groups), limit)))
    graded = verification.gradings.graded_in_full(
        submissions_of(assignment, stubs), "lazy programs"
    )
    lost: list[str] = []
    failed: dict[str, set[str]] = {}
    for name, done in graded.items():
        result = whole_result(done)
        if result is None:
            lost.append(f"{name}: {done.message}")
        else:
            failed[name] = {
                check.id for check in not_passed(result.checks) if check.max_marks
            }
    pairs = list(earned(stubs, failed))
    wrong = [
        f"{stub}: passes {check}"
        for stub, check in pairs
        if not reasons.allow(stub, check)
    ]
    number = sum(stub.does != RAISES for stub in stubs)
    summary = (
        f"{number} programs, each with one function that does no work, "
        f"pass {len(wrong)} checks without a reason"
    )
    summary += _also(len(pairs) - len(wrong), "with a reason")
    if limit is None:
        wrong += reasons.unused(pairs)
    return claim_result(Claim.LAZY, summary, wrong, lost)


def _chance(verification: _Verification) -> ClaimResult:
    killers = {}
    for mutant in verification.tried_mutants:
        result = judged(verification.graded_mutants[mutant.name])
        failed = not_passed(result.checks) if result is not None else []
        if failed:
            killers[mutant.name] = failed[0]
    return chance(
        verification.gradings,
        verification.reference,
        killers,
        verification.request.mutants,
    )


def _controls(verification: _Verification) -> ClaimResult:
    limit = verification.request.mutants
    return controls(verification.gradings, verification.tried_mutants, limit)


def _bytes(verification: _Verification) -> ClaimResult:
    submissions = {
        REFERENCE: verification.reference,
        STARTER: verification.starter,
        **_faulty(verification),
    }
    first = {}
    for name, submission in submissions.items():
        first[name] = to_json(without_nondeterminism(verification.grade(submission)))
    settings = msgspec.structs.replace(verification.request.settings, prefetch=False)
    backwards = dict(reversed(submissions.items()))
    gradings = replace(verification.gradings, use_store=False)
    again = gradings.graded(backwards, settings, "graded again")
    wrong, lost = [], []
    for name, result in first.items():
        other = judged(again[name])
        if other is None:
            lost.append(f"{name}: {again[name].message}")
        elif to_json(other) != result:
            wrong.append(f"{name}: graded twice, its results differ")
    same = len(submissions) - len(wrong) - len(lost)
    if lasting(verification.grader.recorded()) != verification.recording:
        wrong.append("the recording: two recordings of the reference differ")
    summary = f"{same} of {len(submissions)} results are identical when graded again"
    return claim_result(Claim.BYTES, summary, wrong, lost)


def _diagnosis(verification: _Verification) -> ClaimResult:
    number = verification.request.mutants
    measured = measure(verification.gradings, PAIRS if number is None else number)
    if not measured.figures:
        remedy = f"`grader dictionary {verification.assignment.id}` makes it"
        return claim_result(Claim.DIAGNOSIS, f"there is no dictionary: {remedy}")
    wrong = [*measured.stale, *measured.short_of_aims()]
    summary = "; ".join(figures.line() for figures in measured.figures)
    return claim_result(Claim.DIAGNOSIS, summary, wrong, measured.lost)


_CLAIMS: Mapping[Claim, Callable[[_Verification], ClaimResult]] = {
    Claim.STARTER: _starter,
    Claim.BUNDLE: _bundle,
    Claim.EXEMPLARS: _exemplars,
    Claim.MUTANTS: _mutants,
    Claim.EXAMPLES: _examples,
    Claim.LAZY: _lazy,
    Claim.CHANCE: _chance,
    Claim.CONTROLS: _controls,
    Claim.COSTS: _costs,
    Claim.BYTES: _bytes,
    Claim.DIAGNOSIS: _diagnosis,
}
"""Claims that depend on a right reference, in order."""


def _faulty(verification: _Verification) -> dict[str, Submission]:
    """Return some faulty submissions: exemplars, or without these, mutants."""
    assignment = verification.assignment
    exemplars = [
        exemplar
        for exemplar in load_exemplars(assignment.grader)
        if exemplar.kind in ("faulty", "attack") and not exemplar.runs_short
    ]
    if not exemplars:
        return submissions_of(assignment, sample(verification.mutants, TWICE))
    return as_submissions(sample(exemplars, TWICE), assignment)


def _compiles(assignment: Assignment, result: Result) -> bool:
    """Return whether a mutant compiles; otherwise it proves nothing."""
    failed = not_passed(result.checks)
    if assignment.manifest.java is None or not failed:
        return True
    return failed[0].verdict is not Verdict.MISSING


def _mutant_result(
    mutant: Mutant, result: Result, survivors: Sequence[Survivor]
) -> MutantResult:
    failed = not_passed(result.checks)
    if failed:
        killer = failed[0]
        return MutantResult(
            mutant.name, mutant.file, mutant.line, killer.id, killer.verdict
        )
    reason = next((entry.reason for entry in survivors if entry.fits(mutant.name)), "")
    return MutantResult(mutant.name, mutant.file, mutant.line, reason=reason)


def _also(count: int, words: str) -> str:
    """Return a further part of a summary; "" for a count of 0."""
    return f", {count} {words}" if count else ""


def _not_passed(result: Result) -> list[str]:
    failed = not_passed(result.checks)
    return [
        f"{check.id}: {check.verdict.value}: {message_of(check)}" for check in failed
    ]


def _broken(result: Result) -> list[str]:
    """Return a line for each check that broke on an answer, which no check may."""
    broken = [
        check.id for check in result.checks if check.verdict is Verdict.GRADER_FAULT
    ]
    return [f"{check}: the check itself breaks on it" for check in broken]
