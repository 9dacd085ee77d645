"""The part *examples* of ``grader refresh``: few examples of each property, chosen of many."""

from __future__ import annotations

from collections.abc import Iterator

from graders.extensions.shared.refresh_parts import Refreshing, RefreshPart
from graders.harness.assignment import distilled
from graders.harness.assignment.manifest import Assignment
from graders.harness.errors import NOT_PASSED, GraderError

POOL = 300
"""Examples drawn for each property."""


class FaultsMissed(GraderError):
    """Kept examples do not find every fault that the drawn ones find."""

    status = NOT_PASSED


def _is_due(assignment: Assignment) -> bool:
    return distilled.folder_of(assignment).is_dir()


def _examples(refreshing: Refreshing) -> Iterator[str]:
    from graders.extensions.authoring import distil
    from graders.extensions.authoring.trials import recorded

    assignment, names = refreshing.assignment, frozenset(refreshing.names)
    request = distil.DistilRequest(
        refreshing.settings,
        POOL,
        refreshing.jobs,
        names,
        stale=refreshing.check or not names,
    )
    folder = f"graders/{assignment.id}/{distilled.FOLDER}"
    if refreshing.check:
        for check in distil.wanted(request, assignment, recorded(refreshing.settings)):
            yield f"{folder}/{check}.jsonl"
        return
    missed = []
    for result in distil.distil(request):
        figures = f"{result.kept} of {result.pool} examples find {result.found} of {result.faults}"
        yield f"{folder}/{result.check}.jsonl: {figures} faults"
        if result.found < result.faults:
            missed.append(result.check)
    if missed:
        raise FaultsMissed(f"examples of {', '.join(missed)} find fewer faults than the drawn ones")


PARTS = (
    RefreshPart(
        "examples",
        "the few examples of each property that find every fault which hundreds find:\n"
        "all mutants and faulty exemplars run on them, a quarter of an hour or more\n"
        "(if graders/ASSIGNMENT/distilled exists, or with --only examples)",
        _is_due,
        _examples,
        named="check",
    ),
)
