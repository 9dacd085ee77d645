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
    assert "Contracts: 7 kept, 0 broken." in done.stdout


@pytest.mark.parametrize(
    ("module", "line", "broken"),
    [
        ("grading/marking.py", "from graders.harness.course import roster", "run downwards BROKEN"),
        (
            "intake/names.py",
            "from graders.harness.sandbox import interface",
            "run downwards BROKEN",
        ),
        (
            "grading/submission_run.py",
            "from graders.harness.grading import plugin",
            "import each other BROKEN",
        ),
        ("grading/marking.py", "from graders.blocky import board", "knows no assignment BROKEN"),
        ("cli.py", "from graders.extensions.similar import command", "knows no extension BROKEN"),
        (
            "../blocky/laws.py",
            "from graders.harness.result import Text",
            "nothing else of it BROKEN",
        ),
    ],
)
def test_import_that_runs_upwards_is_found(
    checkout: Path, module: str, line: str, broken: str
) -> None:
    path = checkout / "graders" / "harness" / module
    path.write_text(path.read_text() + f"\n{line}\n")
    done = linted(checkout)
    assert done.returncode == 1
    assert broken in done.stdout


def test_new_room_needs_a_floor(checkout: Path) -> None:
    """import-linter also reports a package or module that the contract does not list."""
    (checkout / "graders" / "harness" / "utils.py").write_text("")
    done = linted(checkout)
    assert done.returncode == 1
    assert "utils" in done.stdout
