"""The exemplars of Columns: their number, and the findings about their code.

tests/extensions/authoring/verification/test_exemplars.py tests the verdicts of the exemplars of all assignments.
"""

from __future__ import annotations

import pytest

from graders.extensions.shared.exemplars import build
from graders.harness.assignment.manifest import load_assignment
from graders.harness.processes.jobs import Job, ReportKind, Settings
from graders.harness.processes.pool import Pool
from graders.harness.reports.sentences import flag_text
from graders.harness.result import Finding, Result, from_json
from tests.exemplars import exemplars_of

ASSIGNMENT = load_assignment("ics32_columns")
EXEMPLARS = exemplars_of(ASSIGNMENT.id)
BY_ID = {exemplar.id: exemplar for exemplar in EXEMPLARS}
RIGHT = [exemplar for exemplar in EXEMPLARS if exemplar.kind == "right"]
FAULTY = [exemplar for exemplar in EXEMPLARS if exemplar.kind == "faulty"]

PATIENT = Settings(ASSIGNMENT.id, shrink_calls=0)
"""No search for small examples, because only verdicts matter here."""

OPEN = (
    "F into a column whose top cell is occupied",
    "any line other than blank while asterisks are shown",
    "do hidden jewels count",
    "game over after a match that did not make enough room",
    "top row full across all columns",
)
"""Topics that spec 8 leaves open, so that right programs may differ."""


def test_there_are_enough_exemplars() -> None:
    """Each open topic has a right exemplar."""
    assert len(RIGHT) >= 10
    assert len(FAULTY) >= 25
    for topic in OPEN:
        assert [exemplar.id for exemplar in RIGHT if topic in exemplar.source], topic


# Findings about their code.


def surveyed(pool: Pool, name: str) -> tuple[list[Finding], tuple[str, ...]]:
    """Return the findings and the flags of one exemplar."""
    return graded(
        pool, name, dict(build(BY_ID[name], ASSIGNMENT.reference, ASSIGNMENT.files.solved))
    )


def graded(pool: Pool, name: str, files: dict[str, bytes]) -> tuple[list[Finding], tuple[str, ...]]:
    """Return the findings and the flags of *files*."""
    result = result_of(pool, name, files)
    return list(result.findings), tuple(map(flag_text, result.flags))


def result_of(pool: Pool, name: str, files: dict[str, bytes]) -> Result:
    """Return the result of *files*."""
    report = pool.grade(PATIENT, Job(name, files, ()))
    assert report.kind is ReportKind.GRADED, report.message
    return from_json(bytes(report.result))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["right/names-of-their-own", "right/sanity-check-left-beside", "right/leaves-by-exit"]
)
def test_right_structure_has_no_findings(pool: Pool, name: str) -> None:
    """Other names and a copy of the sanity check are fine. Notes do not count."""
    findings, flags = surveyed(pool, name)
    assert [finding for finding in findings if finding.severity != "note"] == []
    assert flags == ()


@pytest.mark.slow
def test_findings_name_file_and_line(pool: Pool) -> None:
    """The finding is at the line where the mechanics read input."""
    findings, _flags = surveyed(pool, "faulty/mechanics-read-the-blank-lines")
    found = [finding for finding in findings if finding.rule == "mechanics"]
    text = build(
        BY_ID["faulty/mechanics-read-the-blank-lines"],
        ASSIGNMENT.reference,
        ASSIGNMENT.files.solved,
    )
    lines = text["columns.py"].decode().splitlines()
    assert [(finding.file, finding.severity) for finding in found] == [("columns.py", "breach")]
    assert "input()" in lines[found[0].line - 1]


@pytest.mark.slow
def test_first_edition_is_flagged(pool: Pool) -> None:
    """Programs by the rules of Fall 2017 are flagged, whatever letters they accept (spec 14). Late landings are not."""
    assert surveyed(pool, "faulty/landing-takes-a-tick")[1] == (
        ASSIGNMENT.manifest.survey.flag_texts["fall-2017"].replace(";", ","),
    )
    letters = surveyed(pool, "faulty/letters-of-another-edition")[1]
    assert letters == (ASSIGNMENT.manifest.survey.flag_texts["fall-2017"].replace(";", ","),)
    for name in ("faulty/landing-on-jewels-noticed-late", "faulty/landed-for-two-ticks"):
        assert surveyed(pool, name)[1] == ()


@pytest.mark.slow
def test_right_program_without_a_main_guard_has_its_marks(pool: Pool) -> None:
    """The guard is a rule of structure; its breach is reported."""
    files = {name: (ASSIGNMENT.reference / name).read_bytes() for name in ASSIGNMENT.files.solved}
    bare = files["project4.py"].replace(b"if __name__ == '__main__':\n    run()", b"run()")
    assert bare != files["project4.py"]
    result = result_of(pool, "bare", {**files, "project4.py": bare})
    assert result.marks == result.max_marks == 20
    assert [finding.rule for finding in result.findings if finding.severity == "breach"] == [
        "program"
    ]
    assert result.flags == ()


@pytest.mark.nightly
def test_start_of_the_wrong_module_is_flagged(pool: Pool) -> None:
    """Several modules could be started, and the chosen one shows no field. A right choice has no flag."""
    guard = b"if __name__ == '__main__':\n    print(1)\n"
    files = {name: (ASSIGNMENT.reference / name).read_bytes() for name in ASSIGNMENT.files.solved}
    files["project4.py"] = files["project4.py"].replace(b"if __name__ == '__main__':", b"if 1:")
    _findings, flags = graded(pool, "wrong", {**files, "one.py": guard, "two.py": guard})
    assert ["shows no field" in flag for flag in flags] == [True]
    assert surveyed(pool, "style/unit-test-left-beside")[1] == ()
