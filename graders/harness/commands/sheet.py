"""``grader sheet``: the table in which tutors mark, and its way back into the results."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from graders.harness.commands.grammar import Commands
from graders.harness.errors import DONE, GraderError


def add(commands: Commands) -> None:
    """Add the command."""
    sheet = commands.add(
        "sheet", run, "write the table in which tutors mark, and take it back (course staff)",
        "Write a sheet for the parts that people mark, and put what they wrote into the results.",
        """DIR is the folder of a graded class. The sheet has a row for each submission: whose it
is, and for each part its marks, a comment for the student, and the findings that bear on it. It
holds what has been marked so far. It is CSV; a name that ends with .xlsx makes a workbook
(pip install 'graders[sheets]').

Given back with --take, it is checked as a whole: if anything is wrong, its line is named and
nothing is changed. An empty cell means not marked yet, and changes nothing, so several tutors can
fill a copy each; a single - takes a mark or a comment back. Marks and comments go into the results,
the pages (students see them), the gradebook, and what `grader report` writes of them. They are kept
in DIR/tutors-marks.json, and stay when the class is graded again. Decisions in DIR/decisions.toml
count at once, too.

examples:
  grader sheet marks/ --out sheet.csv
  grader sheet marks/ --take sheet.csv""",
    )  # fmt: skip
    sheet.add_argument(
        "path", metavar="DIR", type=Path, help="the folder of a graded class"
    )
    sheet.add_argument(
        "--out",
        metavar="FILE",
        type=Path,
        help="where to write the sheet (default: print it)",
    )
    sheet.add_argument(
        "--take",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="a sheet that tutors filled in; may be repeated",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from graders.harness.course import sheet
    from graders.harness.reports.medium import how_many
    from graders.harness.reports.reporting import leave

    if args.take and args.out:
        raise GraderError("--take reads a sheet and --out writes one: give one of them")
    for path in args.take:
        for line in sheet.in_words(sheet.take(args.path, path)):
            print(f"grader: {line}", file=sys.stderr)
    if not args.take:
        made = sheet.make(args.path)
        what = f"sheet ({how_many(len(made.lines), 'submission')})"
        leave(args.out, sheet.written(made, args.out.suffix if args.out else ""), what)
    return DONE
