"""The rule that a check enforces is found in its source, and its text on the page of facts."""

from __future__ import annotations

import pytest

from graders.extensions.tutoring.citations import citation, facts
from graders.harness.assignment.manifest import load_assignment

BLOCKY = load_assignment("csc148_2020_blocky")


@pytest.mark.parametrize(
    ("check", "cited", "fact"),
    [
        (
            "block.update-leaf",
            "spec 5.2, 15.1-7; for the upper left block",
            "5.2 Written by students",
        ),
        ("block.smash-chance", "spec 5.2, 14.1-1, 15.1-9", "5.2 Written by students"),
        ("scenario.combine-sample", "spec 5.2", "5.2 Written by students"),
    ],
)
def test_rule_of_a_check_is_cited(check: str, cited: str, fact: str) -> None:
    """In a comment of its function, or in the header of its scenario."""
    found = citation(BLOCKY, check)
    assert found.startswith(cited)
    assert facts(BLOCKY, found)[0].startswith(fact)


@pytest.mark.parametrize("check", ["no.such-check", "scenario.none", "../assignment", ""])
def test_unknown_check_has_no_rule(check: str) -> None:
    assert citation(BLOCKY, check) == "" and facts(BLOCKY, "") == []


def test_numbers_that_are_no_citation_are_no_sections() -> None:
    assert facts(BLOCKY, "spec 5.2: at least 14 of 15.1 boards") == ["5.2 Written by students"]


def test_cited_item_is_quoted_under_the_heading_of_its_section() -> None:
    """In one line, also where the page of facts has it in two."""
    _, heading, item = facts(BLOCKY, "spec 5.2, 15.1-5; see swap-laws")
    assert heading == "15.1 `block.py`"
    assert item.startswith("15.1-5 `swap` or `rotate` reorder the list")
    assert item.endswith("move positions and keep the order.")


def test_place_that_the_page_lacks_is_left_out() -> None:
    assert facts(BLOCKY, "spec 5.2-99, 77.1") == ["5.2 Written by students"]


@pytest.mark.nightly
def test_most_checks_cite_a_rule() -> None:
    """Every rule that a check enforces is in the handout."""
    from graders.harness.grading.collecting import collect

    ids = [listed.spec.id for listed in collect(BLOCKY)]
    cited = [id_ for id_ in ids if citation(BLOCKY, id_)]
    assert len(cited) > 0.9 * len(ids), sorted({*ids} - {*cited})
