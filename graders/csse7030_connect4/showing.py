"""Common code of checks: it parses answers, compares them, and makes exhibits of differences.

One operation calls a function with several cases; the result of each call is a :class:`Seen`. A game is compared piece
by piece. A piece is the output after one typed line, up to and including the next prompt (spec 9).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import Any

from graders.csse7030_connect4.boards import SIZE, drawn
from graders.harness import (
    AHEAD,
    PRINTED,
    STARVED,
    TYPED,
    CheckFailed,
    Exhibit,
    Misbehaved,
    Run,
    Transcripts,
    all_typed,
    cause,
    exception_cause,
    fail,
    printable,
    run_of,
    sides,
    text,
    to_lines,
    value,
)

PUBLIC = {"task": "functionality", "marks": 3, "tags": ("any-edition",)}
"""Marks are in hundredths of a mark; all checks together have 600."""
PURPOSE = {**PUBLIC, "marks": 6}
"""For the check of a function's purpose, because a function that does something else misses more than one test."""
HIDDEN = {**PUBLIC, "visibility": "hidden"}
SIZED = {"task": "functionality", "marks": 3, "tags": ("7030-only",)}
"""For the CSSE7030 edition only: boards of other sizes, numbers of two digits (spec 0)."""
SIZED_HIDDEN = {**SIZED, "visibility": "hidden"}
OWN = {"variants": ("own",)}
SOUND = {"variants": ("sound", "own")}
"""For checks of a function that uses others: with sound ones, and with the submission's own. The sound ones come
first, so that an infinite loop in one function costs no time in the checks of all others."""
LEAVES = {"variants": ("sound", "leaves", "own")}
"""For checks of main: also with the submission's own play_game and sound functions, because main and play_game may
exchange values in any way (spec 12)."""

Case = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Seen:
    """The visible result of one call."""

    run: Run
    after: list[Any]
    """The arguments after the call."""

    @property
    def result(self) -> Any:
        """The returned value."""
        return self.run.end[1]

    @property
    def returned(self) -> bool:
        """Whether the call returned normally."""
        return self.run.end[0] == "returned"

    @property
    def text(self) -> str:
        """The printed text."""
        return "".join(event[1] for event in self.run.events if event[0] == PRINTED)


def calm(run: Run, what: str, exhibits: tuple[Exhibit, ...] = ()) -> None:
    """Fail if the function did not return normally: it raised an exception, called exit, or asked for input."""
    if starved(run):
        fail(f"{what} asks for input.", exhibits)
    if run.end[0] == "raised":
        raised(run, exhibits)
    if run.end[0] == "exit":
        fail(f"{what} ends the whole program instead of returning.", exhibits)


def starved(run: Run) -> bool:
    """Return whether the program asked for a line after the last one was typed, and could not continue."""
    return any(event[0] in (STARVED, AHEAD) for event in run.events)


def raised(run: Run, exhibits: tuple[Exhibit, ...] = ()) -> None:
    """End the check with the exception that the program raised."""
    _kind, name, told, where, _what = run.end
    raise Misbehaved(exception_cause(name, told, where), exhibits, where)


def seen(answer: object, cases: Sequence[Case]) -> list[Seen]:
    """Return the result of each case from the answer of an operation; fail unless it has the right form."""
    if not isinstance(answer, list) or len(answer) != len(cases):
        fail("The answer does not have the form of an answer.", [value("got", answer)])
    told = []
    for item in answer:
        if (
            not isinstance(item, list)
            or len(item) != 3
            or not isinstance(item[2], list)
            or len(item[2]) != len(cases[0])
        ):
            fail("The answer does not have the form of an answer.", [value("got", item)])
        told.append(Seen(run_of(item[:2]), item[2]))
    return told


View = Callable[[Seen], Iterable[tuple[str, Any]]]
"""A function from a call's result to the compared parts, as pairs of a name and a value."""


def result(one: Seen) -> Iterable[tuple[str, Any]]:
    """Compare the returned value."""
    yield "returned", exactly(one.result)


def output(one: Seen) -> Iterable[tuple[str, Any]]:
    """Compare the printed text."""
    yield "printed", one.text


def result_and_output(one: Seen) -> Iterable[tuple[str, Any]]:
    """Compare the returned value and the printed text."""
    yield from result(one)
    yield from output(one)


