"""Examples of Connect 4 are varied, and stay inside the rules of the handout."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from graders.csse7030_connect4 import boards, strategies
from graders.harness.assignment.transcript import run_of
from graders.harness.replay import recording
from tests.graders.csse7030_connect4.worlds import session

QUICK = settings(
    max_examples=150,
    database=None,
    derandomize=True,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
ORDINARY = re.compile(r"[\t -~]*")
LEADING_ZERO = re.compile(r".*(?<!\d)0\d")


@cache
def drawn(strategy: Any) -> list[Any]:
    """Return the examples of *strategy*, which are the same for every test."""
    found = []

    @QUICK
    @given(strategy)
    def collect(value: Any) -> None:
        found.append(value)

    collect()
    return found


@pytest.mark.slow
def test_lines_of_a_game_are_inside_the_handouts_rules() -> None:
    """They are few, in printable ASCII, with numbers of one digit (any edition) and no leading zeros (spec 5)."""
    for lines in drawn(strategies.games):
        assert len(lines) < 300
        for line in lines:
            assert ORDINARY.fullmatch(line)
            assert not LEADING_ZERO.match(line)
            assert not re.search(r"\d\d", line)


@pytest.mark.slow
def test_games_are_varied() -> None:
    """They end in every way, are refused for every reason, and ask for help."""
    seen: dict[str, int] = {}
    words = {
        "won by player 1": "Player 1 wins!",
        "won by player 2": "Player 2 wins!",
        "full": "full column",
        "empty": "empty column",
        "badly formed": "Invalid command",
        "no column": "Invalid column",
        "help": "Valid commands",
    }
    with session() as reference:
        for lines in drawn(strategies.games):
            run = run_of(reference.game(boards.SIZE, lines))
            text = "".join(event[1] for event in run.events if event[0] == "printed")
            for name, part in words.items():
                seen[name] = seen.get(name, 0) + (part in text)
            seen["goes on"] = seen.get("goes on", 0) + (run.end[0] == "raised")
    assert min(seen[name] for name in words) > 4, seen
    assert seen["goes on"] > 4


def well_formed(board: boards.Board, size: int = boards.SIZE) -> bool:
    """Return whether it is a square board of ordinary pieces, none of which floats."""
    return len(board) == size and all(
        len(column) == size and set(column) <= set("XO-") and "-" not in column.lstrip("-")
        for column in board
    )


@pytest.mark.slow
def test_positions_are_those_of_games() -> None:
    """They are square boards of ordinary pieces, none of which floats; some have a line, some have none."""
    found = drawn(strategies.positions)
    assert all(well_formed(board) for board in found)
    assert 10 < sum(boards.has_line(board) for board in found) < len(found) - 10


def test_boards_of_checks_are_well_formed() -> None:
    """Boards for moves are square and have no floating piece (spec 6)."""
    for board in boards.USUAL:
        assert well_formed(board)
    for size in boards.OTHER_SIZES:
        assert well_formed(boards.filled(7, size), size)
        assert well_formed(boards.empty(size), size)


@pytest.mark.parametrize("name", boards.DIRECTIONS)
def test_only_boards_with_a_line_have_one(name: str) -> None:
    """Boards with one line have one, and boards without a line have none."""
    assert all(boards.has_line(board) for board in boards.all_lines(name))
    assert not any(boards.has_line(board) for board in [*boards.nearly(), *boards.over_the_edge()])
    assert not any(boards.has_line(board) for board in boards.FULL_BOARDS)


@pytest.mark.slow
def test_examples_are_plain_data() -> None:
    """Examples must be stored and sent."""
    for strategy in (strategies.games, strategies.positions):
        for value in drawn(strategy)[:20]:
            assert recording.decode_example(recording.encode_example({"value": value})) == {
                "value": value
            }


def test_boards_with_two_lines_have_both() -> None:
    """The two lines belong to different players and share no cell. They may be in one row or column."""
    for board in boards.both_have_lines() + boards.both_in_one_line():
        for piece in "XO":
            assert boards.has_line([re.sub(f"[^{piece}]", "-", column) for column in board])
    for board in boards.both_in_one_line():
        rows = ["".join(row) for row in zip(*board, strict=True)]
        assert {"XXXXOOOO", "OOOOXXXX"} & {*board, *rows}
