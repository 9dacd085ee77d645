"""Notes how each failed check of a submission failed, for its diagnosis.

A symptom is what the check found wrong when it ran live. The grading ends a property at the first
example that fails, so the later examples are run here, in a box and within a time of their own.
Of checks that pass nothing is noted, so that a right program pays nothing.

Public checks go on before any hidden call is made: hints for students are made of their symptoms.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import re
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from graders.extensions.faults.evident import Evident
from graders.extensions.faults.suspects import Suspects
from graders.extensions.faults.symptoms import Judgement, Symptom, Symptoms, digest
from graders.harness.grading.advising import AdvisorNotes
from graders.harness.grading.budget import Budget
from graders.harness.grading.checks import Check
from graders.harness.grading.outcome import Outcome
from graders.harness.grading.runner import PRINTED, WITH
from graders.harness.grading.submission_run import SubmissionRun
from graders.harness.grading.variants import VariantRun, Workbench
from graders.harness.intake import Submission
from graders.harness.replay.trace import Trace
from graders.harness.result import Cause, CauseKind, Text, Verdict, Visibility
from graders.harness.sandbox.interface import SandboxError
from graders.harness.session.timers import SubmissionOutOfTime

if TYPE_CHECKING:
    from graders.harness.grading.benches import Benches

NAME = "faults"
"""The extension's name."""

MOST = 30
"""Failed checks, at most, of a submission that goes on: more have a cause that hides all others."""
STARTS = 4
"""Processes in which a check goes on behind its first failure: an exception ends each."""
CPU_SECONDS = 3.0
WALL_SECONDS = 30.0
"""Time in which all checks of a visibility go on."""
_GOES_ON = frozenset({Verdict.FAILED, Verdict.RAISED})
"""Verdicts behind which a check goes on: the others have cost their time."""
_VALUES = re.compile(r"""\d+(\.\d+)?|"[^"]*"|'[^']*'|`[^`]*`""")
"""Values in a check's message."""
_DRAWN = (
    (re.compile(r"<[^<>]*>"), "<>"),  # an object
    (re.compile(r"\b(?:0*\.)?0*[1-9][\d.]*\b"), "#"),
    (
        re.compile(r"\b[A-Z]\b|(?<=[a-z,] )(?!None|True|False)[A-Z][a-z]+\b(?: [A-Z][a-z]+\b)*"),
        "X",
    ),  # a colour
)
"""Patterns of what another draw changes in a shown text, each with its replacement."""

_FAILED_IMPORTS = frozenset({"ImportError", "ModuleNotFoundError"})
_UNNAMEABLE = frozenset(
    {
        CauseKind.FILE_MISSING,
        CauseKind.FILE_BROKEN,
        CauseKind.FILE_UNUSABLE,
        CauseKind.NAME_MISSING,
        CauseKind.TOTAL_CPU_LIMIT,
        CauseKind.TOTAL_WALL_LIMIT,
        CauseKind.SANDBOX_FAILED,
        CauseKind.CHECK_BROKEN,
        CauseKind.NOT_FINISHED,
    }
)
"""Causes that say all there is to say, or nothing about the program. Nor has a file that does not
load a known fault: no function of it has run.
"""


class Noted(msgspec.Struct, frozen=True, omit_defaults=True):
    """Notes on a submission, to name its faults later."""

    symptoms: Symptoms = {}
    """How each failed check failed; none of a nondeterministic program."""
    suspects: Suspects = ()
    """Where the faults may be."""
    evident: tuple[Evident, ...] = ()
    """Faults that the checks show by themselves."""
    absent: tuple[str, ...] = ()
    """Functions that are not written, by the fault's id, and which its files do not even have."""
    cured: tuple[str, ...] = ()
    """Failed checks that pass without slips of what is printed."""
    behind: Symptoms = {}
    """How the other ones fail without these slips."""


def noted(notes: AdvisorNotes) -> Noted:
    """Return what this extension noted of a submission, from what all advisors noted."""
    raw = notes.get(NAME)
    return Noted() if raw is None else msgspec.json.decode(raw, type=Noted)


def symptoms_of(run: SubmissionRun, known: Symptoms) -> Symptoms:
    """Return how each failed check of *run* failed, unless its cause says all: its *known* symptom,
    or how it failed first.
    """
    return {
        id_: known.get(id_)
        or symptom_of(run, id_, {failure.index: failure.outcome}, failure.index + 1)
        for id_, failure, _ in nameable(run)
    }


def nameable(run: SubmissionRun) -> Iterator[tuple[str, VariantRun, Cause]]:
    """Yield the failed checks of *run* that a known fault may explain, without those of the
    visibility in which replies differed, and of later ones.

    Otherwise what students see of public checks would depend on the replies to hidden calls.
    """
    differs = run.nondeterministic
    for check_run in run.results():
        failure = run.failures.get(check_run.spec.id)
        if failure is None or differs in (Visibility.PUBLIC, check_run.spec.visibility):
            continue
        cause = failure.outcome.cause
        if cause is not None and cause.kind not in _UNNAMEABLE and not cause.loading:
            yield check_run.spec.id, failure, cause


