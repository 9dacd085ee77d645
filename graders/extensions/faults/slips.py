"""Finds slips of what is printed that hide other faults: with a change of the output some failed
checks pass, and the others may fail in another way.

The changes are the assignment's own rewritings. They are tried on the replies that are known, so
that no process runs. The symptoms of the checks that still fail are then those that are left.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from graders.extensions.faults.evident import LEAST, Evident
from graders.extensions.faults.noting import nameable, symptom_of
from graders.extensions.faults.repairs import Repair, both, pairs, rewritten
from graders.extensions.faults.symptoms import Symptoms
from graders.harness.grading.checks import Check
from graders.harness.grading.outcome import Outcome
from graders.harness.grading.submission_run import SubmissionRun
from graders.harness.protocol import values
from graders.harness.replay.prefetch import RecordedReplies, Replies
from graders.harness.result import Verdict
from graders.harness.session.timers import SubmissionOutOfTime

PROBES = 8
"""Failed checks, spread over all, one of which must pass before the others are tried."""
CPU_SECONDS = 3.0
WALL_SECONDS = 30.0
"""Time of the search, at most."""
_COUNTS = frozenset({Verdict.FAILED, Verdict.RAISED})
"""Verdicts that say how a check fails on known replies: it may make a call that is not known."""


class Slips(NamedTuple):
    """The slips of a submission."""

    found: tuple[Evident, ...] = ()
    cured: tuple[str, ...] = ()
    """The checks that pass without them."""
    behind: Symptoms = {}
    """How the other failed checks fail without them."""


NO_SLIPS = Slips()


def slips(run: SubmissionRun, some: Iterable[Repair]) -> Slips:
    """Return the slips of a submission that those of *some* mend which rewrite output, the one
    behind most checks first; none if it is nondeterministic, or the time ends.
    """
    outputs = [one for one in some if one.rewriting is not None]
    failed = {}
    for id_, _, _ in nameable(run):
        check = run.checks[id_]
        replies = run.replies_of(check.spec)
        if replies is not None and len(check.spec.variants) == 1:
            failed[id_] = _Failed(run, check, replies)
    if run.nondeterministic or not outputs or len(failed) < LEAST:
        return NO_SLIPS
    time = run.bench.budget.rest(CPU_SECONDS, WALL_SECONDS)
    with contextlib.suppress(SubmissionOutOfTime), time.clock():
        return _slips(failed, outputs)
    return NO_SLIPS


@dataclass(frozen=True, slots=True)
class _Failed:
    """A failed check, and the replies that it got."""

    run: SubmissionRun
    check: Check
    replies: Replies

    def is_changed(self, repair: Repair) -> bool:
        """Return whether *repair* changes one of the replies."""
        assert repair.rewriting is not None, "it rewrites output"
        replies = [values.decode(payload)[2] for payload in self.replies.results]
        return any(rewritten(reply, repair.rewriting) != reply for reply in replies)

    def outcome(self, repair: Repair) -> tuple[Outcome, int]:
        """Return how the check ends with *repair*, and the number of the example."""
        bench = self.run.bench
        student = repair.heard(RecordedReplies(self.replies))
        known = bench.recording.objects.get(self.check.id, ())
        return bench.runner.on_examples(
            self.check,
            self.check.arguments(student, bench.reference, known),
            bench.raw_examples(self.check),
            bench.sandbox.session,
        )

    def passes(self, repair: Repair) -> bool:
        """Return whether the check passes with *repair*."""
        return self.outcome(repair)[0].verdict is Verdict.PASSED


def _slips(failed: Mapping[str, _Failed], outputs: Iterable[Repair]) -> Slips:
    """Return the slips behind *failed*, each the one that mends most checks beside those before."""
    changing = [one for one in outputs if any(each.is_changed(one) for each in _probes(failed))]
    tries = [*changing, *pairs(changing)]
    found: list[Evident] = []
    mended: Repair | None = None
    left = dict(failed)
    while len(left) >= LEAST:
        wholes = [one if mended is None else both(mended, one) for one in tries]
        passing = [_passing(left, one) for one in wholes]
        most = max(range(len(tries)), key=lambda number: len(passing[number]), default=None)
        if most is None or len(passing[most]) < LEAST:
            break
        mended, cured = wholes[most], passing[most]
        concerned = [
            id_ for id_, one in left.items() if id_ in cured or one.is_changed(tries[most])
        ]
        text = tries[most].values["text"]
        sentence = f"one slip is in them: with {text}, {len(cured)} of {len(concerned)} pass"
        found.append(Evident("output", sentence, tuple(concerned)))
        left = {id_: one for id_, one in left.items() if id_ not in cured}
    if mended is None:
        return NO_SLIPS
    ends = {id_: one.outcome(mended) for id_, one in left.items()}
    behind = {
        id_: symptom_of(left[id_].run, id_, {number: outcome}, number + 1)
        for id_, (outcome, number) in ends.items()
        if outcome.verdict in _COUNTS
    }
    return Slips(tuple(found), tuple(id_ for id_ in failed if id_ not in left), behind)


def _passing(left: Mapping[str, _Failed], repair: Repair) -> list[str]:
    """Return the checks that pass with *repair*; none if none of some does."""
    if not any(one.passes(repair) for one in _probes(left)):
        return []
    return [id_ for id_, one in left.items() if one.passes(repair)]


def _probes(failed: Mapping[str, _Failed]) -> list[_Failed]:
    return list(failed.values())[:: max(1, len(failed) // PROBES)]
