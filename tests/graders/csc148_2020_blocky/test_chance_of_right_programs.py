"""How often checks that draw by chance fail a right program: computed from their numbers of turns and seeds.

A check that counts gains is called with each possible count, which is weighted by its chance. For other players, the
moves that they draw are listed with their chances (spec 14.8-1).
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations, product
from math import comb, factorial, prod
from typing import Any

import pytest

from graders.blocky import strategies as draw
from graders.blocky.layout import tree
from graders.blocky.relations import at, every_path
from graders.csc148_2020_blocky import (
    moves,
    test_block_hidden,
    test_goal,
)
from graders.csc148_2020_blocky import test_player as shown
from graders.csc148_2020_blocky import test_player_hidden as checks
from graders.harness.assignment.check import CheckFailed
from tests.graders.blocky.draws import (
    MOST,
    NEVER_THE_WHOLE,
    WAYS,
    Path,
    Way,
    fewer,
    lack_one,
)
from tests.graders.csc148_2020_blocky.worlds import ASSIGNMENT


class Asked(Exception):
    """A check asks for the gains of further turns."""


NEGLIGIBLE = 1e-12
"""Counts that are less likely are taken for a failure: thousands of them need not be tried."""


def chance_to_fail(
    check: Callable[[None], None],
    paint: float,
    monkeypatch: pytest.MonkeyPatch,
    counts: tuple[int, ...] = (),
    reached: float = 1,
) -> float:
    """Return the chance that *check* fails a right player that draws paint with the chance *paint*.

    counts: the gains of the player in the turns for which the check asks first; reached: their chance.
    """
    if reached < NEGLIGIBLE:
        return reached
    known = iter(counts)
    asked = []

    def painted(_student: None, difficulty: int, seeds: range) -> tuple[int, int]:
        asked.append((difficulty, len(seeds)))
        for count in known:
            return count, difficulty * len(seeds)
        raise Asked

    monkeypatch.setattr(checks, "painted", painted)
    try:
        check(None)
    except CheckFailed:
        return reached
    except Asked:
        difficulty, turns = asked[-1]
        gain = 1 - (1 - paint) ** difficulty
        return sum(
            chance_to_fail(
                check,
                paint,
                monkeypatch,
                (*counts, count),
                reached * comb(turns, count) * gain**count * (1 - gain) ** (turns - count),
            )
            for count in range(turns + 1)
        )
    return 0


SHARES = [1 / 13, 1 / 9, 16 / 36, 4 / 5]
"""Shares of paint among the moves that right players draw there, from the smallest to the largest."""


@pytest.mark.slow
@pytest.mark.parametrize("paint", SHARES)
@pytest.mark.parametrize("check", [checks.test_smart_paints, checks.test_smart_difficulty])
def test_right_player_fails_less_than_once_in_100_000(
    check: Callable[[None], None], paint: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """16 of 36 is the share of paint among all valid moves (spec 14.8-1)."""
    monkeypatch.setattr(checks, "must_move", lambda student: None)  # a check of its own
    assert chance_to_fail(check, paint, monkeypatch) < MOST


def test_player_that_never_paints_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a chance is computed at all."""
    assert chance_to_fail(checks.test_smart_paints, 0, monkeypatch) == 1


# The moves that players draw.

Board = dict[str, Any]
Action = tuple[str, int | None]
Moves = dict[tuple[Path, Action], float]
"""(path of a block, action) -> chance."""
Player = Callable[[Board, int], Moves]
"""Returns the chances of the valid moves on a board, for a goal of a colour."""

SMASH: Action = ("smash", None)
ACTIONS = (*moves.ACTIONS, SMASH)
POOLS: dict[str, dict[Action, float]] = {
    "one of seven": dict.fromkeys(ACTIONS, 1 / 7),
    "one of five": {action: 1 / 10 if action in moves.SHIFTS else 1 / 5 for action in ACTIONS},
}
"""Chances of the actions: all equal, or those of the five kinds equal, and then of the directions."""


def is_valid(board: Board, path: Path, action: Action, colour: int) -> bool:
    """Return whether a move succeeds on *board*."""
    if action == SMASH:
        return not isinstance(at(board["cells"], [*path]), list) and len(path) < board["max_depth"]
    return moves.after(board, *action, [*path], colour) is not None


