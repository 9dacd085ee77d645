"""A person's mark is the same everywhere: gradebook, page, every export and every hand-back.

The tests cover every combination of late days, tutors' marks, decisions and groups. Nothing is graded: the results are
made here.
"""

from __future__ import annotations

import csv
import functools
import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from graders.extensions.platforms import tables
from graders.extensions.platforms.return_feedback import INDEX, return_feedback, targets
from graders.extensions.tutoring import sheet
from graders.harness.assignment.manifest import Late, load_assignment
from graders.harness.assignment.places import naming
from graders.harness.course.marks import decisions_file, up_to_date
from graders.harness.course.marks.class_reports import report
from graders.harness.course.pages import class_folder
from graders.harness.course.pages.page_names import page_folder
from graders.harness.course.people.roster import parse_roster
from graders.harness.course.run import classrun
from graders.harness.course.run.deliveries import DeliveryState, GradedSubmission
from graders.harness.intake.bulk import Deliveries
from graders.harness.intake.delivery import SubmissionSource
from graders.harness.processes.jobs import Settings
from graders.harness.reports.audience import Audience, redact
from graders.harness.reports.formats import formats
from graders.harness.reports.report_style import report_style_of
from graders.harness.reports.reporting import ReportRequest, writer_of
from graders.harness.reports.sentences import flag_text
from graders.harness.result import (
    ManualPart,
    Result,
    Verdict,
    from_json,
    rounded,
    total,
    whole,
)
from tests.classes import NothingRuns
from tests.intake.downloads import delivery
from tests.reports.paper import check, result
from tests.world import write_world

pytestmark = pytest.mark.slow

GRADED = msgspec.structs.replace(
    result(
        check("block.a", verdict=Verdict.PASSED, marks=6),
        check("goal.b", marks=4),
        manual=(ManualPart("Style", Fraction(4)),),
    ),
    assignment="late",
)
EARNED, HIGHEST, STYLE = 6, 10, 3
GROUPS = ("block=1", "goal=2", "tutor-1=3")
"""MarkUs' ids of test groups."""
LATE = Late(per_day=1, days=3, reason="the handout")
BEYOND = "after the last day that counts"
PEOPLE = {"ann": "ann", "bo": "team1", "cy": "team1"}
"""Login -> submission."""
DAYS = {
    "in time": ("", ""), "equally late": ("1", "1"), "different days": ("1", "2"), "hours of a day": ("0.5", "1"),
    "one beyond": ("1", "4"), "both beyond": ("4", "5"), "one cell empty": ("", "2"),
}  # fmt: skip
"""Late days of the two group members on the roster; ann has those of the second."""
DECISIONS = {
    "none": "",
    "waiver": 'adjustment = "late"',
    "adjustment": 'adjustment = "late"\nmarks = -0.5',
    "check": 'check = "goal.b"\nmarks = 2',
}


class Instantly(NothingRuns):
    """Everything has been graded."""

    def graded(self, delivery: SubmissionSource) -> GradedSubmission:
        """Return the same result for each."""
        result = msgspec.structs.replace(GRADED, submission=delivery.name)
        return GradedSubmission(delivery, DeliveryState.GRADED, result, digest="f" * 8)


def grade(folder: Path, days: tuple[str, str], web: bool = False) -> None:
    """Grade the class into *folder*."""
    late = {"ann": days[1], "bo": days[0], "cy": days[1]}
    lines = ["login,name,group,ID,Identifier,days late"]
    for number, login in enumerate(PEOPLE, 501):
        group = "team1" if PEOPLE[login] == "team1" else ""
        lines.append(
            f"{login},{login.title()} Lee,{group},{number},Participant {number},{late[login]}"
        )
    assignment = load_assignment(GRADED.assignment)
    roster = parse_roster("\n".join(lines).encode())
    plan = classrun.Plan(
        assignment,
        Settings(assignment.id),
        folder,
        1,
        roster=roster,
        use_store=False,
        web=web,
    )
    deliveries = Deliveries((delivery("ann"), delivery("team1")))
    classrun.grade_class(plan, deliveries, Console(file=io.StringIO()), Console(file=io.StringIO()))


def decide(folder: Path, decision: str) -> None:
    """Write a decision on each submission, or none."""
    signed = 'by = "R. Tutor"\non = 2024-05-02\nwhy = "agreed"\n'
    tables = [
        f'[[decision]]\nsubmission = "{name}"\n{signed}{decision}\n'
        for name in dict.fromkeys(PEOPLE.values())
    ]
    (folder / decisions_file.FILE).write_text("".join(tables) if decision else "")


def take_sheet(folder: Path) -> None:
    """Apply a sheet in which every submission is marked."""
    path = folder / "sheet.csv"
    path.write_text(
        "submission,Style (of 4),Style: comment\n"
        + "".join(f"{name},3,fine\n" for name in ("ann", "team1"))
    )
    sheet.apply_sheet(folder, path)


