"""The judge: runs an assignment's checks against a submission, one by one, and says how each ended.

Theory of operation. The judge is the only process that holds checks, expected values and the
reference. It never imports student code: ``student`` is a
:class:`~graders.harness.session.session.Session`, the pipe to a process in the sandbox, and
``reference`` an :class:`~graders.harness.session.oracle.Oracle`. For every check the judge gets a
fresh sandboxed process, runs the check's function, and turns how it ended into an :class:`Outcome`:

* an ``AssertionError`` (from ``expect``, ``fail`` or a plain assert) is the student's: *failed*;
* :class:`~graders.harness.assignment.check.Misbehaved` says how the program went wrong;
* a :class:`~graders.harness.sandbox.interface.SandboxFault` is the sandbox's: tried again, then
  *grader_fault*;
* any other exception is the check's own: *grader_fault*, and the submission is not gradable.

A property is not run live. Its examples are those that were distilled from many
(:mod:`graders.harness.assignment.distilled`), or drawn where there are none, and the reference's
answers to them were recorded (:mod:`graders.harness.replay.recording`); the judge replays them in
order, and the first one that fails decides the verdict. Then smaller ones are tried: the other
distilled ones, each in a fresh process; of drawn ones, what Hypothesis' engine makes of them, under
a budget of calls. A check with variants runs in each until it passes; the better outcome counts. A
verdict that a busy machine could cause stands only if a second run confirms it. Each run that is
out of time halves what later ones get, down to what the manifest leaves them.

:mod:`graders.harness.grading.plugin` connects it to pytest.
"""

from __future__ import annotations

import contextlib
import functools
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from graders.harness.assignment import distilled
from graders.harness.assignment.check import CheckFailed, CheckSpec, Misbehaved, spec_of, title_of
from graders.harness.assignment.collection import CollectionError, is_property
from graders.harness.assignment.manifest import Assignment
from graders.harness.grading.calls import shown_call
from graders.harness.grading.faults import told
from graders.harness.grading.lines import Sources
from graders.harness.replay import recording
from graders.harness.replay.scout import (
    MOST_LATE,
    MOST_LATE_IN_JAVA,
    Heard,
    Patience,
    Scout,
    Strayed,
)
from graders.harness.replay.trace import Telling
from graders.harness.result import (
    VERDICT_OF,
    Cause,
    CauseKind,
    Exhibit,
    Text,
    Verdict,
    Visibility,
)
from graders.harness.sandbox.interface import Cause as Exit
from graders.harness.sandbox.interface import SandboxFault
from graders.harness.session.callbacks import Answer, NoAnswer, Questions, Replies
from graders.harness.session.oracle import Oracle
from graders.harness.session.session import RESOURCE_VERDICTS, CheckBroken, Session
from graders.harness.style.survey import Surveyed, compared, survey

if TYPE_CHECKING:
    import pytest

SANDBOX_TRIES = 3
ALLOWED_TIMES = 25
"""CPU time that a check gets, as a multiple of what the reference needed when it was recorded."""
SEARCH_CPU_SECONDS = 20.0
SEARCH_WALL_SECONDS = 60.0
"""What all searches for small examples of one submission take together, at most; then examples are
told as they failed. A search has a budget of calls: these are for slow and wrong programs only, far
from what others need, so that no result depends on how busy the machine is.
"""
OWN = "own"
"""The variant in which nothing stands in for a file of the submission."""

