"""A run of the autograder on Gradescope: reads a submission, writes ``results.json``.

Both are below ``/autograder``, where ``submission_metadata.json`` has the times by which days late
are counted. There are three outcomes. A graded submission has a score. An
unreadable one (no expected file, a damaged archive) has a score of 0 and the reason, so that the
student can resubmit. If the grader or its sandbox failed, there is no ``results.json`` and the
status is not 0: Gradescope then reports a failed autograder, and nobody gets a zero.
"""

from __future__ import annotations

import sys
from datetime import datetime
from fractions import Fraction
from pathlib import Path

import msgspec
from rich.console import Console

from graders.extensions.platforms.formats import gradescope
from graders.harness.assignment.manifest import load_assignment
from graders.harness.content import write_file
from graders.harness.errors import DONE, NOT_GRADABLE, GraderError
from graders.harness.grading.deadline import Deadline
from graders.harness.grading.late import adjusted
from graders.harness.grading.program import GraderBroken
from graders.harness.intake import IntakeError, read_submission
from graders.harness.processes.in_process import InProcess
from graders.harness.processes.jobs import Job, Settings
from graders.harness.reports import terminal_report
from graders.harness.reports.audience import Audience
from graders.harness.reports.report_style import ReportStyle
from graders.harness.result import Status, from_json, printable
from graders.harness.sandbox.interface import SandboxError, minimum_level

FAILED = (
    "The autograder failed, not the submission. "
    "Course staff: run it again, or `grader grade` to see why."
)
"""Students may be able to read it, so it says nothing about the checks."""


METADATA = "submission_metadata.json"
"""Gradescope's facts about a submission, beside it."""


class _Dates(msgspec.Struct, frozen=True):
    due_date: datetime | None = None


class _User(msgspec.Struct, frozen=True):
    assignment: _Dates | None = None
    """Their own dates, with an extension."""


class _Metadata(msgspec.Struct, frozen=True):
    created_at: datetime
    assignment: _Dates = _Dates()
    users: list[_User] = []


def days_late(metadata: Path) -> Fraction | None:
    """Return by how many days Gradescope's *metadata* makes a submission late; None if it does not
    say. Of a group the latest due date counts, because it has one score.

    Raises GraderError for a file that cannot be read.
    """
    try:
        facts = msgspec.json.decode(metadata.read_bytes(), type=_Metadata)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError) as error:
        raise GraderError(f"{METADATA}: cannot be read ({error})") from None
    dates = [facts.assignment, *(user.assignment for user in facts.users if user.assignment)]
    due = [date.due_date for date in dates if date.due_date is not None]
    return Deadline(max(due)).days_late(facts.created_at) if due else None


def _write(results: Path, document: bytes) -> None:
    """Write the document that Gradescope reads, as any user, although the umask is strict."""
    write_file(results, document)
    results.chmod(0o644)


def run(root: Path, assignment_id: str, *, sandbox: str, audience: str) -> int:
    """Grade *root*/submission; return the exit status. Raises GraderError.

    sandbox: as for ``grader grade``; audience: "student" or "staff", see ``docs/reports.md``.
    """
    results = root / "results" / "results.json"
    results.unlink(missing_ok=True)
    assignment = load_assignment(assignment_id)
    try:
        submission = read_submission(root / "submission", assignment, display_name="submission")
    except IntakeError as error:
        _write(results, refused(str(error)))
        print(f"not graded: {error}")
        return DONE
    settings = Settings(assignment_id, sandbox=sandbox, minimum=minimum_level(), linters=True)
    report = InProcess().grade(settings, Job.of(submission))
    result = from_json(bytes(report.result))
    if result.status is not Status.GRADED:
        print(FAILED)
        return NOT_GRADABLE
    late = assignment.manifest.late
    result = adjusted(result, late, days_late(root / METADATA) if late else None)
    report_style = ReportStyle.of(assignment)
    seen = report_style.redacted(result, Audience(audience))
    _write(results, gradescope.document(seen, report_style))
    # Only now: results.json restricts the printed text to staff.
    terminal_report.render_view(
        report_style.redacted(result, Audience.STAFF),
        console=Console(),
        painter=report_style.painter,
    )
    return DONE


def refused(why: str) -> bytes:
    """Return ``results.json`` of a submission that intake rejected."""
    test = {
        "name": "The submission could not be read",
        "status": "failed",
        "output": printable(why),
        "visibility": "visible",
    }
    whole = {
        "score": 0,
        "output": "Nothing was graded. Fix the problem below and hand in again.",
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [test],
    }
    return msgspec.json.format(msgspec.json.encode(whole), indent=2) + b"\n"


def main() -> int:
    """Run with the arguments ROOT ASSIGNMENT SANDBOX AUDIENCE from ``run_autograder``."""
    root, assignment_id, sandbox, audience = sys.argv[1:]
    try:
        return run(Path(root), assignment_id, sandbox=sandbox, audience=audience)
    except (GraderBroken, SandboxError):
        print(FAILED, file=sys.stderr)
        return NOT_GRADABLE
    except GraderError as error:
        print(f"grader: {printable(str(error))}", file=sys.stderr)
        return error.status


if __name__ == "__main__":
    sys.exit(main())
