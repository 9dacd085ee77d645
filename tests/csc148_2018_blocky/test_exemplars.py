"""The grader of the older Blocky against every submission kept with the verdicts it must get.

What an exemplar must fail was written by hand, from the specification and from what each check says of itself. Where a
verdict differs, either the exemplar or a check is wrong; nothing writes expectations from results.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from graders.harness.exemplars import Exemplar, build, load_exemplars
from graders.harness.pool import Pool
from graders.harness.verify import verify
from graders.harness.warm import Settings
from tests.csc148_2018_blocky.worlds import ASSIGNMENT

EXEMPLARS = load_exemplars(ASSIGNMENT.grader)
RIGHT = [exemplar for exemplar in EXEMPLARS if exemplar.kind == "right"]
FAULTY = [exemplar for exemplar in EXEMPLARS if exemplar.kind == "faulty"]
PATIENT = Settings(ASSIGNMENT.id, shrink_calls=0)
"""No search for small examples: only verdicts matter here."""

SEEN_FAULTS = {f"10-{number}" for number in range(1, 47)} - {"10-29"}
"""The numbered faults of the specification, as the exemplars cite them; 29 is what 5 and 6 do to goals."""


def cited(exemplars: list[Exemplar]) -> set[str]:
    """Return the sections that exemplars name as their source, such as "10-1"."""
    return {found for exemplar in exemplars for found in re.findall(r"\d+(?:\.\d+)?(?:-\d+)?", exemplar.source)}


@pytest.fixture(scope="session")
def pool() -> Iterator[Pool]:
    """Return warm processes in the strongest sandbox of this machine; each has the reference's full marks behind it."""
    pool = Pool()
    yield pool
    pool.close()


@pytest.mark.slow
@pytest.mark.parametrize("exemplar", EXEMPLARS, ids=lambda exemplar: exemplar.id)
def test_exemplar_gets_its_verdicts(pool: Pool, exemplar: Exemplar) -> None:
    """A right exemplar passes every check; a faulty one fails those of its fault, and passes all others."""
    assert verify(pool, PATIENT, ASSIGNMENT, exemplar) == []


def test_no_two_exemplars_are_the_same() -> None:
    """No exemplar hands in the very files of another one."""
    built: dict[frozenset[tuple[str, bytes]], str] = {}
    for exemplar in EXEMPLARS:
        files = frozenset(build(exemplar, ASSIGNMENT.reference, ASSIGNMENT.files.solved).items())
        assert files not in built, f"{exemplar.id} hands in what {built[files]} does"
        built[files] = exemplar.id


def test_every_fault_seen_has_an_exemplar() -> None:
    """Each numbered fault of the specification is the source of a faulty exemplar."""
    assert cited(FAULTY) >= SEEN_FAULTS


def test_every_accepted_variant_has_an_exemplar() -> None:
    """Each section on where right solutions differ is the source of a right exemplar."""
    assert cited(RIGHT) >= {f"9.{number}" for number in range(1, 10)}
    assert len(RIGHT) >= 20
