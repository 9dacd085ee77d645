"""The exemplars of Blocky: each fault and variant on its page of facts has one.

tests/extensions/authoring/verification/test_exemplars.py tests the verdicts of the exemplars of all assignments.
"""

from __future__ import annotations

import re

from graders.extensions.shared.exemplars import Exemplar
from graders.harness.assignment.manifest import load_assignment
from tests.exemplars import exemplars_of

ASSIGNMENT = load_assignment("csc148_2020_blocky")
EXEMPLARS = exemplars_of(ASSIGNMENT.id)
RIGHT = [exemplar for exemplar in EXEMPLARS if exemplar.kind == "right"]
STYLE = [exemplar for exemplar in EXEMPLARS if exemplar.kind == "style"]
FAULTY = [exemplar for exemplar in EXEMPLARS if exemplar.kind == "faulty"]

SEEN_FAULTS = {
    f"15.{part}-{number}"
    for part, last in ((1, 12), (2, 8), (3, 18))
    for number in range(1, last + 1)
} | {"15.4"}
"""The numbered faults of the page of facts, as the exemplars cite them."""


def cited(exemplars: list[Exemplar]) -> set[str]:
    """Return the sections that exemplars name as their source, such as "15.1-1"."""
    return {
        found
        for exemplar in exemplars
        for found in re.findall(r"\d+\.\d+(?:-\d+)?", exemplar.source)
    }


def test_every_known_fault_has_an_exemplar() -> None:
    """The fault's number is the source of a faulty exemplar."""
    assert cited(FAULTY) >= SEEN_FAULTS


def test_every_accepted_variant_has_an_exemplar() -> None:
    """Each section about an ambiguity is the source of a right exemplar, or of one that is wrong in style only."""
    sections = {source.split("-")[0] for source in cited(RIGHT + STYLE)}
    assert sections >= {
        f"14.{number}" for number in (1, 2, 3, 4, 5, 6, 8, 9)
    }  # 14.7 is a fault at odd sizes
    assert len(RIGHT) >= 13
