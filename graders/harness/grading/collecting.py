"""Which checks an assignment has, found by collecting them: no sandbox is opened and nothing is
graded.
"""

from __future__ import annotations

import hashlib
from typing import NoReturn

import pytest

from graders.harness.assignment.manifest import Assignment
from graders.harness.cache import Cache
from graders.harness.content import add_content
from graders.harness.grading.grader import GraderBroken
from graders.harness.grading.judge import Judge
from graders.harness.grading.plugin import ChecksPlugin, run_checks
from graders.harness.replay.recording import Listed, Recording, add_grader


class _Collecting(ChecksPlugin):
    """Ends where checks would be run."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self) -> bool:
        return True


def collect(assignment: Assignment, *, unfinished: bool = False) -> list[Listed]:
    """Return all checks of *assignment*, in the order of its modules. Raises GraderBroken if they
    break a rule.

    unfinished: their marks need not fit yet.
    """
    judge = Judge(
        assignment=assignment,
        open_session=_nobody,
        open_reference=None,
        open_asked=None,
        kept=Recording(),
        recorder=True,
        unfinished=unfinished,
    )
    run_checks(assignment, _Collecting(judge))
    if judge.errors:
        raise GraderBroken("\n".join(judge.errors))
    return judge.kept.checks


def collected_ids(assignment: Assignment) -> list[str]:
    """Return the ids of all checks, from the cache unless the assignment's grader has changed.

    A shell that completes a line cannot wait for pytest. Raises GraderBroken.
    """
    digest = hashlib.blake2b(digest_size=16)
    add_grader(assignment, digest)
    add_content(assignment.scenarios.rglob("*"), assignment.scenarios, digest)
    cache = Cache(f"checks/{assignment.id}", list[str], most=1)
    ids = cache.load(digest.hexdigest())
    if ids is None:
        ids = sorted(one.spec.id for one in collect(assignment))
        cache.save(digest.hexdigest(), ids)
    return ids


def _nobody() -> NoReturn:
    raise AssertionError("nothing is run where checks are only collected")
