"""``grader remark``: marks a graded class again, without grading it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from graders.harness.commands.consent import add_consent, agrees
from graders.harness.commands.grammar import Commands
from graders.harness.errors import DONE


def add(commands: Commands) -> None:
    """Add the command."""
    remark = commands.add(
        "remark",
        run,
        "mark a graded class again, without grading it (course staff)",
        "Apply weights, tasks' marks, deductions and the late policy to the verdicts of a class.",
        """DIR is the folder of a graded class. Verdicts stay; marks follow the assignment as it is
now, changed by a file of weights. Tutors' marks and decisions are applied as always. The command
lists whose mark changes, from what to what and why, then asks. DIR keeps the file as weights.toml,
so that later runs of `grader grade` and `grader remark` use it.

All tables of the file are optional:
  [checks]       "block.swap*" = 3       marks of a check: an id, its beginning, or a pattern
  [visibility]   "goal.deep" = "public"  or "hidden"
  [tasks]        block = 40              a task's marks, which its checks share by their own
  [manual]       Style = 5               the maximum of a part that a tutor marks
  [[deductions]] and [late]              as in assignment.toml, instead of those there

examples:
  grader remark marks/ --weights weights.toml --dry-run    what would change
  grader remark marks/ --weights weights.toml              show it, ask, write it
  grader remark marks/                                     after a change to assignment.toml""",
    )
    remark.add_argument("path", metavar="DIR", type=Path, help="the folder of a graded class")
    remark.add_argument(
        "--weights",
        metavar="TOML",
        type=Path,
        help="the new weights (default: weights.toml in DIR, if there is one)",
    )
    add_consent(remark)


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from rich.console import Console

    from graders.harness.course import mark_changes, remarking
    from graders.harness.course.class_folder import results_of
    from graders.harness.intake.names import display

    done = remarking.remarked(args.path, args.weights)
    moves = mark_changes.changes(done.before, done.after)
    console = Console()
    before, after = results_of(done.before), results_of(done.after)
    for line in mark_changes.for_everybody(before, after):
        console.print(line, highlight=False, markup=False)
    mark_changes.render(moves, len(after), console)
    if agrees(args):
        remarking.write(done, args.weights)
        where = display(str(args.path), 200)
        print(f"grader: marks, reports and gradebook written: {where}", file=sys.stderr)
    return DONE