@cache
def valid_moves(board_in_json: str, colour: int) -> list[tuple[Path, Action]]:
    """Return all moves that succeed on the board."""
    board = json.loads(board_in_json)
    blocks = map(tuple, every_path(board["cells"]))
    return [
        (path, action)
        for path, action in product(blocks, ACTIONS)
        if is_valid(board, path, action, colour)
    ]


def tries(way: Way, pool: dict[Action, float], board: Board, colour: int) -> Moves:
    """Return the chances that one try, which draws a block and an action, is each of the valid moves."""
    found = way(board["cells"], board["max_depth"])
    valid = valid_moves(json.dumps(board), colour)
    return {(path, action): found[path] * pool[action] for path, action in valid if path in found}


def with_sum_of_one(found: Moves) -> Moves:
    """Return *found* with each chance divided by their sum."""
    total = sum(found.values())
    return {move: chance / total for move, chance in found.items()}


def draws_both_again(way: Way, pool: dict[Action, float]) -> Player:
    """Where a try is not valid, the player draws both again. With the list of blocks, this is a list of all moves."""
    return lambda board, colour: with_sum_of_one(tries(way, pool, board, colour))


def draws_another_action(way: Way, pool: dict[Action, float]) -> Player:
    """Where a try is not valid, the player keeps the block if any action is valid there."""

    def player(board: Board, colour: int) -> Moves:
        found = tries(way, pool, board, colour)
        of_block = total_by(found, lambda path, _action: path)
        ways = way(board["cells"], board["max_depth"])
        return with_sum_of_one(
            {move: ways[move[0]] * chance / of_block[move[0]] for move, chance in found.items()}
        )

    return player


def draws_another_block(way: Way, pool: dict[Action, float]) -> Player:
    """Where a try is not valid, the player keeps the action if it is valid anywhere."""

    def player(board: Board, colour: int) -> Moves:
        found = tries(way, pool, board, colour)
        of_action = total_by(found, lambda _path, action: action)
        return with_sum_of_one(
            {move: pool[move[1]] * chance / of_action[move[1]] for move, chance in found.items()}
        )

    return player


def total_by(found: Moves, key: Callable[[Path, Action], Any]) -> dict[Any, float]:
    """Return the sums of the chances of the moves with the same key."""
    totals: dict[Any, float] = {}
    for move, chance in found.items():
        totals[key(*move)] = totals.get(key(*move), 0) + chance
    return totals


ALL_WAYS = WAYS | NEVER_THE_WHOLE
DRAWS = [
    pytest.param(way, pool, id=f"{name}, {number}")
    for (name, way), (number, pool) in product(ALL_WAYS.items(), POOLS.items())
]
PLAYERS = [
    pytest.param(again(way, pool), id=f"{name}, {number}, {again.__name__}")
    for (name, way), (number, pool), again in product(
        ALL_WAYS.items(),
        POOLS.items(),
        (draws_both_again, draws_another_action, draws_another_block),
    )
]
draws = pytest.mark.parametrize(("way", "pool"), DRAWS)
players = pytest.mark.parametrize("player", PLAYERS)


@players
def test_random_player_shows_variety(player: Player) -> None:
    found = player(checks.VARIED, 3)
    times = checks.MANY[-1]
    kinds = total_by(found, lambda _path, action: action[0])
    levels = total_by(found, lambda path, _action: len(path))
    quarters = total_by(found, lambda path, _action: path[:1])
    whole = quarters.pop((), 0)
    few_kinds = combinations(kinds.values(), checks.KINDS_DUE - 1)
    fails = sum(sum(two) ** times for two in few_kinds)
    fails += sum(level**times for level in levels.values())
    fails += sum((whole + quarter) ** times for quarter in quarters.values())
    assert fails < MOST


# Smart players.


@players
def test_share_of_paint_is_between(player: Player) -> None:
    share = total_by(player(checks.TIED, 3), lambda _path, action: action[0])["paint"]
    assert SHARES[0] - 1e-9 <= share <= SHARES[-1] + 1e-9


