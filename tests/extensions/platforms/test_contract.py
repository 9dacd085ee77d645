"""A class of 60 in each platform's own layout comes in, and its marks and pages go out.

Downloads and rosters are made here by the rules of each platform's exporter.
"""

from __future__ import annotations

import csv
import io
import unicodedata
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest

from graders.extensions.platforms import moodle
from graders.extensions.platforms.marks_tables import MarksOptions
from graders.extensions.platforms.platform import Platform, with_ways_back
from graders.extensions.platforms.return_feedback import return_feedback, targets
from graders.harness import cli, extensions
from graders.harness.course.marks import up_to_date
from graders.harness.course.pages import gradebook
from graders.harness.course.people.roster import match, parse_roster
from graders.harness.errors import GraderError
from graders.harness.intake import platforms as registry
from graders.harness.intake.names import file_name
from graders.harness.result import Result, Status, Verdict, to_json
from tests.course.graded import write_state
from tests.intake.deliveries import BLOCK, GOAL, HANDOUT, TREE, as_folder, as_zip
from tests.intake.downloads import find, gradescope, under
from tests.reports.paper import check, result

NUMBER = 60
FIRST = ("Ada", "Zoë", "José", "Wei", "O'Neil", "Anne Marie", "Łukasz", "李")
LAST = ("King", "van Dijk", "Müller-Diaz", "Li", "Nguyễn", "St. John", "de la Cruz", "雷")


@dataclass(frozen=True)
class Someone:
    """A person of the class."""

    number: int

    @property
    def first(self) -> str:
        return f"{FIRST[self.number % 8]} {chr(ord('A') + self.number // 8)}x"

    @property
    def last(self) -> str:
        return LAST[self.number // 8 % 8]

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}"

    @property
    def login(self) -> str:
        return f"login{self.number:02}"

    @property
    def id(self) -> str:
        return str(1000 + self.number)


PEOPLE = tuple(map(Someone, range(1, NUMBER + 1)))
ABSENT = Someone(NUMBER + 1)


def rows(heading: str, line: Callable[[Someone], tuple[object, ...]]) -> str:
    """Return a roster of the class and of somebody who handed in nothing."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(heading.split(","))
    writer.writerows(map(line, (*PEOPLE, ABSENT)))
    return text.getvalue()


@dataclass(frozen=True)
class Download:
    """A platform's files."""

    tree: Mapping[str, bytes]
    roster: str


def of_canvas() -> Download:
    def name(one: Someone) -> str:
        return "".join(c for c in f"{one.last}, {one.first}".lower() if c.isalnum() or c == "_")

    tree = {
        f"{name(one)}{'_LATE' if one.number % 7 == 0 else ''}_{500 + one.number}_{9000 + 2 * one.number + place}_{file}": data
        for one in PEOPLE
        for place, (file, data) in enumerate((("block.py", BLOCK), ("goal-2.py", GOAL)))
    }
    roster = rows(
        "Student,ID,SIS User ID,SIS Login ID,Section",
        lambda one: (f"{one.last}, {one.first}", 500 + one.number, one.id, one.login, "L1"),
    )
    head, _, rest = roster.partition("\n")
    return Download(tree, f'{head}\n    Points Possible,,,,\n{rest}"Student, Test",999,,x,L1\n')


def of_moodle() -> Download:
    who = [
        f"{one.name.replace(chr(39), '')}_{70 + one.number}_assignsubmission_file" for one in PEOPLE
    ]
    roster = rows(
        "ID,Vollständiger Name,E-Mail-Adresse,Status,Bewertung,Zuletzt geändert (Bewertung)",
        lambda one: (
            f"Teilnehmer/in{70 + one.number}",
            one.name,
            f"{one.login}@x.org",
            "-",
            "",
            "-",
        ),
    )
    return Download(under(*who), roster)


def of_gradescope() -> Download:
    tree = gradescope(
        {
            f"submission_{one.number}": (f'"{one.name}"|{one.id}|{one.login}@x.org', "")
            for one in PEOPLE
        }
    )
    return Download(
        tree,
        rows(
            "First Name,Last Name,SID,Email,Role",
            lambda one: (one.first, one.last, one.id, f"{one.login}@x.org", "Student"),
        ),
    )


def of_github() -> Download:
    clones = [f"hw1-{one.login}" for one in PEOPLE]
    tree = under(*clones) | {f"{clone}/.git/config": b"" for clone in clones}
    return Download(
        tree,
        rows(
            "identifier,github_username,github_id,name",
            lambda one: (one.id, one.login, "", one.name),
        ),
    )


