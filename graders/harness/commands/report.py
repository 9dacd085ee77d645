"""``grader report``: writes a result in another format."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from graders.harness.commands.grammar import Commands, Intermixed, add_release
from graders.harness.errors import DONE, GraderError

if TYPE_CHECKING:
    from graders.harness.reports.formats import ClassFormat, Format, Option

EXAMPLES = """
examples:
  grader report marks/ada --format html --for staff --submission submissions/ada --out ada.html
  grader report marks/ada/result.json --format junit --out junit.xml
  grader report marks/ --format html --out for-students/
  grader report marks/ --format html --out for-students/ --release=message"""


def add(commands: Commands) -> None:
    """Add the command."""
    report = commands.add(
        "report",
        run,
        "write a result in another format: a web page, Markdown, JUnit ...",
        "Write a result of `grader grade --out`, or those of a class, in another format.",
    )
    report.add_argument(
        "path",
        metavar="PATH",
        type=Path,
        help="result.json, or the folder of a result or a class",
    )
    report.late, report.ending = _finish, _epilog


def _finish(report: Intermixed) -> None:
    """Add the options and texts about formats."""
    from graders.harness.reports.formats import class_formats, formats

    single, of_class = formats(), class_formats()
    platforms = [each.platform for each in of_class.values() if each.platform]
    report.add_argument(
        "--format",
        choices=[*single, *of_class],
        metavar="FORMAT",
        default="",
        help="see below",
    )
    readers = "the reader: student (default) or staff"
    if platforms:
        readers += f"; or the platform that gets a class's marks: {', '.join(platforms)}"
    report.add_argument("--for", dest="audience", metavar="READER", help=readers)
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
    _add_options(report, [*single.values(), *of_class.values()])


def _add_options(report: Intermixed, formats: Iterable[Format | ClassFormat]) -> None:
    """Add the options of formats; the help of each lists the formats that use it."""
    users: dict[str, dict[str, list[str]]] = {}
    options: dict[str, Option] = {}
    for each in formats:
        for option in each.options:
            options.setdefault(option.flag, option)
            users.setdefault(option.flag, {}).setdefault(option.about, []).append(each.name)
    for flag, option in options.items():
        report.add_argument(
            flag,
            metavar=option.metavar,
            type=option.type,
            action="append" if option.repeated else "store",
            help="; ".join(f"{', '.join(names)}: {about}" for about, names in users[flag].items()),
        )


def _epilog() -> str:
    """Return the lists of formats, and examples."""
    from graders.harness.reports.formats import class_formats, formats

    of_class = list(class_formats().values())
    lines = [
        "PATH is a result.json, its folder, or the folder of a graded class.",
        "",
        "formats of a submission (of a class: one file for each submission, below --out):",
        *(f"  {each.name:<14} {each.about}" for each in formats().values()),
    ]
    if of_class:
        lines.append("formats of a class, for staff:")
        lines += [f"  {each.name:<14} {each.about}" for each in of_class]
    lines += [
        "",
        "Unless --for staff is given, a report is for the student: it shows as much of hidden",
        "checks as the assignment allows, and after the deadline as much as --release names.",
    ]
    if of_class:
        lines.append("--for PLATFORM writes the marks of a class as that platform takes them.")
    lines.append(EXAMPLES)
    if of_class:
        lines.append(f"  grader report marks/ --format {of_class[0].name} --out table.csv")
    return "\n".join(lines)


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from graders.harness.course.marks.class_reports import report
    from graders.harness.reports.formats import ReportRequest, class_formats, formats

    if args.audience not in (None, "student", "staff"):
        by_platform = {each.platform: each.name for each in class_formats().values()}
        format = by_platform.get(args.audience)
        if format is None or args.format not in ("", format):
            known = ", ".join(filter(None, by_platform)) or "none is installed"
            raise GraderError(
                f"--for takes student, staff, or a platform without --format ({known}), not "
                f"{args.audience!r}"
            )
        args.format, args.audience = format, None
    if not args.format:
        raise GraderError(f"give --format, one of {', '.join((*formats(), *class_formats()))}")
    report(
        ReportRequest(
            path=args.path,
            format=args.format,
            audience=args.audience,
            out=args.out,
            submission=args.submission,
            after_deadline=args.after_deadline,
            release=args.release,
            options=vars(args),
        )
    )
    return DONE
