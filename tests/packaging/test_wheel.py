"""The wheels, installed into a separate environment and used from another folder.

No network is needed: they are built without isolation by the backend that is installed here, and the new
environment gets this one's packages, file by file as links (or copies, if the disk is another), but not the project.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from graders.extensions.platforms import gradescope_bundle
from graders.harness.assignment.manifest import ROOT, assignment_ids, load_assignment
from graders.harness.content import files_below
from tests.once import once
from tests.world import TOY

pytest.importorskip("hatchling", reason="the wheel is built by hatchling, an extra for developers")

pytestmark = pytest.mark.slow

IDS = assignment_ids(ROOT)
BLOCKY, COLUMNS = "csc148_2020_blocky", "ics32_columns"  # the second is the fastest to grade
FOLDERS = ("graders", "reference", "starter", "scenarios")
LEFT_OUT = (
    "graders",
    "fairgrader*",
    "_fairgrader.pth",
    "__editable__*",
    "pip",
    "pip-*",
    "pygame*",
    "PIL",
    "pillow*",
    "ruff*",
)
"""The project itself, and packages that grading does not need."""


@pytest.fixture(scope="module")
def wheels() -> tuple[Path, Path]:
    """The wheel, and that of the assignments."""

    def build(folder: Path) -> None:
        command = [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--no-deps",
            "--no-build-isolation",
            str(ROOT),
            str(ROOT / "assignments"),
        ]
        subprocess.run(
            [*command, "--wheel-dir", str(folder)], check=True, capture_output=True, text=True
        )

    folder = once("wheel", build)
    (wheel,), (assignments,) = folder.glob("fairgrader-*"), folder.glob("fairgrader_assignments-*")
    return wheel, assignments


def link(source: str, target: str) -> None:
    """Make *target* the same file as *source*, or a copy."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


@pytest.fixture(scope="module")
def home(wheels: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with an environment ``venv`` in which both wheels are installed, and nothing else in it."""
    folder = tmp_path_factory.mktemp("installed")
    venv = folder / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    packages = venv / Path(sysconfig.get_path("purelib")).relative_to(sys.prefix)
    for kind in ("purelib", "platlib"):
        ignored = shutil.ignore_patterns(*LEFT_OUT)
        shutil.copytree(
            sysconfig.get_path(kind),
            packages,
            ignore=ignored,
            copy_function=link,
            dirs_exist_ok=True,
        )
        if sysconfig.get_path("platlib") == sysconfig.get_path("purelib"):
            break
    command = [
        sys.executable,
        "-m",
        "pip",
        "--quiet",
        "--python",
        str(venv / "bin" / "python"),
        "install",
    ]
    subprocess.run(
        [*command, "--no-index", "--no-deps", "--no-compile", *map(str, wheels)],
        check=True,
        capture_output=True,
    )
    yield folder
    shutil.rmtree(folder)


def run(home: Path, *typed: object, status: int = 0) -> str:
    """Run the installed command in that folder, and return its output."""
    unwanted = ("PYTHONPATH", "GRADER_ROOT")
    environment = {name: value for name, value in os.environ.items() if name not in unwanted}
    done = subprocess.run(
        [home / "venv" / "bin" / "grader", *map(str, typed)],
        cwd=home,
        env={**environment, "GRADER_CACHE": str(home / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout if status == 0 else done.stderr


def installed(home: Path) -> Path:
    """Return the folder of the installed package."""
    (package,) = (home / "venv").glob("lib/python*/site-packages/graders")
    return package


def handed_in(folder: Path, last_lines: str = "") -> Path:
    """Return a reference as a submission, with *last_lines* at the end of its columns.py."""
    assignment = load_assignment(COLUMNS, ROOT)
    folder.mkdir()
    for name in assignment.files.solved:
        text = (assignment.reference / name).read_text()
        (folder / name).write_text(text + last_lines if name == "columns.py" else text)
    return folder


def names_in(wheel: Path) -> list[str]:
    """Return the files of a wheel by their names in the checkout, without those that describe it."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.partition("/")[0] for name in names} == {
        "graders",
        wheel.name.rpartition("-py3")[0] + ".dist-info",
    }
    return [name.removeprefix("graders/_data/") for name in names if ".dist-info/" not in name]


def test_wheels_have_every_file_of_the_checkout_once(wheels: tuple[Path, Path]) -> None:
    """Checks, templates, Java sources, distilled examples, exemplars, and the other three folders."""
    due = [f"{folder}/{name}" for folder in FOLDERS for name, _ in files_below(ROOT / folder)]
    assert sorted(chain(*map(names_in, wheels))) == sorted([*due, "README.md"])


