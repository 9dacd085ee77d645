"""Folders of graded classes for tests of the desk: no program is run for them."""

from __future__ import annotations

import os
import random
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path

import msgspec

from graders.harness.course.pages import gradebook
from graders.harness.course.people.roster import match, parse_roster
from graders.harness.intake.delivery import Person
from graders.harness.reports import result_folder
from graders.harness.reports.audience import Audience
from graders.harness.reports.report_style import ReportStyle
from graders.harness.result import (
    Cause,
    CauseKind,
    Finding,
    ManualPart,
    Result,
    Verdict,
)
from tests.course.graded import write_state
from tests.intake.downloads import delivery
from tests.once import SHARED
from tests.reports.paper import check, result

QUALITY = ManualPart("Quality", Fraction(10))
CODE = {
    "game.py": b'"""The game."""\n\nSIZE = 7\n\n\ndef drop(board, column):\n    """Drop a piece."""\n    if board[column] == \'\':\n        return 7\n    return None\n',
    "main.py": b"import game\n\nprint(game.drop([''], 0))\n",
}
FOUND = (
    Finding("magic-number", "review", "game.py", 9, "7 has no name.", "the handout, 4"),
    Finding("top-level", "breach", "main.py", 3, "A call outside of functions.", "the handout, 3"),
)
BROKEN = Cause(
    CauseKind.EXCEPTION, file="game.py", line=8, name="IndexError", detail="list index out of range"
)
CHECKS = (
    check(
        "drop.full",
        verdict=Verdict.RAISED,
        marks=2,
        title="drop refuses a full column.",
        cause=BROKEN,
    ),
    check("drop.empty", verdict=Verdict.PASSED, marks=3),
    check(
        "win.diagonal", marks=1, title="A diagonal wins.", message="The game goes on.", hidden=True
    ),
)


def made(
    name: str, manual: Sequence[ManualPart] = (QUALITY,), findings: Sequence[Finding] = FOUND
) -> Result:
    """Return the result of a submission."""
    graded = result(*CHECKS, manual=tuple(manual), findings=tuple(findings))
    return msgspec.structs.replace(graded, submission=name)


def classroom(
    folder: Path,
    names: Sequence[str] = ("ada", "ben", "gil"),
    manual: Sequence[ManualPart] = (QUALITY,),
    code: Mapping[str, bytes] = CODE,
    findings: Sequence[Finding] = FOUND,
) -> Path:
    """Write the folder of a graded class, with staff's pages; return it."""
    made = _written(tuple(names), tuple(manual), tuple(code.items()), tuple(findings))
    return shutil.copytree(made, folder, dirs_exist_ok=True)


@cache
def _written(
    names: tuple[str, ...],
    manual: tuple[ManualPart, ...],
    code: tuple[tuple[str, bytes], ...],
    findings: tuple[Finding, ...],
) -> Path:
    """Return the folder of such a class, which is copied: to paint its pages takes ten times as long."""
    folder = Path(tempfile.mkdtemp(dir=os.environ[SHARED]))
    lines = [f"{name},{name},{name.title()} Person,," for name in names]
    roster = "\n".join(["student id,login,name,group,tutorial", *lines])
    deliveries = [delivery(name, Person("", (name,))) for name in names]
    results = {name: made(name, manual, findings) for name in names}
    matching = match(parse_roster(roster.encode()), deliveries)
    rows = gradebook.rows(deliveries, results, {}, matching)
    write_state(folder, rows, matching, digests=dict.fromkeys(names, "f" * 8))
    for one in results.values():
        result_folder.write(
            folder, one, (), ReportStyle("Connect"), Audience.STAFF, sources=dict(code)
        )
    return folder


def program(lines: int, seed: int = 1) -> bytes:
    """Return a program of about that many lines, as students write them."""
    chance = random.Random(seed)
    text = ['"""A game."""', "", "import random", ""]
    while len(text) < lines:
        name = f"step_{len(text)}"
        text += [
            "",
            f"def {name}(board: list[list[str]], turn: int) -> bool:",
            f'    """Return whether step {len(text)} is done."""',
            f"    limit = {chance.randrange(100)}  # see the handout",
            "    for row in board:",
            "        if row[0] == 'X' and turn > limit:",
            f"            print(f'turn {{turn}} of {len(text)}')",
            "            return True",
            "    return False",
            "",
        ]
    return "\n".join(text[:lines]).encode() + b"\n"
