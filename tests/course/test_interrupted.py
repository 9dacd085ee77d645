"""A class is graded to its end, each submission once, whatever dies on the way; and resumes after an interruption."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from graders.harness.course.marks.up_to_date import read
from graders.harness.errors import GraderError
from graders.harness.sandbox.interface import Backend
from tests import nightly
from tests.classes import SUMS, dozing, of, write_class
from tests.course.processes import AT_WORK, Process, Run, nothing_left, wait_for
from tests.once import once
from tests.world import TOY

pytestmark = pytest.mark.usefixtures("cache")

SETTINGS = {"cpu_seconds": 0.6, "shrink_calls": 4}
SLOW = dozing(0.3) + TOY.good["sums.py"]
"""A right program whose checks take about a second."""

CLASS = {
    "ada": SUMS["right"],
    "bob": SLOW + "# by bob\n",
    "carol": SUMS["wrong"],
    "dave": SLOW + "# by dave\n",
    "erin": SUMS["raising"],
    "frank": SUMS["crashing"],
    "grace": SLOW + "# by grace\n",
    "heidi": SUMS["missing"],
    "ivan": f"{SUMS['right']}# by ivan\n",
    "judy": SUMS["printing"],
}


@pytest.fixture(scope="module")
def class_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The class as it was handed in."""
    return write_class(
        tmp_path_factory.mktemp("class") / "class", [of(name, text) for name, text in CLASS.items()]
    )


Start = Callable[..., Run]


@pytest.fixture
def start(class_folder: Path, tmp_path: Path, cache: Path) -> Start:
    """Starts a run over the class, with results in the folder ``out`` and a separate journal for each run.

    Two jobs only if the number matters: each job is another process that imports everything.
    """
    number = 0

    def start_one(
        *options: object, names: Iterable[str] = (), jobs: int = 1, **settings: Any
    ) -> Run:
        nonlocal number
        number += 1
        handed_in = [class_folder / name for name in names] or [class_folder]
        arguments = [
            "grade",
            "toy",
            *handed_in,
            "--out",
            tmp_path / "out",
            "--jobs",
            jobs,
            *options,
        ]
        return Run(arguments, {**SETTINGS, **settings}, tmp_path / f"journal-{number}")

    return start_one


def results_below(out: Path) -> dict[str, bytes]:
    """Return the bytes of each result by its folder's name, and the gradebook's."""
    found = {path.parent.name: path.read_bytes() for path in out.glob("*/result.json")}
    return {**found, "gradebook": (out / "gradebook.csv").read_bytes()}


def quiet_day(folder: Path) -> None:
    """Grade the class in *folder* without disturbance: results in ``out``, recordings in ``cache``."""
    submitted = write_class(folder / "class", [of(name, text) for name, text in CLASS.items()])
    with pytest.MonkeyPatch.context() as patch, nothing_left():
        patch.setenv("GRADER_CACHE", str(folder / "cache"))
        run = Run(
            ["grade", "toy", submitted, "--out", folder / "out", "--jobs", 1],
            SETTINGS,
            folder / "journal",
        )
        status, _, err = run.wait()
        assert status == 0, err
    assert sorted(run.journaled()) == [(name, "graded", False) for name in CLASS]
    assert results_below(folder / "out").keys() == {*CLASS, "gradebook"}


@pytest.fixture
def undisturbed(backend: Backend) -> dict[str, bytes]:
    """The results of an undisturbed run."""
    return results_below(once("a quiet day", quiet_day) / "out")


@pytest.fixture
def recorded(backend: Backend, cache: Path) -> None:
    """A recording of the reference, for tests that do not concern it."""
    shutil.copytree(once("a quiet day", quiet_day) / "cache" / "recordings", cache / "recordings")


@pytest.fixture(autouse=True)
def nothing_is_left(backend: Backend) -> Iterator[None]:
    """No process outlives a run, however it ends."""
    with nothing_left():
        yield


def at_work(run: Run) -> list[Process]:
    """Return warm processes with a fork that grades a submission."""
    return [one for one in run.warm() if one.pid in {child.parent for child in run.children()}]


VICTIMS: dict[str, tuple[Callable[[Run], list[Process]], ...]] = {
    "the process that grades a submission, and a launcher": (Run.children, Run.launchers),
    "a warm process at work, and a launcher in the middle of a check": (at_work, Run.launchers_of_boxes),
    "a warm process that begins and one in between, and boxes in the middle of a check": (
        Run.warm, Run.boxes, Run.warm, Run.boxes,
    ),
}  # fmt: skip


@pytest.mark.usefixtures("recorded")
@pytest.mark.slow
@pytest.mark.parametrize("victims", nightly.one_in(3, VICTIMS))
def test_batch_survives_killed_processes(
    start: Start, undisturbed: dict[str, bytes], tmp_path: Path, victims: str
) -> None:
    """No submission is lost or graded twice, and the results equal those of an undisturbed run."""
    run = start(jobs=2)
    for victim in VICTIMS[victims]:
        run.kill(victim)
    status, _, err = run.wait()
    assert status == 0, err
    assert sorted(run.journaled()) == [(name, "graded", False) for name in CLASS]
    assert results_below(tmp_path / "out") == undisturbed


SLOW_REFERENCE = dozing(0.3) + "from given import ZERO\n\n\n" + TOY.good["sums.py"]


def slow_world(into: Path) -> Path:
    """Return a copy of the toy world whose reference is slow."""
    return TOY.copy(into, {"reference/toy/sums.py": ("", SLOW_REFERENCE)}).root


