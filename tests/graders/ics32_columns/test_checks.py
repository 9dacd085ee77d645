"""The checks and scenarios of Columns: visibility, current recordings, and games inside the domain."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from graders.extensions.authoring.verification.record import record
from graders.harness.assignment.manifest import load_assignment
from graders.harness.assignment.scenario import scenarios_of, transcript
from graders.harness.assignment.transcript import typed_in
from graders.ics32_columns import strategies as draw
from graders.ics32_columns.playing import DIAGONALS, ENDS, ROWS, ends_by_itself, typed
from graders.ics32_columns.test_scenarios import MORE_GAMES
from tests.graders.csc148_2020_blocky.test_modules_of_checks import says_hidden
from tests.graders.ics32_columns.test_strategies import leaves_the_domain, may_be_typed

ASSIGNMENT = load_assignment("ics32_columns")
SCENARIOS = scenarios_of(ASSIGNMENT)
MODULES = [
    path for path in sorted(ASSIGNMENT.grader.glob("test_*.py")) if path.stem != "test_scenarios"
]
SEPARATE = {
    "an empty line, R or a move with nothing there": [
        "empty.idle", "move.without-faller", "rotate.without-faller", "move.after-freeze", "rotate.after-freeze",
    ],
    "columns of two digits": ["create.two-digit-column"],
}  # fmt: skip
"""Topics that spec 8 allows only in separate checks."""


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_module_is_public_or_hidden_as_a_whole(path: Path) -> None:
    """The name of a hidden module ends in _hidden."""
    assert set(says_hidden(path)) == {path.stem.endswith("_hidden")}


@pytest.mark.slow
def test_scenarios_equal_the_references_output() -> None:
    """`grader refresh ics32_columns` would change nothing. A game that is over has no final Q, because it is not read."""
    assert [one.path.name for one in record(ASSIGNMENT) if one.difference()] == []
    for scenario in SCENARIOS:
        events = transcript(scenario)
        assert ends_by_itself(events) != (typed_in(events)[-1] == "Q"), scenario.name


def written_out() -> list[tuple[str, list[str]]]:
    """Return id and typed lines of every game that is not drawn, from scenarios and modules of checks."""
    games = [(scenario.name, typed_in(transcript(scenario))) for scenario in SCENARIOS]
    for path in MODULES:
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef):
                first = node.decorator_list[0]
                assert isinstance(first, ast.Call)
                texts = [part.value for part in ast.walk(node) if isinstance(part, ast.Constant)]
                found = [str(text) for text in texts if re.match(r"\d+ / \d+ / ", str(text))]
                games += [(ast.literal_eval(first.args[0]), typed(text)) for text in found]
    games += [(check, typed(game)) for check, more in MORE_GAMES.items() for game in more]
    return games + [("controls", typed(game)) for game in (*ROWS, *DIAGONALS, *ENDS)]


@pytest.mark.parametrize(
    ("check", "lines"), written_out(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_every_game_is_inside_the_domain(check: str, lines: list[str]) -> None:
    """The rules for drawn games hold (spec 8), except in checks about one topic outside of them."""
    rows, columns = int(lines[0]), int(lines[1])
    contents = lines[3 : 3 + rows] if lines[2] == "CONTENTS" else None
    assert not [line for line in contents or [] if len(line) != columns]
    game: Any = draw.rules()(rows, columns, contents)
    separate = [topic for topic, checks in SEPARATE.items() if check in checks]
    for line in lines[3 + len(contents or []) :]:
        if game.is_over():
            break
        assert not leaves_the_domain(game)
        assert separate or may_be_typed(game, line), line
        if line != "Q":
            draw.step(game, line)
    assert game.is_over() or (line == "Q" and not game._matched)
