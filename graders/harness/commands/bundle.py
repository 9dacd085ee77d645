"""``grader bundle``: builds the bundle for students, and those that extensions add."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent

from graders.harness.assignment.manifest import Assignment, load_assignment
from graders.harness.commands.grammar import Commands, Intermixed, add_assignment, new_folder
from graders.harness.errors import DONE
from graders.harness.extensions import added


@dataclass(frozen=True, slots=True)
class Bundle:
    """Files for one kind of receiver."""

    name: str
    """The word on the command line."""
    about: str
    """Lines for the command's help."""
    build: Callable[[Assignment, argparse.Namespace], str]
    """Writes the files below ``args.out``; returns their names. Raises GraderError."""
    add_options: Callable[[argparse.ArgumentParser], None] = lambda parser: None


def _students(assignment: Assignment, args: argparse.Namespace) -> str:
    from graders.harness.handout import student

    print("grading the reference, and searching the bundle for secrets", file=sys.stderr)
    folder, archive = student.build(assignment, args.out)
    return f"{folder} and {archive}"


STUDENTS = Bundle(
    "student",
    """a folder and a zip with the starter code, the public checks and what they need;
`python check.py` runs them on every system. It contains no solution, no hidden check
and no answer that only a hidden check asks for: the finished files are searched for
these, and nothing is written if any is found.""",
    _students,
)


def bundles() -> dict[str, Bundle]:
    """Return all kinds by name. Raises GraderError for a broken extension."""
    return {each.name: each for each in (STUDENTS, *added("bundles"))}


def add(commands: Commands) -> None:
    """Add the command."""
    bundle = commands.add(
        "bundle",
        run,
        "build the bundle for students",
        "Build the files that others receive.",
    )
    bundle.late, bundle.ending = _finish, _epilog


def _epilog() -> str:
    kinds = "\n".join(
        f"  {each.name:<11} {indent(each.about, ' ' * 14).strip()}" for each in bundles().values()
    )
    examples = "\n".join(f"  grader bundle {kind} csc148_2020_blocky" for kind in bundles())
    return f"""kinds:
{kinds}

examples:
{examples}
  grader bundle student comp250_blocky --out site/"""


def _finish(bundle: Intermixed) -> None:
    """Add the arguments."""
    kinds = bundles()
    bundle.add_argument("kind", choices=[*kinds], help="what to build")
    add_assignment(bundle)
    bundle.add_argument(
        "--out",
        metavar="DIR",
        type=new_folder,
        default=Path("dist"),
        help="the folder to write to (default: dist)",
    )
    for each in kinds.values():
        each.add_options(bundle)


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    assignment = load_assignment(args.assignment)
    print(f"wrote {bundles()[args.kind].build(assignment, args)}")
    return DONE