@pytest.mark.nightly
@pytest.mark.parametrize(
    "victims",
    [
        pytest.param((Run.recording_boxes, Run.recording_launchers), id="box, then launcher"),
        pytest.param((Run.warm,), id="warm process"),
    ],
)
def test_batch_survives_killed_processes_while_the_reference_is_graded(
    start: Start,
    undisturbed: dict[str, bytes],
    tmp_path: Path,
    victims: tuple[Callable[[Run], list[Process]], ...],
) -> None:
    """A sandbox that fails then is no fault of the grader, so the run retries."""
    few = ("ada", "carol", "heidi")
    run = start(names=few, root=str(slow_world(tmp_path / "world")))
    wait_for(lambda: run.recorded() or run.ended(), "the reference at work")
    for victim in victims:
        run.kill(victim)
    status, _, err = run.wait()
    assert status == 0, err
    assert sorted(run.journaled()) == [(name, "graded", False) for name in few]
    found = results_below(tmp_path / "out")
    assert found.keys() == {*few, "gradebook"}
    assert {name: found[name] for name in few} == {name: undisturbed[name] for name in few}


@pytest.mark.usefixtures("recorded")
@pytest.mark.slow
@pytest.mark.nightly
def test_killed_run_resumes(start: Start, undisturbed: dict[str, bytes], tmp_path: Path) -> None:
    """Nothing continues to run. The next run takes finished results, grades the rest, and replaces damaged files."""
    run = start(jobs=2)
    wait_for(lambda: run.ended() or len(run.journaled()) >= 3, "some results")
    run.kill(Run.itself)
    assert run.wait()[0] == -signal.SIGKILL
    finished = {name for name, *_ in run.journaled()}
    assert 3 <= len(finished) < len(CLASS)
    for name in ("ada", "judy"):  # as an earlier release left them
        (tmp_path / "out" / name).mkdir()
        (tmp_path / "out" / name / "result.json").write_bytes(undisturbed[name][:200])

    again = start()
    status, _, err = again.wait()
    assert status == 0, err
    assert {name for name, _, known in again.journaled() if known} >= finished
    assert sorted(name for name, *_ in again.journaled()) == sorted(CLASS)
    assert results_below(tmp_path / "out") == undisturbed
    known = sum(known for *_, known in again.journaled())
    assert f"({known} from an earlier run)" in err


@pytest.mark.nightly
def test_run_killed_during_warm_up_leaves_no_process(start: Start) -> None:
    """Its processes end without a message from it."""
    run = start()
    wait_for(lambda: run.ended() or run.warm(), "a warm process")
    os.kill(run.pid, signal.SIGKILL)
    status, out, err = run.wait()
    assert status == -signal.SIGKILL
    assert "INTERNALERROR" not in err + out


@pytest.mark.usefixtures("recorded")
@pytest.mark.slow
def test_interrupted_run_shows_how_to_resume(
    start: Start, undisturbed: dict[str, bytes], tmp_path: Path
) -> None:
    """The exit status is 130. Readers name the command, and how many are missing; the next run does the rest."""
    run = start()
    wait_for(
        lambda: run.ended() or (run.journaled() and run.children()), "a result, and more under way"
    )
    run.interrupt()
    status, out, err = run.wait()
    assert status == 130
    assert "Traceback" not in err + out
    finished = {name for name, *_ in run.journaled()}
    assert (
        f"grader: stopped, {len(finished)} of {len(CLASS)} done; run the same command again to resume"
        in err
    )
    left = len(CLASS) - len(finished)
    with pytest.raises(
        GraderError,
        match=rf"not finished: {left} of {len(CLASS)} submissions .* again: `grader grade toy ",
    ):
        read(tmp_path / "out")

    again = start()
    assert again.wait()[0] == 0
    assert {name for name, _, known in again.journaled() if known} >= finished
    assert results_below(tmp_path / "out") == undisturbed

    third = start("--fresh")
    wait_for(
        lambda: third.ended() or (third.journaled() and third.children()),
        "a result, and more under way",
    )
    third.interrupt()
    status, _, err = third.wait()
    assert status == 130
    assert "left as it was; run the same command again to resume" in err
    assert results_below(tmp_path / "out") == undisturbed
    assert len(read(tmp_path / "out")) == len(CLASS)


@pytest.mark.slow
def test_run_can_be_interrupted_before_anything_is_graded(start: Start, tmp_path: Path) -> None:
    """An early Ctrl-C shows no internals."""
    run = start()
    wait_for(
        lambda: run.ended() or [one for one in run.warm() if one.seconds >= AT_WORK],
        "a process that imports",
    )
    run.interrupt()
    status, out, err = run.wait()
    assert status == 130
    assert "stopped" in err
    assert "Traceback" not in err + out
    assert "INTERNALERROR" not in err + out


@pytest.mark.slow
def test_interrupted_run_does_not_wait_until_it_is_warm(
    start: Start, tmp_path: Path, cache: Path
) -> None:
    """Grading the reference may take long, so it ends too."""
    run = start(root=str(slow_world(tmp_path / "world")))
    wait_for(lambda: run.recorded() or run.ended(), "the reference at work")
    run.interrupt()
    status, out, err = run.wait()
    assert status == 130
    assert "stopped, 0 of" in err
    assert "Traceback" not in err + out
    assert not list(cache.glob("recordings/*.json"))


@pytest.mark.slow
def test_plain_processes_end_with_a_stopped_run(start: Start) -> None:
    """This holds at the weakest level too. No line reports that a student's program was stopped."""
    run = start("--sandbox", "plain", cpu_seconds=5.0)
    wait_for(lambda: run.ended() or run.plain(), "a submission under way")
    run.interrupt()
    status, out, err = run.wait()
    assert status == 130
    assert "Traceback" not in err + out
