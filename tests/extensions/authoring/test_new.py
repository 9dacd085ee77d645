"""`grader new` writes an assignment that works before any change, and refuses impossible ones."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from graders.extensions.authoring import scaffold
from graders.extensions.authoring.scaffold import FOLDERS, NewError, create
from graders.harness.assignment.language import language_named
from graders.harness.assignment.manifest import ROOT, Manifest, load_assignment
from tests import nightly
from tests.compiled import copy_compiled
from tests.world import has_jdk, needs_jdk

LANGUAGES = [
    pytest.param((), id="python"),
    pytest.param(
        ("--language", "java"),
        id="java",
        marks=pytest.mark.skipif(not has_jdk(), reason="needs a JDK"),
    ),
]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the project without any assignment."""
    root = tmp_path / "checkout"
    for part in ("graders/harness", "graders/extensions"):
        shutil.copytree(ROOT / part, root / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("graders/__init__.py", "graders/__main__.py", "graders/demo.py", "pyproject.toml"):
        shutil.copy2(ROOT / name, root / name)
    for module in root.rglob("*.py"):
        copy_compiled(ROOT / module.relative_to(root), module)
    return root


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    """A project without any assignment, as far as `create` looks at it."""
    root = tmp_path / "project"
    (root / "graders/harness").mkdir(parents=True)
    (root / "graders/demo.py").touch()
    return root


def run(checkout: Path, *command: object) -> subprocess.CompletedProcess[str]:
    """Run a command of the copy."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(checkout),
        "GRADER_CACHE": str(checkout.parent / "cache"),
    }
    return subprocess.run(
        [sys.executable, "-m", *map(str, command)],
        cwd=checkout,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def tree(folder: Path) -> list[str]:
    """Return all paths below a folder, except for Python's caches."""
    return sorted(
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if "__pycache__" not in path.parts
    )


@pytest.mark.nightly
def test_four_folders_are_written_and_nothing_else(checkout: Path) -> None:
    """Every file is listed and passes the linter, and the starter is current. A second run is refused."""
    before = tree(checkout)
    made = run(checkout, "graders", "new", "dial", "--title", 'The "Dial" \\ 2')
    assert made.returncode == 0, made.stderr
    written = sorted(set(tree(checkout)) - set(before))
    assert [name for name in written if name.count("/") == 0] == [
        "reference",
        "scenarios",
        "starter",
    ]
    files = [name for name in written if (checkout / name).is_file()]
    assert {name.split("/")[1] for name in files} == {"dial"}
    assert all(name in made.stdout for name in files)
    text = "".join((checkout / name).read_text() for name in files)
    assert "new_assignment" not in text and "@TITLE@" not in text
    assert load_assignment("dial", checkout).manifest.title == 'The "Dial" \\ 2'
    assert (
        run(checkout, "graders", "refresh", "dial", "--only", "starter", "--check").returncode == 0
    )
    linted = run(checkout, "ruff", "check", "--no-cache")
    assert linted.returncode == 0, linted.stdout
    again = run(checkout, "graders", "new", "dial", "--title", "Another")
    assert (again.returncode, again.stdout) == (2, "")
    assert again.stderr == "grader: reference/dial already exists: choose another id\n"
    assert sorted(set(tree(checkout)) - set(before)) == written


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        LANGUAGES[0],
        pytest.param(
            *LANGUAGES[1].values, id="java", marks=[*LANGUAGES[1].marks, pytest.mark.nightly]
        ),
    ],
)
def test_everything_works_at_once(options: tuple[str, ...], checkout: Path) -> None:
    """Reference, starter and exemplars get the expected marks; bundle and pytest report nothing."""
    assert run(checkout, "graders", "new", "dial", "--title", "Dial", *options).returncode == 0
    manifest = (
        checkout / "graders/dial/assignment.toml"
    )  # the only edit: fewer examples, to be fast
    manifest.write_text(
        manifest.read_text(encoding="utf-8").replace("examples = 50", "examples = 10"),
        encoding="utf-8",
    )
    assignment = load_assignment("dial", checkout)
    assert "Dial (8 marks)" in run(checkout, "graders", "list").stdout
    for folder, marks in (
        ("reference", assignment.max_marks),
        ("starter", assignment.manifest.baseline.marks),
    ):
        graded = run(checkout, "graders", "grade", "dial", f"{folder}/dial", "--json")
        assert (graded.returncode, json.loads(graded.stdout)["marks"]) == (0, marks), graded.stderr
    exemplars = run(checkout, "graders", "exemplars", "dial", "--run")
    assert (exemplars.returncode, exemplars.stdout.splitlines()[-1][:6]) == (0, "2 of 2"), (
        exemplars.stdout
    )
    assert run(checkout, "graders", "check", "dial", "reference/dial").returncode == 0
    by_hand = run(
        checkout,
        "pytest",
        "graders/dial",
        "--submission",
        "reference/dial",
        "-p",
        "no:cacheprovider",
    )
    assert by_hand.returncode == 0, by_hand.stdout
    if not options:
        assert run(checkout, "graders", "refresh", "dial", "--check").returncode == 0
    bundle = run(checkout, "graders", "bundle", "student", "dial")
    assert bundle.returncode == 0, bundle.stderr
    folder = checkout / "dist/dial-student"
    for name in assignment.files.submitted:
        shutil.copy(assignment.reference / name, folder)
    checked = subprocess.run([sys.executable, "check.py"], cwd=folder, env={**os.environ, "CHECK_PYTHON": sys.executable},
                             capture_output=True, text=True, check=False)  # fmt: skip
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "file", "name"),
    nightly.one_in(
        3,
        [
            ({}, "dial_plate.py", "dial_plate"),
            ({"file": "caesar.py"}, "caesar.py", "caesar"),
            ({"file": "caesar.py", "minimal": True}, "caesar.py", "caesar"),
            ({"file": "CaesarCipher.java"}, "CaesarCipher.java", "CaesarCipher"),
            ({"language": "java"}, "DialPlate.java", "DialPlate"),
            ({"language": "java", "minimal": True}, "DialPlate.java", "DialPlate"),
        ],
    ),
)
def test_names_are_those_of_the_file(
    options: dict[str, Any], file: str, name: str, folders: Path
) -> None:
    """The submitted file, its function or class, and the modules of checks need no renaming."""
    files = [path.as_posix() for path in create("dial_plate", "Dial", root=folders, **options)]
    text = "".join((folders / one).read_text(encoding="utf-8") for one in files)
    assert load_assignment("dial_plate", folders).files.submitted == (file,)
    assert f"reference/dial_plate/{file}" in files and f"starter/dial_plate/{file}" in files
    assert f"{'class' if file.endswith('.java') else 'def'} {name}" in text
    module = re.sub("(?<=[a-z])(?=[A-Z])", "_", name).lower()
    assert f"graders/dial_plate/test_{module}.py" in files
    assert not any(
        word in text + " ".join(files) for word in ("new_module", "NewModule", "clock", "Clock")
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "full"),
    [("python", 1), pytest.param("java", 2, marks=(needs_jdk, pytest.mark.nightly))],
)
def test_smallest_grader_works(language: str, full: int, checkout: Path) -> None:
    """Its reference gets all marks, the starter none."""
    options = ("--title", "Dial", "--minimal", "--language", language)
    assert run(checkout, "graders", "new", "dial", *options).returncode == 0
    for folder, marks in (("reference", full), ("starter", 0)):
        graded = run(checkout, "graders", "grade", "dial", f"{folder}/dial", "--json")
        assert (graded.returncode, json.loads(graded.stdout)["marks"]) == (0, marks), graded.stderr
    assert not (checkout / "scenarios/dial").exists()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"file": "caesar"}, "cannot be the file"),
        ({"file": "../caesar.py"}, "cannot be the file"),
        ({"file": "Caesar.py"}, "small letters"),
        ({"file": "caesar.java"}, "a class"),
        ({"file": "caesar.py", "language": "java"}, "a class"),
        ({"file": "random.py"}, "random has another meaning"),
        ({"file": "sum.py"}, "sum has another meaning"),
        ({"file": "driver.py"}, "driver has another meaning"),
        ({"file": "close.py"}, "close has another meaning"),
    ],
)
def test_file_that_cannot_be_imported_is_refused(
    options: dict[str, Any], words: str, folders: Path
) -> None:
    """One line has the reason, and nothing is written."""
    before = tree(folders)
    with pytest.raises(NewError, match=words):
        create("dial", "Dial", root=folders, **options)
    assert tree(folders) == before


