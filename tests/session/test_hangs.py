"""A loop that ran out of time gets less time afterwards, and no other one does."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from graders.harness.assignment.check import Misbehaved
from graders.harness.grading.lines import Sources
from graders.harness.grading.program import program_of
from graders.harness.result import CauseKind
from graders.harness.sandbox.interface import ProcessExit
from graders.harness.session.memory import HangMemory, ImportMemory
from graders.harness.session.plan import ProcessPlan
from graders.harness.session.session import Session
from tests.world import TOY

LIMITS = msgspec.structs.replace(TOY.assignment.manifest.limits, cpu_seconds=0.6)
HANGS = b"""\
def total(numbers):
    while True:
        pass


def largest(numbers):
    if numbers == [1]:
        return 1
    found = 0
    while numbers:
        found += 1
"""


@pytest.fixture
def endings() -> list[ProcessExit]:
    return []


@pytest.fixture
def session(endings: list[ProcessExit]) -> Iterator[Session]:
    """A session on a program with two functions that hang."""
    files = {**TOY.submission().files, "sums.py": HANGS}
    backend = TOY.grader.backend
    opened = Session(
        backend.open(program_of(TOY.assignment, files), LIMITS),
        LIMITS,
        imports=ImportMemory(HangMemory(Sources(files).blocks)),
        on_exit=endings.append,
    )
    yield opened
    opened.close()


def hung(session: Session, operation: str) -> Misbehaved:
    """Return the end of a call in a new process."""
    session.begin(ProcessPlan(LIMITS))
    with pytest.raises(Misbehaved) as caught:
        session.call(operation, ([2, 3],))
    assert not session.alive
    return caught.value


@pytest.mark.slow
def test_function_that_hung_before_gets_a_tenth_of_the_time(
    session: Session, endings: list[ProcessExit]
) -> None:
    """The message is the same, and so is the function that it names."""
    first, again = (hung(session, "total") for _ in range(2))
    assert first.cause == again.cause and first.cause.kind is CauseKind.CPU_LIMIT
    blocks = Sources({"sums.py": HANGS}).blocks
    assert blocks(first.where) == blocks(again.where) == [("sums.py", 2), ("sums.py", 1)]
    used = [ending.cpu_seconds for ending in endings]
    assert used[0] > 0.5 and used[1] < used[0] / 2
    assert endings[0].cause == endings[1].cause


@pytest.mark.slow
def test_another_function_of_the_file_gets_all_of_its_time(
    session: Session, endings: list[ProcessExit]
) -> None:
    hung(session, "total")
    hung(session, "largest")
    assert all(ending.cpu_seconds > 0.5 for ending in endings)


@pytest.mark.slow
def test_function_that_hung_before_may_answer(session: Session) -> None:
    hung(session, "largest")
    session.begin(ProcessPlan(LIMITS))
    assert session.call("largest", ([1],)) == 1


PLAYS = b"""\
def play(game):
    while not game.is_over:
        for row in game.rows:
            show(row)
        while game.falls:
            pass
    return count(game)
"""


@pytest.mark.parametrize(
    ("ran_out", "known"),
    [(6, [5, 6]), (2, [2, 3, 4, 5, 6]), (4, [3, 4]), (7, [2, 3, 4, 5, 6, 7])],
    ids=["the inner loop", "the outer loop", "another inner loop", "no loop, such as a recursion"],
)
def test_only_the_loop_that_ran_out_of_time_is_known(ran_out: int, known: list[int]) -> None:
    """All checks of a program are in its main loop: where it was slow but right, most of them were ended."""
    memory = HangMemory(Sources({"sums.py": PLAYS}).blocks)
    memory.remember(f"sums.py, line {ran_out}")
    assert [line for line in range(1, 8) if memory.knows(f"sums.py, line {line}")] == known


def test_no_function_is_known_by_a_line_that_the_submission_does_not_have() -> None:
    """The sandbox says which line it is, and may say anything."""
    memory = HangMemory(Sources({"sums.py": HANGS}).blocks)
    for where in ("", "sums.py, line 999", "other.py, line 2", "sums.py", "x" * 10_000):
        memory.remember(where)
        assert not memory.knows(where)
    memory.remember("sums.py, line 2")
    assert memory.knows("sums.py, line 3") and not memory.knows("sums.py, line 10")


@pytest.mark.parametrize(
    ("is_cold", "needed", "seconds"),
    [
        (False, 0.02, 0.04),
        (False, 1.28, 2.56),
        (False, None, 0.2),
        (True, 0.02, 0.1),
        (True, 0.08, 0.4),
        (True, None, 0.2),
    ],
)
def test_no_call_is_long_before_it_took_more_than_the_reference_for_its_check(
    is_cold: bool, needed: float | None, seconds: float
) -> None:
    """A slower program may be right in a function that never ends for other arguments."""
    limits = msgspec.structs.replace(LIMITS, cpu_seconds=2.0)
    plan, memory = ProcessPlan(limits, needed=needed), HangMemory(is_cold=is_cold)
    assert seconds > (needed or 0.0)
    assert [memory.is_long(plan, seconds + more) for more in (-0.001, 0.001)] == [False, True]


def test_forged_time_ends_the_call_that_reports_it_at_most() -> None:
    """The process says how long it has taken, and may say anything."""
    plan, memory = ProcessPlan(LIMITS, needed=0.04), HangMemory()
    assert [memory.is_long(plan, seconds) for seconds in (-1e300, float("nan"), 1e300)] == [
        False,
        False,
        True,
    ]
