"""The grader of COMP 250's Blocky against every submission kept with the verdicts it must get.

What an exemplar must fail was written by hand, from the specification and from what each check says of itself. Where a
verdict differs, either the exemplar or a check is wrong; nothing writes expectations from results.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from graders.harness.exemplars import Exemplar, as_submission, build, load_exemplars
from graders.harness.grading import Grader
from graders.harness.intake import submission_from_bytes
from graders.harness.pool import Pool
from graders.harness.result import Verdict
from graders.harness.verify import verify
from graders.harness.warm import Settings
from tests.comp250_blocky.worlds import ASSIGNMENT, backend, needs_jdk

EXEMPLARS = load_exemplars(ASSIGNMENT.grader)
PATIENT = Settings(ASSIGNMENT.id, shrink_calls=0)
"""No search for small examples: only verdicts matter here."""
IMPATIENT = Settings(ASSIGNMENT.id, shrink_calls=0, cpu_seconds=1.0)
"""For what never ends: the verdict is the same and comes sooner."""


@pytest.fixture(scope="session")
def pool() -> Iterator[Pool]:
    """Return warm processes in the strongest sandbox of this machine; each has the reference's full marks behind it."""
    pool = Pool()
    yield pool
    pool.close()


@needs_jdk
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


def test_there_are_enough_of_each() -> None:
    """Ten right ones, thirty faulty ones; one right one has the line ends of another system."""
    kinds = [exemplar.kind for exemplar in EXEMPLARS]
    assert kinds.count("right") >= 10
    assert kinds.count("faulty") >= 30
    ends = [
        b"\r\n" in content for exemplar in EXEMPLARS for content in as_submission(exemplar, ASSIGNMENT).files.values()
    ]
    assert any(ends)


@needs_jdk
@pytest.mark.slow
def test_the_starter_earns_its_baseline() -> None:
    """What the starter's placeholders earn is what the manifest says: nothing (spec 2.5)."""
    files = {name: (ASSIGNMENT.starter / name).read_bytes() for name in ASSIGNMENT.files.submitted}
    result = Grader(ASSIGNMENT, backend()).grade(submission_from_bytes("starter", files, ASSIGNMENT)).result
    assert sum((task.marks for task in result.tasks), Fraction(0)) == ASSIGNMENT.manifest.baseline.marks
    assert {check.verdict for check in result.checks} == {Verdict.FAILED}
