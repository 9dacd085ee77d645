"""``grader checks``: which checks an assignment has."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from graders.harness.assignment.manifest import Assignment, load_assignment
from graders.harness.commands.grammar import Commands, add_assignment, add_checks
from graders.harness.errors import DONE

if TYPE_CHECKING:
    from rich.console import Console

    from graders.harness.replay.recording import Listed

WIDE = 120
"""Columns from which on a check's title stands beside its id; in fewer, below it."""


def add(commands: Commands) -> None:
    """Add the command."""
    checks = commands.add(
        "checks", run, "list the checks of an assignment",
        "List the checks of an assignment by task: what each is worth, whether students have it, "
        "its id and its title.",
        """A check is named by its id, the beginning of ids or a pattern, here and wherever else
one is named.

examples:
  grader checks csc148_2020_blocky                  all
  grader checks csc148_2020_blocky goal             those whose ids begin so
  grader checks csc148_2020_blocky '*-deep' --ids   ids alone, one a line""",
    )  # fmt: skip
    add_assignment(checks)
    add_checks(
        checks,
        "parts",
        nargs="*",
        help="only these: an id, the beginning of one (block), or a pattern",
    )
    checks.add_argument(
        "--ids", action="store_true", help="only the ids, one a line, for scripts"
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from rich.console import Console

    from graders.harness.grading.collecting import collect
    from graders.harness.grading.marking import worth
    from graders.harness.replay.recording import chosen

    assignment = load_assignment(args.assignment)
    every = collect(assignment)
    see = f"`grader checks {assignment.id}` lists them"
    wanted = (
        chosen(args.parts, every, see=see)
        if args.parts
        else {one.spec.id for one in every}
    )
    listed = sorted(
        (one for one in every if one.spec.id in wanted), key=lambda one: one.spec.id
    )
    if args.ids:
        print("\n".join(one.spec.id for one in listed))
        return DONE
    specs = [one.spec for one in every]
    marks = {
        id_: full
        for task in assignment.manifest.tasks
        for id_, full in worth(task, specs).items()
    }
    show(assignment, listed, marks, Console())
    return DONE


def show(
    assignment: Assignment,
    listed: Sequence[Listed],
    marks: Mapping[str, Fraction],
    console: Console,
) -> None:
    """Print the checks *listed*, by task; *marks* says what each is worth."""
    from rich.table import Table
    from rich.text import Text

    from graders.harness.reports.medium import Medium, marks_in_words

    medium = Medium.of(console)
    wide = max((len(one.spec.id) for one in listed), default=0)
    for task in assignment.manifest.tasks:
        mine = [one for one in listed if one.spec.task == task.id]
        if not mine:
            continue
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
        table.add_column(justify="right", min_width=5)
        table.add_column(min_width=6)
        table.add_column(overflow="fold")
        for one in mine:
            label = medium.line(one.spec.id, "bold")
            between = (
                " " * (wide + 2 - len(one.spec.id)) if console.width >= WIDE else "\n"
            )
            full = marks_in_words(marks[one.spec.id])
            table.add_row(
                full,
                one.spec.visibility.value,
                Text.assemble(label, between, medium.line(one.title)),
            )
        console.print()
        console.print(
            medium.line(
                f"{task.name} ({marks_in_words(Fraction(str(task.marks)))} marks)",
                "bold",
            )
        )
        console.print(table)
    public = sum(one.spec.visibility.value == "public" for one in listed)
    console.print(f"\n{len(listed)} checks, of which {public} public", highlight=False)
