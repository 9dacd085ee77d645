"""Marking a graded class again: the same as grading it with the new marks, and nothing is graded.

Results are made here, from verdicts; nothing runs.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from graders.extensions.tutoring import deciding, decisions_writing, sheet
from graders.extensions.tutoring import mark_changes as moves
from graders.harness import cli
from graders.harness.assignment.check import CheckSpec
from graders.harness.assignment.manifest import Assignment, Deduction
from graders.harness.assignment.places import naming
from graders.harness.course.marks import decisions_file
from graders.harness.course.marks import weights as weighing
from graders.harness.course.people.roster import parse_roster
from graders.harness.course.run import classrun
from graders.harness.course.run.deliveries import DeliveryState, GradedSubmission
from graders.harness.diagnosis import Diagnosis
from graders.harness.errors import GraderError
from graders.harness.grading import collecting
from graders.harness.grading.marking import mark, marked
from graders.harness.grading.outcome import PASSED, CheckRun, Outcome
from graders.harness.intake.bulk import Deliveries
from graders.harness.intake.delivery import SubmissionSource
from graders.harness.processes.jobs import Settings
from graders.harness.reports.result_folder import (
    DIAGNOSIS,
    diagnosis_beside,
    write_diagnosis,
)
from graders.harness.result import (
    Cause,
    CauseKind,
    Finding,
    Flag,
    FlagCode,
    Result,
    from_json,
    to_json,
    total,
)
from graders.harness.style.survey import Surveyed, Unread
from tests.classes import NothingRuns
from tests.intake.downloads import delivery
from tests.once import once
from tests.world import TOY, World

pytestmark = pytest.mark.slow

CHECKS = ("sums.total", "sums.largest", "sums.largest-single", "words.describe", "words.shout")
FAILED = {"ada": (), "ben": ("sums.total", "sums.largest"), "g1": ("words.shout",)}
"""Submission -> its failed checks."""
ROSTER = b"""login,student id,name,group,days late,tokens,tutorial
ada,1001,Ada Wong,,,,T1
ben,1002,Ben Okafor,,1,,T2
gil,1007,Gil Santos,g1,0.125,,T2
hana,1008,Hana Berg,g1,2,1,T1
"""
MANIFEST = """
[[manual]]
name = "Style (names)"
max_marks = 4

