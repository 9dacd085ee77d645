"""A dry run shows matched people and the remaining work, and neither grades nor writes."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from graders.harness.course.people.roster import parse_roster
from graders.harness.course.run import dryrun
from graders.harness.course.run.class_plan import Plan
from graders.harness.course.run.classrun import grade_class
from graders.harness.course.run.dryrun import DryRun, dry_run, render
from graders.harness.course.run.store import Store
from graders.harness.errors import GraderError
from graders.harness.intake.bulk import Deliveries, find_deliveries
from graders.harness.result import Result, to_json
from graders.harness.sandbox.interface import Level
from tests.classes import SETTINGS, SUMS, some, write_class
from tests.course.executors import PLACE, Told
from tests.intake.downloads import graded as a_result
from tests.world import TOY

pytestmark = pytest.mark.slow

ROSTER = b"student id,login,name,group\n1,right,Ada,\n2,wrongg,Bob,\n3,eve,Eve,\n4,raising,Dee,g1\n5,gil,Gil,g1\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A class of three, and a damaged zip."""
    folder = write_class(
        tmp_path / "class", some({name: SUMS[name] for name in ("right", "wrong", "raising")})
    )
    (folder / "broken.zip").write_bytes(b"x")
    return folder


@pytest.fixture
def executor(monkeypatch: pytest.MonkeyPatch, cache: Path) -> Told:
    """An executor that returns its environment, and grades nothing."""
    told = Told(lambda job, before: AssertionError(f"{job.name} was graded"))

    @contextlib.contextmanager
    def two_at_once(jobs: int, dask: str = "") -> Iterator[tuple[Told, int]]:
        yield told, 2

    monkeypatch.setattr(dryrun, "executor_of", two_at_once)
    return told


def plan(out: Path, roster: bytes | None = ROSTER, **parts: bool) -> Plan:
    """Return the plan to grade the toy class."""
    return Plan(
        TOY.assignment, SETTINGS, out, 2, roster=parse_roster(roster) if roster else None, **parts
    )


def keep(deliveries: Sequence[object], *names: str) -> None:
    """Cache results of these deliveries, as an earlier run does."""
    store = Store(SETTINGS.load(), Level.C)
    for delivery in Deliveries(tuple(deliveries)):  # type: ignore[arg-type]
        if delivery.name in names:
            store.save(store.key(delivery.read(TOY.assignment), PLACE), PLACE, a_result(), ())


def of(assignment: str) -> Result:
    """Return a result of that assignment."""
    return msgspec.structs.replace(a_result(), assignment=assignment)


def printed(found: DryRun) -> str:
    """Return the terminal's text."""
    out = io.StringIO()
    render(found, Console(file=out, width=100))
    return out.getvalue()


def test_dry_run_lists_people_and_remaining_work(
    folder: Path, tmp_path: Path, executor: Told
) -> None:
    """It lists matches, absences, near misses, unreadable files, known results and the remaining work."""
    deliveries = find_deliveries([folder], TOY.assignment)
    keep(deliveries, "wrong")
    found = dry_run(plan(tmp_path / "out"), deliveries)
    assert [row.shown for row in found.missing] == ["Bob", "Eve", "Gil"]
    assert [row.submission for row in found.strangers] == ["broken", "wrong"]
    assert (found.work_plan.known, found.work_plan.fresh, found.work_plan.contents) == (
        {"wrong"},
        {"right", "raising"},
        2,
    )
    shown = printed(found)
    for line in (
        "nothing is graded",
        "Who handed in what (2)",
        "right  Ada (1)",
        "raising  Dee (4)",
        "no submission of their own, but their group has one",
        "wrong is not on the roster: is 'wrongg' meant (Bob)?",
        "1 from an earlier run, 1 unreadable, 2 to grade",
    ):
        assert line in shown
    assert executor.names == [] and not (tmp_path / "out").exists()


def test_remaining_work_is_counted_by_content(folder: Path, tmp_path: Path, executor: Told) -> None:
    """With `--fresh` no result counts as known; the same files count once."""
    deliveries = find_deliveries([folder], TOY.assignment)
    keep(deliveries, "right", "wrong")
    (folder / "twin").mkdir()
    for file in (folder / "raising").iterdir():
        (folder / "twin" / file.name).write_bytes(file.read_bytes())
    found = dry_run(plan(tmp_path / "out", roster=None), find_deliveries([folder], TOY.assignment))
    assert found.work == ("2 from an earlier run, 1 unreadable, 2 to grade (1 different)",)
    assert "Submissions (5)" in printed(found)
    assert (
        dry_run(plan(tmp_path / "out", use_store=False), deliveries).work_plan.known == frozenset()
    )


@pytest.mark.slow
@pytest.mark.parametrize("kept", [(), ("right",)])
def test_new_cache_is_reported(
    folder: Path, tmp_path: Path, executor: Told, cache: Path, kept: tuple[str, ...]
) -> None:
    """If the folder has results but the cache has none, everything is graded again. The reason comes first."""
    deliveries = find_deliveries([folder], TOY.assignment)
    keep(deliveries, *kept)
    for name in ("right", "wrong"):
        (tmp_path / "out" / name).mkdir(parents=True)
        (tmp_path / "out" / name / "result.json").write_bytes(to_json(of("toy")))
    if kept:
        (folder / "right" / "sums.py").write_text("# other\n")
    (_, why) = dry_run(plan(tmp_path / "out"), deliveries).work
    assert why.startswith(f"everything is graded again: the cache folder {cache} has no result")
    assert len(dry_run(plan(tmp_path / "out", use_store=False), deliveries).work) == 1
    assert len(dry_run(plan(tmp_path / "elsewhere"), deliveries).work) == 1


def test_results_of_another_assignment_are_not_mixed_in(
    folder: Path, tmp_path: Path, executor: Told
) -> None:
    """Neither a dry run nor a real one accepts them; a malformed result does not count."""
    (tmp_path / "out" / "zoe").mkdir(parents=True)
    (tmp_path / "out" / "zoe" / "result.json").write_bytes(b"{")
    deliveries = find_deliveries([folder], TOY.assignment)
    assert dry_run(plan(tmp_path / "out"), deliveries).work_plan.fresh
    (tmp_path / "out" / "zoe" / "result.json").write_bytes(to_json(of("other")))
    for run in (
        lambda: dry_run(plan(tmp_path / "out"), deliveries),
        lambda: grade_class(plan(tmp_path / "out"), deliveries, Console(), Console()),
    ):
        with pytest.raises(
            GraderError, match=r"contains results of other \(zoe\), not of toy: choose another"
        ):
            run()


def test_hostile_names_stay_on_their_line(tmp_path: Path, executor: Told) -> None:
    """Names of folders and people are untrusted."""
    folder = write_class(
        tmp_path / "class", some({"a\x1b[2Jb\nc": SUMS["right"], "bob": SUMS["wrong"]})
    )
    roster = b'student id,name\nbob,"B\x1b[31mob\n[red]x"\n'
    shown = printed(
        dry_run(plan(tmp_path / "out", roster), find_deliveries([folder], TOY.assignment))
    )
    assert "\x1b" not in shown and "[red]x" in shown and "\\n" in shown
