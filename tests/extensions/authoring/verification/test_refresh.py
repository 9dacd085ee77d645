"""`grader refresh` writes what is stale and nothing else, and `--check` only names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.harness.cli import main
from tests.extensions.authoring.verification.test_record import BUILD, COUNTED, HEADER, TYPED
from tests.world import write_world


def said(capsys: pytest.CaptureFixture[str], root: Path, *typed: str) -> tuple[int, list[str], str]:
    """Return the status of `grader refresh words`, the lines of its output, and its errors."""
    status = main(["--root", str(root), "refresh", "words", *typed])
    out, told = capsys.readouterr()
    return status, out.splitlines(), told


@pytest.mark.slow
def test_what_is_stale_is_listed_then_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The difference of a scenario is shown both times; a part without stale files says so."""
    changed = HEADER + TYPED + "«^D»\n9 9\n"
    root = write_world(tmp_path, **{**BUILD, "scenarios": {"counted.txt": changed}}).root
    assert said(capsys, root, "--only", "starter")[0] == 0
    before = {path: path.read_bytes() for path in root.rglob("*.txt")}
    status, lines, told = said(capsys, root, "--check")
    assert (status, lines[:2]) == (
        1,
        ["starter    up to date", "scenarios  stale scenarios/words/counted.txt"],
    )
    assert "-9 9" in lines and "+3 3" in lines
    assert told == "grader: run `grader refresh words` and commit the changes\n"
    assert {path: path.read_bytes() for path in root.rglob("*.txt")} == before
    status, lines, told = said(capsys, root)
    assert (status, lines[1], told) == (0, "scenarios  wrote scenarios/words/counted.txt", "")
    assert (root / "scenarios/words/counted.txt").read_text() == COUNTED
    (root / "starter/words/words.py").write_text("changed by hand\n")
    assert said(capsys, root, "--check")[:2] == (
        1,
        ["starter    stale starter/words/words.py", "scenarios  up to date"],
    )


@pytest.mark.slow
def test_scenarios_can_be_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The others stay as they are, even those that cannot be recorded."""
    changed = HEADER + TYPED + "«^D»\n9 9\n"
    scenarios = {"counted.txt": changed, "ahead.txt": HEADER + TYPED}
    root = write_world(tmp_path, **{**BUILD, "scenarios": scenarios}).root
    assert said(capsys, root, "--only", "scenarios", "counted")[0] == 0
    assert (root / "scenarios/words/counted.txt").read_text() == COUNTED
    assert (root / "scenarios/words/ahead.txt").read_text() == HEADER + TYPED
