"""A bundle has no helper that answers a graded operation: each is tried on recorded calls."""

from __future__ import annotations

import itertools
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from graders.extensions.authoring.second_solutions import (
    Calls,
    graded_calls,
    second_solutions,
)
from graders.extensions.authoring.verification.claims import ClaimState
from graders.harness.assignment.manifest import load_assignment
from graders.harness.grading.grader import Grader
from graders.harness.grading.program import open_backend
from graders.harness.handout import starter
from graders.harness.handout.cutting import used_parts
from graders.harness.replay.recording import Recording
from tests.extensions.authoring.verification.test_verify import PUBLISH, apart, cache, tried  # noqa: F401 (fixtures)
from tests.extensions.authoring.verification.worlds import CHECKS, world
from tests.handout.built import bundle
from tests.nightly import IDS

BOARDS = [[number % 4, [3, number % 3, number, 1], number * 7 % 5, 2] for number in range(12)]
ORDERS = {0: (1, 0, 3, 2), 1: (3, 2, 1, 0)}


def swapped(cells: list[object], direction: int) -> list[object]:
    """Return the right answer of an operation."""
    return [cells[index] for index in ORDERS[direction]]


CALLS: Calls = {
    "swap": [
        (
            [{"size": 8, "cells": cells}, way],
            {"result": True, "board": {"size": 8, "cells": swapped(cells, way)}},
        )
        for cells in BOARDS
        for way in ORDERS
    ],
    "total": [
        ([9, [cells[0], cells[2]]], [["returned", 10 * cells[0] + cells[2]], []])  # type: ignore[operator]
        for cells in BOARDS
    ],
}
HARMLESS = """
def flat(cells):
    return [leaf for cell in cells for leaf in flat(cell)] if isinstance(cells, list) else [cells]

def leaves(cells):
    return sorted(flat(cells))

def endless(value):
    while True:
        pass

def where(path):
    return " of ".join(map(str, path))
"""
SOLVING = {
    "swapped": """
TABLES = {"left-right": (1, 0, 3, 2), "top-bottom": (3, 2, 1, 0)}
def permuted(cells, order):
    return [cells[index] for index in order]
""",
    "in-place": """
def total(pair, result=None):
    return 10 * pair[0] + pair[1]
""",
    "method": """
class Numbers:
    def __init__(self, pair):
        self.pair = pair
    def total(self):
        return 10 * self.pair[0] + self.pair[1]
""",
    "printed": """
def show(pair):
    print(10 * pair[0] + pair[1], end="")
""",
}


def found(source: str, calls: Calls = CALLS) -> list[str]:
    """Return what a bundle with one module answers."""
    files = {
        "graders/__init__.py": b"",
        "graders/toy/__init__.py": b"",
        "graders/toy/helpers.py": source.encode(),
    }
    return second_solutions(files, calls, Recording())


@pytest.mark.slow
def test_helper_that_answers_an_operation_is_found() -> None:
    """It is a function with a table, or a method; and for one direction of a move alone."""
    assert found(HARMLESS) == []
    lines = found(HARMLESS + SOLVING["swapped"])
    assert [line.partition(" answers ")[2] for line in lines] == [
        "swap where argument 2 is 0",
        "swap where argument 2 is 1",
    ]
    assert all("permuted(argument 1.cells" in line for line in lines)
    assert "total(argument 2) answers total" in found(SOLVING["in-place"])[0]
    assert "Numbers.total(argument 2) answers total" in found(SOLVING["method"])[0]
    told = {
        "total": [
            (row, [["returned", None], [["printed", str(answer[0][1])]]])
            for row, answer in CALLS["total"]
        ]
    }
    assert "show(argument 2) answers total" in found(SOLVING["printed"], told)[0]


@pytest.mark.slow
def test_helper_that_takes_an_argument_apart_answers_nothing() -> None:
    """Also if the argument comes back with the answer, and another helper takes that apart."""
    source = "def each(values):\n    yield from values\n\n\ndef inside(lists):\n    return [*map(each, lists)][0]\n"
    texts = ["".join(cells) for cells in itertools.product("-XO", repeat=4)]
    calls: Calls = {
        "full": [([8, text], [["returned", "-" not in text], [], [text]]) for text in texts]
    }
    assert found(source, calls) == []


