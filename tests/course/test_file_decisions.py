"""Staff decide which files count. That holds for later downloads, is shown to the student, and is undone like any decision."""

from __future__ import annotations

import datetime
import hashlib
import io
import shutil
import zipfile
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from graders.extensions.tutoring import deciding_files
from graders.extensions.tutoring.deciding_files import FilesOfClass, Signature
from graders.harness import cli
from graders.harness.assignment.manifest import Assignment
from graders.harness.course.marks import decisions, decisions_file, file_decisions, up_to_date
from graders.harness.course.marks.file_decisions import DecidedDeliveries
from graders.harness.course.pages import class_file
from graders.harness.course.people.roster import parse_roster
from graders.harness.course.run.class_plan import Plan
from graders.harness.course.run.classrun import CourseResults, grade_class
from graders.harness.errors import GraderError
from graders.harness.intake.bulk import Reading, find_deliveries
from graders.harness.intake.submission import IntakeError
from graders.harness.result import printable
from tests.classes import SETTINGS, SUMS
from tests.course.graded import gradebook_of
from tests.intake.deliveries import as_folder
from tests.world import TOY

pytestmark = pytest.mark.usefixtures("cache")

RIGHT, WRONG = str(SUMS["right"]).encode(), str(SUMS["wrong"]).encode()
ROSTER = "student id,login,name\n1,ada,Ada Wong\n2,ben,Ben Fox\n3,fay,Fay Ito\n"
CLASS = {"ada/old_sums.py": WRONG, "ada/new_sums.py": RIGHT, "ben/sums.py": WRONG}
SIGNED = Signature("R. Tutor", datetime.date(2024, 5, 2), "the platform was down")


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Assignment:
    """The assignment, also where it is looked up by its name."""
    toy = SETTINGS.load()
    monkeypatch.setattr(deciding_files, "load_assignment", lambda _: toy)
    return toy