# From best to worst, for choosing between the outcomes of a check's variants.
_ORDER = (
    Verdict.PASSED,
    Verdict.FAILED,
    Verdict.RAISED,
    Verdict.TOO_MUCH_OUTPUT,
    Verdict.TIMEOUT,
    Verdict.OUT_OF_MEMORY,
    Verdict.CRASHED,
    Verdict.MISSING,
    Verdict.NOT_RUN,
    Verdict.GRADER_FAULT,
)
UNFIT = (
    ArithmeticError,
    AttributeError,
    LookupError,
    MemoryError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What a check may raise that takes an answer apart which has not the form that it looks for.

The reference's answers have passed it; so, once the submission has answered, the answer is the
reason. Nobody is to get out of a mark by an answer that no check has thought of, and a person is
told to look.
"""
_NOT_SHRUNK = RESOURCE_VERDICTS | {Verdict.PASSED, Verdict.MISSING, Verdict.GRADER_FAULT}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one run of a check ended, before marks."""

    verdict: Verdict
    cause: Cause | None = None
    """None if it passed or was not run."""
    exhibits: tuple[Exhibit, ...] = ()
    log: str = ""
    """For staff only: why a check of ours broke. Never part of a result."""
    example: str = ""
    """Of a property that did not pass: the example that shows it, as the recording has it."""


PASSED = Outcome(Verdict.PASSED)


def failed(cause: Cause, exhibits: tuple[Exhibit, ...] = (), log: str = "") -> Outcome:
    """Return the outcome of a check that did not pass because of *cause*."""
    return Outcome(VERDICT_OF[cause.kind], cause, exhibits, log)


@dataclass(frozen=True, slots=True)
class Judged:
    """A check and its outcome."""

    spec: CheckSpec
    title: str
    outcome: Outcome
    seconds: float
    calls: int


@dataclass
class Judge:
    """One submission before the checks: sessions, recording, and what has been found out so far.

    *open_session* opens a session on the submission, *open_reference* one on the reference,
    *open_asked* another one on the reference with the limits of asks. With *recorder* set, examples
    are drawn and the reference's answers are kept.
    """

    assignment: Assignment
    open_session: Callable[[], Session]
    open_reference: Callable[[], Session] | None
    open_asked: Callable[[], Session] | None
    kept: recording.Recording
    recorder: bool = False
    scouts: bool = True
    """Whether a scout is asked what was recorded, before checks are run; the verdicts are the same.
    """
    submitted: Mapping[str, bytes] = field(default_factory=dict)
    """The files of the submission, to show lines of them."""
    examples: Path | None = None
    """Where distilled examples are, if not beside the checks."""
    seed: int = 0
    """Another one than 0 draws other examples than everybody's: for people who tune a grader."""
    only_public: bool = False
    only: frozenset[str] | None = None
    unfinished: bool = False
    """Whether the marks of the checks need not fit yet: for people who write them."""
    progress: Callable[[str, int], None] | None = None
    """Called with the id of each finished check, and how many there are."""
    judged: list[Judged] = field(default_factory=list)
    to_run: list[tuple[CheckSpec, str]] = field(default_factory=list)
    not_run: list[Judged] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    surveyed: Surveyed = field(default_factory=Surveyed)
    replies: Replies = field(default_factory=Replies)
    """Answers to questions of submissions."""
    style: Callable[[], Surveyed] | None = None
    """What else is said of how the code is written; raises SandboxFault."""
    first_failure: bool = False
    """Whether nothing matters but the first check that does not pass: no second run confirms it,
    and none follows.
    """
    gave_up: str = ""
    """Why the sandbox is not tried again; empty while it works."""
    student: Any = None
    spent: Cause | None = None
    """Why the rest of the checks is not run, where they have used up too much."""
    out_of_time: bool = False
    """Whether it was the clock that said so."""
    puzzled: list[str] = field(default_factory=list)
    """For staff: where checks could not make sense of an answer."""
    scouted: dict[str, Judged] = field(default_factory=dict)
    """Checks that have passed by recorded answers, by id."""
    unlike: bool = False
    """Whether the program is not the same for the scout and for a check's own process: then no
    scout counts.
    """
    _strayed: dict[tuple[str, str], Strayed] = field(default_factory=dict)
    """By check and variant what the scout was told instead of the recorded answer."""
    _asked_for: frozenset[Visibility] = frozenset()
    """Of which checks a scout has asked the first variants."""
    _imported: frozenset[tuple[str, str]] = frozenset()
    """Variants and modules that the scout saw imported without trouble."""
    _patience: Patience = field(init=False)
    _failing: list[_Failing] = field(default_factory=list)
    _searched_cpu: float = 0.0
    _searched_wall: float = 0.0
    _told: dict[str, Telling] = field(default_factory=dict)
    """When the reference is graded: by check what it tells."""

    def __post_init__(self) -> None:
        self.reference = Oracle(self.open_reference, self.kept.answers)
        self.reference.record = self.recorder
        self._asked: Oracle | None = None
        self._started = time.monotonic()
        self._patience = Patience(MOST_LATE_IN_JAVA if self.assignment.manifest.java else MOST_LATE)

    def choose(self, checks: list[recording.Listed]) -> None:
        """Take note of which of the assignment's *checks* are to be run on this submission; only
        the first time.
        """
        if self.to_run or self.not_run:
            return
        if self.recorder:
            public = [one for one in checks if one.spec.visibility is Visibility.PUBLIC]
            self.kept.checks = public if self.only_public else checks
        for one in sorted(checks, key=lambda one: _is_hidden(one.spec)):
            hidden = self.only_public and one.spec.visibility is not Visibility.PUBLIC
            nobody_answers = bool(one.spec.asks) and self.open_asked is None
            if hidden or nobody_answers or (self.only is not None and one.spec.id not in self.only):
                self.not_run.append(Judged(one.spec, one.title, Outcome(Verdict.NOT_RUN), 0.0, 0))
            else:
                self.to_run.append((one.spec, one.title))

    def start(self) -> None:
        """Open the submission's sandbox and send a scout, if that has not been done; raises
        SandboxFault.
        """
        if self.student is None:
            self._open()
            self._scout(Visibility.PUBLIC)
            if all(_is_hidden(spec) or spec.id in self.scouted for spec, _ in self.to_run):
                self._scout(Visibility.HIDDEN)

    def _open(self) -> None:
        self.student = self.open_session()
        self.student.recorder.on, self.student.recorder.packs = (
            self.recorder,
            not self.assignment.manifest.java,
        )

    def passes_by_the_scout(self) -> bool:
        """Judge the submission without running any check, where its recorded answers pass them all.

        Returns False if some are to be run: the judge goes on from there. Raises SandboxFault if no
        sandbox opens.
        """
        self.choose(self.kept.checks)
        if not self.scouts or not self.to_run:
            return False
        self.start()
        if len(self.scouted) < len(self.to_run):
            return False
        self.judged += self.scouted.values()
        self.survey()
        self.end()
        return True

    def _open_again(self) -> None:
        """Open another sandbox in place of one that failed, and perhaps does not even close; raises
        SandboxFault.
        """
        with contextlib.suppress(SandboxFault):
            self.student.close()
        opened = self.open_session()
        opened.go_on_from(self.student)
        self.student = opened

    def survey(self) -> None:
        """Look at what the manifest wants looked at besides the checks."""
        if self.gave_up or self.recorder or self.decided:
            return
        plan = self.assignment.manifest.survey
        try:
            if plan.findings or plan.flags:
                self.surveyed = survey(self.student, plan, compared(self.assignment))
            if self.style is not None and self.only is None:
                self.surveyed = self.surveyed.joined(self.style())
        except SandboxFault as fault:
            self.gave_up = str(fault)

    def end(self) -> None:
        """Close, even if a sandbox is gone already."""
        try:
            self.close()
        except SandboxFault as fault:
            self.gave_up = self.gave_up or str(fault)

    def close(self) -> None:
        """End all processes and, when recording, put the recording in order."""
        self.end_processes()
        if self.recorder:
            least = min(self.kept.seconds.values(), default=0.0)
            self.kept.seconds = {
                key: recording.in_steps(own - least) for key, own in self.kept.seconds.items()
            }
            kinds = {spec.id: (spec.visibility, self._opened(spec, 0)) for spec, _ in self.to_run}
            recording.settle(self.kept, list(kinds))
            self.kept.traces = recording.put_in_order(self.kept.traces, self._told, kinds)

    def end_processes(self) -> None:
        """End all processes. Raises SandboxFault."""
        if self.student is not None:
            self.student.close()
        self.reference.close()
        if self._asked is not None:
            self._asked.close()

    def found(self) -> recording.Found:
        """Return what was recorded so far, for another process that records other checks."""
        judged = {one.spec.id: (one.seconds, one.calls) for one in self.judged}
        return recording.Found(judged, msgspec.structs.replace(self.kept, checks=[]), self._told)

    def take_over(self, found: recording.Found) -> None:
        """Take what another process has recorded; its checks have passed."""
        listed = {spec.id: (spec, title) for spec, title in self.to_run}
        for check, (seconds, calls) in found.judged.items():
            self.judged.append(Judged(*listed[check], PASSED, seconds, calls))
            if self.progress:
                self.progress(check, len(self.to_run))
        recording.take_over(self.kept, found.kept)
        self._told |= found.told

    @property
    def by_the_clock(self) -> bool:
        """Whether the wall clock ended a process of the submission: on a busy machine, perhaps
        without its fault.
        """
        if self.student is None:
            return False
        return self.out_of_time or any(ending.cause is Exit.WALL for ending in self.student.endings)

    def unjudged(self) -> list[tuple[CheckSpec, str]]:
        """Return the checks that were to run but did not come to an end, with their titles."""
        done = {judged.spec.id for judged in self.judged}
        return [(spec, title) for spec, title in self.to_run if spec.id not in done]

    @property
    def decided(self) -> bool:
        """Whether no further check is to run."""
        return (
            self.first_failure
            and bool(self.judged)
            and self.judged[-1].outcome.verdict is not Verdict.PASSED
        )

    def _leave_out_the_rest(self) -> None:
        """Take the checks that come after the last judged one as not run, whatever the scout has
        found out.
        """
        ids = [spec.id for spec, _ in self.to_run]
        later = set(ids[ids.index(self.judged[-1].spec.id) + 1 :])
        self.judged += [judged for id_, judged in self.scouted.items() if id_ not in later]
        self.scouted.clear()
        rest = self.unjudged()
        self.to_run = [check for check in self.to_run if check not in rest]
        self.not_run += [
            Judged(spec, title, Outcome(Verdict.NOT_RUN), 0.0, 0) for spec, title in rest
        ]

    # One check.

    def _scout(self, visibility: Visibility, turn: int = 0) -> None:
        """Find out which checks the submission passes by the recorded answers, in the variant whose
        *turn* it is.
        """
        if not self.scouts or self.recorder or self.unlike:
            return
        self._asked_for |= {visibility}
        left = {
            spec.id: (spec, title) for spec, title in self.to_run if spec.id not in self.scouted
        }
        due = [
            left[id_] for id_ in self.kept.traces if id_ in left
        ]  # in the order in which a process can be asked
        due = [
            (spec, title)
            for spec, title in due
            if spec.visibility is visibility and turn < len(spec.variants)
        ]
        due = [
            (spec, title)
            for spec, title in due
            if (spec.id, spec.variants[turn]) not in self._strayed
        ]
        scout = self.student.scout(self._patience)
        try:
            for spec, title in sorted(due, key=lambda check: self._process(check[0], turn)):
                self._scout_one(scout, turn, spec, title)
                if self.first_failure and spec.id not in self.scouted:
                    break
            scout.close()
        except SandboxFault:
            self._open_again()
        self._imported |= scout.imported

    def _process(self, spec: CheckSpec, turn: int) -> tuple[object, ...]:
        """Return which process of the scout is asked a check: one after the other, in the order of
        what this says.
        """
        return spec.variants[turn], self._opened(spec, turn), self.kept.traces[spec.id].process

    def _opened(self, spec: CheckSpec, turn: int) -> tuple[str, ...]:
        """Return what a scout may ask back: in the first variant nothing where the reference has
        asked nothing.

        A program that asks all the same is refused, strays, and is judged.
        """
        trace = self.kept.traces.get(spec.id)
        return spec.asks if turn or (trace is not None and trace.asks) else ()

    def _scout_one(self, scout: Scout, turn: int, spec: CheckSpec, title: str) -> None:
        variant, trace, started = spec.variants[turn], self.kept.traces[spec.id], time.monotonic()
        if self._patience.is_over(variant):
            return
        questions = self._questions(self._opened(spec, turn))
        strayed = scout.asks(variant, trace, self.kept.seconds.get(spec.id, 0.0), questions)
        if strayed is None:
            self._passed_unseen(spec, title, started)
        else:
            self._strayed[spec.id, variant] = strayed

    def _passed_unseen(self, spec: CheckSpec, title: str, started: float) -> None:
        """Take a check as passed by what the scout was told."""
        calls = self.kept.traces[spec.id].calls
        self.scouted[spec.id] = Judged(spec, title, PASSED, time.monotonic() - started, calls)
        if self.progress:
            self.progress(spec.id, len(self.to_run))

    def left(self, items: Sequence[pytest.Function]) -> Iterator[pytest.Function]:
        """Yield the checks that are to be judged: those that the scout did not pass; all, if it is
        not to be believed.

        Nothing hidden is asked before all public checks are judged: no message of theirs can depend
        on it, whatever a program has left somewhere for its later processes. May raise
        SandboxFault.
        """
        for visibility in (Visibility.PUBLIC, Visibility.HIDDEN):
            due = [item for item in items if _spec(item).visibility is visibility]
            while (
                self.first_failure
                and not self.decided
                and (astray := self._first_astray(due, visibility))
            ):
                due.remove(astray)
                if _spec(astray).id not in self.scouted:
                    yield astray
            if due and not self.decided:
                self._scout_all(due, visibility)
            for item in due:
                if not self.decided and not self.unlike and _spec(item).id not in self.scouted:
                    yield item
        if self.unlike:
            self._forget_the_scout()
            for item in sorted(items, key=lambda item: _is_hidden(_spec(item))):
                if not self.decided:
                    yield item
        if self.decided:
            self._leave_out_the_rest()
        self.judged += self.scouted.values()

    def _first_astray(
        self, items: Sequence[pytest.Function], visibility: Visibility
    ) -> pytest.Function | None:
        """Have the checks *items* scouted, all of one *visibility*, up to the first that is not
        passed so; return it.

        Where nothing counts but one check that does not pass, the others need not be asked.
        """
        if self.unlike:
            return None
        self._scout(visibility)
        for item in items:
            if (_spec(item).id, _spec(item).variants[0]) in self._strayed:
                self._hear(item, 0)
                return item
        return None

    def _scout_all(self, items: Sequence[pytest.Function], visibility: Visibility) -> None:
        """Have all variants scouted of the checks *items*, which are those of one *visibility*."""
        for turn in range(max(len(_spec(item).variants) for item in items)):
            if turn or visibility not in self._asked_for:
                self._scout(visibility, turn)
            for item in items:
                self._hear(item, turn)

    def _forget_the_scout(self) -> None:
        """Begin anew, as if there had been no scout."""
        for found in (self.judged, self.scouted, self._strayed):
            found.clear()
        self._imported = frozenset()
        self.student.close()
        self._open()

    def judge(self, item: pytest.Function, spec: CheckSpec) -> None:
        """Run one check, if there is time left for it, and keep how it ended."""
        started, calls = time.monotonic(), self.student.calls
        outcome = (
            failed(self.spent)
            if self._spent() and self.spent is not None
            else self._in_its_variants(item, spec)
        )
        self.judged.append(
            Judged(
                spec,
                title_of(item, spec),
                outcome,
                time.monotonic() - started,
                self.student.calls - calls,
            )
        )
        if self.progress:
            self.progress(spec.id, len(self.to_run))

    def _in_its_variants(self, item: pytest.Function, spec: CheckSpec) -> Outcome:
        """Run one check in its variants; return the better outcome, told by a small example."""
        best: Outcome | None = None
        self._failing.clear()
        for variant in spec.variants:
            ended = len(self.student.endings)
            outcome = self._tried(item, spec, variant)
            if any(
                ending.cause in (Exit.CPU, Exit.WALL) for ending in self.student.endings[ended:]
            ):
                self.student.hurry()
            if self.student.unlike and outcome.verdict is Verdict.PASSED:
                self.unlike = True
            # of two alike the one is told in which the student's own file is among sound ones
            best = (
                _better(best, outcome)
                if best is not None and variant == OWN
                else _better(outcome, best)
            )
            if outcome.verdict is Verdict.PASSED or self._spent():
                break
        assert best is not None
        self.unlike = self.unlike or bool(self.student.bad_imports() & self._imported)
        return self._with_small_example(item, spec, best)

    def _hear(self, item: pytest.Function, turn: int) -> None:
        """Run a check on what the scout was answered in its variant number *turn*; nothing follows
        if it fails.
        """
        spec, started = _spec(item), time.monotonic()
        strayed = (
            self._strayed.get((spec.id, spec.variants[turn])) if turn < len(spec.variants) else None
        )
        if spec.id in self.scouted or strayed is None or not strayed.replies:
            return
        fixtures = self._fixtures(item, Heard(self.kept.traces[spec.id], strayed.replies))
        with contextlib.suppress(Exception):
            for run in self._runs(item, spec, fixtures):
                run()
            self._passed_unseen(spec, title_of(item, spec), started)

    def _spent(self) -> bool:
        """Say whether the checks that were run have used up what a submission gets for all of them."""
        limits = self.assignment.manifest.limits
        if self.recorder or self.spent:
            return bool(self.spent)
        if sum(ending.cpu_seconds for ending in self.student.endings) > limits.total_cpu_seconds:
            self.spent = Cause(CauseKind.TOTAL_CPU_LIMIT, limit=limits.total_cpu_seconds)
        elif time.monotonic() - self._started > limits.total_wall_seconds:
            self.spent = Cause(CauseKind.TOTAL_WALL_LIMIT, limit=limits.total_wall_seconds)
            self.out_of_time = True
        return bool(self.spent)

    def _tried(self, item: pytest.Function, spec: CheckSpec, variant: str) -> Outcome:
        """Run the check once in *variant*; a sandbox that fails is opened again, and the clock's
        verdict confirmed.
        """
        outcome = self._in_a_sandbox(item, spec, variant)
        by_the_clock = bool(self.student.endings) and self.student.endings[-1].cause is Exit.WALL
        if (
            outcome.verdict is Verdict.TIMEOUT
            and by_the_clock
            and not self.first_failure
            and not self._spent()
        ):
            return _better(self._in_a_sandbox(item, spec, variant), outcome)
        return outcome

    def _in_a_sandbox(self, item: pytest.Function, spec: CheckSpec, variant: str) -> Outcome:
        last = ""
        for _ in range(0 if self.gave_up else SANDBOX_TRIES):
            try:
                return self._in_a_fresh_process(item, spec, variant)
            except SandboxFault as fault:
                last = str(fault)
                try:
                    self._open_again()
                except SandboxFault as again:
                    last = str(again)
        self.gave_up = self.gave_up or last
        return failed(Cause(CauseKind.SANDBOX_FAILED), log=self.gave_up)

    def _in_a_fresh_process(self, item: pytest.Function, spec: CheckSpec, variant: str) -> Outcome:
        self._begin(spec, variant, self._strayed.get((spec.id, variant)))
        outcome = self._ended(self._run(item, spec, variant))
        if self.recorder and outcome is PASSED:
            self._keep_trace(spec.id)
        return outcome

    def _keep_trace(self, check: str) -> None:
        traced = self.student.trace()
        if traced is not None:
            self.kept.traces[check], self._told[check] = traced
        if self.student.first_import:
            self.kept.imports[check] = self.student.first_import
        if self.student.cpu_seconds:  # a plain process does not tell
            self.kept.seconds[check] = self.student.cpu_seconds

    def _run(self, item: pytest.Function, spec: CheckSpec, variant: str) -> Outcome:
        fixtures = self._fixtures(item)
        for index, run in enumerate(self._runs(item, spec, fixtures)):
            outcome = self._outcome(run)
            if outcome.verdict is not Verdict.PASSED:
                if is_property(item):
                    if not self.student.by_and_by:
                        outcome = replace(
                            outcome, example=self._examples(item, spec, fixtures)[index].decode()
                        )
                    self._failing.append(_Failing(variant, index, outcome))
                return outcome
        return PASSED

    def _runs(
        self, item: pytest.Function, spec: CheckSpec, fixtures: dict[str, Any]
    ) -> Iterator[Callable[[], object]]:
        """Yield what is to be run for a check: its function; of a property the function on each of
        the examples.
        """
        if not is_property(item):
            yield functools.partial(item.obj, **fixtures)
            return
        inner = item.obj.hypothesis.inner_test
        for raw in self._examples(item, spec, fixtures):
            yield functools.partial(inner, **fixtures, **recording.decode_example(raw))

    def _begin(
        self, spec: CheckSpec, variant: str, strayed: Strayed | None = None, reuse: bool = False
    ) -> None:
        self.reference.fresh()
        seconds, first = self._allowed_seconds(spec.id), self.kept.imports.get(spec.id, "")
        again = reuse or self.recorder  # the reference's processes can be trusted
        self.student.begin(
            variant, self._questions(spec.asks), seconds, again, _is_hidden(spec), strayed, first
        )

    def _allowed_seconds(self, check: str) -> float:
        """Return how much CPU time a check gets: many times what the reference needed. 0 where
        nobody knows that.
        """
        needed, least = (
            self.kept.seconds.get(check),
            self.assignment.manifest.limits.least_cpu_seconds,
        )
        return 0.0 if needed is None or self.recorder else max(least, ALLOWED_TIMES * needed)

    def _ended(self, outcome: Outcome) -> Outcome:
        self.student.end()
        return outcome

    def _outcome(self, run: Callable[[], object]) -> Outcome:
        """Run a check's function once and say how it ended. SandboxFault passes through."""
        try:
            run()
        except CheckFailed as wrong:
            cause = Cause(CauseKind.WRONG_ANSWER, detail=wrong.message).safe()
            return failed(cause, (*wrong.exhibits, *self._printed()))
        except AssertionError as wrong:
            words = str(wrong.args[0]) if wrong.args else ""
            return failed(Cause(CauseKind.WRONG_ANSWER, detail=words).safe())
        except Misbehaved as wrong:
            return failed(wrong.cause, self._shown(wrong))
        except SandboxFault:
            raise
        except Exception as error:
            log = told(error, self.assignment) if self.recorder else traceback.format_exc()
            if isinstance(error, UNFIT) and self.student.answered and not self.recorder:
                self.puzzled.append(log)
                return failed(Cause(CauseKind.UNEXPECTED_SHAPE), log=log)
            return failed(Cause(CauseKind.CHECK_BROKEN), log=log)
        return PASSED

    def _shown(self, wrong: Misbehaved) -> tuple[Exhibit, ...]:
        """Return what led to it: the call, unless the check shows that itself, and the lines of the
        submission.
        """
        sources = Sources(self.submitted)
        lines = sources.running if wrong.verdict is Verdict.TIMEOUT else sources.raised
        called = wrong.exhibits or wrong.verdict is Verdict.MISSING or not self.student.last_call[0]
        call = () if called else shown_call(self.assignment, *self.student.last_call)
        return (*wrong.exhibits, *call, *lines(wrong.where), *self._printed())

    def _printed(self) -> tuple[Exhibit, ...]:
        """Return what the last call printed."""
        printed = self.student.printed
        return (Text(label="it printed", text=printed),) if printed else ()

    # Examples.

    def _examples(
        self, item: pytest.Function, spec: CheckSpec, fixtures: dict[str, Any]
    ) -> list[bytes]:
        kept = self.kept.examples.get(spec.id)
        if kept is None:
            drawn = self._distilled(item, spec)
            if drawn is not None:
                self.kept.distilled.append(spec.id)
            else:
                from graders.harness.replay import engine

                wanted = engine.count(item.obj, self.assignment.manifest.examples)
                drawn = engine.draw(item.obj, fixtures, spec.id, wanted, self.seed)
            kept = self.kept.examples[spec.id] = [msgspec.Raw(raw) for raw in drawn]
            self.kept.tests[spec.id] = f"{item.path.name}::{item.originalname}"
            if not kept:
                raise CollectionError(f"{spec.id}: its strategies yield no example")
        return [bytes(raw) for raw in kept]

    def _distilled(self, item: pytest.Function, spec: CheckSpec) -> list[bytes] | None:
        """Return the distilled examples of a check; None where it is to be tried on others, or
        there are none.
        """
        if self.seed or self.assignment.manifest.grade_by != "distilled":
            return None
        folder = self.examples or distilled.folder_of(self.assignment)
        return distilled.examples_of(self.assignment, spec.id, item.path, item.originalname, folder)

    def _with_small_example(
        self, item: pytest.Function, spec: CheckSpec, outcome: Outcome
    ) -> Outcome:
        """Return *outcome* told by the smallest failing example that the engine finds under the
        budget.
        """
        failing = next((failing for failing in self._failing if failing.outcome is outcome), None)
        budget = self.assignment.manifest.shrink.calls
        if not budget or not spec.marks or outcome.verdict in _NOT_SHRUNK or failing is None:
            return outcome
        fixtures, inner = self._fixtures(item), item.obj.hypothesis.inner_test
        examples = self._examples(item, spec, fixtures)

        def alone(example: dict[str, Any], reuse: bool = False) -> Outcome:
            self._begin(spec, failing.variant, reuse=reuse)
            return self._ended(self._outcome(lambda: inner(**fixtures, **example)))

        def fails(example: dict[str, Any]) -> tuple[bool, int]:
            started = time.monotonic()
            verdict = alone(example, reuse=True).verdict
            self._searched_cpu += self.student.endings[-1].cpu_seconds
            self._searched_wall += time.monotonic() - started
            used_up = (
                self._searched_cpu > SEARCH_CPU_SECONDS or self._searched_wall > SEARCH_WALL_SECONDS
            )
            return verdict is outcome.verdict, budget if used_up else 1

        try:
            # the very first example was alone: its process had been asked nothing before
            if (
                failing.index
                and alone(recording.decode_example(examples[failing.index])).verdict
                is Verdict.PASSED
            ):
                assert outcome.cause is not None
                cause = msgspec.structs.replace(outcome.cause, depends_on_earlier_calls=True)
                return replace(outcome, cause=cause, example="")
            if self.open_reference is None or spec.id in self.kept.distilled:
                # nobody answers to examples that were not recorded; and what is distilled is small
                small = recording.smallest(examples, failing.index, fails, budget)
            else:
                from graders.harness.replay import engine

                small = engine.search(
                    item.obj,
                    fixtures,
                    spec.id,
                    engine.count(item.obj, self.assignment.manifest.examples),
                    set(examples[: failing.index]),
                    fails,
                    budget,
                    self.seed,
                )
            if small is None:
                return outcome
            told = replace(alone(recording.decode_example(small)), example=small.decode())
        except SandboxFault:
            return outcome
        return told if told.verdict is outcome.verdict else outcome

    # What a check is given.

    def _fixtures(self, item: pytest.Function, heard: Heard | None = None) -> dict[str, Any]:
        names = item._fixtureinfo.argnames
        known = {**getattr(getattr(item, "callspec", None), "params", {}), **item.funcargs}
        given = {name: known[name] for name in names if name in known}
        for name, ours in (("student", heard or self.student), ("reference", self.reference)):
            if name in names:
                given[name] = ours
        return given

    def _questions(self, asks: Iterable[str]) -> Questions:
        return Questions(self._answers_to(asks), self.assignment.manifest.limits, self.replies)

    def _answers_to(self, asks: Iterable[str]) -> dict[str, Answer]:
        if not asks:
            return {}
        if self._asked is None:
            self._asked = Oracle(self.open_asked, {})
        self._asked.fresh()
        asked = self._asked

        def answer(operation: str) -> Answer:
            def ask(*arguments: object) -> object:
                try:
                    return asked.call(operation, arguments)
                except CheckBroken as error:
                    raise NoAnswer(str(error)) from None

            return ask

        return {operation: answer(operation) for operation in asks}


def _better(first: Outcome, second: Outcome | None) -> Outcome:
    """Return the outcome that is better for the submission; the first one, if both are alike."""
    if second is not None and _ORDER.index(second.verdict) < _ORDER.index(first.verdict):
        return second
    return first


def _spec(item: pytest.Function) -> CheckSpec:
    """Return what is known of a check that was collected."""
    spec = spec_of(item)
    assert spec is not None
    return spec


def _is_hidden(spec: CheckSpec) -> bool:
    return spec.visibility is Visibility.HIDDEN


@dataclass(frozen=True, slots=True)
class _Failing:
    variant: str
    index: int
    outcome: Outcome
