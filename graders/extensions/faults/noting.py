"""Notes how each failed check of a submission failed, for its diagnosis.

Nothing is run for this: the prefetch has the replies, and the live run its first failing example.
Of checks that pass nothing is noted, so that a right program pays nothing.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator

import msgspec

from graders.extensions.faults.suspects import NO_SUSPECTS, Suspects
from graders.extensions.faults.symptoms import (
    MOST_CALLS,
    Deviation,
    Symptom,
    Symptoms,
    digest,
)
from graders.harness.grading.advising import AdvisorNotes
from graders.harness.grading.checks import Check
from graders.harness.grading.runner import PRINTED, WITH
from graders.harness.grading.submission_run import SubmissionRun
from graders.harness.grading.variants import VariantRun
from graders.harness.replay.prefetch import Replies
from graders.harness.replay.trace import Trace, digests
from graders.harness.result import Cause, CauseKind, Exhibit, Verdict, Visibility

NAME = "faults"
"""The extension's name."""

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
    suspects: Suspects = NO_SUSPECTS
    """Where the faults may be."""


def noted(notes: AdvisorNotes) -> Noted:
    """Return what this extension noted of a submission, from what all advisors noted."""
    raw = notes.get(NAME)
    return Noted() if raw is None else msgspec.json.decode(raw, type=Noted)


def symptoms_of(run: SubmissionRun) -> Symptoms:
    """Return how each failed check of *run* failed, unless its cause says all."""
    return {
        id_: Symptom(
            basis_of(run.checks[id_], run.bench.recording.traces.get(id_)),
            failure.outcome.verdict,
            cause.kind,
            cause.name if cause.kind is CauseKind.EXCEPTION else "",
            _first(failure, cause),
            _deviations(run, run.checks[id_]),
        )
        for id_, failure, cause in nameable(run)
    }


def nameable(run: SubmissionRun) -> Iterator[tuple[str, VariantRun, Cause]]:
    """Yield the failed checks of *run* that a known fault may explain, without those of the
    visibility in which replies differed, and of later ones.

    Otherwise what students see of public checks would depend on the replies to hidden calls.
    """
    differs = run.nondeterministic
    for one in run.results():
        failure = run.failures.get(one.spec.id)
        if failure is None or differs in (Visibility.PUBLIC, one.spec.visibility):
            continue
        cause = failure.outcome.cause
        if cause is not None and cause.kind not in _UNNAMEABLE and not cause.loading:
            yield one.spec.id, failure, cause


def _deviations(run: SubmissionRun, check: Check) -> dict[str, Deviation]:
    """Return how the prefetched replies of *check* deviate, by variant: in its first one."""
    replies = run.replies_of(check.spec)
    if replies is None or replies.cut_short:
        return {}
    return {check.spec.variants[0]: deviation_of(replies)}


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


def deviation_of(replies: Replies) -> Deviation:
    """Return the calls of a check that got other replies than the recorded ones."""
    if replies.passed:
        return Deviation()
    processes = replies.trace.processes
    if len(processes) == 1 and processes[0].packed_calls:
        recorded = digests(processes[0].packed_replies)
        got: list[bytes | None] = list(replies.packed)
    else:
        recorded, got = [], []
        for process, known in zip(processes, replies.digests, strict=False):
            recorded += digests(process.replies)
            got += known
    results = [reply for reply in got if reply is not None]
    pairs = zip(results, recorded, strict=False)
    wrong = [(call, digest(reply)) for call, (reply, right) in enumerate(pairs) if reply != right]
    end = len(results) if len(results) < replies.trace.calls else None
    return Deviation(dict(wrong[:MOST_CALLS]), end)


def _first(run: VariantRun, cause: Cause) -> str:
    """Return a digest of the first failing example, and of what was wrong with it."""
    facts: list[object] = [
        run.variant,
        run.index,
        run.outcome.verdict,
        cause.kind,
        cause.name,
    ]
    if run.outcome.verdict is Verdict.FAILED:
        # the index of the example says as much
        exhibits = [each for each in run.outcome.exhibits if each.label != WITH]
        facts += [cause.detail, cause.context, [_plain(exhibit) for exhibit in exhibits]]
    return digest(msgspec.json.encode(facts))


def _plain(exhibit: Exhibit) -> object:
    return "" if exhibit.label == PRINTED else exhibit