def expected(days: str, decision: str) -> Fraction:
    """Return the marks of the automatic part, by the policy and the decision."""
    late = -HIGHEST if float(days or 0) > LATE.days else -Fraction(-(-float(days or 0) // 1))
    if late and decision == "waiver":
        late = 0
    if late and decision == "adjustment":
        late = Fraction(-1, 2)
    return max(EARNED + late + (2 if decision == "check" else 0), Fraction(0))


@dataclass(frozen=True)
class Marked:
    """A marked class, and the expected marks."""

    folder: Path
    days: Mapping[str, str]
    totals: Mapping[str, Fraction]
    tutors: bool

    def page(self, login: str) -> Path:
        """Return the folder of a person's page."""
        shared = self.folder / PEOPLE[login]
        return shared / login if (shared / login).is_dir() else shared

    def mark(self, login: str) -> str:
        """Return the mark for platforms: the whole mark if a tutor has marked."""
        return str(rounded(self.totals[login] + (STYLE if self.tutors else 0)))

    def result_of(self, login: str) -> Result:
        """Return the result on a person's page."""
        return from_json((self.page(login) / "result.json").read_bytes())


TUTORS = ("no tutor", "sheet taken last", "graded again")
CASES = [
    pytest.param(
        case,
        id=", ".join(case),
        marks=()
        if rank == column % len(TUTORS) and row == (column + len(DECISIONS) * rank) % len(DAYS)
        else pytest.mark.nightly,
    )
    for row, days in enumerate(DAYS)
    for column, decision in enumerate(DECISIONS)
    for rank, tutors in enumerate(TUTORS)
    for case in [(days, decision, tutors)]
]
"""Every combination at night; by day each decision once, with different days and tutors."""


@pytest.fixture(scope="module", params=CASES)
def marked(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Marked]:
    """The class with marks and decisions: applied to its folder, or merged by a regrade."""
    days, decision, tutors = request.param
    first, second = DAYS[days]
    folder = tmp_path_factory.mktemp("marks")
    world = write_world(
        tmp_path_factory.mktemp("world"),
        id=GRADED.assignment,
        checks="",
        driver="",
        reference={"block.py": ""},
        late={"per_day": LATE.per_day, "days": LATE.days, "reason": LATE.reason},
    )
    with naming(world.root), pytest.MonkeyPatch.context() as patch:
        patch.setattr(classrun, "Batch", Instantly)
        decide(folder, DECISIONS[decision])
        grade(folder, DAYS[days])
        if tutors != "no tutor":
            take_sheet(folder)
        if tutors == "graded again":
            grade(folder, DAYS[days])
        late = {"ann": second, "bo": first, "cy": second}
        totals = {login: expected(late[login], decision) for login in PEOPLE}
        yield Marked(folder, late, totals, tutors != "no tutor")


def names_on(marked: Marked) -> dict[Path, tuple[str, ...]]:
    """Return the names of the people whom each page is for, by its folder."""
    people = class_folder.people_by_page(up_to_date.read(marked.folder))
    return {marked.folder / page_folder(page): names for page, names in people.items()}


@functools.cache
def for_students(name: str, found: Result, people: tuple[str, ...]) -> bytes:
    """Return a result in this format, as students get it on the page of *people*."""
    report_style = replace(report_style_of(found), people=people)
    write = formats()[name].write
    if name == "markus-upload":
        write = writer_of(ReportRequest(Path(), name, options={"test_group": GROUPS}))
    return write(redact(found, Audience.STUDENT, report_style.disclosure), report_style, {})


def cells(data: str) -> list[dict[str, str]]:
    """Return the rows of a CSV, as dicts by heading."""
    return list(csv.DictReader(io.StringIO(data.removeprefix("\ufeff"), newline=""), strict=True))


def test_gradebook_and_pages_agree(marked: Marked) -> None:
    """Total, whole mark and flag follow the policy in the gradebook, result.json and report.txt."""
    book = {row["login"]: row for row in cells((marked.folder / "gradebook.csv").read_text())}
    assert set(book) == set(PEOPLE)
    for login, row in book.items():
        mark, days = marked.totals[login], marked.days[login]
        found = marked.result_of(login)
        assert (row["total"], total(found)) == (str(rounded(mark)), mark), login
        if marked.tutors:
            assert (row["whole mark"], whole(found)) == (marked.mark(login), (mark + STYLE, 14)), (
                login
            )
        beyond = float(days or 0) > LATE.days
        remarks = " ".join(map(flag_text, found.flags))
        text = " ".join((marked.page(login) / "report.txt").read_text().split())
        asked = beyond and "decision on late" not in {change.rule for change in found.adjustments}
        assert [BEYOND in row["flags"], BEYOND in remarks, BEYOND in text] == [
            asked,
            beyond,
            beyond,
        ], login
        late = any(marked.days[other] for other in PEOPLE if PEOPLE[other] == PEOPLE[login])
        assert not (late and "look again" in remarks), login
        assert re.search(rf"\b{rounded(mark)} / 10\b", text), (login, text)
        assert ("late" in {change.rule for change in found.adjustments}) is bool(days), login
        assert (f"{-(-float(days or 0) // 1):.0f} day" in text) is bool(days), login


def test_every_export_is_of_the_persons_own_result(marked: Marked, tmp_path: Path) -> None:
    """Each format shows the result of the person's page, and tables have the same marks."""
    people = names_on(marked)
    for name, kind in formats().items():
        report(
            ReportRequest(marked.folder, name, out=tmp_path / name, options={"test_group": GROUPS})
        )
        for login in PEOPLE:
            place = tmp_path / name / marked.page(login).relative_to(marked.folder) / kind.file
            found = marked.result_of(login)
            if name == "markus-upload" and any(
                change.amount.denominator > 1 for change in found.adjustments
            ):
                assert not place.exists(), login  # MarkUs takes whole extra marks only
                continue
            assert place.read_bytes() == for_students(name, found, people[marked.page(login)]), (
                name,
                login,
            )
    for login in PEOPLE:
        place = tmp_path / "gradescope" / marked.page(login).relative_to(marked.folder)
        assert str(
            rounded(Fraction(str(json.loads((place / "results.json").read_text())["score"])))
        ) == marked.mark(login)
    report(
        ReportRequest(
            marked.folder, "canvas", out=tmp_path / "canvas.csv", options={"column": "A1"}
        )
    )
    canvas = {
        row["SIS Login ID"]: row["A1"] for row in cells((tmp_path / "canvas.csv").read_text())[1:]
    }
    assert canvas == {login: marked.mark(login) for login in PEOPLE}
    report(ReportRequest(marked.folder, "markus-csv", out=tmp_path / "markus.csv"))
    markus = {
        row["User Name"]: row["Total Mark"]
        for row in cells((tmp_path / "markus.csv").read_text())[1:]
    }
    assert markus == {login: marked.mark(login) for login in PEOPLE if login in markus}
    assert ("cy" in markus) is (marked.page("cy") != marked.page("bo"))
    settle = ("team1",) if marked.totals["bo"] != marked.totals["cy"] else ()
    assert tables.differing_groups(up_to_date.read(marked.folder)) == settle


def files_of(where: Path) -> dict[str, bytes]:
    """Return all files of a zip or a folder."""
    if where.is_dir():
        return {
            path.relative_to(where).as_posix(): path.read_bytes()
            for path in where.rglob("*")
            if path.is_file()
        }
    with zipfile.ZipFile(where) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_every_person_gets_their_own_page_back(marked: Marked, tmp_path: Path) -> None:
    """If a platform has one place for people with different pages, they get nothing, with a reason."""
    download = tmp_path / "submissions.zip"
    with zipfile.ZipFile(download, "w") as archive:
        for name in ("leeann_501_9001_a1.py", "leebo_502_9002_a1.py"):
            archive.writestr(name, "x = 1\n")
    differ, people = marked.page("bo") != marked.page("cy"), names_on(marked)
    for target, kind in targets().items():
        out = tmp_path / target
        handed = return_feedback(
            marked.folder, target, out, download if target == "canvas" else None
        )
        files = files_of(handed.where)
        for line in cells((out / INDEX).read_text(encoding="utf-8")):
            if line["file"]:
                found = marked.result_of(line["login"])
                expected = for_students(kind.format, found, people[marked.page(line["login"])])
                assert files[line["file"]] == expected, (target, line)
            else:
                assert differ and target == "canvas" and "one page" in line["remark"], line
        assert handed.people == (1 if differ and target == "canvas" else 3), target


def test_members_with_different_results_have_separate_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once they are equal they share a page again. No page or export of an earlier run is left."""
    monkeypatch.setattr(classrun, "Batch", Instantly)
    names = {"result.json", "report.txt", "staff-report.html", "run.log"}

    def files_below(folder: Path) -> set[str]:
        return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}

    out = tmp_path / "students"
    for days, folders in (
        ("equally late", [""]),
        ("different days", ["bo/", "cy/"]),
        ("in time", [""]),
    ):
        grade(tmp_path / "marks", DAYS[days], web=True)
        assert files_below(tmp_path / "marks" / "team1") == {
            f"{below}{name}" for below in folders for name in names
        }
        report(ReportRequest(tmp_path / "marks", "html", out=out))
        assert files_below(out / "team1") == {f"{below}report.html" for below in folders}
        for below in folders:
            page = (tmp_path / "marks" / "team1" / below / "staff-report.html").read_text()
            assert f'href="{"../" * (2 if below else 1)}staff-index.html"' in page
            index = (tmp_path / "marks" / class_folder.PAGE).read_text()
            assert f'href="team1/{below}staff-report.html"' in index
