"""The exemplars of the assignments: to read their thousand folders takes a while, and many modules ask for them."""

from __future__ import annotations

from functools import cache

from graders.extensions.shared.exemplars import Exemplar, load_exemplars
from graders.harness.assignment.manifest import load_assignment


@cache
def exemplars_of(assignment_id: str) -> tuple[Exemplar, ...]:
    """Return the exemplars of an assignment of this repository; a test process reads them once."""
    return tuple(load_exemplars(load_assignment(assignment_id).grader))
