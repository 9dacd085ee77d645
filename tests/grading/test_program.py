"""The program of the box has the stand-in packages that the manifest names."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from graders.harness.assignment.manifest import Assignment
from graders.harness.grading.program import GraderBroken, program_of
from tests.world import TOY


def with_stub(folder: Path) -> Assignment:
    """Return the toy assignment, whose submissions may import a stand-in for `turtle`."""
    toy = TOY.copy(folder / "toy").assignment
    return msgspec.structs.replace(
        toy, manifest=msgspec.structs.replace(toy.manifest, stubs=("stubs/turtle",))
    )


def test_stub_is_beside_the_files_of_the_course(tmp_path: Path) -> None:
    toy = with_stub(tmp_path)
    package = toy.grader / "stubs" / "turtle"
    (package / "inner").mkdir(parents=True)
    for name in ("__init__.py", "inner/pens.py"):
        (package / name).write_text("UP = 1\n")
    course = program_of(toy, {}).course
    assert {name for name in course if "turtle" in name} == {
        "turtle/__init__.py",
        "turtle/inner/pens.py",
    }


def test_stub_without_files_is_named(tmp_path: Path) -> None:
    with pytest.raises(GraderBroken, match="the stand-in turtle has no file"):
        program_of(with_stub(tmp_path), {})
