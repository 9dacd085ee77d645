"""Hidden checks of player.py: the choices and trials of computer players, and the boards that they leave."""

from __future__ import annotations

import itertools

from graders.csc148_2018_blocky import turns
from graders.csc148_2018_blocky.showing import shown_board
from graders.csc148_2018_blocky.steering import number_of
from graders.csc148_2018_blocky.test_player import (
    ALONE,
    BOARDS,
    CELLS,
    MIXED,
    became,
    events,
    is_path,
    took,
    wide,
)
from graders.harness import check, expect, fail, value

HIDDEN = {"task": "player", "visibility": "hidden", "variants": ALONE}
SMASHABLE = wide(CELLS["cells"], 3)
"""A board of which all blocks can be smashed except the whole."""
SEVERAL = list(range(3))
MANY, OFTEN = (6, 60, 300), (40, 100, 400)
"""Numbers of turns of a random player, after which it is looked at. Most players soon show everything; one that does not
in the last number of turns never does, but for once in 100,000 times."""
FEW = list(range(MANY[0]))
"""The first seeds of several checks, so that these checks share the same calls."""


def more_and_more(student, reference, board, numbers):
    """Yield the reports of a RandomPlayer's turns on *board* that are new, up to each of *numbers* turns."""
    for first, end in itertools.pairwise((0, *numbers)):
        yield took(student, reference, "RandomPlayer", 0, board, list(range(first, end)))


def returns(student, reference, kind):
    """Fail unless a player returns 0 in all of its turns, and does something in at least one."""
    answers = took(student, reference, kind, 0, CELLS, FEW)
    for answer in answers:
        expect(answer["result"], 0, f"{kind}.make_move should return 0.")
    if not any(answer["log"] or answer["board"] != CELLS["cells"] for answer in answers):
        fail(f"{kind}.make_move does nothing.", [shown_board("a board", CELLS)])


@check("player.random-returns", marks=0.5, **HIDDEN)
def test_random_returns(student, reference):
    """A RandomPlayer's make_move returns 0."""
    # spec 5, 7, 9.8
    returns(student, reference, "RandomPlayer")


@check("player.random-actions", marks=1, **HIDDEN)
def test_random_actions(student, reference):
    """A RandomPlayer chooses among all five actions."""
    # spec 7: the change of the board shows the action; a call on a leaf counts, because it changes nothing
    seen, first = set(), SMASHABLE["cells"]
    for answers in more_and_more(student, reference, SMASHABLE, OFTEN):
        for answer in answers:
            now = answer["board"]
            seen.add(turns.move_between(first, now))
            for method, number, path, _once in events(answer, "move"):
                if path is not None and now == turns.after(first, method, number, path):
                    seen.add((method, number))
        missing = [action for action in [*turns.MOVES, "smash"] if action not in seen]
        if not missing:
            return
    shown = missing[0] if isinstance(missing[0], str) else f"{missing[0][0]}({missing[0][1]})"
    fail(
        f"RandomPlayer.make_move, called {OFTEN[-1]} times, never does {shown}.",
        [shown_board("board", SMASHABLE)],
    )


@check("player.random-blocks", marks=1, **HIDDEN)
def test_random_blocks(student, reference):
    """A RandomPlayer may choose any block: the whole board, a quarter of it, a unit cell, in all places."""
    # spec 7, 9.8, 10-38: it may choose in any way; with 21 equally likely blocks, 300 turns miss the whole board once in
    # two million times
    levels, quarters = set(), set()
    for answers in more_and_more(student, reference, CELLS, MANY):
        for answer in answers:
            shown = events(answer, "draw")
            lit = shown[0][2] if shown else None
            path = (
                lit[0]
                if isinstance(lit, list) and lit
                else next((call[2] for call in events(answer, "move")), None)
            )
            if is_path(path):
                levels.add(len(path))
                quarters.update(path[:1])
        if {0, 1, 2} <= levels and len(quarters) == 4:
            return
    if not levels:
        fail("RandomPlayer.make_move neither highlights a block nor does anything to one.")
    for level, name in ((0, "the whole board"), (1, "a quarter of the board"), (2, "a unit cell")):
        if level not in levels:
            fail(
                f"RandomPlayer.make_move, called {MANY[-1]} times, never chooses {name}.",
                [shown_board("board", CELLS), value("levels of the blocks chosen", sorted(levels))],
            )
    fail(
        f"RandomPlayer.make_move, called {MANY[-1]} times, chooses blocks in {len(quarters)} quarters only.",
        [shown_board("board", CELLS)],
    )


@check("player.random-smashes", marks=1, **HIDDEN)
def test_random_smashes(student, reference):
    """A RandomPlayer may smash any number of times."""
    # spec 7, 9.8, 10-37: the change of the board shows the smash. A player that draws a level smashes in three turns of
    # twenty.
    cells = SMASHABLE["cells"]
    for number in OFTEN:
        answers = took(
            student, reference, "RandomPlayer", 0, SMASHABLE, list(range(number)), lasting=True
        )
        count = sum(turns.move_between(cells, answer["board"]) == "smash" for answer in answers)
        if count >= 2:
            return
    fail(
        f"A RandomPlayer that moves {OFTEN[-1]} times smashes {count} blocks, where all but the board may be.",
        [shown_board("board", SMASHABLE)],
    )


