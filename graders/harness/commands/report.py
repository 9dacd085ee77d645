"""``grader report``: writes a result in another format."""

from __future__ import annotations

import argparse
from pathlib import Path

from graders.harness.commands.grammar import Commands
from graders.harness.errors import DONE

FORMATS = {
    "html": "a web page",
    "text": "plain text, with every check",
    "json": "the result, limited to what its reader may see",
    "markdown": "a summary",
    "junit": "JUnit XML, for CI systems",
    "gradescope": "results.json of a Gradescope autograder",
    "markus": "records of a MarkUs tester",
    "markus-upload": "the document for MarkUs' API",
    "classroom": "a runner's result for GitHub Classroom",
}
CLASS_FORMATS = {
    "canvas": "the gradebook of Canvas or Quercus, CSV",
    "markus-csv": "the marks of MarkUs' Grades tab, CSV",
}


def add(commands: Commands) -> None:
    """Add the command."""
    report = commands.add(
        "report", run,
        "write a result in another format: a web page, Gradescope, MarkUs, JUnit ...",
        "Write a result of `grader grade --out`, or those of a class, in another format.",
        """PATH is a result.json, its folder, or the folder of a graded class.

formats of a submission (of a class: one file for each submission, below --out):
"""
        + "\n".join(f"  {name:<14} {about}" for name, about in FORMATS.items())
        + """
formats of a class, for staff:
"""
        + "\n".join(f"  {name:<14} {about}" for name, about in CLASS_FORMATS.items())
        + """

Unless --for staff is given, a report is for the student: it shows as much of hidden checks as the
assignment allows.

examples:
  grader report marks/ada/result.json --format gradescope --out results.json
  grader report marks/ada --format html --for staff --submission submissions/ada --out ada.html
  grader report marks/ --format html --out for-students/
  grader report marks/ --format canvas --column "Assignment 2 (12345)" --out quercus.csv""",
    )  # fmt: skip
    report.add_argument(
        "path",
        metavar="PATH",
        type=Path,
        help="result.json, or the folder of a result or a class",
    )
    report.add_argument(
        "--format",
        required=True,
        choices=[*FORMATS, *CLASS_FORMATS],
        metavar="FORMAT",
        help="see below",
    )
    report.add_argument(
        "--for",
        dest="audience",
        choices=["student", "staff"],
        help="the reader (default: student)",
    )
    report.add_argument(
        "--after-deadline",
        action="store_true",
        help="show students the hints that wait for the deadline (hints in assignment.toml)",
    )
    report.add_argument(
        "--out", metavar="PATH", type=Path, help="the file to write (default: print it)"
    )
    report.add_argument(
        "--submission",
        metavar="PATH",
        type=Path,
        help="the submission's files, to show lines of code",
    )
    report.add_argument(
        "--column", metavar="TITLE", default="", help="canvas: the assignment's column"
    )
    report.add_argument(
        "--criterion",
        metavar="TASK=NAME",
        action="append",
        default=[],
        help="markus-csv: the task's name there",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from graders.harness.course.class_reports import report
    from graders.harness.reports.reporting import ReportRequest

    report(
        ReportRequest(**{name: getattr(args, name) for name in ReportRequest.__slots__})
    )
    return DONE
