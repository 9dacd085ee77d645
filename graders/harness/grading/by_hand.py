"""Runs checks by hand: ``pytest graders/ASSIGNMENT --submission PATH``.

They run at level E, in a plain process, so the submission has to be the author's own. pytest finds
this module by its entry point; it brings the plugin that runs checks along.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from graders.harness.errors import GraderError

if TYPE_CHECKING:
    from graders.harness.grading.judge import Judge

pytest_plugins = ["graders.harness.grading.plugin"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option ``--submission``."""
    parser.getgroup("grader").addoption(
        "--submission",
        metavar="PATH",
        help="run an assignment's checks on this submission (level E: your own code)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Set up a judge if a submission is named."""
    path = config.getoption("--submission")
    if path is None:
        return
    from graders.harness.grading.plugin import JudgePlugin

    try:
        judge = judge_for(config.args, Path(path))
    except GraderError as error:
        raise pytest.UsageError(str(error)) from None
    config.pluginmanager.register(JudgePlugin(judge), "grader-judge")


def judge_for(arguments: list[str], path: Path) -> Judge:
    """Return a judge of the submission at *path*, for the assignment of pytest's *arguments*."""
    from graders.harness.assignment.manifest import load_assignment
    from graders.harness.grading.grader import Grader, open_backend
    from graders.harness.intake import read_submission

    names = set()
    for argument in arguments:
        checks = Path(argument.split("::")[0]).resolve()
        for folder in (checks, *checks.parents):
            if (folder / "assignment.toml").is_file():
                names.add(folder.name)
    if len(names) != 1:
        raise pytest.UsageError(
            "--submission goes with one assignment: pytest graders/ASSIGNMENT --submission PATH"
        )
    assignment = load_assignment(names.pop())
    grader = Grader(assignment, open_backend(assignment, choice="plain"))
    submission = read_submission(path, assignment)
    judge = grader.judge(submission)
    judge.scouts = False  # every check is to be seen running
    return judge
