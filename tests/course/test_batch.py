"""A batch passes on every delivery exactly once, whatever its executor, its sandbox or a grader does."""

from __future__ import annotations

import io
import os
import re
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from rich.console import Console

from graders.harness.assignment.check import Misbehaved
from graders.harness.assignment.process_limits import Limits
from graders.harness.course.marks import decisions_file
from graders.harness.course.pages import class_file, gradebook
from graders.harness.course.run.batch import Batch
from graders.harness.course.run.class_plan import Plan
from graders.harness.course.run.classrun import CourseResults, grade_class
from graders.harness.course.run.deliveries import DeliveryState, GradedSubmission
from graders.harness.course.run.store import Store
from graders.harness.errors import GraderError
from graders.harness.grading.budget import Budget
from graders.harness.grading.program import GraderBroken
from graders.harness.intake import Submission
from graders.harness.intake.bulk import Deliveries, Reading, find_deliveries
from graders.harness.intake.delivery import SubmissionSource
from graders.harness.intake.sources import Unreadable
from graders.harness.intake.submission import HasFiles
from graders.harness.processes import pool
from graders.harness.processes.jobs import Job, Report, ReportKind, Settings
from graders.harness.progress import REFERENCE_FIRST
from graders.harness.protocol import values
from graders.harness.replay import recording
from graders.harness.result import Status, from_json, to_json
from graders.harness.sandbox.interface import (
    Backend,
    ExitReason,
    Level,
    ProcessExit,
    SandboxRefused,
)
from graders.harness.session.session import Session
from tests.classes import (
    SETTINGS,
    SUMS,
    delivered,
    end_warm_processes,
    in_a_batch,
    of,
    on_executor,
    results,
    some,
    total,
)
from tests.course.executors import Told, Waiting, graded
from tests.course.graded import gradebook_of
from tests.course.processes import PATIENCE, nothing_left
from tests.fixtures import Cold
from tests.intake.deliveries import as_folder
from tests.reports.paper import notes
from tests.world import TOY

pytestmark = pytest.mark.usefixtures("cache")


def named(*names: str, sums: str | None = SUMS["right"]) -> list[Submission]:
    """Return right submissions with these names, all different."""
    return [of(name, f"{sums}# by {name}\n") for name in names]


@pytest.fixture
def right(cold: Cold) -> bytes:
    """The result of a right submission."""
    return cold(of("right", SUMS["right"]))


def standings(done: list[GradedSubmission]) -> dict[str, DeliveryState]:
    """Return the state of each delivery; assert that each occurs once."""
    assert len({one.delivery.name for one in done}) == len(done)
    return {one.delivery.name: one.state for one in done}


# Executors that lose tasks.


class KilledWorker(Exception):
    """The error of a cluster if machines that ran a task are lost repeatedly."""


@pytest.mark.slow
@pytest.mark.parametrize("lost", [BrokenExecutor("gone"), KilledWorker("task", "tcp://node"), OSError("no route"),
                                  MemoryError(), KeyError("key")])  # fmt: skip
def test_task_that_the_executor_lost_is_not_gradable_and_the_batch_goes_on(
    right: bytes, lost: Exception
) -> None:
    """The message names the error. The submission gets no zero, and all others get their results."""
    executor = Told(lambda job, _: lost if job.name == "b" else graded(right, job.name))
    done = on_executor(executor, delivered(named("a", "b", "c")), 2)
    assert standings(done) == {
        "a": DeliveryState.GRADED,
        "b": DeliveryState.NOT_GRADABLE,
        "c": DeliveryState.GRADED,
    }
    unlucky = next(one for one in done if one.delivery.name == "b")
    assert unlucky.result is not None and unlucky.result.status is Status.NOT_GRADABLE
    assert type(lost).__name__ in unlucky.message
    assert from_json(to_json(unlucky.result)) == unlucky.result
    assert executor.names == ["a", "b", "c"]