def test_wheel_has_no_hidden_check_and_no_solution(wheels: tuple[Path, Path]) -> None:
    """It may be on a public index, with the other package that is built of a checkout. That of the
    assignments is refused there.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    packed = project["targets"]["sdist"]["only-include"]
    allowed = "(assignments/)?README.md|requirements.lock|graders/(harness|extensions|__|py.typed)"
    for path in (*names_in(wheels[0]), *packed):
        assert not path.startswith(("reference", "scenarios", *(f"graders/{id}" for id in IDS)))
        assert re.match(allowed, path)
    secret = tomllib.loads((ROOT / "assignments" / "pyproject.toml").read_text())["project"]
    assert "Private :: Do Not Upload" in secret["classifiers"]


def test_assignments_need_the_program_of_their_release(wheels: tuple[Path, Path]) -> None:
    """The version is written once, in the project's pyproject.toml."""
    version = wheels[0].name.split("-")[1]
    with zipfile.ZipFile(wheels[1]) as archive:
        (name,) = [one for one in archive.namelist() if one.endswith("/METADATA")]
        head = archive.read(name).decode().splitlines()
    assert {f"Version: {version}", f"Requires-Dist: fairgrader=={version}"} <= {*head}


@pytest.mark.nightly
def test_all_assignments_are_listed(home: Path) -> None:
    """The command runs in a folder outside the project."""
    assert run(home, "list", "--ids").split() == IDS


def test_reference_has_full_marks(home: Path, tmp_path: Path) -> None:
    """It is graded in the strongest sandbox, with python-ta, in processes of the installed program."""
    result = json.loads(run(home, "grade", COLUMNS, handed_in(tmp_path / "ada"), "--json"))
    assert (result["status"], result["marks"], result["max_marks"]) == ("graded", 20, 20)
    assert not [note for note in result["notes"] if note["code"] == "linter_unavailable"]


@pytest.mark.nightly
def test_submission_cannot_read_the_installed_package(home: Path, tmp_path: Path) -> None:
    """No box has packages of the judge, and the installed package has every answer.

    A plain process reads it, which shows that the test would detect it.
    """
    secret = installed(home) / "_data" / "reference" / COLUMNS / "columns.py"
    assert secret.is_file()
    eve = tmp_path / "eve"
    eve.mkdir()
    (eve / "sums.py").write_text(
        f"open({str(secret)!r}).close()\nraise ValueError('it was read')\n"
    )
    for sandbox, word in (("auto", "(FileNotFound|Permission)Error"), ("plain", "it was read")):
        graded = run(home, "--root", TOY.root, "grade", "toy", eve, "--sandbox", sandbox, "--json")
        causes = [check["cause"] for check in json.loads(graded)["checks"] if check["cause"]]
        assert re.search(word, json.dumps(causes[0]))


@pytest.mark.nightly
def test_both_bundles_are_built(home: Path) -> None:
    """They have the same files by the same names as a checkout's."""
    run(home, "bundle", "gradescope", BLOCKY, "--out", "dist")
    with zipfile.ZipFile(home / "dist" / f"{BLOCKY}-gradescope.zip") as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    due = gradescope_bundle.contents(
        load_assignment(BLOCKY, ROOT), sandbox="auto", minimum="C", audience="student"
    )
    assert found == due
    run(home, "bundle", "student", BLOCKY, "--out", "dist")
    assert (home / "dist" / f"{BLOCKY}-student" / ".grader" / "scenarios" / BLOCKY).is_dir()


@pytest.mark.nightly
def test_grader_is_verified(home: Path) -> None:
    """Reference and starter get the expected marks, and the exemplars are installed."""
    told = run(home, "verify", BLOCKY, "--only", "starter")
    assert [line.split()[:2] for line in told.splitlines()] == [
        ["✓", "reference"],
        ["✓", "starter"],
    ]
    assert "faulty/rotate-not-inside" in run(home, "exemplars", BLOCKY)


def test_other_folder_has_precedence_over_installed_assignments(home: Path, tmp_path: Path) -> None:
    """A world of the tests is found by the option; a new assignment needs the option."""
    assert run(home, "--root", TOY.root, "list", "--ids").split() == sorted([*IDS, "toy"])
    run(home, "--root", TOY.root, "grade", "toy", TOY.root / "reference" / "toy", "--as", "one")
    assert run(home, "new", "dial", "--title", "Dial", status=2).startswith(
        "grader: there is no checkout to write to"
    )
    run(home, "new", "dial", "--title", "Dial", "--root", tmp_path)
    assert (tmp_path / "graders" / "dial" / "assignment.toml").is_file()
