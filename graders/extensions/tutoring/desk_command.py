"""``grader desk``: a page on this machine for marking and commenting a graded class."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from graders.harness.commands.grammar import Commands
from graders.harness.content import installing
from graders.harness.errors import DONE, GraderError


def add(commands: Commands) -> None:
    """Add the command."""
    desk = commands.add(
        "desk",
        run,
        "mark and comment a graded class in the browser (course staff)",
        "Open a page on this machine on which tutors mark, comment and use a rubric.",
        f"""DIR is the folder of a graded class. The page shows each submission's code, findings,
failed checks and diagnosis. Tutors comment on lines or on the whole, give the marks of their parts,
and use a rubric; the key ? lists the keys. Everything is saved as it is typed, in
DIR/decisions.toml, and comes into results, pages and gradebook when tutors pause, and at the end
(Ctrl+C). Students see comments and marks on their pages (`grader hand-back`).

The server answers this machine only, at an address with a secret token. Who has the address can
read and mark the class. With --apply, no page is opened: a file that was edited or merged is
brought into the results.

The page needs two packages: {installing("tutoring")}.

examples:
  grader desk marks/
  grader desk marks/ --no-browser --port 8800
  grader desk marks/ --apply""",
    )
    desk.add_argument("path", metavar="DIR", type=Path, help="the folder of a graded class")
    desk.add_argument("--no-browser", action="store_true", help="only print the address")
    desk.add_argument(
        "--port",
        type=int,
        default=0,
        metavar="PORT",
        help="the port to listen on (default: any free one)",
    )
    desk.add_argument(
        "--tutor",
        metavar="NAME",
        default="",
        help="the name in the files (default: your login; the page can change it)",
    )
    desk.add_argument(
        "--apply",
        action="store_true",
        help="bring DIR/decisions.toml into the results, and end",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from graders.harness.course.marks import carried_over

    carried_over.carry(args.path)
    if args.apply:
        from graders.harness.course.marks import remarking

        entries = remarking.bring_in(args.path)
        print(
            f"grader: tutors' marks and decisions applied to {len(entries)} people",
            file=sys.stderr,
        )
        return DONE
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError:
        raise GraderError(
            f"the desk needs the packages starlette and uvicorn: {installing('tutoring')}"
        ) from None
    from graders.extensions.tutoring.desk.serving import serve

    serve(
        args.path,
        port=args.port,
        browser=not args.no_browser,
        tutor=args.tutor or _login(),
    )
    return DONE


def _login() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError):  # no name for this user's number
        return ""