@pytest.mark.parametrize(
    ("id", "title", "words"),
    [
        ("Dial", "Dial", "it names a Python package"),
        ("di-al", "Dial", "it names a Python package"),
        ("../dial", "Dial", "it names a Python package"),
        ("class", "Dial", "it names a Python package"),
        ("harness", "Dial", "graders/harness already exists"),
        ("demo", "Dial", "graders/demo.py already exists"),
        ("kept", "Dial", "scenarios/kept already exists"),
        ("dial", " ", "a title must be one line of text"),
        ("dial", "Di\nal", "a title must be one line of text"),
    ],
)
def test_impossible_id_or_title_is_refused_and_nothing_is_written(
    id: str, title: str, words: str, folders: Path
) -> None:
    """One line has the reason."""
    (folders / "scenarios/kept").mkdir(parents=True)
    before = tree(folders)
    with pytest.raises(NewError, match=words) as refused:
        create(id, title, root=folders)
    assert (refused.value.status, "\n" in str(refused.value)) == (2, False)
    assert tree(folders) == before


@pytest.mark.nightly
def test_fault_of_a_new_grader_is_one_line_in_pytest_too(checkout: Path) -> None:
    """If the marks do not fit yet, plain pytest prints the command's message, without a traceback."""
    create("dial", "Dial", root=checkout)
    manifest = checkout / "graders/dial/assignment.toml"
    manifest.write_text(
        manifest.read_text(encoding="utf-8").replace("marks = 4", "marks = 5"), encoding="utf-8"
    )
    by_hand = run(
        checkout,
        "pytest",
        "graders/dial",
        "--submission",
        "reference/dial",
        "-p",
        "no:cacheprovider",
    )
    assert by_hand.returncode == pytest.ExitCode.USAGE_ERROR
    assert (
        by_hand.stderr
        == "ERROR: the checks of task function are worth 4, but the manifest says 5\n\n"
    )