@pytest.mark.slow
def test_process_that_is_lost_every_time_is_not_gradable(right: bytes, cache: Path) -> None:
    """The report of such a process is no result, and is not cached."""
    executor = Told(
        lambda job, _: Report(ReportKind.LOST, message="no sandbox could be made: no memory")
    )
    store = Store(SETTINGS.load(), Level.C)
    for _ in range(2):
        (done,) = on_executor(executor, delivered(named("a")), 2, store)
        assert (done.state, done.known) == (DeliveryState.NOT_GRADABLE, False)
        assert done.message == "no sandbox could be made: no memory"
    assert executor.names == ["a", "a"]


def test_result_from_another_environment_is_not_cached(right: bytes, cache: Path) -> None:
    """The worker's environment does not match the cache's key."""
    other = msgspec.structs.replace(
        graded(right, "a"),
        environment=msgspec.structs.replace(graded(right, "a").environment, level="C"),
    )
    store = Store(SETTINGS.load(), Level.C)
    executor = Told(lambda job, _: other)
    for _ in range(2):
        (done,) = on_executor(executor, delivered(named("a")), 1, store)
        assert (done.state, done.known) == (DeliveryState.GRADED, False)


def test_unreadable_delivery_is_reported_and_the_batch_goes_on(right: bytes) -> None:
    """It has a reason and no result."""
    deliveries = [
        *delivered(named("a")),
        SubmissionSource("b", "b", Unreadable("is a link")),
        *delivered(named("c")),
    ]
    done = on_executor(Told(lambda job, _: graded(right, job.name)), deliveries, 2)
    assert standings(done) == {
        "a": DeliveryState.GRADED,
        "b": DeliveryState.UNREADABLE,
        "c": DeliveryState.GRADED,
    }
    assert [(one.result, one.message) for one in done if one.state is DeliveryState.UNREADABLE] == [
        (None, "b: is a link")
    ]


def test_refused_archive_is_unpacked_once(right: bytes) -> None:
    """Planning has read it; without the note the run unpacks it again."""
    reads = []

    class Refused(Unreadable):
        def read(self, assignment: HasFiles) -> Submission:
            reads.append(self.reason)
            return super().read(assignment)

    deliveries = [SubmissionSource("b", "b", Refused("unpacks to too much"))]
    done: list[GradedSubmission] = []
    executor = Told(lambda job, _: graded(right, job.name))
    batch = Batch(SETTINGS.load(), SETTINGS, executor, 1, None, done.append)
    batch.plan_work(deliveries)
    batch.run(deliveries)
    assert [one.state for one in done] == [DeliveryState.UNREADABLE]
    assert reads == ["unpacks to too much"]


def test_broken_grader_stops_the_batch(right: bytes) -> None:
    """The fault affects every submission, so no further one begins."""
    executor = Told(
        lambda job, _: GraderBroken("x.y fails") if job.name == "b" else graded(right, job.name)
    )
    done: list[GradedSubmission] = []
    with pytest.raises(GraderBroken, match=r"x\.y fails"):
        Batch(SETTINGS.load(), SETTINGS, executor, 1, None, done.append).run(
            delivered(named("a", "b", "c"))
        )
    assert executor.names == ["a", "b"]
    assert [one.delivery.name for one in done] == ["a"]


# Submissions in memory at once.


@dataclass(frozen=True)
class Counted:
    """A delivery's source that, when read, counts the submissions that are being graded."""

    submission: Submission
    executor: Waiting
    open_when_read: list[int]

    def read(self, assignment: HasFiles) -> Submission:
        """See `intake.delivery.FileSource`."""
        self.open_when_read.append(self.executor.begun - self.executor.ended)
        return self.submission


@pytest.mark.slow
@pytest.mark.parametrize("width", [1, 2, 5])
def test_no_more_submissions_are_read_than_are_graded_at_once(right: bytes, width: int) -> None:
    """A class of thousands needs the memory of a few submissions."""
    executor, seen = Waiting(lambda job: graded(right, job.name)), list[int]()
    deliveries = [
        SubmissionSource(one.name, one.name, Counted(one, executor, seen))
        for one in named(*map(str, range(12)))
    ]
    done = on_executor(executor, deliveries, width)
    assert len(done) == len(seen) == 12
    assert max(seen) == width - 1
    assert executor.most == width


