"""The whole game, which students may run: the three submitted files together."""

from __future__ import annotations

from graders.blocky.board import broken, cells_of, is_tree
from graders.blocky.showing import told
from graders.comp250_blocky.boards import (
    answers,
    blanked,
    calling,
    received,
    shown_tree,
)
from graders.harness import check, fail, text

GAMES = ((3, 128, 2), (3, 128, 4), (3, 128, 123))
"""(depth, size, seed). The boards are not deep, because another check grades speed on deep boards. The sizes are powers
of two, and smash meets blocks that are divided, because other checks grade other sizes and blocks. They are small, so that
the prescribed recursion fits into the stack also if a wrong ``flatten`` returns a cell for each pixel.
"""
MOVES = (["rotate", 1], ["smash", None], ["reflect", 0], ["rotate", 0], ["reflect", 1])
TURNS = [[(37 * n + 1) % 128, (91 * n + 1) % 128, n % 3, *MOVES[n % 5]] for n in range(15)]
"""[x, y, level, method, direction]; sometimes on level 0, on which smash does nothing."""


def runs(student, goal):
    """Fail unless games with one kind of goal run to their end."""
    # spec 2.6, 4: the course's tests, too, score boards that the constructor made. Only here are there neither stand-ins
    # nor boards of the judge, so that the files are seen to run together. Other checks grade the results
    for depth, size, seed in GAMES:
        what = f"A game on a board of depth {depth}, {size} pixels wide, with the seed {seed}"
        with calling(what):
            played = answers(student.play(goal, depth, size, seed, TURNS), len(TURNS) + 1)
        seen = [told(turn, "board", "drawn", "scores", "stale") for turn in played]
        boards = [received(turn["board"]) for turn in seen]
        for number, board in enumerate(boards):
            if not is_tree(board, 12):
                fail(
                    f"{what}: its board is no board any more: there is {broken(board, 12) or 'no Block'}.",
                    [text("moves so far", "\n".join(map(turn_told, TURNS[:number])) or "none")],
                )
        if not any(turn["drawn"] for turn in seen):
            fail(
                f"{what}: getBlocksToDraw never returns anything.",
                [shown_tree("the board", blanked(boards[-1]))],
            )
        if len({repr(cells_of(blanked(board))) for board in boards}) == 1:
            fail(
                f"{what}: {len(TURNS)} moves do not change the board.",
                [
                    shown_tree("the board", blanked(boards[-1])),
                    text("moves", "\n".join(map(turn_told, TURNS))),
                ],
            )
        if not any(points_of(turn["scores"]) for turn in seen):
            fail(
                f"{what}: no colour ever has a {goal} score above 0.",
                [shown_tree("the board", blanked(boards[-1]))],
            )
        for number, turn in enumerate(seen):
            if turn["stale"]:
                wrong = (
                    "getBlocksToDraw does not return the squares"
                    if "drawn" in answers(turn["stale"], len(turn["stale"]))
                    else f"the {goal}s do not return the scores"
                )
                fail(
                    f"{what}: {wrong} of the board as it is now, but others than for a new board of the same blocks.",
                    [
                        text("moves so far", "\n".join(map(turn_told, TURNS[:number])) or "none"),
                        shown_tree("the board", blanked(boards[number])),
                    ],
                )


def turn_told(turn):
    """Return a turn in Java."""
    x, y, level, method, direction = turn
    return f"getSelectedBlock({x}, {y}, {level}).{method}({'' if direction is None else direction})"


@check("game.perimeter", task="part-3", marks=1)
def test_game_perimeter(student):
    """A game with a PerimeterGoal and all submitted files runs to its end: making, drawing, selecting, moving, scoring."""
    runs(student, "PerimeterGoal")


@check("game.blob", task="part-3", marks=1)
def test_game_blob(student):
    """A game with a BlobGoal and all submitted files runs to its end: making, drawing, selecting, moving, scoring."""
    runs(student, "BlobGoal")


def points_of(scores):
    """Return whether a colour has a score above 0."""
    return isinstance(scores, list) and any(type(score) is int and score > 0 for score in scores)
