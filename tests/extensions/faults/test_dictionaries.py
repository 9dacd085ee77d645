"""The assignments' own dictionaries: a stale entry names no fault, and nothing else tells."""

from __future__ import annotations

import pytest

from graders.extensions.faults.dictionary import load
from graders.extensions.faults.making import faulty
from graders.extensions.faults.noting import basis_of
from graders.harness.assignment.manifest import assignment_ids, load_assignment
from graders.harness.grading.checks import Check
from graders.harness.grading.grader import Grader
from graders.harness.grading.plugin import ChecksPlugin, run_pytest
from graders.harness.grading.program import open_backend
from tests.language import needs_language


@pytest.mark.slow
@pytest.mark.parametrize("id", assignment_ids())
def test_dictionary_is_of_the_present_checks_and_exemplars(id: str) -> None:
    """If this fails, run `grader dictionary` for the assignment: a check, its examples or an exemplar has changed."""
    assignment = load_assignment(id)
    needs_language(assignment)
    checks: list[Check] = []
    run_pytest(assignment, ChecksPlugin(assignment, lambda found, _invoke: checks.extend(found)))
    with Grader(assignment, open_backend(assignment, choice="auto")) as grader:
        traces = grader.recorded().traces
    bases = {check.id: basis_of(check, traces.get(check.id)) for check in checks}
    dictionary = load(assignment)
    entries = {
        (check, entry.symptom.basis)
        for fault in dictionary.faults.values()
        for check, entry in fault.entries.items()
    }
    assert {check for check, basis in entries if bases.get(check) != basis} == set()
    assert dictionary.stale == ()
    assert {exemplar.id for exemplar in faulty(assignment)} <= dictionary.faults.keys()
