"""Students may read the autograder's output after a failed run, so it reveals nothing about checks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from graders.extensions.platforms import autograder
from graders.harness.errors import NOT_GRADABLE
from graders.harness.grading.grader import Graded
from graders.harness.grading.program import GraderBroken
from graders.harness.processes.in_process import InProcess
from graders.harness.processes.jobs import Report
from graders.harness.result import Status, Verdict
from graders.harness.sandbox.interface import SandboxError
from tests.reports.paper import check, result

SECRET = "the board with the red corner"


def lost(*_: object) -> Report:
    """The sandbox fails during grading."""
    fault = check("block.secret", hidden=True, verdict=Verdict.GRADER_FAULT, message=SECRET)
    return Report.of(Graded(result(fault, status=Status.NOT_GRADABLE), (SECRET,), fault=SECRET))


def gone(*_: object) -> Report:
    """The sandbox cannot even begin."""
    raise SandboxError(SECRET)


def broken(*_: object) -> Report:
    """The grader itself is faulty."""
    raise GraderBroken(f"the reference fails {SECRET}")


@pytest.mark.parametrize("grade", [lost, gone, broken])
def test_failed_run_prints_nothing_for_staff(
    grade: Callable[..., Report], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd
) -> None:
    """Without a results.json, nothing limits the readers of the output."""
    (tmp_path / "submission").mkdir()
    (tmp_path / "submission" / "block.py").write_text("pass")
    (tmp_path / "results").mkdir()
    monkeypatch.setattr(InProcess, "grade", grade)
    monkeypatch.setattr(
        "sys.argv", ["autograder", str(tmp_path), "csc148_2020_blocky", "auto", "student"]
    )
    assert autograder.main() == NOT_GRADABLE
    assert not (tmp_path / "results" / "results.json").exists()
    printed = capfd.readouterr()
    told = printed.out + printed.err
    assert autograder.FAILED in told
    assert SECRET not in told and "secret" not in told