[[deductions]]
name = "Prints"
rules = ["print*"]
marks = 1
cap = 2
reason = "the handout"
"""
WEIGHTS = """
[checks]
"sums.total" = 0.1
"words.*" = 1
[visibility]
"sums.largest-single" = "hidden"
[tasks]
words = 2.5
[manual]
Style = 6
[[deductions]]
name = "Prints"
rules = ["*"]
marks = 0.5
cap = 2
reason = "the handout"
[late]
per_hour = 0.1
days = 2
reason = "the handout"
"""


@pytest.fixture(scope="module")
def toy() -> Iterator[World]:
    """The toy world with a part for tutors and a deduction; its root is named to `grader`."""

    def write(root: Path) -> None:
        TOY.copy(root / "toy")
        with (root / "toy" / "graders" / "toy" / "assignment.toml").open("a") as manifest:
            manifest.write(MANIFEST)

    world = World(once("remarked", write) / "toy", "toy")
    with naming(world.root):
        SPECS.extend(listed.spec for listed in collecting.collect(world.assignment))
        yield world
    SPECS.clear()


SPECS: list[CheckSpec] = []
"""All checks of the toy world; a property cannot collect them."""


def specs_of_toy() -> tuple[CheckSpec, ...]:
    return tuple(SPECS)


def runs(specs: tuple[CheckSpec, ...], failed: tuple[str, ...]) -> list[CheckRun]:
    """Return runs in which these checks failed."""
    wrong = Outcome.of(Cause(CauseKind.WRONG_ANSWER, detail="It is wrong."))
    return [
        CheckRun(spec, f"Title of {spec.id}", wrong if spec.id in failed else PASSED, 0.0, 1)
        for spec in specs
    ]


SURVEYED = Surveyed(
    findings=(Finding("prints", "breach", "sums.py", 3, "it prints", "the handout"),),
    unread=(Unread("rules", "hard", "words.py"),),
)


class Instantly(NothingRuns):
    """Everything has been graded."""

    specs: tuple[CheckSpec, ...] = ()
    world: World

    def graded(self, delivery: SubmissionSource) -> GradedSubmission:
        """Return a result with the verdicts of FAILED."""
        surveyed = Surveyed(findings=SURVEYED.findings) if delivery.name == "ben" else Surveyed()
        result = mark(
            self.world.assignment,
            delivery.name,
            runs(self.specs, FAILED[delivery.name]),
            (),
            surveyed,
        )
        return GradedSubmission(delivery, DeliveryState.GRADED, result, digest="f" * 8)


def grade(world: World, folder: Path) -> Path:
    """Grade the class into *folder*."""
    Instantly.world, Instantly.specs = world, specs_of_toy()
    plan = classrun.Plan(
        world.assignment,
        Settings("toy"),
        folder,
        1,
        roster=parse_roster(ROSTER),
        use_store=False,
        web=True,
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(classrun, "Batch", Instantly)
        deliveries = Deliveries(tuple(map(delivery, FAILED)))
        classrun.grade_class(
            plan, deliveries, Console(file=io.StringIO()), Console(file=io.StringIO())
        )
    return folder


def files(folder: Path) -> dict[str, bytes]:
    """Return what depends on marks in the folder of a class."""
    names = ("result.json", "report.txt", "staff-report.html", "gradebook.csv", "run.log")
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.name in names
    }


@pytest.mark.nightly
def test_marking_again_is_the_same_as_grading_with_the_new_marks(
    toy: World, tmp_path: Path
) -> None:
    """Late hours make a group's members differ, so they get their own pages, and share one again afterwards.

    An eighth of a day is three hours; from the gradebook's 0.13 it would be four.
    """
    before = files(grade(toy, tmp_path / "marks"))
    new = tmp_path / "new.toml"
    new.write_text(WEIGHTS)
    preview = weighted(tmp_path / "marks", new)
    assert files(tmp_path / "marks") == before, "nothing is written yet"
    deciding.write(preview)
    (tmp_path / "other").mkdir()
    keep(tmp_path / "other", weighing.read(new))
    assert files(tmp_path / "marks") == files(grade(toy, tmp_path / "other"))
    assert (tmp_path / "marks" / "g1" / "1008" / "result.json").exists()
    grade(toy, tmp_path / "marks")
    assert files(tmp_path / "marks") == files(tmp_path / "other"), (
        "a later grading uses the weights"
    )
    keep(tmp_path / "marks", weighing.Weights())
    assert not (tmp_path / "marks" / decisions_file.FILE).read_bytes()
    deciding.write(deciding.Class(tmp_path / "marks").preview_sources())
    assert files(tmp_path / "marks") == before


def test_new_maximum_shows_the_mark_that_a_tutor_gave(toy: World, tmp_path: Path) -> None:
    """The tutor gave it out of the old maximum, and may want to give another now."""
    folder = grade(toy, tmp_path / "marks")
    take_sheet(folder)
    new = tmp_path / "new.toml"
    new.write_text("[manual]\nStyle = 5\n")
    why = {move.who: move.why for move in weighted(folder, new).moves}
    assert why["ben"] == ("Style (names): 3 of 4, now 3 of 5",)
    assert why["ada"] == ("Style (names): none of 4, now none of 5",)


@pytest.mark.slow
def test_changes_are_listed_with_their_reasons(toy: World, tmp_path: Path) -> None:
    new = tmp_path / "new.toml"
    new.write_text(
        '[checks]\n"sums.total" = 0\n[tasks]\nsums = 4\n[late]\nper_day = 1\ndays = 2\nreason = "so"\n'
    )
    found = {move.who: move for move in weighted(grade(toy, tmp_path / "marks"), new).moves}
    assert {who: (move.before, move.after) for who, move in found.items()} == {
        "ada": (10, 8),
        "ben": (5, 4),
        "gil": (8, 5),
        "hana": (8, 5),
    }
    assert found["ben"].why == ("Sums: 2 of 6, now 2 of 4", "late: none, now -1")
    out = io.StringIO()
    moves.render(list(found.values()), 4, Console(file=out, width=100))
    assert "ben" in out.getvalue() and "4 of 4 reports change" in out.getvalue()


@pytest.mark.slow
def test_weights_of_a_task_share_its_marks(toy: World, tmp_path: Path) -> None:
    """A check that does not count leaves its marks to the others, unless the task gets fewer."""

    def worth(text: str) -> dict[str, Fraction]:
        path = tmp_path / "some.toml"
        path.write_text(text)
        scheme = weighing.scheme(toy.assignment, weighing.read(path), "some.toml")
        graded = scheme.applied(mark(toy.assignment, "a", runs(specs_of_toy(), ())))
        assert [task.marks for task in graded.tasks] == [task.max_marks for task in graded.tasks]
        return {check.id: check.max_marks for check in graded.checks if check.task == "sums"}

    assert worth('[checks]\n"sums.total" = 0\n') == {
        "sums.largest": 3,
        "sums.largest-single": 3,
        "sums.total": 0,
    }
    assert worth('[checks]\n"sums.total" = 0\n[tasks]\nsums = 4\n')["sums.largest"] == 2
    assert worth("[tasks]\nsums = 10\n") == dict(
        zip(sorted(CHECKS[:3]), map(Fraction, ("3.34", "3.33", "3.33")), strict=True)
    )
    assert worth("[checks]\nsums = 0.1\n[tasks]\nsums = 0.3\n")["sums.total"] == Fraction(1, 10)


VERDICTS = st.sets(st.sampled_from(CHECKS))
NUMBERS = st.sampled_from([0.1, 0.5, 1, 2.5, 7])


@pytest.mark.slow
@given(
    failed=VERDICTS,
    marks=st.dictionaries(st.sampled_from(CHECKS), NUMBERS),
    tasks=st.tuples(NUMBERS, NUMBERS),
)
def test_kept_verdicts_are_marked_exactly(
    toy: World, failed: set[str], marks: dict[str, float], tasks: tuple[float, float]
) -> None:
    """A result that was written, and so rounded, gets the marks that grading would give."""
    weights = weighing.Weights(checks=marks, tasks=dict(zip(("sums", "words"), tasks, strict=True)))
    specs = specs_of_toy()
    scheme = weighed(toy.assignment, weights)
    before = mark(toy.assignment, "a", runs(specs, tuple(failed)), (), SURVEYED)
    assert marked(from_json(to_json(before)), toy.assignment.manifest, specs) == before
    assert scheme.specs is not None
    other = msgspec.structs.replace(toy.assignment, manifest=scheme.manifest)
    direct = mark(other, "a", runs(scheme.specs, tuple(failed)), (), SURVEYED)
    assert scheme.applied(from_json(to_json(before))) == direct


def weighed(assignment: Assignment, weights: weighing.Weights) -> weighing.Scheme:
    """Return the scheme of the weights; the checks are not collected again."""
    listed = [SimpleNamespace(spec=spec) for spec in SPECS]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(collecting, "collect", lambda _: listed)
        return weighing.scheme(assignment, weights, "weights.toml")


def test_flag_of_one_cause_has_the_present_marks(toy: World) -> None:
    specs = specs_of_toy()
    values = {
        "repair": "output",
        "checks": 1,
        "passing": ["sums.total"],
        "failed": 2,
        "task": "",
        "marks": 9,
        "repaired": 9,
        "full": 9,
    }
    graded = mark(toy.assignment, "a", runs(specs, ("sums.total", "words.shout")))
    graded = msgspec.structs.replace(graded, flags=(Flag(FlagCode.ONE_CAUSE, values),))
    (flag,) = marked(graded, toy.assignment.manifest, specs).flags
    assert (flag.values["marks"], flag.values["repaired"], flag.values["full"]) == (6, 8, 10)


@pytest.mark.slow
def test_decisions_and_tutors_marks_are_applied_to_the_new_marks(
    toy: World, tmp_path: Path
) -> None:
    """A waiver is worth what the check is worth now, and a waiver of lateness what lateness costs now."""
    folder = grade(toy, tmp_path / "marks")
    take_sheet(folder)
    signed = 'by = "R."\non = 2024-05-02\nwhy = "so"\n'
    entries = f'[[decision]]\nsubmission = "ben"\ncheck = "sums.total"\n{signed}[[decision]]\nsubmissions = ["*"]\nadjustment = "late"\n{signed}'
    with (folder / decisions_file.FILE).open("a") as stream:
        stream.write(entries)
    new = tmp_path / "new.toml"
    new.write_text(
        '[checks]\n"sums.total" = 3\n[tasks]\nsums = 7\n[late]\nper_day = 1\ndays = 2\nreason = "so"\n'
    )
    deciding.write(weighted(folder, new))
    rows = {
        line.split(",")[1]: line.split(",")
        for line in (folder / "gradebook.csv").read_text().splitlines()
    }
    heading = rows["name"]
    assert rows["Ben Okafor"][heading.index("total")] == "8"
    assert rows["Ben Okafor"][heading.index("whole mark")] == "11"
    assert rows["Hana Berg"][heading.index("total")] == "9"
    assert (
        rows["Hana Berg"][heading.index("on roster")],
        rows["Hana Berg"][heading.index("tutorial")],
    ) == ("yes", "T1")


def weighted(folder: Path, new: Path) -> deciding.Preview:
    """Return what the class becomes with the weights in *new*."""
    return deciding.Class(folder).preview_weights(weighing.read(new))


def keep(folder: Path, weights: weighing.Weights) -> None:
    """Write *weights* into the folder of a class, without bringing them in."""
    decisions_file.change(folder, lambda before: decisions_writing.with_weights(before, weights))


@pytest.mark.slow
def test_hints_are_forgotten_when_a_check_becomes_hidden(
    toy: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A hint may come from what the check shows; grading makes those that are still allowed."""
    folder = grade(toy, tmp_path / "marks")
    write_diagnosis(folder / "ben", Diagnosis(hints=("look at total",)))
    new = tmp_path / "new.toml"
    new.write_text('[visibility]\n"sums.total" = "hidden"\n')
    assert (
        cli.main(["--root", str(toy.root), "decide", str(folder), "--weights", str(new), "--yes"])
        == 0
    )
    assert (folder / "ben" / DIAGNOSIS).exists()
    diagnosis = diagnosis_beside(folder / "ben")
    assert diagnosis is not None and diagnosis.hints == ()
    assert "sums.total: public, now hidden" in capsys.readouterr().out
    hidden = {
        check.id for check in read(folder / "ben").checks if check.visibility.value == "hidden"
    }
    assert "sums.total" in hidden


