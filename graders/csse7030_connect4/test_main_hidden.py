"""Hidden checks of main."""

from __future__ import annotations

from graders.csse7030_connect4.boards import SIZE
from graders.csse7030_connect4.showing import (
    ALL,
    HIDDEN,
    LEAVES,
    all_typed,
    asked,
    last_board,
    pieces,
    reaction,
    same_game,
)
from graders.csse7030_connect4.test_game import DRAWS, WINS
from graders.csse7030_connect4.test_main import WHOLE, mains, run_of_main, shows_pieces
from graders.harness import PRINTED, Run, check, fail, run_of

CORNERS = {**HIDDEN, "marks": 2}
"""Less than the other checks: the rule is clear, but some otherwise right programs miss it (spec 12)."""
WHOLE_HIDDEN = {**WHOLE, "visibility": "hidden"}
LONG_HIDDEN = {**WHOLE_HIDDEN, "marks": 10}
LONG_GAME = (
    "a2 a2 a3 a5 a7 a2 a5 a7 a6 a5 a4 a5 a4 a4 a5 a4 a5 a4 a4 a6 a7 a4 a6 a2 a5 a7 a7 a5 a3 a7"
)
"""Nobody has a line in this game, and no move is refused."""


def around(run, game):
    """Return *run* with the output of its first game, *game*, as one line in parentheses; None if that is another game."""
    shown, inside = pieces(run), pieces(game)
    last = len(inside) - 1
    if shown[1:last] != inside[1:last] or not (
        len(shown) > last and shown[0].endswith(inside[0]) and shown[last].startswith(inside[last])
    ):
        return None
    words = (
        shown[0].removesuffix(inside[0])
        + "(a game is played)\n"
        + shown[last].removeprefix(inside[last])
    )
    after = [place for place, event in enumerate(run.events) if event[0] != PRINTED][last:]
    return Run(((PRINTED, words), *(run.events[after[0] :] if after else ())), run.end)


@check("main.again-capital", **HIDDEN, **LEAVES)
def test_again_capital(student, reference):
    """main plays again on Y, too."""
    # spec 8, 13
    mains(student, reference, ["q Y q n"])


@check("main.any-end", **HIDDEN, **LEAVES)
def test_any_end(student, reference):
    """main asks whether to play again after a game is won, drawn or quit."""
    # spec 8
    mains(student, reference, [f"{WINS[0]} n", f"{DRAWS[0]} n", "a1 Q n"])


@check("main.other-answers", **HIDDEN, **LEAVES)
def test_other_answers(student, reference):
    """main ends on any answer except y and Y, and asks only once."""
    # spec 8
    mains(
        student,
        reference,
        [["q", answer] for answer in ("n", "N", "no", "x", "q", "yes", "Yes", "yy", "1")],
    )


@check("main.corner-answers", **CORNERS, **LEAVES)
def test_corner_answers(student, reference):
    """main ends on an empty answer, and on a y with anything before or after it."""
    # spec 8, 12
    mains(student, reference, [["q", answer] for answer in ("", "Yy", "yY", " y", "y ", " Y ")])


@check("main.nothing-else", **HIDDEN, **LEAVES)
def test_nothing_else(student, reference):
    """main prints the question in the course's words, and nothing else besides the games."""
    # spec 8: no greeting, no farewell
    for lines in (["q", "n"], [*WINS[0].split(), "n"]):
        got, want = run_of_main(student, reference, lines), run_of(reference.main(SIZE, lines))
        game = run_of(reference.game(SIZE, lines))
        own = [around(run, game) for run in (got, want)]
        if own[0] is None or own[1] is None:
            same_game(got, want, lines, ALL, "main")
        else:
            same_game(own[0], own[1], lines[asked(game) :], ALL, "main, around a game")


@check("main.returns", **HIDDEN, **LEAVES)
def test_returns(student, reference):
    """main returns after the last game; it does not end the whole program."""
    # spec 8: a call of exit() there would end the course's tests, too
    lines = ["q", "n"]
    mains(student, reference, [lines])
    if run_of_main(student, reference, lines).end[0] == "exit":
        fail("main ends the whole program instead of returning.", [all_typed(lines)])


@check("file.pops", **{**WHOLE_HIDDEN, "marks": 10})
def test_program_pops(student, reference):
    """A piece can be popped in the submitted program, and the piece above it takes its place."""
    # spec 3, 8; compared with the program's own boards, because other checks grade how a board is shown
    got, want, lines = shows_pieces(student, reference, "a1 a1 r1 a2 q n", 4)
    added, popped = last_board(got[0]), last_board(got[2])
    if popped != added.replace("X", "O"):
        shown = reaction(lines, 2, want[2], got[2], want[:2])
        fail("After 'a1', 'a1', 'r1' the upper piece should lie where the lower one was.", shown)


@check("file.refusals", **WHOLE_HIDDEN)
def test_program_refuses(student, reference):
    """The submitted program goes on after commands that cannot be carried out."""
    # spec 4, 8
    shows_pieces(student, reference, "zz a9 r1 a1 a1 a2 q n", 6)


@check("file.long-game", **LONG_HIDDEN)
def test_long_game(student, reference):
    """The submitted program plays a long game: its boards show every piece."""
    # spec 8
    shows_pieces(student, reference, f"{LONG_GAME} q n", len(LONG_GAME.split()))
