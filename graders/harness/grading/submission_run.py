"""Runs an assignment's checks on one submission: by the prefetch, or live.

Public checks come first, and are decided before any hidden call: none of their messages can depend
on one. Within a visibility there are two roads:

1. The prefetch asks one process of the submission the recorded calls of all checks, in their first
   variant. A check passes if its replies have the recorded digests, or if its function passes on
   them. The prefetch lets no check fail.
2. Every other check runs live, in processes of its own, and that run decides.

Live replies are compared with those of the prefetch. Where they differ, the program is
nondeterministic: no check of that visibility passes by the prefetch then, and later visibilities
are not prefetched. The budget goes on through all of it.
"""

from __future__ import annotations

import contextlib
import time
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from graders.harness.assignment.check import CheckSpec
from graders.harness.assignment.process_limits import Limits
from graders.harness.errors import GraderError
from graders.harness.grading.checks import Check, Invoke, Progress
from graders.harness.grading.minimise import minimised
from graders.harness.grading.outcome import NOT_FINISHED, NOT_RUN, PASSED, CheckRun, Outcome
from graders.harness.grading.prefetched import PrefetchedReplies
from graders.harness.grading.program import GraderBroken
from graders.harness.grading.variants import (
    VariantRun,
    Workbench,
    run_in_variants,
    within_budget,
)
from graders.harness.replay.prefetch import (
    USUAL,
    Prefetcher,
    PrefetchPolicy,
    RecordedReplies,
    Replies,
)
from graders.harness.replay.recording import Listed
from graders.harness.result import Flag, Verdict, Visibility
from graders.harness.sandbox.interface import SandboxError
from graders.harness.session.plan import Unobserved
from graders.harness.session.timers import SubmissionOutOfTime

IN_ORDER = (Visibility.PUBLIC, Visibility.HIDDEN)


@dataclass(frozen=True, slots=True)
class RunPolicy:
    """How the checks of a submission are run."""

    limits: Limits
    prefetch: bool = True
    prefetching: PrefetchPolicy = USUAL
    first_failure: bool = False
    """Whether the run ends with the first check that does not pass, and no timeout is confirmed."""
    most_failures: int | None = None
    """The run ends once more checks than that have failed; None for a run of all checks."""
    search_calls: int = 0
    """Budget of the search for a small example, in calls."""
    can_draw: bool = False
    """Whether the reference answers to examples that are not recorded."""

    def is_enough(self, failures: int, runs: Iterable[CheckRun]) -> bool:
        """Return whether no further check is wanted behind *runs*, with that many failures."""
        if self.most_failures is not None and failures > self.most_failures:
            return True
        return self.first_failure and any(run.outcome.verdict is not Verdict.PASSED for run in runs)


def directly(check: Check, run: Callable[[], Outcome]) -> Outcome:
    """Call a live run without pytest. Raises GraderError."""
    try:
        return run()
    except SandboxError:
        raise
    except GraderError as error:
        raise GraderBroken(f"{check.id}: {error}") from None
    except KeyboardInterrupt:
        raise
    except BaseException:  # such as that of pytest.skip
        return replace(NOT_FINISHED, log=traceback.format_exc())


def _to_first_failure(runs: Sequence[CheckRun]) -> list[CheckRun]:
    """Return *runs*, those behind the first failed check as not run. Before it, some did not run if
    they had to wait.
    """
    failed = [run.outcome.verdict.is_failure for run in runs]
    end = failed.index(True) + 1 if True in failed else len(runs)
    return [
        *runs[:end],
        *(CheckRun(run.spec, run.title, NOT_RUN) for run in runs[end:]),
    ]


class SubmissionAdvisor(Protocol):
    """Advises on one submission while that is graded. All methods may raise SandboxError."""

    def before_hidden(self, run: SubmissionRun) -> None:
        """Look at a submission whose public checks are decided. No hidden call was made so far.

        Not called if the prefetch lets all checks pass.
        """

    def flags(self, run: SubmissionRun) -> tuple[Flag, ...]:
        """Return flags for staff. All checks are decided; changed programs may be tried, in boxes
        of their own and within the advisor's own budget. Authors' trials, whose policy has no
        search, want none.
        """

    def noted(self, run: SubmissionRun) -> object:
        """Return what msgspec can encode as JSON, for :meth:`Advisor.diagnosis`; None for nothing.

        Called last, and perhaps twice; no program runs any more.
        """


