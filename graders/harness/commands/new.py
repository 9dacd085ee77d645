"""``grader new``: writes the folders of a new assignment."""

from __future__ import annotations

import argparse
from pathlib import Path
from shlex import quote

from graders.harness.assignment import places
from graders.harness.commands.grammar import Commands
from graders.harness.errors import DONE


def add(commands: Commands) -> None:
    """Add the command."""
    new = commands.add(
        "new",
        run,
        "write a small new assignment to start from",
        "Write reference/ID, starter/ID, graders/ID and scenarios/ID: a small assignment with a "
        "working grader.",
        """Then change it, file by file; docs/writing-a-grader.md explains each file. The starter is
made from the reference by `grader starter ID`. If the assignment cannot be made, nothing is
written. Without a checkout, name a folder for it: `grader --root DIR new ...`. It is made if there
is none.

examples:
  grader new caesar --title "Caesar's cipher (CS 1, Winter 2030)"
  grader new caesar --title "Caesar's cipher" --file cipher.py    students hand in cipher.py
  grader new caesar --title "Caesar's cipher" --minimal           one function, one check
  grader new caesar --title "Caesar's cipher" --language java""",
    )
    new.add_argument(
        "id",
        metavar="ID",
        help="the name of its folders, a valid Python package name",
    )
    new.add_argument(
        "--title",
        metavar="TEXT",
        required=True,
        help="its title: assignment, course, term",
    )
    new.add_argument(
        "--file",
        metavar="NAME",
        default="",
        help="the file to hand in; also names its function or class (default: the ID)",
    )
    new.add_argument(
        "--minimal",
        action="store_true",
        help="the smallest working grader, in Python",
    )
    new.add_argument(
        "--language",
        metavar="NAME",
        default="",
        help="the language of submissions (default: that of --file, or python)",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from graders.harness.scaffold import create

    root = places.for_new()
    for path in create(
        args.id,
        args.title,
        file=args.file,
        language=args.language,
        minimal=args.minimal,
        root=root,
    ):
        print(f"wrote {path.as_posix()}")
    command, folder = "grader", Path("reference", args.id)
    if root == places.named():
        command, folder = f"grader --root {quote(str(root))}", root / folder
    submission = quote(folder.as_posix())
    print(f"\nIt already works: {command} grade {args.id} {submission}")
    print("Now change it: docs/writing-a-grader.md explains each file.")
    return DONE