@pytest.mark.slow
def test_failure_half_way_leaves_nothing(tmp_path: Path) -> None:
    """If the last folder cannot be made, the first three are removed."""
    (tmp_path / FOLDERS[-1]).write_text("a file in the place of a folder")
    with pytest.raises(NewError, match="cannot write"):
        create("dial", "Dial", root=tmp_path)
    assert [path.name for path in tmp_path.rglob("*dial*")] == []
    assert [path.name for path in tmp_path.glob(".*")] == []


def template_of(name: str) -> Path:
    """Return the folder of a language's template."""
    language = language_named(name)
    assert language is not None
    return scaffold.template_of(language)


@pytest.mark.parametrize("language", ["python", "java"])
def test_every_key_of_the_manifest_is_shown(language: str) -> None:
    """The template's manifest has every key; optional ones are comments that an author can uncomment."""
    text = (template_of(language) / "graders/assignment.toml").read_text(encoding="utf-8")
    whole = text.replace("#: ", "")
    manifest = msgspec.toml.decode(whole, type=Manifest)
    tables = msgspec.toml.decode(whole)
    foreign = {
        "python": {"java"},
        "java": {
            *(
                "python",
                "judge",
                "linters",
                "stubs",
                "programs",
                "functions",
                "transcript",
                "calls",
            ),
            "packages",
        },
    }[language]
    assert set(tables) == {field.name for field in msgspec.structs.fields(Manifest)} - foreign
    assert manifest.language == language


@pytest.mark.parametrize("kind", ["python", "java"])
def test_handout_names_the_oldest_python_that_check_accepts(kind: str) -> None:
    """Students read it before they run `check.py`, which refuses older ones."""
    oldest = re.search(
        r"^OLDEST, NEWEST = (\d+),",
        (ROOT / "graders/harness/handout/template/check.py").read_text(),
        re.M,
    )
    assert oldest
    handout = (template_of(kind) / "reference/README.md").read_text()
    assert re.findall(r"Python (3\.\d+) or newer", handout) == [f"3.{oldest[1]}"]
