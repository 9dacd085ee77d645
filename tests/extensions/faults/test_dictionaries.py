"""The assignments' own dictionaries: a stale entry names no fault, and nothing else tells."""

from __future__ import annotations

import pytest

from graders.extensions.faults.dictionary_part import stale
from graders.extensions.shared.refresh_parts import Refreshing
from graders.harness.assignment.manifest import load_assignment
from graders.harness.commands.grammar import settings_of
from tests import nightly
from tests.language import needs_language


@pytest.mark.slow
@pytest.mark.parametrize("id", nightly.assignments("csse7030_connect4", "ics32_columns"))
def test_dictionary_is_of_the_present_checks_and_exemplars(id: str) -> None:
    """If this fails, run `grader refresh --only dictionary` for the assignment: a check, its examples or an exemplar has changed."""
    assignment = load_assignment(id)
    needs_language(assignment)
    settings = settings_of(assignment, "auto")
    assert list(stale(Refreshing(assignment, settings, jobs=1, check=True))) == []