def of_markus() -> Download:
    roster = rows(
        "Group name,User Name,Section,Last Name,First Name,ID number,Email,Total Mark",
        lambda one: (f"group_{one.number:04}", one.login, "", one.last, one.first, one.id, "", ""),
    )
    return Download(under(*(f"group_{one.number:04}" for one in PEOPLE)), roster)


def of_brightspace() -> Download:
    tree = under(
        *(
            f"{300 + one.number}-77{one.number} - {one.name} - Feb 5, 2026 {one.number % 12 + 1}{one.number % 60:02} PM"
            for one in PEOPLE
        )
    )
    tree |= under(
        f"{301}-778 - {PEOPLE[0].name} - Feb 4, 2026 1131 PM",
        tree={"block.py": b"old", "goal.py": b"old"},
    )
    tree["index.html"] = b"<html>"
    roster = rows(
        "OrgDefinedId,Username,Last Name,First Name,Email,End-of-Line Indicator",
        lambda one: (f"#{one.id}", f"#{one.login}", one.last, one.first, f"{one.login}@x.org", "#"),
    )
    return Download(tree, roster)


def of_blackboard() -> Download:
    tree = {}
    for one in PEOPLE:
        begin = f"gradebook_CSC_148-A2_{one.login}_attempt_2026-02-05-23-31-{one.number % 60:02}"
        tree |= {f"{begin}_{name}": data for name, data in TREE.items()}
        tree[f"{begin}.txt"] = (
            f"Name: {one.name} ({one.login})\nAssignment: A2\nName: Mallory (login01)\n".encode()
        )
    tree[f"gradebook_CSC_148-A2_{PEOPLE[0].login}_attempt_2026-02-04-10-00-00_block.py"] = b"old"
    roster = rows(
        "Last Name,First Name,Username,Student ID,A2 [Total Pts: 10 Score] |12",
        lambda one: (one.last, one.first, one.login, one.id, ""),
    )
    return Download(tree, roster)


def in_ascii(text: str, instead: str = "") -> str:
    """Return a text without accents, and *instead* of other letters than ASCII's."""
    plain = unicodedata.normalize("NFD", text)
    return "".join(c if c.isascii() else "" if unicodedata.combining(c) else instead for c in plain)


def of_sakai() -> Download:
    tree = {}
    for one in PEOPLE:
        begin = f"A2/{in_ascii(f'{one.last}, {one.first}')}({one.login})"
        tree |= under(f"{begin}/Submission attachment(s)")
        tree |= {f"{begin}/timestamp.txt": b"2026-02-05T22:31:11Z", f"{begin}/comments.txt": b""}
    roster = rows("User ID,Last Name,First Name", lambda one: (one.login, one.last, one.first))
    return Download(tree, roster)


def of_ilias() -> Download:
    folders = [
        f"A2/Submissions/{in_ascii(one.last, '_')}_{in_ascii(one.first, '_')}_{one.login}_{4700 + one.number}"
        for one in PEOPLE
    ]
    roster = rows("Login,Lastname,Firstname", lambda one: (one.login, one.last, one.first))
    return Download(under(*folders), roster)


DOWNLOADS: Mapping[str, Callable[[], Download]] = {
    "canvas": of_canvas, "moodle": of_moodle, "gradescope": of_gradescope, "github": of_github, "markus": of_markus,
    "brightspace": of_brightspace, "blackboard": of_blackboard, "sakai": of_sakai, "ilias": of_ilias,
}  # fmt: skip
WITH_MARKS = [name for name in DOWNLOADS if name not in ("github", "sakai", "ilias")]


def ways(folder: Path, tree: Mapping[str, bytes]) -> Iterator[Path]:
    yield as_folder(folder / "class", tree)
    yield as_zip(folder / "class.zip", tree)


def test_every_platform_has_a_download_here() -> None:
    assert sorted(DOWNLOADS) == sorted(platform.name for platform in with_ways_back())


@pytest.mark.slow
@pytest.mark.parametrize("name", DOWNLOADS)
def test_class_of_60_comes_in(name: str, tmp_path: Path) -> None:
    """Everybody has their own files, from a folder and from a zip; who handed in nothing is missing."""
    download = DOWNLOADS[name]()
    for way in ways(tmp_path, download.tree):
        found = find(way)
        matching = match(parse_roster(download.roster.encode()), found)
        assert not matching.strangers and not matching.questions and not matching.flags
        assert [student.line for student in matching.missing] == [matching.roster.students[-1].line]
        owners = {one.delivery.name: one.student for one in matching.matches if one.delivery}
        assert len(owners) == NUMBER
    assert found[0].read(HANDOUT).files == found[-1].read(HANDOUT).files == TREE


