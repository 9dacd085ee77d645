"""``grader exemplars``: submissions kept with their expected verdicts."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from graders.harness.assignment.manifest import Assignment, load_assignment
from graders.harness.assignment.naming import match_names
from graders.harness.commands.grammar import (
    Commands,
    add_assignment,
    add_jobs,
    new_folder,
    settings_of,
)
from graders.harness.errors import DONE, NOT_PASSED, GraderError
from graders.harness.result import one_line

if TYPE_CHECKING:
    from graders.harness.verification.exemplars import Exemplar


def add(commands: Commands) -> None:
    """Add the command."""
    exemplars = commands.add(
        "exemplars", run, "list, write or run the exemplars of an assignment",
        """\
Exemplars are submissions kept with their expected verdicts: right solutions, known faults,
attacks.""",
        """\
examples:
  grader exemplars csc148_2020_blocky                    list them
  grader exemplars csc148_2020_blocky --run              grade all and compare the verdicts
  grader exemplars csc148_2020_blocky --run 'faulty/swap-*'
  grader exemplars csc148_2020_blocky --write DIR NAME   write one as a student would hand it in
  grader exemplars csc148_2020_blocky --from marks/ada --as faulty/swap-again
                                                         make one of the fault in ada's program

With --from, PATH is a submission, or the folder of its result if that names it (`grader grade
ASSIGNMENT PATH --out`). Of the submission only the definitions are kept that show the fault, laid
over the reference; of these, only statements that it needs. Names, comments and docstrings of the
student are replaced. The fault is all failed checks that no known fault explains (see `grader
dictionary`), or all; --check names others, for a program with several faults. Then read the new
folder, write its title (a sentence for staff: what the program does wrong, and where), and run
`grader exemplars ASSIGNMENT --run` and `grader dictionary ASSIGNMENT`.""",
    )  # fmt: skip
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
    exemplars.add_argument(
        "--from", metavar="PATH", type=Path, dest="origin",
        help="make an exemplar of the fault in this submission; needs --as",
    )  # fmt: skip
    exemplars.add_argument("--as", metavar="faulty/NAME", dest="new", help="the exemplar to make")
    exemplars.add_argument(
        "--check", metavar="CHECK", action="append", default=[],
        help="with --from: a check that shows the fault (an id, its beginning, or a pattern); "
        "may be repeated",
    )  # fmt: skip
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
    if args.origin or args.new:
        return _make(args, assignment)
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


def _make(args: argparse.Namespace, assignment: Assignment) -> int:
    """Make an exemplar of the fault in a submission; return the exit status."""
    from rich.console import Console

    from graders.harness.grading.program import open_backend
    from graders.harness.intake import read_submission
    from graders.harness.progress import Steps
    from graders.harness.reports.console import how_many
    from graders.harness.reports.result_folder import submission_of
    from graders.harness.sandbox.interface import Level, minimum_level
    from graders.harness.verification.exemplars import new_folder, write_exemplar
    from graders.harness.verification.extraction import (
        MOST_TRIALS,
        extracted,
        grader_of,
        target_of,
    )

    if not args.origin or not args.new:
        raise GraderError(
            "--from PATH and --as faulty/NAME belong together: the submission with the fault, and "
            "the exemplar to make of it"
        )
    folder = new_folder(assignment, args.new)
    path: Path = args.origin
    if (path / "result.json").is_file():
        path = submission_of(path)
    submission = read_submission(path, assignment)
    backend = open_backend(assignment, choice=args.sandbox, minimum=Level.parse(minimum_level()))
    with grader_of(assignment, backend) as grader:
        grader.recorded()
        with Steps(Console(stderr=True), MOST_TRIALS + 1) as steps:
            target = target_of(grader.assignment, args.check)
            made = extracted(grader, submission, target, steps.step)
    write_exemplar(folder, made.files, made.must_fail)
    print(
        f"{folder}\n  {how_many(made.trials, 'program')} tried; "
        f"it fails {', '.join(made.must_fail)}"
    )
    if made.words:
        print(f"  words that stay, a library's or the student's: {one_line(', '.join(made.words))}")
    command = f"grader --root {quote(str(args.root))}" if args.root else "grader"
    print(
        "next: read the files, write title and hint in its exemplar.toml, then run\n"
        f"  {command} exemplars {assignment.id} --run {args.new}\n"
        f"  {command} dictionary {assignment.id}"
    )
    return DONE


def show(exemplar: Exemplar, problems: Sequence[str]) -> None:
    """Print the problems of one exemplar."""
    print(f"{'as expected' if not problems else 'WRONG':<12} {exemplar.id}", flush=True)
    for problem in problems:
        print(f"             {problem}")
