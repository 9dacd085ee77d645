"""The workflow of each starter runs as on GitHub: its steps in a fresh checkout, for right and for wrong programs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from graders.harness.assignment.manifest import ROOT, load_assignment
from tests.handout.built import environment, solve, unpacked
from tests.nightly import IDS


def workflow(id: str) -> dict[str, Any]:
    """Return the workflow file, parsed."""
    text = (ROOT / "starter" / id / ".github" / "workflows" / "check.yml").read_text()
    found: dict[str, Any] = yaml.load(text, yaml.BaseLoader)
    return found


def steps(id: str) -> list[dict[str, Any]]:
    """Return the steps of its only job."""
    (job,) = workflow(id)["jobs"].values()
    found: list[dict[str, Any]] = job["steps"]
    return found


@pytest.mark.parametrize("id", IDS)
def test_workflow_sets_up_the_assignments_requirements(id: str) -> None:
    """Each push gets a checkout, and the required Python or JDK. The report is uploaded even after a failed run."""
    manifest = load_assignment(id).manifest
    assert "push" in workflow(id)["on"]
    uses = {step["uses"].partition("@")[0]: step for step in steps(id) if "uses" in step}
    assert "actions/checkout" in uses
    python = uses["actions/setup-python"]["with"]["python-version"]
    assert manifest.python.startswith(">=") or python == manifest.python
    assert ("actions/setup-java" in uses) == (manifest.java is not None)
    upload = uses["actions/upload-artifact"]
    assert (upload["if"], upload["with"]["path"]) == ("always()", "report.html")


@pytest.mark.parametrize("id", IDS)
def test_development_container_has_what_the_assignment_needs(id: str) -> None:
    """A Python that it allows, the check's packages, and a JDK only for Java."""
    manifest = load_assignment(id).manifest
    folder = ROOT / "starter" / id / ".devcontainer"
    container = json.loads((folder / "devcontainer.json").read_text())
    (setup,) = (
        step for step in steps(id) if step.get("uses", "").startswith("actions/setup-python")
    )
    assert container["image"].endswith(f"/python:{setup['with']['python-version']}")
    assert container["postCreateCommand"].endswith(" -r .grader/requirements.txt")
    assert any("/java:" in name for name in container["features"]) == (manifest.java is not None)


def test_workflows_run_the_same_commands() -> None:
    """The test below runs two of them for all."""
    commands = {tuple(step["run"] for step in steps(id) if "run" in step) for id in IDS}
    assert len(commands) == 1


def pushed(id: str, work: Path, folder: Path) -> tuple[int, str, str]:
    """Run the steps on a fresh checkout of *work*; return status, the job's summary, and the uploaded page."""
    checkout, runner = folder / "work" / id, folder / "bin"
    shutil.copytree(work, checkout, ignore=shutil.ignore_patterns("report.html"))
    runner.mkdir()
    (runner / "python").write_text(
        f'#!/bin/sh\nexec "{sys.executable}" "$@"\n'
    )  # stands in for setup-python
    (runner / "python").chmod(0o755)
    summary = folder / "summary.md"
    variables = {
        **environment(folder),
        "GITHUB_STEP_SUMMARY": str(summary),
        "GITHUB_WORKSPACE": str(checkout),
    }
    variables |= {"PATH": f"{runner}:{os.environ['PATH']}", "CI": "true", "GITHUB_ACTIONS": "true"}
    variables["GRADER_CACHE"] = str(
        folder.parent / "cache"
    )  # a new cache for the first push, as on a fresh runner
    status = 0
    for number, step in enumerate(steps(id)):
        if "run" in step and status == 0:
            script = folder / f"{number}.sh"
            script.write_text(step["run"])
            done = subprocess.run(
                ["bash", "-e", str(script)],
                cwd=checkout,
                env=variables,
                capture_output=True,
                text=True,
                check=False,
            )
            status = done.returncode
    return status, summary.read_text(), (checkout / "report.html").read_text()


@pytest.mark.nightly
@pytest.mark.parametrize("id", ["ics32_columns", "comp250_blocky"])
def test_push_is_checked(id: str, tmp_path: Path) -> None:
    """Right programs are green. Unsolved ones are red, and the summary names what is to be written.

    One assignment for each language is enough, because all workflows have the same commands. The last file is the
    unsolved one.
    """
    assignment = load_assignment(id)
    work = unpacked(id, tmp_path)
    last = work / assignment.files.solved[-1]
    unsolved = last.read_bytes()
    solve(assignment, work)
    last.write_bytes(unsolved)
    status, summary, page = pushed(id, work, tmp_path / "starter")
    assert status == 1
    assert "not written yet" in summary
    assert page.startswith("<!doctype html>")
    solve(assignment, work)
    status, summary, page = pushed(id, work, tmp_path / "right")
    assert status == 0, summary
    assert "Did not pass" not in summary and "not written yet" not in summary
    assert page.startswith("<!doctype html>")