def board_and_output(one: Seen) -> Iterable[tuple[str, Any]]:
    """Compare the board afterwards and the printed text."""
    yield from board(one)
    yield from output(one)


def board(one: Seen) -> Iterable[tuple[str, Any]]:
    """Compare the board afterwards."""
    yield "board", one.after[0]


def exactly(shown: Any) -> Any:
    """Return *shown* with the name of its type, so that 1 does not equal 1.0. True equals 1, as for ``expect``."""
    return ["int" if isinstance(shown, bool) else type(shown).__name__, shown]


def same_calls(
    answer: object, want: object, name: str, cases: Sequence[Case], view: View, size: int = SIZE
) -> None:
    """Fail at the first of *cases* whose result is wrong."""
    for case, got, due in zip(cases, seen(answer, cases), seen(want, cases), strict=True):
        what = called(name, case, size)
        calm(got.run, what, shown_case(case, what))
        for (label, mine), (_label, right) in zip(view(got), view(due), strict=True):
            if mine != right:
                shown = partial(told, label, case, mine, right, got.text)
                fail(f"{what}: {_MESSAGES[label]}.", shown)


_MESSAGES = {
    "returned": "it returns a wrong value",
    "printed": "it prints wrong text",
    "board": "the board is wrong afterwards",
    "rows": "the rows are not those of the board",
    "numbers": "the line of column numbers is wrong",
    "lines": "the number of lines is wrong",
    "last": "the last line does not end as it should",
}


def called(name: str, case: Case, size: int) -> str:
    """Return a call in words."""
    shown = ", ".join("board" if isinstance(part, list) else repr(part) for part in case)
    return printable(
        f"{name}({shown})" + (f" on a board of {size} by {size}" if size != SIZE else ""), 200
    )


def shown_case(case: Case, what: str) -> tuple[Exhibit, ...]:
    """Return the exhibits of a call: its board, and *what*, the call in words."""
    board = (text("board", drawn(case[0])),) if case and is_board(case[0]) else ()
    return (*board, text("call", what))


def told(label: str, case: Case, mine: Any, right: Any, printed: str = "") -> list[Exhibit]:
    """Return the exhibits of a call with a wrong result. printed: what it printed besides."""
    shown: list[Exhibit] = []
    if case and isinstance(case[0], list):
        shown.append(text("board", drawn(case[0])))
    if label in ("printed", "rows"):
        due, have = (
            to_lines([(PRINTED, part if isinstance(part, str) else "\n".join(part))])
            for part in (right, mine)
        )
        return [*shown, *sides(due, have)]
    if label == "board" and is_board(mine) and is_board(right):
        return [*shown, text("expected", drawn(right)), text("got", drawn(mine))]
    if label == "returned":
        right, mine = right[1], mine[1]
        output = [text("it printed", printed)] if printed else []
        return [*shown, value("expected", right), value("got", mine), *output]
    return [*shown, value("expected", right), value("got", mine)]


def is_board(shown: Any) -> bool:
    """Return whether *shown* can be drawn as a board."""
    return (
        isinstance(shown, list)
        and bool(shown)
        and all(isinstance(column, str) and len(column) == len(shown) for column in shown)
    )


def function(
    student: Any,
    reference: Any,
    name: str,
    cases: Sequence[Any],
    view: View,
    sizes: Iterable[int] = (SIZE,),
    *known: Any,
) -> None:
    """Fail unless the submission's function gives the reference's results in all *cases*.

    A case has the form that the operation takes: the single argument, or a list of several.
    """
    for size in sizes:
        given = [] if name in NO_ARGUMENT else [cases]
        answer = getattr(student, name)(size, *given, *known)
        want = getattr(reference, name)(size, *given)
        listed = cases if name in SEVERAL_ARGUMENTS + NO_ARGUMENT else [[case] for case in cases]
        same_calls(answer, want, name, listed, view, size)


MOST_CALLS = 8
"""The most calls of one operation that are shown."""
SEVERAL_ARGUMENTS = ("add_piece", "remove_piece")
NO_ARGUMENT = ("generate_initial_board", "num_hours")


def calls(name: str, cases: Sequence[Case], size: int) -> str:
    """Return the calls of one operation in words, one a line; those that differ by their boards alone are one line."""
    words = list(dict.fromkeys(called(name, case, size) for case in cases))
    if len(words) == 1 < len(cases):
        return f"{words[0]}, with {len(cases)} boards"
    return "\n".join(words[:MOST_CALLS] + ["..."] * (len(words) > MOST_CALLS))