def take_sheet(folder: Path) -> None:
    """Apply a sheet in which one submission is marked."""
    path = folder / "sheet.csv"
    path.write_text("submission,Style (of 4),Style: comment\nben,3,fine\n")
    sheet.apply_sheet(folder, path)


def read(folder: Path) -> Result:
    return from_json((folder / "result.json").read_bytes())


@pytest.fixture(scope="module")
def marked_by_tutors(toy: World, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a graded class with a sheet, which no test may change."""
    folder = grade(toy, tmp_path_factory.mktemp("class") / "marks")
    take_sheet(folder)
    return folder


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[checks]\n"sums.totl" = 1\n', "did you mean sums.total"),
        ("[tasks]\nsum = 1\nsums = 2\nx = 3\n", "no task is called 'x'"),
        ('[checks]\n"sums.total" = -1\n', "checks.*>= 0"),
        ('[checks]\n"sums.total" = inf\n', "checks.*<= 1000000"),
        ('[checks]\n"sums.total" = nan\n', "checks.*>= 0"),
        ("[checks]\nsums = 0\n", "nobody can earn its 6"),
        ('[visibility]\n"sums.total" = "secret"\n', "visibility"),
        ("[weights]\n", "there is no field weights"),
        ("[late]\ndays = 1\nreason = 'x'\n", "either per_day or per_hour"),
        ("[manual]\nStyle = 2\n", "a tutor gave 3"),
    ],
)
def test_wrong_weights_are_refused(
    marked_by_tutors: Path, tmp_path: Path, text: str, said: str
) -> None:
    """The message names the file, and nothing is written."""
    before = files(marked_by_tutors)
    new = tmp_path / "new.toml"
    new.write_text(text)
    with pytest.raises(GraderError, match=said):
        weighted(marked_by_tutors, new)
    assert files(marked_by_tutors) == before


def test_result_of_another_grader_is_refused(toy: World, tmp_path: Path) -> None:
    folder = grade(toy, tmp_path / "marks")
    path = folder / "ada" / "result.json"
    path.write_bytes(path.read_bytes().replace(b'"sums.total"', b'"sums.gone"'))
    with pytest.raises(GraderError, match="grade the class again"):
        deciding.Class(folder).preview_weights(weighing.Weights())


@pytest.mark.slow
def test_command_shows_first_and_writes_only_if_told(
    toy: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = grade(toy, tmp_path / "marks")
    before = files(folder)
    new = tmp_path / "new.toml"
    new.write_text("[tasks]\nsums = 12\n")
    arguments = ["--root", str(toy.root), "decide", str(folder), "--weights", str(new)]
    for more in ([], ["--dry-run"]):
        assert cli.main([*arguments, *more]) == 0
        shown = capsys.readouterr()
        assert "automatic part: 10, now 16" in shown.out
        assert "Sums: 6 of 6, now 12 of 12" in shown.out and "nothing was changed" in shown.err
        assert files(folder) == before
    assert cli.main([*arguments, "--yes"]) == 0
    assert read(folder / "ada").max_marks == 16 and decisions_file.read(
        folder
    ).weights == weighing.read(new)


@pytest.mark.slow
def test_weights_leave_what_people_wrote(toy: World, tmp_path: Path) -> None:
    """Other tables are added below them; weights that a person wrote are theirs to change."""
    folder = grade(toy, tmp_path / "marks")
    path = folder / decisions_file.FILE
    path.write_text("# Ours.\n")
    for marks in (3, 2):
        keep(folder, weighing.Weights(checks={"sums.total": marks}))
        assert path.read_text().startswith("# Ours.\n\n# ----")
        assert decisions_file.read(folder).weights.checks == {"sums.total": marks}
    signed = ["--by", "R.", "--on", "2024-05-02", "--why", "so", "--yes"]
    words = ["--root", str(toy.root), "decide", str(folder)]
    assert cli.main([*words, "ben", "--waive", "sums.total", *signed]) == 0
    added = path.read_text().partition("# ---- To here.\n")[2]
    assert added.startswith("\n[[decision]]\n") and total(read(folder / "ben")) == 7
    keep(folder, weighing.Weights())
    assert path.read_text() == f"# Ours.\n\n{added[1:]}"
    path.write_text('[weights.checks]\n"sums.total" = 1\n')
    assert cli.main([*words, "--yes"]) == 0
    assert read(folder / "ada").max_marks == 10
    with pytest.raises(GraderError, match="a person wrote"):
        keep(folder, weighing.Weights(checks={"sums.total": 2}))


def test_deduction_of_the_file_replaces_the_assignments(toy: World) -> None:
    specs = specs_of_toy()
    graded = mark(toy.assignment, "a", runs(specs, ()), (), SURVEYED)
    assert [change.amount for change in graded.adjustments] == [-1]
    other = Deduction("Style", ("pr*",), 0.5, 3, "so")
    for deductions, amounts in (((), []), ((other,), [Fraction(-1, 2)])):
        scheme = weighed(toy.assignment, weighing.Weights(deductions=deductions))
        assert [change.amount for change in scheme.applied(graded).adjustments] == amounts


def test_login_is_known_in_the_first_grading_and_later(toy: World, tmp_path: Path) -> None:
    """By the roster, then by the gradebook; before, only the submission's name was."""
    folder = tmp_path / "marks"
    folder.mkdir()
    signed = 'by = "R."\non = 2024-05-02\nwhy = "so"\n'
    (folder / decisions_file.FILE).write_text(
        f'[[decision]]\nsubmission = "hana"\ncheck = "words.shout"\n{signed}'
    )
    grade(toy, folder)
    assert total(read(folder / "g1")) == 10 and read(folder / "g1").flags == ()
    assert deciding.Class(folder).preview_sources().moves == ()
