"""``grader similar``: files of a class that are alike."""

from __future__ import annotations

import argparse
from pathlib import Path

from graders.harness.commands.grammar import Commands, add_assignment, add_reading
from graders.harness.errors import DONE, GraderError
from graders.harness.intake.bulk import Reading

PAGE = "staff-similar.html"


def add(commands: Commands) -> None:
    """Add the command."""
    similar = commands.add(
        "similar", run, "find files of a class that are alike (course staff)",
        "Compare the files of all submissions of a class, and show which are alike, with the "
        "matching places side by side on a page for staff.",
        """PATH is a class, as for `grader grade`: give the submissions; a folder of results does
not keep them.

Comments, docstrings, white space, names and values do not count; nor does what everybody was given
(the starter, the course's files), or what more than a tenth of a large class wrote. Files of one
submission, and of the same people, are not compared. Nothing of a submission is run. What is found
is a reason to look, and no part of any mark.

examples:
  grader similar csc148_2020_blocky submissions/
  grader similar csc148_2020_blocky submissions.zip --least 70 --out alike.html""",
    )  # fmt: skip
    add_assignment(similar)
    similar.add_argument(
        "paths", metavar="PATH", type=Path, nargs="+", help="a class: the submissions"
    )
    add_reading(similar)
    similar.add_argument(
        "--least",
        metavar="PERCENT",
        type=_percent,
        default=40,
        help="part of a file that has to be alike (default: 40)",
    )
    similar.add_argument(
        "--out",
        metavar="FILE",
        type=Path,
        default=Path(PAGE),
        help=f"the page to write (default: {PAGE})",
    )


def _percent(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 100:
        raise argparse.ArgumentTypeError(
            f"must be a whole number from 1 to 100; not {text!r}"
        )
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    import sys

    from rich.console import Console

    from graders.harness.assignment.manifest import load_assignment
    from graders.harness.content import write_file
    from graders.harness.course import class_folder, similar_page
    from graders.harness.course.similar import similar
    from graders.harness.intake.bulk import find_deliveries

    assignment = load_assignment(args.assignment)
    for path in args.paths:
        if (path / class_folder.BOOK).is_file():
            raise GraderError(
                f"{path} holds results, which do not keep what was handed in: name the submissions"
            )
    deliveries = find_deliveries(args.paths, assignment, Reading(args.reading))
    if len(deliveries) < 2:
        raise GraderError(
            "this is only one submission, and comparing needs two or more: name a class"
        )
    messages = Console(stderr=True)
    with messages.status("starting") as status:
        step = status.update if messages.is_terminal else messages.print
        found = similar(assignment, deliveries, least=args.least / 100, step=step)
    title = assignment.manifest.title
    write_file(args.out, similar_page.page(found, title, assignment.id))
    similar_page.render(found, f"{title} ({assignment.id})", Console())
    for note in deliveries.notes:
        print(f"grader: {note}", file=sys.stderr)
    print(f"\npage with the matching places, for staff: {args.out}", file=sys.stderr)
    return DONE