def once_at_least(
    student: Any,
    name: str,
    cases: Sequence[Any],
    holds: Callable[[Seen], bool],
    message: str,
    *known: Any,
) -> None:
    """Fail unless *holds* is true for one of *cases*.

    It is the other half of a check that something does not happen: without it, a function that never does anything
    would pass. Other checks grade the exact result. If none holds, the first call that did not return explains why.
    """
    listed = cases if name in SEVERAL_ARGUMENTS else [[case] for case in cases]
    answers = seen(getattr(student, name)(SIZE, cases, *known), listed)
    if not any(holds(one) for one in answers):
        for case, one in zip(listed, answers, strict=True):
            what = called(name, case, SIZE)
            calm(one.run, what, shown_case(case, what))
        label = "first board" if len(listed) > 1 else "board"
        boards = [text(label, drawn(case[0])) for case in listed[:1] if case and is_board(case[0])]
        fail(message, [*boards, text("calls", calls(name, listed, SIZE))])


# Dialogues.


def pieces(run: Run) -> list[str]:
    """Return the text printed before the first typed line, between it and the next, and so on."""
    found: list[list[str]] = [[]]
    for event in run.events:
        if event[0] == PRINTED:
            found[-1].append(event[1])
        else:
            found.append([])
    return ["".join(parts) for parts in found]


def talk(call: Callable[[], object], lines: Sequence[str]) -> Run:
    """Return the run from the answer of *call*; if the program misbehaves, show the typed lines."""
    try:
        return run_of(call())
    except Misbehaved as error:
        raise error.showing(all_typed(lines)) from None


def typed_before(lines: Sequence[str], most: int = 6) -> str:
    """Return the last *most* of *lines* in words, after "..." if there are more."""
    return ("..., " if len(lines) > most else "") + ", ".join(map(repr, lines[-most:]))


def same_prompts(got: Run, want: Run, lines: Sequence[str], what: str) -> None:
    """Fail unless *got* reads as many lines as *want*, each after the same question, and then ends likewise.

    Only the letters and digits of a question count. Other checks grade its exact text, and the output in between.
    """
    if got.end[0] == "raised" and not starved(got):
        raised(got, (all_typed(lines),))
    mine, right = (asked(got), calm_end(got)), (asked(want), calm_end(want))
    if mine != right:
        fail(
            f"{what} takes {mine[0]} of the {len(lines)} lines typed and {mine[1]}, where the right program takes"
            f" {right[0]} and {right[1]}.",
            [all_typed(lines)],
        )
    for place, (have, due) in enumerate(zip(questions(got), questions(want), strict=True)):
        if letters(have) != letters(due):
            told = [value("expected", due), value("got", have), all_typed(lines)]
            fail(
                f"{what} takes {lines[place]!r} as the answer to another question than it should.",
                told,
            )


def questions(run: Run) -> list[str]:
    """Return the text before the cursor as each line is read."""
    return [piece.split("\n")[-1] for piece in pieces(run)[:-1]]


def letters(shown: str) -> str:
    """Return the letters and digits of a text in lower case."""
    return "".join(sign for sign in shown.casefold() if sign.isalnum())


def asked(run: Run) -> int:
    """Return the number of lines that were read."""
    return sum(event[0] == TYPED for event in run.events)


def ending(run: Run) -> str:
    """Return the end of *run*, in words."""
    if any(event[0] == AHEAD for event in run.events):
        return "takes all its input at once"
    if starved(run):
        return "asks for another line"
    return {"returned": "returns", "exit": "ends the whole program"}.get(
        run.end[0], "raises an exception"
    )


def calm_end(run: Run) -> str:
    """Return the end of *run*, in words, for a program that may also call exit()."""
    return {"ends the whole program": "ends", "returns": "ends"}.get(ending(run), ending(run))


@contextmanager
def with_stand_ins(name: str) -> Iterator[None]:
    """Say with whose functions *name* was called, if the check fails.

    In the first variant right functions stand in for those that it calls, and the report shows that run.
    """
    played = text("played with", f"your {name}; right functions stand in for the others of a1.py")
    try:
        yield
    except CheckFailed as failed:
        raise CheckFailed(failed.message, (*failed.exhibits, played)) from None
    except Misbehaved as error:
        raise error.showing(played) from None