@pytest.mark.slow
def test_batch_lists_the_submissions_being_graded(right: bytes) -> None:
    """Every second it lists the submissions being graded, with their start times."""
    seen: list[list[str]] = []
    executor = Waiting(lambda job: graded(right, job.name), pause=1.3)
    batch = Batch(
        SETTINGS.load(),
        SETTINGS,
        executor,
        2,
        None,
        lambda _: None,
        lambda: seen.append([name for name, since in batch.begun() if since <= time.monotonic()]),
    )
    batch.run(delivered(named("ada", "bob")))
    assert ["ada", "bob"] in seen
    assert ["bob"] in seen
    assert batch.begun() == []


# The same files twice.


def test_identical_submissions_are_graded_once_while_one_is_being_graded(
    right: bytes, cache: Path
) -> None:
    """Each gets the result under its own name."""
    begun: list[str] = []

    def answer(job: Job) -> Report:
        begun.append(job.name)
        return graded(right, job.name)

    twins = [of(name, SUMS["right"]) for name in ("ada", "grace", "hedy")]
    done = on_executor(Waiting(answer), delivered(twins), 3, Store(SETTINGS.load(), Level.C))
    assert begun == ["ada"]
    assert standings(done) == dict.fromkeys(("ada", "grace", "hedy"), DeliveryState.GRADED)
    assert {one.delivery.name: one.result and one.result.submission for one in done} == {
        "ada": "ada",
        "grace": "grace",
        "hedy": "hedy",
    }
    assert len({one.digest for one in done}) == 1