def mark_of(one: Someone) -> Fraction:
    """Return a mark that nobody else has, and that is no number of a platform."""
    return one.number + Fraction(1, 3)


def graded(folder: Path, download: Download, people: int = NUMBER) -> Path:
    """Return the folder of the graded class: a mark of their own for each, the first not gradable."""
    found = find(as_folder(folder / "class", download.tree))
    matching = match(parse_roster(download.roster.encode()), found)
    results: dict[str, Result] = {}
    for someone, one in zip(PEOPLE[:people], matching.matches, strict=False):
        assert one.delivery is not None
        marks = mark_of(someone)
        checks = (
            check("block.a", verdict=Verdict.PASSED, marks=str(marks)),
            check("block.b", marks=str(100 - marks)),
        )
        results[one.delivery.name] = result(*checks)
    fault = result(
        check("block.a", verdict=Verdict.GRADER_FAULT, marks=100), status=Status.NOT_GRADABLE
    )
    results[next(iter(results))] = fault
    rows = gradebook.rows(found, results, {}, matching)
    out = folder / "marks"
    write_state(out, rows, matching)
    for one, of_one in results.items():
        (out / file_name(one)).mkdir()
        (out / file_name(one) / "result.json").write_bytes(to_json(of_one))
    return out


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_MARKS)
def test_marks_of_60_go_out(name: str, tmp_path: Path) -> None:
    """A third of a mark is 3.33; without a mark a cell is empty, and never zero. The command is the same for all platforms."""
    download = DOWNLOADS[name]()
    out = graded(tmp_path, download)
    (tmp_path / "sheet.csv").write_text(download.roster)
    option = {
        "moodle": ["--worksheet", str(tmp_path / "sheet.csv")],
        "blackboard": ["--column", "A2 [Total Pts: 10 Score] |12"],
    }.get(name, [])
    assert (
        cli.main(["report", str(out), "--for", name, "--out", str(tmp_path / "t.csv"), *option])
        == 0
    )
    lines = list(csv.reader(io.StringIO((tmp_path / "t.csv").read_text())))[1:]
    assert not {"0", "0.0", "0.00"} & {cell for line in lines for cell in line}
    for someone in PEOPLE[1:]:
        (line,) = [line for line in lines if f"{someone.number}.33" in line]
        own = {
            someone.id,
            someone.login,
            str(500 + someone.number),
            f"Teilnehmer/in{70 + someone.number}",
        }
        assert own & {cell.removeprefix("#") for cell in line}
    assert not [
        cell for line in lines for cell in line if cell.startswith("1.3")
    ]  # the first is not gradable


def contents(folder: Path) -> dict[str, str]:
    """Return the files of a hand-back, also those in its zip: name -> text."""
    places = [path for path in (folder / "files").rglob("*") if path.is_file()]
    files = {str(path.relative_to(folder / "files")): path.read_bytes() for path in places}
    for path in folder.glob("*.zip"):
        with zipfile.ZipFile(path) as archive:
            files |= {name: archive.read(name) for name in archive.namelist()}
    return {name: data.decode("utf-8", "replace") for name, data in files.items()}


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in DOWNLOADS if name in targets()])
def test_pages_go_out(name: str, tmp_path: Path) -> None:
    """Each person with a mark has one place of their own, in the form of the platform, with their own page."""
    download = DOWNLOADS[name]()
    out = graded(tmp_path, download, people=5)
    taken = as_folder(tmp_path / "again", download.tree) if targets()[name].needs_download else None
    handed = return_feedback(out, name, tmp_path / "back", taken)
    lines = list(csv.DictReader(io.StringIO(handed.index.read_text(encoding="utf-8-sig"))))
    places = [line["file"] for line in lines if line["file"]]
    assert handed.people == len(places) == len({*places}) == 4
    pages = contents(tmp_path / "back")
    for someone in PEOPLE[1:5]:
        (line,) = [
            line
            for line in lines
            if {someone.id, someone.login, someone.name, f"{someone.last}, {someone.first}"}
            & {*line.values()}
        ]
        assert str(round(float(mark_of(someone)), 2)) in pages[line["file"]]
    if name == "moodle":
        numbers = {place.split("_")[1] for place in places}
        assert numbers <= {str(70 + one.number) for one in PEOPLE}


