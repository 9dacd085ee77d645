"""A class of submissions in Java: warm processes, replay, the store, and continuing after a stop."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

from graders.harness.course.run.batch import Batch
from graders.harness.course.run.deliveries import DeliveryState, GradedSubmission
from graders.harness.course.run.store import Store
from graders.harness.intake import Submission
from graders.harness.processes import pool
from graders.harness.processes.jobs import Settings
from graders.harness.result import to_json
from graders.harness.sandbox.interface import Level
from tests.adder import WORLD, adder, good, grader, needs_jdk, with_add
from tests.classes import delivered
from tests.extensions.java.attacks import COSTS_ITS_OWN_CHECK, members

pytestmark = [needs_jdk, pytest.mark.slow]
SETTINGS = Settings("adder", root=str(WORLD), shrink_calls=5)
"""The world's own limits and budget, repeated."""

FILES = {
    "right": good(),
    "wrong": with_add("        return a;\n"),
    "unfinished": good(Sums=good()["Sums.java"].replace("return a + b;", "return a +;")),
    "lacking": good(Words=None),
    **{
        attack.name: with_add(attack.body, members(attack))
        for attack in COSTS_ITS_OWN_CHECK
        if attack.name
        in ("exit", "threads left running", "heap filled", "answer in the driver's name")
    },
}


def some() -> list[Submission]:
    """Return submissions of many kinds."""
    texts = {
        name: {file: text.encode() for file, text in files.items()} for name, files in FILES.items()
    }
    return [Submission(name, files, ()) for name, files in texts.items()]


@pytest.fixture
def executor() -> Iterator[Executor]:
    """Threads with a warm process each while they grade."""
    with ThreadPoolExecutor(2) as threads:
        yield threads
    pool.this_process().close()
    pool.this_process.cache_clear()


def graded(
    submissions: list[Submission], executor: Executor, store: Store | None
) -> dict[str, GradedSubmission]:
    """Grade them in a batch."""
    found: dict[str, GradedSubmission] = {}

    def arrived(done: GradedSubmission) -> None:
        found[done.delivery.name] = done

    Batch(adder(), SETTINGS, executor, 2, store, arrived).run(delivered(submissions))
    return found


@pytest.mark.nightly
def test_batch_gives_the_bytes_of_a_single_grading_and_grades_nothing_twice(
    executor: Executor, tmp_path: Path
) -> None:
    """The submissions are of all kinds. A second run loads all results from the store, and grades only new ones."""
    store = Store(adder(), Level.C, tmp_path)
    done = graded(some(), executor, store)
    assert {one.state for one in done.values()} == {DeliveryState.GRADED}
    alone = {one.name: to_json(grader("auto").grade(one).result) for one in some()}
    assert {name: to_json(one.result) for name, one in done.items() if one.result} == alone
    assert not any(one.known for one in done.values())
    late = Submission(
        "late", {name: text.encode() for name, text in with_add("        return b;\n").items()}, ()
    )
    again = graded([*some(), late], executor, Store(adder(), Level.C, tmp_path))
    assert {name for name, one in again.items() if not one.known} == {"late"}
    assert {
        name: to_json(one.result) for name, one in again.items() if one.result and name != "late"
    } == alone
