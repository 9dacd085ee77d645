"""Plays games on submissions, and compares their output, for checks.

The output of a game is compared display by display. A fault with its own check loses marks only there (spec 13): output
after Q or GAME OVER, and a superfluous display before the right one. Such a display counts in the feature of the command
that shows it (``COUNTED``), as one that is absent does.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Collection, Iterable
from itertools import pairwise, takewhile
from typing import Any

from graders.harness import (
    AHEAD,
    PRINTED,
    TYPED,
    CheckFailed,
    Event,
    Exhibit,
    Misbehaved,
    Run,
    fail,
    no_exception,
    printable,
    printed_in,
    run_of,
    same_text,
    sides,
    status_of,
    text,
    to_lines,
    typed_in,
)
from graders.ics32_columns.first_display import OVER, Placed, wrong_display


def typed(game: str) -> list[str]:
    """Return the lines to type from *game*, which has them on one line.

    " / " separates the lines; "_" is an empty line, "_*4" four of them; "." is a space in the contents.
    """
    lines: list[str] = []
    for part in game.split(" / "):
        sign, _, times = part.partition("*")
        lines += [""] * int(times or 1) if sign == "_" else [part.replace(".", " ")]
    return lines


def played(player: Any, lines: list[str]) -> Run:
    """Return the run of a game; if the program misbehaves, such as by a timeout, show the typed lines."""
    try:
        return run_of(player.play(lines))
    except Misbehaved as error:
        raise error.showing(all_typed(lines)) from None


def all_typed(lines: Iterable[str]) -> Exhibit:
    """Return an exhibit of every line of a game, ready to be typed again; ␠ is a space at the end of a line."""
    ends = (len(line) - len(line.rstrip(" ")) for line in lines)
    return text(
        "typed",
        "\n".join(line.rstrip(" ") + "␠" * end for line, end in zip(lines, ends, strict=True)),
    )


def ends_by_itself(events: tuple[Event, ...]) -> bool:
    """Return whether a game ended with GAME OVER, and not by Q."""
    return printed_in(events[-1:]).endswith("\n" + OVER)


# Displays.


def reactions(run: Run) -> list[str]:
    """Return the text printed before the first typed line, between it and the next, and so on."""
    found: list[list[str]] = [[]]
    for event in run.events:
        if event[0] == PRINTED:
            found[-1].append(event[1])
        else:
            found.append([])
    return ["".join(parts) for parts in found]


def displays(shown: str) -> list[str] | None:
    """Return the displays that make up *shown*, each with its GAME OVER; None if there is other text."""
    found: list[list[str]] = []
    rows: list[str] = []
    for line in shown.splitlines(keepends=True):
        if line == OVER and found and not rows:
            found[-1].append(line)
            continue
        rows.append(line)
        if _is_floor(line.rstrip("\n")) and len(rows) > 1:
            found.append(rows)
            rows = []
        elif not (line.startswith("|") and line.endswith("|\n")):
            return None
    return ["".join(display) for display in found] if found and not rows else None


def _is_floor(line: str) -> bool:
    """Return whether *line* can be the one below a field: dashes, and spaces around them."""
    return "-" in line and not line.strip("- ")


def each_once(run: Run, lines: float = math.inf, counted: Collection[int] = ()) -> Run:
    """Return *run* with only the last of successive displays before each of the first *lines* typed lines.

    counted: numbers of typed lines after which every display stays. The run of a program that reads all lines at once
    is returned unchanged: every display is printed after them.
    """
    if _reads_ahead(run):
        return run
    events: list[Event] = []
    number = 0
    for event in run.events:
        number += event[0] == TYPED
        merges = event[0] == PRINTED and number < lines and number not in counted
        shown = displays(event[1]) if merges else None
        events.append((PRINTED, shown[-1]) if shown else event)
    return Run(tuple(events), run.end)


COUNTED = {
    "empty": ("first", "nothing"),
    "contents": ("first",),
    "create": ("F",),
    "move": ("move",),
    "blocked": ("blocked",),
    "rotate": ("R",),
    "land": ("fall", "landing"),
    "freeze": ("freeze",),
    "unland": ("escape",),
    "vertical": ("match",),
    "horizontal": ("removal",),
}
"""Kinds of commands (see :func:`kind_of`) of which a feature counts the displays."""


def counted_in(feature: str, events: tuple[Event, ...]) -> frozenset[int]:
    """Return the numbers of the typed lines in *events*, a right game, after which *feature* counts the displays."""
    kinds = COUNTED.get(feature, ())
    lines, before, places = typed_in(events), "", set()
    for number, shown in enumerate(reactions(Run(events))):
        if shown:
            kind = kind_of(lines[number - 1], before, shown) if before else "first"
            places |= {number} if kind in kinds else set()
            before = shown
    return frozenset(places)


def kind_of(command: str, before: str, after: str) -> str:
    """Return the kind of a command between two right displays."""
    landed = re.search(r"\|[A-Z]\|", before)
    if command in ("<", ">"):
        return "blocked" if before == after else "escape" if landed else "move"
    if command:
        return command[0]
    if "*" in before:
        return "removal"
    if "*" in after:
        return "match"
    if landed:
        return "freeze"
    if "[" in before:
        return "fall" if "[" in after else "landing"
    return "nothing"


def _reads_ahead(run: Run) -> bool:
    """Return whether the program reads all lines at once."""
    return any(event[0] == AHEAD for event in run.events)


# Comparing.


def same_game(got: Run, want: Run | tuple[Event, ...], lines: list[str], feature: str = "") -> None:
    """Fail unless *got* shows every display of *want* while *lines* are typed, and reads the Q at their end.

    feature: the one whose displays are counted. Checks of quitting grade output after Q or GAME OVER.
    """
    events = want.events if isinstance(want, Run) else want
    over = ends_by_itself(events)
    shown = got if over else until_quit(got, events)
    try:
        counted = counted_in(feature, events)
        _same_displays(shown, events, counted, whole=not over and shown is not got)
        if not over and not takes_all(got, events):
            no_exception(got, events)
            _fail(got, events, "ends before Q is typed")
    except CheckFailed as failed:
        raise CheckFailed(
            _about_the_end(failed.message, got, events), (*failed.exhibits, all_typed(lines))
        ) from None
    except Misbehaved as error:
        raise error.showing(all_typed(lines)) from None


def _same_displays(
    got: Run, events: tuple[Event, ...], counted: Collection[int], *, whole: bool
) -> None:
    """Fail unless *got* shows the displays of *events*, apart from superfluous ones; name the first that is wrong."""
    compared = _compared(got, events, counted, whole=whole)
    try:
        same_text(*_comparable(compared, events), whole=whole)
    except CheckFailed as failed:
        typed_lines = typed_in(events)
        read = len(typed_lines if _reads_ahead(got) else typed_in(got.events))
        wrong = wrong_display(_placed(compared.events), _placed(events), typed_lines, read)
        raise CheckFailed(wrong or failed.message, failed.exhibits) from None


def _compared(got: Run, events: tuple[Event, ...], counted: Collection[int], *, whole: bool) -> Run:
    """Return *got* without superfluous displays before the first difference from *events*, except *counted* ones."""
    if _is_shown(got, events):
        return got
    once = each_once(got, counted=counted)
    if _is_shown(once, events) or (
        not whole and printed_in(once.events).startswith(printed_in(events))
    ):
        return once
    right = takewhile(
        lambda pair: pair[0] == pair[1], zip(reactions(once), reactions(Run(events)), strict=False)
    )
    return each_once(got, sum(1 for _ in right), counted)


def _placed(events: tuple[Event, ...]) -> list[Placed]:
    """Return the displays of *events*, each with the number of lines that are typed before it; [] if other text is shown.

    A program that reads all lines at once shows no places: then each number is above all others.
    """
    if any(event[0] == AHEAD for event in events):
        return [(sys.maxsize, display) for display in displays(printed_in(events)) or ()]
    shown = [(number, displays(text)) for number, text in enumerate(reactions(Run(events))) if text]
    if any(found is None for _number, found in shown):
        return []
    return [(number, display) for number, found in shown for display in found or ()]


def _comparable(got: Run, events: tuple[Event, ...]) -> tuple[Run, tuple[Event, ...]]:
    """Return both, without their typed lines if *got* reads all lines at once: nothing demands when they are read."""
    if not _reads_ahead(got):
        return got, events
    mine, due = (
        tuple(event for event in shown if event[0] not in (TYPED, AHEAD))
        for shown in (got.events, events)
    )
    return Run(mine, got.end), due


def beside(got: Run, events: tuple[Event, ...]) -> tuple[Exhibit, ...]:
    """Return both transcripts around their first difference."""
    run, due = _comparable(got, events)
    return sides(to_lines(due), to_lines(run.events))


def until_quit(got: Run, events: tuple[Event, ...]) -> Run:
    """Return *got* up to the point at which it reads the last typed line of *events*; all of it if it never does.

    A program that reads all lines at once does not show that point.
    """
    left = len(typed_in(events))
    for place, event in enumerate(got.events):
        left -= event[0] == TYPED
        if left == 0 and event[0] == TYPED:
            return Run(got.events[: place + 1])
    return got


def _is_shown(got: Run, events: tuple[Event, ...]) -> bool:
    return printed_in(got.events) == printed_in(events)


def takes_all(got: Run, events: tuple[Event, ...]) -> bool:
    """Return whether the program read as many lines as it should, or all of them at once."""
    return _reads_ahead(got) or len(typed_in(got.events)) >= len(typed_in(events))


def _about_the_end(message: str, got: Run, events: tuple[Event, ...]) -> str:
    """Return *message*, or a better one if only the end of the game is wrong."""
    shown, wanted = printed_in(each_once(got).events), printed_in(events)
    if wanted.endswith(OVER) and shown == wanted.removesuffix(OVER):
        return "The program ends without GAME OVER." if takes_all(got, events) else message
    if OVER in shown and OVER not in wanted and wanted.startswith(shown[: shown.index(OVER)]):
        return "The program prints GAME OVER although the game goes on."
    return message


def _fail(got: Run, events: tuple[Event, ...], what: str) -> None:
    fail(f"The program {what}.", beside(got, events))


def same_apart_from_landing(student, reference, game: str, feature: str) -> None:
    """Fail unless *game* runs as the reference's; a landed faller may be shown as falling, or a falling one as landed.

    Other checks grade when a faller has landed.
    """
    lines = typed(game)
    got, want = (_without_bars(played(player, lines)) for player in (student, reference))
    same_game(got, want, lines, feature)


def _without_bars(run: Run) -> Run:
    """Return *run* with brackets around each landed jewel."""
    events: list[Event] = []
    for event in run.events:
        if event[0] == PRINTED and events and events[-1][0] == PRINTED:
            event = (PRINTED, events.pop()[1] + event[1])
        events.append(event)
    bars = re.compile(r"\|([A-Z])\|")
    return Run(
        tuple(
            (PRINTED, bars.sub(r"[\1]", event[1])) if event[0] == PRINTED else event
            for event in events
        ),
        run.end,
    )


def same_games(student, reference, *games: str, feature: str = "") -> None:
    """Fail unless each of *games*, in the notation of :func:`typed`, runs as the reference's.

    feature: as for :func:`same_game`.
    """
    for game in games:
        lines = typed(game)
        same_game(played(student, lines), played(reference, lines), lines, feature)


ROWS = (
    "4 / 3 / CONTENTS / ... / ... / ... / XXX / _ / Q",
    "4 / 4 / CONTENTS / .... / .... / .... / XX.. / F 3 S T X / _*5 / Q",
)
DIAGONALS = (
    "4 / 3 / CONTENTS / ... / X.. / SX. / TSX / _ / Q",
    "5 / 3 / CONTENTS / ... / ... / X.. / SX. / TS. / F 3 V W X / _*6 / Q",
    "4 / 3 / CONTENTS / ... / ..X / .XS / XST / _ / Q",
    "5 / 3 / CONTENTS / ... / ... / ..X / .XS / .ST / F 1 V W X / _*6 / Q",
)
"""Games with an ordinary match each, in the contents or made by a faller; both diagonals."""


def matches_somewhere(student, *games: str) -> None:
    """Fail unless asterisks are shown in one of *games*, each of which has an ordinary match.

    It is the other half of a check that something is no match: without it, a program that never looks for matches
    would pass. Other checks grade which jewels match.
    """
    shown = ""
    for game in games:
        shown = printed_in(played(student, typed(game)).events)
        if "*" in shown:
            return
    last = shown.splitlines()[-10:]  # two displays
    fail(
        "Nothing is marked where three equal jewels do stand in a line.",
        [text("printed at last", "\n".join(last) or "nothing"), all_typed(typed(games[-1]))],
    )


def acts(student, *commands: str) -> None:
    """Fail unless each of *commands* (R, < or >) changes the display at least once, with room on all sides.

    It is the other half of a check that a command has no effect: without it, a program that ignores the command would
    pass. Other checks grade the change.
    """
    start, end = typed("5 / 3 / EMPTY / F 2 S T V / _*2"), ["Q"]
    if _all_act(played(student, [*start, *commands, *end]), len(start), len(commands)):
        return
    before = _last_lines(
        played(student, start + end), 6
    )  # displays may not be assignable to commands
    for command in commands:
        lines = [*start, command, *end]
        if before == _last_lines(played(student, lines), 6):
            fail(f"{command} never does anything, not even where it should.", [all_typed(lines)])


def _all_act(run: Run, start: int, number: int) -> bool:
    """Return whether each of *number* lines, typed after *start* others, is followed by a different display."""
    shown = reactions(run)
    last = [displays(text) for text in shown[start : start + number + 1]]
    return len(last) > number and all(
        before and after and before[-1] != after[-1] for before, after in pairwise(last)
    )


def _last_lines(run: Run, number: int) -> list[str]:
    return printed_in(run.events).splitlines()[-number:]


ENDS = (
    "5 / 4 / CONTENTS / .... / .... / ...X / ...Y / ...Z / F 4 S T V / _*3 / Q",
    "5 / 4 / CONTENTS / .... / X... / Y... / Z... / V... / F 1 S T W / _*2 / Q",
)
"""Games that end with one jewel above the last column, and with two above the first."""


def ends_somewhere(student) -> None:
    """Fail unless the program ends one of the games ``ENDS`` by itself, or prints GAME OVER.

    It is the other half of a check that the game goes on: without it, a program whose games never end would pass.
    Other checks grade which jewels end a game.
    """
    if not any(_ends(student, game) for game in ENDS):
        fail(
            "The game never ends, not even where a faller freezes above the field.",
            [all_typed(typed(ENDS[0]))],
        )


def ends_once_saved(student, game: str) -> None:
    """Fail unless *game*, which a match saves and a later faller ends, ends by itself or prints GAME OVER.

    Other checks grade the displays.
    """
    if not _ends(student, game):
        fail("The game never ends once a match has saved it.", [all_typed(typed(game))])


def _ends(student, game: str) -> bool:
    lines = typed(game)
    run = played(student, lines)
    goes_on = takes_all(run, tuple((TYPED, line) for line in lines))
    return bool(_over_line(run)) or (not goes_on and run.end[0] != "raised")


def _over_line(run: Run) -> str:
    """Return the first printed line that is GAME OVER, apart from case and spaces; "" if there is none."""
    lines = printed_in(run.events).splitlines(keepends=True)
    return next((line for line in lines if "".join(line.split()).upper() == "GAMEOVER"), "")


def is_over(student, reference, game: str) -> Run:
    """Fail unless *game* ends with GAME OVER after the right number of displays; return the run.

    Other checks grade the contents of these displays.
    """
    lines = typed(game)
    got, want = played(student, lines), played(reference, lines)
    no_exception(got, want)
    shown = printed_in(each_once(got).events)
    exhibits = (*beside(got, want.events), all_typed(lines))
    if OVER not in shown:
        line = _over_line(got).rstrip("\n")
        words = (
            f"the line should be 'GAME OVER', and is {printable(line, 40)!r}"
            if line
            else "GAME OVER is never printed"
        )
        fail(f"The game should be over: {words}.", exhibits)
    number, due = (_displayed(text.partition(OVER)[0]) for text in (shown, printed_in(want.events)))
    if number != due:
        plural = "" if number == 1 else "s"
        fail(
            f"GAME OVER is printed after {number} display{plural} of the field; it should be after {due}.",
            exhibits,
        )
    return got


def ends(student, reference, game: str) -> None:
    """Fail unless the program ends by itself in *game*, with status 0, and prints nothing after GAME OVER.

    Other checks grade the displays, and GAME OVER itself.
    """
    lines = typed(game)
    got, want = played(student, lines), played(reference, lines)
    no_exception(got, want)
    exhibits = (*beside(got, want.events), all_typed(lines))
    read, due = (len(typed_in(run.events)) for run in (got, want))
    if OVER not in printed_in(got.events) and read != due:
        fail(
            f"The program should end after {due} typed lines; it reads {read} and prints no GAME OVER.",
            exhibits,
        )
    if after_over(got):
        fail(
            "The program prints more after GAME OVER.",
            [text("printed after it", after_over(got)), all_typed(lines)],
        )
    if status_of(got) != 0:
        fail(f"The program ends with status {status_of(got)} instead of 0.", [all_typed(lines)])


def goes_on(student, game: str, sign: str, read: int) -> None:
    """Fail if *game* is over, is not read up to its line *read*, or if the regex *sign* matches no display.

    Other checks grade the displays, and what comes after that line: a late display or an exception there.
    """
    lines = typed(game)
    got = played(student, lines)
    shown = printed_in(got.events)
    exhibits = [text("printed", shown), all_typed(lines)]
    if OVER in shown:
        fail("The program prints GAME OVER although the game goes on.", exhibits)
    if len(typed_in(got.events)) < read and not _reads_ahead(got):
        no_exception(got, ())
        fail(f"The program ends before line {read} is typed.", exhibits)
    if not re.search(sign, shown):
        fail(
            "No display shows the faller frozen in the top row, so the end of the game cannot be judged.",
            exhibits,
        )


def _displayed(shown: str) -> int:
    return sum(map(_is_floor, shown.splitlines()))


def after_over(run: Run) -> str:
    """Return the text printed after GAME OVER."""
    return printed_in(each_once(run).events).partition(OVER)[2]


def quits(student, reference, game: str, signs: str = "|", last: int = 0) -> None:
    """Fail unless the program ends with status 0 at the Q of *game*, and prints nothing after it.

    One of *signs* must be in the last display before Q, or in its *last* lines; its rest does not matter.
    """
    lines = typed(game)
    got, want = played(student, lines), played(reference, lines)
    no_exception(got, want)
    exhibits = (*beside(got, want.events), all_typed(lines))
    if not takes_all(got, want.events):
        fail("The program ends before Q is typed.", exhibits)
    before = printed_in(until_quit(got, want.events).events)
    rows = before.splitlines()
    if _reads_ahead(got):
        rows = rows[: len(printed_in(want.events).splitlines())]
    after = printed_in(got.events)[len("\n".join([*rows, ""])) :]
    if after:
        fail(
            "The program prints more after Q.", [text("printed after it", after), all_typed(lines)]
        )
    shown = "".join(rows[-last or -int(lines[0]) - 1 :])
    if not any(sign in shown for sign in signs):
        fail(
            "The last display before Q is wrong, so Q does not end the game in the intended state.",
            exhibits,
        )
    if status_of(got) != 0:
        fail(f"The program ends with status {status_of(got)} instead of 0.", [all_typed(lines)])
