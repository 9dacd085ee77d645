"""``grader list``: lists the assignments, or the checks of one."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from graders.harness.assignment import places
from graders.harness.assignment.manifest import (
    Assignment,
    ManifestError,
    read_assignment,
)
from graders.harness.commands.grammar import ASSIGNMENT, arg, ids_of_checks
from graders.harness.errors import BAD_INPUT, DONE, GraderError
from graders.harness.result import printable, rounded

if TYPE_CHECKING:
    from rich.console import Console

    from graders.harness.replay.recording import Listed

WIDE = 120
"""Columns from which a check's title is beside its id; in fewer it is below."""


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
            f"by --root DIR or {places.VARIABLE}, or make one with `grader new`"
        )
    return sorted(found)


def list_(
    assignment: Annotated[Assignment | None, ASSIGNMENT] = None,
    parts: Annotated[
        Sequence[str],
        arg(
            "only these checks: an id, its beginning (block), or a pattern",
            "CHECK",
            completer=ids_of_checks,
        ),
    ] = (),
    *,
    ids: Annotated[bool, arg("only the ids, one a line, for scripts")] = False,
) -> int:
    """List the assignments, or the checks of one.

    Assignments have an id, a title and marks; checks have marks, visibility, id and title. A check
    is named by its id, the beginning of ids or a pattern, here as in other commands.

    examples:
      grader list                                     all assignments
      grader list csc148_2020_blocky                  all checks
      grader list csc148_2020_blocky goal             ids that begin with goal
      grader list csc148_2020_blocky '*-deep' --ids   only ids, one a line
    """
    return _checks(assignment, parts, ids) if assignment else _assignments(ids)


def _assignments(ids: bool) -> int:
    """List the assignments; return the status of a broken manifest if there is one."""
    status = DONE
    for assignment_id in _found():
        if ids:
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


def _checks(assignment: Assignment, parts: Sequence[str], ids: bool) -> int:
    from rich.console import Console

    from graders.harness.grading.collecting import collect
    from graders.harness.grading.marking import worths
    from graders.harness.replay.recording import chosen

    checks = collect(assignment)
    see = f"`grader list {assignment.id}` lists them"
    named = chosen(parts, checks, see=see) if parts else {listed.spec.id for listed in checks}
    selected = sorted(
        (listed for listed in checks if listed.spec.id in named),
        key=lambda listed: listed.spec.id,
    )
    if ids:
        print("\n".join(listed.spec.id for listed in selected))
        return DONE
    marks = worths(assignment.manifest, (listed.spec for listed in checks))
    show(assignment, selected, marks, Console())
    return DONE


def show(
    assignment: Assignment,
    checks: Sequence[Listed],
    marks: Mapping[str, Fraction],
    console: Console,
) -> None:
    """Print *checks* by task; marks: the marks of each."""
    from rich.table import Table
    from rich.text import Text

    from graders.harness.reports.console import TerminalCapabilities, marks_in_words

    terminal = TerminalCapabilities.of(console)
    wide = max((len(check.spec.id) for check in checks), default=0)
    for task in assignment.manifest.tasks:
        of_task = [check for check in checks if check.spec.task == task.id]
        if not of_task:
            continue
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
        table.add_column(justify="right", min_width=5)
        table.add_column(min_width=6)
        table.add_column(overflow="fold")
        for check in of_task:
            label = terminal.line(check.spec.id, "bold")
            between = " " * (wide + 2 - len(check.spec.id)) if console.width >= WIDE else "\n"
            full = marks_in_words(marks[check.spec.id])
            table.add_row(
                full,
                check.spec.visibility.value,
                Text.assemble(label, between, terminal.line(check.title)),
            )
        console.print()
        console.print(
            terminal.line(
                f"{task.name} ({marks_in_words(Fraction(str(task.marks)))} marks)",
                "bold",
            )
        )
        console.print(table)
    public = sum(check.spec.visibility.value == "public" for check in checks)
    console.print(f"\n{len(checks)} checks, of which {public} public", highlight=False)