def packed(files: Mapping[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue()


def mailed(tmp_path: Path, data: bytes, name: str = "fay.zip") -> Path:
    (tmp_path / "mail").mkdir(exist_ok=True)
    (tmp_path / "mail" / name).write_bytes(data)
    return tmp_path / "mail" / name


def table(name: str, taken_from: str, **more: object) -> str:
    """Return a signed table of the file."""
    fields = {"submission": "ada", "name": name, "taken_from": taken_from, **more}
    lines = [f"{key} = {msgspec.json.encode(value).decode()}" for key, value in fields.items()]
    return "\n".join(["[[file]]", *lines, 'by = "R. Tutor"', "on = 2024-05-02", 'why = "asked"\n'])


def applied(
    tmp_path: Path, files: Mapping[str, bytes], text: str, toy: Assignment
) -> DecidedDeliveries:
    shutil.rmtree(tmp_path / "class", ignore_errors=True)
    tree = as_folder(tmp_path / "class", {**files, "ben/sums.py": WRONG})
    (tmp_path / "out").mkdir(exist_ok=True)
    (tmp_path / "out" / decisions_file.FILE).write_text(text)
    found = find_deliveries([tree], toy, Reading.CLASS)
    return file_decisions.applied(found, tmp_path / "out", toy)


def flags_of(decided: DecidedDeliveries, name: str = "ada") -> str:
    return "; ".join(next(each for each in decided.deliveries if each.name == name).flags)


def run(tmp_path: Path, files: Mapping[str, bytes], toy: Assignment) -> CourseResults:
    shutil.rmtree(tmp_path / "class", ignore_errors=True)
    tree = as_folder(tmp_path / "class", files)
    plan = Plan(toy, SETTINGS, tmp_path / "out", 1, roster=parse_roster(ROSTER.encode()))
    quiet = Console(file=io.StringIO())
    return grade_class(plan, find_deliveries([tree], toy, Reading.CLASS), quiet, quiet)


def rows(tmp_path: Path) -> dict[str, dict[str, str]]:
    book = gradebook_of(tmp_path / "out")
    lines = [dict(zip(book.heading, line, strict=True)) for line in book.lines]
    return {line["login"]: line for line in lines}


@pytest.mark.slow
def test_decisions_on_files_hold_until_they_are_undone(tmp_path: Path, toy: Assignment) -> None:
    """One of two doubtful files, and a zip of somebody who handed in nothing. Until the next grading nobody passes results on."""
    run(tmp_path, CLASS, toy)
    out = tmp_path / "out"
    assert [rows(tmp_path)[who]["status"] for who in ("ada", "fay")] == ["unreadable", "missing"]
    assert class_file.read(out).choices == {"ada": {"sums.py": ("new_sums.py", "old_sums.py")}}
    deciding_files.write(FilesOfClass(out).take(["ada"], "new_sums.py=sums.py", SIGNED))
    mail = mailed(tmp_path, packed({"sums.py": RIGHT}))
    deciding_files.write(FilesOfClass(out).instead(["fay"], mail, SIGNED))
    mail.unlink()
    with pytest.raises(GraderError, match="run the command that graded it again"):
        up_to_date.read(out)
    run(tmp_path, CLASS, toy)
    assert len(up_to_date.read(out)) == 3
    assert {who: row["total"] for who, row in rows(tmp_path).items()} == {
        "ada": "6", "ben": rows(tmp_path)["ben"]["total"], "fay": "6",
    }  # fmt: skip
    assert "new_sums.py counts as sums.py: the platform was down (R. Tutor, 2024-05-02)" in (
        " ".join((out / "ada" / "report.txt").read_text().split())
    )
    assert not rows(tmp_path)["ada"]["flags"].startswith("'new_sums.py'")
    assert "fay.zip counts instead of what was handed in" in (out / "3" / "report.txt").read_text()

    newer = {**CLASS, "ada/sums.py": WRONG, "ben/sums.py": RIGHT}
    run(tmp_path, newer, toy)
    row = rows(tmp_path)["ada"]
    assert row["total"] == "6" and "something else came afterwards" in row["flags"]
    assert rows(tmp_path)["fay"]["total"] == "6"

    (out / decisions_file.FILE).write_text("")
    with pytest.raises(GraderError, match="run the command that graded it again"):
        up_to_date.read(out)
    run(tmp_path, newer, toy)
    assert rows(tmp_path)["fay"]["status"] == "missing"
    assert not rows(tmp_path)["ada"]["flags"].startswith("other files")
    assert "decision on" not in (out / "ada" / "report.txt").read_text()


@pytest.mark.nightly
def test_file_that_came_by_mail_keeps_its_name(tmp_path: Path, toy: Assignment) -> None:
    """A browser's name is no name for a folder, and by it the file is known as sums.py."""
    run(tmp_path, CLASS, toy)
    mail = mailed(tmp_path, RIGHT, "sums (1).py")
    preview = FilesOfClass(tmp_path / "out").instead(["ben"], mail, SIGNED)
    deciding_files.write(preview)
    assert preview.tables[0].taken_from.endswith("/sums (1).py")
    run(tmp_path, CLASS, toy)
    assert rows(tmp_path)["ben"]["total"] == "6"


def test_file_in_another_folder_is_found_by_its_name(tmp_path: Path, toy: Assignment) -> None:
    files = {"ada/a1/new_sums.py": RIGHT, "ada/a1/old_sums.py": WRONG}
    decided = applied(tmp_path, files, table("sums.py", "new_sums.py"), toy)
    assert decided.deliveries[0].read(toy).files["sums.py"] == RIGHT


def test_wrong_decision_on_a_file_is_never_silent(tmp_path: Path, toy: Assignment) -> None:
    """Without any file of that name the submission is unreadable; beside a right one a flag says it."""
    decided = applied(tmp_path, {"ada/x_sums.py": RIGHT}, table("sums.py", "typo.py"), toy)
    with pytest.raises(IntakeError, match=r"has no sums\.py"):
        decided.deliveries[0].read(toy)
    decided = applied(tmp_path, {"ada/sums.py": RIGHT}, table("sums.py", "typo.py"), toy)
    assert "typo.py counts as sums.py (2024-05-02), which is not there" in flags_of(decided)


def test_last_decision_on_a_file_counts(tmp_path: Path, toy: Assignment) -> None:
    """Also after an answer, and of that the student reads nothing more."""
    text = '[[file]]\nsubmission = "ada"\nname = "sums.py"\ntaken_from = "old_sums.py"\n'
    text += table("sums.py", "old_sums.py") + table("sums.py", "new_sums.py")
    decided = applied(tmp_path, CLASS, text, toy)
    assert decided.deliveries[0].read(toy).files["sums.py"] == RIGHT
    before = msgspec.structs.replace(TOY.grade().result, submission="ada")
    (after,) = decisions.read(tmp_path / "out").applied([before])
    (remark,) = after.adjustments
    assert "new_sums.py" in remark.reason and "old_sums.py" not in remark.reason


def test_file_instead_that_changed_or_is_gone_is_unreadable(
    tmp_path: Path, toy: Assignment
) -> None:
    """Nobody gets marks for another file than was decided on."""
    taken_from = ".instead/0123/ada.zip"
    kept = tmp_path / "out" / taken_from
    for data in (None, packed({"sums.py": RIGHT})):
        if data:
            kept.parent.mkdir(parents=True)
            kept.write_bytes(data)
        decided = applied(tmp_path, CLASS, table("*", taken_from), toy)
        with pytest.raises(IntakeError, match=r"cannot be read|another file"):
            decided.deliveries[0].read(toy)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"PK no zip", "neither a source file nor an archive"),
        (packed({"../../sums.py": RIGHT, "/sums.py": RIGHT}), "paths outside of it are left out"),
        (packed({"sums.py": b"#" * (5 << 20)}), "larger than"),
        (packed({"read.txt": b"me"}), "holds no"),
    ],
)
def test_hostile_mail_is_refused_before_anything_is_written(
    tmp_path: Path, toy: Assignment, data: bytes, words: str
) -> None:
    graded(tmp_path)
    before = sorted((tmp_path / "out").rglob("*"))
    with pytest.raises(GraderError, match=words):
        FilesOfClass(tmp_path / "out").instead(["ben"], mailed(tmp_path, data), SIGNED)
    assert sorted((tmp_path / "out").rglob("*")) == before