OPENING = -1
END = "end"
ALL = "all"


def same_game(
    got: Run,
    want: Run,
    lines: Sequence[str],
    which: Sequence[int] | str = END,
    what: str = "The game",
    counted: tuple[Run, Run] | None = None,
) -> None:
    """Fail unless *got* reacts to some of the *lines* as *want* does.

    which: indices of these lines (OPENING: the output before any line), ALL, or END: the last line, and the end itself.
    counted: the part of both that counts; the exhibits show all of it.
    """
    whole = pieces(got), pieces(want)
    have, due = whole if counted is None else map(pieces, counted)
    everywhere = range(-1, max(len(have), len(due)) - 1)
    places = {ALL: everywhere, END: [len(lines) - 1]}[which] if isinstance(which, str) else which
    crashed = got.end[0] == "raised" and not starved(got)
    for place in places:
        mine = have[place + 1] if place + 1 < len(have) else None
        right = due[place + 1] if place + 1 < len(due) else None
        if mine == right:
            continue
        full_mine, full_right = (
            part[place + 1] if place + 1 < len(part) else None for part in whole
        )
        shown = reaction(lines, place, full_right, full_mine, whole[1][: place + 1])
        if crashed and (mine is None or place + 2 >= len(have)):
            raised(got, shown)
        before = f"after {typed_before(lines[: place + 1])}" if place >= 0 else "at its beginning"
        if mine is None:
            fail(f"{what} ends too early: {before} it should go on.", shown)
        if right is None:
            fail(f"{what} goes on too long: {before} it should have ended.", shown)
        if not mine and place + 2 == len(have) < len(due) and not starved(got):
            fail(f"{what} ends too early: {before} it should ask for another line.", shown)
        counted_lines, all_lines = (
            (_as_lines(lines, place, one), _as_lines(lines, place, other))
            for one, other in ((right, mine), (full_right, full_mine))
        )
        fail(f"{what}, {before}: it {_wrong_in(counted_lines, all_lines)}.", shown)
    if crashed:
        raised(got, (all_typed(lines),))
    if which == END:
        same_end(got, want, lines, what)


def same_end(got: Run, want: Run, lines: Sequence[str], what: str) -> None:
    """Fail unless *got* ends after as many of the *lines* as *want*, and likewise."""
    if (asked(got), ending(got)) != (asked(want), ending(want)):
        fail(
            f"{what} {ending(got)} after {asked(got)} of the lines typed, where the right program {ending(want)}"
            f" after {asked(want)}.",
            [all_typed(lines)],
        )


Sides = tuple[list[str], list[str]]
"""The lines that are due, and those of the program."""


def _wrong_in(counted: Sides, whole: Sides) -> str:
    """Return the first difference of the lines that count, by its place among all lines if that is the first, too.

    The two sides may lack different lines, if only one has an outcome below a board that does not count. So the first
    difference of all lines is taken if it is in the same line that is due.
    """
    empty = _extra_empty_line(*whole)
    if empty:
        return f"prints an extra empty line, line {empty}"
    due, have = _first_lines(counted)
    if due != _first_lines(whole)[0]:
        return f"prints {printable(have, 80)!r} where {due!r} is due"
    return cause(*whole) + _in_board(*_first_lines(whole))


def _extra_empty_line(due: list[str], have: list[str]) -> int:
    """Return the number of the only line by which the two differ, an empty one of the program; 0 if they differ otherwise."""
    for place, line in enumerate(have):
        if not line.strip() and [*have[:place], *have[place + 1 :]] == due:
            return place + 1
    return 0


def _first_lines(two: Sides) -> tuple[str, str]:
    """Return the first two lines that differ, without spaces at their cursor; "" for a line that is not there."""
    pairs = zip_longest(*two, fillvalue="")
    due, have = next((pair for pair in pairs if pair[0] != pair[1]), ("", ""))
    return due.replace(" \\", "\\"), have.replace(" \\", "\\")


