"""For any plain data that a submission returns, every check of every grader ends with a verdict on the submission.

The judge runs all checks of an assignment on its reference, in the sandbox. Each reply is damaged at the judge's end of
the pipe, where a submission's own would arrive. No verdict may be a grader fault, no reply may end the grading, and no
check may compute long on its data. The damage follows from a number, so every run is the same. ``FUZZ=200`` in the
environment makes 200 passes over each assignment's checks.
"""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from graders.harness.assignment.manifest import (
    Assignment,
    load_assignment,
)
from graders.harness.grading.checks import Check, Invoke
from graders.harness.grading.grader import Grader, GraderOptions
from graders.harness.grading.outcome import Outcome
from graders.harness.grading.plugin import ChecksPlugin, run_pytest
from graders.harness.grading.program import open_backend, read_folder
from graders.harness.grading.submission_run import SubmissionRun
from graders.harness.intake import Submission
from graders.harness.protocol import values
from graders.harness.replay.recording import Listed
from graders.harness.result import Verdict
from graders.harness.sandbox.interface import SandboxRefused
from graders.harness.sandbox.reuse import ReusingBox
from graders.harness.session.plan import ProcessPlan
from graders.harness.session.session import Session
from tests import nightly

MOST_SECONDS = 10.0
"""CPU time of the judge that one check may take; the slowest takes a tenth of it on right answers."""


def nested(depth: int) -> Any:
    """Return nested lists."""
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


STRANGE: list[Any] = [
    None, True, False, 0, -1, 1, 2, 99, 10**30, -(10**400), 10**400, 0.5, -0.0, float("nan"), float("inf"), 1e308,
    "", "x", "PASS", "not there", "a" * 100_000, "\0", "\n", "9" * 5000, "\U0001f7e6", b"", b"\xff",
    [], [[]], [None], [0] * 5000, [[0] * 60] * 60, nested(60), [1, 2], [1, 2, 3, 4], [[1, 2], [3, 4]], (), (1, 2), (10**400, 1), (-1, -1),
    {}, {1: 2}, {"": None}, {"result": 1}, {"colour": 99, "children": []}, {(1, 2): 3}, frozenset([1]), frozenset(),
    values.Opaque("Thing"), values.Opaque(""), [values.Opaque("Thing")] * 4, [(0, 0), 10**400, 0, 0, 1, []], [99, 99, 99, 99],
]  # fmt: skip


def damaged(value: Any, dice: random.Random, chance: float) -> Any:
    """Return *value* with some parts replaced by strange or similar ones, left out, doubled, or in another order."""
    if dice.random() < chance:
        return near(value, dice) if dice.random() < 0.4 else copy.deepcopy(dice.choice(STRANGE))
    if isinstance(value, (list, tuple)):
        parts = [damaged(part, dice, chance) for part in value]
        for spoil in (_without_one, _with_one_twice, _shuffled):
            if parts and dice.random() < chance:
                spoil(parts, dice)
        return parts if isinstance(value, list) == (dice.random() > chance / 2) else tuple(parts)
    if isinstance(value, dict):
        return {
            key: damaged(part, dice, chance)
            for key, part in value.items()
            if dice.random() > chance / 3
        }
    return value


def near(value: Any, dice: random.Random) -> Any:
    """Return a similar value: another number, its text, the opposite truth value, a number for it."""
    if isinstance(value, bool):
        return dice.choice([not value, int(value), str(value)])
    if isinstance(value, (int, float)):
        return dice.choice(
            [value + 1, -value, value * 10**6, float(value), str(value), bool(value), value + 0.5]
        )
    if isinstance(value, str):
        return dice.choice(
            [value + " ", value.upper(), value[:-1], value * 50, list(value), value.encode()]
        )
    if isinstance(value, (list, tuple)):
        return dice.choice(
            [
                list(value) * 2,
                list(value)[:-1],
                tuple(value),
                [list(value)],
                dict(enumerate(value)),
                str(value),
            ]
        )
    return [value]


def _without_one(parts: list[Any], dice: random.Random) -> None:
    del parts[dice.randrange(len(parts))]


def _with_one_twice(parts: list[Any], dice: random.Random) -> None:
    parts.append(dice.choice(parts))


def _shuffled(parts: list[Any], dice: random.Random) -> None:
    dice.shuffle(parts)


