"""The exemplars of the older Blocky: none of what its page of facts names is without one.

Whether each gets its verdicts is tested for all assignments alike, in tests/verification/test_exemplars.py.
"""

from __future__ import annotations

import re

from graders.harness.verification.exemplars import Exemplar, load_exemplars
from tests.graders.csc148_2018_blocky.worlds import ASSIGNMENT

EXEMPLARS = load_exemplars(ASSIGNMENT.grader)
RIGHT = [exemplar for exemplar in EXEMPLARS if exemplar.kind == "right"]
FAULTY = [exemplar for exemplar in EXEMPLARS if exemplar.kind == "faulty"]
SEEN_FAULTS = {f"10-{number}" for number in range(1, 47)} - {"10-29"}
"""The numbered faults of the page of facts, as the exemplars cite them; 29 is what 5 and 6 do to goals."""


def cited(exemplars: list[Exemplar]) -> set[str]:
    """Return the sections that exemplars name as their source, such as "10-1"."""
    return {found for exemplar in exemplars for found in re.findall(r"\d+(?:\.\d+)?(?:-\d+)?", exemplar.source)}


def test_every_fault_seen_has_an_exemplar() -> None:
    """Each numbered fault of the page of facts is the source of a faulty exemplar."""
    assert cited(FAULTY) >= SEEN_FAULTS


def test_every_accepted_variant_has_an_exemplar() -> None:
    """Each section on where right solutions differ is the source of a right exemplar."""
    assert cited(RIGHT) >= {f"9.{number}" for number in range(1, 10)}
    assert len(RIGHT) >= 20
