"""``grader similar``: finds similar files in a class."""

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
        "similar", run, "find similar files in a class (course staff)",
        "Compare the files of all submissions of a class, and show similar ones with the matching "
        "passages side by side, on a page for staff.",
        """PATH is a class of submissions, as for `grader grade`; a folder of results does not
contain them.

Comments, docstrings, white space, names and values are ignored, and so is code given to everybody
(the starter, the course's files) or written by more than a tenth of a large class. Files of one
submission, or of the same people, are not compared. No submission is run. Similarity is a reason
to look closer and never changes a mark.

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
        help="show pairs in which at least this percentage of one file is similar (default: 40)",
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
                f"{path} contains results, not the submitted files: name the submissions"
            )
    deliveries = find_deliveries(args.paths, assignment, Reading(args.reading))
    if len(deliveries) < 2:
        raise GraderError(
            "there is only one submission, and comparing needs at least two: name a class"
        )
    messages = Console(stderr=True)
    with messages.status("starting") as status:
        step = status.update if messages.is_terminal else messages.print
        findings = similar(assignment, deliveries, least=args.least / 100, step=step)
    title = assignment.manifest.title
    write_file(args.out, similar_page.page(findings, title, assignment.id))
    similar_page.render(findings, f"{title} ({assignment.id})", Console())
    for note in deliveries.notes:
        print(f"grader: {note}", file=sys.stderr)
    print(f"\npage with the matching passages, for staff: {args.out}", file=sys.stderr)
    return DONE
