"""Every assignment's grader gives its exemplars the verdicts that they must get.

The checks that an exemplar must fail were written by hand, from the facts and from each check's description. If a
verdict differs, either the exemplar or a check is wrong; nothing writes expectations from results.
"""

from __future__ import annotations

import msgspec
import pytest

from graders.extensions.authoring.verification.expectations import problems
from graders.extensions.shared.exemplars import Exemplar, as_submission
from graders.harness.assignment.manifest import Assignment, load_assignment
from graders.harness.processes.jobs import Job, ReportKind, Settings
from graders.harness.processes.pool import Pool
from graders.harness.result import Verdict, from_json
from tests.exemplars import exemplars_of
from tests.language import needs_language
from tests.nightly import IDS

ASSIGNMENTS = [load_assignment(id) for id in IDS]
SHARES = {"faulty": 192, "right": 64, "attack": 24, "style": 64}
"""The tests grade one in this number of exemplars of a kind; `grader verify` grades all of them, every night."""
EXEMPLARS = [
    pytest.param(assignment, exemplar, id=f"{assignment.id}/{exemplar.id}")
    for assignment in ASSIGNMENTS
    for index, exemplar in enumerate(exemplars_of(assignment.id))
    if index % SHARES.get(exemplar.kind, 1) == 0
]
ENDLESS_CPU_SECONDS = 0.4
ENDLESS_CPU_SECONDS_IN_JAVA = 0.8
"""For infinite loops: the verdict is the same and comes sooner. A virtual machine takes longer to start."""


@pytest.mark.slow
@pytest.mark.parametrize(("assignment", "exemplar"), EXEMPLARS)
def test_exemplar_gets_its_verdicts(pool: Pool, assignment: Assignment, exemplar: Exemplar) -> None:
    """A right exemplar passes every check. A faulty one or an attack fails exactly those of its fault."""
    needs_language(assignment)
    settings = Settings(
        assignment.id, shrink_calls=0
    )  # no search for small examples: only verdicts matter here
    if Verdict.TIMEOUT in exemplar.verdicts.values():
        seconds = ENDLESS_CPU_SECONDS_IN_JAVA if assignment.manifest.java else ENDLESS_CPU_SECONDS
        settings = msgspec.structs.replace(settings, cpu_seconds=seconds)
    report = pool.grade(settings, Job.of(as_submission(exemplar, assignment)))
    assert report.kind is ReportKind.GRADED, report.message
    assert problems(from_json(bytes(report.result)), exemplar) == []
