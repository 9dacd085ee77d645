"""Students may read the autograder's output after a failed run, so it reveals nothing about checks."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path

import pytest

from graders.extensions.platforms import autograder
from graders.harness.errors import NOT_GRADABLE, GraderError
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


DUE, LATER, DAY_AFTER = (f"2026-10-{day:02}T23:59:00.000000-04:00" for day in (1, 3, 2))


@pytest.mark.parametrize(
    ("assignment", "users", "created", "days"),
    [
        ({"due_date": DUE}, [{"name": "Ada", "assignment": {"due_date": DUE}}], DUE, 0),
        ({"due_date": DUE}, [{"name": "Ada"}], DAY_AFTER, 1),
        ({"due_date": DUE}, [{"name": "Ada", "assignment": {"due_date": LATER}}], DAY_AFTER, 0),
        ({"due_date": None}, [{"name": "Ada"}], LATER, None),
    ],
    ids=["in time", "late", "with an extension", "without a due date"],
)
def test_days_late_are_those_of_gradescope(
    assignment: object, users: object, created: str, days: int | None, tmp_path: Path
) -> None:
    facts = {"id": 1, "created_at": created, "assignment": assignment, "users": users}
    (tmp_path / "facts.json").write_text(json.dumps(facts))
    counted = autograder.days_late(tmp_path / "facts.json")
    assert (counted if counted is None else math.ceil(counted)) == days


def test_submission_without_facts_is_in_time(tmp_path: Path) -> None:
    assert autograder.days_late(tmp_path / "none.json") is None


def test_facts_that_cannot_be_read_stop_the_run(tmp_path: Path) -> None:
    """Otherwise a late submission would keep its marks without a word."""
    (tmp_path / "facts.json").write_text("{")
    with pytest.raises(GraderError, match="cannot be read"):
        autograder.days_late(tmp_path / "facts.json")


def test_late_days_cost_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "submission").mkdir()
    (tmp_path / "submission" / "Block.java").write_text("package assignment3;")
    (tmp_path / "results").mkdir()
    facts = {"created_at": DAY_AFTER, "assignment": {"due_date": DUE}, "users": []}
    (tmp_path / autograder.METADATA).write_text(json.dumps(facts))
    passed = result(
        check("block.a", marks=30, verdict=Verdict.PASSED),
        check("block.b", marks=70, verdict=Verdict.PASSED),
    )
    monkeypatch.setattr(InProcess, "grade", lambda *_: Report.of(Graded(passed, ())))
    autograder.run(tmp_path, "comp250_blocky", sandbox="auto", audience="student")
    written = json.loads((tmp_path / "results" / "results.json").read_text())
    assert written["score"] == 90
