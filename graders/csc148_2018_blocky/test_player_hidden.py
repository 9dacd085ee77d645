"""Checks of player.py that students do not have: what computer players choose from, try, and leave behind."""

from __future__ import annotations

from graders.blocky import strategies as draw
from graders.blocky.board import cells_at, cells_of
from graders.blocky.layout import tree
from graders.csc148_2018_blocky.showing import shown_board, shown_tree
from graders.csc148_2018_blocky.test_player import ALONE, BOARDS, CELLS, MIXED, drawings, events, took
from graders.harness import check, expect, fail, value

HIDDEN = {"task": "player", "visibility": "hidden", "variants": ALONE}
MOVES = [("rotate", 1), ("rotate", 3), ("swap", 0), ("swap", 1)]
MANY, OFTEN = list(range(200)), list(range(100))
SMASHABLE = draw.board_of(CELLS["cells"], 3)
"""A board whose blocks can all be smashed, but for the whole."""


def calls(answer, before_first_drawing=False):
    """Return [method, direction, path] of the outermost calls of the blocks' methods."""
    if before_first_drawing:
        kinds = [event[0] for event in answer["log"]]
        stop = kinds.index("draw") if "draw" in kinds else len(kinds)
        answer = dict(answer, log=answer["log"][:stop])
    found = events(answer, "move", 3)
    for call in found:
        if not isinstance(call[0], str) or not (call[2] is None or isinstance(call[2], list)):
            fail("The answer does not have the form of an answer.", [value("got", call)])
        if type(call[1]) is not int:
            call[1] = repr(call[1])
    return found


@check("player.random-returns", marks=0.5, **HIDDEN)
def test_random_returns(student, reference):
    """A RandomPlayer's make_move returns 0."""
    # spec 5, 7, 9.8
    for answer in took(student, reference, "RandomPlayer", 0, CELLS, list(range(5))):
        expect(answer["result"], 0, "RandomPlayer.make_move should return 0.")


@check("player.random-actions", marks=1, **HIDDEN)
def test_random_actions(student, reference):
    """A RandomPlayer chooses among all five actions."""
    # spec 7
    seen = set()
    for answer in took(student, reference, "RandomPlayer", 0, SMASHABLE, OFTEN):
        for method, direction, _path in calls(answer):
            seen.add("smash" if method == "smash" else (method, direction))
    for action in [*MOVES, "smash"]:
        if action not in seen:
            shown = action if isinstance(action, str) else f"{action[0]}({action[1]})"
            fail(f"RandomPlayer.make_move, called {len(OFTEN)} times, never does {shown}.")


@check("player.random-blocks", marks=1, **HIDDEN)
def test_random_blocks(student, reference):
    """A RandomPlayer may choose any block: the whole board, a quarter of it, a unit cell, in all places."""
    # spec 7, 9.8, 10-38: how it chooses is free; of the 21 blocks here each is chosen nine times of two hundred
    levels, quarters = set(), set()
    for answer in took(student, reference, "RandomPlayer", 0, CELLS, MANY):
        lit = drawings("RandomPlayer", CELLS, answer)[0][2]
        path = lit[0] if isinstance(lit, list) and lit else next((call[2] for call in calls(answer)), None)
        if isinstance(path, list) and all(type(index) is int for index in path):
            levels.add(len(path))
            quarters.update(path[:1])
    for level, name in ((0, "the whole board"), (1, "a quarter of the board"), (2, "a unit cell")):
        if level not in levels:
            fail(f"RandomPlayer.make_move, called {len(MANY)} times, never chooses {name}.")
    if len(quarters) < 4:
        fail(f"RandomPlayer.make_move, called {len(MANY)} times, chooses blocks in {len(quarters)} quarters only.")


@check("player.random-smashes", marks=1, **HIDDEN)
def test_random_smashes(student, reference):
    """A RandomPlayer may smash as often as it likes."""
    # spec 7, 9.8, 10-37
    before, count = tree(SMASHABLE), 0
    for answer in took(student, reference, "RandomPlayer", 0, SMASHABLE, OFTEN):
        smashed = any(method == "smash" for method, _number, _path in calls(answer))
        count += smashed and answer["board"] != before
    if count < 2:
        fail(f"A RandomPlayer that moves {len(OFTEN)} times smashes {count} blocks, where all but the board may be.")


@check("player.smart-returns", marks=0.5, **HIDDEN)
def test_smart_returns(student, reference):
    """A SmartPlayer's make_move returns 0."""
    # spec 5, 7, 9.8
    for answer in took(student, reference, "SmartPlayer", 0, CELLS, list(range(5))):
        expect(answer["result"], 0, "SmartPlayer.make_move should return 0.")


