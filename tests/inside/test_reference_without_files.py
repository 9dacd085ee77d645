"""A reference that writes files unasked fails wherever there is a box, so that its author learns it before Gradescope does."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from graders.extensions.platforms import gradescope_bundle
from graders.harness.grading.grader import Grader
from graders.harness.grading.program import GraderBroken, open_backend
from graders.harness.sandbox.interface import SandboxRefused
from tests.world import World, submission_of, verdicts, write_world

pytestmark = pytest.mark.slow

BUILD = {
    "checks": '''
@check("notes.keep")
def test_keep(student):
    """keep writes a line and reads it again."""
    expect(student.keep("note"), "note")
''',
    "reference": {
        "notes.py": (
            'def keep(text):\n    with open("notes.txt", "w") as file:\n        file.write(text)\n'
            '    with open("notes.txt") as file:\n        return file.read()\n'
        )
    },
    "calls": {"notes": "*"},
}
PLAIN = "def keep(text):\n    return text\n"


def opened(world: World, choice: str) -> Grader:
    """Return a grader at a level; skips the test if this machine lacks it."""
    try:
        return Grader(world.assignment, open_backend(world.assignment, choice=choice))
    except SandboxRefused as refused:
        pytest.skip(str(refused))


@pytest.mark.parametrize("choice", ["A+", "C"])
def test_reference_that_writes_files_is_told_to_ask_for_them(choice: str, tmp_path: Path) -> None:
    with (
        opened(write_world(tmp_path, **BUILD), choice) as grader,
        pytest.raises(GraderBroken) as refused,
    ):
        grader.recorded()
    advice = "If the reference writes files, add scratch = true below [files] in assignment.toml"
    assert str(refused.value).splitlines()[-1] == advice


def test_files_work_where_they_are_asked_for(tmp_path: Path) -> None:
    """And another check, in another process, finds none."""
    write_world(tmp_path, **BUILD)
    manifest = tmp_path / "graders/tiny/assignment.toml"
    manifest.write_text(manifest.read_text().replace("[files]", "[files]\nscratch = true"))
    with opened(World(tmp_path), "A+") as grader:
        assert verdicts(grader.grade(submission_of("plain", {"notes.py": PLAIN}))) == {
            "notes.keep": "passed"
        }
        assert verdicts(grader.grade(submission_of("files", BUILD["reference"]))) == {
            "notes.keep": "passed"
        }


def test_submission_may_write_files_where_the_level_has_them(tmp_path: Path) -> None:
    """A log that nobody asked for is no fault."""
    world = write_world(tmp_path, **{**BUILD, "reference": {"notes.py": PLAIN}})
    with opened(world, "A+") as grader:
        assert verdicts(grader.grade(submission_of("files", BUILD["reference"]))) == {
            "notes.keep": "passed"
        }


def test_gradescope_bundle_of_an_assignment_with_files_is_made(tmp_path: Path) -> None:
    """Containers have a small file system; where there is none, the image's first grading says so."""
    assignment = write_world(tmp_path, **BUILD).assignment
    files = msgspec.structs.replace(assignment.files, scratch=True)
    manifest = msgspec.structs.replace(assignment.manifest, files=files)
    needy = msgspec.structs.replace(assignment, manifest=manifest)
    assert gradescope_bundle.build(needy, tmp_path / "out").exists()
