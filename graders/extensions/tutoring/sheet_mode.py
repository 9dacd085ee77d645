"""``grader report --for sheet`` writes the sheet in which tutors mark; ``grader decide --sheet``
reads it back into the results.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from graders.harness.commands.grammar import ClassFolder, arg, late
from graders.harness.content import installing
from graders.harness.reports.formats import ClassFormat, ReportRequest


def _write(request: ReportRequest) -> None:
    from graders.extensions.tutoring import sheet
    from graders.harness.reports.console import how_many
    from graders.harness.reports.reporting import write_or_print

    made, out = sheet.make_sheet(request.path), request.out
    what = f"sheet ({how_many(len(made.lines), 'submission')})"
    write_or_print(out, sheet.sheet_bytes(made, out.suffix if out else ""), what)


CLASS_FORMATS = (
    ClassFormat(
        "sheet",
        "for tutors' marks and comments, CSV or .xlsx; `grader decide --sheet` reads it",
        _write,
        platform="sheet",
    ),
)


@late(install=lambda: installing("tutoring"))
def take_sheet(
    path: ClassFolder,
    *,
    sheet: Annotated[
        Sequence[Path],
        arg("a sheet of marks and comments that tutors filled in; may be repeated", "FILE"),
    ] = (),
) -> None:
    """--sheet reads what tutors wrote into a sheet of `grader report DIR --for sheet`.

    The sheet has a row for each submission: its authors, a comment for the student, and for each
    part that tutors mark the marks, a comment, and the related findings. Marks and comments given
    so far are filled in. In the column comment, a line that begins with a1.py:41: or a1.py:41-52:
    starts a comment on these lines of the file. The sheet is CSV; with a name that ends with .xlsx
    it is a workbook ({install}).

    If anything in it is wrong, its line is reported and nothing is changed. An empty cell changes
    nothing, so several tutors can fill in a copy each; a single - withdraws a mark or comment. A
    cell that was changed here and elsewhere is an error. Nobody is asked.

    examples:
      grader report marks/ --for sheet --out sheet.csv
      grader decide marks/ --sheet sheet.csv
    """
    from graders.extensions.tutoring.sheet import apply_sheet, describe

    for filled_in in sheet:
        for line in describe(apply_sheet(path, filled_in)):
            print(f"grader: {line}", file=sys.stderr)
