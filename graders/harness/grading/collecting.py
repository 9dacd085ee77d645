"""Lists the checks of an assignment by collecting them, without a sandbox or a grading."""

from __future__ import annotations

import hashlib

from graders.harness.assignment.manifest import Assignment
from graders.harness.cache import Cache
from graders.harness.content import add_content
from graders.harness.grading.plugin import ChecksPlugin, run_pytest
from graders.harness.replay.recording import Listed, add_grader


def collect(assignment: Assignment, *, unfinished: bool = False) -> list[Listed]:
    """Return all checks of *assignment*, in the order of its modules.

    unfinished: their marks need not fit yet. Raises GraderBroken if they break a rule.
    """
    plugin = ChecksPlugin(assignment, lambda checks, invoke: None, unfinished=unfinished)
    run_pytest(assignment, plugin)
    return plugin.listed


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
        ids = sorted(check.spec.id for check in collect(assignment))
        cache.save(digest.hexdigest(), ids)
    return ids
