"""The folder of a graded class, written from results."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import msgspec

from graders.harness.course.marks import decisions_file, up_to_date
from graders.harness.course.pages import class_file, class_folder, gradebook
from graders.harness.course.pages.class_file import ClassState
from graders.harness.course.pages.gradebook import GradebookRow, Table
from graders.harness.course.people.roster import Matching, match, parse_roster
from graders.harness.intake.delivery import Person
from graders.harness.intake.names import file_name
from graders.harness.result import Adjustment, Result, Status, Verdict, to_json
from tests.intake.downloads import delivery
from tests.reports.paper import check, result

MARKUS = """Group name,User Name,Section,Last Name,First Name,ID number,Email,Total Mark,Bonus/Deductions
team 1,c1ada,S1,Lovelace,Ada,1001,ada@example.org,,
team 1,c1eve,S1,Moon,Eve,1002,eve@example.org,,
c1bob,c1bob,S2,Stone,Bob,1003,bob@example.org,,
"""
FULL = result(
    check("block.a", verdict=Verdict.PASSED, marks=4),
    check("goal.b", verdict=Verdict.PASSED, marks="8/3"),
)
HALF = result(
    check("block.a", verdict=Verdict.PASSED, marks=4),
    check("goal.b", marks="8/3"),
    adjustments=(Adjustment("style", Fraction(-1), "rules"),),
)
FAULT = result(check("block.a", verdict=Verdict.GRADER_FAULT, marks=4), status=Status.NOT_GRADABLE)


def write_state(
    folder: Path, rows: Sequence[GradebookRow], matching: Matching | None = None, **facts: object
) -> None:
    """Write the state of a class with these rows and facts, and its gradebook."""
    columns = matching.roster.columns if matching else None
    maxima = {**matching.roster.maxima} if matching else {}
    state = ClassState(rows=tuple(rows), columns=columns, maxima=maxima)
    class_folder.write_state(folder, msgspec.structs.replace(state, **facts))


def change_state(folder: Path, **facts: object) -> None:
    """Replace facts in the state of a class."""
    class_file.write(folder, msgspec.structs.replace(class_file.read(folder), **facts))


def let_an_answer_wait(folder: Path) -> None:
    """Answer which file of a submission counts: the next grading brings that in."""
    change_state(folder, made_with=up_to_date.digests(folder))
    answer = '\n[[file]]\nsubmission = "uma"\nname = "a1.py"\ntaken_from = "final.py"\n'
    with (folder / decisions_file.FILE).open("a") as file:
        file.write(answer)
    assert up_to_date.is_outdated(folder)


def gradebook_of(folder: Path) -> Table:
    """Return the gradebook, as a spreadsheet reads it."""
    text = (folder / class_folder.BOOK).read_text("utf-8")
    heading, *lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    return Table(tuple(heading), tuple(map(tuple, lines)))


def graded(folder: Path, roster: str, results: dict[str, Result]) -> Path:
    """Write the folder of a graded class, whose groups hand in together; *results* maps a person's id to their result."""
    deliveries = [delivery(id, Person("", (id,))) for id in results]
    matching = match(parse_roster(roster.encode()), deliveries, together=True)
    rows = gradebook.rows(deliveries, results, {}, matching)
    write_state(folder, rows, matching)
    for name, one in results.items():
        (folder / file_name(name)).mkdir()
        (folder / file_name(name) / "result.json").write_bytes(to_json(one))
    return folder
