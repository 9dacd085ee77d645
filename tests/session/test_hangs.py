"""A function that ran out of time gets less time afterwards, and no other function does."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from graders.harness.assignment.check import Misbehaved
from graders.harness.grading.lines import Sources
from graders.harness.grading.program import program_of
from graders.harness.inside.whereabouts import SAMPLES
from graders.harness.result import CauseKind
from graders.harness.sandbox.interface import ProcessExit
from graders.harness.session.hangs import HangMemory
from graders.harness.session.imports import ImportMemory
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
        imports=ImportMemory(HangMemory(Sources(files).function)),
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
def test_function_that_hung_before_gets_a_tenth_of_the_time(session: Session, endings: list[ProcessExit]) -> None:
    """The message is the same, and so is the function that it names."""
    first, again = (hung(session, "total") for _ in range(2))
    assert first.cause == again.cause and first.cause.kind is CauseKind.CPU_LIMIT
    assert Sources({"sums.py": HANGS}).function(first.where) == ("sums.py", 1)
    assert Sources({"sums.py": HANGS}).function(again.where) == ("sums.py", 1)
    used = [ending.cpu_seconds for ending in endings]
    assert used[0] > 0.5 and used[1] < used[0] / 2
    assert endings[0].cause == endings[1].cause


@pytest.mark.slow
def test_another_function_of_the_file_gets_all_of_its_time(session: Session, endings: list[ProcessExit]) -> None:
    hung(session, "total")
    hung(session, "largest")
    assert all(ending.cpu_seconds > 0.5 for ending in endings)


@pytest.mark.slow
def test_function_that_hung_before_may_answer(session: Session) -> None:
    hung(session, "largest")
    session.begin(ProcessPlan(LIMITS))
    assert session.call("largest", ([1],)) == 1


def test_no_function_is_known_by_a_line_that_the_submission_does_not_have() -> None:
    """The sandbox says which line it is, and may say anything."""
    memory = HangMemory(Sources({"sums.py": HANGS}).function)
    for where in ("", "sums.py, line 999", "other.py, line 2", "sums.py", "x" * 10_000):
        memory.remember(where)
        assert not memory.knows(where)
    memory.remember("sums.py, line 2")
    assert memory.knows("sums.py, line 3") and not memory.knows("sums.py, line 10")


@pytest.mark.parametrize(
    ("limit", "needed", "reports"),
    [(2.0, 0.04, 2), (1.0, 0.04, 3), (0.2, 0.04, 8), (2.0, 0.16, 5), (4.0, 1.28, 9), (2.0, None, 5)],
)
def test_no_call_is_long_before_it_took_more_than_the_reference_for_its_check(
    limit: float, needed: float | None, reports: int
) -> None:
    """A slower program may be right in a function that never ends for other arguments."""
    limits = msgspec.structs.replace(LIMITS, cpu_seconds=limit)
    plan = ProcessPlan(limits, needed=needed)
    is_long = [HangMemory().is_long(plan, number) for number in range(1, len(SAMPLES) + 1)]
    assert is_long.index(True) + 1 == reports
    used = SAMPLES[reports - 1] * limit
    assert used > (needed or 0.0)


def test_in_java_the_clock_tells_which_call_is_long() -> None:
    plan = ProcessPlan(LIMITS, needed=0.04)
    assert [HangMemory(by_clock=True).is_long(plan, number) for number in (2, 3)] == [False, True]
