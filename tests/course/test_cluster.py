"""A class graded on the workers of a cluster: the results are the same, even if a worker is lost."""

from __future__ import annotations

import io
import os
import signal
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from rich.console import Console

from graders.harness.course.run.class_plan import Plan, executor_of
from graders.harness.course.run.classrun import grade_class
from graders.harness.errors import GraderError
from graders.harness.grading.program import GraderBroken
from graders.harness.intake.bulk import Deliveries, find_deliveries
from graders.harness.processes.jobs import Settings
from graders.harness.sandbox.interface import Backend
from tests.classes import (
    CPU_SECONDS,
    SETTINGS,
    SUMS,
    delivered,
    dozing,
    of,
    some,
    write_class,
)
from tests.course.cluster import Cluster, cluster
from tests.course.processes import WARM, Process, Run, nothing_left, processes, wait_for
from tests.fixtures import Cold
from tests.world import TOY

# Dask is imported by the tests that run: every process that collects this module would wait for it
pytestmark = [
    pytest.mark.usefixtures("cache"),
    pytest.mark.skipif(
        find_spec("distributed") is None,
        reason="an optional extra: pip install 'fairgrader[cluster]'",
    ),
]

CLASS = [
    *some({name: SUMS[name] for name in ("right", "wrong", "missing", "crashing", "remembering")}),
    *(
        of(f"slow-{number}", f"{dozing(0.3)}{TOY.good['sums.py']}# {number}\n")
        for number in range(3)
    ),
]
"""``tests/processes/test_same_bytes.py`` grades the other submissions, on other executors."""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, backend: Backend) -> Iterator[Cluster]:
    """A cluster with its own cache; no process of it is left afterwards."""
    folder = tmp_path_factory.mktemp("cluster")
    with pytest.MonkeyPatch.context() as patch, nothing_left():
        patch.setenv("GRADER_CACHE", str(folder / "cache"))
        with cluster(folder) as made:
            yield made


@pytest.fixture
def two_workers(shared: Cluster) -> Cluster:
    """The same, with two workers again, whatever a test has done to it."""
    shared.complete(2)
    return shared


def quiet() -> Console:
    """Return a console without a screen."""
    return Console(file=io.StringIO())


@pytest.mark.slow
def test_task_that_is_sent_twice_runs_twice(two_workers: Cluster, tmp_path: Path) -> None:
    """A cluster must not answer from a cache, because a second grading has to confirm a wall timeout."""
    with executor_of(1, two_workers.address) as (executor, width):
        assert width == 2
        first = executor.submit(os.urandom, 16)
        second = executor.submit(os.urandom, 16)
        assert first.result(120) != second.result(120)


@pytest.mark.nightly
def test_broken_grader_stops_a_class_on_a_cluster(two_workers: Cluster, tmp_path: Path) -> None:
    """A worker's error reaches the caller with its reason."""
    zeros = "def total(numbers):\n    return 0\n\n\ndef largest(numbers):\n    return 0\n"
    root = TOY.copy(tmp_path / "world", {"reference/toy/sums.py": ("", zeros)}).root
    settings = Settings("toy", root=str(root))
    plan = Plan(settings.load(), settings, tmp_path / "out", 1, dask=two_workers.address)
    with pytest.raises(GraderBroken, match=r"sums\.largest-single"):
        grade_class(plan, Deliveries(tuple(delivered(CLASS[:3]))), quiet(), quiet())
    assert not list((tmp_path / "out").rglob("result.json"))


@pytest.mark.nightly
def test_cluster_that_does_not_answer_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing listens at the address."""
    import distributed

    usual = distributed.Client
    monkeypatch.setattr(distributed, "Client", lambda address, timeout: usual(address, timeout=0.2))
    with (
        pytest.raises(GraderError, match="no Dask scheduler answers at tcp:"),
        executor_of(1, "tcp://127.0.0.1:1"),
    ):
        pass


def at_work(worker: int) -> list[Process]:
    """Return the processes that grade a submission for this worker."""
    alive = processes()
    warm = {one.pid for one in alive.values() if one.parent == worker and WARM in one.command}
    return [one for one in alive.values() if one.parent in warm and WARM in one.command]


@pytest.mark.nightly
@pytest.mark.slow
def test_lost_worker_loses_no_submission(
    two_workers: Cluster, cold: Cold, tmp_path: Path, cache: Path
) -> None:
    """The other worker grades its submissions, and every submission has one right result."""
    folder = write_class(tmp_path / "class", CLASS)
    run = Run(
        ["grade", "toy", folder, "--out", tmp_path / "out", "--dask", two_workers.address],
        {"cpu_seconds": CPU_SECONDS, "shrink_calls": SETTINGS.shrink_calls},
        tmp_path / "journal",
    )
    victim = two_workers.workers[0]
    wait_for(lambda: run.ended() or (run.journaled() and at_work(victim.pid)), "a worker at work")
    os.kill(victim.pid, signal.SIGKILL)
    status, _, err = run.wait()
    assert status == 0, err
    assert sorted(run.journaled()) == sorted((one.name, "graded", False) for one in CLASS)
    for delivery in find_deliveries([folder], TOY.assignment):
        result = tmp_path / "out" / delivery.name / "result.json"
        assert result.read_bytes() == cold(delivery.read(TOY.assignment)), delivery.name
