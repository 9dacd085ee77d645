"""One run of the autograder on Gradescope: reads a submission below ``/autograder``, leaves
``results.json``.

Three ends are never mixed. What was graded has a score. What cannot be read (no file of the kind
that is asked for, a damaged archive) has a score of nothing and says why, for the student to hand
in again. Where the grader or its sandbox failed there is no ``results.json`` and the status is not
0: Gradescope then says that the autograder failed, and nobody has a zero for it.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
from rich.console import Console

from graders.harness.assignment.manifest import load_assignment
from graders.harness.content import write_file
from graders.harness.errors import DONE, NOT_GRADABLE, GraderError
from graders.harness.grading.grader import open_grader
from graders.harness.grading.program import GraderBroken
from graders.harness.intake import IntakeError, read_submission
from graders.harness.reports import terminal
from graders.harness.reports.audience import Audience, view
from graders.harness.reports.look import Look
from graders.harness.reports.platforms import gradescope
from graders.harness.result import Status, printable
from graders.harness.sandbox.interface import Level, minimum_level

FAILED = (
    "The autograder failed, not the submission. "
    "Course staff: run it again, or `grader grade` to see why."
)
"""Printed where nothing says who may read it, so students may: it tells nothing of the checks."""


def run(root: Path, assignment_id: str, *, sandbox: str, audience: str) -> int:
    """Grade what is in *root*/submission; return the status to end with. Raises GraderError.

    sandbox: as for ``grader grade``; audience: "student" or "staff", see ``docs/reports.md``.
    """
    results = root / "results" / "results.json"
    results.unlink(missing_ok=True)
    assignment = load_assignment(assignment_id)
    try:
        submission = read_submission(
            root / "submission", assignment, display_name="submission"
        )
    except IntakeError as error:
        write_file(results, refused(str(error)))
        print(f"not graded: {error}")
        return DONE
    level = Level.parse(minimum_level())
    with open_grader(
        assignment, choice=sandbox, minimum=level, only=submission
    ) as grader:
        graded = grader.grade(submission)
    if graded.result.status is not Status.GRADED:
        print(FAILED)
        return NOT_GRADABLE
    look = Look.of(assignment.manifest)
    seen = view(graded.result, Audience(audience), look.disclosure)
    write_file(results, gradescope.document(seen, look))
    # Only now: what is printed is shown to staff alone because results.json says so.
    terminal.render_view(
        view(graded.result, Audience.STAFF, look.disclosure),
        console=Console(),
        palette=look.palette,
    )
    return DONE


def refused(why: str) -> bytes:
    """Return ``results.json`` of a submission that intake did not take."""
    test = {
        "name": "The submission could not be read",
        "status": "failed",
        "output": printable(why),
        "visibility": "visible",
    }
    whole = {
        "score": 0,
        "output": "Nothing was graded. Mend what is said below and hand in again.",
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [test],
    }
    return msgspec.json.format(msgspec.json.encode(whole), indent=2) + b"\n"


def main() -> int:
    """Run with ROOT ASSIGNMENT SANDBOX AUDIENCE as arguments, as ``run_autograder`` calls it."""
    root, assignment_id, sandbox, audience = sys.argv[1:]
    try:
        return run(Path(root), assignment_id, sandbox=sandbox, audience=audience)
    except GraderBroken:
        print(FAILED, file=sys.stderr)
        return NOT_GRADABLE
    except GraderError as error:
        print(f"grader: {printable(str(error))}", file=sys.stderr)
        return error.status


if __name__ == "__main__":
    sys.exit(main())
