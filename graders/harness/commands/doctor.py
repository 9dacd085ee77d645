"""``grader doctor``: reports the capabilities of this machine."""

from __future__ import annotations

from typing import Annotated

from graders.harness.assignment.manifest import Assignment
from graders.harness.commands.grammar import ASSIGNMENT, AsJson


def doctor(
    assignment: Annotated[Assignment | None, ASSIGNMENT] = None, *, json: AsJson = False
) -> int:
    """Report what this machine can do.

    Reports interpreters, sandbox levels and optional tools, and what to do about missing ones; with
    ASSIGNMENT only the interpreter and the packages of that one.

    examples:
      grader doctor                         this machine, and what each assignment needs
      grader doctor csc148_2020_blocky      what one assignment needs
    """
    from graders.harness.doctor import main

    return main([assignment.id] if assignment else None, as_json=json)
