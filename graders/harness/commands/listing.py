"""``grader list``: lists the assignments."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from graders.harness.assignment import places
from graders.harness.assignment.manifest import ManifestError, read_assignment
from graders.harness.commands.grammar import Commands
from graders.harness.errors import BAD_INPUT, DONE, GraderError
from graders.harness.result import printable, rounded


def add(commands: Commands) -> None:
    """Add the command."""
    listing = commands.add(
        "list", run, "list the assignments", "List the assignments: id, title, marks."
    )
    listing.add_argument("--ids", action="store_true", help="only the ids, one a line, for scripts")


class NoAssignments(GraderError):
    """There are no assignments; the message names the folders that were searched."""

    status = BAD_INPUT


def _found() -> list[str]:
    """Return the ids of all assignments, sorted; name those that an earlier folder hides.

    Raises NoAssignments.
    """
    folders = list(places.searched())
    found: dict[str, str] = {}
    for folder in map(str, folders):
        for assignment_id in places.ids_in(Path(folder)):
            first = found.setdefault(assignment_id, folder)
            if first != folder:
                print(
                    f"grader: {assignment_id} in {folder} is not used: {first} comes first",
                    file=sys.stderr,
                )
    if not found:
        looked = ", ".join(str(folder / "graders") for folder in folders)
        raise NoAssignments(
            f"there are no assignments in {looked}; name the folder that holds graders/ "
            f"by --root DIR or {places.VARIABLE}"
        )
    return sorted(found)


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status, that of a broken manifest if there is one."""
    status = DONE
    for assignment_id in _found():
        if args.ids:
            print(assignment_id)
            continue
        try:
            assignment = read_assignment(assignment_id)
        except ManifestError as error:
            print(f"grader: {printable(str(error))}", file=sys.stderr)
            status = error.status
            continue
        marks = rounded(assignment.max_marks)
        print(f"{assignment_id:<22} {assignment.manifest.title} ({marks} marks)")
    return status