def _in_board(due: str, have: str) -> str:
    """Return the place of the first difference in a row of a board, in words; "" if the lines are no such rows."""
    if len(due) != len(have) or (due[:1], have[:1]) != ("|", "|"):
        return ""
    at = next(
        place for place, (one, other) in enumerate(zip(due, have, strict=True)) if one != other
    )
    return (
        f": column {(at + 1) // 2} of this row should have {due[at]!r}, and has {have[at]!r}"
        if at % 2
        else ""
    )


def _as_lines(lines: Sequence[str], place: int, shown: str | None) -> list[str]:
    typed = [(TYPED, lines[place])] if 0 <= place < len(lines) else []
    return to_lines([*typed, (PRINTED, shown or "")])


def reaction(
    lines: Sequence[str],
    place: int,
    right: str | None,
    mine: str | None,
    before: Sequence[str] = (),
) -> tuple[Exhibit, ...]:
    """Return the exhibits of one reaction: both transcripts, the board *before* it, and the lines typed so far.

    before: the right pieces up to there.
    """
    due, have = _as_lines(lines, place, right), _as_lines(lines, place, mine)
    shown = tuple(exhibit for exhibit in sides(due, have) if isinstance(exhibit, Transcripts))
    if place < 1:
        return shown
    board = last_board("\n".join(before))
    return (
        *shown,
        *([text("board before", board)] if board else []),
        all_typed(lines[: place + 1]),
    )


def games(
    student: Any,
    reference: Any,
    stories: Iterable[tuple[str | Sequence[str], Sequence[int] | str]],
    size: int = SIZE,
) -> None:
    """Fail unless each game runs as the reference's; *stories* are pairs of the lines to type and ``which``."""
    for story, which in stories:
        with with_stand_ins("play_game"):
            got, want, lines = both(student, reference, story, size)
            same_game(got, want, lines, which)


def both(
    student: Any, reference: Any, story: str | Sequence[str], size: int = SIZE
) -> tuple[Run, Run, list[str]]:
    """Return the runs of the submission's play_game and of the reference's, and the typed lines."""
    lines = story.split() if isinstance(story, str) else list(story)
    known = reference.watched(size, "play_game", lines)
    known["games"] = []
    return (
        talk(lambda: student.game(size, lines, known), lines),
        run_of(reference.game(size, lines)),
        lines,
    )


def plays(student: Any, reference: Any, story: str) -> None:
    """Fail unless a board with a piece is shown while *story* is played, so that the check has a game to judge."""
    with with_stand_ins("play_game"):
        got, _want, lines = both(student, reference, story)
        if not pieces_shown("".join(pieces(got))):
            fail("No board with a piece is ever shown in this game.", [all_typed(lines)])


def outcomes(student: Any, reference: Any, stories: Iterable[str]) -> None:
    """Fail unless each game ends with its last line, and with the right outcome.

    The check of an ordinary win grades the board before the outcome.
    """
    for story in stories:
        with with_stand_ins("play_game"):
            _same_outcome(*both(student, reference, story))


def _same_outcome(got: Run, want: Run, lines: Sequence[str]) -> None:
    if got.end[0] == "raised" and not starved(got):
        raised(got, (all_typed(lines),))
    if (asked(got), ending(got)) != (asked(want), ending(want)):
        same_game(got, want, lines, END)
    mine, right = (last_words(pieces(run)[-1]) for run in (got, want))
    if mine != right:
        shown = reaction(
            lines, len(lines) - 1, pieces(want)[-1], pieces(got)[-1], pieces(want)[:-1]
        )
        said = f"not {mine!r}" if mine else "and no outcome is shown"
        fail(f"After {typed_before(lines)} the outcome should be {right!r}, {said}.", shown)


_LETTERS = re.compile("[A-Za-z]{2}")


def last_words(shown: str) -> str:
    """Return the last printed line that has words, and is no row of a board, or ""."""
    lines = reversed(shown.split("\n"))
    return next((line.strip() for line in lines if _LETTERS.search(line)), "")


_GRID = re.compile(r"[XO](?= *\|)")


def pieces_shown(shown: str) -> int:
    """Return the number of pieces on the last board in *shown*, of both players and in any cell."""
    return len(_GRID.findall(last_board(shown)))


def last_board(shown: str) -> str:
    """Return the rows of the last board in *shown*, or ""."""
    block: list[str] = []
    for line in reversed(shown.split("\n")):
        if "|" in line:
            block.append(line)
        elif block:
            break
    return "\n".join(reversed(block))
