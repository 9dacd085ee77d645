"""``grader sheet``: writes the sheet in which tutors mark, and reads it back into the results."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from graders.harness.commands.grammar import ClassFolder, arg, late
from graders.harness.content import installing
from graders.harness.errors import GraderError


@late(install=lambda: installing("tutoring"))
def sheet(
    path: ClassFolder,
    *,
    out: Annotated[Path | None, arg("the file to write (default: print it)", "FILE")] = None,
    take: Annotated[Sequence[Path], arg("a filled-in sheet; may be repeated", "FILE")] = (),
) -> None:
    """Write a sheet for tutors, and read it back (course staff).

    Writes a sheet for tutors' marks and comments, and adds them to the results.

    DIR is the folder of a graded class. The sheet has a row for each submission: its authors, a
    comment for the student, and for each part that tutors mark the marks, a comment, and the
    related findings. Marks and comments given so far are filled in. In the column comment, a line
    that begins with a1.py:41: or a1.py:41-52: starts a comment on these lines of the file. The
    sheet is CSV; with a name that ends with .xlsx it is a workbook ({install}).

    With --take, a sheet is checked as a whole: if anything is wrong, its line is reported and
    nothing is changed. An empty cell means not marked yet and changes nothing, so several tutors
    can fill in a copy each; a single - withdraws a mark or comment. A cell that was changed
    elsewhere since the sheet was written is an error if the tutor changed it, too, and otherwise
    left alone. Marks and comments go into the results, the pages (students see them), the gradebook
    and later reports. They are stored in DIR/decisions.toml, as those of `grader desk`, and survive
    grading the class again. Other decisions in that file are applied at the same time.

    examples:
      grader sheet marks/ --out sheet.csv
      grader sheet marks/ --take sheet.csv
    """
    from graders.extensions.tutoring import sheet
    from graders.harness.reports.console import how_many
    from graders.harness.reports.reporting import write_or_print

    if take and out:
        raise GraderError("--take reads a sheet and --out writes one: give only one of them")
    for filled_in in take:
        for line in sheet.describe(sheet.apply_sheet(path, filled_in)):
            print(f"grader: {line}", file=sys.stderr)
    if not take:
        made = sheet.make_sheet(path)
        what = f"sheet ({how_many(len(made.lines), 'submission')})"
        write_or_print(out, sheet.sheet_bytes(made, out.suffix if out else ""), what)
