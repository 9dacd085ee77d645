"""The log of a submission, which staff read and no result contains."""

from __future__ import annotations

from tests.world import TOY


def test_log_names_the_release_and_the_demand() -> None:
    """A mark that depends on the release can be traced to it."""
    graded = TOY.grade()
    assert graded.log[0].startswith("backend ")
    assert (
        graded.log[1]
        == f"runs on {TOY.grader.backend.interpreter} (assignment.toml: {TOY.assignment.manifest.python})"
    )
