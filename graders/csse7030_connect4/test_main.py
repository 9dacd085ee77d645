"""Checks of main and of the whole program, for students to run."""

from __future__ import annotations

from graders.csse7030_connect4.boards import SIZE
from graders.csse7030_connect4.showing import PUBLIC, SOUND, asked, calm_end, raised, starved
from graders.harness import check, fail, text
from graders.harness.assignment.transcript import run_of


def ends_alike(got, want, lines, what):
    """End the check unless *got* takes as many lines as *want*, and ends then."""
    if got.end[0] == "raised" and not starved(got):
        raised(got, (text("typed", "\n".join(lines)),))
    mine, right = (asked(got), calm_end(got)), (asked(want), calm_end(want))
    if mine != right:
        shown = " ".join(line if line.strip() else repr(line) for line in lines)
        fail(
            f"{what} takes {mine[0]} of the {len(lines)} lines typed and {mine[1]}; it should take {right[0]} and then"
            f" {right[1]}.",
            [text("typed", shown)],
        )


def mains(student, reference, stories):
    """End the check unless main asks and ends as it should while each of *stories* is typed."""
    for story in stories:
        lines = story.split() if isinstance(story, str) else list(story)
        got = run_of(student.main(SIZE, lines, games_known(reference, lines)))
        ends_alike(got, run_of(reference.main(SIZE, lines)), lines, "main")


def games_known(reference, lines):
    """Return what a sound play_game does while *lines* are typed."""
    return {"games": reference.watched(SIZE, "main", lines)["games"]}


@check("file.program", **PUBLIC)
def test_program(student, reference):
    """a1.py, run as a program, plays a game, asks whether to play again, and ends."""
    # spec 8, 10: main is called in the guard
    lines = ["q", "n"]
    ends_alike(run_of(student.play(SIZE, lines)), run_of(reference.play(SIZE, lines)), lines, "The program")


@check("main.plays-and-asks", **PUBLIC, **SOUND)
def test_plays_and_asks(student, reference):
    """main plays a game, asks whether to play again, and ends on n."""
    # spec 8
    mains(student, reference, ["q n"])


@check("main.again", **PUBLIC, **SOUND)
def test_again(student, reference):
    """main plays again on y, as often as that is answered."""
    # spec 8
    mains(student, reference, ["q y q n", "q y q y q n"])