def graded(tmp_path: Path, **facts: object) -> Path:
    """Write the state of a class, as if it was graded."""
    (tmp_path / "out").mkdir(exist_ok=True)
    state = class_file.ClassState(
        assignment="toy",
        command="grader grade toy class",
        names={"ada": (), "ben": ()},
        digests={"ben": "b" * 32},
        unreadable={"ada": "ada: no"},
    )
    class_file.write(tmp_path / "out", msgspec.structs.replace(state, **facts))
    return tmp_path / "out"


def test_link_that_came_by_mail_is_refused(tmp_path: Path, toy: Assignment) -> None:
    """Else a file of staff's could be graded, and shown."""
    link = mailed(tmp_path, b"").with_name("link.zip")
    link.symlink_to(mailed(tmp_path, packed({"sums.py": RIGHT})))
    with pytest.raises(GraderError, match="link"):
        FilesOfClass(graded(tmp_path)).instead(["ben"], link, SIGNED)


def test_decision_knows_what_was_handed_in(tmp_path: Path, toy: Assignment) -> None:
    """Readable or not; after an earlier decision the last grading knows it."""
    room = FilesOfClass(graded(tmp_path))
    mail = mailed(tmp_path, packed({"sums.py": RIGHT}))
    (of_ben,) = room.instead(["ben"], mail, SIGNED).tables
    (of_ada,) = room.take(["ada"], "x.py=sums.py", SIGNED).tables
    assert of_ben.handed_in == "b" * 32
    reason = printable("ada: no").encode()
    assert of_ada.handed_in == hashlib.blake2b(reason, digest_size=16).hexdigest()
    room = FilesOfClass(graded(tmp_path, handed_in={"ben": "c" * 32}))
    assert room.instead(["ben"], mail, SIGNED).tables[0].handed_in == "c" * 32


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["ada", "--take", "x.py"], "--take needs FILE=NAME"),
        (["ada", "--take", "x.py=other.py"], "it expects sums.py, words.py"),
        (["zed", "--take", "x.py=sums.py"], "there is no submission of zed"),
        (["ada", "ben", "--instead", "fay.zip"], "--instead is for one submission"),
        (["--failed", "block.a", "--take", "x.py=sums.py"], "name them"),
        (["ada", "--take", "x.py=sums.py", "--comment", "both"], "give one of"),
    ],
)
def test_what_cannot_be_meant_writes_nothing(
    tmp_path: Path,
    toy: Assignment,
    options: list[str],
    words: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = graded(tmp_path)
    signed = ["--by", "R. Tutor", "--why", "asked", "--yes"]
    assert cli.main(["decide", str(out), *options, *signed]) == 2
    assert words in capsys.readouterr().err
    assert not (out / decisions_file.FILE).exists()


def test_command_writes_and_lists_it(
    tmp_path: Path, toy: Assignment, capsys: pytest.CaptureFixture[str]
) -> None:
    out = graded(tmp_path)
    take = ["ada", "--take", "x.py=sums.py", "--by", "R. Tutor", "--on", "2024-05-02"]
    assert cli.main(["decide", str(out), *take]) == 2
    assert "say why" in capsys.readouterr().err
    assert cli.main(["decide", str(out), *take, "--why", "asked", "--yes"]) == 0
    shown = capsys.readouterr()
    assert "ada: x.py counts as sums.py" in shown.out and "grader grade toy class" in shown.err
    (entry,) = decisions_file.read(out).file_decisions
    assert (entry.submission, entry.name, entry.taken_from) == ("ada", "sums.py", "x.py")
    cli.main(["decide", str(out)])
    assert "x.py counts as sums.py: asked" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("field", ["by", "on", "why", "taken_from"])
def test_decision_by_hand_is_complete(tmp_path: Path, toy: Assignment, field: str) -> None:
    lines = table("sums.py", "x.py").splitlines()
    left = "\n".join(line for line in lines if not line.startswith(field))
    with pytest.raises(GraderError, match="a decision needs"):
        decisions_file.parsed(left.encode(), "decisions.toml")
