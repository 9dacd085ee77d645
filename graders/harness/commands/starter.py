"""``grader starter``: writes the starter from the reference."""

from __future__ import annotations

import sys
from typing import Annotated

from graders.harness.assignment.manifest import Assignment
from graders.harness.assignment.places import refuse_installed
from graders.harness.commands.grammar import NamedAssignment, arg
from graders.harness.errors import DONE, NOT_PASSED


def starter(
    assignment: NamedAssignment,
    *,
    check: Annotated[
        bool, arg("change nothing; list stale files and exit 1 if there are any")
    ] = False,
) -> int:
    """Write the starter code from the reference.

    Writes starter/ASSIGNMENT from reference/ASSIGNMENT by leaving the solutions out.
    """
    from graders.harness.handout import starter

    common = starter.common_files(assignment.manifest)
    if not check:
        refuse_installed(assignment)
        for name in starter.build(assignment.reference, assignment.starter, common):
            print(f"wrote starter/{assignment.id}/{name}")
        _note_unproved(assignment)
        return DONE
    stale = starter.stale(assignment.reference, assignment.starter, common)
    for name in stale:
        print(f"stale: starter/{assignment.id}/{name}", file=sys.stderr)
    if stale:
        print(
            f"grader: run `grader starter {assignment.id}` and commit the changes",
            file=sys.stderr,
        )
    _note_unproved(assignment)
    return NOT_PASSED if stale else DONE


def _note_unproved(assignment: Assignment) -> None:
    from graders.harness.handout.starter import unproved

    note = unproved([*assignment.files.submitted, *assignment.files.course])
    if note:
        print(f"note: {note}", file=sys.stderr)
