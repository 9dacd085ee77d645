"""Checks run by hand: ``pytest graders/ASSIGNMENT --submission PATH``.

They run at level E, a plain process: for your own code. pytest finds this module by its entry
point; it brings the plugin that runs checks along.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from graders.harness.errors import GraderError

if TYPE_CHECKING:
    from graders.harness.grading.plugin import ChecksPlugin

pytest_plugins = ["graders.harness.grading.plugin"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer ``--submission``."""
    parser.getgroup("grader").addoption(
        "--submission",
        metavar="PATH",
        help="run an assignment's checks on this submission (level E: your own code)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Set up a grading if a submission is named."""
    path = config.getoption("--submission")
    if path is None:
        return
    try:
        plugin = plugin_for(config.args, Path(path))
    except GraderError as error:
        raise pytest.UsageError(str(error)) from None
    config.pluginmanager.register(plugin, "grader-checks")


def plugin_for(arguments: list[str], path: Path) -> ChecksPlugin:
    """Return the plugin that runs the checks on the submission at *path*, each of them live.

    arguments: pytest's, which lie in one assignment.
    """
    from graders.harness.assignment.manifest import load_assignment
    from graders.harness.grading.checks import Check, Invoke
    from graders.harness.grading.grader import Grader, GraderOptions
    from graders.harness.grading.plugin import ChecksPlugin
    from graders.harness.grading.program import open_backend
    from graders.harness.intake import read_submission
    from graders.harness.replay.recording import Listed

    named = [Path(argument.split("::")[0]).resolve() for argument in arguments]
    folders = {folder for name in named for folder in (name, *name.parents)}
    ids = {folder.name for folder in folders if (folder / "assignment.toml").is_file()}
    if len(ids) != 1:
        raise pytest.UsageError(
            "--submission goes with one assignment: pytest graders/ASSIGNMENT --submission PATH"
        )
    assignment = load_assignment(ids.pop())
    submission = read_submission(path, assignment)
    backend = open_backend(assignment, choice="plain")
    grader = Grader(assignment, backend, options=GraderOptions(prefetch=False))
    kept = grader.recorded()

    def loop(checks: list[Check], invoke: Invoke) -> None:
        listed = [Listed(check.spec, check.title) for check in checks]
        with grader, grader.bench(submission, kept) as bench:
            grader.run_of(bench, listed).run(checks, invoke)

    return ChecksPlugin(assignment, loop, validated=kept.checks)
