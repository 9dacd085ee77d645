"""Each bundle as a student has it: unpacked where nothing of this repository is, with the files that students put there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from graders.harness.assignment.manifest import load_assignment
from graders.harness.reports.console import listed
from tests import nightly
from tests.handout.built import environment, solve, unpacked
from tests.reports.golden import words

pytestmark = pytest.mark.slow


def run(folder: Path, *options: str) -> tuple[int, str]:
    """Run ``check.py``; return its exit status and its output on one line."""
    ended = subprocess.run(
        [sys.executable, "check.py", *options], cwd=folder, env=environment(folder), capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    return ended.returncode, re.sub(r"[\s│]+", " ", ended.stdout)


def page(folder: Path) -> str:
    """Return the words of the page that the last run left."""
    return words((folder / "report.html").read_bytes())


@pytest.mark.parametrize("id", nightly.assignments("ics32_columns", "csse7030_connect4"))
def test_starter_has_work_to_do_and_nothing_wrong(id: str, tmp_path: Path) -> None:
    """Neither the report nor the page blames a student for the course's own text."""
    folder = unpacked(id, tmp_path)
    status, shown = run(folder)
    assert (status, "Next: write " in shown) == (1, True)
    for text in (shown, page(folder)):
        assert not re.search("Did not pass|Rule broken|About the code|Your files|Hand in", text)


@pytest.mark.parametrize("id", nightly.assignments("ics32_columns", "csse7030_connect4"))
def test_right_solution_is_to_be_handed_in(id: str, tmp_path: Path) -> None:
    """It has full marks. The sample tests pass beside check.py, which has a main guard."""
    assignment = load_assignment(id)
    folder = unpacked(id, tmp_path)
    solve(assignment, folder)
    status, shown = run(folder)
    assert (status, f"Hand in {listed(assignment.files.solved)}." in shown) == (0, True), shown
    marks = re.search(r" ([\d.]+) of ([\d.]+) marks of the public checks", shown)
    assert marks is not None and marks[1] == marks[2]
    assert "Your files" not in shown
    if (folder / "example_tests.py").exists():
        tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "example_tests.py"]
        ended = subprocess.run(tests, cwd=folder, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stdout


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
        assert "Next: fix Block.java, line 1: add the line `package assignment3;` at the top" in shown
        assert "Hand in" not in page(folder) and "Every check that ran passed" not in page(folder)
