"""Collecting an assignment's checks reads the assignment's folders only."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from graders.harness.assignment.manifest import ROOT, load_assignment
from graders.harness.grading.collecting import collect
from tests.world import TOY, forwarding, write_world


def test_no_folder_is_listed_outside_of_the_assignments_root(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other users may create and delete files in the folders above."""
    root = tmp_path / "world"
    TOY.copy(root)
    listed: list[Path] = []
    usual = os.scandir

    def scandir(path: Any = ".") -> Any:
        listed.append(Path(os.fspath(path)))
        return usual(path)

    monkeypatch.setattr(os, "scandir", scandir)
    assert collect(load_assignment("toy", root))
    assert root / "graders" / "toy" in listed
    assert [
        path for path in listed if tmp_path in path.parents and not path.is_relative_to(root)
    ] == []
    assert not {tmp_path, *tmp_path.parents} & set(listed)


def test_installed_packages_are_not_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes as long as all else of a grading, and each submission would pay for it."""
    monkeypatch.setattr("importlib.metadata.distributions", lambda **_: pytest.fail("looked"))
    assert collect(load_assignment("toy", TOY.root))


@pytest.mark.slow
def test_assignments_with_one_id_in_two_folders_keep_their_own_checks(tmp_path: Path) -> None:
    """pytest finds a loaded module by its name, which is the same in both."""
    driver = forwarding(work=("double",))
    for name in ("first", "second"):
        world = write_world(
            tmp_path / name,
            checks=f'@check("{name}.one")\ndef test_{name}(student):\n    """It is one."""\n',
            driver=driver,
            reference={"work.py": ""},
        )
        assert [one.spec.id for one in collect(world.assignment)] == [f"{name}.one"]


@pytest.mark.slow
@pytest.mark.parametrize("option", ["-O", pytest.param("-OO", marks=pytest.mark.nightly)])
def test_python_that_leaves_out_asserts_and_docstrings_is_refused(option: str) -> None:
    """An assert of a check would hold for every program, and a title would be missing."""
    command = [
        "-m",
        "graders",
        "--root",
        str(TOY.root),
        "check",
        "toy",
        str(TOY.root / "reference" / "toy"),
    ]
    done = subprocess.run(
        [sys.executable, option, *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    reason = "this Python leaves out the asserts and docstrings of checks: start it without -O, and without the variable"
    assert (done.returncode, done.stdout, done.stderr) == (
        3,
        "",
        f"grader: {reason} PYTHONOPTIMIZE\n",
    )
