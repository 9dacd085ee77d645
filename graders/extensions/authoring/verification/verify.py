"""Verifies a grader before it is used: claims, each checked by grading.

The claims for every assignment:

1. *reference*: it gets full marks. It is recorded again, which runs every check, and graded like a
   submission.
2. *starter*: it gets exactly the manifest's baseline.
3. *bundle*: what students receive can be built, which proves that it reveals no solution and no
   hidden check (:mod:`graders.harness.handout.student`).
4. *exemplars*: each gets its expected verdicts (:mod:`expectations`).
5. *mutants*: each change of the reference's behaviour fails a check (:mod:`mutants`). A mutant that
   fails none survives, and needs a reason (:mod:`reasons`).
6. *bytes*: recorded and graded again, in other processes and in another order, everything is
   identical to the byte.

:mod:`graders.extensions.authoring.claims` lists them all. The claims are independent, except that
none means anything unless the reference is right. Linters are left out, because no check depends on
them.

A mutant is killed by the first check that fails on it. For speed, no later check runs, no failure
is confirmed or made smaller, and the time limit is that of a submission which has timed out
before. The reference must pass with this limit, too.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from graders.extensions.authoring.verification.claims import (
    Claim,
    ClaimResult,
    ClaimState,
    MutantResult,
    also,
    claim_result,
)
from graders.extensions.authoring.verification.expectations import compare
from graders.extensions.authoring.verification.verification import (
    REFERENCE,
    STARTER,
    Verification,
    VerificationRequest,
)
from graders.extensions.shared.exemplars import as_submissions, load_exemplars
from graders.extensions.shared.gradings import (
    judged,
    submissions_of,
)
from graders.extensions.shared.mutants import Mutant, sample
from graders.extensions.shared.mutants.reasons import (
    Survivor,
    load_survivors,
    stale,
    stanza,
)
from graders.harness.assignment.manifest import Assignment
from graders.harness.grading.flags import without_nondeterminism
from graders.harness.grading.grader import Grader
from graders.harness.grading.program import GraderBroken
from graders.harness.grading.reference import ReferenceFails
from graders.harness.handout import student
from graders.harness.intake import Submission
from graders.harness.processes.jobs import backend_of
from graders.harness.progress import Live
from graders.harness.replay.recording import lasting
from graders.harness.reports.console import marks_in_words
from graders.harness.reports.sentences import message_of
from graders.harness.result import Result, Status, Verdict, exact, not_passed, to_json, total
from graders.harness.sandbox.interface import SandboxError

TWICE = 4
"""Number of faulty submissions graded twice, besides the reference and the starter."""


def verify(request: VerificationRequest, claims: Iterable[Claim]) -> Iterator[ClaimResult]:
    """Yield the result of the reference's claim and of *claims*, each as soon as it is checked.

    Raises GraderError if none can be checked.
    """
    assignment = request.settings.load()
    with Grader(assignment, backend_of(request.settings, assignment)) as grader:
        verification = Verification(request, assignment, grader)
        reference = _reference(verification)
        yield reference
        for claim in claims:
            if reference.state is ClaimState.HOLDS:
                yield claim.check(verification)
            else:
                why = "not checked, because it means nothing until the reference is right"
                yield ClaimResult(claim.name, ClaimState.NOT_TRIED, why)


# One function for each claim.


def _reference(verification: Verification) -> ClaimResult:
    try:
        with Live(verification.request.messages) as verification.grader.progress:
            verification.recording = lasting(verification.grader.record())
        result = verification.grade(verification.reference)
    except (GraderBroken, SandboxError) as error:
        fails = isinstance(error, ReferenceFails)
        summary = "does not pass its own checks" if fails else "cannot be graded"
        return claim_result("reference", summary, str(error).splitlines())
    wrong = _not_passed(result)
    if total(result) != result.max_marks:
        wrong += [change.reason for change in result.adjustments]
    marks, maximum = marks_in_words(total(result)), marks_in_words(result.max_marks)
    return claim_result("reference", f"gets {marks} of {maximum} marks", wrong)


def check_starter(verification: Verification) -> ClaimResult:
    """Check the claim: the starter earns the manifest's baseline."""
    starter, assignment = verification.starter, verification.assignment
    if not starter.files:
        remedy = f"`grader refresh {assignment.id} --only starter` makes them from the reference"
        return claim_result("starter", "cannot be graded", [f"it has no files: {remedy}"])
    result = verification.grade(starter)
    summary = f"gets {marks_in_words(result.marks)} of {marks_in_words(result.max_marks)} marks"
    if result.status is not Status.GRADED:
        return claim_result("starter", summary, _broken(result))
    baseline = assignment.manifest.baseline
    if result.marks == exact(baseline.marks):
        return claim_result("starter", f"{summary}, its baseline")
    marks = marks_in_words(exact(baseline.marks))
    expected = f"[baseline] in assignment.toml demands {marks}: {baseline.reason}"
    passed = [f"it passes {check.id}" for check in result.checks if check.marks]
    return claim_result("starter", summary, [expected, *passed])


