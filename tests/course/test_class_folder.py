"""A class is written from its state: what `class.json` has gives the same bytes as the grading that wrote it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from graders.extensions.tutoring import remarking
from graders.harness import cli
from graders.harness.assignment.places import naming
from graders.harness.course.marks import up_to_date
from graders.harness.course.pages import class_file, class_folder
from graders.harness.course.pages.changing import LOCK, STATE, changing
from graders.harness.course.pages.class_file import ClassState
from graders.harness.course.pages.gradebook import GradebookRow, GradingState
from graders.harness.course.people.roster import parse_roster
from graders.harness.course.run import classrun
from graders.harness.course.run.deliveries import DeliveryState, GradedSubmission
from graders.harness.grading.collecting import collect
from graders.harness.intake.bulk import Deliveries
from graders.harness.intake.delivery import SubmissionSource
from graders.harness.processes.jobs import Settings
from graders.harness.reports.result_folder import CODE, EARLIER_CODE
from graders.harness.result import Flag, FlagCode
from tests.course.graded import gradebook_of
from tests.course.killed import Instantly, with_late_days
from tests.intake.downloads import delivery
from tests.nightly import PASSES
from tests.world import TOY

pytestmark = pytest.mark.slow

ROSTER = """login,student id,name,group,days late,tokens,tutorial,Total,Comment; odd,Comment; odd,=evil
ada,1001,Ada Wong,,,2,T1,old,c1,c2,=1+1
ben,1002,"Okafor; Ben",,1.337,1,T2,,,x; y,;=2
gil,1007,Gil Santos,g1,,0,T2,,,,
hana,1008,Hana Berg,g1,2,1,T2,,,,
ida,1009,Ida Roy,,,3,T1,,,,
jo,1010,Jo Broken,,,3,T1,,,,
"""
FLAGS = (Flag(FlagCode.EMPTY_FILE, {"file": "a; b.py"}), Flag(FlagCode.TOO_LATE, {"days": 2}))


class Oddly(Instantly):
    """One submission cannot be read, and one has flags."""

    failed = {"ada": ("sums.total",), "ben": ("sums.total",), "g1": (), "stranger": ()}

    def graded(self, delivery: SubmissionSource) -> GradedSubmission:
        """Return a result, or a refusal."""
        if delivery.name == "jo":
            return GradedSubmission(delivery, DeliveryState.UNREADABLE, message="it holds; no file")
        done = super().graded(delivery)
        assert done.result is not None
        flags = FLAGS if delivery.name == "ada" else ()
        return replace(done, result=msgspec.structs.replace(done.result, flags=flags))


@pytest.fixture
def marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a graded class with odd cells, groups, late days, tokens, and flags with semicolons."""
    monkeypatch.setattr(classrun, "Batch", Oddly)
    monkeypatch.setattr(Instantly, "world", TOY, raising=False)
    world = with_late_days(tmp_path / "world")
    with naming(world.root):
        specs = tuple(one.spec for one in collect(TOY.assignment))
        monkeypatch.setattr(Instantly, "specs", specs, raising=False)
        plan = classrun.Plan(
            world.assignment,
            Settings("toy"),
            tmp_path / "marks",
            1,
            roster=parse_roster(ROSTER.encode()),
            use_store=False,
        )
        deliveries = [delivery(name) for name in ("ben", "g1", "jo", "stranger")]
        deliveries.append(delivery("ada", flags=("odd; flag",), late=True))
        quiet = Console(file=io.StringIO())
        classrun.grade_class(plan, Deliveries(tuple(deliveries)), quiet, quiet)
        yield plan.out


def files(folder: Path) -> dict[str, bytes]:
    """Return all files but the lock."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != LOCK
    }


def test_class_that_is_written_again_has_the_same_bytes(marks: Path) -> None:
    before = files(marks)
    remarking.bring_in(marks)
    assert files(marks) == before


def test_decision_changes_the_cells_of_a_mark_alone(marks: Path) -> None:
    """Columns of the roster with one heading stay apart, and a repeated one stays left out."""
    before = gradebook_of(marks)
    words = ["hana", "--set", "sums.total=0", "--by", "R.", "--why", "x", "--yes"]
    assert cli.main(["decide", str(marks), *words]) == 0
    after = gradebook_of(marks)
    assert after.heading == before.heading
    assert after.heading[-6:] == ("login", "tokens", "tutorial", *["Comment; odd"] * 2, "'=evil")
    ada = dict(zip(before.heading, before.lines[0], strict=True))
    assert ada["flags"].startswith(
        "odd, flag; the platform marks it late; a, b.py is empty; 2 days"
    )
    changed = {
        (line[1], heading)
        for line, other in zip(before.lines, after.lines, strict=True)
        for heading, cell, new in zip(before.heading, line, other, strict=True)
        if cell != new
    }
    members = ("Gil Santos", "Hana Berg")
    assert changed == {(name, heading) for name in members for heading in ("adjustments", "total")}


def test_gradebook_is_never_read(marks: Path) -> None:
    """It may be a spreadsheet's by now, or gone."""
    book = marks / class_folder.BOOK
    before, entries = book.read_bytes(), up_to_date.read(marks)
    for change in (lambda: book.write_text("mine"), book.unlink):
        change()
        assert up_to_date.read(marks) == entries
        remarking.bring_in(marks)
        assert book.read_bytes() == before


texts = st.text(st.characters(exclude_categories=()), max_size=8) | st.sampled_from(
    ["::set", "#", "\udcff"]
)
days = st.none() | st.fractions(0, 9, max_denominator=999)
people = st.builds(
    GradebookRow,
    texts,
    texts,
    texts,
    texts,
    st.sampled_from(GradingState),
    days_late=days,
    flags=st.lists(texts, max_size=2).map(tuple),
    on_roster=st.booleans(),
    cells=st.lists(texts, max_size=2).map(tuple),
    tokens=st.fractions(0, 9, max_denominator=999),
    page=texts,
    faults=st.lists(texts, max_size=2).map(tuple),
    tokens_left=days,
)


@given(rows=st.lists(people, max_size=3), names=st.dictionaries(texts, st.tuples(texts)))
@settings(max_examples=30 * PASSES, deadline=None)
def test_state_is_the_same_after_writing(
    tmp_path_factory: pytest.TempPathFactory, rows: list[GradebookRow], names: dict[str, tuple[str]]
) -> None:
    """Names are raw, and yet the file has no byte that steers a terminal or a CI system."""
    folder = tmp_path_factory.mktemp("state")
    state = ClassState(rows=tuple(rows), columns=("a", "b"), names=names, maxima={"a": "1"})
    class_file.write(folder, state)
    assert class_file.read(folder) == state
    written = (folder / STATE).read_bytes()
    assert written.isascii()
    assert not any(sign in written for sign in (b"#", b"::", b"\x1b", b"\x7f"))


def test_code_before_the_present_one_is_kept(tmp_path: Path) -> None:
    """The same code again keeps what was before it, and other code takes its place."""

    def graded_again(code: str) -> None:
        with changing(tmp_path) as draft:
            class_folder.remove_pages(draft, "ada")
            (draft.after / "ada").mkdir(parents=True)
            (draft.after / "ada" / CODE).write_text(code)
            class_folder.keep_earlier_code(draft, "ada")

    earlier = tmp_path / "ada" / EARLIER_CODE
    graded_again("first")
    assert not earlier.exists()
    for code, kept in (("second", "first"), ("second", "first"), ("third", "second")):
        graded_again(code)
        assert earlier.read_text() == kept
