"""Checks of main and of the whole program, for students to run."""

from __future__ import annotations

from graders.csse7030_connect4.boards import SIZE
from graders.csse7030_connect4.showing import (
    LEAVES,
    OWN,
    PUBLIC,
    all_typed,
    asked,
    calm_end,
    last_words,
    letters,
    pieces,
    pieces_shown,
    raised,
    reaction,
    same_prompts,
    starved,
    talk,
    typed_before,
    with_stand_ins,
)
from graders.harness import check, fail, run_of

WHOLE = {**PUBLIC, **OWN, "marks": 6}
"""The checks of the whole program have half of all marks together, those in test_shown.py most of them: a program in
which nobody can play a game, or sees what happens in it, is far from right, even if single functions work."""
WINNING = {**WHOLE, "marks": 14}
WEIGHTY = {**WHOLE, "marks": 22}


def mains(student, reference, stories):
    """Fail unless main asks the right questions and ends correctly while each of *stories* is typed."""
    for story in stories:
        lines = story.split() if isinstance(story, str) else list(story)
        with with_stand_ins("main"):
            same_prompts(
                run_of_main(student, reference, lines),
                run_of(reference.main(SIZE, lines)),
                lines,
                "main",
            )


def run_of_main(student, reference, lines):
    """Return the run of the submission's main while *lines* are typed."""
    known = reference.watched(SIZE, "main", lines)
    return talk(lambda: student.main(SIZE, lines, known), lines)


def handed_in(student, reference, story, moves):
    """Return the output of the submitted program after each of the first *moves* lines; the right output; all lines.

    Fails unless the program reads these lines. Callers decide how far its boards count; output after the moves never
    counts.
    """
    lines = story.split()
    got, want = talk(lambda: student.play(SIZE, lines), lines), run_of(reference.play(SIZE, lines))
    if asked(got) < moves or len(pieces(got)) <= moves:
        if got.end[0] == "raised" and not starved(got):
            raised(got, (all_typed(lines),))
        fail(
            f"The program takes {asked(got)} of the {len(lines)} lines typed and {calm_end(got)}.",
            [all_typed(lines)],
        )
    if got.end[0] == "raised" and not starved(got) and asked(got) == moves:
        raised(got, (all_typed(lines),))
    return pieces(got)[1 : moves + 1], pieces(want)[1 : moves + 1], lines


def shows_pieces(student, reference, story, moves):
    """Return the same as handed_in; fail unless each move that should show pieces shows as many."""
    got, want, lines = handed_in(student, reference, story, moves)
    for place, (mine, right) in enumerate(zip(got, want, strict=True)):
        have, due = pieces_shown(mine), pieces_shown(right)
        if due and have != due:
            shown = reaction(lines, place, right, mine, want[:place])
            fail(
                f"After {typed_before(lines[: place + 1])} the program shows {have} pieces on the board, not {due}.",
                shown,
            )
    return got, want, lines


@check("file.program", **PUBLIC, **OWN)
def test_program(student, reference):
    """a1.py, run as a program, begins a game, asks whether to play again, and ends."""
    # spec 8, 10: main is called in the guard
    lines = ["q", "n"]
    same_prompts(
        run_of(student.play(SIZE, lines)), run_of(reference.play(SIZE, lines)), lines, "The program"
    )


@check("file.plays", **WEIGHTY)
def test_plays(student, reference):
    """The submitted program can be played: both players add pieces, and the boards show them."""
    # spec 8
    shows_pieces(student, reference, "a1 a1 a5 a5 a1 q n", 5)


@check("file.wins", **WINNING)
def test_wins(student, reference):
    """The submitted program plays to a win, and says who has won."""
    # spec 8
    moves = 7
    got, want, lines = handed_in(student, reference, "a1 a1 a2 a2 a3 a3 a4 n", moves)
    due = last_words(want[-1].rpartition("\n")[0])
    if letters(due) not in letters(got[-1]):
        shown = reaction(lines, moves - 1, want[-1], got[-1], want[:-1])
        fail(f"The program does not say {due!r} after {typed_before(lines[:moves])}.", shown)


@check("main.plays-and-asks", **PUBLIC, **LEAVES)
def test_plays_and_asks(student, reference):
    """main plays a game, asks whether to play again, and ends on n."""
    # spec 8
    mains(student, reference, ["q n"])


@check("main.again", **PUBLIC, **LEAVES)
def test_again(student, reference):
    """main plays again each time the answer is y."""
    # spec 8
    mains(student, reference, ["q y q n", "q y q y q n"])
