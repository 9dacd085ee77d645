"""Hidden checks of what the submitted program shows in its own games. Each compares one feature exactly."""

from __future__ import annotations

from graders.csse7030_connect4.boards import SIZE
from graders.csse7030_connect4.reactions import Game, taken_apart
from graders.csse7030_connect4.showing import (
    ALL,
    HIDDEN,
    OWN,
    all_typed,
    asked,
    calm_end,
    pieces,
    raised,
    reaction,
    same_end,
    same_game,
    starved,
    talk,
    typed_before,
)
from graders.csse7030_connect4.test_game import COLUMN, WINS
from graders.csse7030_connect4.test_shown import COUNT, MOVES
from graders.harness import check, fail, run_of

REFUSED = f"r1 a2 r3 {COLUMN} a1 a3 q n"
BAD = "zz a9 a1 b2 a2 q n"
POPS = "a1 a2 r2 a3 r1 a4 a4 r4 a5 q n"
"""Each player pops a piece of their own, and one of the opponent's."""
ENDS = [f"{WINS[place]} n" for place in (1, 4, 2, 3)]
"""Player 1 wins in a row and on both diagonals, player 2 in a column."""
EVERYTHING = "h a1 zz a1 r2 r1 a3 q y a1 a1 a2 a2 a3 a3 a4 n"


@check("file.nothing-else", **{**HIDDEN, **OWN, "marks": 24})
def test_nothing_else(student, reference):
    """After a move the submitted program shows the board once, whose turn it is, and nothing else: no empty line."""
    # spec 7, 8
    game = Game(student, reference, MOVES, COUNT)
    if not any(game.after(place)[0].rows for place in game.places()):
        fail("The program shows no board.", game.exhibits(0))
    for place in game.places()[1:]:
        mine, due = game.after(place)
        if len(mine.lines) > len(due.lines):
            empty = sum(not line.strip() for line in mine.lines)
            what = f"{empty} of them empty" if empty else "none of them empty"
            fail(
                f"{game.moment(place)} the program shows {len(mine.lines)} lines, {what}, where"
                f" {len(due.lines)} are due.",
                game.exhibits(place),
            )


def answers(game, places):
    """Fail unless the lines with these indices are answered by their message alone, and cost nobody the turn."""
    for place in game.places():
        mine, due = game.after(place)
        if place in places and mine.said != due.said:
            fail(
                f"{game.moment(place)} the program should show {due.said[0]!r}, and nothing else.",
                game.exhibits(place),
            )
        if place not in places and place >= 0:
            same_players(game, place)


def same_players(game, place):
    """Fail unless as many pieces of each player as are due lie on the board after the line with this index."""
    mine, due = game.after(place)
    if mine.players != due.players:
        fail(
            f"{game.moment(place)} there are {mine.players[0]} X and {mine.players[1]} O on the board, not"
            f" {due.players[0]} and {due.players[1]}.",
            game.exhibits(place),
        )


@check("file.refused-moves", **{**HIDDEN, **OWN, "marks": 20})
def test_refused_moves(student, reference):
    """In the submitted program, a move into a full or out of an empty column gets its message, and the turn stays."""
    # spec 4, 8
    answers(Game(student, reference, REFUSED, len(REFUSED.split()) - 2), (0, 2, 11))


@check("file.bad-commands", **{**HIDDEN, **OWN, "marks": 16})
def test_bad_commands(student, reference):
    """In the submitted program, a bad command gets its message, the game goes on, and the turn stays."""
    # spec 4, 8
    answers(Game(student, reference, BAD, len(BAD.split()) - 2), (0, 1, 3))


@check("file.popped-turn", **{**HIDDEN, **OWN, "marks": 22})
def test_popped_turn(student, reference):
    """In the submitted program, each player can pop pieces of both players, and then it is the other's turn."""
    # spec 3, 8
    game = Game(student, reference, POPS, len(POPS.split()) - 2)
    for place in game.places()[1:]:
        same_players(game, place)


@check("file.outcomes", **{**HIDDEN, **OWN, "marks": 32})
def test_outcomes(student, reference):
    """A line in any direction ends a game of the submitted program: the last board, and who has won below it."""
    # spec 8
    for story in ENDS:
        lines = story.split()
        got, want = (
            talk(lambda: student.play(SIZE, lines), lines),  # noqa: B023 - called at once
            run_of(reference.play(SIZE, lines)),
        )
        if got.end[0] == "raised" and not starved(got):
            raised(got, (all_typed(lines),))
        mine, due = pieces(got), pieces(want)
        last = len(lines) - 1
        if len(mine) < len(due):
            fail(
                f"The program takes {asked(got)} of the {len(lines)} lines typed and {calm_end(got)}.",
                [all_typed(lines)],
            )
        have, right = taken_apart(mine[last]), taken_apart(due[last])
        shown = reaction(lines, last - 1, due[last], mine[last], due[:last])
        when = f"After {typed_before(lines[:last])}"
        if have.words[-1:] != right.words[-1:]:
            said = f"the last line is {have.words[-1]!r}" if have.words else "no outcome is shown"
            fail(f"{when} {said}; {right.words[-1]!r} is due.", shown)
        if have.players != right.players:
            fail(f"{when} the board with the last piece should be shown.", shown)
        if have.said[-1] != right.said[-1]:
            fail(f"{when} the outcome should stand below the last board.", shown)


@check("file.transcript", **{**HIDDEN, **OWN, "marks": 10})
def test_transcript(student, reference):
    """The whole output of the submitted program is exactly right: with moves, pops, refusals, help and a win."""
    # spec 8, 9
    lines = EVERYTHING.split()
    got, want = talk(lambda: student.play(SIZE, lines), lines), run_of(reference.play(SIZE, lines))
    same_game(got, want, lines, ALL, "The program")
    if calm_end(got) != calm_end(want):
        same_end(got, want, lines, "The program")
