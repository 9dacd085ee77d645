"""Students and staff see the same findings about style, and none if style is skipped."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from graders.extensions.shared.exemplars import as_submission, to_folder
from graders.harness.assignment.manifest import load_assignment
from graders.harness.processes.jobs import Job, ReportKind, Settings
from graders.harness.processes.pool import WarmProcess
from graders.harness.result import from_json, to_json
from tests.exemplars import exemplars_of

COLUMNS = load_assignment("ics32_columns")
TRIAL = next(
    exemplar for exemplar in exemplars_of(COLUMNS.id) if exemplar.id == "style/unsigned-trial"
)


def grader(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    return subprocess.run(
        [sys.executable, "-m", "graders", *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(COLUMNS.grader.parents[1])},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a submission with a second executable module, and an import that python-ta reports."""
    made = to_folder(
        TRIAL, COLUMNS.reference, COLUMNS.files.solved, tmp_path_factory.mktemp("handed-in")
    )
    (made / "trial.py").write_text(
        '"""What I tried."""\nimport columns\nimport columns\n\nif __name__ == "__main__":\n    print(columns)\n'
    )
    program = made / "project4.py"
    text = program.read_text()
    assert "\nfrom columns import" in text
    # what the program does not import is not to be handed in, so a student's check does not read it
    program.write_text(
        text.replace("\nfrom columns import", "\nimport trial\nfrom columns import", 1)
    )
    return made


@pytest.mark.slow
def test_students_and_staff_see_the_same_findings(folder: Path) -> None:
    """A student's own check, staff's command and a warm process agree, the last two byte by byte."""
    checked = grader("check", COLUMNS.id, str(folder), "--json", cwd=folder)
    assert checked.returncode == 0, checked.stderr
    seen = json.loads(checked.stdout)["findings"]
    assert {finding["rule"] for finding in seen} == {
        "program",
        "name",
        "python-ta/reimported",
        "python-ta/unused-import",
    }
    graded = grader("grade", COLUMNS.id, str(folder), "--json", cwd=folder)
    told = json.loads(graded.stdout)["findings"]  # staff also see the section of the page of facts
    assert [{**finding, "source": ""} for finding in told] == [
        {**finding, "source": ""} for finding in seen
    ]
    cold = from_json(graded.stdout.encode())
    names = {*as_submission(TRIAL, COLUMNS).files, "trial.py"}
    files = {name: (folder / name).read_bytes() for name in names}
    warm = WarmProcess(Settings(COLUMNS.id, linters=True))
    try:
        warm.wait()
        report = warm.grade(Job(cold.submission, files, cold.notes))
    finally:
        warm.close()
    assert report.kind is ReportKind.GRADED, report.message
    assert to_json(from_json(bytes(report.result))) == to_json(cold)


@pytest.mark.nightly
def test_no_style_has_no_findings(folder: Path) -> None:
    """Neither rules nor python-ta run; the marks are the same."""
    run = grader("check", COLUMNS.id, str(folder), "--no-style", "--json", cwd=folder)
    assert run.returncode == 0, run.stderr
    document = json.loads(run.stdout)
    assert document["findings"] == []
    assert document["marks"] > 0
