"""The grader of Connect 4 against every submission kept with the verdicts it must get.

What an exemplar must fail was written by hand, from the specification and from what each check says of itself. Where a
verdict differs, either the exemplar or a check is wrong; nothing writes expectations from results.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graders.harness.exemplars import Exemplar, build, load_exemplars
from graders.harness.pool import Pool
from graders.harness.result import Verdict
from graders.harness.verify import verify
from graders.harness.warm import Settings
from tests.csse7030_connect4.worlds import ASSIGNMENT, interpreter

EXEMPLARS = load_exemplars(ASSIGNMENT.grader)
PATIENT = Settings(ASSIGNMENT.id, shrink_calls=0)
"""No search for small examples: only verdicts matter here."""
IMPATIENT = Settings(ASSIGNMENT.id, shrink_calls=0, cpu_seconds=1.0)
"""For what never ends: the verdict is the same and comes sooner."""


@pytest.fixture(scope="session")
def pool() -> Iterator[Pool]:
    """Return warm processes in the strongest sandbox of this machine; each has the reference's full marks behind it."""
    interpreter()
    pool = Pool()
    yield pool
    pool.close()


@pytest.mark.slow
@pytest.mark.parametrize("exemplar", EXEMPLARS, ids=lambda exemplar: exemplar.id)
def test_exemplar_gets_its_verdicts(pool: Pool, exemplar: Exemplar) -> None:
    """A right exemplar passes every check; a faulty one fails those of its fault, and passes all others."""
    endless = Verdict.TIMEOUT in exemplar.verdicts.values()
    assert verify(pool, IMPATIENT if endless else PATIENT, ASSIGNMENT, exemplar) == []


def test_no_two_exemplars_are_the_same() -> None:
    """No exemplar hands in the very files of another one."""
    built: dict[frozenset[tuple[str, bytes]], str] = {}
    for exemplar in EXEMPLARS:
        files = frozenset(build(exemplar, ASSIGNMENT.reference, ASSIGNMENT.files.solved).items())
        assert files not in built, f"{exemplar.id} hands in what {built[files]} does"
        built[files] = exemplar.id