def check_bundle(verification: Verification) -> ClaimResult:
    """Check the claim: students' bundle can be built."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            student.build(verification.assignment, Path(folder))
    except student.BundleError as error:
        return claim_result("bundle", "cannot be built for students", [str(error)])
    return claim_result("bundle", "reveals no solution and no hidden check")


def check_exemplars(verification: Verification) -> ClaimResult:
    """Check the claim: each exemplar gets its expected verdicts."""
    exemplars = load_exemplars(verification.assignment.grader)
    if not exemplars:
        return claim_result("exemplars", "there are none")
    compared = compare(verification.gradings, exemplars)
    right, number = compared.as_expected, len(exemplars)
    summary = f"{right} of {number} get their expected verdicts"
    return claim_result("exemplars", summary, compared.wrong, compared.lost)


def check_mutants(verification: Verification) -> ClaimResult:
    """Check the claim: each mutant fails a check, or has a reason."""
    if not verification.mutants:
        problem = "no part of the reference is marked as solution"
        return claim_result("mutants", "there are none", [problem])
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
    summary += also(len(alive) - len(unexplained), "survive with a reason")
    summary += also(len(unexplained), "survive without a reason")
    if untried:
        summary += f" (a sample: there are {len(verification.mutants)})"
    stanzas = map(stanza, unexplained)
    return claim_result("mutants", summary, wrong, lost, results, stanzas)


def check_bytes(verification: Verification) -> ClaimResult:
    """Check the claim: results are identical to the byte."""
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
    return claim_result("bytes", summary, wrong, lost)


def _faulty(verification: Verification) -> dict[str, Submission]:
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
    if not assignment.manifest.written_in.is_compiled or not failed:
        return True
    return failed[0].verdict is not Verdict.MISSING


def _mutant_result(mutant: Mutant, result: Result, survivors: Sequence[Survivor]) -> MutantResult:
    failed = not_passed(result.checks)
    if failed:
        killer = failed[0]
        return MutantResult(mutant.name, mutant.file, mutant.line, killer.id, killer.verdict)
    reason = next((entry.reason for entry in survivors if entry.fits(mutant.name)), "")
    return MutantResult(mutant.name, mutant.file, mutant.line, reason=reason)


def _not_passed(result: Result) -> list[str]:
    failed = not_passed(result.checks)
    return [f"{check.id}: {check.verdict.value}: {message_of(check)}" for check in failed]


def _broken(result: Result) -> list[str]:
    """Return a line for each check that broke on an answer, which no check may."""
    broken = [check.id for check in result.checks if check.verdict is Verdict.GRADER_FAULT]
    return [f"{check}: the check itself breaks on it" for check in broken]
