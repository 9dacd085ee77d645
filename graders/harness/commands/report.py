"""``grader report``: writes a result in another format."""

from __future__ import annotations

import argparse
from pathlib import Path

from graders.harness.commands.grammar import Commands, add_release
from graders.harness.errors import DONE, GraderError

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
    "moodle": "Moodle's grading worksheet, filled in (--worksheet)",
    "markus-csv": "the marks of MarkUs' Grades tab, CSV",
    "brightspace": "grades for Brightspace's import, CSV",
    "blackboard": "grades for the Grade Center's upload, CSV",
    "gradescope-csv": "scores by Gradescope's ids, CSV",
    "classroom-csv": "points as in GitHub Classroom's download, CSV",
}
PLATFORMS = {
    "canvas": "canvas", "moodle": "moodle", "markus": "markus-csv", "gradescope": "gradescope-csv",
    "github": "classroom-csv", "brightspace": "brightspace", "blackboard": "blackboard",
}  # fmt: skip
"""Platform -> the format of a class's marks for it."""


def add(commands: Commands) -> None:
    """Add the command."""
    report = commands.add(
        "report",
        run,
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
assignment allows, and after the deadline as much as --release names. --for PLATFORM writes the
marks of a class as that platform takes them, and `grader hand-back --for PLATFORM` the pages.

examples:
  grader report marks/ada/result.json --format gradescope --out results.json
  grader report marks/ada --format html --for staff --submission submissions/ada --out ada.html
  grader report marks/ --format html --out for-students/
  grader report marks/ --format html --out for-students/ --release=message
  grader report marks/ --format canvas --column "Assignment 2 (12345)" --out quercus.csv""",
    )
    report.add_argument(
        "path",
        metavar="PATH",
        type=Path,
        help="result.json, or the folder of a result or a class",
    )
    report.add_argument(
        "--format",
        choices=[*FORMATS, *CLASS_FORMATS],
        metavar="FORMAT",
        default="",
        help="see below",
    )
    report.add_argument(
        "--for",
        dest="audience",
        metavar="READER",
        help="the reader: student (default) or staff; or the platform that gets a class's marks: "
        + ", ".join(PLATFORMS),
    )
    report.add_argument(
        "--after-deadline",
        action="store_true",
        help="show students the hints that wait for the deadline (hints in assignment.toml)",
    )
    add_release(report)
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
        "--column",
        metavar="TITLE",
        default="",
        help="canvas, brightspace, blackboard, classroom-csv: the assignment's column; moodle: the "
        "column of grades in the worksheet",
    )
    report.add_argument(
        "--criterion",
        metavar="TASK=NAME",
        action="append",
        default=[],
        help="markus-csv: the task's name there",
    )
    report.add_argument(
        "--worksheet",
        metavar="CSV",
        type=Path,
        help="moodle: the grading worksheet to fill in",
    )
    report.add_argument(
        "--test-group",
        metavar="TASK=ID",
        action="append",
        default=[],
        help="markus-upload: MarkUs' id of the task's test group",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from graders.harness.course.class_reports import TABLES, report
    from graders.harness.intake.platforms import platforms
    from graders.harness.reports.formats import FORMATS as SINGLE
    from graders.harness.reports.reporting import ReportRequest

    if args.audience not in (None, "student", "staff"):
        tables = {each.name: each.marks for each in platforms()}
        marks = tables.get(args.audience)
        if marks is None or args.format not in ("", marks.format):
            known = ", ".join(name for name, each in tables.items() if each)
            raise GraderError(
                f"--for takes student, staff, or a platform without --format ({known}), not "
                f"{args.audience!r}"
            )
        args.format, args.audience = marks.format, None
    if args.format not in (*SINGLE, *TABLES):
        known = ", ".join((*SINGLE, *TABLES))
        raise GraderError(f"give --format, one of {known}")
    report(ReportRequest(**{name: getattr(args, name) for name in ReportRequest.__slots__}))
    return DONE
