"""Changes of the roster between two runs are reported, and nothing else."""

from __future__ import annotations

import pytest

from graders.harness.course.pages import gradebook
from graders.harness.course.pages.class_file import ClassState
from graders.harness.course.pages.enrolment import changes, enrolled_then
from graders.harness.course.people.roster import match, parse_roster
from tests.intake.downloads import delivery

BEFORE = b"student id,name,group\n1,Ada,g1\n2,Bob,g1\n3,Cy,\n"


def state(roster: bytes | None) -> ClassState:
    """Return the state of a class with this roster; one delivery matches no person."""
    deliveries = [delivery("1"), delivery("stranger")]
    matching = match(parse_roster(roster), deliveries) if roster else None
    rows = gradebook.rows(deliveries, {}, {}, matching)
    return ClassState(rows=rows, columns=matching.roster.columns if matching else None)


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
def test_changes_of_people_and_groups_are_reported(after: bytes, told: tuple[str, ...]) -> None:
    """People joined, left or changed the group. Order, other columns and unmatched deliveries do not matter."""
    assert changes(enrolled_then(state(BEFORE)), parse_roster(after)) == told


def test_without_a_roster_no_change_is_reported() -> None:
    """This holds for a first run, and for runs without a roster."""
    roster = parse_roster(BEFORE)
    assert changes(enrolled_then(None), roster) == ()
    assert changes(enrolled_then(state(None)), roster) == ()
    assert changes(enrolled_then(state(BEFORE)), None) == ()
