"""``grader exemplars --from``: makes an exemplar of the fault in a submission."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import Annotated

from graders.harness.assignment import places
from graders.harness.commands.grammar import NamedAssignment, Sandbox, arg
from graders.harness.errors import GraderError
from graders.harness.result import one_line


def extract(
    assignment: NamedAssignment,
    names: Annotated[Sequence[str], arg("the exemplar to make", "NAME")] = (),
    *,
    from_: Annotated[
        Path | None, arg("make the exemplar NAME of the fault in this submission", "SUBMISSION")
    ] = None,
    failed: Annotated[
        Sequence[str],
        arg(
            "the fault of --from is what this failed check shows (an id, its beginning, or a "
            "pattern; default: all failed checks that no known fault explains); may be repeated",
            "CHECK",
        ),
    ] = (),
    sandbox: Sandbox = "auto",
) -> None:
    """--from makes one exemplar of the fault in a submission.

    SUBMISSION is its files, or the folder of its result if that names them
    (`grader grade ASSIGNMENT PATH --out`). Only the definitions are kept that show the fault, laid
    over the reference; of these, only statements that it needs. Names, comments and docstrings of
    the student are replaced. A program with several faults needs --failed. Then read the new
    folder, write its title (a sentence for staff: what the program does wrong, and where), and run
    `grader exemplars ASSIGNMENT --run` and `grader refresh ASSIGNMENT --only dictionary`.

    example:
      grader exemplars csc148_2020_blocky faulty/swap-again --from marks/ada
    """
    from rich.console import Console

    from graders.extensions.faults.extraction import (
        MOST_TRIALS,
        extracted,
        grader_of,
        target_of,
    )
    from graders.extensions.shared.exemplars import new_folder, write_exemplar
    from graders.harness.grading.program import open_backend
    from graders.harness.intake import read_submission
    from graders.harness.progress import Steps
    from graders.harness.reports.console import how_many
    from graders.harness.reports.result_folder import submission_of
    from graders.harness.sandbox.interface import Level, minimum_level

    path, name = Path(from_ or ""), "".join(names)
    if len(names) != 1:
        raise GraderError("--from makes one exemplar: name it, such as faulty/swap-again")
    folder = new_folder(assignment, name)
    if (path / "result.json").is_file():
        path = submission_of(path)
    submission = read_submission(path, assignment)
    backend = open_backend(assignment, choice=sandbox, minimum=Level.parse(minimum_level()))
    with grader_of(assignment, backend) as grader:
        grader.recorded()
        with Steps(Console(stderr=True), MOST_TRIALS + 1) as steps:
            target = target_of(grader.assignment, failed)
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
        f"  {command} exemplars {assignment.id} --run {name}\n"
        f"  {command} refresh {assignment.id} --only dictionary"
    )
