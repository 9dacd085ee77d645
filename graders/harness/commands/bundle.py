"""``grader bundle``: what students and Gradescope receive."""

from __future__ import annotations

import argparse
from pathlib import Path

from graders.harness.assignment.manifest import load_assignment
from graders.harness.commands.grammar import Commands, add_assignment
from graders.harness.errors import DONE


def add(commands: Commands) -> None:
    """Add the command."""
    bundle = commands.add(
        "bundle", run, "build what students or Gradescope receive",
        "Build what leaves this repository in one piece, as a folder and a zip.",
        """kinds:
  student   starter code, the public checks and what they need; `python check.py` runs them on
            every system. No solution, no hidden check and no answer that only a hidden check asks
            for is in it: that is proved on the finished files, or nothing is written.
  gradescope  the autograder's zip for Gradescope. For staff alone: hidden checks and the
            reference are in it.

examples:
  grader bundle student csc148_2020_blocky
  grader bundle gradescope csc148_2020_blocky
  grader bundle student comp250_blocky --out site/""",
    )  # fmt: skip
    bundle.add_argument("kind", choices=("student", "gradescope"), help="what to build")
    add_assignment(bundle)
    bundle.add_argument(
        "--out",
        metavar="DIR",
        type=Path,
        default=Path("dist"),
        help="where to (default: dist)",
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
        help="gradescope: the weakest sandbox to grade in",
    )
    bundle.add_argument(
        "--for", dest="audience", choices=["student", "staff"], default="student",
        help="gradescope: whether staff see hidden checks there; students then see no total",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from graders.harness.handout import gradescope, student

    if args.kind == "gradescope":
        options = {
            "sandbox": args.sandbox,
            "minimum": args.minimum,
            "audience": args.audience,
        }
        print(
            f"wrote {gradescope.build(load_assignment(args.assignment), args.out, **options)}"
        )
        return DONE
    folder, archive = student.build(load_assignment(args.assignment), args.out)
    print(f"wrote {folder} and {archive}")
    return DONE
