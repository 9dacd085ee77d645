"""``grader report``: writes a result in another format."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Annotated, Any

from graders.harness.commands.grammar import Release, SubmissionPath, arg, late
from graders.harness.errors import GraderError

if TYPE_CHECKING:
    from graders.harness.reports.formats import ClassFormat, Format, Option


WIDTH = 96
"""Columns of the help."""


def _formats() -> list[str]:
    """Return the names of all formats."""
    from graders.harness.reports.formats import class_formats, formats

    return [*formats(), *class_formats()]


def _add_options(report: ArgumentParser) -> None:
    """Add the options of formats; the help of each lists the formats that use it."""
    from graders.harness.reports.formats import class_formats, formats

    users: dict[str, dict[str, list[str]]] = {}
    options: dict[str, Option] = {}
    every: list[Format | ClassFormat] = [*formats().values(), *class_formats().values()]
    for format in every:
        for option in format.options:
            options.setdefault(option.flag, option)
            users.setdefault(option.flag, {}).setdefault(option.about, []).append(format.name)
    for flag, option in options.items():
        report.add_argument(
            flag,
            metavar=option.metavar,
            type=option.type,
            action="append" if option.repeated else "store",
            help="; ".join(f"{', '.join(names)}: {about}" for about, names in users[flag].items()),
        )


def _of_one() -> str:
    from graders.harness.reports.formats import formats

    return "\n".join(f"  {format.name:<14} {format.about}" for format in formats().values())


def _of_class() -> str:
    from graders.harness.reports.formats import class_formats

    formats = class_formats().values()
    if not formats:
        return ""
    names = fill(", ".join(format.platform for format in formats if format.platform), WIDTH)
    listed = "\n".join(f"  {format.name:<14} {format.about}" for format in formats)
    return (
        f"\nformats of a class, for staff:\n{listed}\n\n--for NAME writes a class in the format "
        f"of that platform or use, one of\n{names}."
    )


@late(_add_options, of_one=_of_one, of_class=_of_class)
def report(
    path: Annotated[
        Path, arg("result.json, the folder of a result or a class, or a person in that")
    ],
    *,
    format: Annotated[str, arg("see below", "FORMAT", choices=_formats)] = "",
    for_: Annotated[
        str | None, arg("the reader: student (default), staff, or a name below", "READER")
    ] = None,
    after_deadline: Annotated[
        bool, arg("show students the hints that wait for the deadline (hints in assignment.toml)")
    ] = False,
    release: Release = None,
    out: Annotated[Path | None, arg("the file to write (default: print it)", "PATH")] = None,
    submission: SubmissionPath = None,
    **options: Any,
) -> None:
    """Write a result in another format: a web page, Markdown and others.

    PATH is a result.json (`grader grade --out`), its folder, or the folder of a graded class; in
    that, an author's login, id, email or name does, too: marks/1001.

    formats of a submission (of a class: one file for each submission, below --out):
    {of_one}
    {of_class}

    Unless --for staff is given, a report is for the student: it shows as much of hidden checks as
    the assignment allows, and after the deadline as much as --release names.

    examples:
      grader report marks/ada --format html --for staff --out ada.html
      grader report marks/ada/result.json --format markdown --out ada.md
      grader report marks/ --format html --out for-students/
      grader report marks/ --format html --out for-students/ --release=message
    """
    from graders.harness.course.marks.class_reports import report as write
    from graders.harness.reports.formats import ReportRequest, class_formats, formats

    if for_ is not None and for_ not in ("student", "staff"):
        by_platform = {format.platform: format.name for format in class_formats().values()}
        wanted = by_platform.get(for_)
        if wanted is None or format not in ("", wanted):
            known = ", ".join(filter(None, by_platform)) or "none is installed"
            raise GraderError(
                f"--for takes student, staff, or a platform without --format ({known}), not "
                f"{for_!r}"
            )
        format, for_ = wanted, None
    if not format:
        raise GraderError(f"give --format, one of {', '.join((*formats(), *class_formats()))}")
    write(
        ReportRequest(
            path=path,
            format=format,
            audience=for_,
            out=out,
            submission=submission,
            after_deadline=after_deadline,
            release=release,
            options=options,
        )
    )