@cache
def that_gain(board_in_json: str, goal_kind: str, colour: int) -> list[tuple[Path, Action]]:
    """Return the moves that raise the score of a goal. A smash counts as if it never did."""
    board = json.loads(board_in_json)
    present = moves.score(board, board["cells"], goal_kind, colour)
    return [
        (path, action)
        for path, action in valid_moves(board_in_json, colour)
        if action != SMASH
        and moves.score(board, moves.after(board, *action, [*path], colour), goal_kind, colour)
        > present
    ]


def gain(player: Player, board: Board, goal_kind: str, colour: int) -> float:
    """Return the chance that one candidate raises the score of a goal."""
    found = player(board, colour)
    return sum(found.get(move, 0) for move in that_gain(json.dumps(board), goal_kind, colour))


PASS = ["pass", None, [], []]


@players
def test_smart_player_moves_where_many_moves_gain(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails = []

    def trials(
        _student: None, difficulty: int, goal_kind: str, colour: int, board: Board, seeds: list[int]
    ) -> list[tuple[Any, ...]]:
        fails.append((1 - gain(player, board, goal_kind, colour)) ** (difficulty * len(seeds)))
        return [(PASS, [], [])] * len(seeds)

    monkeypatch.setattr(checks, "trials", trials)
    with pytest.raises(CheckFailed, match="passes every time"):
        checks.must_move(None)
    assert prod(fails) < MOST


@players
def test_smart_player_combines_once_where_that_is_best(player: Player) -> None:
    share = total_by(player(checks.merging(), 3), lambda _path, action: action[0])["combine"]
    assert (1 - share) ** (24 * 36) < MOST


@players
def test_smart_player_improves_once(player: Player) -> None:
    fails = [
        (1 - gain(player, board, goal_kind, colour)) ** (difficulty * len(seeds))
        for board, goal_kind, colour, difficulty, seeds in checks.GAINS
    ]
    assert prod(fails) < MOST


class Passes:
    """A smart player that always passes, and the reference's answers. Notes the plays."""

    def __init__(self) -> None:
        self.plays: list[tuple[Any, int, int]] = []

    def computer_moves(
        self,
        kind: str,
        difficulty: int,
        goal_kind: str,
        colour: int,
        board: Any,
        seeds: list[int],
        *more: object,
    ) -> list[dict[str, Any]]:
        """Return a pass for each seed."""
        self.plays.append((board, colour, difficulty * len(seeds)))
        return [{"move": PASS}] * len(seeds)

    def valid_moves(self, *arguments: object) -> list[Any]:
        """Return no moves, and a score."""
        return [0, []]

    def rehearse(self, *arguments: object) -> str:
        """Return data for stand-ins."""
        return ""


@players
def test_smart_player_does_not_always_pass(player: Player) -> None:
    student = Passes()
    with pytest.raises(CheckFailed, match="always passes"):
        shown.test_smart_plays(student, student)
    boards = {repr(tree(board)): board for board in shown.SMALL}
    fails = [
        (1 - gain(player, boards[repr(board)], "BlobGoal", colour)) ** tried
        for board, colour, tried in student.plays
    ]
    assert len(fails) == len(shown.SMALL) * 2 * len(shown.OFTEN)
    assert prod(fails) < MOST


@players
def test_smart_player_tries_other_moves(player: Player) -> None:
    """It would have to try the moves of one turn, the most likely ones at best, in all other turns."""
    plays = checks.where_candidates_are_counted()
    most = max(difficulty for difficulty, *_rest in plays)
    *_goal, colour, board, seeds = plays[0]
    likely = sorted(player(board, colour).values(), reverse=True)
    others = sum(difficulty * len(seeds) for difficulty, *_rest in plays) - most
    assert len(plays) * len(seeds) * sum(likely[:most]) ** others < MOST


def distinct(chances: Iterable[float], draws: int) -> list[list[float]]:
    """Return the chance of each number of different outcomes in up to *draws* draws of outcomes with these *chances*.

    The first index is the number of draws.
    """
    ways = [[1.0], *[[] for _ in range(draws)]]
    for chance in chances:
        added = [[0.0] * (drawn + 1) for drawn in range(draws + 1)]
        for drawn, by_number in enumerate(ways):
            for number, way in enumerate(by_number):
                added[drawn][number] += way
                for times in range(1, draws - drawn + 1):
                    added[drawn + times][number + 1] += way * chance**times / factorial(times)
        ways = added
    return [[way * factorial(drawn) for way in by_number] for drawn, by_number in enumerate(ways)]


def test_chances_of_distinct_outcomes_are_those_of_coins() -> None:
    _none, _one, two, three = distinct([1 / 2, 1 / 2], 3)
    assert two == pytest.approx([0, 1 / 2, 1 / 2])
    assert three == pytest.approx([0, 1 / 4, 3 / 4, 0])


def counts_as_remembering(numbers: list[tuple[int, int]]) -> bool:
    """Return whether a player seems to remember scores; numbers: for each play its difficulty, and the moves tried."""
    return checks.remembers_scores(
        [
            (difficulty, [*range(play, play + tried)])
            for play, (difficulty, tried) in enumerate(numbers)
        ]
    )


def sums_of(chances: list[float], times: int) -> dict[int, float]:
    """Return the chance of each sum of that many numbers, whose own chances are *chances*."""
    totals = {0: 1.0}
    for _ in range(times):
        sums: dict[int, float] = {}
        for total, chance in totals.items():
            for number, more in enumerate(chances):
                sums[total + number] = sums.get(total + number, 0) + chance * more
        totals = sums
    return totals


@players
def test_smart_player_that_remembers_scores_is_seen_to(player: Player) -> None:
    """It tries at least half of the moves that it draws, a third at each difficulty, and more at the greatest."""
    turns: Counter[int] = Counter()
    for play, _when in checks.candidates_with_second_turns():
        turns[play[0]] += len(play[4])
    found = distinct(player(checks.DISTINCT, 1).values(), max(turns))
    totals = {
        difficulty: sums_of(found[difficulty], number) for difficulty, number in turns.items()
    }
    due = sum(difficulty * number for difficulty, number in turns.items())
    halves = {0: 1.0}
    for sums in totals.values():
        together: dict[int, float] = {}
        for total, chance in halves.items():
            for number, more in sums.items():
                together[total + number] = together.get(total + number, 0) + chance * more
        halves = together
    assert sum(chance for total, chance in halves.items() if 2 * total < due) < MOST
    for difficulty, sums in totals.items():
        least = difficulty * turns[difficulty]
        assert sum(chance for total, chance in sums.items() if 3 * total < least) < MOST
    low, high = min(turns), max(turns)
    assert (
        sum(
            chance * other
            for total, chance in totals[high].items()
            for before, other in totals[low].items()
            if total / turns[high] < 1.5 * before / turns[low]
        )
        < MOST
    )


@pytest.mark.parametrize(
    ("numbers", "remembers"),
    [
        ([(3, 3), (15, 10)], True),
        ([(3, 7), (15, 7)], False),  # does not look at its difficulty
        ([(3, 1), (15, 7)], False),  # less than half
        ([(3, 3), (15, 4), (15, 4)], False),
    ],
)
def test_tries_of_a_player_that_remembers_scores(
    numbers: list[tuple[int, int]], remembers: bool
) -> None:
    assert counts_as_remembering(numbers) == remembers


def test_player_that_always_tries_the_same_remembers_none() -> None:
    assert not checks.remembers_scores([(3, [1, 2, 3]), (15, [1, 2, 3, 4, 5, 6, 7, 8])])


def test_player_that_scores_a_board_twice_remembers_none() -> None:
    assert not checks.remembers_scores([(3, [[0, 1, 2, 3], [1, 0, 3, 2]]), (3, [[0, 1, 2, 3]] * 2)])


@pytest.mark.parametrize(
    ("turn", "message"),
    [
        (1, "A SmartPlayer of difficulty 3 scores no board after a single valid move"),
        (
            2,
            "difficulty 8, in its second turn in a game with a player of difficulty 1, scores no board after a single",
        ),
    ],
)
def test_message_names_a_second_turn_alone(
    turn: int, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def trials(_student: None, difficulty: int, *play: Any) -> list[tuple[Any, ...]]:
        _kind, colour, _board, seeds = play[:4]
        is_turn = turn == (2 if len(play) > 4 else 1)
        painted = checks.judged_moves.all_after(checks.DISTINCT, colour, checks.judged_moves.PAINT)
        tried = [next(iter(painted))] * (0 if is_turn else difficulty)
        return [(PASS, [checks.DISTINCT["cells"]], tried)] * len(seeds)

    monkeypatch.setattr(checks, "trials", trials)
    with pytest.raises(CheckFailed, match=message):
        checks.test_smart_candidates(None)


# Players that return None until a try is valid (spec 14.8-3).

DRIVER = (ASSIGNMENT.grader / "driver.py").read_text()


def constant(name: str) -> int:
    """Return a number that the driver defines."""
    found = re.search(rf"^{name} = \(?\s*(\d+)", DRIVER, re.MULTILINE)
    assert found
    return int(found[1])


@draws
def test_player_that_asks_again_has_a_move_in_time(
    way: Way, pool: dict[Action, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two checks fail a player that returns None in one of their turns; others need a move in one of 40 turns."""
    turns: list[tuple[Board, int, int]] = []

    def answers(
        _student: None,
        kind: str,
        difficulty: int,
        goal_kind: str,
        colour: int,
        board: Board,
        seeds: list[int],
        *more: int,
    ) -> list[dict[str, Any]]:
        turns.append((board, colour, len(seeds)))
        return [{"early": False, "move": PASS, "waits": True}] * len(seeds)

    monkeypatch.setattr(checks, "answers", answers)
    checks.test_random_turn(None)
    assert len(turns) == len(checks.WITHOUT) + 1
    at_once = len(shown.OFTEN[0])
    turns += [(board, colour, at_once) for board in shown.SMALL for colour in (0, 3)]
    never = [
        number * (1 - sum(tries(way, pool, board, colour).values())) ** constant("_PROCEED_TRIES")
        for board, colour, number in turns
    ]
    assert sum(never) < MOST


# Whole games. No board of a game is known, so each bound is that of the worst quarters that a board can have.

OWN = 3
"""Colour of the player's goal."""
LEAF = 0
"""An undivided quarter; its colour makes no difference."""
CERTAIN = (SMASH, ("combine", None), ("paint", None))
"""Actions that show on every board, if they are valid."""
Known = tuple[tuple[Path, Action, bool], ...]


@cache
def known_moves() -> set[tuple[bool, Known]]:
    """Return for all quarters of a board: whether it is divided; its valid moves, with paths in it, and which show."""
    found = set()
    for quarter in (LEAF, *map(list, product(range(4), repeat=4))):
        board = draw.board_of([quarter, LEAF, LEAF, LEAF], shown.DEPTH)
        is_divided = isinstance(quarter, list)
        inner = [(), *((index,) for index in range(4) if is_divided)]
        known = [
            (
                path,
                action,
                action == SMASH or moves.after(board, *action, [0, *path], OWN) != board["cells"],
            )
            for path, action in product(inner, ACTIONS)
            if is_valid(board, (0, *path), action, OWN)
        ]
        found.add((is_divided, tuple(known)))
    return found


def shapes(way: Way) -> Iterator[tuple[int, dict[Path, float]]]:
    """Yield a number of divided quarters, which come first, and the chances of all blocks; likewise for each number."""
    for number in range(5):
        yield number, way([[0, 1, 2, 3]] * number + [LEAF] * (4 - number), shown.DEPTH)


def least_that_shows(way: Way, pool: dict[Action, float], *, keeps_block: bool) -> float:
    """Return the least chance that a move shows; keeps_block: the player draws another action where one is not valid.

    A part of the moves of all quarters shows. It is no less than in the quarter with the smallest part, to which a
    quarter of the moves of the whole board is added: those may show nothing.
    """
    shares = []
    for number, chances in shapes(way):
        whole = chances.get((), 0) * (
            1 if keeps_block else sum(pool[action] for action in moves.SHIFTS)
        )
        for is_divided, known in known_moves():
            if number == (0 if is_divided else 4):
                continue
            first = 0 if is_divided else 3
            weights = {
                (path, action): chances[first, *path] * pool[action]
                for path, action, _shows in known
            }
            if keeps_block:
                of_block = total_by(weights, lambda path, _action: path)
                weights = {
                    (path, action): chances[first, *path] * weight / of_block[path]
                    for (path, action), weight in weights.items()
                }
            shows = sum(weights[path, action] for path, action, is_seen in known if is_seen)
            shares.append(shows / (sum(weights.values()) + whole / 4))
    return min(shares)


def least_of_actions(pool: dict[Action, float]) -> float:
    """Return the same for a player that draws an action first, and then a block: turns and swaps may show nothing."""
    assert all(
        any(action in CERTAIN for _path, action, _shows in known)
        for _is_divided, known in known_moves()
    )
    rest = sum(pool[action] for action in moves.SHIFTS)
    return min(pool[action] / (pool[action] + rest) for action in CERTAIN)


@draws
def test_game_changes_its_board(way: Way, pool: dict[Action, float]) -> None:
    """Turns of smart players, which may pass, are not counted."""
    turns = sum(randoms * turns for randoms, _smart, turns, _seed in (*shown.PLAYED, *shown.MORE))
    shares = [least_that_shows(way, pool, keeps_block=keeps_block) for keeps_block in (False, True)]
    assert fewer(shown.STEPS, turns, min(*shares, least_of_actions(pool))) < MOST


@draws
def test_game_ends_with_players_that_ask_again(way: Way, pool: dict[Action, float]) -> None:
    """Each turn needs one update for its move, and one for its animation; the end needs one more."""
    valid = []
    for number, chances in shapes(way):
        whole = chances.get((), 0) * sum(pool[action] for action in moves.SHIFTS)
        least = {
            is_divided: min(
                sum(
                    chances.get((0 if is_divided else 3, *path), 0) * pool[action]
                    for path, action, _shows in known
                )
                for divided, known in known_moves()
                if divided is is_divided
            )
            for is_divided in (True, False)
        }
        valid.append(whole + number * least[True] + (4 - number) * least[False])
    fails = 0.0
    for randoms, smart, rounds, _seed in (*shown.PLAYED, *shown.MORE):
        turns = (randoms + len(smart)) * rounds
        fails += fewer(turns, constant("_UPDATES") * turns - turns - 1, min(valid))
    assert fails < MOST


# Goals and colours: each check is called with the answers of a program that lacks one.


def lacks(check: Callable[[Any], None], student: Any, message: str) -> None:
    """Assert that the check fails."""
    with pytest.raises(CheckFailed, match=message):
        check(student)


class Goals:
    """Goals of one type; a single goal never has the last colour. Notes how many are asked for."""

    def __init__(self) -> None:
        self.numbers: list[int] = []

    def generate_goals(self, number: int, seed: int) -> dict[str, Any]:
        """Return that many goals."""
        self.numbers.append(number)
        goals = [
            ["BlobGoal", (seed % 3 if number == 1 else index), True] for index in range(number)
        ]
        return {"goals": goals, "kept": True}


def test_both_types_and_all_colours_of_goals_are_drawn() -> None:
    student = Goals()
    lacks(test_goal.test_generate_one_type, student, "never makes a PerimeterGoal")
    assert lack_one([1 / 2] * 2, len(student.numbers)) < MOST
    student = Goals()
    lacks(
        test_goal.test_generate_colours,
        student,
        "never makes a goal of the colour Daffodil Delight",
    )
    assert lack_one([1 / 4] * 4, student.numbers.count(1)) < MOST


def test_players_of_a_game_have_other_goals() -> None:
    """Where goals are drawn one by one, two are equal once in eight times (spec 14.5-1)."""
    sizes = [humans + randoms + len(smart) for humans, randoms, smart in shown.GAMES]
    assert prod((1 / 8) ** (size - 1) for size in sizes if size) < MOST


class Smashes:
    """Answers of a smash: four children, of these colours. Notes how often it is asked for."""

    def __init__(self, *colours: int) -> None:
        self.colours, self.times = colours, 0

    def smashes(self, board: Any, path: list[int], seeds: list[int]) -> list[dict[str, Any]]:
        """Return the report of each smash."""
        self.times += len(seeds)
        return [{"result": True, "board": tree(draw.board_of([*self.colours], 1))}] * len(seeds)


def test_all_colours_of_smashed_blocks_are_drawn() -> None:
    student = Smashes(0, 1, 2, 2)
    lacks(test_block_hidden.test_smash_colours, student, "does not use every colour")
    assert lack_one([1 / 4] * 4, 4 * student.times) + (1 / 4) ** (3 * student.times) < MOST
