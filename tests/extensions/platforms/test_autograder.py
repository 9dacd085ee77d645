"""Students may read the autograder's output after a failed run, so it reveals nothing about checks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from graders.extensions.platforms import autograder
from graders.harness.errors import NOT_GRADABLE
from graders.harness.grading.grader import Graded
from graders.harness.grading.program import GraderBroken
from graders.harness.intake import Submission
from graders.harness.result import Status, Verdict
from tests.reports.paper import check, result

SECRET = "the board with the red corner"


class Failing:
    """A grader whose grading fails."""

    def __init__(self, grade: Callable[[Submission], Graded]) -> None:
        self.grade = grade

    def __enter__(self) -> Failing:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to close."""


def lost(_: Submission) -> Graded:
    """The sandbox fails during grading."""
    fault = check("block.secret", hidden=True, verdict=Verdict.GRADER_FAULT, message=SECRET)
    return Graded(result(fault, status=Status.NOT_GRADABLE), (SECRET,))


def broken(_: Submission) -> Graded:
    """The grader itself is faulty."""
    raise GraderBroken(f"the reference fails {SECRET}")


@pytest.mark.parametrize("grade", [lost, broken])
def test_failed_run_prints_nothing_for_staff(
    grade: Callable[[Submission], Graded], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd
) -> None:
    """Without a results.json, nothing limits the readers of the output."""
    (tmp_path / "submission").mkdir()
    (tmp_path / "submission" / "block.py").write_text("pass")
    (tmp_path / "results").mkdir()
    monkeypatch.setattr(autograder, "open_grader", lambda *_, **__: Failing(grade))
    monkeypatch.setattr(
        "sys.argv", ["autograder", str(tmp_path), "csc148_2020_blocky", "auto", "student"]
    )
    assert autograder.main() == NOT_GRADABLE
    assert not (tmp_path / "results" / "results.json").exists()
    printed = capfd.readouterr()
    told = printed.out + printed.err
    assert autograder.FAILED in told
    assert SECRET not in told and "secret" not in told
