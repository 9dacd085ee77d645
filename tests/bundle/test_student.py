"""The student's bundle: built, unpacked elsewhere and run there, where nothing of this repository can be reached."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from graders.harness.bundle import leaks, student
from graders.harness.grading import Grader, open_backend
from graders.harness.manifest import ROOT, assignment_ids, load_assignment
from graders.harness.recording import Recording
from graders.harness.sandbox.interface import SandboxRefused

IDS = assignment_ids()
pytestmark = pytest.mark.slow


@cache
def bundle(id: str) -> Path:
    """The zip of an assignment's bundle, built once."""
    try:
        return student.build(load_assignment(id), Path(mkdtemp(prefix="bundles-")))[1]
    except SandboxRefused as refusal:
        pytest.skip(str(refusal))


def unpacked(id: str, folder: Path) -> Path:
    """Unpack the bundle in *folder*; return where it is."""
    with zipfile.ZipFile(bundle(id)) as archive:
        archive.extractall(folder)
    return folder / f"{id}-student"


def check(folder: Path, *options: str) -> tuple[int, dict[str, object], str]:
    """Run ``check.py --json``; return its exit status, the result and what it said beside."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "CHECK_PYTHON": sys.executable}
    environment |= {name: os.environ[name] for name in ("JAVA_HOME", "PYENV_ROOT") if name in os.environ}
    run = subprocess.run(
        [sys.executable, "-I", "check.py", "--json", *options],
        cwd=folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return run.returncode, json.loads(run.stdout) if run.stdout else {}, run.stderr


@pytest.mark.parametrize("id", IDS)
def test_starter_scores_its_baseline_and_a_right_solution_passes(id: str, tmp_path: Path) -> None:
    """Both by the bundle alone: no reference, no hidden check, no sandbox."""
    assignment = load_assignment(id)
    folder = unpacked(id, tmp_path)
    status, result, said = check(folder, "--no-style")
    assert (status, result.get("status")) == (1, "graded"), said
    assert result["marks"] == assignment.manifest.baseline.marks
    for name in assignment.files.solved:
        shutil.copy(assignment.reference / name, folder / name)
    status, result, said = check(folder, "--no-style")
    checks = result["checks"]
    assert isinstance(checks, list)
    assert [one["id"] for one in checks if one["verdict"] != "passed"] == [], said
    assert (status, result["marks"]) == (0, result["max_marks"])
    assert {one["visibility"] for one in checks} == {"public"}


def test_wrong_solution_is_shown_with_a_small_recorded_example_and_a_page(tmp_path: Path) -> None:
    """Without the reference the smallest recorded example that fails is told; report and summary are written."""
    id = "csc148_2020_blocky"
    folder = unpacked(id, tmp_path)
    for name in load_assignment(id).files.solved:
        shutil.copy(ROOT / "reference" / id / name, folder / name)
    block = (folder / "block.py").read_text()
    (folder / "block.py").write_text(block + "\n\nBlock.swap = lambda self, direction: True\n")
    status, result, _ = check(folder, "--html", "report.html", "--summary", "summary.md", "--no-style")
    assert status == 1
    checks = result["checks"]
    assert isinstance(checks, list)
    wrong = [one for one in checks if one["verdict"] != "passed"]
    assert wrong and all(one["verdict"] == "failed" for one in wrong)
    assert "<svg" in (folder / "report.html").read_text()
    assert "marks" in (folder / "summary.md").read_text()


@pytest.mark.parametrize("id", ["ics32_columns"])
def test_equal_bundles_are_equal_bytes(id: str, tmp_path: Path) -> None:
    """Nothing in it depends on when or where it was built."""
    again = student.build(load_assignment(id), tmp_path)[1]
    assert again.read_bytes() == bundle(id).read_bytes()


def test_bundle_that_would_tell_something_is_not_built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Planted in an ordinary file: a part of the solution, a hidden check's id, a hidden scenario, a hidden answer."""
    assignment = load_assignment("ics32_columns")
    with Grader(assignment, open_backend(assignment, choice="auto")) as grader:
        whole = grader.recorded()
    hidden = next(name for name in whole.examples)
    answer = max(whole.answers.values(), key=len)
    assert len(answer) > leaks.LONG_ANSWER
    solution = (assignment.reference / "columns.py").read_text()
    planted = {
        "clean.txt": b"nothing to see here",
        "code.txt": solution.encode(),
        "id.txt": f'the check "{hidden}"'.encode(),
        "answer.json": b"..." + bytes(answer) + b"...",
    }
    found = leaks.leaks(planted, assignment, Recording(), whole)
    assert {line.split(" ")[0] for line in found} == {"code.txt", "id.txt", "answer.json"}
    files = student._files_below

    def with_secret(folder: Path):  # type: ignore[no-untyped-def]
        yield from files(folder)
        if folder == assignment.starter:
            yield "notes.txt", solution.encode()

    monkeypatch.setattr(student, "_files_below", with_secret)
    with pytest.raises(student.BundleError, match=r"notes\.txt holds a part of the solution"):
        student.build(assignment, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_folder_that_is_no_bundle_is_left_alone(tmp_path: Path) -> None:
    """What somebody has there is not removed."""
    place = tmp_path / "ics32_columns-student"
    place.mkdir()
    (place / "precious.txt").write_text("mine")
    with pytest.raises(student.BundleError, match="is there and is no bundle"):
        student.build(load_assignment("ics32_columns"), tmp_path)
    assert (place / "precious.txt").read_text() == "mine"
