"""Each bundle as a student has it: unpacked where nothing of this repository is, with the files that students put there."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from graders.harness.assignment.manifest import load_assignment
from graders.harness.reports.console import listed
from tests import nightly
from tests.handout.built import environment, solve, unpacked
from tests.nightly import IDS
from tests.reports.golden import words

PYTHON = [id for id in IDS if load_assignment(id).manifest.java is None]
MARKS = r" ([\d.]+) of ([\d.]+) marks of the public checks"
pytestmark = pytest.mark.slow


def run(folder: Path, *options: str) -> tuple[int, str]:
    """Run ``check.py``; return its exit status and its output on one line."""
    ended = subprocess.run(
        [sys.executable, "check.py", *options], cwd=folder, env=environment(folder), capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    return ended.returncode, re.sub(r"[\s│]+", " ", ended.stdout)


def explored(folder: Path) -> tuple[dict[str, int], str]:
    """Return the ends of the tests that pytest finds in *folder*, with their numbers, and its output."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    ended = subprocess.run(
        command, cwd=folder, env=environment(folder), capture_output=True, text=True, check=False
    )
    last = ended.stdout.splitlines()[-1]
    return {end: int(count) for count, end in re.findall(r"(\d+) (\w+)", last)}, ended.stdout


def page(folder: Path) -> str:
    """Return the words of the page that the last run left."""
    return words((folder / "report.html").read_bytes())


@pytest.mark.parametrize("id", nightly.assignments("ics32_columns"))
def test_starter_has_work_to_do_and_nothing_wrong(id: str, tmp_path: Path) -> None:
    """Neither the report nor the page blames a student for the course's own text."""
    folder = unpacked(id, tmp_path)
    status, shown = run(folder)
    assert (status, "Next: write " in shown) == (1, True)
    marks = re.search(MARKS, shown)
    assert marks is not None
    assert float(marks[1]) == load_assignment(id).manifest.baseline.marks < float(marks[2])
    for text in (shown, page(folder)):
        assert not re.search("Did not pass|Rule broken|About the code|Your files|Hand in", text)
    ends, output = explored(folder)
    assert ends["skipped"] > 20 and ends.keys() <= {"skipped", "passed"}, output


@pytest.mark.nightly
@pytest.mark.parametrize("id", IDS)
def test_right_solution_is_to_be_handed_in(id: str, tmp_path: Path) -> None:
    """It has full marks. The sample tests pass beside check.py, which has a main guard. By day one is tried with a helper."""
    assignment = load_assignment(id)
    folder = unpacked(id, tmp_path)
    solve(assignment, folder)
    status, shown = run(folder)
    assert (status, f"Hand in {listed(assignment.files.solved)}." in shown) == (0, True), shown
    assert_full_marks(folder, shown)
    assert "Your files" not in shown
    ends, output = explored(folder)
    assert ends["passed"] > 20 and ends.keys() == {"passed"}, output


