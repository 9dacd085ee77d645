"""`grader play ics32_columns`: the reference, for people at a terminal."""

from __future__ import annotations

import subprocess
import sys

import pytest

from graders.harness.assignment.manifest import ROOT

pytestmark = pytest.mark.slow


def played(typed: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Play with this input."""
    command = [sys.executable, "-m", "graders", "play", "ics32_columns", *options]
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, check=False, cwd=ROOT, timeout=60
    )


def test_game_runs_to_its_end() -> None:
    """With ticks alone the field fills up, whatever falls."""
    run = played("\n" * 300, "--rows", "4", "--columns", "3", "--seed", "1")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.endswith("GAME OVER\n")
    assert run.stdout == played("\n" * 300, "--rows", "4", "--columns", "3", "--seed", "1").stdout


@pytest.mark.parametrize("typed", ["q\n", "", "r\n>\n<\nwhat?\n\nQ\n"])
def test_player_may_leave(typed: str) -> None:
    """Q ends the game, and so does the end of the input. A meaningless line is ignored."""
    run = played(typed)
    assert (run.returncode, run.stderr) == (0, "")
    assert "GAME OVER" not in run.stdout


def test_a_field_that_is_too_small_is_one_clear_line() -> None:
    """The reference names the fault."""
    run = played("", "--rows", "2")
    assert run.returncode == 2
    assert "2 rows" in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1
