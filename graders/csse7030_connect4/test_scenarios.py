"""Replays the scenarios: whole programs, from the first line to the last.

A scenario whose only fault is in another function passes in the variant in which the other functions are sound. One
scenario runs only the submitted program. Both sides omit the output of main, and of the end of a game, that has its own
checks; some scenarios keep the last board.
"""

from __future__ import annotations

import re

from graders.csse7030_connect4.boards import SIZE
from graders.csse7030_connect4.showing import ALL, all_typed, asked, same_game, talk, with_stand_ins
from graders.harness import (
    AHEAD,
    PRINTED,
    TYPED,
    CheckFailed,
    Misbehaved,
    Run,
    each_scenario,
    load_assignment,
    same_run,
    transcript,
    typed_in,
)

WHOLE_PROGRAM = "first-game"
"""The scenario of the submitted program."""
LAST_BOARD = ("wins-of-player-1", WHOLE_PROGRAM)
"""Scenarios in which the board after the last move counts."""
_OUTCOME = re.compile(r"Player \d wins!|Its a Draw!")


def edition(scenario):
    """Return the variants and the editions (as tags) in which a scenario is checked."""
    return {
        "variants": ("own",) if scenario.name == WHOLE_PROGRAM else ("sound", "own"),
        "tags": ("any-edition",) if scenario.settings["size"] == SIZE else ("7030-only",),
    }


def without_what_main_adds(run, *, last_board):
    """Return *run* without the text before the first board and after the last answer, and without spaces at a cursor.

    last_board: keep the board before the outcome of a game.
    """
    events, typed = [], [place for place, event in enumerate(run.events) if event[0] == TYPED]
    for place, event in enumerate(run.events):
        if event[0] == PRINTED:
            shown = event[1][max(event[1].find("|"), 0) :] if place == 0 else event[1]
            shown = shown if last_board else without_last_boards(shown)
            if place + 1 < len(run.events) and run.events[place + 1][0] == TYPED:
                shown = shown.rstrip(" ")
            if run.end[0] == "raised" or not typed or place < typed[-1]:
                events.append((PRINTED, shown))
        else:
            events.append(event)
    return Run(tuple(events), run.end)


def without_last_boards(shown):
    """Return *shown* without each board, and the line of numbers below it, that an outcome follows."""
    *lines, rest = shown.split("\n")
    kept, board = [], []
    for line in lines:
        has_numbers = board and board[-1].startswith(" ")
        if not has_numbers and line.startswith(("|", " ") if board else "|"):
            board.append(line)
            continue
        kept += board if not has_numbers or not _OUTCOME.fullmatch(line) else []
        board = [line] if line.startswith("|") else []
        kept += [] if board else [line]
    return "\n".join([*kept, *board, rest])


@each_scenario(load_assignment("csse7030_connect4"), edition)
def test_scenario(student, reference, scenario):
    """A transcript."""
    if scenario.name == WHOLE_PROGRAM:
        compared(student, reference, scenario)
        return
    with with_stand_ins("main and play_game"):
        compared(student, reference, scenario)


def compared(student, reference, scenario):
    """Fail unless the program shows the transcript, apart from what has its own checks."""
    events = transcript(scenario)
    size, lines = scenario.settings["size"], typed_in(events)
    known = reference.watched(size, "main", lines)
    known["games"] = []
    got, want = talk(lambda: student.play(size, lines, known), lines), Run(events)
    keeps = scenario.name in LAST_BOARD
    counted = (
        without_what_main_adds(got, last_board=keeps),
        without_what_main_adds(want, last_board=keeps),
    )
    try:
        same_run(*counted)
    except CheckFailed as failed:
        if not any(event[0] == AHEAD for event in got.events):
            same_game(got, want, lines, ALL, "The program", counted)
        raise CheckFailed(failed.message, (*failed.exhibits, all_typed(lines))) from None
    except Misbehaved as error:
        read = lines[: asked(got)]
        raise (error.showing(all_typed(read)) if read else error) from None
