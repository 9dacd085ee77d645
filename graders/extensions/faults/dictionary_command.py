"""``grader dictionary``: writes how each known fault fails each check."""

from __future__ import annotations

import argparse

from graders.harness.assignment.manifest import load_assignment
from graders.harness.assignment.places import refuse_installed
from graders.harness.commands.grammar import (
    Commands,
    add_assignment,
    add_jobs,
    settings_of,
)
from graders.harness.errors import DONE, NOT_GRADABLE


def add(commands: Commands) -> None:
    """Add the command."""
    dictionary = commands.add(
        "dictionary",
        run,
        "write how each known fault fails each check, for diagnoses",
        """\
Grade all faulty exemplars and some mutants of the reference, and write for each check how each of
them fails it. With this dictionary a report names the known faults that explain a submission's
failed checks. It is written to graders/ASSIGNMENT/dictionary: commit it.""",
        """\
Entries are used while their check, its recorded calls and their exemplar are unchanged. Run the
command again after a change; `grader verify ASSIGNMENT --only diagnosis` reports stale entries.
Exemplars that this exact grader graded before are not graded again.

example:
  grader dictionary csc148_2020_blocky                some minutes""",
    )
    add_assignment(dictionary)
    dictionary.add_argument(
        "--mutants",
        metavar="N",
        type=int,
        default=120,
        help="mutants that are graded (default 120); those that fail few checks, in new ways, stay",
    )
    add_jobs(dictionary, "exemplars graded at once (default: number of cores)")
    dictionary.add_argument(
        "--sandbox", metavar="CHOICE", default="auto", help="as for `grader grade`"
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from rich.console import Console

    from graders.extensions.faults.dictionary import folder_of
    from graders.extensions.faults.making import make
    from graders.harness.verification.gradings import Gradings

    assignment = load_assignment(args.assignment)
    refuse_installed(assignment)
    settings, messages = settings_of(assignment, args.sandbox), Console(stderr=True)
    gradings = Gradings(assignment, settings, args.jobs, messages)
    made = make(gradings, args.mutants)
    for problem in made.lost:
        print(f"not gradable: {problem}")
    print(
        f"{made.faults} faults, {made.mutants} of them mutants, {made.entries} entries in "
        f"{folder_of(assignment)}"
    )
    return NOT_GRADABLE if made.lost else DONE
