"""``grader hand-back``: to every student their own page, as a platform takes it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from graders.harness.commands.grammar import Commands
from graders.harness.errors import DONE

TARGETS = {
    "canvas": "a zip to upload as Canvas' or Quercus' submissions again; needs --download",
    "moodle": "a zip of feedback files; needs Moodle's grading worksheet as the class's roster",
    "markus": "a folder for each group",
    "gradescope": "a results.json for each submission",
    "folders": "a folder for each person",
}
SHOWN = 10


def add(commands: Commands) -> None:
    """Add the command."""
    back = commands.add(
        "hand-back", run,
        "write each student's own page, as Canvas, Moodle ... take it (course staff)",
        "Write what a platform takes to give everybody their own report: the one for students, "
        "never that for staff.",
        """DIR is the folder of a graded class. What to give the platform is written below --out,
with index.csv: who gets which file, and who gets none and why. The index is for staff. Members of a
group get a copy each, or their own page where these differ. Anybody without a mark (nothing handed
in, unreadable, not gradable) gets nothing.

platforms:
"""
        + "\n".join(f"  {name:<11} {about}" for name, about in TARGETS.items())
        + """

examples:
  grader hand-back marks/ --for folders --out back/
  grader hand-back marks/ --for canvas --download submissions.zip --out back/""",
    )  # fmt: skip
    back.add_argument(
        "path", metavar="DIR", type=Path, help="the folder of a graded class"
    )
    back.add_argument(
        "--for",
        dest="target",
        required=True,
        choices=TARGETS,
        metavar="PLATFORM",
        help="see below",
    )
    back.add_argument(
        "--out", metavar="DIR", type=Path, required=True, help="a new folder"
    )
    back.add_argument(
        "--download",
        metavar="PATH",
        type=Path,
        help="canvas: the download that was graded",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from graders.harness.course.hand_back import hand_back
    from graders.harness.intake.names import display, listing

    handed = hand_back(args.path, args.target, args.out, args.download)
    where = display(str(handed.where), 200)
    print(
        f"grader: for {handed.people} people: {where}; who gets what: {handed.index}",
        file=sys.stderr,
    )
    if handed.unmarked:
        who = listing(handed.unmarked, 5)
        print(
            f"grader: {len(handed.unmarked)} not marked yet by a tutor, and their pages say so: "
            f"{who}",
            file=sys.stderr,
        )
    for one in handed.left_out[:SHOWN]:
        print(f"grader: nothing for {one}", file=sys.stderr)
    if len(handed.left_out) > SHOWN:
        print(
            f"grader: and for {len(handed.left_out) - SHOWN} more, see the index",
            file=sys.stderr,
        )
    return DONE
