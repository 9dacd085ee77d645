"""Decides properties that fail by their prefetched replies in each variant, by one example alone.

Most failures are such, and a run on all examples tells little more of them. The smallest failing
example runs alone, in a fresh process. If it fails there with the prefetched results, that decides
the check, and describes it. All other checks run live, on all examples.

The prefetch alone lets no check fail: it shares a process among checks, so a right program that
keeps state may be wrong there. Nothing passes here, so that a program gains nothing by telling a
prefetch from other processes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from graders.harness.grading.checks import Check
from graders.harness.grading.minimise import SmallerExampleSearch, is_made_smaller
from graders.harness.grading.outcome import Outcome
from graders.harness.grading.prefetched import PrefetchedReplies
from graders.harness.grading.variants import VariantRun, Workbench
from graders.harness.replay.by_call import Agreement, ResultsByCall
from graders.harness.replay.prefetch import Replies
from graders.harness.result import Cause, CauseKind
from graders.harness.sandbox.interface import SandboxError

if TYPE_CHECKING:
    from graders.harness.grading.submission_run import RunPolicy

PRINTED = "it printed"
"""The label of an exhibit that depends on more than the fault."""


class ByExample:
    """Decides checks of one submission, as long as nothing casts doubt on its prefetch."""

    def __init__(
        self,
        bench: Workbench,
        policy: RunPolicy,
        replies: PrefetchedReplies,
    ) -> None:
        self._bench = bench
        self._policy = policy
        self._replies = replies

    def outcome(self, check: Check) -> tuple[Outcome, VariantRun] | None:
        """Return how *check* fails by a small example, and how it failed before, on its replies;
        None if only a live run tells. Raises SandboxError.
        """
        expected = self._replies.failure_in_all(check.spec)
        if expected is None:
            return None
        if self._policy.only_verdicts:
            return Outcome.of(Cause(CauseKind.WRONG_ANSWER)), expected
        if not is_made_smaller(check, self._policy.search_calls):
            return None
        if self._policy.can_draw and not self._bench.examples.are_distilled(check):
            return None
        turn = check.spec.variants.index(expected.variant)
        replies = self._replies.of(check.spec, turn)
        assert replies is not None, "its failure has been noted"
        return self._alone(check, replies, expected)

    def _alone(
        self, check: Check, replies: Replies, failure: VariantRun
    ) -> tuple[Outcome, VariantRun] | None:
        """Return the outcome of the smallest failing example in a fresh process, and *failure*.

        None if the process does not fail alike, or if a result of it is not the prefetched one.
        """
        known = ResultsByCall(replies)
        search = SmallerExampleSearch(self._bench, check, failure, self._policy.search_calls, known)
        agreement = Agreement(known)
        try:
            small = search.distilled() or search.examples[failure.index]
            alone = search.alone(small, agreement)
        except SandboxError:
            return None
        if alone.verdict is not failure.outcome.verdict or not agreement.agrees:
            return None
        printed = tuple(one for one in alone.exhibits if one.label == PRINTED)
        exhibits = (*failure.outcome.exhibits, *printed)
        noted = replace(failure.outcome, exhibits=exhibits)
        return replace(alone, example=small.decode()), replace(failure, outcome=noted)
