"""Imports between the rooms of the harness run downwards only, and a planted violation is found."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from graders.harness.assignment.manifest import ROOT


def linted(root: Path) -> subprocess.CompletedProcess[str]:
    """Return import-linter's report on the checkout at *root*."""
    return subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"],
        cwd=root,
        env={"PYTHONPATH": str(root), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the code and of the contracts."""
    left_out = shutil.ignore_patterns("__pycache__", "exemplars")
    shutil.copytree(ROOT / "graders", tmp_path / "graders", ignore=left_out)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


@pytest.mark.slow
def test_imports_run_downwards(checkout: Path) -> None:
    done = linted(checkout)
    assert done.returncode == 0, done.stdout
    assert "Contracts: 8 kept, 0 broken." in done.stdout


@pytest.mark.nightly
def test_imports_that_run_upwards_are_found(checkout: Path) -> None:
    """Each contract is broken; floors by a room below and by one above."""
    planted = [
        ("intake/names.py", "from graders.harness.sandbox import interface"),
        ("grading/marking.py", "from graders.harness.course import marks"),
        ("grading/checks.py", "from graders.harness.grading import plugin"),
        ("grading/marking.py", "from graders.blocky import board"),
        ("cli.py", "from graders.extensions.similar import command"),
        ("../extensions/java/jdk.py", "from graders.extensions.similar import command"),
        ("../blocky/laws.py", "from graders.harness.result import Text"),
    ]
    for module, line in planted:
        path = checkout / "graders" / "harness" / module
        path.write_text(path.read_text() + f"\n{line}\n")
    done = linted(checkout)
    assert done.returncode == 1
    for found in (
        "run downwards BROKEN",
        "harness.intake.names -> graders.harness.sandbox.interface",
        "harness.grading.marking -> graders.harness.course",
        "import each other BROKEN",
        ".plugin -> .checks",
        "knows no assignment BROKEN",
        "harness.grading.marking -> graders.blocky.board",
        "knows no extension BROKEN",
        "harness.cli -> graders.extensions.similar.command",
        "do not know each other BROKEN",
        "extensions.java.jdk -> graders.extensions.similar.command",
        "nothing else of it BROKEN",
        "blocky.laws -> graders.harness.result",
    ):
        assert found in done.stdout


@pytest.mark.nightly
def test_new_room_needs_a_floor(checkout: Path) -> None:
    """import-linter also reports a package or module that the contract does not list."""
    (checkout / "graders" / "harness" / "utils.py").write_text("")
    done = linted(checkout)
    assert done.returncode == 1
    assert "utils" in done.stdout
