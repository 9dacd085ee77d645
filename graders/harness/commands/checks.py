"""``grader checks``: lists the checks of an assignment."""

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
"""Columns from which a check's title is beside its id; in fewer it is below."""


def add(commands: Commands) -> None:
    """Add the command."""
    checks = commands.add(
        "checks",
        run,
        "list the checks of an assignment",
        "List the checks of an assignment by task: marks, visibility, id and title.",
        """A check is named by its id, the beginning of ids or a pattern, here as in other
commands.

examples:
  grader checks csc148_2020_blocky                  all
  grader checks csc148_2020_blocky goal             ids that begin with goal
  grader checks csc148_2020_blocky '*-deep' --ids   only ids, one a line""",
    )
    add_assignment(checks)
    add_checks(
        checks,
        "parts",
        nargs="*",
        help="only these: an id, its beginning (block), or a pattern",
    )
    checks.add_argument("--ids", action="store_true", help="only the ids, one a line, for scripts")


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from rich.console import Console

    from graders.harness.grading.collecting import collect
    from graders.harness.grading.marking import worths
    from graders.harness.replay.recording import chosen

    assignment = load_assignment(args.assignment)
    checks = collect(assignment)
    see = f"`grader checks {assignment.id}` lists them"
    ids = (
        chosen(args.parts, checks, see=see) if args.parts else {listed.spec.id for listed in checks}
    )
    selected = sorted(
        (listed for listed in checks if listed.spec.id in ids),
        key=lambda listed: listed.spec.id,
    )
    if args.ids:
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
