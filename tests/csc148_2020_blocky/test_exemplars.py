"""The grader of Blocky against every submission kept with the verdicts it must get.

What an exemplar must fail was written by hand, from the specification and from what each check says of itself. Where a verdict
differs, either the exemplar or a check is wrong; nothing writes expectations from results.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from graders.harness.exemplars import Exemplar, build, load_exemplars
from graders.harness.manifest import load_assignment
from graders.harness.pool import Pool
from graders.harness.result import Verdict
from graders.harness.verify import verify
from graders.harness.warm import Settings

ASSIGNMENT = load_assignment("csc148_2020_blocky")
EXEMPLARS = load_exemplars(ASSIGNMENT.grader)
RIGHT = [exemplar for exemplar in EXEMPLARS if exemplar.kind == "right"]
STYLE = [exemplar for exemplar in EXEMPLARS if exemplar.kind == "style"]
FAULTY = [exemplar for exemplar in EXEMPLARS if exemplar.kind == "faulty"]


PATIENT = Settings(ASSIGNMENT.id, shrink_calls=0)
"""No search for small examples: only verdicts matter here."""

IMPATIENT = Settings(ASSIGNMENT.id, shrink_calls=0, cpu_seconds=1.5)
"""For what never ends: the verdict is the same and comes sooner."""

SEEN_FAULTS = {f"15.{part}-{number}" for part, last in ((1, 12), (2, 8), (3, 18)) for number in range(1, last + 1)} | {
    "15.4"
}
"""The numbered faults of the specification, as the exemplars cite them."""


def cited(exemplars: list[Exemplar]) -> set[str]:
    """Return the sections that exemplars name as their source, such as "15.1-1"."""
    return {found for exemplar in exemplars for found in re.findall(r"\d+\.\d+(?:-\d+)?", exemplar.source)}


@pytest.fixture(scope="session")
def pool() -> Iterator[Pool]:
    """Return warm processes in the strongest sandbox of this machine; each has the reference's full marks behind it."""
    pool = Pool()
    yield pool
    pool.close()


@pytest.mark.slow
@pytest.mark.parametrize("exemplar", EXEMPLARS, ids=lambda exemplar: exemplar.id)
def test_exemplar_gets_its_verdicts(pool: Pool, exemplar: Exemplar) -> None:
    """A right exemplar passes every check; a faulty one or an attack fails those of its fault, and passes all others."""
    endless = Verdict.TIMEOUT in exemplar.verdicts.values()
    assert verify(pool, IMPATIENT if endless else PATIENT, ASSIGNMENT, exemplar) == []


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
    """Each section on what is ambiguous is the source of a right exemplar, or of one whose style alone is wrong."""
    sections = {source.split("-")[0] for source in cited(RIGHT + STYLE)}
    assert sections >= {f"14.{number}" for number in (1, 2, 3, 4, 5, 6, 8, 9)}  # 14.7 is a fault at odd sizes
    assert len(RIGHT) >= 13
