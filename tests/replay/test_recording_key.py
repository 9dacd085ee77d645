"""A recording serves only the grader that made it, because the key covers each part."""

from __future__ import annotations

import platform
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from graders.harness.content import HARNESS
from graders.harness.replay import recording
from graders.harness.replay.recording import recording_key
from tests.world import TOY, World

PYTHON = "/usr/bin/python3"
ROOMS = [room for room in ("inside", "protocol", "replay", "session") if (HARNESS / room).exists()]


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A copy of the toy world with a scenario, a shared package and distilled examples."""
    files = {
        "graders/shared/__init__.py": "",
        "scenarios/toy/one.txt": "title: one\n",
        "starter/toy/words.py": "",
        "distilled/sums.total.json": "[]",
    }
    return TOY.copy(tmp_path / "world", {path: ("", text) for path, text in files.items()})


@pytest.fixture
def harness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the harness that a test may change; the key is made from it."""
    copy = tmp_path / "harness"
    shutil.copytree(HARNESS, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(recording, "HARNESS", copy)
    return copy


def key_of(world: World, interpreter: str = PYTHON, **manifest: object) -> str:
    """Return the key of the world from its current files, with other fields in its manifest."""
    assignment = world.load()
    changed = msgspec.structs.replace(assignment.manifest, **manifest)
    assignment = msgspec.structs.replace(assignment, manifest=changed)
    return recording_key(assignment, interpreter, world.root / "distilled")


def append(path: str) -> Callable[[Path], None]:
    """Return a function that adds an empty line to a file below a folder."""

    def change(root: Path) -> None:
        with (root / path).open("a") as stream:
            stream.write("\n")

    return change


def create(path: str) -> Callable[[Path], None]:
    """Return a function that makes an empty file below a folder."""

    def change(root: Path) -> None:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(b"")

    return change


def rename(path: str, name: str) -> Callable[[Path], None]:
    """Return a function that renames a file below a folder."""
    return lambda root: shutil.move(root / path, (root / path).with_name(name))


INGREDIENTS = {
    "a check": append("graders/toy/test_toy.py"),
    "a module beside the checks": create("graders/toy/strategies.py"),
    "the driver": append("graders/toy/driver.py"),
    "a stand-in": append("graders/toy/standins/sums.py"),
    "the manifest": append("graders/toy/assignment.toml"),
    "the shared package": append("graders/shared/__init__.py"),
    "a file of the reference": append("reference/toy/words.py"),
    "a course file": append("reference/toy/given.py"),
    "another file of the reference": create("reference/toy/more.py"),
    "a scenario": append("scenarios/toy/one.txt"),
    "another scenario": create("scenarios/toy/two.txt"),
    "a scenario's name": rename("scenarios/toy/one.txt", "two.txt"),
    "the distilled examples": append("distilled/sums.total.json"),
    "the distilled examples of another check": create("distilled/sums.largest.json"),
}

NOTHING_TO_DO_WITH_IT = {
    "an exemplar": create("graders/toy/exemplars/right/a/sums.py"),
    "the reasons for mutants": create("graders/toy/survivors.toml"),
    "the reasons for lazy programs": create("graders/toy/lazy.toml"),
    "the reasons for escapes": create("graders/toy/chance.toml"),
    "the reasons for charges": create("graders/toy/controls.toml"),
    "the reasons for dear faults": create("graders/toy/costs.toml"),
    "compiled files": create("graders/toy/__pycache__/driver.cpython-311.pyc"),
    "the starter": append("starter/toy/words.py"),
    "another assignment": create("reference/other/work.py"),
}


@pytest.mark.slow
@pytest.mark.parametrize("part", INGREDIENTS)
def test_key_changes_with_the_assignment(world: World, part: str) -> None:
    """Otherwise a class would be graded by an old recording after the change."""
    before = key_of(world)
    assert key_of(world) == before
    INGREDIENTS[part](world.root)
    assert key_of(world) != before


@pytest.mark.parametrize("part", NOTHING_TO_DO_WITH_IT)
def test_key_stays_after_a_change_that_affects_no_recording(world: World, part: str) -> None:
    """A new exemplar needs no new recording."""
    before = key_of(world)
    NOTHING_TO_DO_WITH_IT[part](world.root)
    assert key_of(world) == before


@pytest.mark.slow
def test_key_does_not_depend_on_the_folder_of_the_files(world: World, tmp_path: Path) -> None:
    """The same grader in another folder uses the same recording."""
    assert key_of(world.copy(tmp_path / "elsewhere")) == key_of(world)


def changes(world: World, path: Path) -> bool:
    """Return whether the key changes while *path* has one more line."""
    before, content = key_of(world), path.read_bytes()
    path.write_bytes(content + b"\n")
    after = key_of(world)
    path.write_bytes(content)
    return before != after


@pytest.mark.slow
@pytest.mark.parametrize("room", ROOMS)
def test_key_changes_with_every_file_of_a_room(world: World, harness: Path, room: str) -> None:
    """These rooms draw the examples, make the calls and store the replies."""
    paths = [path for path in sorted((harness / room).rglob("*")) if path.is_file()]
    assert paths
    assert [path.name for path in paths if not changes(world, path)] == []
    before = key_of(world)
    create(f"{room}/another.py")(harness)
    assert key_of(world) != before


@pytest.mark.slow
def test_key_changes_with_the_rules_of_checks(world: World, harness: Path) -> None:
    """They decide which checks exist."""
    assert changes(world, harness / "assignment" / "collection.py")


@pytest.mark.slow
def test_key_stays_if_reports_change(world: World, harness: Path) -> None:
    """The written form of a result does not affect its content."""
    assert not changes(world, harness / "reports" / "terminal_report.py")


@pytest.mark.slow
def test_key_changes_with_the_settings_of_drawn_examples(world: World) -> None:
    """Settings may change these two fields, while the file stays unchanged."""
    keys = {key_of(world), key_of(world, examples=7), key_of(world, grade_by="all")}
    assert len(keys) == 3


def test_key_changes_with_the_interpreter(world: World) -> None:
    """The reference's answers may depend on it."""
    assert key_of(world, "/usr/bin/python3.14") != key_of(world)


def version_of_hypothesis(patch: pytest.MonkeyPatch) -> None:
    """Pretend that another Hypothesis is installed."""
    usual = recording.metadata.version
    patch.setattr(
        recording.metadata, "version", lambda name: "0" if name == "hypothesis" else usual(name)
    )


SURROUNDINGS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "Hypothesis": version_of_hypothesis,
    "the judge's Python": lambda patch: patch.setattr(sys, "version", "3.0"),
    "the machine": lambda patch: patch.setattr(platform, "machine", lambda: "pdp11"),
    "the form of recordings": lambda patch: patch.setattr(recording, "FORMAT", 0),
}


@pytest.mark.slow
@pytest.mark.parametrize("part", SURROUNDINGS)
def test_key_changes_with_the_version_of_hypothesis(
    world: World, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    """Another version draws other examples for the same checks."""
    before = key_of(world)
    SURROUNDINGS[part](monkeypatch)
    assert key_of(world) != before
