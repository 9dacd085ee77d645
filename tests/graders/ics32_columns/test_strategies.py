"""The strategies of Columns: games are varied, and inside the domain on which right programs agree (spec 8).

The games are played with the reference, and the rules of spec 8 are checked on the displays. Only jewels above the field
are read from the game.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from graders.ics32_columns import strategies as draw

QUICK = settings(
    max_examples=150,
    database=None,
    derandomize=True,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
SIGNS = {"empty": "   ", "frozen": " {} ", "falling": "[{}]", "landed": "|{}|", "matched": "*{}*"}
EVERY = [draw.games, draw.matchless_fields, draw.settled_fields, draw.fallen_fields]
NAMES = ["games", "matchless", "settled", "fallen"]


@cache
def drawn(strategy: Any) -> list[list[str]]:
    """Return the examples of *strategy*, which are the same for every test."""
    found = []

    @QUICK
    @given(strategy)
    def collect(value: list[str]) -> None:
        found.append(value)

    collect()
    return found


def display(game: Any) -> list[list[str]]:
    """Return the displayed cells of *game*, row by row."""
    cells = [
        [game.cell(row, column) for column in range(1, game.columns() + 1)]
        for row in range(1, game.rows() + 1)
    ]
    return [[SIGNS[cell.state].format(cell.colour) for cell in row] for row in cells]


def leaves_the_domain(game: Any) -> str:
    """Return the topic in the display of *game* on which right programs differ, or ""."""
    shown = display(game)
    if "   " not in shown[0] and not [cell for cell in shown[0] if cell[0] == "*"]:
        return "a full top row"
    frozen = game._frozen
    for row, column in frozen:
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = [frozen.get((row + i * down, column + i * right)) for i in range(3)]
            if row < 1 and len(set(line)) == 1:
                return "three equal colours that reach above the field"
    return ""


def may_be_typed(game: Any, line: str) -> bool:
    """Return whether right programs agree about *line* after this display."""
    text = "".join("".join(row) for row in display(game))
    has_faller = "[" in text or "|" in text
    if "*" in text:
        return line == ""
    faller = re.fullmatch(r"F ([1-9]) [STVWXYZ] [STVWXYZ] [STVWXYZ]", line)
    if faller:
        return int(faller[1]) <= game.columns() and display(game)[0][int(faller[1]) - 1] == "   "
    return line == "Q" or (line in ("", "R", "<", ">") and has_faller)


@pytest.mark.slow
@pytest.mark.parametrize("strategy", EVERY, ids=NAMES)
def test_every_game_is_inside_the_domain(strategy: Any) -> None:
    """Contents are exact, commands and displays are agreed on, and Q comes last."""
    for lines in drawn(strategy):
        rows, columns = int(lines[0]), int(lines[1])
        assert 4 <= rows <= 9
        assert 3 <= columns <= 9
        contents = lines[3 : 3 + rows] if lines[2] == "CONTENTS" else None
        for line in contents or []:
            assert re.fullmatch(f"[ STVWXYZ]{{{columns}}}", line)
        commands = lines[3 + len(contents or []) :]
        assert lines[2] == ("CONTENTS" if contents else "EMPTY")
        assert commands[-1] == "Q"
        assert "Q" not in commands[:-1]
        game = draw.rules()(rows, columns, contents)
        assert not leaves_the_domain(game), lines
        for line in commands:
            if game.is_over():
                assert line == "Q"
                break
            assert may_be_typed(game, line), (lines, line)
            removes = "*" in str(display(game))
            if line != "Q":
                draw.step(game, line)
            assert not leaves_the_domain(game), lines
            assert not removes or all(row >= 1 for row, _column in game._frozen), lines


def played(lines: list[str]) -> str:
    """Return every display of a game, over or not."""
    rows = int(lines[0])
    contents = lines[3 : 3 + rows] if lines[2] == "CONTENTS" else None
    game = draw.rules()(rows, int(lines[1]), contents)
    told = [str(display(game))]
    for line in lines[3 + len(contents or []) : -1]:
        if not game.is_over():
            hidden = any(row < 1 for row, _column in game._frozen)
            draw.step(game, line)
            told.append(str(display(game)) + " over" * game.is_over() + " hidden" * hidden)
    return "\n".join(told)


@pytest.mark.nightly
def test_games_reach_every_part_of_the_rules() -> None:
    """Landings, rotations, moves, matches, ends, and ends postponed by a match each occur in a few games out of 150."""
    games = drawn(draw.games)
    told = [played(lines) for lines in games]
    assert sum("over" in text for text in told) >= 10
    assert sum("hidden" in text for text in told) >= 3
    assert sum("*" in text for text in told) >= 30
    for command in ("R", "<", ">", "EMPTY", "CONTENTS"):
        assert sum(command in lines for lines in games) >= 30, command
    assert len({tuple(lines) for lines in games}) >= 100


@pytest.mark.slow
def test_fields_fit_their_names() -> None:
    """Matchless fields are shown once, settled ones are shown as typed apart from matches, and fallen ones fall."""
    assert all(lines[-2] != "" for lines in drawn(draw.matchless_fields))
    for lines in drawn(draw.settled_fields):
        typed = lines[3 : 3 + int(lines[0])]
        game = draw.rules()(int(lines[0]), int(lines[1]), typed)
        assert ["".join(cell[1] for cell in row) for row in display(game)] == typed
        assert lines[-2] == ""
        (run,) = marked(game)
        assert len(run) == 3
        assert {len({row for row, _column in run}), len({column for _row, column in run})} == {1, 3}
        assert "".join(typed).count(COLOUR_OF_RUNS) == 3
    fallen = drawn(draw.fallen_fields)
    assert sum(lines[-2] == "" for lines in fallen) == len(fallen)
    assert sum(map(has_holes, fallen)) >= 100


COLOUR_OF_RUNS = draw.COLOURS[0]


def marked(game: Any) -> list[list[tuple[int, int]]]:
    """Return the marked places of each display, until there are none."""
    found = []
    while game._matched:
        found.append(sorted(game._matched))
        game.tick()
    return found


@pytest.mark.slow
@pytest.mark.parametrize("strategy", EVERY[1:], ids=NAMES[1:])
def test_fields_have_no_equal_neighbours_outside_of_the_run(strategy: Any) -> None:
    """Adjacent jewels are never equal, even around the edges of the field, except those of the run."""
    for lines in drawn(strategy):
        game = draw.rules()(int(lines[0]), int(lines[1]), lines[3 : 3 + int(lines[0])])
        for (row, column), colour in game._frozen.items():
            beside = [
                (row + down, column % game.columns() + right)
                for down, right in ((0, 1), (1, 0), (1, 1), (-1, 1))
            ]
            equal = [
                place
                for place in beside
                if colour != COLOUR_OF_RUNS and game._frozen.get(place) == colour
            ]
            assert all(column == game.columns() for _place in equal), lines


def has_holes(lines: list[str]) -> bool:
    """Return whether a jewel of the contents is above an empty cell."""
    columns = ("".join(column) for column in zip(*lines[3 : 3 + int(lines[0])], strict=True))
    return any(" " in column.lstrip(" ") for column in columns)