@pytest.mark.parametrize("width", [1, pytest.param(2, marks=pytest.mark.nightly)])
@pytest.mark.slow
def test_identical_submissions_of_one_run_are_graded_once(
    backend: Backend, cache: Path, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    """This holds even if the first is finished before the second is read. None counts as known from an earlier run."""
    begun: list[str] = []
    usual = pool.Pool.grade

    def watched(self: pool.Pool, settings: Settings, job: Job) -> Report:
        begun.append(job.name)
        return usual(self, settings, job)

    monkeypatch.setattr(pool.Pool, "grade", watched)
    names = ["ada", "bob", "grace", "hedy"]
    class_ = [of(name, SUMS["wrong" if name == "bob" else "right"]) for name in names]
    done = in_a_batch(class_, width, store=Store(SETTINGS.load(), Level.C))
    assert sorted(begun) == ["ada", "bob"]
    assert {name: from_json(data).submission for name, data in results(done).items()} == dict(
        zip(names, names, strict=True)
    )
    alike = [one.digest for one in done if one.delivery.name != "bob"]
    assert len(set(alike)) == 1
    assert not [one.delivery.name for one in done if one.known]


def test_submissions_that_differ_in_notes_only_are_different(right: bytes, cache: Path) -> None:
    """The notes are part of the result."""
    plain = of("ada", SUMS["right"])
    noted = replace(plain, name="grace", notes=notes("'Sums.py' is used as sums.py"))
    executor = Waiting(lambda job: graded(right, job.name))
    on_executor(executor, delivered([plain, noted]), 2, Store(SETTINGS.load(), Level.C))
    assert executor.begun == 2


# The wall time limit.


def clocked(right: bytes, *slow: str) -> Told:
    """An executor on which the submissions *slow* reach the wall time limit in their first run."""
    return Told(
        lambda job, before: graded(
            right,
            job.name,
            by_the_clock=job.name in slow and not before,
            log=(f"run {before + 1}",),
        )
    )


@pytest.mark.slow
def test_submission_at_the_wall_time_limit_is_graded_again_after_all_others(
    right: bytes, cache: Path
) -> None:
    """The first run may have been slow because of others. Only the second run counts and is cached."""
    executor, store = clocked(right, "b", "d"), Store(SETTINGS.load(), Level.C)
    done = on_executor(executor, delivered(named("a", "b", "c", "d", "e")), 2, store)
    assert executor.names == ["a", "b", "c", "d", "e", "b", "d"]
    assert {one.delivery.name: one.log for one in done} == {
        "a": ("run 1",),
        "b": ("run 2",),
        "c": ("run 1",),
        "d": ("run 2",),
        "e": ("run 1",),
    }
    again = on_executor(executor, delivered(named("a", "b", "c", "d", "e")), 2, store)
    assert all(one.known for one in again)
    assert next(one.log for one in again if one.delivery.name == "b") == ("run 2",)


@pytest.mark.slow
def test_identical_submission_waits_for_the_second_grading_too(right: bytes, cache: Path) -> None:
    """Two deliveries with the same files are graded once, then again once, and both have the second result."""
    twin = of("twin", of("a", f"{SUMS['right']}# by a\n").files["sums.py"].decode())
    executor, store = clocked(right, "a", "twin"), Store(SETTINGS.load(), Level.C)
    done = on_executor(executor, delivered([*named("a", "b", "c"), twin]), 2, store)
    assert executor.names == ["a", "b", "c", "a"]
    assert {one.delivery.name: one.log for one in done if one.delivery.name not in "bc"} == {
        "a": ("run 2",),
        "twin": ("run 2",),
    }


def test_submission_that_ran_alone_is_not_graded_again(right: bytes) -> None:
    """With one job at a time, the first run was already alone."""
    executor = clocked(right, "b")
    done = on_executor(executor, delivered(named("a", "b", "c")), 1)
    assert executor.names == ["a", "b", "c"]
    assert len(standings(done)) == 3


def test_second_wall_timeout_counts(right: bytes) -> None:
    """The second result counts; there is no third run."""
    executor = Told(
        lambda job, before: graded(right, job.name, by_the_clock=True, log=(f"run {before + 1}",))
    )
    (done,) = on_executor(executor, delivered(named("a")), 2)
    assert executor.names == ["a", "a"]
    assert (done.state, done.log) == (DeliveryState.GRADED, ("run 2",))


def test_submission_lost_in_its_second_grading_is_not_gradable(right: bytes, cache: Path) -> None:
    """The first result reached the wall time limit, so it does not count."""
    executor = Told(
        lambda job, before: (
            BrokenExecutor() if before else graded(right, job.name, by_the_clock=True)
        )
    )
    (done,) = on_executor(executor, delivered(named("a")), 2, Store(SETTINGS.load(), Level.C))
    assert done.state is DeliveryState.NOT_GRADABLE
    assert not [path for path in (cache / "results").rglob("*") if path.is_file()]


class Once:
    """A source whose second read fails or returns other files."""

    def __init__(self, first: Submission, second: Submission | None) -> None:
        self._left = [first, second]

    def read(self, assignment: HasFiles) -> Submission:
        """See `intake.delivery.FileSource`."""
        found = self._left.pop(0)
        if found is None:
            return Unreadable("it is gone").read(assignment)
        return found


def test_identical_submissions_survive_a_failed_second_read(right: bytes, cache: Path) -> None:
    """Each delivery is passed on once, whatever becomes of the first."""
    first = of("ada", SUMS["right"])
    deliveries = [
        SubmissionSource("ada", "ada", Once(first, None)),
        *delivered([of("bob", SUMS["right"]), of("carol", SUMS["wrong"])]),
    ]
    waiting = Waiting(lambda job: graded(right, job.name, by_the_clock=job.name == "ada"))
    done = on_executor(waiting, deliveries, 3, Store(SETTINGS.load(), Level.C))
    assert standings(done).keys() == {"ada", "bob", "carol"}


def test_submission_that_changed_is_not_cached_under_its_old_key(right: bytes, cache: Path) -> None:
    """A result is cached under the key of its own files, or not at all."""
    first, second = of("ada", SUMS["right"]), of("ada", SUMS["wrong"])
    seen: list[bytes] = []

    def answer(job: Job, before: int) -> Report:
        seen.append(job.files["sums.py"])
        return graded(right, job.name, by_the_clock=not before, log=(f"run {before + 1}",))

    store = Store(SETTINGS.load(), Level.C)
    on_executor(Told(answer), [SubmissionSource("ada", "ada", Once(first, second))], 2, store)
    kept = store.load(
        store.key(first, graded(right, "ada").environment or pytest.fail("no place")), "ada"
    )
    assert kept is None or seen[-1] == first.files["sums.py"]


class Pipe:
    """A connection that delivers one message, late."""

    def __init__(self, message: list[object], ending: ProcessExit) -> None:
        self._message, self._ending = message, ending

    def quiet(self) -> bool:
        """Return that nothing has arrived."""
        return True

    def send(self, frame: bytes, deadline: float) -> None:
        """Discard the frame."""

    def send_ahead(self, frames: bytes) -> None:
        """Discard the frames."""

    def receive(self, deadline: float) -> bytes:
        """Return the message once the deadline has passed."""
        time.sleep(max(0.0, deadline - time.monotonic()))
        return values.encode(self._message, 1 << 16)

    def finish(self) -> ProcessExit:
        """Return the end of the process: it was alive and idle."""
        return self._ending


def test_wall_timeout_between_two_messages_counts_too() -> None:
    """Programs with many callbacks mostly reach the limit while the judge answers one."""
    pipe = Pipe(["importing", 1, "sums"], ProcessExit(ExitReason.FINISHED))
    box = SimpleNamespace(connect=lambda *_, **__: pipe, close=lambda: None)
    limits = Limits(wall_seconds=0.01)
    budget = Budget(limits)
    session = Session(box, limits, on_exit=budget.charge)  # type: ignore[arg-type]
    session.begin()
    with pytest.raises(Misbehaved, match="wall_limit"):
        session.total([1])
    assert budget.wall_clock_decided


# Faults of the grader.


def quiet() -> Console:
    """Return a console without a screen."""
    return Console(file=io.StringIO())


@pytest.mark.parametrize("jobs", [pytest.param(1, marks=pytest.mark.nightly), 2])
@pytest.mark.slow
def test_reference_that_fails_a_check_stops_the_class_and_is_named(
    backend: Backend, tmp_path: Path, jobs: int
) -> None:
    """The fault is not the students', so no submission gets a result."""
    wrong = (
        "def total(numbers):\n    return sum(numbers)\n\n\ndef largest(numbers):\n    return 0\n"
    )
    root = TOY.copy(tmp_path / "world", {"reference/toy/sums.py": ("", wrong)}).root
    settings = Settings("toy", root=str(root))
    plan = Plan(settings.load(), settings, tmp_path / "out", jobs)
    class_ = Deliveries(tuple(delivered(named("ada", "bob", "carol"))))
    with pytest.raises(GraderBroken, match=r"sums\.largest-single"):
        grade_class(plan, class_, quiet(), quiet())
    assert not list((tmp_path / "out").rglob("result.json"))


@pytest.mark.slow
def test_fault_of_a_check_affects_that_submission_only(backend: Backend, tmp_path: Path) -> None:
    """That submission is not gradable, with the reason in the log; the others get their results."""
    root = TOY.copy(tmp_path / "world").root
    checks = root / "graders" / "toy" / "test_toy.py"
    sound = "    assert student.largest([-3]) == -3"
    assert sound in checks.read_text()
    checks.write_text(
        checks.read_text().replace(
            sound, "    got = student.largest([-3])\n    assert got == -3 or open('/nowhere')"
        )
    )
    settings = msgspec.structs.replace(SETTINGS, root=str(root))
    seven = (
        "def total(numbers):\n    return sum(numbers)\n\n\ndef largest(numbers):\n    return 7\n"
    )
    done = in_a_batch([*named("ada"), of("bob", seven), *named("carol")], settings=settings)
    assert standings(done) == {
        "ada": DeliveryState.GRADED,
        "bob": DeliveryState.NOT_GRADABLE,
        "carol": DeliveryState.GRADED,
    }
    assert "FileNotFoundError" in "\n".join(
        next(one.log for one in done if one.delivery.name == "bob")
    )


def test_machine_below_the_minimum_level_refuses_the_class(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refusal has the reason, and comes before any submission is read."""

    def refuse(*_: object, **__: object) -> Backend:
        raise SandboxRefused("this machine does not offer level A+")

    monkeypatch.setattr("graders.harness.grading.program.select_backend", refuse)
    plan = Plan(SETTINGS.load(), SETTINGS, tmp_path / "out", 1)
    with pytest.raises(SandboxRefused, match="does not offer"):
        grade_class(
            plan,
            Deliveries((SubmissionSource("ada", "ada", Once(of("ada", None), None)),)),
            quiet(),
            quiet(),
        )
    assert not (tmp_path / "out" / gradebook.BOOK).exists()


def test_unreadable_result_costs_only_its_own_submission(right: bytes) -> None:
    """The submission is not gradable, whatever it did to its result."""
    whole = msgspec.json.decode(right)
    whole["findings"] = [
        {
            "rule": "x",
            "severity": "note",
            "file": "sums.py",
            "line": True,
            "message": "",
            "source": "",
        }
    ]

    def answer(job: Job, _: int) -> Report:
        report = graded(right, job.name)
        broken = msgspec.Raw(msgspec.json.encode(whole))
        return msgspec.structs.replace(report, result=broken) if job.name == "bob" else report

    done = on_executor(Told(answer), delivered(named("ada", "bob", "carol")), 2)
    assert standings(done) == {
        "ada": DeliveryState.GRADED,
        "bob": DeliveryState.NOT_GRADABLE,
        "carol": DeliveryState.GRADED,
    }


def test_executor_that_runs_nothing_is_one_line() -> None:
    """An example is a cluster whose workers lack the program."""

    class Foreign(Told):
        def submit(self, function: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(RuntimeError("Error during deserialization of the task graph"))
            return future

    with pytest.raises(GraderError, match="deserialization"):
        on_executor(Foreign(lambda job, _: AssertionError()), delivered(named("ada")), 1)


# The output of a class.


@pytest.mark.slow
def test_class_leaves_results_and_a_gradebook(backend: Backend, cold: Cold, tmp_path: Path) -> None:
    """There is a folder for each submission, and a row for each in the gradebook."""
    class_ = [*some({name: SUMS[name] for name in ("right", "wrong")})]
    deliveries = Deliveries(
        (*delivered(class_), SubmissionSource("zoe", "zoe", Unreadable("is a link")))
    )
    plan = Plan(SETTINGS.load(), SETTINGS, tmp_path / "out", 1)
    (tmp_path / "out" / "zoe").mkdir(parents=True)
    (tmp_path / "out" / "zoe" / "result.json").write_bytes(cold(of("zoe", SUMS["right"])))
    found = grade_class(plan, deliveries, quiet(), quiet())
    assert found.results.keys() == {"right", "wrong"}
    assert found.unreadable == {"zoe": "zoe: is a link"}
    for one in class_:
        assert (tmp_path / "out" / one.name / "result.json").read_bytes() == cold(one)
    assert not (tmp_path / "out" / "zoe" / "result.json").exists()
    book = gradebook_of(tmp_path / "out")
    rows = {
        line[book.heading.index("submission")]: dict(zip(book.heading, line, strict=True))
        for line in book.lines
    }
    assert {name: (row["status"], row["total"]) for name, row in rows.items()} == {
        "right": ("graded", "10"),
        "wrong": ("graded", "8"),
        "zoe": ("unreadable", ""),
    }


@pytest.mark.nightly
def test_doubtful_file_is_graded_once_a_person_has_chosen(tmp_path: Path) -> None:
    """Before, it counted as missing: the class had a mark of 0. A wrong answer leaves the question open."""
    expected = SETTINGS.load().files.submitted[0]
    right = str(SUMS["right"]).encode()
    files = {
        f"ada/old_{expected}": b"x = 1\n",
        f"ada/new_{expected}": right,
        f"bob/{expected}": right,
    }
    tree = as_folder(tmp_path / "class", files)
    plan = Plan(SETTINGS.load(), SETTINGS, tmp_path / "out", 1)

    def run(answer: str) -> tuple[CourseResults, dict[str, str]]:
        file = tmp_path / "out" / decisions_file.FILE
        if answer:
            file.write_text(
                re.sub('taken_from = ".*"', f'taken_from = "{answer}"', file.read_text())
            )
        found = grade_class(
            plan, find_deliveries([tree], plan.assignment, Reading.CLASS), quiet(), quiet()
        )
        book = gradebook_of(tmp_path / "out")
        return found, dict(zip(book.heading, book.lines[0], strict=True))

    for answer, about in {
        "": f"{expected} of ada",
        "typo.py": f"{expected} of ada, which has no 'typo.py'",
    }.items():
        found, row = run(answer)
        assert found.unanswered == (about,)
        assert (
            row["status"] == "unreadable"
            and not row.get("total")
            and row["flags"].endswith(", or answer in decisions.toml")
        )
        assert (
            f"'new_{expected}', 'old_{expected}'"
            in class_file.read(tmp_path / "out").unreadable["ada"]
        )
    found, row = run(f"new_{expected}")
    assert (row["status"], row["total"], found.unanswered) == ("graded", "6", ())
    assert not class_file.read(tmp_path / "out").unreadable


# Pools.


def test_closed_pool_ends_busy_processes_too(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The caller that waits for it gets a report that it is lost. A closed pool starts no process."""
    started = []

    def start(settings: Settings) -> pool.WarmProcess:
        started.append(usual(settings))
        return started[-1]

    usual, ours = pool.WarmProcess, pool.Pool()
    monkeypatch.setattr(pool, "WarmProcess", start)
    endless = of("endless", total("while True:\n        pass"))
    settings = msgspec.structs.replace(SETTINGS, cpu_seconds=600.0)
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(ours.grade, settings, Job(endless.name, dict(endless.files)))
        while not started:
            time.sleep(0.01)  # waits for a condition, not for a time
        ours.close()
        report = waiting.result(60)
    assert report.kind is ReportKind.LOST
    assert ours.grade(settings, Job("right", {})).kind is ReportKind.LOST
    assert [Path(f"/proc/{one.pid}").exists() for one in started] == [False]


@pytest.mark.slow
def test_pool_hands_no_process_to_two_threads(backend: Backend) -> None:
    """Each thread has its own process while it grades; afterwards the processes are free."""
    ours = pool.Pool()
    try:
        barrier = threading.Barrier(2, timeout=60)
        job = Job("right", dict(of("right", SUMS["right"]).files))

        def grade() -> int:
            warm = ours.take(SETTINGS)
            barrier.wait()
            assert warm.grade(job).kind is ReportKind.GRADED
            ours.give_back(SETTINGS, warm)
            return warm.pid

        with ThreadPoolExecutor(2) as threads:
            pids = {future.result(60) for future in [threads.submit(grade) for _ in range(2)]}
        assert len(pids) == 2
        assert ours.take(SETTINGS).pid in pids
    finally:
        ours.close()


@pytest.mark.nightly
def test_warm_process_imports_nothing_from_where_it_is_started(
    backend: Backend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The current folder may hold submissions: a student's msgspec.py must not run beside the checks."""
    marker = tmp_path / "ran"
    for name in ("msgspec", "pytest", "hypothesis", "rich", "select", "struct", "graders"):
        (tmp_path / f"{name}.py").write_text(f"open({str(marker)!r}, 'w').close()\n")
    monkeypatch.chdir(tmp_path)
    end_warm_processes()
    done = in_a_batch(named("ada"))
    assert not marker.exists()
    assert standings(done) == {"ada": DeliveryState.GRADED}


# Stages before the first submission, and the planned work.


@pytest.mark.parametrize("recorded", [False, True])
def test_stages_before_grading_are_reported(
    right: bytes, monkeypatch: pytest.MonkeyPatch, recorded: bool
) -> None:
    """They are the sandbox, the reading, and the reference if it is not recorded. They need something to grade."""
    monkeypatch.setattr(recording, "load", lambda *_: recording.Recording() if recorded else None)
    told: list[str] = []
    executor = Told(lambda job, _: graded(right, job.name))
    batch = Batch(SETTINGS.load(), SETTINGS, executor, 2, None, lambda _: None, stage=told.append)
    class_ = delivered(named("ada", "bob"))
    assert batch.plan_work(class_).fresh == {"ada", "bob"} and executor.names == []
    assert told == ["testing the sandbox", "reading submissions"]
    batch.run([])
    assert told[2:] == [""]
    batch.run(class_)
    first = "starting worker processes" if recorded else REFERENCE_FIRST
    assert told[3:] == ["", first, ""]


def test_graded_submission_has_its_time(right: bytes) -> None:
    """A result from an earlier run has no time."""
    store = Store(SETTINGS.load(), Level.C)
    done = on_executor(
        Told(lambda job, _: graded(right, job.name)), delivered(named("ada")), 1, store
    )
    done += on_executor(
        Told(lambda job, _: graded(right, job.name)), delivered(named("ada")), 1, store
    )
    assert [(one.known, one.seconds is None) for one in done] == [(False, False), (True, True)]


@pytest.mark.slow
def test_process_that_does_not_answer_is_killed_and_the_pool_goes_on(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the clock the pool would wait for ever: the process is stopped, with all below it."""
    ours = pool.Pool()
    monkeypatch.setattr(pool, "CLOCK_TIMES", 0)
    monkeypatch.setattr(pool, "CLOCK_SECONDS", 0.5)
    with nothing_left():
        stopped = ours.take(SETTINGS)
        os.kill(stopped.pid, signal.SIGSTOP)
        ours.give_back(SETTINGS, stopped)
        submission = of("right", SUMS["right"])
        report = ours.grade(SETTINGS, Job.of(submission))
        assert (report.kind, report.by_the_clock) == (ReportKind.LOST, True)
        assert "within 0.5 s" in report.message
        monkeypatch.setattr(pool, "CLOCK_SECONDS", PATIENCE)
        assert ours.grade(SETTINGS, Job.of(submission)).kind is ReportKind.GRADED
        ours.close()


@pytest.mark.parametrize("change", [{"examples": "/elsewhere"}, {"experiment": "kills"}])
def test_authors_runs_have_neither_a_total_nor_a_clock(change: dict[str, str]) -> None:
    """A run on many more examples may take longer than a class's submission."""
    settings = msgspec.structs.replace(SETTINGS, **change)
    assert SETTINGS.has_total and not settings.has_total
    assert pool.seconds_for_one(SETTINGS) < pool.seconds_for_one(settings) == threading.TIMEOUT_MAX


@pytest.mark.parametrize("width", [1, 2])
@pytest.mark.parametrize("stalls", [1, 2])
def test_submission_without_an_answer_is_graded_once_more_alone(
    right: bytes, width: int, stalls: int
) -> None:
    """If it stalls again, it is not gradable. All others get their results."""
    stalled = Report(ReportKind.LOST, message="it was stopped", by_the_clock=True)
    executor = Told(
        lambda job, before: (
            stalled if job.name == "b" and before < stalls else graded(right, job.name)
        )
    )
    done = on_executor(executor, delivered(named("a", "b", "c")), width)
    assert executor.names == ["a", "b", "c", "b"]
    assert standings(done) == {
        "a": DeliveryState.GRADED,
        "b": DeliveryState.GRADED if stalls == 1 else DeliveryState.NOT_GRADABLE,
        "c": DeliveryState.GRADED,
    }
    assert next(one.message for one in done if one.delivery.name == "b") == (
        "" if stalls == 1 else "it was stopped"
    )
