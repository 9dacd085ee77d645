"""Checks of play_game, for students to run. Each compares the output after some of the typed lines."""

from __future__ import annotations

from graders.csse7030_connect4.showing import (
    END,
    OPENING,
    PUBLIC,
    PURPOSE,
    SIZED,
    SOUND,
    games,
    outcomes,
    plays,
)
from graders.harness import check

COLUMN = "a1 a1 a1 a1 a1 a1 a1 a1"
"""Fills a column of 8."""
WINS = (
    "a1 a2 a1 a2 a1 a2 a1",
    "a1 a1 a2 a2 a3 a3 a4",
    "a1 a2 a2 a3 a3 a4 a3 a4 a8 a4 a4",
    "a4 a3 a3 a2 a2 a1 a2 a1 a8 a1 a1",
    "a8 a1 a2 a1 a2 a1 a2 a1",
    "a8 a1 a1 a2 a2 a3 a3 a4",
    "a8 a1 a2 a2 a3 a3 a4 a3 a4 a7 a4 a4",
    "a8 a4 a3 a3 a2 a2 a1 a2 a1 a7 a1 a1",
)
"""Player 1 wins in each direction (in a column, in a row, up and down to the right), then player 2."""
DRAWS = (
    "a4 a2 a2 a4 a4 a3 a5 a2 a1 a1 a3 a5 a2 a2 r1 a2 r5 a4 a1 a3 a1 a5 a1 a1 r2",
    "a1 r1 a5 a5 a3 a3 a1 a2 a2 a1 a4 a2 r1 a1 a3 a4 r3 a5 a1 r2 a2 a3 a2 r3",
)
"""Both players end the game with a draw, by a pop."""


@check("game.opening", **PUBLIC, **SOUND)
def test_opening(student, reference):
    """A game begins with the empty board, the message for player 1, and the prompt."""
    # spec 8
    games(student, reference, [("", [OPENING])])


@check("game.turns", **PURPOSE, **SOUND)
def test_turns(student, reference):
    """After a move the board is shown once, and it is the other player's turn."""
    # spec 8
    games(student, reference, [("a1 a2 a3 a8 a8 a2", range(6))])


@check("game.pop", **PUBLIC, **SOUND)
def test_pop(student, reference):
    """Popping a piece is a move: the rest of its column moves down."""
    # spec 3, 8
    games(student, reference, [("a1 a2 r1 r2", [2, 3]), ("a1 a1 a1 a3 r1", [4])])


@check("game.bad-command", **PUBLIC, **SOUND)
def test_bad_command(student, reference):
    """After a bad command there is a message and the prompt; the same player goes on."""
    # spec 8
    plays(student, reference, "a1 zz")
    games(student, reference, [("zz a9 a1 a0 h1 a", [0, 1, 3, 4, 5])])


@check("game.full-column", **PUBLIC, **SOUND)
def test_full_column(student, reference):
    """After adding to a full column there is a message and the prompt; the same player goes on."""
    # spec 8
    games(student, reference, [(f"{COLUMN} a1 a2", [8, 9]), (f"a2 {COLUMN} a1 a1 a3", [9, 10, 11])])


@check("game.empty-column", **PUBLIC, **SOUND)
def test_empty_column(student, reference):
    """After popping an empty column there is a message and the prompt; the same player goes on."""
    # spec 8
    games(student, reference, [("r1 a1", [0, 1]), ("a1 r2 r8 a2", [1, 2, 3])])


@check("game.help", **PUBLIC, **SOUND)
def test_help(student, reference):
    """Help is followed by an empty line, the board, the message for the same player, and the prompt."""
    # spec 8
    games(student, reference, [("h", [0]), ("a1 h", [1]), ("a1 a2 H h", [2, 3])])


@check("game.quit", **PUBLIC, **SOUND)
def test_quit(student, reference):
    """Quitting with q or Q ends the game at once and prints nothing, for either player and after a refused move."""
    # spec 8
    plays(student, reference, "a1 q")
    games(
        student,
        reference,
        [
            ("q a1", END),
            ("a1 q q", END),
            ("Q r1", END),
            ("a1 a2 Q", END),
            ("r1 q", END),
            ("a1 r2 Q", END),
        ],
    )


@check("game.win", **PUBLIC, **SOUND)
def test_win(student, reference):
    """A line ends the game, which prints the board, the winner, and nothing else."""
    # spec 8
    games(student, reference, [(line, END) for line in WINS])


@check("game.draw", **PUBLIC, **SOUND)
def test_draw(student, reference):
    """A pop that gives both players a line ends the game with a draw."""
    # spec 6, 8
    outcomes(student, reference, DRAWS)


@check("game.other-sizes", **SIZED, **SOUND)
def test_sizes(student, reference):
    """The game is played on boards of any size."""
    # spec 0, 8
    for size in (4, 5, 6, 7, 9):
        games(student, reference, [(f"a1 a{size} a{size} a2 r1", range(-1, 5))], size)
