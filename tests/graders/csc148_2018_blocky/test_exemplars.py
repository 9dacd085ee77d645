"""The exemplars of the older Blocky: each fault and variant on its page of facts has one.

tests/extensions/authoring/verification/test_exemplars.py tests the verdicts of the exemplars of all assignments.
"""

from __future__ import annotations

import re

from graders.extensions.shared.exemplars import Exemplar
from tests.exemplars import exemplars_of
from tests.graders.csc148_2018_blocky.worlds import ASSIGNMENT

EXEMPLARS = exemplars_of(ASSIGNMENT.id)
RIGHT = [exemplar for exemplar in EXEMPLARS if exemplar.kind == "right"]
FAULTY = [exemplar for exemplar in EXEMPLARS if exemplar.kind == "faulty"]
SEEN_FAULTS = {f"10-{number}" for number in range(1, 47)} - {"10-29"}
"""The numbered faults of the page of facts, as exemplars cite them; 29 is the effect of 5 and 6 on goals."""


def cited(exemplars: list[Exemplar]) -> set[str]:
    """Return the sections that exemplars name as their source, such as "10-1"."""
    return {
        found
        for exemplar in exemplars
        for found in re.findall(r"\d+(?:\.\d+)?(?:-\d+)?", exemplar.source)
    }


def test_every_known_fault_has_an_exemplar() -> None:
    """The fault's number is the source of a faulty exemplar."""
    assert cited(FAULTY) >= SEEN_FAULTS


def test_every_accepted_variant_has_an_exemplar() -> None:
    """Each section about differences between right solutions is the source of a right exemplar."""
    assert cited(RIGHT) >= {f"9.{number}" for number in range(1, 10)}
    assert len(RIGHT) >= 20
