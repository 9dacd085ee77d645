"""``grader extract``: makes an exemplar of the fault in a submission."""

from __future__ import annotations

import argparse
from pathlib import Path
from shlex import quote

from graders.harness.assignment.manifest import load_assignment
from graders.harness.commands.grammar import Commands, add_assignment
from graders.harness.errors import DONE
from graders.harness.result import one_line


def add(commands: Commands) -> None:
    """Add the command."""
    extract = commands.add(
        "extract", run, "make an exemplar of the fault in a submission",
        """\
Make a faulty exemplar of the fault in a submission. PATH is the submission, or the folder of its
result if that names it (`grader grade ASSIGNMENT PATH --out`).""",
        """\
example:
  grader extract csc148_2020_blocky marks/ada --as faulty/swap-again

Of the submission only the definitions are kept that show the fault, laid over the reference; of
these, only statements that it needs. Names, comments and docstrings of the student are replaced.
The fault is all failed checks that no known fault explains (see `grader dictionary`), or all;
--check names others, for a program with several faults. Then read the new folder, write its title
(a sentence for staff: what the program does wrong, and where), and run
`grader exemplars ASSIGNMENT --run` and `grader dictionary ASSIGNMENT`.""",
    )  # fmt: skip
    add_assignment(extract)
    extract.add_argument("path", metavar="PATH", type=Path, help="the submission with the fault")
    extract.add_argument(
        "--as",
        metavar="faulty/NAME",
        dest="new",
        required=True,
        help="the exemplar to make",
    )
    extract.add_argument(
        "--check",
        metavar="CHECK",
        action="append",
        default=[],
        help="a check that shows the fault (an id, its beginning, or a pattern); may be repeated",
    )
    extract.add_argument(
        "--sandbox", metavar="CHOICE", default="auto", help="as for `grader grade`"
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from rich.console import Console

    from graders.extensions.faults.extraction import (
        MOST_TRIALS,
        extracted,
        grader_of,
        target_of,
    )
    from graders.harness.grading.program import open_backend
    from graders.harness.intake import read_submission
    from graders.harness.progress import Steps
    from graders.harness.reports.console import how_many
    from graders.harness.reports.result_folder import submission_of
    from graders.harness.sandbox.interface import Level, minimum_level
    from graders.harness.verification.exemplars import new_folder, write_exemplar

    assignment = load_assignment(args.assignment)
    folder = new_folder(assignment, args.new)
    path: Path = args.path
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