def assert_full_marks(folder: Path, shown: str) -> None:
    """Assert that the public checks and the sample tests pass."""
    marks = re.search(MARKS, shown)
    assert marks is not None and marks[1] == marks[2]
    if (folder / "example_tests.py").exists():
        tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "example_tests.py"]
        ended = subprocess.run(tests, cwd=folder, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stdout


@pytest.mark.nightly
@pytest.mark.parametrize("id", PYTHON)
def test_helper_module_counts_if_it_is_to_be_handed_in(id: str, tmp_path: Path) -> None:
    """Where the handout names the files, the check misses the helper, as marking will, and says what to do."""
    assignment = load_assignment(id)
    folder = unpacked(id, tmp_path)
    solve(assignment, folder)
    first, *others = assignment.files.solved
    shutil.move(folder / first, folder / "myhelp.py")
    (folder / first).write_text(
        "from myhelp import *\n" + "from myhelp import main\n\nmain()\n" * (not others)
    )
    status, shown = run(folder)
    if assignment.files.submitted:
        todo = f"Next: move what {first} uses of myhelp.py into {first}: myhelp.py is not to be handed in."
        assert (status, todo in shown) == (1, True), shown
        assert todo in " ".join(page(folder).split())
        assert "what is not to be handed in is not read: 'myhelp.py'" in shown
    else:
        assert (status, f"Hand in {listed(sorted([first, 'myhelp.py', *others]))}." in shown) == (
            0,
            True,
        ), shown


@pytest.mark.nightly
def test_helper_is_to_be_handed_in_and_own_tests_are_not(tmp_path: Path) -> None:
    """Where names are free: what the program imports, and no scratch file. The zip of it has full marks."""
    folder = unpacked("ics32_columns", tmp_path)
    solve(load_assignment("ics32_columns"), folder)
    shutil.move(folder / "columns.py", folder / "myhelp.py")
    (folder / "columns.py").write_text("from myhelp import *\n")
    (folder / "scratch.py").write_text("import columns\nprint(columns)\n")
    status, shown = run(folder, "--hand-in")
    assert (status, "Hand in hand-in.zip." in shown) == (0, True), shown
    with zipfile.ZipFile(folder / "hand-in.zip") as archive:
        assert archive.namelist() == ["columns.py", "myhelp.py", "project4.py"]
    assert_full_marks(folder, shown)
    assert "is not read: 'scratch.py'" in shown and "'scratch.py'" in page(folder)


def test_prompt_is_one_fault_in_every_place(tmp_path: Path) -> None:
    """One card, one thing to do next, and a test of each check that says the same."""
    folder = unpacked("ics32_columns", tmp_path)
    solve(load_assignment("ics32_columns"), folder)
    game = folder / "project4.py"
    game.write_text(game.read_text().replace("input()", "input('Rows: ')", 1))
    status, shown = run(folder)
    shared = "the program prints 'Rows: ' where nothing is expected."
    assert (status, f"Next: fix what 21 checks have in common: {shared}" in shown) == (1, True)
    assert shown.count("wrong answer") == 1
    assert f"21 checks have in common: {shared}" in " ".join(page(folder).split())
    ends, output = explored(folder)
    assert ends == {"passed": 1, "failed": 21}, output
    assert output.count("T" + shared[1:]) == 21


@pytest.mark.nightly
def test_missing_package_costs_everything_and_is_the_next_thing_to_do(tmp_path: Path) -> None:
    """Nothing is green but the checks, with and without remarks about style."""
    folder = unpacked("comp250_blocky", tmp_path)
    solve(load_assignment("comp250_blocky"), folder)
    block = folder / "Block.java"
    block.write_text(block.read_text().replace("package assignment3;\n", ""))
    for options in ((), ("--no-style",)):
        status, shown = run(folder, *options)
        assert status == 1 and "0 of 40 marks" in shown and "Hand in" not in shown
        assert (
            "Next: fix Block.java, line 1: add the line `package assignment3;` at the top" in shown
        )
        assert "Hand in" not in page(folder) and "Every check that ran passed" not in page(folder)
    ends, output = explored(folder)
    assert ends["failed"] == 1 and "test_rules" in output


@pytest.mark.nightly
def test_helper_class_is_missed(tmp_path: Path) -> None:
    """The message of the compiler alone would not tell a student why the class is unknown."""
    folder = unpacked("comp250_blocky", tmp_path)
    solve(load_assignment("comp250_blocky"), folder)
    (folder / "Helper.java").write_text(
        "package assignment3;\nclass Helper { static int one() { return 1; } }\n"
    )
    goal = folder / "BlobGoal.java"
    goal.write_text(
        goal.read_text().rstrip().removesuffix("}")
        + "private static int one() { return Helper.one(); } }\n"
    )
    status, shown = run(folder)
    todo = "Next: move what BlobGoal.java uses of Helper.java into BlobGoal.java: Helper.java is not to be handed in."
    assert (status, todo in shown) == (1, True), shown
