"""`grader new`: what it writes and what it refuses, and that the assignment works before anyone has changed a line."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from graders.harness.manifest import ROOT, Manifest, load_assignment
from graders.harness.scaffold import FOLDERS, TEMPLATE, NewError, create
from tests.java.toy import has_jdk

LANGUAGES = [
    pytest.param((), id="python"),
    pytest.param(("--java",), id="java", marks=pytest.mark.skipif(not has_jdk(), reason="needs a JDK")),
]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the project without any assignment."""
    root = tmp_path / "checkout"
    shutil.copytree(ROOT / "graders/harness", root / "graders/harness", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("graders/__init__.py", "graders/__main__.py", "graders/demo.py", "pyproject.toml"):
        shutil.copy(ROOT / name, root / name)
    return root


def run(checkout: Path, *command: object) -> subprocess.CompletedProcess[str]:
    """Run a command of the copy."""
    environment = {**os.environ, "PYTHONPATH": str(checkout), "GRADER_CACHE": str(checkout.parent / "cache")}
    return subprocess.run(
        [sys.executable, "-m", *map(str, command)],
        cwd=checkout, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


def tree(folder: Path) -> list[str]:
    """All there is below a folder, but for what Python keeps of modules."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if "__pycache__" not in path.parts)


def test_four_folders_are_written_and_nothing_else(checkout: Path) -> None:
    """Every file is told, its id and title stand where the template's stood, and the starter is the reference's."""
    before = tree(checkout)
    made = run(checkout, "graders", "new", "sundial", "--title", 'The "Sundial" \\ 2')
    assert made.returncode == 0, made.stderr
    written = sorted(set(tree(checkout)) - set(before))
    assert [name for name in written if name.count("/") == 0] == ["reference", "scenarios", "starter"]
    files = [name for name in written if (checkout / name).is_file()]
    assert {name.split("/")[1] for name in files} == {"sundial"}
    assert all(name in made.stdout for name in files)
    text = "".join((checkout / name).read_text() for name in files)
    assert "new_assignment" not in text and "@TITLE@" not in text
    assert load_assignment("sundial", checkout).manifest.title == 'The "Sundial" \\ 2'
    assert run(checkout, "graders", "starter", "sundial", "--check").returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("options", LANGUAGES)
def test_everything_works_without_an_edit(options: tuple[str, ...], checkout: Path) -> None:
    """Reference, starter and exemplars come out as they must; bundle, pytest and linter have nothing to say."""
    assert run(checkout, "graders", "new", "sundial", "--title", "Sundial", *options).returncode == 0
    assignment = load_assignment("sundial", checkout)
    assert "Sundial (8 marks)" in run(checkout, "graders", "list").stdout
    for folder, marks in (("reference", assignment.max_marks), ("starter", assignment.manifest.baseline.marks)):
        graded = run(checkout, "graders", "grade", "sundial", f"{folder}/sundial", "--json")
        assert (graded.returncode, json.loads(graded.stdout)["marks"]) == (0, marks), graded.stderr
    exemplars = run(checkout, "graders", "exemplars", "sundial", "--run")
    assert (exemplars.returncode, exemplars.stdout.splitlines()[-1][:6]) == (0, "2 of 2"), exemplars.stdout
    assert run(checkout, "graders", "check", "sundial", "reference/sundial").returncode == 0
    by_hand = run(checkout, "pytest", "graders/sundial", "--submission", "reference/sundial", "-p", "no:cacheprovider")
    assert by_hand.returncode == 0, by_hand.stdout
    if not options:
        assert run(checkout, "graders", "record", "sundial").returncode == 0
    bundle = run(checkout, "graders", "bundle", "student", "sundial")
    assert bundle.returncode == 0, bundle.stderr
    folder = checkout / "dist/sundial-student"
    for name in assignment.files.submitted:
        shutil.copy(assignment.reference / name, folder)
    checked = subprocess.run([sys.executable, "check.py"], cwd=folder, env={**os.environ, "CHECK_PYTHON": sys.executable},
                             capture_output=True, text=True, check=False)  # fmt: skip
    assert checked.returncode == 0, checked.stdout + checked.stderr
    linted = run(checkout, "ruff", "check")
    assert linted.returncode == 0, linted.stdout


@pytest.mark.parametrize(
    ("id", "title", "words"),
    [
        ("Sundial", "Sundial", "it names a Python package"),
        ("sun-dial", "Sundial", "it names a Python package"),
        ("../sundial", "Sundial", "it names a Python package"),
        ("class", "Sundial", "it names a Python package"),
        ("harness", "Sundial", "graders/harness is there already"),
        ("demo", "Sundial", "graders/demo.py is there already"),
        ("kept", "Sundial", "scenarios/kept is there already"),
        ("sundial", " ", "a title is one line of text"),
        ("sundial", "Sun\ndial", "a title is one line of text"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(id: str, title: str, words: str, checkout: Path) -> None:
    """One line says why, the status is 2, and no file is there that was not."""
    (checkout / "scenarios/kept").mkdir(parents=True)
    before = tree(checkout)
    refused = run(checkout, "graders", "new", id, "--title", title)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert words in refused.stderr and len(refused.stderr.splitlines()) == 1
    assert tree(checkout) == before


def test_failure_half_way_leaves_nothing(tmp_path: Path) -> None:
    """Where the last folder cannot be made, the first three are taken back."""
    (tmp_path / FOLDERS[-1]).write_text("a file in the place of a folder")
    with pytest.raises(NewError, match="cannot write"):
        create("sundial", "Sundial", root=tmp_path)
    assert [path.name for path in tmp_path.rglob("*sundial*")] == []
    assert [path.name for path in tmp_path.glob(".*")] == []


@pytest.mark.parametrize("language", ["python", "java"])
def test_every_key_of_the_manifest_is_shown(language: str) -> None:
    """The template's manifest has every key there is, those that are not needed as remarks that could stand there."""
    text = (TEMPLATE / language / "graders/assignment.toml").read_text(encoding="utf-8")
    whole = text.replace("#: ", "")
    manifest = msgspec.toml.decode(whole, type=Manifest)
    tables = msgspec.toml.decode(whole)
    foreign = {"python": {"java"}, "java": {"python", "python_ta", "stubs", "programs", "transcript"}}[language]
    assert set(tables) == {field.name for field in msgspec.structs.fields(Manifest)} - foreign
    assert manifest.language == language