@check("player.smart-returns", marks=0.5, **HIDDEN)
def test_smart_returns(student, reference):
    """A SmartPlayer's make_move returns 0."""
    # spec 5, 7, 9.8
    returns(student, reference, "SmartPlayer")


@check("player.smart-leaves-no-trace", marks=2, **HIDDEN)
def test_smart_leaves_no_trace(student, reference):
    """After trying moves, a SmartPlayer restores the board before it first draws it."""
    # spec 7, 10-32, 10-34: cells and positions. If it never draws, which other checks grade, each board it tries must be one move away.
    tried = 0
    for board in BOARDS:
        first = board["cells"]
        near = [
            first,
            *(
                turns.after(first, *move, path)
                for path in turns.every_path(first)
                for move in turns.MOVES
            ),
        ]
        for answer in took(student, reference, "SmartPlayer", 0, board, FEW):
            found, shown = turns.trials(first, answer["log"]), events(answer, "draw")
            tried += any(trial.cells != first for trial in found)
            if shown and shown[0][3] != first:
                fail(
                    "SmartPlayer.make_move should undo each move that it only tries, before it draws the board.",
                    [
                        shown_board("board before", board),
                        became("first drawing", board, shown[0][3]),
                    ],
                )
            if shown and shown[0][4] is not True:
                fail(
                    "SmartPlayer.make_move should restore the positions of the blocks, too, when it undoes moves, before "
                    "it draws the board.",
                    [shown_board("board before", board)],
                )
            if not shown and any(trial.cells not in near for trial in found):
                fail(
                    "SmartPlayer.make_move should undo each move that it only tries, before it tries the next.",
                    [
                        shown_board("board before", board),
                        value("cells tried", [trial.cells for trial in found]),
                    ],
                )
    if not tried:
        never_tries(CELLS)


@check("player.smart-best", marks=2, **HIDDEN)
def test_smart_best(student, reference):
    """A SmartPlayer makes the move with the highest score of those it tried, even if it lowers the score."""
    # spec 7, 9.8, 10-31. A player may ask for the score of the first board; it counts only for a move on a leaf. Scores
    # after the choice, or of a part of the board, do not count.
    # A player that makes no move unless it gains shows in a seventh of the plays that begin with 100: in those without
    # a trial on a leaf, which changes nothing. It escapes 48 of them once in a thousand.
    many = list(range(48))
    changed = 0
    for board, start, salt, seeds in (
        (CELLS, 1, 1, FEW),
        (MIXED, 1, 1, FEW),
        (CELLS, 100, 3, many),
        (CELLS, 1, 4, FEW),
    ):
        for answer in took(student, reference, "SmartPlayer", 0, board, seeds, start, salt):
            best_of(board, answer, start, salt)
            changed += any(
                trial.cells != board["cells"]
                for trial in turns.trials(board["cells"], answer["log"])
            )
    if not changed:
        never_tries(CELLS)


def never_tries(board):
    """Fail, because no move was tried."""
    fail(
        "SmartPlayer.make_move never tries a move and asks its goal what the board is worth then.",
        [shown_board("board", board)],
    )


def best_of(board, answer, start, salt):
    """Fail unless the player made the best of the moves that it tried. Either the board or the call must show it.

    The call decides if the board is wrong for another reason, which other checks grade.
    """
    first = board["cells"]
    found = turns.trials(first, answer["log"])
    numbers = [number_of(trial.cells, first, start, salt) for trial in found]
    others = [number for number in numbers if number != start]
    allowed = {max(others)} if others else {start}
    if others and start > max(others):
        allowed = {True: {start}, False: allowed, None: {start, *allowed}}[still(board, answer)]
    near = turns.one_away(first)
    if any(repr(trial.cells) not in near for trial in found):  # trials were not undone
        allowed = {max(numbers)}
    got = number_of(answer["board"], first, start, salt)
    best = [
        trial.move
        for trial, number in zip(found, numbers, strict=True)
        if trial.fresh and number in allowed
    ]
    if not found or (got not in allowed and made(answer) not in best):
        fail(
            "SmartPlayer.make_move should make the best of the moves that it tried.",
            [
                value("score before", start),
                value("scores of the boards tried", numbers),
                value("score after the move", got),
                shown_board("board before", board),
                became("board afterwards", board, answer["board"]),
            ],
        )


def made(answer):
    """Return the first move after the first drawing: [method, number, path at the start of the turn], or None."""
    rest = answer["log"][len(turns.before_showing(answer["log"])) :]
    return next(([event[1], event[2], event[4]] for event in rest if event[0] == "move"), None)


def still(board, answer):
    """Return whether one of the moves tried was on a leaf, and changed nothing; None if some were on copies."""
    tried = [event[3] for event in turns.before_showing(answer["log"]) if event[0] == "move"]
    if None in tried:
        return None
    return any(not isinstance(turns.at(board["cells"], path), list) for path in tried)


