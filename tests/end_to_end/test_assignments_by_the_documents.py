"""Small assignments made by docs/writing-a-grader.md alone: `grader new --minimal`, edit, lock, verify."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from graders.harness.grading.grader import Grader
from graders.harness.grading.program import open_backend
from graders.harness.sandbox.interface import Level, SandboxRefused
from tests.world import World, submission_of, verdicts

IMAGES = '''"""Images as arrays."""

import numpy as np


def scale(image, factor):
    """Return <image>, an array, with every number times <factor>."""
    # starter: # TODO: write this function.
    # solution begins
    return image * factor
    # solution ends


def mean(image):
    """Return the mean of all numbers."""
    # starter: # TODO: write this function.
    # solution begins
    return np.mean(image)
    # solution ends
'''
IMAGE_CHECKS = '''"""The checks of images."""

from hypothesis import given
from hypothesis import strategies as st

from graders.extensions.arrays import array
from graders.harness import check, expect, expect_close

ROWS = st.lists(st.lists(st.integers(-9, 9), min_size=2, max_size=2), min_size=1, max_size=3)


@check("images.scale", task="function", marks=1)
@given(rows=ROWS, factor=st.integers(-3, 3))
def test_scale(student, reference, rows, factor):
    """scale multiplies every number."""
    expect(student.scale(array(rows), factor), reference.scale(array(rows), factor))


@check("images.mean", task="function", marks=1)
def test_mean(student):
    """mean is the mean of all numbers."""
    expect_close(student.mean(array([[0.1, 0.2], [0.3, 0.4]])), 0.25)


@check("images.random", task="function", marks=1)
def test_random(student, reference):
    """Unseeded random numbers are the same for all."""
    text = "import numpy as np\\nscale(np.random.rand(2, 2) @ np.eye(2), 1)"
    expect(student.script(text), reference.script(text))
'''
NOTES = '''"""Notes in a file."""


def save(name, text):
    """Write <text> to the file <name>."""
    # starter: # TODO: write this function.
    # solution begins
    with open(name, "w", encoding="utf-8") as stream:
        stream.write(text)
    # solution ends
'''
NOTES_CHECKS = '''"""The checks of notes."""

from graders.harness import check, expect


@check("notes.save", task="function", marks=1)
def test_save(student):
    """save writes the whole text."""
    text = """
        save("a.txt", "one")
        save("a.txt", "two\\\\n")
        open("a.txt", encoding="utf-8").read()
    """
    expect(student.script(text), "two\\n")
'''


def grader(root: Path, *words: str, status: int = 0) -> str:
    """Run a command of ``grader`` for the assignments below *root*; return what it printed."""
    ran = subprocess.run(
        [sys.executable, "-m", "graders.harness.cli", "--root", str(root), *words],
        env={**os.environ, "GRADER_CACHE": str(root / "cache")}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == status, ran.stdout + ran.stderr
    return ran.stdout + ran.stderr


def made(root: Path, id: str, solution: str, checks: str, *edits: tuple[str, str]) -> World:
    """Make an assignment as the document says, with *edits* of its manifest."""
    root.mkdir(exist_ok=True)
    grader(root, "new", id, "--title", id.capitalize(), "--minimal")
    (root / f"reference/{id}/{id}.py").write_text(solution)
    (root / f"graders/{id}/test_{id}.py").write_text(checks)
    manifest = root / f"graders/{id}/assignment.toml"
    text = manifest.read_text()
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    manifest.write_text(text)
    grader(root, "refresh", id, "--only", "starter")
    return World(root, id)


@pytest.mark.slow
@pytest.mark.nightly
def test_assignment_with_numpy(tmp_path: Path) -> None:
    """The real one, from the internet, at every level of this machine. Its exemplars: right with a loop, wrong by a shape."""
    world = made(
        tmp_path / "courses",
        "images",
        IMAGES,
        IMAGE_CHECKS,
        ('language = "python"', 'language = "python"\npackages = ["numpy==2.*"]'),
        ("\nmarks = 1", "\nmarks = 3"),
    )
    assert "images/packages.lock is missing: run `grader doctor images --install`" in grader(
        world.root, "grade", "images", str(world.root / "reference/images"), status=3
    )
    assert grader(world.root, "doctor", "images", "--install").startswith("numpy 2.")
    grader(world.root, "verify", "images", "--mutants", "0")
    right = submission_of(
        "right",
        {
            "images.py": IMAGES.replace(
                "image * factor", "np.array([[x * factor for x in row] for row in image])"
            )
        },
    )
    wrong = submission_of(
        "wrong", {"images.py": IMAGES.replace("image * factor", "(image * factor).T")}
    )
    for choice in ("A+", "A", "B", "C", "bubblewrap", "plain"):
        try:
            backend = open_backend(world.assignment, choice=choice, minimum=Level.E)
        except SandboxRefused:  # not on this machine
            continue
        with Grader(world.assignment, backend) as opened:
            passed = opened.grade(right)
            assert set(verdicts(passed).values()) == {"passed"}, choice
            assert not passed.result.flags, "a number of numpy is not packed like Python's"
            graded = opened.grade(wrong)
            assert verdicts(graded)["images.scale"] == "failed", choice
    assert "Expected an array of shape (1, 2), got (2, 1)." in str(graded.result)


TEAMS = '''"""Tables of teams."""

import pandas as pd


def totals(table):
    """Return the sum of points of each team, a frame with the index team."""
    # starter: # TODO: write this function.
    # solution begins
    return table.groupby("team")[["points"]].sum()
    # solution ends


def late(table):
    """Return the days later than the first, a series; an unknown day stays unknown."""
    # starter: # TODO: write this function.
    # solution begins
    return table["day"].where(table["day"] > table["day"].min())
    # solution ends
'''
TEAMS_CHECKS = '''"""The checks of teams."""

import datetime

from hypothesis import given
from hypothesis import strategies as st

from graders.extensions.arrays import frame, series
from graders.harness import check, expect, expect_close

ROWS = st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 9)), min_size=1, max_size=4)
DAYS = [datetime.date(2026, 1, 1), None, datetime.date(2026, 1, 3)]


@check("teams.totals", task="function", marks=1)
@given(rows=ROWS)
def test_totals(student, reference, rows):
    """totals sums for each team."""
    table = frame({"team": [team for team, _ in rows], "points": [number for _, number in rows]})
    expect(student.totals(table), reference.totals(table))


@check("teams.mean", task="function", marks=1)
def test_mean(student):
    """The points of a team may be fractions."""
    table = frame({"team": ["a", "a"], "points": [0.1, 0.2]})
    expect_close(student.totals(table), frame({"points": [0.3]}, ["a"]))


@check("teams.late", task="function", marks=1)
def test_late(student):
    """late leaves out the first day."""
    expect(student.late(frame({"day": DAYS}, "xyz")), series([None, None, DAYS[2]], "xyz"))


@check("teams.kinds", task="function", marks=1)
def test_kinds(student):
    """Frames of all kinds of columns leave the box."""
    text = """
        import pandas as pd
        rows = {"i": pd.array([1, None], dtype="Int64"), "s": ["a", None], "b": [True, False]}
        table = pd.DataFrame({**rows, "c": pd.Categorical(["u", "v"])}, index=pd.MultiIndex.from_tuples([(1, "x"), (2, "y")]))
        table
    """
    want = frame({"i": [1, None], "s": ["a", None], "b": [True, False], "c": ["u", "v"]}, [(1, "x"), (2, "y")])
    expect(student.script(text), want)
'''


@pytest.mark.slow
@pytest.mark.nightly
def test_assignment_with_pandas(tmp_path: Path) -> None:
    """The real one, from the internet: right with another dtype, wrong by a label, an order, a type of date."""
    world = made(
        tmp_path / "courses",
        "teams",
        TEAMS,
        TEAMS_CHECKS,
        ('language = "python"', 'language = "python"\npackages = ["pandas==2.*"]'),
        ("\nmarks = 1", "\nmarks = 4"),
    )
    assert "pandas 2." in grader(world.root, "doctor", "teams", "--install")
    grader(world.root, "grade", "teams", str(world.root / "reference/teams"))
    solution = 'table.groupby("team")[["points"]].sum()'
    wrong = {
        f"{solution}.rename(columns=str.upper)": "In the labels of columns: 1 of 1 items is wrong, first that at [0].",
        f"{solution}.reset_index()": "In the labels of columns: Expected an array of shape (1,), got (2,).",
        f"{solution} + 1": "In column 'points': 1 of 1 items is wrong, first that at [0].",
        f'{solution}["points"]': "Expected a frame of pandas.",
    }
    with world.opened("plain") as opened:
        right = submission_of(
            "right",
            {"teams.py": TEAMS.replace(solution, f"{solution}.astype(float).rename_axis(None)")},
        )
        assert set(verdicts(opened.grade(right)).values()) == {"passed"}
        for text, said in wrong.items():
            graded = opened.grade(
                submission_of("wrong", {"teams.py": TEAMS.replace(solution, text)})
            )
            assert said in str(graded.result), graded.result
        texts = submission_of(
            "wrong", {"teams.py": TEAMS.replace(".min())", ".min()).astype(str)")}
        )
        assert verdicts(opened.grade(texts))["teams.late"] == "failed"
        spans = submission_of(
            "wrong",
            {
                "teams.py": TEAMS.replace(".where(", ".sub(").replace(
                    ' > table["day"].min())', ".min())"
                )
            },
        )
        assert "a frame with a Timedelta cannot leave the sandbox" in str(
            opened.grade(spans).result
        )


@pytest.mark.nightly
def test_assignment_with_files(tmp_path: Path) -> None:
    """Without scratch = true the first grading says what is missing; with it, an appended text is wrong."""
    world = made(tmp_path / "courses", "notes", NOTES, NOTES_CHECKS)
    reference = str(world.root / "reference/notes")
    assert "add scratch = true below [files] in assignment.toml" in grader(
        world.root, "grade", "notes", reference, "--sandbox", "A+", status=3
    )
    manifest = world.root / "graders/notes/assignment.toml"
    manifest.write_text(manifest.read_text().replace("[files]", "[files]\nscratch = true"))
    assert "1 check: 1 passed" in grader(world.root, "grade", "notes", reference, "--sandbox", "A+")
    with world.opened("A+") as opened:
        wrong = submission_of("wrong", {"notes.py": NOTES.replace('"w"', '"a"')})
        assert verdicts(opened.grade(wrong)) == {"notes.save": "failed"}
