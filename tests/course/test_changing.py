"""A class changes at once or not at all, whenever a command is killed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from graders.harness.course.pages import changing
from graders.harness.course.pages.changing import DRAFT, LOCK, OF_DRAFT, READY
from graders.harness.errors import GraderError
from tests.course.killed import ACTIONS, Found

COMMANDS = {
    "decide": "grader decide",
    "decide by hand": "grader decide",
    "answer": "`grader grade toy`",
    "weights": "grader decide",
    "desk": "grader decide",
    "first grading": "`grader grade toy`",
}
"""Action -> what brings its change up to date, if a reader stops."""


def found(folder: Path, action: str) -> list[Found]:
    """Return what readers find after each write of *action*, before which it is killed."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.course.killed", str(folder), action],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert run.returncode == 0, run.stderr
    return [Found(**one) for one in json.loads(run.stdout)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "action",
    # by day one that the command line makes, and what a grading asks
    [
        pytest.param(one, marks=() if one in ("weights", "question") else pytest.mark.nightly)
        for one in ACTIONS
    ],
)
def test_class_is_as_before_or_after_a_killed_command_or_its_reader_stops(
    tmp_path: Path, action: str
) -> None:
    """A reader that stops names the command that brings the class up to date, and it does."""
    after_each = found(tmp_path, action)
    # a sheet is made from decisions.toml, which is ahead of the results then
    ahead = [one for one in after_each if (one.reader, one.read) == ("sheet", ["after"])]
    read = [one for one in after_each if one.status == 0 and one not in ahead]
    stopped = [one for one in after_each if one.status]
    assert {one.state for one in read} == (
        {"after"}
        if action in ("decide by hand", "answer", "desk", "first grading")
        else {"before", "after"}
    )
    assert all(one.state in one.read for one in read)
    assert all(one.events == (one.state == "after") for one in after_each)
    assert bool(stopped) is (action in COMMANDS)
    for one in stopped:
        assert (one.status, one.state, one.later) == (2, "before", "after"), one
        assert "Traceback" not in one.said and one.said.count("\n") == 1
    # before the first write of all, there is no class
    named = [one for one in stopped if "a class is a folder that" not in one.said]
    assert len(named) >= len(stopped) - 1
    assert all(COMMANDS[action] in one.said for one in named)


def files(folder: Path) -> dict[str, str]:
    """Return the files that are no lock, by their places."""
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.endswith(OF_DRAFT) and path.name != LOCK
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two pages."""
    for place in ("a/old", "a/kept", "b/old"):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_text("1")
    return tmp_path


def test_draft_replaces_and_removes_at_the_end(folder: Path) -> None:
    """Folders that are empty then go, too."""
    before = files(folder)
    with changing.changing(folder) as draft:
        (draft.after / "a").mkdir()
        (draft.after / "a" / "old").write_text("2")
        for place in ("a/old", "b/old", "c/never"):
            draft.remove(place)
        assert {
            place: text for place, text in files(folder).items() if not place.startswith(DRAFT)
        } == before
    assert files(folder) == {"a/old": "2", "a/kept": "1"}
    assert sorted(path.name for path in folder.iterdir()) == ["a", LOCK]


@pytest.mark.parametrize("change", [changing.changing, changing.changing_slowly])
@pytest.mark.parametrize("error", [KeyboardInterrupt, GraderError("no")])
def test_change_that_is_interrupted_leaves_nothing(
    folder: Path, change: object, error: BaseException
) -> None:
    before = files(folder)
    with pytest.raises((KeyboardInterrupt, GraderError)), change(folder) as draft:  # type: ignore[operator]
        (draft.after / "new").write_text("2")
        draft.remove("a/old")
        raise error
    assert files(folder) == before
    assert not list(folder.glob(f"{DRAFT}*"))


def test_draft_of_a_killed_process_is_removed_and_one_at_work_is_not(folder: Path) -> None:
    (folder / f"{DRAFT}dead" / "a").mkdir(parents=True)
    (folder / f"{DRAFT}dead{OF_DRAFT}").touch()
    with changing.changing_slowly(folder) as long:
        (long.after / "new").write_text("2")
        assert (
            not (folder / f"{DRAFT}dead").exists()
            and not (folder / f"{DRAFT}dead{OF_DRAFT}").exists()
        )
        with changing.changing(folder) as brief:
            (brief.after / "other").write_text("3")
        assert long.after.exists()
    assert files(folder)["new"] == "2" and files(folder)["other"] == "3"


def test_reader_finishes_a_change_or_says_that_it_cannot(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / READY).mkdir()
    (folder / READY / "a").mkdir()
    (folder / READY / "a" / "old").write_text("2")
    with monkeypatch.context() as patch:

        def refuse(*_: object) -> None:
            raise PermissionError(13, "Permission denied")

        patch.setattr("os.replace", refuse)
        with (
            pytest.raises(GraderError, match=r"interrupted halfway.*Permission denied"),
            changing.unchanged(folder),
        ):
            pass
    with changing.unchanged(folder):
        assert files(folder) == {"a/old": "2", "a/kept": "1", "b/old": "1"}