CANDIDATES = {0: 5, 1: 10, 2: 25, 3: 50, 4: 100, 5: 150, 40: 150}
"""Difficulty -> moves compared (spec 7)."""
TWICE = {0, 1, 2}
"""The difficulties with a second turn: what a player keeps from one turn to the next does not depend on its difficulty."""
COUNTED = wide([[0, 1, 2, 3], 3, 1, 2], 2)
"""A small board is enough for counting candidates, because most are on leaves anyway."""


def comparisons(student, reference, difficulties, rounds):
    """Yield the difficulty, the right number of candidates, and the possible numbers (see ``turns.candidates``).

    Yield them for one or two turns of a player, as *rounds* says. Fails at the end if no trial has changed the board.
    """
    first, changed = COUNTED["cells"], False
    for difficulty in difficulties:
        seeds = [difficulty, *([difficulty + 100] if difficulty in TWICE else [])]
        for answer in took(
            student, reference, "SmartPlayer", difficulty, COUNTED, seeds, lasting=True
        )[:rounds]:
            found = turns.trials(first, answer["log"])
            changed = changed or any(trial.cells != first for trial in found)
            yield difficulty, CANDIDATES[difficulty], turns.candidates(found)
    if not changed:
        never_tries(COUNTED)


@check("player.smart-difficulty", marks=1.5, **HIDDEN)
def test_smart_difficulty(student, reference):
    """A SmartPlayer of greater difficulty compares more moves, about as many as the table says."""
    # spec 7, 9.8: this check allows a fifth more or less; in a second turn as in the first
    for difficulty, number, counts in comparisons(student, reference, CANDIDATES, 2):
        if not any(abs(count - number) <= max(1, number // 5) for count in counts):
            wrong_count(difficulty, number, counts)


@check("player.smart-candidates", marks=1, **HIDDEN)
def test_smart_candidates(student, reference):
    """A SmartPlayer compares exactly as many moves as its difficulty says."""
    # spec 7, 9.8; smart-difficulty grades the approximate number, and difficulties beyond the table
    most = 0
    for difficulty, number, counts in comparisons(student, reference, list(CANDIDATES)[:-1], 1):
        most = max(most, *counts)
        near = [count for count in counts if abs(count - number) <= max(1, number // 5)]
        if near and number not in near:
            wrong_count(difficulty, number, near)
    if most < CANDIDATES[0] - 1:
        fail("SmartPlayer.make_move compares no moves.", [shown_board("board", COUNTED)])


def wrong_count(difficulty, number, counts):
    """Fail, because the player compared a wrong number of candidates."""
    fail(
        f"A SmartPlayer of difficulty {difficulty} should compare {number} moves in each turn: make each of them, ask its goal for "
        "the score of the whole board, and undo it, before it draws the board.",
        [value("moves tried and scored", min(counts)), shown_board("board", COUNTED)],
    )


@check("player.smart-actions", marks=1, **HIDDEN)
def test_smart_actions(student, reference):
    """For one move, a SmartPlayer compares rotations and swaps in both directions, and never smashes."""
    # spec 7, 10-33. Among 25 random moves there are several kinds, and undoing a rotation is one in the other
    # direction. 75 random moves lack a given one of four kinds once in two billion cases. A turn may consist of moves
    # on leaves alone.
    seen, most, changed, first = set(), 0, 0, CELLS["cells"]
    leads_to = turns.moves_from(first)
    for answer in took(student, reference, "SmartPlayer", 2, CELLS, SEVERAL):
        called = [event[1:3] for event in answer["log"] if event[0] == "move"]
        if any(method == "smash" for method, _number in called):
            fail("SmartPlayer.make_move smashes a block.", [shown_board("board", CELLS)])
        tried = [leads_to.get(repr(trial.cells)) for trial in turns.trials(first, answer["log"])]
        found = {repr(move) for move in [*tried, *map(tuple, called)] if move is not None}
        changed += any(tried)
        most = max(most, len(found))
        seen |= found
    if not changed:
        fail("SmartPlayer.make_move compares no moves.", [shown_board("board", CELLS)])
    if most < 3:
        fail(
            "SmartPlayer.make_move compares only moves of one kind in a turn.",
            [value("kinds", sorted(found))],
        )
    for method, number in turns.MOVES:
        if repr((method, number)) not in seen:
            fail(
                f"SmartPlayer.make_move never tries {method}({number}).",
                [shown_board("board", CELLS)],
            )


@check("player.smart-nothing-to-gain", marks=1, **HIDDEN)
def test_smart_nothing_to_gain(student, reference):
    """A SmartPlayer makes a move even if every board is worth 0."""
    # spec 7, 10-30; other checks grade the drawings
    for board in BOARDS:
        for answer in took(student, reference, "SmartPlayer", 0, board, SEVERAL, 0, None):
            if not any(trial.fresh for trial in turns.trials(board["cells"], answer["log"])):
                never_tries(board)
            if not events(answer, "move"):
                fail(
                    "SmartPlayer.make_move makes no move where every board is worth 0.",
                    [shown_board("board", board)],
                )
