"""How often checks that draw by chance fail a right program: computed from their numbers of turns and seeds.

A right player draws blocks in any way, if it may draw all of them (spec 9.8), and one of five actions or of three kinds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from graders.blocky import strategies as draw
from graders.blocky.layout import tree
from graders.blocky.relations import at
from graders.csc148_2018_blocky import (
    test_block,
    test_game,
    test_game_hidden,
    turns,
)
from graders.csc148_2018_blocky import test_player as shown
from graders.csc148_2018_blocky import test_player_hidden as checks
from graders.harness import load_assignment
from graders.harness.assignment.check import CheckFailed
from tests.graders.blocky.draws import MOST, WAYS, Way, fewer, lack_one

SAME = 1 / 4**4
"""At most the chance that a smash makes four children like the old ones: each has a colour, or is divided further."""
ACTIONS = (
    {**dict.fromkeys(turns.MOVES, 1 / 5), "smash": 1 / 5},
    {**dict.fromkeys(turns.MOVES, 1 / 6), "smash": 1 / 3},
)
"""Chances of the actions: of all five, or of rotation, swap and smash, and then of the direction."""
ways = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS.keys())
actions = pytest.mark.parametrize("actions", ACTIONS, ids=["one of five", "one of three"])


def divided(way: Way, board: dict[str, Any]) -> float:
    """Return the chance to draw a divided block: a move changes only those."""
    cells = board["cells"]
    return sum(
        chance
        for path, chance in way(cells, board["max_depth"]).items()
        if isinstance(at(cells, [*path]), list)
    )


def smashable(way: Way, board: dict[str, Any]) -> float:
    """Return the chance to draw a block that can be smashed."""
    depth = board["max_depth"]
    return sum(
        chance for path, chance in way(board["cells"], depth).items() if 0 < len(path) < depth
    )


def changes(way: Way, actions: dict[Any, float], board: dict[str, Any]) -> float:
    """Return the least chance that a turn of a random player changes *board*, on which every move shows."""
    return divided(way, board) * (1 - actions["smash"]) + smashable(way, board) * actions[
        "smash"
    ] * (1 - SAME)


@ways
@actions
def test_random_player_changes_a_board(way: Way, actions: dict[Any, float]) -> None:
    """Three checks of a RandomPlayer demand one change: of its highlights, its drawings, its moves."""
    fails = 1.0
    for board in shown.BOARDS:
        fails *= (1 - changes(way, actions, board)) ** len(shown.TURNS["RandomPlayer"])
    assert fails < MOST


CANDIDATES = list(checks.CANDIDATES.values())
TRIED = {
    "its highlights, drawings and moves": (
        shown.BOARDS,
        CANDIDATES[0] * len(shown.TURNS["SmartPlayer"]),
    ),
    "leaves no trace; makes the best": (shown.BOARDS, CANDIDATES[0] * len(checks.FEW)),
    "as many as its difficulty says": ((checks.COUNTED,), sum(CANDIDATES[:-1])),
    "compares all moves": ((checks.CELLS,), checks.CANDIDATES[2] * len(checks.SEVERAL)),
}
"""Demand on a smart player -> boards on which it must try a change once, candidates on each."""


@ways
@pytest.mark.parametrize(("boards", "candidates"), TRIED.values(), ids=TRIED.keys())
def test_smart_player_tries_a_change(
    way: Way, boards: tuple[dict[str, Any], ...], candidates: int
) -> None:
    """It makes such a move, too: every other board of the goal is worth more than the first."""
    fails = 1.0
    for board in boards:
        fails *= (1 - divided(way, board)) ** candidates
    assert fails < MOST


def test_smart_player_compares_all_moves() -> None:
    """Two kinds of four in each turn, or three in all turns; undoing a rotation is not even counted."""
    number, times = checks.CANDIDATES[2], len(checks.SEVERAL)
    two_kinds = 6 * (2 / 4) ** number
    assert two_kinds**times + lack_one([1 / 4] * 4, number * times) < MOST


@ways
@actions
def test_random_player_does_all_actions(way: Way, actions: dict[Any, float]) -> None:
    """Also if it calls no method of a leaf."""
    moves = divided(way, checks.SMASHABLE)
    chances = [moves * actions[move] for move in turns.MOVES]
    chances.append(smashable(way, checks.SMASHABLE) * actions["smash"] * (1 - SAME))
    assert lack_one(chances, checks.OFTEN[-1]) < MOST


@ways
def test_random_player_chooses_all_blocks(way: Way) -> None:
    found = way(checks.CELLS["cells"], 2)
    levels = [
        sum(chance for path, chance in found.items() if len(path) == level) for level in range(3)
    ]
    quarters = [
        sum(chance for path, chance in found.items() if path[:1] == (index,)) for index in range(4)
    ]
    assert lack_one(levels + quarters, checks.MANY[-1]) < MOST


@ways
@actions
def test_random_player_smashes_twice(way: Way, actions: dict[Any, float]) -> None:
    smashes = smashable(way, checks.SMASHABLE) * actions["smash"] * (1 - SAME)
    assert fewer(2, checks.OFTEN[-1], smashes) < MOST


@ways
@actions
@pytest.mark.parametrize("parts", range(5))
def test_game_changes_its_board(way: Way, actions: dict[Any, float], parts: int) -> None:
    """A smash of a quarter shows on every board of the game, whichever *parts* of it are divided."""
    board = draw.board_of([[0, 1, 2, 3]] * parts + [0] * (4 - parts), 2)
    number = sum(
        randoms * rounds for randoms, _smart, rounds, _seed in (*test_game.PLAYED, *test_game.MORE)
    )
    assert (
        fewer(test_game.STEPS, number, smashable(way, board) * actions["smash"] * (1 - SAME)) < MOST
    )


class Games:
    """Answers for every game: players with these goals. Counts the games."""

    def __init__(self, *goals: tuple[str, int]) -> None:
        self.players = [["HumanPlayer", number, *goal] for number, goal in enumerate(goals)]
        self.games = self.choice = 0

    def new_game(self, max_depth: int, *arguments: object) -> dict[str, Any]:
        """Return the report of a new game."""
        self.games += 1
        board = tree(draw.board_of([0, 1, 2, 3], max_depth))
        return {"board": board, "width": 750, "players": self.players, "kept": True, "shown": []}

    def tables(self, *arguments: object) -> dict[str, Any]:
        """Return data for stand-ins."""
        return {}

    def random_blocks(self, max_depth: int, seeds: list[int], draw: None) -> list[list[Any]]:
        """Return the boards of which a stand-in chooses one: here, their seeds."""
        self.choice = len(set(seeds))
        return [[0, seeds]]


def until_it_fails(check: Callable[[Any, Any], None], student: Games, message: str) -> int:
    """Return the number of games after which the check fails."""
    with pytest.raises(CheckFailed, match=message):
        check(student, student)
    return student.games


def test_both_types_of_goals_are_drawn() -> None:
    games = until_it_fails(
        test_game.test_one_type_of_goal, Games(*[("BlobGoal", 0)] * 4), "always has a BlobGoal"
    )
    assert lack_one([1 / 2] * 2, games) < MOST


def test_all_colours_are_drawn() -> None:
    """Each of four players has a colour of its own."""
    few = Games(*[("BlobGoal", colour) for colour in (0, 1, 2, 2)])
    same = Games(*[("BlobGoal", 0)] * 4)
    check = test_game_hidden.test_goal_colours
    games = until_it_fails(check, few, "too few colours")
    assert until_it_fails(check, same, "too few colours") == games
    assert lack_one([1 / 4] * 4, 4 * games) + (1 / 4) ** (3 * games) < MOST


def test_boards_of_games_differ() -> None:
    """Each depth has a first board, which the others may be like by chance."""
    student = Games(("BlobGoal", 0))
    games = until_it_fails(test_game_hidden.test_board_random, student, "the same board")
    assert (1 / student.choice) ** (games - 2) < MOST


def test_all_colours_of_a_random_block_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board of depth 2 has four leaves at least."""
    blocks: list[Any] = []
    few = tree(draw.board_of([0, 1, 2, 2], 2))
    monkeypatch.setattr(
        test_block, "by_chance", lambda *arguments: blocks.append(few) or (few, "random_init(0, 2)")
    )
    with pytest.raises(CheckFailed, match="uses 3 of four colours"):
        test_block.test_random_colours(None)
    assert lack_one([1 / 4] * 4, 4 * len(blocks)) < MOST


def test_smash_changes_the_children() -> None:
    """Three calls may make the same children again; each example may be the unlucky one."""
    assert SAME**3 * load_assignment("csc148_2018_blocky").manifest.examples < MOST
