"""The workflow of each starter, run as GitHub runs it: its steps in a fresh checkout, for right and for wrong work."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from graders.harness.manifest import ROOT, Assignment, assignment_ids, load_assignment
from tests.bundle.built import solve, unpacked

IDS = assignment_ids()


def workflow(id: str) -> dict[str, Any]:
    """Read the workflow as it is handed out."""
    text = (ROOT / "starter" / id / ".github" / "workflows" / "check.yml").read_text()
    found: dict[str, Any] = yaml.load(text, yaml.BaseLoader)
    return found


def steps(id: str) -> list[dict[str, Any]]:
    """Return the steps of its only job."""
    (job,) = workflow(id)["jobs"].values()
    found: list[dict[str, Any]] = job["steps"]
    return found


@pytest.mark.parametrize("id", IDS)
def test_workflow_sets_up_what_the_assignment_needs(id: str) -> None:
    """On every push: a checkout, the assignment's own Python or a JDK, the report kept also of a run that failed."""
    manifest = load_assignment(id).manifest
    assert "push" in workflow(id)["on"]
    uses = {step["uses"].partition("@")[0]: step for step in steps(id) if "uses" in step}
    assert "actions/checkout" in uses
    python = uses["actions/setup-python"]["with"]["python-version"]
    assert manifest.python.startswith(">=") or python == manifest.python
    assert ("actions/setup-java" in uses) == (manifest.java is not None)
    upload = uses["actions/upload-artifact"]
    assert (upload["if"], upload["with"]["path"]) == ("always()", "report.html")


def pushed(id: str, work: Path, folder: Path) -> tuple[int, str, str]:
    """Run the steps on a fresh checkout of *work*; return status, the job's summary, and the page that is kept."""
    checkout, runner = folder / "work" / id, folder / "bin"
    shutil.copytree(work, checkout)
    runner.mkdir()
    (runner / "python").symlink_to(sys.executable)  # what setup-python provides, with the packages there already
    summary = folder / "summary.md"
    environment = {"PATH": f"{runner}:/usr/bin:/bin", "HOME": str(folder), "CI": "true", "GITHUB_ACTIONS": "true"}
    environment |= {"GITHUB_STEP_SUMMARY": str(summary), "GITHUB_WORKSPACE": str(checkout), "CHECK_PYTHON": sys.executable}
    environment |= {name: os.environ[name] for name in ("JAVA_HOME", "PYENV_ROOT") if name in os.environ}
    status = 0
    for step in steps(id):
        if "run" in step and status == 0:
            script = folder / "step.sh"
            script.write_text(step["run"])
            done = subprocess.run(
                ["bash", "-e", str(script)], cwd=checkout, env=environment, capture_output=True, text=True, check=False
            )
            status = done.returncode
    return status, summary.read_text(), (checkout / "report.html").read_text()


@pytest.mark.slow
@pytest.mark.parametrize("id", IDS)
def test_push_is_checked(id: str, tmp_path: Path) -> None:
    """Right work is green, with all marks in the summary; work with a fault is red, and the summary says what is wrong."""
    assignment = load_assignment(id)
    work = unpacked(id, tmp_path)
    solve(assignment, work)
    status, summary, page = pushed(id, work, tmp_path / "right")
    assert status == 0, summary