def symptoms_on_all_examples(
    benches: Benches, submission: Submission, run: SubmissionRun, visibility: Visibility
) -> Symptoms:
    """Return how the failed checks of a *visibility* fail on all their examples.

    A check that comes to no end in time has no further symptom than :func:`symptoms_of` finds.
    """
    found: Symptoms = {}
    failed = list(nameable(run))
    failures = {
        id_: failure
        for id_, failure, _ in failed
        if run.checks[id_].spec.visibility is visibility
        and run.checks[id_].spec.marks
        and run.checks[id_].is_property
        and failure.outcome.verdict in _GOES_ON
    }
    if not failures or len(failed) > MOST:
        return found
    limits = msgspec.structs.replace(
        run.policy.limits, total_cpu_seconds=CPU_SECONDS, total_wall_seconds=WALL_SECONDS
    )
    time = Budget(limits)
    with (
        run.bench.budget.set_aside(),
        contextlib.suppress(SandboxError, SubmissionOutOfTime),
        benches.of_submission(submission, run.bench.recording, budget=time) as bench,
        time.clock(),
    ):
        bench.imports.hangs.share(run.bench.imports.hangs)  # a known loop has no time here
        for id_, failure in failures.items():
            outcomes, judged = _goes_on(bench, run.checks[id_], failure)
            if time.is_exhausted():
                break  # so far as it got depends on the machine
            found[id_] = symptom_of(run, id_, outcomes, judged)
    return found


def _goes_on(bench: Workbench, check: Check, failure: VariantRun) -> tuple[dict[int, Outcome], int]:
    """Run *check* on the examples behind its *failure*; return all that failed, by the example's
    number, and on how many examples it ran. Raises SandboxError.
    """
    examples = bench.raw_examples(check)
    session = bench.sandbox.session
    failed = {failure.index: failure.outcome}
    judged = failure.index + 1
    for _ in range(STARTS):
        if judged == len(examples):
            break
        bench.begin(check, failure.variant)
        while judged < len(examples) and session.alive:
            outcome, at = bench.runner.on_examples(
                check, bench.arguments(check), examples[judged:], session
            )
            if outcome.verdict is Verdict.PASSED:
                judged = len(examples)
            elif outcome.verdict in _GOES_ON:
                failed[judged + at] = outcome
                judged += at + 1
            else:
                session.end()
                return failed, judged + at
        session.end()
    return failed, judged


def symptom_of(run: SubmissionRun, id_: str, failed: dict[int, Outcome], judged: int) -> Symptom:
    """Return the symptom of a check that *failed* on some of the examples that were *judged*."""
    check = run.checks[id_]
    number = len(run.bench.raw_examples(check)) if check.is_property else 1
    return Symptom(
        basis_of(check, run.bench.recording.traces.get(id_)),
        {example: judgement(outcome) for example, outcome in failed.items()},
        judged if judged < number else None,
    )


def judgement(outcome: Outcome) -> Judgement:
    """Return what a check found wrong by the *outcome* of its run on an example.

    The words of a call that came to no end are left out, because they name lines and texts of the
    submission; so are the example, whose number says as much, and what the submission printed. A
    failed import keeps its words: another module that is missing is another fault.
    """
    cause = outcome.cause
    assert cause is not None, "a check that fails has a cause"
    if outcome.verdict is not Verdict.FAILED:
        name = cause.name if cause.kind is CauseKind.EXCEPTION else ""
        words = [cause.detail] if name in _FAILED_IMPORTS else []
        end = _digest(cause.kind, name, *words)
        return Judgement(end, end, end)
    exhibits = [exhibit for exhibit in outcome.exhibits if exhibit.label not in (WITH, PRINTED)]
    labels = [exhibit.label for exhibit in exhibits]
    texts = [exhibit.text for exhibit in exhibits if isinstance(exhibit, Text)]
    return Judgement(
        _digest(cause.kind, _VALUES.sub("#", f"{cause.context}: {cause.detail}"), labels),
        _digest(cause.kind, cause.context, cause.detail, exhibits),
        _digest(cause.kind, labels, *map(_form, (cause.context, cause.detail, *texts)))
        if texts
        else "",
    )


def _form(text: str) -> str:
    """Return *text* without what chance draws."""
    for drawn, sign in _DRAWN:
        text = drawn.sub(sign, text)
    return text


def _digest(*facts: object) -> str:
    return digest(msgspec.json.encode(facts))


def basis_of(check: Check, trace: Trace | None) -> str:
    """Return a digest of what the symptoms of *check* depend on, besides the program.

    It covers the check's function, as a syntax tree, so that its layout does not count, and, in
    *trace*, its calls and the reference's replies.
    """
    try:
        source = textwrap.dedent(inspect.getsource(inspect.unwrap(check.body)))
    except (OSError, TypeError):  # made by other code: its calls must do
        source = ""
    parts = [ast.dump(ast.parse(source)).encode()]
    for process in trace.processes if trace else ():
        parts += [process.calls, process.replies]
    return digest(b"\0".join(parts))