class Liar:
    """Stands between a session and the judge, and damages some of the replies."""

    def __init__(self, session: Session, number: int) -> None:
        self._call = session.call
        self._number = number
        self.calls = 0
        dice = random.Random(number)
        self._chance = dice.choice([0.5, 0.2, 0.05, 0.02]) if number > 1 else 1.0
        self._first = dice.choice([0, 0, 0, 1, 2, 5]) if number > 1 else 0
        """Number of right replies of a process before the first damaged one."""

    def call(self, operation: str, arguments: tuple[object, ...]) -> Any:
        """Call the operation, and return its damaged reply."""
        answer = self._call(operation, arguments)
        self.calls += 1
        dice = random.Random(f"{self._number} {self.calls} {operation}")
        if self.calls <= self._first:
            return answer
        lie = damaged(answer, dice, self._chance)
        try:  # the pipe carries only values that can be encoded
            return values.decode(values.encode([lie], 1 << 26, opaque=True))[0]
        except values.WireError:
            return answer


def lying(session: Session, number: int, *, reuses: bool) -> Session:
    """Make *session* damage its replies; *reuses*: whether its box reuses processes by itself."""
    liar, begin = Liar(session, number), session.begin
    session.call = liar.call  # type: ignore[method-assign]
    if not reuses:
        session.box = ReusingBox(session.box)

    def begin_anew(plan: ProcessPlan) -> None:
        liar.calls = 0
        begin(replace(plan, reuse=True))  # the program is the reference, so it can be trusted

    session.begin = begin_anew  # type: ignore[assignment,method-assign]
    return session


@pytest.fixture(scope="module", params=nightly.assignments("ics32_columns"))
def grader(request: pytest.FixtureRequest) -> Iterator[Grader]:
    """A grader without a search for small examples and without prefetching."""
    assignment = load_assignment(request.param)
    try:
        backend = open_backend(assignment, choice="auto")
    except SandboxRefused as refused:
        pytest.skip(str(refused))
    options = GraderOptions(prefetch=False)
    with Grader(hurried(assignment), backend, options=options) as opened:
        yield opened


def hurried(assignment: Assignment) -> Assignment:
    """Return the assignment without the search for small examples, and without total time limits."""
    manifest = assignment.manifest
    shrink = msgspec.structs.replace(manifest.shrink, calls=0)
    limits = msgspec.structs.replace(manifest.limits, total_cpu_seconds=1e6, total_wall_seconds=1e6)
    return msgspec.structs.replace(
        assignment, manifest=msgspec.structs.replace(manifest, shrink=shrink, limits=limits)
    )


def lie(grader: Grader, number: int) -> tuple[SubmissionRun, dict[str, float]]:
    """Run all checks on the reference, with damaged replies.

    Returns the run, and the judge's own CPU time of each slow check.
    """
    assignment, runs = grader.assignment, []
    slow: dict[str, float] = {}
    files = read_folder(assignment.reference, assignment.files.solved)
    with grader.bench(Submission("liar", files), grader.recorded()) as bench:
        honest = bench.sandbox._open_session
        reuses = assignment.manifest.java is not None
        bench.sandbox._open_session = lambda: lying(honest(), number, reuses=reuses)

        def loop(checks: list[Check], invoke: Invoke) -> None:
            def timed(check: Check, run: Callable[[], Outcome]) -> Outcome:
                started = time.process_time()
                outcome = invoke(check, run)
                taken = time.process_time() - started
                if taken > MOST_SECONDS:
                    slow[check.id] = taken
                return outcome

            runs.append(grader.run_of(bench, [Listed(check.spec, check.title) for check in checks]))
            runs[0].run(checks, timed)

        run_pytest(assignment, ChecksPlugin(assignment, loop))
    return runs[0], slow


@pytest.mark.slow
def test_no_damaged_answer_is_a_grader_fault(grader: Grader) -> None:
    """No check is slow or left unjudged either. Almost every check fails in some pass.

    In the first pass each reply is replaced as a whole, in the others parts of some are.
    """
    faults: dict[str, str] = {}
    puzzled: dict[str, str] = {}
    failed: set[str] = set()
    for number in range(1, 1 + nightly.PASSES):
        run, slow = lie(grader, number)
        assert run.undecided() == []
        assert slow == {}, f"pass {number}"
        results = run.results()
        for one in results:
            if one.outcome.verdict is Verdict.GRADER_FAULT:
                faults.setdefault(f"{number} {one.spec.id}", one.outcome.log[-1500:])
            elif one.outcome.log:
                puzzled.setdefault(f"{number} {one.spec.id}", one.outcome.log[-1500:])
            if one.outcome.verdict is not Verdict.PASSED:
                failed.add(one.spec.id)
    assert faults == {}
    assert puzzled == {}, "a check takes an answer apart before it has looked at it"
    believing = {one.spec.id for one in results} - failed
    assert len(believing) <= len(results) // 20, believing
