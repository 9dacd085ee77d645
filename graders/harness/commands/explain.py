"""``grader explain``: all about one check of one submission, on a page."""

from __future__ import annotations

import argparse
import io
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graders.harness.commands.grammar import Commands
from graders.harness.errors import DONE, GraderError

if TYPE_CHECKING:
    from graders.harness.assignment.manifest import Assignment
    from graders.harness.reports.explained import Background

WIDTH = 100
"""Columns of a web page."""


def add(commands: Commands) -> None:
    """Add the command."""
    explain = commands.add(
        "explain",
        run,
        "answer why a submission lost marks for a check (course staff)",
        "Show all about one check of one submission: input, expected, got, rule, line, diagnosis, "
        "and who took off what.",
        """RESULT is a result.json or its folder; in the folder of a class, an author's login or id
does, too: marks/ada, marks/1001. Without CHECK it lists the checks that did not pass, in short.

The page is for staff. With --for-student it has what the student's own report has, and no more of a
hidden check than that.

examples:
  grader explain marks/ada                                      all that did not pass
  grader explain marks/ada block.swap                           one check
  grader explain marks/ada block.swap --submission ada.zip      with the line of code
  grader explain marks/ada block.swap --for-student --html swap.html""",
    )
    explain.add_argument(
        "result",
        metavar="RESULT",
        type=Path,
        help="result.json, the folder of a result, or a person in that of a class",
    )
    check: Any = explain.add_argument(
        "check",
        metavar="CHECK",
        nargs="?",
        help="a check: its id, or a beginning or part that fits no other",
    )
    check.completer = _ids
    explain.add_argument("--for-student", action="store_true", help="show what the student may see")
    explain.add_argument(
        "--submission",
        metavar="PATH",
        type=Path,
        help="the submission's files, to show lines of code",
    )
    explain.add_argument("--html", metavar="FILE", type=Path, help="write a web page instead")


def _ids(parsed_args: argparse.Namespace, **_: object) -> list[str]:
    """Return the ids of the checks in the result, for completion in a shell."""
    from graders.harness.course.marks.lookup import result_of
    from graders.harness.reports.reporting import read_result

    return [check.id for check in read_result(result_of(parsed_args.result)).checks]


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from rich.console import Console

    from graders.harness.assignment.manifest import load_assignment
    from graders.harness.assignment.naming import match_one
    from graders.harness.course.marks.lookup import authors_of, refuse_outdated, result_of
    from graders.harness.reports import explained
    from graders.harness.reports.audience import Audience
    from graders.harness.reports.html import recorded
    from graders.harness.reports.reporting import (
        read_result,
        report_style_of,
        write_or_print,
    )
    from graders.harness.reports.result_folder import diagnosis_beside

    refuse_outdated(args.result)
    path = result_of(args.result)
    result = read_result(path)
    style = report_style_of(result, authors_of(path))
    audience = Audience.STUDENT if args.for_student else Audience.STAFF
    assignment = load_assignment(result.assignment)
    check = None
    sources = explained.Background()
    if args.check:
        by_id = {one.id: one for one in result.checks}
        see = f"`grader explain {args.result}` lists those that did not pass"
        check = by_id[match_one(args.check, by_id, what="check", see=see)]
        sources = _sources(args, assignment, check.id, path.parent)
    stream = io.StringIO()
    console = (
        Console(record=True, file=stream, width=WIDTH, force_terminal=True)
        if args.html
        else Console()
    )
    explained.render(
        result,
        check,
        console=console,
        style=style,
        audience=audience,
        diagnosis=diagnosis_beside(path.parent),
        sources=sources,
    )
    if args.html:
        page = recorded.page(console, style.title, style.who(result), audience)
        write_or_print(args.html, page, "page")
    return DONE


def _sources(
    args: argparse.Namespace, assignment: Assignment, check: str, folder: Path
) -> Background:
    """Return the files of the submission that are known, and the rule of the *check*."""
    from graders.harness.assignment import citations
    from graders.harness.intake import read_submission
    from graders.harness.reports.explained import Background
    from graders.harness.reports.result_folder import code_beside, submission_of

    files: Mapping[str, bytes] = code_beside(folder)
    if args.submission:
        files = read_submission(args.submission, assignment).files
    elif not files:
        try:
            files = read_submission(submission_of(folder), assignment).files
        except GraderError:  # the page has no lines of code then
            files = {}
    rule = citations.citation(assignment, check)
    return Background(files, rule, citations.facts(assignment, rule))