@pytest.mark.parametrize("name", DOWNLOADS)
def test_no_platform_takes_the_download_of_another(name: str, tmp_path: Path) -> None:
    """Of all platforms, only its own recognises a download."""
    tree = as_folder(tmp_path / "class", DOWNLOADS[name]().tree)
    from graders.harness.intake.class_trees import FolderTree

    below = {"gradescope": "assignment_7_export", "sakai": "A2", "ilias": "A2/Submissions"}
    folder = below.get(name, "")
    top = FolderTree(tree)
    takers = [
        each.name
        for each in with_ways_back()
        if each.recognise(top, folder, top.entries(folder), HANDOUT.files)
    ]
    assert takers == ([] if name == "markus" else [name])


# Platforms of other packages.


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Platform], None]]:
    """A function that adds a platform, as another extension would."""

    def add(platform: Platform) -> None:
        monkeypatch.setattr(registry, "added", lambda hook: (*extensions.added(hook), platform))
        registry.platforms.cache_clear()

    yield add
    registry.platforms.cache_clear()


def test_platform_of_another_package_is_found(
    added: Callable[[Platform], None], tmp_path: Path
) -> None:
    """It is asked after those of the project."""

    def recognise(tree, folder, entries, files):  # type: ignore[no-untyped-def]
        from graders.harness.intake.delivery import Person
        from graders.harness.intake.sources import TreeEntry

        drafts = [
            registry.UnnamedSubmission(
                (name,), name, TreeEntry(tree, name), (Person("", (name.removeprefix("of "),)),)
            )
            for name in entries
            if name.startswith("of ")
        ]
        return registry.Recognised(tuple(drafts), frozenset(entries)) if drafts else None

    added(Platform("here", "Here", recognise))
    found = find(as_folder(tmp_path / "class", under("of ada", "of bo")))
    assert [one.people[0].ids for one in found] == [("ada",), ("bo",)]


# Moodle's worksheet.


@pytest.mark.slow
def test_worksheet_keeps_what_it_has(tmp_path: Path) -> None:
    """Grades are filled in beside the numbers of the people; a foreign or odd sheet is refused."""
    download = of_moodle()
    entries = up_to_date.read(graded(tmp_path, download))
    sheet = tmp_path / "sheet.csv"
    sheet.write_text("ID,Bewertung,Kommentar\nTeilnehmer/in72,,kept\nTeilnehmer/in131,7,\n")
    written = moodle.PLATFORM.marks.write(entries, MarksOptions(worksheet=sheet)).decode()
    assert written.replace("\r", "").splitlines() == [
        "ID,Bewertung,Kommentar",
        "Teilnehmer/in72,2.33,kept",
        "Teilnehmer/in131,7,",
    ]
    for text in (
        "ID,Bewertung\nTeilnehmer/in9999,\n",
        "name,mark\nada,\n",
        "ID,Note,Bewertung\nTeilnehmer/in72,,\n",
    ):
        sheet.write_text(text)
        with pytest.raises(GraderError, match=r"sheet\.csv"):
            moodle.PLATFORM.marks.write(entries, MarksOptions(worksheet=sheet))


def test_worksheet_that_lacks_people_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before, the mark of a person without a line was lost without a word."""
    entries = up_to_date.read(graded(tmp_path, of_moodle(), people=5))
    sheet = tmp_path / "sheet.csv"
    numbers = moodle.participant_numbers(entries)
    first, *others = [entry for entry in entries if entry.row.graded]
    sheet.write_text(f"ID,Grade\nParticipant {numbers[id(first)]},\nParticipant 9999,\n")
    moodle.PLATFORM.marks.write(entries, MarksOptions(worksheet=sheet))
    lost, unmarked = capsys.readouterr().err.splitlines()
    assert len(others) > 1 and lost.startswith(
        f"grader: {len(others)} with a mark but without a line in {sheet}, so not in the table (download a new"
    )
    assert lost.endswith(": " + ", ".join(sorted(f"'{entry.row.shown}'" for entry in others)))
    assert (
        unmarked
        == f"grader: 1 of 2 lines of {sheet} without a mark, left as they were: 'Participant 9999'"
    )
    sheet.write_text(
        "ID,Grade\n" + "".join(f"Participant {numbers[id(entry)]},\n" for entry in (first, *others))
    )
    moodle.PLATFORM.marks.write(entries, MarksOptions(worksheet=sheet))
    assert capsys.readouterr().err == ""


def test_login_that_looks_like_a_participant_is_none() -> None:
    """Logins such as z5123456 share one letter, and are no numbers of Moodle."""
    from graders.harness.course.people.headings import participants

    assert (
        participants(["z5123456", "z5123457"])
        == participants(["a@1", "a@2"])
        == participants(["Team 1", "Team 1"])
        == []
    )
    assert participants(["Participant 7", "Participant8"]) == ["7", "8"]
    assert Fraction(10, 3) and GOAL
