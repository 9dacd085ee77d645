"""Hidden checks of play_game."""

from __future__ import annotations

from hypothesis import given

from graders.csse7030_connect4 import strategies
from graders.csse7030_connect4.boards import SIZE
from graders.csse7030_connect4.showing import (
    ALL,
    HIDDEN,
    OPENING,
    SIZED_HIDDEN,
    SOUND,
    ending,
    games,
    outcomes,
    same_game,
    starved,
)
from graders.csse7030_connect4.test_game import COLUMN, WINS
from graders.harness import check, expect, fail, run_of, value

FULL_BOARD = (
    "a5 a2 a6 a4 a1 a2 a3 a4 a5 a2 a3 a4 a4 a1 a1 a4 a7 a8 a5 a3 a2 a7 a4 a8 a8 a6 a6 a2 a4 a1 a2 a4 a3 a3 a1 a5 a3 a8"
    " a6 a8 a6 a6 a8 a3 a2 a8 a8 a7 a6 a3 a5 a1 a6 a2 a7 a1 a1 a5 a5 a7 a7 a7 a5 a7"
)
"""Fills a board of 8 without a line."""
FULL_BOARD_WINS = (
    "a7 a2 a5 a7 a3 a1 a3 a2 a7 a3 a8 a3 a4 a5 a3 a5 a8 a1 a1 a7 a2 a2 a5 a6 a6 a5 a8 a1 a5 a3 a1 a6 a1 a5 a5 a6 a1 a4"
    " a4 a8 a4 a4 a2 a4 a8 a8 a7 a1 a7 a2 a7 a4 a3 a3 a8 a6 a2 a7 a2 a8 a6 a6 a6 a4"
)
"""Fills a board of 8; its last cell makes a line."""
POP_WINS = (
    "a3 a4 a2 a1 a3 a3 a3 a1 a5 a1 a5 a5 a4 r3 a2 a2 r3",
    "a5 a4 a5 a1 a4 a2 a2 r5 a3 a3 a4 a5 a5 a1 r1 a4 a5 a1 a3 a3 a1 r3",
)
"""Both players win by a pop."""
FEW_PIECES = "a1 a2 a1 r2 a1 a2 a1"
"""Player 1 wins when only five pieces are on the board."""
POP_LOSSES = (
    "a5 a1 r5 a4 a3 a2 a3 a3 a1 a2 a5 a1 a2 a1 a2 r3 r3",
    "a4 a5 a3 a1 a1 r4 a2 a2 a4 a2 a5 a1 a1 r5",
)
"""Both players lose by a pop of their own."""


@check("game.pop-any-owner", **HIDDEN, **SOUND)
def test_pop_any_owner(student, reference):
    """A player may pop the opponent's pieces."""
    # spec 3
    games(student, reference, [("a1 r1", [1]), ("a1 a1 a2 r1 a3 r1", [3, 5])])


@check("game.capitals", **HIDDEN, **SOUND)
def test_capitals(student, reference):
    """Commands in capital letters work like those in small letters."""
    # spec 3, 13
    games(student, reference, [("A1 A1 R1 A3", range(4))])


@check("game.help-after-refusal", **HIDDEN, **SOUND)
def test_help_after_refusal(student, reference):
    """Help after a refused move shows the board and the message for the player, too."""
    # spec 8
    games(student, reference, [("r1 h", [1]), ("a1 r2 h", [2]), (f"{COLUMN} a1 h", [9])])


@check("game.win-by-pop", **HIDDEN, **SOUND)
def test_win_by_pop(student, reference):
    """A pop can win the game; a line also wins where pops have left few pieces."""
    # spec 8
    outcomes(student, reference, (*POP_WINS, FEW_PIECES))


@check("game.loss-by-pop", **HIDDEN, **SOUND)
def test_loss_by_pop(student, reference):
    """A pop that gives the opponent a line loses the game."""
    # spec 8: the outcome depends only on the board
    outcomes(student, reference, POP_LOSSES)


@check("game.full-board", **HIDDEN, **SOUND)
def test_full_board(student, reference):
    """The game goes on when the board is full without a line; a line that fills it wins."""
    # spec 6, 13
    games(student, reference, [(f"{FULL_BOARD} a1", [63, 64])])
    outcomes(student, reference, [FULL_BOARD_WINS])


@check("game.column-10", **SIZED_HIDDEN, **SOUND)
def test_column_ten(student, reference):
    """On a board of 10 the tenth column is played like any other."""
    # spec 0, 5
    games(student, reference, [("a10 a9 r10 a10 a10", range(5))], 10)


@check("game.second-game", **HIDDEN, **SOUND)
def test_second_game(student, reference):
    """A second game begins with an empty board and player 1."""
    # spec 8
    stories = []
    for lines in (WINS[0].split(), ["a1", "q"], []):
        known = reference.watched(SIZE, "play_game", lines)
        known["games"] = []
        stories.append([lines, known])
    answer = student.games(SIZE, stories)
    if not isinstance(answer, list) or len(answer) != len(stories):
        fail("The answer does not have the form of an answer.", [value("got", answer)])
    for number, (told, (lines, _known)) in enumerate(zip(answer, stories, strict=True), 1):
        got, want = run_of(told), run_of(reference.game(SIZE, lines))
        same_game(got, want, lines, [OPENING], f"Game {number} of three")
        if starved(want) is False:
            expect(ending(got), ending(want), f"Game {number} of three {ending(got)}.")


@check("game.any-game", **HIDDEN, **SOUND)
@given(lines=strategies.games)
def test_any_game(student, reference, lines):
    """A game reacts correctly to any sequence of typed lines."""
    # spec 8
    games(student, reference, [(lines, ALL)])
