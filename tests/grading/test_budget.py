"""All processes of one submission share one budget of CPU time and wall time."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator

import pytest

from graders.harness.assignment.process_limits import Limits
from graders.harness.grading import budget
from graders.harness.grading.budget import Budget
from graders.harness.result import Cause, CauseKind
from graders.harness.sandbox.interface import ExitReason, ProcessExit
from graders.harness.session.timers import JudgeOutOfTime, judge_clock

LIMITS = Limits(
    cpu_seconds=8.0,
    least_cpu_seconds=1.0,
    wall_seconds=40.0,
    hurried_cpu_seconds=1.0,
    total_cpu_seconds=10.0,
    total_wall_seconds=100.0,
)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The clock's time, as the only item of a list."""
    now = [1000.0]
    monkeypatch.setattr(budget.time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The CPU time of this process, as the only item of a list."""
    now = [5.0]
    monkeypatch.setattr(budget.time, "process_time", lambda: now[0])
    return now


def used(cpu_seconds: float, reason: ExitReason = ExitReason.FINISHED) -> ProcessExit:
    """Return the end of a process that used this much CPU time."""
    return ProcessExit(reason, cpu_seconds=cpu_seconds)


@pytest.mark.usefixtures("idle")
@pytest.mark.parametrize("charge", ["charge", "charge_other"])
def test_cpu_time_of_all_processes_is_added_up(charge: str) -> None:
    """CPU time of the prefetch and of answers to callbacks counts too."""
    spent = Budget(LIMITS)
    spent.charge(used(6.0))
    getattr(spent, charge)(used(4.0))
    assert not spent.is_exhausted()
    getattr(spent, charge)(used(0.1))
    assert spent.is_exhausted()
    assert spent.exhausted == Cause(CauseKind.TOTAL_CPU_LIMIT, limit=10.0)
    assert not spent.wall_clock_decided


def test_wall_time_runs_from_the_beginning(clock: list[float]) -> None:
    spent = Budget(LIMITS)
    clock[0] += 100.0
    assert not spent.is_exhausted()
    clock[0] += 0.1
    assert spent.is_exhausted()
    assert spent.exhausted == Cause(CauseKind.TOTAL_WALL_LIMIT, limit=100.0)
    assert spent.wall_clock_decided


@pytest.mark.parametrize(
    ("run", "waited", "seconds"),
    [(1.0, 0.0, 100.0), (1.0, 1.0, 200.0), (1.0, 50.0, 300.0), (0.05, 1.0, 100.0)],
)
def test_busy_machine_leaves_more_wall_time(
    clock: list[float], monkeypatch: pytest.MonkeyPatch, run: float, waited: float, seconds: float
) -> None:
    """As much more as the judge waits for a processor, within bounds. Little run time tells nothing."""
    now = [(7.0, 7.0)]
    monkeypatch.setattr(budget, "scheduled_seconds", lambda: now[0])
    spent = Budget(LIMITS)
    now[0] = (7.0 + run, 7.0 + waited)
    clock[0] += seconds - 0.1
    assert not spent.is_exhausted()
    clock[0] += 0.2
    assert spent.is_exhausted()


def test_rest_has_no_more_wall_time_than_is_left_on_a_busy_machine(
    clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The busy machine has made the rest longer once already."""
    now = [(7.0, 7.0)]
    monkeypatch.setattr(budget, "scheduled_seconds", lambda: now[0])
    spent = Budget(LIMITS)
    now[0] = (8.0, 8.0)
    clock[0] += 150.0
    rest = spent.rest(10.0, 100.0)
    now[0] = (9.0, 9.0)
    clock[0] += 49.9
    assert not rest.is_exhausted()
    clock[0] += 0.2
    assert rest.is_exhausted()


def test_time_that_is_set_aside_is_not_charged(clock: list[float], idle: list[float]) -> None:
    spent = Budget(LIMITS)
    with pytest.raises(KeyError), spent.set_aside():
        clock[0] += 1000.0
        idle[0] += 1000.0
        raise KeyError
    assert not spent.is_exhausted()
    clock[0] += 100.1
    assert spent.is_exhausted()


def test_budget_stays_exhausted_for_the_first_reason(clock: list[float]) -> None:
    spent = Budget(LIMITS)
    spent.charge(used(11.0))
    assert spent.is_exhausted()
    clock[0] += 1000.0
    assert spent.is_exhausted()
    assert spent.exhausted == Cause(CauseKind.TOTAL_CPU_LIMIT, limit=10.0)


@pytest.mark.parametrize(
    ("charge", "reason", "decided"),
    [
        ("charge", ExitReason.WALL, True),
        ("charge", ExitReason.CPU, False),
        ("charge", ExitReason.FINISHED, False),
        ("charge_other", ExitReason.WALL, False),  # its end decides no verdict
    ],
)
def test_process_that_the_wall_clock_ended_is_remembered(
    charge: str, reason: ExitReason, decided: bool
) -> None:
    spent = Budget(LIMITS)
    getattr(spent, charge)(used(0.1, reason))
    assert spent.wall_clock_decided is decided


@pytest.mark.parametrize(
    ("reason", "seconds"),
    [
        (ExitReason.CPU, [(8.0, 40.0), (4.0, 40.0), (2.0, 40.0), (1.0, 40.0), (1.0, 40.0)]),
        (ExitReason.WALL, [(8.0, 40.0), (8.0, 20.0), (8.0, 10.0), (8.0, 5.0), (8.0, 5.0)]),
        (ExitReason.MEMORY, [(8.0, 40.0)] * 5),
    ],
)
def test_time_that_runs_out_is_halved_down_to_the_floor(
    reason: ExitReason, seconds: list[tuple[float, float]]
) -> None:
    """Only that: with less wall time, too, a program that computes would depend on how busy the machine is."""
    spent, found = Budget(LIMITS), []
    for _ in range(5):
        limits = spent.process_limits(None)
        found.append((limits.cpu_seconds, limits.wall_seconds))
        spent.hurry({ExitReason.FINISHED, reason})
    assert found == seconds


def test_check_that_needs_little_has_no_less_than_the_floor() -> None:
    """The floor was a share of its own limit: 0.2 s of CPU and 1 s by the clock, on a machine with other work."""
    spent = Budget(Limits(cpu_seconds=20.0, wall_seconds=90.0))
    for _ in range(9):
        spent.hurry({ExitReason.CPU})
    limits = spent.process_limits(0.002)
    assert (limits.cpu_seconds, limits.wall_seconds) == (1.0, 10.0)


def test_floor_above_the_limit_leaves_the_limit() -> None:
    spent = Budget(Limits(cpu_seconds=1.0, hurried_cpu_seconds=2.0))
    spent.hurry({ExitReason.CPU})
    assert spent.process_limits(None).cpu_seconds == 1.0


@pytest.mark.parametrize(
    ("needed", "cpu_seconds", "wall_seconds"),
    [
        (None, 8.0, 40.0),  # the reference's time is unknown
        (0.0, 1.0, 10.0),  # the minimum
        (0.16, 4.0, 20.0),  # many times the reference's time
        (100.0, 8.0, 40.0),  # never more than the manifest's limit
    ],
)
def test_check_gets_many_times_the_references_cpu_time(
    needed: float | None, cpu_seconds: float, wall_seconds: float
) -> None:
    limits = Budget(LIMITS).process_limits(needed)
    assert (limits.cpu_seconds, limits.wall_seconds) == (cpu_seconds, wall_seconds)
    assert limits.memory_mb == LIMITS.memory_mb


@pytest.mark.usefixtures("idle")
def test_process_gets_no_more_time_than_is_left(clock: list[float]) -> None:
    """A little more, so that its end finds the budget used up: without that it had the full 8 s and 40 s."""
    spent = Budget(LIMITS)
    spent.charge(used(9.0))
    clock[0] += 95.0
    limits = spent.process_limits(None)
    assert (limits.cpu_seconds, limits.wall_seconds) == (1.5, 5.5)
    spent.charge(used(limits.cpu_seconds))
    assert spent.is_exhausted()
    assert spent.process_limits(None).cpu_seconds == budget.OVERTIME


def test_survey_has_a_time_of_its_own() -> None:
    spent = Budget(LIMITS)
    spent.charge(used(1000.0))
    limits = spent.survey_limits()
    assert (limits.cpu_seconds, limits.wall_seconds) == (
        budget.SURVEY_CPU_SECONDS,
        budget.SURVEY_WALL_SECONDS,
    )


def test_cpu_time_of_the_judge_counts(idle: list[float]) -> None:
    spent = Budget(LIMITS)
    idle[0] += 10.1
    assert spent.is_exhausted()
    assert spent.exhausted == Cause(CauseKind.TOTAL_CPU_LIMIT, limit=10.0)


def test_searches_share_one_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "SEARCH_CPU_SECONDS", 2.0)
    monkeypatch.setattr(budget, "SEARCH_WALL_SECONDS", 3.0)
    spent = Budget(LIMITS)
    assert [spent.charge_search(1.0, 1.0) for _ in range(3)] == [True, True, False]
    waiting = Budget(LIMITS)
    assert [waiting.charge_search(0.0, 2.0) for _ in range(2)] == [True, False]


# The judge's own time.


def burn(seconds: float) -> None:
    """Use CPU time and catch every Exception, as a check may."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        try:
            sum(range(1000))
        except Exception:
            continue


@pytest.fixture
def timers() -> Iterator[None]:
    """After the test, no timer and no handler are left."""
    before = signal.getsignal(signal.SIGPROF)
    yield
    assert signal.getsignal(signal.SIGPROF) == before
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


@pytest.mark.slow
@pytest.mark.usefixtures("timers")
def test_check_that_computes_too_long_is_interrupted() -> None:
    with pytest.raises(JudgeOutOfTime), judge_clock(0.05):
        burn(30.0)


@pytest.mark.slow
@pytest.mark.usefixtures("timers")
def test_check_that_raises_or_ends_in_time_leaves_no_timer() -> None:
    with judge_clock(0.05):
        pass
    with pytest.raises(KeyError), judge_clock(0.05):
        raise KeyError
    burn(0.1)


@pytest.mark.slow
@pytest.mark.usefixtures("timers")
def test_block_in_another_thread_has_no_limit() -> None:
    done = []

    def work() -> None:
        with judge_clock(0.01):
            burn(0.1)
        done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [True]
