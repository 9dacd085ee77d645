"""Parameters of tests that show for every assignment what some show for all."""

from __future__ import annotations

import pytest
from _pytest.mark.structures import ParameterSet

from graders.harness.assignment.manifest import assignment_ids


def assignments(*daily: str) -> list[ParameterSet]:
    """Return the ids of all assignments; all but *daily* are left to the night."""
    return [pytest.param(id, marks=() if id in daily else pytest.mark.nightly) for id in assignment_ids()]
