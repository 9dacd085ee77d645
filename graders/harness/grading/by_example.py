"""Decides checks that fail by their prefetched replies in each variant, by one example or none.

Most failures are such, and a run on all examples tells little more of them:

* A property gets its smallest failing example, alone in a fresh process. If it fails there with the
  prefetched results, that decides the check, and describes it.
* Students never read how a hidden check failed. Once ENOUGH checks of the submission have failed in
  fresh processes as in the prefetch, wrong answers there decide its hidden checks: a program that
  is right in fresh processes only has got another result by then. Such a decision counts only while
  no live reply differs from a prefetched one.

All other checks run live, on all examples. None passes here, so that a program gains nothing by
telling a prefetch from other processes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from graders.harness.grading.checks import Check
from graders.harness.grading.minimise import Search, is_made_smaller
from graders.harness.grading.noting import PRINTED, Notes
from graders.harness.grading.outcome import Outcome
from graders.harness.grading.prefetched import PrefetchedReplies
from graders.harness.grading.variants import VariantRun, Workbench
from graders.harness.replay.by_call import Agreement, ResultsByCall
from graders.harness.replay.prefetch import RecordedReplies, Replies
from graders.harness.result import Cause, CauseKind, Verdict
from graders.harness.sandbox.interface import SandboxError

if TYPE_CHECKING:
    from graders.harness.grading.submission import RunPolicy

ENOUGH = 3
"""Checks that must fail in fresh processes as in the prefetch, before hidden ones need none."""


class ByExample:
    """Decides checks of one submission, as long as nothing casts doubt on its prefetch."""

    def __init__(
        self,
        bench: Workbench,
        policy: RunPolicy,
        replies: PrefetchedReplies,
        notes: Notes,
    ) -> None:
        self._bench = bench
        self._policy = policy
        self._replies = replies
        self._notes = notes
        self._confirmed = 0
        """Checks that failed in fresh processes as in the prefetch."""
        self.unconfirmed: set[str] = set()
        """Checks that the prefetch alone decided."""

    def outcome(self, check: Check) -> Outcome | None:
        """Return how *check* failed, or None if only a live run tells. Raises SandboxError."""
        expected = self._replies.failure_in_all(check.spec)
        if expected is None:
            return None
        if self._policy.only_verdicts:
            return Outcome.of(Cause(CauseKind.WRONG_ANSWER))
        draws = self._policy.can_draw and not self._bench.examples.are_distilled(check)
        if check.is_property and draws:
            return None
        turn = check.spec.variants.index(expected.variant)
        replies = self._replies.of(check.spec, turn)
        assert replies is not None, "its failure has been noted"
        failure = self._on_replies(check, replies, expected)
        if failure is None:
            return None
        is_wrong = failure.outcome.verdict is Verdict.FAILED
        if is_wrong and check.is_hidden and self._confirmed >= ENOUGH:
            outcome = self._described(check, replies, failure)
            if outcome is not None:
                self.unconfirmed.add(check.id)
                self._notes.add(check, failure)
                return outcome
        return self._alone(check, replies, failure)

    def _on_replies(
        self, check: Check, replies: Replies, expected: VariantRun
    ) -> VariantRun | None:
        """Return the run of *check* on its *replies* if it fails as *expected*."""
        outcome, index = self._bench.outcome_on(check, RecordedReplies(replies))
        if outcome is None or outcome.verdict is not expected.outcome.verdict:
            return None
        if check.is_property:
            example = self._bench.raw_examples(check)[index].decode()
            outcome = replace(outcome, example=example)
        return VariantRun(expected.variant, outcome, index)

    def _described(
        self, check: Check, replies: Replies, failure: VariantRun
    ) -> Outcome | None:
        """Return how a hidden check failed, without a fresh process; None if only one tells.

        The calls of its first example, and of a check that is no property, came right after a
        reset. Any other example is run after another reset, because the program may keep state.
        """
        if not is_made_smaller(check, self._policy.search_calls):
            return failure.outcome
        return self._smallest(check, replies, failure, reuse=True)

    def _alone(
        self, check: Check, replies: Replies, failure: VariantRun
    ) -> Outcome | None:
        """Return the outcome of the smallest failing example in a fresh process.

        None if no small example is wanted, if the process does not fail alike, or if a result of
        it is not the prefetched one.
        """
        if not is_made_smaller(check, self._policy.search_calls):
            return None
        outcome = self._smallest(check, replies, failure, reuse=False)
        if outcome is None:
            return None
        self._confirmed += 1
        printed = tuple(one for one in outcome.exhibits if one.label == PRINTED)
        exhibits = (*failure.outcome.exhibits, *printed)
        noted = replace(failure.outcome, exhibits=exhibits)
        self._notes.add(check, replace(failure, outcome=noted))
        return outcome

    def _smallest(
        self, check: Check, replies: Replies, failure: VariantRun, *, reuse: bool
    ) -> Outcome | None:
        """Return the outcome of the smallest failing example alone, if it is *failure* again.

        reuse: in a process that may have served before; in none if it is the first example.
        """
        known, calls = ResultsByCall(replies), self._policy.search_calls
        search = Search(self._bench, check, failure, calls, known)
        agreement = Agreement(known)
        try:
            small = search.distilled()
            if reuse and small is None and failure.index == 0:
                return failure.outcome
            example = small or search.examples[failure.index]
            outcome = search.alone(example, agreement, reuse=reuse)
        except SandboxError:
            return None
        if outcome.verdict is not failure.outcome.verdict or not agreement.agrees:
            return None
        return replace(outcome, example=example.decode())
