"""``grader bundle``: builds the bundles for students and Gradescope."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

from graders.harness.assignment.manifest import load_assignment
from graders.harness.commands.grammar import Commands, add_assignment, new_folder
from graders.harness.errors import DONE


def add(commands: Commands) -> None:
    """Add the command."""
    bundle = commands.add(
        "bundle",
        run,
        "build the bundle for students or Gradescope",
        "Build the files that students or Gradescope receive.",
        """kinds:
  student   a folder and a zip with the starter code, the public checks and what they need;
            `python check.py` runs them on every system. It contains no solution, no hidden check
            and no answer that only a hidden check asks for: the finished files are searched for
            these, and nothing is written if any is found, or if a helper of the checks returns
            what a function to be written should return. This takes half a minute.
  gradescope  the autograder's zip for Gradescope. It is for staff only: it contains
            the hidden checks and the reference.

examples:
  grader bundle student csc148_2020_blocky
  grader bundle gradescope csc148_2020_blocky
  grader bundle student comp250_blocky --out site/""",
    )
    bundle.add_argument("kind", choices=("student", "gradescope"), help="what to build")
    add_assignment(bundle)
    bundle.add_argument(
        "--out",
        metavar="DIR",
        type=new_folder,
        default=Path("dist"),
        help="the folder to write to (default: dist)",
    )
    bundle.add_argument(
        "--sandbox",
        metavar="CHOICE",
        default="auto",
        help="gradescope: as for `grader grade`",
    )
    bundle.add_argument(
        "--minimum",
        metavar="LEVEL",
        default="C",
        help="gradescope: the weakest sandbox allowed",
    )
    bundle.add_argument(
        "--for",
        dest="audience",
        choices=["student", "staff"],
        default="student",
        help="gradescope: the readers; staff see hidden checks, but then students see no total",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from graders.harness.handout import gradescope_bundle, student

    assignment = load_assignment(args.assignment)
    if args.kind == "gradescope":
        options = {
            "sandbox": args.sandbox,
            "minimum": args.minimum,
            "audience": args.audience,
        }
        print(f"wrote {gradescope_bundle.build(assignment, args.out, **options)}")
        return DONE
    folder, archive = student.build(
        assignment,
        args.out,
        tries_helpers=True,
        announce=partial(print, file=sys.stderr, flush=True),
    )
    print(f"wrote {folder} and {archive}")
    return DONE
