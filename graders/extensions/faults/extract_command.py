"""``grader extract``: makes an exemplar of the fault in a submission."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import Annotated

from graders.harness.assignment import places
from graders.harness.commands.grammar import NamedAssignment, Sandbox, arg
from graders.harness.result import one_line


def extract(
    assignment: NamedAssignment,
    path: Annotated[Path, arg("the submission with the fault")],
    *,
    as_: Annotated[str, arg("the exemplar to make", "faulty/NAME")],
    check: Annotated[
        Sequence[str],
        arg(
            "a check that shows the fault (an id, its beginning, or a pattern); may be repeated",
            "CHECK",
        ),
    ] = (),
    sandbox: Sandbox = "auto",
) -> None:
    """Make an exemplar of the fault in a submission.

    PATH is the submission, or the folder of its result if that names it
    (`grader grade ASSIGNMENT PATH --out`).

    example:
      grader extract csc148_2020_blocky marks/ada --as faulty/swap-again

    Of the submission only the definitions are kept that show the fault, laid over the reference; of
    these, only statements that it needs. Names, comments and docstrings of the student are
    replaced. The fault is all failed checks that no known fault explains (see `grader dictionary`),
    or all; --check names others, for a program with several faults. Then read the new folder, write
    its title (a sentence for staff: what the program does wrong, and where), and run
    `grader exemplars ASSIGNMENT --run` and `grader dictionary ASSIGNMENT`.
    """
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

    folder = new_folder(assignment, as_)
    if (path / "result.json").is_file():
        path = submission_of(path)
    submission = read_submission(path, assignment)
    backend = open_backend(assignment, choice=sandbox, minimum=Level.parse(minimum_level()))
    with grader_of(assignment, backend) as grader:
        grader.recorded()
        with Steps(Console(stderr=True), MOST_TRIALS + 1) as steps:
            target = target_of(grader.assignment, check)
            made = extracted(grader, submission, target, steps.step)
    write_exemplar(folder, made.files, made.must_fail)
    print(
        f"{folder}\n  {how_many(made.trials, 'program')} tried; "
        f"it fails {', '.join(made.must_fail)}"
    )
    if made.words:
        print(f"  words that stay, a library's or the student's: {one_line(', '.join(made.words))}")
    root = places.named()
    command = f"grader --root {quote(str(root))}" if root else "grader"
    print(
        "next: read the files, write title and hint in its exemplar.toml, then run\n"
        f"  {command} exemplars {assignment.id} --run {as_}\n"
        f"  {command} dictionary {assignment.id}"
    )
