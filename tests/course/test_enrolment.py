"""Changes of the roster between two runs are reported, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.harness.course import gradebook
from graders.harness.course.enrolment import changes, enrolled_then
from graders.harness.course.roster import match, parse_roster
from tests.intake.downloads import delivery

BEFORE = b"student id,name,group\n1,Ada,g1\n2,Bob,g1\n3,Cy,\n"


def book(folder: Path, roster: bytes | None) -> Path:
    """Return the gradebook of a run with this roster; one delivery matches no person."""
    path = folder / "gradebook.csv"
    deliveries = [delivery("1"), delivery("stranger")]
    matching = match(parse_roster(roster), deliveries) if roster else None
    gradebook.write(path, gradebook.table(gradebook.rows(deliveries, {}, {}, matching), matching))
    return path


@pytest.mark.parametrize(
    ("after", "told"),
    [
        (BEFORE, ()),
        (b"name,student id,group,tutor\nCy,3,,x\nBob,2,g1,x\nAda,1,g1,x\n", ()),
        (BEFORE + b"4,Dee,g2\n", ("Dee (4) was added to the roster",)),
        (BEFORE.replace(b"2,Bob,g1\n", b""), ("Bob (2) is no longer on the roster",)),
        (BEFORE.replace(b"Ada,g1", b"Ada,g2"), ("Ada (1): group g1 before, group g2 now",)),
        (BEFORE.replace(b"Cy,", b"Cy,g1"), ("Cy (3): no group before, group g1 now",)),
        (BEFORE + b"stranger,Sue,\n", ("Sue (stranger) was added to the roster",)),
    ],
)
def test_changes_of_people_and_groups_are_reported(
    tmp_path: Path, after: bytes, told: tuple[str, ...]
) -> None:
    """People joined, left or changed the group. Order, other columns and unmatched deliveries do not matter."""
    assert changes(enrolled_then(book(tmp_path, BEFORE)), parse_roster(after)) == told


def test_without_a_roster_no_change_is_reported(tmp_path: Path) -> None:
    """This holds for a first run, runs without a roster, and a file that is no gradebook."""
    roster = parse_roster(BEFORE)
    assert changes(enrolled_then(tmp_path / "none.csv"), roster) == ()
    assert changes(enrolled_then(book(tmp_path, None)), roster) == ()
    assert changes(enrolled_then(book(tmp_path, BEFORE)), None) == ()
    (tmp_path / "gradebook.csv").write_bytes(b"\xff\x00")
    assert changes(enrolled_then(tmp_path / "gradebook.csv"), roster) == ()
