"""Assignments are found by `--root`, the variable and entry points, in a fixed order of precedence."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import graders
from graders.extensions.authoring.scaffold import NewError, create
from graders.harness import content
from graders.harness.assignment import places
from graders.harness.assignment.manifest import ROOT, assignment_ids, load_assignment
from graders.harness.cli import commands, main, parser
from graders.harness.commands import grammar
from tests import command_line
from tests.world import TOY, forwarding, write_world

OWN = assignment_ids(ROOT)
BLOCKY = "csc148_2020_blocky"

HELPED = {
    "checks": '''
from graders.tiny.helper import RIGHT


@check("work.step")
def test_step(student):
    """A check."""
    expect(student.step(1), RIGHT)
''',
    "driver": forwarding(work=("step",)),
    "reference": {"work.py": "def step(place):\n    return place + 1\n"},
    "files": {"graders/tiny/helper.py": "RIGHT = 2\n", "graders/tiny/__init__.py": ""},
}


@pytest.fixture(autouse=True)
def unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    """No variable from the tester's environment, and no folder left on the path of the package."""
    monkeypatch.delenv(places.VARIABLE, raising=False)
    monkeypatch.setattr(graders, "__path__", list(graders.__path__))


@pytest.fixture
def entry(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that sets the entry points."""

    def set_to(**points: str) -> None:
        found = [EntryPoint(name, value, places.GROUP) for name, value in points.items()]
        monkeypatch.setattr(places, "entries", lambda group: found)

    return set_to


def manifest_in(root: Path, id: str) -> Path:
    """Return a folder with an assignment that has only a manifest."""
    (root / "graders" / id).mkdir(parents=True)
    (root / "graders" / id / "assignment.toml").write_text("")
    return root


def said(capsys: pytest.CaptureFixture[str], *typed: str) -> tuple[int, str, str]:
    """Return how a command ended, and what it printed to stdout and stderr."""
    return main(typed), *capsys.readouterr()


def test_option_adds_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    """It may stand on either side of the command, and applies to that command alone."""
    for typed in (
        ("--root", str(TOY.root), "list", "--ids"),
        ("list", "--ids", "--root", str(TOY.root)),
    ):
        assert said(capsys, *typed) == (0, "".join(f"{id}\n" for id in sorted([*OWN, "toy"])), "")
    assert places.VARIABLE not in os.environ
    assert said(capsys, "list", "--ids")[1].split() == OWN


def test_every_command_takes_the_option() -> None:
    """But the words after `play` are the game's."""
    known = command_line.commands()
    assert list(known) == list(commands())
    assert [name for name, one in known.items() if "--root" not in command_line.options(one)] == []


def test_variable_names_a_folder_and_the_option_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The option has precedence over the variable."""
    monkeypatch.setenv(places.VARIABLE, str(TOY.root))
    assert load_assignment("toy").root == TOY.root
    _, out, _ = said(capsys, "--root", str(manifest_in(tmp_path, "other")), "list", "--ids")
    assert out.split() == sorted([*OWN, "other"])
    assert os.environ[places.VARIABLE] == str(TOY.root)


@pytest.mark.parametrize("by", ["the option", "the variable"])
def test_missing_folder_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], by: str
) -> None:
    """The message says which option, variable or package named it."""
    folder = str(tmp_path / "nowhere")
    if by == "the variable":
        monkeypatch.setenv(places.VARIABLE, folder)
        assert said(capsys, "list") == (
            2,
            "",
            f"grader: GRADER_ROOT names {folder}, which is no folder\n",
        )
    else:
        assert said(capsys, "--root", folder, "list") == (
            2,
            "",
            f"grader: --root: there is no folder {folder}\n",
        )


@pytest.mark.slow
@pytest.mark.parametrize("by", ["the option", "the variable"])
def test_new_assignment_makes_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], by: str
) -> None:
    """Every other command needs one that exists."""
    folder = tmp_path / "courses" / "cs1"
    if by == "the variable":
        monkeypatch.setenv(places.VARIABLE, str(folder))
    option = ("--root", str(folder)) if by == "the option" else ()
    status, out, told = said(capsys, "new", "dial", "--title", "Dial", "--minimal", *option)
    assert (status, told) == (0, "") and "wrote graders/dial/assignment.toml" in out
    assert (folder / "graders" / "dial" / "assignment.toml").is_file()
    assert said(capsys, "list", "--ids", *option)[1].split() == sorted([*OWN, "dial"])
    (tmp_path / "file").touch()
    status, _, told = said(
        capsys, "new", "dial", "--title", "Dial", "--root", str(tmp_path / "file" / "below")
    )
    assert (status, told) == (
        2,
        f"grader: cannot make the folder {tmp_path / 'file' / 'below'}: Not a directory\n",
    )


WRITING = (
    ("refresh", "tiny"),
    ("refresh", "tiny", "--only", "dictionary"),
    ("doctor", "tiny", "--install"),
    ("import", "tiny", "tests", "--write"),
    ("exemplars", "tiny", "faulty/mine", "--from", "work.py"),
)
"""Commands that write an assignment's own files."""


@pytest.mark.parametrize("typed", WRITING, ids=" ".join)
def test_nothing_is_written_where_the_program_is_installed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    typed: tuple[str, ...],
) -> None:
    """An update would undo it, and a check of the files would fail."""
    root = write_world(
        tmp_path / "world",
        **{**HELPED, "driver": None},
        packages=["no-such-package"],
        calls={"work": "*"},
    ).root
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    monkeypatch.setattr(places, "is_installed", lambda folder=ROOT: folder == root)
    monkeypatch.setattr(
        "graders.extensions.arrays.locking.is_installed", lambda assignment, python: False
    )
    assert said(capsys, "--root", str(root), *typed) == (
        2,
        "",
        "grader: tiny was installed with grader, and its files are not changed there: do this in a checkout of the project\n",
    )
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before