@check("player.smart-leaves-no-trace", marks=2, **HIDDEN)
def test_smart_leaves_no_trace(student, reference):
    """A SmartPlayer has the board back in its first state when it draws it first, after trying moves."""
    # spec 7, 10-32, 10-34
    for board in BOARDS:
        tried = 0
        for answer in took(student, reference, "SmartPlayer", 0, board, list(range(6))):
            first = drawings("SmartPlayer", board, answer)[0]
            tried += len(events(answer, "score", 1))
            if cells_of(first[3]) != board["cells"] or first[3] != tree(board):
                fail(
                    "SmartPlayer.make_move should undo each move that it only tries, before it draws the board.",
                    [shown_board("board before", board), shown_tree("first drawing", first[3])],
                )
        if not tried:
            fail("SmartPlayer.make_move never asks its goal for a score.", [shown_board("board", board)])


@check("player.smart-best", marks=2, **HIDDEN)
def test_smart_best(student, reference):
    """A SmartPlayer makes the move with the highest score of those it tried, even if it lowers the score."""
    # spec 7, 9.8, 10-31. What the board is worth at first may be asked for, and counts only for a move on a leaf.
    few, many = list(range(5)), list(range(32))
    for board, start, salt, seeds in (
        (CELLS, 1, 1, few),
        (MIXED, 1, 2, few),
        (CELLS, 100, 3, many),
        (CELLS, 1, 4, few),
    ):
        for answer in took(student, reference, "SmartPlayer", 0, board, seeds, start, salt):
            scores = [event[0] for event in events(answer, "score", 1)]
            if any(type(score) is not int for score in [*scores, answer["score"]]):
                fail("The answer does not have the form of an answer.", [value("got", scores)])
            others = [score for score in scores if score != start]
            allowed = {max(others)} if others else {start}
            if others and start > max(others):
                allowed = {True: {start}, False: allowed, None: {start, *allowed}}[still(board, answer)]
            if not scores or answer["score"] not in allowed:
                fail(
                    "SmartPlayer.make_move should make the best of the moves that it tried.",
                    [
                        value("score before", start),
                        value("scores seen", scores),
                        value("score after the move", answer["score"]),
                        shown_board("board before", board),
                        shown_tree("board afterwards", answer["board"]),
                    ],
                )


def still(board, answer):
    """Say whether one of the moves tried was a move on a leaf, which changes nothing; None if some were on copies."""
    tried = [path for _method, _direction, path in calls(answer, before_first_drawing=True)]
    if not all(isinstance(path, list) for path in tried):
        return None
    try:
        return any(not isinstance(cells_at(board, path), list) for path in tried)
    except (IndexError, TypeError):
        return None


CANDIDATES = {0: 5, 1: 10, 2: 25, 3: 50, 4: 100, 5: 150, 6: 150, 40: 150}
"""Difficulty -> moves compared (spec 7)."""


@check("player.smart-difficulty", marks=2.5, **HIDDEN)
def test_smart_difficulty(student, reference):
    """A SmartPlayer compares as many moves as its difficulty says."""
    # spec 7, 9.8: each candidate is made and undone, and the best one made; copies of the board need not be undone
    for difficulty, number in CANDIDATES.items():
        (answer,) = took(student, reference, "SmartPlayer", difficulty, CELLS, [difficulty])
        found = calls(answer)
        copies = sum(path is None for _method, _direction, path in found)
        on_board = len(found) - copies
        right = on_board == 1 and copies in (number, 2 * number) if copies else on_board == 2 * number + 1
        if not right:
            fail(
                f"A SmartPlayer of difficulty {difficulty} should compare {number} moves: make and undo each of them, "
                "and then make the best one.",
                [value("calls of rotate and swap expected", 2 * number + 1), value("got", len(found))],
            )


@check("player.smart-actions", marks=1, **HIDDEN)
def test_smart_actions(student, reference):
    """A SmartPlayer compares turns and swaps in both directions within one turn, and never smashes."""
    # spec 7, 10-33. Of 25 moves drawn at random, not all are of one kind; an undone rotation is one the other way.
    seen = set()
    for answer in took(student, reference, "SmartPlayer", 2, CELLS, list(range(6))):
        found = {(method, direction) for method, direction, _path in calls(answer)}
        if any(method == "smash" for method, _direction in found):
            fail("SmartPlayer.make_move smashes a block.")
        if len(found) < 3:
            fail(
                "SmartPlayer.make_move compares only moves of one kind in a turn.",
                [value("kinds", sorted(found, key=repr))],
            )
        seen |= found
    for method, direction in MOVES:
        if (method, direction) not in seen:
            fail(f"SmartPlayer.make_move never tries {method}({direction}).")


@check("player.smart-nothing-to-gain", marks=1, **HIDDEN)
def test_smart_nothing_to_gain(student, reference):
    """A SmartPlayer makes some move where every board is worth 0."""
    # spec 7, 10-30
    for board in BOARDS:
        for answer in took(student, reference, "SmartPlayer", 0, board, list(range(5)), 0, None):
            drawings("SmartPlayer", board, answer)
            if not calls(answer):
                fail("SmartPlayer.make_move makes no move where every board is worth 0.", [shown_board("board", board)])
