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

from graders.harness import array, check, expect, expect_close

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
    grader(root, "starter", id)
    return World(root, id)


@pytest.mark.slow
@pytest.mark.nightly
def test_assignment_with_numpy(tmp_path: Path) -> None:
    """The real one, from the internet, at every level of this machine. Its exemplars: right with a loop, wrong by a shape."""
    world = made(
        tmp_path / "courses", "images", IMAGES, IMAGE_CHECKS,
        ('language = "python"', 'language = "python"\npackages = ["numpy==2.*"]'), ("\nmarks = 1", "\nmarks = 3"),
    )  # fmt: skip
    assert "images/packages.lock is missing: run `grader packages images`" in grader(
        world.root, "grade", "images", str(world.root / "reference/images"), status=3
    )
    assert grader(world.root, "packages", "images").startswith("numpy 2.")
    grader(world.root, "verify", "images", "--mutants", "0")
    right = submission_of("right", {"images.py": IMAGES.replace("image * factor", "np.array([[x * factor for x in row] for row in image])")})
    wrong = submission_of("wrong", {"images.py": IMAGES.replace("image * factor", "(image * factor).T")})
    for choice in ("A+", "A", "B", "C", "bubblewrap", "plain"):
        try:
            backend = open_backend(world.assignment, choice=choice, minimum=Level.E)
        except SandboxRefused:  # not on this machine
            continue
        with Grader(world.assignment, backend) as opened:
            assert set(verdicts(opened.grade(right)).values()) == {"passed"}, choice
            graded = opened.grade(wrong)
            assert verdicts(graded)["images.scale"] == "failed", choice
    assert "Expected an array of shape (1, 2), got (2, 1)." in str(graded.result)


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
    assert "with files" in grader(world.root, "grade", "notes", reference, "--sandbox", "C", status=3)
    with world.opened("A+") as opened:
        wrong = submission_of("wrong", {"notes.py": NOTES.replace('"w"', '"a"')})
        assert verdicts(opened.grade(wrong)) == {"notes.save": "failed"}
    assert "levels A and A+" in grader(world.root, "bundle", "gradescope", "notes", status=2)
