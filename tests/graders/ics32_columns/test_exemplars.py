"""The exemplars of Columns: that there are enough of them, and what is said of their code.

Whether each gets its verdicts is tested for all assignments alike, in tests/verification/test_exemplars.py.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graders.harness.assignment.manifest import load_assignment
from graders.harness.processes.jobs import Job, ReportKind, Settings
from graders.harness.processes.pool import Pool
from graders.harness.reports.sentences import flag_text
from graders.harness.result import Finding, from_json
from graders.harness.verification.exemplars import build, load_exemplars

ASSIGNMENT = load_assignment("ics32_columns")
EXEMPLARS = load_exemplars(ASSIGNMENT.grader)
BY_ID = {exemplar.id: exemplar for exemplar in EXEMPLARS}
RIGHT = [exemplar for exemplar in EXEMPLARS if exemplar.kind == "right"]
FAULTY = [exemplar for exemplar in EXEMPLARS if exemplar.kind == "faulty"]

PATIENT = Settings(ASSIGNMENT.id, shrink_calls=0)
"""No search for small examples: only verdicts matter here."""

OPEN = (
    "F into a column whose top cell is occupied",
    "any line other than blank while asterisks are shown",
    "do hidden jewels count",
    "game over after a match that did not make enough room",
    "top row full across all columns",
)
"""What spec 8 leaves open between right programs."""


@pytest.fixture(scope="session")
def pool() -> Iterator[Pool]:
    """Return warm processes in the strongest sandbox of this machine; each has the reference's full marks behind it."""
    pool = Pool()
    yield pool
    pool.close()


def test_there_are_enough_of_both_kinds() -> None:
    """Right ones for whatever is open, faulty ones for whatever was seen."""
    assert len(RIGHT) >= 10
    assert len(FAULTY) >= 25
    for topic in OPEN:
        assert [exemplar.id for exemplar in RIGHT if topic in exemplar.source], topic


# What is said of their code.


def surveyed(pool: Pool, name: str) -> tuple[list[Finding], tuple[str, ...]]:
    """Return the findings and the flags of one exemplar."""
    files = build(BY_ID[name], ASSIGNMENT.reference, ASSIGNMENT.files.solved)
    report = pool.grade(PATIENT, Job(name, dict(files), ()))
    assert report.kind is ReportKind.GRADED, report.message
    result = from_json(bytes(report.result))
    return list(result.findings), tuple(map(flag_text, result.flags))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["right/names-of-their-own", "right/sanity-check-left-beside", "right/leaves-by-exit"])
def test_right_structure_has_no_findings(pool: Pool, name: str) -> None:
    """Other names, and a copy of the sanity check, are nothing to speak of; nor are notes."""
    findings, flags = surveyed(pool, name)
    assert [finding for finding in findings if finding.severity != "note"] == []
    assert flags == ()


@pytest.mark.slow
def test_findings_name_file_and_line(pool: Pool) -> None:
    """Mechanics that read input are found where they do."""
    findings, _flags = surveyed(pool, "faulty/mechanics-read-the-blank-lines")
    found = [finding for finding in findings if finding.rule == "mechanics"]
    text = build(BY_ID["faulty/mechanics-read-the-blank-lines"], ASSIGNMENT.reference, ASSIGNMENT.files.solved)
    lines = text["columns.py"].decode().splitlines()
    assert [(finding.file, finding.severity) for finding in found] == [("columns.py", "breach")]
    assert "input()" in lines[found[0].line - 1]


@pytest.mark.slow
def test_the_first_edition_is_recognised(pool: Pool) -> None:
    """A program by the rules of Fall 2017 is flagged, whatever letters it takes (spec 14); one late on jewels is not."""
    assert surveyed(pool, "faulty/landing-takes-a-tick")[1] == (ASSIGNMENT.manifest.survey.flag_texts["fall-2017"].replace(";", ","),)
    letters = surveyed(pool, "faulty/letters-of-another-edition")[1]
    assert letters == (ASSIGNMENT.manifest.survey.flag_texts["fall-2017"].replace(";", ","),)
    for name in ("faulty/landing-on-jewels-noticed-late", "faulty/landed-for-two-ticks"):
        assert surveyed(pool, name)[1] == ()
