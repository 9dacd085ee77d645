"""``grader record``: records scenarios from the reference."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

from graders.harness.assignment.places import refuse_installed
from graders.harness.commands.grammar import NamedAssignment, arg
from graders.harness.errors import DONE, NOT_PASSED


def record(
    assignment: NamedAssignment,
    names: Annotated[Sequence[str], arg("only these scenarios (without .txt)", "NAME")] = (),
    *,
    write: Annotated[bool, arg("write the files (otherwise exit 1 if one differs)")] = False,
) -> int:
    """Record scenarios by running the reference.

    Runs the reference on each scenario's input, and shows how the files differ from its output.

    A scenario is a header and a transcript. To make one, write the header and the input lines, like
    «this»; then record it and check the difference. A line «^D» ends the input of a program that
    reads to its end. What is typed stays as it is: a scenario that types more or less than the
    reference reads is an error. Nothing is written without --write.
    """
    from graders.harness.verification.record import record

    if write:
        refuse_installed(assignment)
    differ = [recorded for recorded in record(assignment, names) if recorded.difference()]
    for recorded in differ:
        print(recorded.difference())
        if write:
            recorded.path.write_text(recorded.after, encoding="utf-8")
    if write:
        print(
            f"{len(differ)} written; review the differences before you commit them",
            file=sys.stderr,
        )
    return NOT_PASSED if differ and not write else DONE
