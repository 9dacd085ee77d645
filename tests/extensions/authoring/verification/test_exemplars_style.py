"""Every rule of every assignment has an exemplar that breaks it, and no reference breaks any.

Right exemplars break none, which test_exemplars.py tests.
"""

from __future__ import annotations

import codecs
import re
import sys

import msgspec
import pytest

from graders.extensions.shared.exemplars import Exemplar, build
from graders.harness.assignment.manifest import ROOT, Assignment, load_assignment
from graders.harness.grading.program import program_of
from graders.harness.intake.coding import as_utf_8
from graders.harness.result import Finding
from graders.harness.sandbox.plain_processes import PlainBackend
from graders.harness.session.session import Session
from graders.harness.style.survey import survey
from tests.exemplars import exemplars_of
from tests.nightly import IDS

pytestmark = pytest.mark.slow

ASSIGNMENTS = [
    assignment
    for assignment in map(load_assignment, IDS)
    if assignment.manifest.survey.findings and assignment.manifest.java is None
]
REFERENCE = Exemplar("reference", "right", "", "", "reference", frozenset(), {}, {}, {})


def found(assignment: Assignment, files: dict[str, bytes]) -> tuple[Finding, ...]:
    """Return the findings of the assignment's driver about *files*."""
    manifest = assignment.manifest
    session = Session(
        PlainBackend(sys.executable).open(program_of(assignment, files), manifest.limits),
        manifest.limits,
    )
    try:
        plan = msgspec.structs.replace(manifest.survey, flags="")
        silent = msgspec.structs.replace(
            assignment, manifest=msgspec.structs.replace(manifest, survey=plan)
        )
        surveyed = survey(session, silent, manifest.limits, files)
    finally:
        session.close()
    assert (surveyed.notes, surveyed.unread) == ((), ())
    return surveyed.findings


@pytest.mark.parametrize("assignment", ASSIGNMENTS, ids=lambda assignment: assignment.id)
def test_every_rule_has_an_exemplar_that_breaks_it(assignment: Assignment) -> None:
    """The table of the exemplar names the rule; tests that grade exemplars compare the findings with it."""
    broken = {rule for e in exemplars_of(assignment.id) if e.kind == "style" for rule in e.findings}
    assert broken == set(assignment.manifest.survey.rules)


@pytest.mark.parametrize("assignment", ASSIGNMENTS, ids=lambda assignment: assignment.id)
def test_the_reference_has_no_finding(assignment: Assignment) -> None:
    """It has not even a finding for staff to review."""
    assert found(assignment, build(REFERENCE, assignment.reference, assignment.files.solved)) == ()


@pytest.mark.parametrize("name", IDS)
def test_a_byte_order_mark_changes_nothing(name: str) -> None:
    """Every exemplar of style and every faulty one is the same submission with a mark before each file."""
    sources = {
        (f"{exemplar.kind}/{exemplar.name}", file): source
        for exemplar in exemplars_of(name)
        if exemplar.kind in ("style", "faulty")
        for file, source in exemplar.files.items()
    }
    assert sources
    for (exemplar, file), source in sources.items():
        assert as_utf_8(file, codecs.BOM_UTF8 + source) == as_utf_8(file, source), exemplar


def test_the_table_of_orders_names_every_rule_and_only_checks_that_exist() -> None:
    """The table is in the section on style of each assignment's page."""
    for name in IDS:
        assignment = load_assignment(name)
        page = (ROOT / "docs" / "assignments" / f"{name}.md").read_text(encoding="utf-8")
        (section,) = re.findall(r"^## .*[sS]tyle\n(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE)
        named = set(re.findall(r"`([a-z-]+)`", section))
        ours = {
            rule
            for rule, source in assignment.manifest.survey.rules.items()
            if "this grader" not in source
        }
        assert named >= ours, f"{name}: {ours - named}"
        sources = "".join(
            path.read_text(encoding="utf-8") for path in assignment.grader.glob("test_*.py")
        )
        for check in re.findall(r"`([a-z]+\.[a-z]+-[a-z-]+)`", section):
            assert f'"{check}"' in sources, f"{name}: there is no check {check}"