SOLVE = ("reference.later(minute, by)", "minute_of(minute, by)")
HELP = (
    '@check("later.any"',
    'def minute_of(minute, by):\n    return divmod(minute + by, 60)[1]\n\n\n@check("later.any"',
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edits", "state", "problem"),
    [
        pytest.param([PUBLISH], ClaimState.HOLDS, "", marks=pytest.mark.nightly),
        (
            [PUBLISH, SOLVE, HELP],
            ClaimState.WRONG,
            "graders.clock.test_clock.minute_of",
        ),
        ([], ClaimState.WRONG, "the bundle would reveal secrets: "),
    ],
    ids=["sound", "solves a part", "no bundle"],
)
def test_second_solution_is_reported(
    tmp_path: Path, edits: list[tuple[str, str]], state: ClaimState, problem: str
) -> None:
    """The problem names the helper; a bundle that cannot be built is not tried."""
    root = world(tmp_path / "world", {})
    text = (root / CHECKS).read_text()
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    (root / CHECKS).write_text(text)
    assignment = load_assignment("clock", root)
    (assignment.reference / "README.md").write_text("# Clock\n")
    starter.build(
        assignment.reference, assignment.starter, starter.common_files(assignment.manifest)
    )
    found = tried(root, "helpers")["helpers"]
    assert found.state is state
    assert "".join(found.problems).startswith(problem)


SHARED = """
from graders.toy import checks as own  # a cycle does no harm


# Only hidden checks use it.
LIMITS = (1, 2)
\"\"\"Of the next function.\"\"\"


def total(pair, limits=LIMITS):
    return 10 * pair[0] + pair[1]


SIDE = 4
\"\"\"Of a board.\"\"\"


def flat(cells):
    return cells[:SIDE]
"""
PUBLIC = """
from graders.toy import helpers
from graders.toy.helpers import flat, total


def test_flat():
    \"\"\"A public check.\"\"\"
    return helpers.flat([])


def used_by_hidden(pair):
    return total(pair)
"""


@pytest.mark.slow
def test_helper_of_hidden_checks_alone_stays_with_staff() -> None:
    """Attack 148 wins with the uncut modules, and finds nothing in the bundle's. The remaining code runs."""
    sources = {"graders.toy.helpers": SHARED.encode(), "graders.toy.checks": PUBLIC.encode()}

    def answers(modules: Mapping[str, bytes]) -> list[str]:
        files = {f"{name.replace('.', '/')}.py": source for name, source in modules.items()}
        files |= {"graders/__init__.py": b"", "graders/toy/__init__.py": b""}
        return second_solutions(files, {"total": CALLS["total"]}, Recording())

    assert "used_by_hidden(argument 2) answers total" in answers(sources)[0]
    cut = used_parts(sources, tests=["graders.toy.checks"], whole=[])
    assert answers(cut) == []
    helpers = cut["graders.toy.helpers"].decode()
    assert "total" not in helpers and "LIMITS" not in helpers and "next function" not in helpers
    assert "hidden" not in helpers and "Of a board." in helpers
    assert "total" not in cut["graders.toy.checks"].decode()
    names: dict[str, Any] = {}
    exec(helpers.replace("from graders.toy import checks as own", ""), names)
    assert names["flat"]("abcdef") == "abcd"


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.parametrize("id", IDS)
def test_bundles_hold_no_second_solution(id: str) -> None:
    """Before, helpers turned and swapped blocks, flattened them, scored them, and printed Connect 4's boards."""
    assignment = load_assignment(id)
    with zipfile.ZipFile(bundle(id)) as archive:
        files = {
            name.partition(".grader/")[2]: archive.read(name)
            for name in archive.namelist()
            if "/.grader/graders/" in name
        }
    with Grader(assignment, open_backend(assignment, choice="auto")) as grader:
        whole = grader.recorded()
    assert second_solutions(files, graded_calls(assignment, whole), whole) == []
