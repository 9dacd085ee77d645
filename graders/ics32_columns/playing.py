"""How checks play games on submissions and compare what is printed."""

from __future__ import annotations

from graders.harness import fail
from graders.harness.assignment.transcript import (
    Event,
    Run,
    no_exception,
    printed_in,
    run_of,
    same_text,
    sides,
    status_of,
    to_lines,
)


def typed(game: str) -> list[str]:
    """Return the lines of a game in one line of text.

    Its lines are separated by " / "; "_" is an empty line, "_*4" four of them; "." is a space in the contents.
    """
    lines: list[str] = []
    for part in game.split(" / "):
        sign, _, times = part.partition("*")
        lines += [""] * int(times or 1) if sign == "_" else [part.replace(".", " ")]
    return lines


def ends_by_itself(events: tuple[Event, ...]) -> bool:
    """Say whether a game is over, and not left by Q."""
    return printed_in(events[-1:]).endswith("\nGAME OVER\n")


def same_game(got: Run, want: Run | tuple[Event, ...]) -> None:
    """End the check unless *got* shows every display of *want*.

    Where the game is over, nothing more may follow. What follows Q counts as quitting alone, which has checks of its
    own (spec 13).
    """
    events = want.events if isinstance(want, Run) else want
    same_text(got, events, whole=ends_by_itself(events))


def same_games(student, reference, *games: str) -> None:
    """Play *games*, in the notation of :func:`typed`, one after the other."""
    for game in games:
        lines = typed(game)
        same_game(run_of(student.play(lines)), run_of(reference.play(lines)))


def quits(student, reference, game: str) -> None:
    """End the check unless the program ends well at the Q of *game*, having printed as many lines as it should."""
    lines = typed(game)
    got, want = run_of(student.play(lines)), run_of(reference.play(lines))
    no_exception(got, want)
    number, due = (len(printed_in(run.events).splitlines()) for run in (got, want))
    if number != due:
        shown = sides(to_lines(want.events), to_lines(got.events))
        fail(f"The program prints {number} lines, not {due}: every command but Q shows the field once.", shown)
    if status_of(got) != 0:
        fail(f"The program ends with status {status_of(got)} instead of 0.")
