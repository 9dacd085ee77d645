"""``grader exemplars``: submissions kept with their expected verdicts."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from graders.harness.assignment.manifest import load_assignment
from graders.harness.assignment.naming import match_names
from graders.harness.commands.grammar import (
    Commands,
    add_assignment,
    add_jobs,
    new_folder,
    settings_of,
)
from graders.harness.errors import DONE, NOT_PASSED

if TYPE_CHECKING:
    from graders.harness.verification.exemplars import Exemplar


def add(commands: Commands) -> None:
    """Add the command."""
    exemplars = commands.add(
        "exemplars",
        run,
        "list, write or run the exemplars of an assignment",
        """\
Exemplars are submissions kept with their expected verdicts: right solutions, known faults,
attacks.""",
        """\
examples:
  grader exemplars csc148_2020_blocky                    list them
  grader exemplars csc148_2020_blocky --run              grade all and compare the verdicts
  grader exemplars csc148_2020_blocky --run 'faulty/swap-*'
  grader exemplars csc148_2020_blocky --write DIR NAME   write one as a student would hand it in""",
    )
    add_assignment(exemplars)
    names: Any = exemplars.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="only these: kind/name or name, its beginning, or a pattern",
    )
    names.completer = _ids
    exemplars.add_argument(
        "--run",
        action="store_true",
        dest="grade",
        help="grade them; exit 1 if any verdict differs from the expected one",
    )
    exemplars.add_argument(
        "--write",
        metavar="DIR",
        type=new_folder,
        help="write them as submissions below DIR",
    )
    add_jobs(exemplars, "exemplars graded at once (default: number of cores)")
    exemplars.add_argument(
        "--sandbox", metavar="CHOICE", default="auto", help="as for `grader grade`"
    )


def _ids(parsed_args: argparse.Namespace, **_: object) -> list[str]:
    """Return the exemplars' ids, for completion in a shell."""
    from graders.harness.verification.exemplars import load_exemplars

    assignment = load_assignment(parsed_args.assignment)
    return [exemplar.id for exemplar in load_exemplars(assignment.grader)]


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from rich.console import Console

    from graders.harness.verification.exemplars import load_exemplars, to_folder
    from graders.harness.verification.expectations import compare
    from graders.harness.verification.gradings import Gradings

    assignment = load_assignment(args.assignment)
    chosen = load_exemplars(assignment.grader)
    if args.names:
        names = set(chain.from_iterable((exemplar.id, exemplar.name) for exemplar in chosen))
        see = f"`grader exemplars {assignment.id}` lists them"
        named = match_names(args.names, names, what="exemplar", see=see)
        chosen = [exemplar for exemplar in chosen if named & {exemplar.id, exemplar.name}]
    if args.write:
        for exemplar in chosen:
            print(to_folder(exemplar, assignment.reference, assignment.files.solved, args.write))
        return DONE
    if not args.grade:
        for exemplar in chosen:
            print(f"{exemplar.kind + '/' + exemplar.name:<44} {exemplar.title}")
        return DONE
    jobs, messages = args.jobs, Console(stderr=True)
    settings = settings_of(assignment, args.sandbox)
    # no stored results: the user asked for a run
    gradings = Gradings(assignment, settings, jobs, messages, use_store=False)
    compared = compare(gradings, chosen, show)
    print(f"{compared.as_expected} of {len(chosen)} exemplars got their expected verdicts")
    return DONE if compared.as_expected == len(chosen) else NOT_PASSED


def show(exemplar: Exemplar, problems: Sequence[str]) -> None:
    """Print the problems of one exemplar."""
    print(f"{'as expected' if not problems else 'WRONG':<12} {exemplar.id}", flush=True)
    for problem in problems:
        print(f"             {problem}")
