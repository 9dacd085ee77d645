"""Notes how each failed check of a submission failed, for its diagnosis.

Nothing is run for this: the prefetch has the replies, and the live run its first failing example.
Of checks that pass nothing is noted, so that a right program pays nothing.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator, Sequence

import msgspec

from graders.harness.assignment.check import CheckSpec
from graders.harness.diagnosis.suspects import Spectrum, Suspects
from graders.harness.diagnosis.symptoms import (
    MOST_CALLS,
    Deviation,
    Symptom,
    Symptoms,
    digest,
)
from graders.harness.grading.checks import Check
from graders.harness.grading.prefetched import PrefetchedReplies
from graders.harness.grading.runner import WITH
from graders.harness.grading.variants import VariantRun
from graders.harness.replay.prefetch import Replies
from graders.harness.replay.recording import Recording
from graders.harness.replay.trace import Trace, digests
from graders.harness.result import Cause, CauseKind, Exhibit, Verdict

PRINTED = "it printed"
"""The label of an exhibit that depends on more than the fault."""

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


class Notes:
    """The symptoms of one submission so far, and the places that are suspected."""

    def __init__(self, recording: Recording, replies: PrefetchedReplies) -> None:
        self._recording = recording
        self._replies = replies
        self.symptoms: Symptoms = {}
        self.suspects = Suspects()
        self.public_spectra: Sequence[Spectrum] | None = None
        """What public calls reach, if it was measured before any hidden call."""

    def add(self, check: Check, run: VariantRun) -> None:
        """Note how *run* of *check* failed, instead of an earlier one; nothing if it passed."""
        self.symptoms.pop(check.id, None)
        cause = run.outcome.cause
        if cause is None or cause.kind in _UNNAMEABLE or cause.loading:
            return
        self.symptoms[check.id] = Symptom(
            basis_of(check, self._recording.traces.get(check.id)),
            run.outcome.verdict,
            cause.kind,
            cause.name if cause.kind is CauseKind.EXCEPTION else "",
            _first(run, cause),
            dict(self._deviations(check)),
        )

    def replies_of(self, spec: CheckSpec, turn: int = 0) -> Replies | None:
        """Return the replies to a check's calls in its variant *turn*, or None."""
        return self._replies.of(spec, turn)

    def _deviations(self, check: Check) -> Iterator[tuple[str, Deviation]]:
        for turn, variant in enumerate(check.spec.variants):
            replies = self._replies.of(check.spec, turn)
            if replies is not None and not replies.cut_short:
                yield variant, deviation_of(replies)


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