class SubmissionRun:
    """The checks of one submission, as far as they are decided."""

    def __init__(
        self,
        bench: Workbench,
        policy: RunPolicy,
        listed: Iterable[Listed],
        progress: Progress | None = None,
        advisors: Mapping[str, SubmissionAdvisor] = {},
    ) -> None:
        """Run the checks *listed*. advisors: on the submission, by name."""
        self.bench = bench
        self.policy = policy
        self._listed = {check.spec.id: check for check in listed}
        self._progress = progress
        self.advisors = advisors
        charge = bench.budget.charge_other
        prefetcher = Prefetcher(policy.limits, charge, policy.prefetching)
        self._replies = PrefetchedReplies(bench, prefetcher)
        self.failures: dict[str, VariantRun] = {}
        """How checks failed that ran, before a small example was looked for."""
        self.checks: dict[str, Check] = {}
        """The checks that were run, by id; none if the prefetch decided them all."""
        self._runs: dict[str, CheckRun] = {}
        self._provisional: set[str] = set()
        """Checks that passed by the prefetch, and count only while live replies confirm it."""
        self._doubtful: set[Visibility] = set()
        """Visibilities of which no check may pass by the prefetch any more. Nothing hidden casts
        doubt on the public part: its checks would be run after hidden calls.
        """
        self.nondeterministic: Visibility | None = None
        """The first visibility in which the same call got another reply in another process."""

    def passes_by_prefetch(self) -> bool:
        """Return whether the prefetch alone decides all checks; if not, :meth:`run` goes on from
        there. Raises SandboxError.
        """
        for visibility in IN_ORDER:
            alike, before, is_complete = self._alike(visibility), -1, False
            while not is_complete and len(self._provisional) > before:
                before = len(self._provisional)
                # if all have passed, those that waited for them are sent, too
                is_complete = self._prefetch(alike) or not self._replies.all_pass
            passes = self._provisional.issuperset(alike)
            if passes:  # first, because a loss in here casts doubt on this visibility
                self._end_prefetch(visibility)
            if not passes or visibility in self._doubtful:
                return False
        return bool(self._listed)

    def run(self, checks: Iterable[Check], invoke: Invoke = directly) -> None:
        """Decide every check. Raises SandboxError."""
        by_id = self.checks = {check.id: check for check in checks}
        for visibility in IN_ORDER:
            self._decide([by_id[id_] for id_ in self._alike(visibility)], visibility, invoke)
            if self.has_failed:
                return
            if visibility is Visibility.PUBLIC:
                for advisor in self.advisors.values():
                    advisor.before_hidden(self)

    @property
    def has_failed(self) -> bool:
        """Whether enough checks did not pass, so that no other one is wanted."""
        return self.policy.is_enough(len(self.failures), self._runs.values())

    def replies_of(self, spec: CheckSpec) -> Replies | None:
        """Return the prefetched replies to a check's calls in its first variant, or None."""
        return self._replies.of(spec)

    def results(self) -> list[CheckRun]:
        """Return all checks in their order; those that are not decided as not run.

        Behind a failed check none counts where no other is wanted, even if it was prefetched.
        """
        runs = [
            self._runs.get(id_, CheckRun(check.spec, check.title, NOT_RUN))
            for id_, check in self._listed.items()
        ]
        return _to_first_failure(runs) if self.policy.first_failure else runs

    def undecided(self) -> list[Listed]:
        """Return the checks that came to no end."""
        return [check for id_, check in self._listed.items() if id_ not in self._runs]

    def _alike(self, visibility: Visibility) -> list[str]:
        listed = self._listed.items()
        return [id_ for id_, check in listed if check.spec.visibility is visibility]

    def _decide(self, checks: Sequence[Check], visibility: Visibility, invoke: Invoke) -> None:
        """Decide *checks*, all those of one visibility, as far as the prefetch has not."""
        checks = self._replies.in_order(checks)
        is_complete = self._runs.keys() >= {check.id for check in checks}
        while not is_complete:
            is_complete = self._prefetch([check.id for check in checks])
            undecided = [
                check
                for check in checks
                if check.id not in self._runs
                and (is_complete or not self._replies.are_missing(check.spec))
                and not self._passes_on_replies(check)
            ]
            if undecided or is_complete:
                self._end_prefetch(visibility)
            for check in undecided:
                self._run_live(check, invoke)
                if self.has_failed:
                    return
        if visibility in self._doubtful:
            self._end_prefetch(visibility)
            for check in checks:
                if check.id in self._provisional and not self.has_failed:
                    self._run_live(check, invoke)

    # Road 1.

    def _prefetch(self, ids: Sequence[str]) -> bool:
        """Prefetch the undecided checks *ids* of one visibility; return False if some must wait."""
        if not self.policy.prefetch or self.nondeterministic:
            return True
        open_ = [self._listed[id_].spec for id_ in ids if id_ not in self._runs]
        wanted = self._replies.missing(open_)
        is_complete = True
        try:
            for spec in wanted:
                is_over = self._replies.is_over(spec)
                if is_over:
                    self._doubtful.add(spec.visibility)
                if is_over or self.bench.budget.is_exhausted():
                    return True  # the others are run live
                if self._replies.waits(spec, self._listed, self._runs):
                    is_complete = False
                    continue
                if self._replies.is_hopeless(spec):
                    self._replies.skip(spec)
                    continue
                started = time.monotonic()
                if self._replies.fetch(spec).passed:
                    self._pass(spec.id, started)
                elif self.policy.first_failure:
                    return False
        except SandboxError:
            self._replies.reopen()
            self._doubtful.add(wanted[0].visibility)
            return True
        return is_complete

    def _end_prefetch(self, visibility: Visibility) -> None:
        """End the prefetch's process: none runs beside a live one, or serves both visibilities."""
        if not self._replies.end():
            self._doubtful.add(visibility)

    def _pass(self, id_: str, started: float) -> None:
        """Count a check as passed by the prefetch, until a live reply casts doubt on it."""
        self._provisional.add(id_)
        listed, calls = self._listed[id_], self.bench.recording.traces[id_].calls
        seconds = time.monotonic() - started
        self._set(CheckRun(listed.spec, listed.title, PASSED, seconds, calls))

    def _passes_on_replies(self, check: Check) -> bool:
        """Return whether the function of *check* passes on its prefetched results; count it."""
        replies, started = self._replies.of(check.spec), time.monotonic()
        if (
            replies is None
            or not replies.results
            or check.spec.visibility in self._doubtful
            or self.bench.budget.is_exhausted()
        ):
            return False
        passes = None
        with contextlib.suppress(SubmissionOutOfTime), self.bench.budget.clock():
            passes = self.bench.passes_on(check, RecordedReplies(replies))
        if passes:
            self._pass(check.id, started)
        return bool(passes)

    # Road 2.

    def _run_live(self, check: Check, invoke: Invoke) -> None:
        """Run *check* in processes of its own, if there is time left for it."""
        started, calls = time.monotonic(), self.bench.sandbox.all_calls
        budget = self.bench.budget
        if budget.is_exhausted():
            assert budget.exhausted is not None
            outcome = Outcome.of(budget.exhausted)
        else:
            outcome = invoke(
                check,
                lambda: within_budget(self.bench, lambda: self._live_outcome(check)),
            )
        self._provisional.discard(check.id)
        listed = self._listed[check.id]
        seconds = time.monotonic() - started
        calls = self.bench.sandbox.all_calls - calls
        self._set(CheckRun(listed.spec, listed.title, outcome, seconds, calls))

    def _live_outcome(self, check: Check) -> Outcome:
        bench = self.bench
        run = self._in_variants(check)
        self.failures.pop(check.id, None)
        if run.outcome.verdict is not Verdict.PASSED:
            self.failures[check.id] = run
        draws = self.policy.can_draw and not bench.examples.are_distilled(check)
        return minimised(bench, check, run, self.policy.search_calls, can_draw=draws)

    def _in_variants(self, check: Check) -> VariantRun:
        """Run *check*, and compare its replies with the prefetched ones."""
        comparison = self._replies.comparison(check.spec)
        run = run_in_variants(
            self.bench,
            check,
            comparison or Unobserved(),
            confirm=not self.policy.first_failure,
        )
        differs = comparison is not None and comparison.differs
        goes_further = comparison is not None and comparison.goes_further
        # a check that was not sent, because others hung, is compared with nothing
        is_unknown = goes_further or self._replies.was_skipped(check.spec, run.variant)
        if differs:
            self.nondeterministic = self.nondeterministic or check.spec.visibility
        passed_late = is_unknown and run.outcome.verdict is Verdict.PASSED
        # no live run imports a file again that failed to load once
        if differs or passed_late or self._replies.fails_to_load_now():
            self._doubtful.add(check.spec.visibility)
        return run

    def _set(self, run: CheckRun) -> None:
        is_new = run.spec.id not in self._runs
        self._runs[run.spec.id] = run
        if self._progress and is_new:
            self._progress(run.spec.id, len(self._listed))
