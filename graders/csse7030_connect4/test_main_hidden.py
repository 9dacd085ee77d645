"""Checks of main that students do not have."""

from __future__ import annotations

from graders.csse7030_connect4.boards import SIZE
from graders.csse7030_connect4.showing import ALL, HIDDEN, SOUND, same_game
from graders.csse7030_connect4.test_game import DRAWS, WINS
from graders.csse7030_connect4.test_main import games_known, mains
from graders.harness import check
from graders.harness.assignment.transcript import run_of

CORNERS = {**HIDDEN, "marks": 0.25}
"""Less than the others: the rule is clear, but right in everything else there are some who miss it (spec 12)."""


@check("main.again-capital", **HIDDEN, **SOUND)
def test_again_capital(student, reference):
    """main plays again on Y, too."""
    # spec 8, 13
    mains(student, reference, ["q Y q n"])


@check("main.any-end", **HIDDEN, **SOUND)
def test_any_end(student, reference):
    """main asks whether to play again however a game ends: won, drawn or given up."""
    # spec 8
    mains(student, reference, [f"{WINS[0]} n", f"{DRAWS[0]} n", "a1 Q n"])


@check("main.other-answers", **HIDDEN, **SOUND)
def test_other_answers(student, reference):
    """main ends on any answer but y and Y, and asks once."""
    # spec 8
    mains(student, reference, [["q", answer] for answer in ("n", "N", "no", "x", "q", "yes", "Yes", "yy", "1")])


@check("main.corner-answers", **CORNERS, **SOUND)
def test_corner_answers(student, reference):
    """main ends on an empty answer, and on answers in which there is more than y."""
    # spec 8, 12
    mains(student, reference, [["q", answer] for answer in ("", "Yy", "yY", " y", "y ", " Y ")])


@check("main.nothing-else", **HIDDEN, **SOUND)
def test_nothing_else(student, reference):
    """main prints the question with the course's words, and nothing else beside the games."""
    # spec 8: no greeting, no farewell
    for lines in (["q", "n"], [*WINS[0].split(), "n"]):
        got = run_of(student.main(SIZE, lines, games_known(reference, lines)))
        same_game(got, run_of(reference.main(SIZE, lines)), lines, ALL, "The program")
