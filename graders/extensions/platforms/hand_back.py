"""``grader hand-back``: writes each student's own page in a platform's format."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from graders.harness.commands.grammar import Commands, add_release, new_folder
from graders.harness.errors import DONE, GraderError

SHOWN = 10
EPILOG = """DIR is the folder of a graded class. The files for the platform are written below --out,
with index.csv: who gets which file, and who gets none and why. The index is for staff only. Members
of a group get a copy each, or their own page if these differ. A submission that cannot be read gets
a page with the reason and no mark. Nobody else without a mark (nothing handed in, not gradable)
gets a page.

platforms:
{}

examples:
  grader hand-back marks/ --for folders --out back/
  grader hand-back marks/ --for canvas --download submissions.zip --out back/
  grader hand-back marks/ --for folders --out back/ --release=all"""


def add(commands: Commands) -> None:
    """Add the command."""
    back = commands.add(
        "hand-back",
        run,
        "write students' own pages for Canvas, Moodle ... (course staff)",
        "Write the files by which a platform returns each student's own report: the student's "
        "version, never the staff's.",
    )
    back.ending = _epilog
    back.add_argument("path", metavar="DIR", type=Path, help="the folder of a graded class")
    back.add_argument(
        "--for",
        dest="target",
        required=True,
        metavar="PLATFORM",
        help="see below",
    )
    back.add_argument("--out", metavar="DIR", type=new_folder, required=True, help="a new folder")
    back.add_argument(
        "--download",
        metavar="PATH",
        type=Path,
        help="canvas: the download that was graded",
    )
    add_release(back)


def _epilog() -> str:
    from graders.extensions.platforms.return_feedback import targets

    return EPILOG.format(
        "\n".join(f"  {name:<11} {each.about}" for name, each in targets().items())
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from graders.extensions.platforms.return_feedback import return_feedback, targets
    from graders.harness.intake.names import display, listing

    places = targets()
    if args.target not in places:
        raise GraderError(f"--for takes one of {', '.join(places)}, not {args.target!r}")
    feedback = return_feedback(args.path, args.target, args.out, args.download, args.release)
    where = display(str(feedback.where), 200)
    print(
        f"grader: pages for {feedback.people} people: {where}; index: {feedback.index}",
        file=sys.stderr,
    )
    print(f"grader: {feedback.without_mark}", file=sys.stderr)
    if feedback.unmarked:
        who = listing(feedback.unmarked, 5)
        print(
            f"grader: {len(feedback.unmarked)} not marked yet by a tutor, and their pages "
            f"say so: {who}",
            file=sys.stderr,
        )
    for person in feedback.left_out[:SHOWN]:
        print(f"grader: nothing for {person}", file=sys.stderr)
    if len(feedback.left_out) > SHOWN:
        print(
            f"grader: nothing for {len(feedback.left_out) - SHOWN} more; see the index",
            file=sys.stderr,
        )
    return DONE
