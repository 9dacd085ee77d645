"""Exemplars of one fault that hides everything else: staff see its one cause, and the marks without it."""

from __future__ import annotations

import pytest

from graders.extensions.shared.exemplars import as_submissions
from graders.harness.assignment.manifest import load_assignment
from graders.harness.processes.jobs import Job, ReportKind, Settings
from graders.harness.processes.pool import Pool
from graders.harness.result import FlagCode, from_json
from tests.exemplars import exemplars_of

FUNCTION, IMPORT, INPUT, OUTPUT = "function", "import", "input", "output"
CAUSES = [
    ("ics32_columns", "rows-upside-down", OUTPUT, "the rows of the field in the opposite order"),
    (
        "ics32_columns",
        "floor-without-its-spaces",
        OUTPUT,
        "dashes below the cells alone, with one space on each side",
    ),
    (
        "ics32_columns",
        "floor-as-long-as-the-rows",
        OUTPUT,
        "dashes below the cells alone, with one space on each side",
    ),
    ("ics32_columns", "shows-everything-twice", OUTPUT, "each display once"),
    ("ics32_columns", "small-letters", OUTPUT, "capital letters"),
    ("ics32_columns", "round-brackets", OUTPUT, "square brackets around falling jewels"),
    (
        "ics32_columns",
        "size-columns-first",
        INPUT,
        "the number of columns typed before that of rows",
    ),
    (
        "ics32_columns",
        "contents-upside-down",
        INPUT,
        "the rows of the contents typed in the opposite order",
    ),
    (
        "ics32_columns",
        "asterisks-for-two-ticks",
        INPUT,
        "matches shown with asterisks for one tick",
    ),
    ("ics32_columns", "import-misnames-the-mechanics", IMPORT, "columns"),
    ("ics32_columns", "hidden-rows-shown", OUTPUT, "only as many rows as the field has"),
    (
        "ics32_columns",
        "prompts",
        OUTPUT,
        "no prompts, and no other lines than those of the field and GAME OVER",
    ),
    ("csse7030_connect4", "file-imports-another-support", IMPORT, "a1_support"),
    ("csse7030_connect4", "initial-board-row-of-lists", FUNCTION, "generate_initial_board"),
    ("csse7030_connect4", "display-unary-plus", FUNCTION, "display_board"),
    ("csse7030_connect4", "main-plays-no-game", FUNCTION, "main"),
    ("csc148_2020_blocky", "goal-imports-renamed-module", IMPORT, "block"),
]
DAILY = ("rows-upside-down", "file-imports-another-support", "initial-board-row-of-lists")


@pytest.mark.parametrize(
    ("assignment_id", "name", "repair", "detail"),
    [
        pytest.param(*case, marks=() if case[1] in DAILY else pytest.mark.nightly, id=case[1])
        for case in CAUSES
    ],
)
@pytest.mark.slow
def test_exemplar_has_one_cause(
    pool: Pool, assignment_id: str, name: str, repair: str, detail: str
) -> None:
    """With the repair all failed checks pass, so that nothing of the reference's marks is missing."""
    assignment = load_assignment(assignment_id)
    exemplars = [one for one in exemplars_of(assignment.id) if one.id == f"faulty/{name}"]
    (submission,) = as_submissions(exemplars, assignment).values()
    report = pool.grade(Settings(assignment_id, shrink_calls=1), Job.of(submission))
    assert report.kind is ReportKind.GRADED, report.message
    result = from_json(bytes(report.result))
    (flag,) = [flag for flag in result.flags if flag.code is FlagCode.ONE_CAUSE]
    assert flag.values["repair"] == repair
    assert detail in (flag.values.get("text"), flag.values.get("meant"), flag.values.get("name"))
    assert flag.values["checks"] == flag.values["failed"]
    assert flag.values["repaired"] == flag.values["full"] > flag.values["marks"]
