"""Checks of what the submitted program shows in its own games, for students to run. Each compares one feature exactly."""

from __future__ import annotations

from graders.csse7030_connect4.reactions import Game
from graders.csse7030_connect4.showing import OWN, PUBLIC
from graders.harness import check, fail

SHOWN = {**PUBLIC, **OWN}
MOVES = "a1 a1 a5 a8 a1 a2 q n"
"""Both players add pieces, on others, and at both edges; nobody wins."""
COUNT = 6


@check("file.boards", **{**SHOWN, "marks": 36})
def test_boards(student, reference):
    """Each board that the submitted program shows has its rows as the handout's example games have them."""
    # spec 7, 8
    game = Game(student, reference, MOVES, COUNT)
    for place in game.places():
        mine, due = game.after(place)
        if mine.rows != due.rows:
            what = "shows no board" if not mine.rows else _wrong_row(mine.rows, due.rows)
            fail(f"{game.moment(place)} the program {what}.", game.exhibits(place))


def _wrong_row(have: list[str], due: list[str]) -> str:
    if have == due[::-1]:
        return "shows the board upside down"
    if len(have) != len(due):
        return f"shows a board of {len(have)} rows, not {len(due)}"
    row = next(place for place, line in enumerate(have) if line != due[place])
    return f"shows row {row + 1} of the board as {have[row]!r}, not {due[row]!r}"


@check("file.numbers", **{**SHOWN, "marks": 24})
def test_numbers(student, reference):
    """The line of column numbers below each board of the submitted program is exactly the handout's."""
    # spec 7: the line begins and ends with a space
    game = Game(student, reference, MOVES, COUNT)
    for place in game.places():
        mine, due = game.after(place)
        if not mine.rows and place < COUNT - 1:
            continue  # whether there is a board is another check's subject
        if mine.numbers != due.numbers:
            fail(
                f"{game.moment(place)} the line below the board is {mine.numbers!r}, not {due.numbers!r}.",
                game.exhibits(place),
            )


@check("file.turns", **{**SHOWN, "marks": 28})
def test_turns(student, reference):
    """The submitted program says whose turn it is, in the course's words, at the beginning and after each move."""
    # spec 8
    game = Game(student, reference, MOVES, COUNT)
    for place in game.places():
        mine, due = (one.words[-1:] for one in game.after(place))
        if mine != due:
            said = f"says {mine[0]!r}" if mine else "does not say whose turn it is"
            fail(
                f"{game.moment(place)} the program {said}; {due[0]!r} is due.", game.exhibits(place)
            )


@check("file.prompts", **{**SHOWN, "marks": 16})
def test_prompts(student, reference):
    """The submitted program asks for each action with the course's prompt."""
    # spec 2
    game = Game(student, reference, MOVES, COUNT)
    for place in game.places():
        mine, due = (one.prompt for one in game.after(place))
        if mine != due:
            fail(
                f"{game.moment(place)} the text before the cursor is {mine!r}, not {due!r}.",
                game.exhibits(place),
            )