def test_packages_name_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entry: Any) -> None:
    """An entry point names the folder; the package is not imported for it."""
    manifest_in(tmp_path / "somebodys_course", "theirs")
    (tmp_path / "somebodys_course" / "__init__.py").write_text("raise SystemExit('imported')\n")
    monkeypatch.syspath_prepend(tmp_path)
    entry(course="somebodys_course")
    assert assignment_ids() == sorted([*OWN, "theirs"])
    assert list(places.searched()) == [ROOT, tmp_path / "somebodys_course"]


def test_entry_point_without_a_package_is_an_error(
    entry: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """It names a module, or nothing at all."""
    for value in ("no_such_package", "os", "no.such.package"):
        entry(course=value)
        reason = f"the entry point course of graders.assignments names {value}, which is no package"
        assert said(capsys, "list") == (2, "", f"grader: {reason}\n")


def test_checkout_comes_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A named folder does not replace the checkout's own assignments, and the list says so."""
    manifest_in(tmp_path, BLOCKY)
    with places.naming(tmp_path):
        assert load_assignment(BLOCKY).root == ROOT
    status, out, told = said(capsys, "--root", str(tmp_path), "list", "--ids")
    assert (status, out.split()) == (0, OWN)
    assert told == f"grader: {BLOCKY} in {tmp_path} is not used: {ROOT} comes first\n"


def test_installed_assignments_come_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entry: Any
) -> None:
    """A changed copy of an installed assignment replaces the installed one."""
    monkeypatch.setattr(places, "is_installed", lambda: True)
    manifest_in(tmp_path / "course", BLOCKY)
    (tmp_path / "course" / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    entry(course="course")
    with places.naming(TOY.root):
        assert list(places.searched()) == [TOY.root, tmp_path / "course", ROOT]
        assert places.place_of(BLOCKY) == tmp_path / "course"
    assert graders.__path__[0] == str(tmp_path / "course" / "graders")


def test_wheel_keeps_the_other_folders_in_one(tmp_path: Path) -> None:
    """Other packages may have top-level folders of these names."""
    (tmp_path / "graders").mkdir()
    assert (content.is_installed(tmp_path), content.top(tmp_path)) == (False, tmp_path)
    data = tmp_path / "graders" / content.DATA
    data.mkdir()
    assert (content.is_installed(tmp_path), content.top(tmp_path)) == (True, data)


def test_no_assignment_at_all_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message names the searched places, and what to do."""
    monkeypatch.setattr(places, "ROOT", tmp_path / "own")
    other = tmp_path / "other"
    other.mkdir()
    status, out, told = said(capsys, "--root", str(other), "list")
    assert (status, out) == (2, "")
    assert told == (
        f"grader: there are no assignments in {tmp_path / 'own/graders'}, {other / 'graders'};"
        " name the folder that holds graders/ by --root DIR or GRADER_ROOT,"
        " or make one with `grader new`\n"
    )


def test_broken_manifest_hides_no_other_assignment(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is named with its problem, and the exit status is that of a broken manifest. The ids need no manifest."""
    root = str(manifest_in(tmp_path, "broken"))
    status, out, told = said(capsys, "--root", root, "list")
    assert status == 3
    assert [line.split()[0] for line in out.splitlines()] == OWN
    assert told.startswith("grader: broken/assignment.toml") and told.count("\n") == 1
    assert said(capsys, "--root", root, "list", "--ids")[0] == 0


def test_tab_key_knows_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ids of another folder are offered after its name."""
    typed = parser().parse_args(["--root", str(TOY.root), "list", "toy"])
    assert "toy" in grammar.ids_of_assignments(typed)
    assert "toy" not in assignment_ids()


# Commands with assignments of another folder.


def run(*command: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run `grader` in another working folder."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-m", "graders", *map(str, command)],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.usefixtures("cache")
def test_checks_of_another_folder_import_modules_beside_them(tmp_path: Path) -> None:
    """One submission here, a class in warm processes; the working folder does not matter."""
    root = write_world(tmp_path / "world", **HELPED).root
    assert (
        run(
            "--root", "world", "grade", "tiny", "world/reference/tiny", "--as", "one", cwd=tmp_path
        ).returncode
        == 0
    )
    graded = run(
        "grade",
        "tiny",
        root / "reference",
        "--as",
        "class",
        "--out",
        "marks",
        "--root",
        root,
        cwd=tmp_path,
    )
    assert graded.returncode == 0, graded.stderr
    assert (tmp_path / "marks" / "gradebook.csv").is_file()


@pytest.mark.slow
@pytest.mark.usefixtures("cache")
def test_new_assignment_goes_to_the_named_folder(tmp_path: Path) -> None:
    """It works there, and the printed command to try it is the right one."""
    made = run("--root", "mine", "new", "dial", "--title", "Dial", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    (line,) = (
        line for line in made.stdout.splitlines() if line.startswith("It already works: grader ")
    )
    graded = run(*line.partition(": grader ")[2].split(), "--as", "one", cwd=tmp_path)
    assert graded.returncode == 0, graded.stderr
    bundled = run("--root", "mine", "bundle", "gradescope", "dial", cwd=tmp_path)
    assert bundled.returncode == 0, bundled.stderr


def test_new_assignment_has_an_id_of_its_own(tmp_path: Path) -> None:
    """The id must not exist in the checkout, because the checkout's assignment would be used instead."""
    with pytest.raises(NewError, match=f"there is an assignment {BLOCKY}: choose another id"):
        create(BLOCKY, "Another", root=tmp_path)


def test_nothing_is_written_among_installed_files(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`grader new` asks for a folder."""
    monkeypatch.setattr(places, "is_installed", lambda: True)
    status, out, told = said(capsys, "new", "dial", "--title", "Dial")
    assert (status, out) == (2, "")
    assert told.startswith("grader: there is no checkout to write to: name a folder")
