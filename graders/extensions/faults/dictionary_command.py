"""``grader dictionary``: writes how each known fault fails each check."""

from __future__ import annotations

from typing import Annotated

from graders.harness.assignment.places import refuse_installed
from graders.harness.commands.grammar import CORES, Jobs, NamedAssignment, Sandbox, arg, settings_of
from graders.harness.errors import DONE, NOT_GRADABLE


def dictionary(
    assignment: NamedAssignment,
    *,
    mutants: Annotated[
        int,
        arg(
            "mutants that are graded (default 120); those that fail few checks, in new ways, stay",
            "N",
        ),
    ] = 120,
    jobs: Jobs = CORES,
    sandbox: Sandbox = "auto",
) -> int:
    """Write how each known fault fails each check, for diagnoses.

    Grades all faulty exemplars and some mutants of the reference, and writes for each check how
    each of them fails it. With this dictionary a report names the known faults that explain a
    submission's failed checks. It is written to graders/ASSIGNMENT/dictionary: commit it.

    Entries are used while their check, its recorded calls and their exemplar are unchanged. Run the
    command again after a change; `grader verify ASSIGNMENT --only diagnosis` reports stale entries.
    Exemplars that this exact grader graded before are not graded again.

    example:
      grader dictionary csc148_2020_blocky                some minutes
    """
    from rich.console import Console

    from graders.extensions.faults.dictionary import folder_of
    from graders.extensions.faults.making import make
    from graders.harness.verification.gradings import Gradings

    refuse_installed(assignment)
    settings, messages = settings_of(assignment, sandbox), Console(stderr=True)
    gradings = Gradings(assignment, settings, jobs, messages)
    made = make(gradings, mutants)
    for problem in made.lost:
        print(f"not gradable: {problem}")
    print(
        f"{made.faults} faults, {made.mutants} of them mutants, {made.entries} entries in "
        f"{folder_of(assignment)}"
    )
    return NOT_GRADABLE if made.lost else DONE
