"""The assignments of the cookbook work: the reference gets all, a wrong one loses the right checks, the starter has nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from docs.generate.cookbook import FOLDER, names
from graders.extensions.arrays import locking
from graders.extensions.shared.exemplars import as_submission, load_exemplars
from graders.extensions.shared.gradings import solved_files
from graders.harness.assignment.manifest import Assignment, load_assignment
from graders.harness.assignment.places import naming
from graders.harness.errors import GraderError
from graders.harness.grading.grader import Grader
from graders.harness.grading.program import open_backend
from graders.harness.handout import starter
from graders.harness.intake import submission_from_bytes
from graders.harness.result import not_passed
from graders.harness.sandbox import find_interpreter
from tests.world import needs_jdk

BY_DAY = ("account", "word_count")
"""An assignment of calls, and one of a program."""
IN_JAVA = ("queue",)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name,
            marks=[pytest.mark.nightly] * (name not in BY_DAY) + [needs_jdk] * (name in IN_JAVA),
        )
        for name in names()
    ],
)
def test_assignment_of_the_cookbook_works(name: str, tmp_path: Path) -> None:
    shutil.copytree(FOLDER / name, tmp_path, dirs_exist_ok=True)
    with naming(tmp_path):
        assignment = load_assignment(name)
        if assignment.manifest.packages:
            _install(assignment)
        starter.build(assignment.reference, assignment.starter)
        files = solved_files(assignment, assignment.starter)
        submissions = {"starter": submission_from_bytes("starter", files, assignment)}
        exemplars = {one.name: one for one in load_exemplars(assignment.grader)}
        submissions |= {key: as_submission(one, assignment) for key, one in exemplars.items()}
        with Grader(assignment, open_backend(assignment, choice="auto")) as grader:
            recording = grader.record()  # or the reference fails
            with Grader(assignment, grader.backend.branch(), kept=recording) as of_others:
                results = {key: of_others.grade(one).result for key, one in submissions.items()}
    failed = {key: {one.id for one in not_passed(results[key].checks)} for key in results}
    expected = {key: set(one.must_fail) for key, one in exemplars.items()}
    assert expected
    assert failed == {**expected, "starter": {one.spec.id for one in recording.checks}}
    assert results["starter"].marks == assignment.manifest.baseline.marks == 0
    lines = [path.read_text().splitlines() for path in (FOLDER / name).rglob("*") if path.is_file()]
    assert sum(map(len, lines)) <= 70


def _install(assignment: Assignment) -> None:
    """Install the packages of an assignment, as `grader doctor ID --install` does."""
    try:
        locking.install(assignment, find_interpreter(assignment.manifest.python))
    except GraderError as offline:
        pytest.skip(str(offline))
