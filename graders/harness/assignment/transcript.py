"""Transcripts: what a person at a terminal sees of a program, in scenarios, in checks and in
reports.

A run of a program comes from the driver as ``[end, events]`` (see ``inside/server.py`` and
``inside/streams.py``). As text it looks as on a screen: what is typed stands between « and », and
ends the line, as the Enter key does. A space at the end of a line is written ␠, a last line without
a line break ends in a backslash; a backslash stands before a character that would mean something
else, also before a # at the beginning of a line. In a scenario, lines that begin with # are
remarks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from graders.harness.assignment.alignment import aligned, gap
from graders.harness.assignment.check import Misbehaved, exception_cause, fail, text
from graders.harness.result import Cause, CauseKind, Exhibit, Text, Transcripts, printable

PRINTED, TYPED, AHEAD, STARVED = "printed", "typed", "ahead", "starved"
_SHAPES = {PRINTED: (str, str), TYPED: (str, str), AHEAD: (str, int), STARVED: (str,)}
_ENDS = {"returned": 2, "exit": 2, "raised": 5}
_SPECIAL = re.compile(r"[\\«»␠]")
BEFORE, AFTER, FARTHEST = 8, 12, 24
"""Lines that are shown before and after the first difference; up to FARTHEST before it, to show the
last typed one.
"""
MOST = 100
"""Lines after it that are looked at to find what belongs together."""

Event = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a program, as it was seen."""

    events: tuple[Event, ...]
    """Such as ("printed", text) and ("typed", line); see ``inside/streams.py``."""
    end: tuple[Any, ...] = ("returned", None)
    """("returned", value), ("exit", status) or ("raised", type, text, where, what)."""


def run_of(answer: object) -> Run:
    """Return the run that an operation answered with. Ends the check as crashed if the answer is no
    run at all.
    """
    match answer:
        case [[*end], [*events]] if end and _ENDS.get(
            end[0] if isinstance(end[0], str) else ""
        ) == len(end):
            shaped = tuple(map(_event, events))
            if None not in shaped and (
                end[0] != "raised" or all(isinstance(part, str) for part in end)
            ):
                return Run(tuple(event for event in shaped if event is not None), tuple(end))
    raise Misbehaved(Cause(CauseKind.CHANNEL_ABUSE))


def _event(event: object) -> Event | None:
    if not isinstance(event, list) or not event or not isinstance(event[0], str):
        return None
    return tuple(event) if tuple(map(type, event)) == _SHAPES.get(event[0]) else None


# As text.


def to_lines(events: Iterable[Event]) -> list[str]:
    """Return *events* as the lines of a screen, in the notation of scenarios."""
    text: list[str] = []
    for event in events:
        kind = event[0]
        if kind == PRINTED:
            text.append(_escaped(event[1]))
        elif kind == TYPED:
            text.append(f"«{_escaped(event[1])}»\n")
        else:
            text.append(f"«{_WORDS[kind]}»\n")
    whole = "".join(text)
    lines = whole.split("\n")
    if lines[-1]:
        lines[-1] += "\\"
    else:
        lines.pop()
    return [_line(line) for line in lines]


_WORDS = {
    STARVED: "asks for another line, but nothing more is typed",
    AHEAD: "reads all lines that are left at once",
}


def _line(line: str) -> str:
    bare = line.rstrip(" ")
    line = bare + "␠" * (len(line) - len(bare))
    return "\\" + line if line.startswith("#") else line


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)


class TranscriptError(ValueError):
    """A transcript that cannot be read; the first argument is the place of the line, from 0, the
    second says why.
    """


def from_lines(lines: Sequence[str]) -> tuple[Event, ...]:
    """Return the events that *lines*, the body of a scenario, stand for. Raises TranscriptError."""
    events: list[Event] = []
    printed: list[str] = []

    def flush() -> None:
        if printed:
            events.append((PRINTED, "".join(printed)))
            printed.clear()

    for place, line in enumerate(lines):
        if line.startswith("#"):
            continue
        if line.endswith(" "):
            raise TranscriptError(place, "write a space at the end of a line as ␠")
        typed: list[str] | None = None
        closed = False
        index, broken = 0, True
        while index < len(line):
            sign = line[index]
            if closed:
                raise TranscriptError(place, "nothing can follow » on its line")
            if sign == "\\":
                if index + 1 == len(line):
                    broken = False
                    break
                index += 1
                (printed if typed is None else typed).append(line[index])
            elif sign == "«":
                if typed is not None:
                    raise TranscriptError(place, "« within « »")
                flush()
                typed = []
            elif sign == "»":
                if typed is None:
                    raise TranscriptError(place, "» without «")
                closed = True
            else:
                (printed if typed is None else typed).append(" " if sign == "␠" else sign)
            index += 1
        if typed is not None:
            if not closed:
                raise TranscriptError(place, "« without »")
            events.append((TYPED, "".join(typed)))
        elif broken:
            printed.append("\n")
    flush()
    return tuple(_joined(events))


def _joined(events: Iterable[Event]) -> Iterable[Event]:
    """Yield *events*, those printed one after the other as one."""
    text = ""
    for event in events:
        if event[0] == PRINTED:
            text += event[1]
            continue
        if text:
            yield (PRINTED, text)
            text = ""
        yield event
    if text:
        yield (PRINTED, text)


def typed_in(events: Iterable[Event]) -> list[str]:
    """Return the lines that are typed in *events*."""
    return [event[1] for event in events if event[0] == TYPED]


def all_typed(lines: Sequence[str]) -> Text:
    """Return an exhibit of all *lines*, to be typed again; what is hard to see is quoted."""
    return text(
        "typed", "\n".join(line if line == line.strip() and line else repr(line) for line in lines)
    )


def printed_in(events: Iterable[Event]) -> str:
    """Return the text that is printed in *events*."""
    return "".join(event[1] for event in events if event[0] == PRINTED)


# Comparing.


def same_run(got: Run, want: Run | Sequence[Event], what: str = "The program") -> None:
    """End the check unless *got* shows what *want* shows, and ends without an exception.

    Verdicts: *failed* at the first difference, with both transcripts and the cause where it is a
    usual one; *raised* where an exception ends the program.
    """
    no_exception(got, want, what)
    due, have = to_lines(_events(want)), to_lines(got.events)
    if have != due:
        fail(f"{what} {cause(due, have)}.", sides(due, have))


def same_text(
    got: Run, want: Run | Sequence[Event], *, whole: bool = True, what: str = "The program"
) -> None:
    """End the check unless *got* prints what *want* prints, whenever it takes lines in between.

    whole: it also prints nothing more, and ends with status 0; otherwise nothing counts that comes
    after that text. Verdicts as in :func:`same_run`, but an exception matters only if it comes
    before a wrong character. The message names the line that was typed last before the first
    difference.
    """
    text, wanted = printed_in(got.events), printed_in(_events(want))
    if text.startswith(wanted) and not whole:
        return
    if wanted.startswith(text):
        no_exception(got, want, what)
    if text != wanted:
        due, have = to_lines(_events(want)), to_lines(got.events)
        typed = typed_in(from_lines(due[: first_difference_of(due, have)]))
        last = f"«{printable(typed[-1], 80)}»" if typed and typed[-1] else "an empty one"
        after = f" The line typed last before that is number {len(typed)}, {last}." if typed else ""
        fail(f"{what} {cause(due, have)}.{after}", sides(due, have))
    if status_of(got) != 0:
        fail(f"{what} prints what it should, but ends with status {status_of(got)} instead of 0.")


def status_of(run: Run) -> int:
    """Return the exit status that a shell would see of a program that ended like *run*."""
    match run.end:
        case ("exit", int(status)):
            return status & 0xFF
    return 0 if run.end[0] == "returned" else 1


def _events(want: Run | Sequence[Event]) -> tuple[Event, ...]:
    return want.events if isinstance(want, Run) else tuple(want)


def no_exception(got: Run, want: Run | Sequence[Event], what: str = "The program") -> None:
    """End the check as *raised* if an exception ends *got*, or as *failed* if a line was missing
    that nobody types.
    """
    if got.end[0] != "raised":
        return
    due, have = to_lines(_events(want)), to_lines(got.events)
    _kind, name, text, where, _what = got.end
    if STARVED in [event[0] for event in got.events] and name == "EOFError":
        fail(f"{what} {cause(due, have)}.", sides(due, have))
    raise Misbehaved(exception_cause(name, text, where), sides(due, have), where)


def sides(due: Sequence[str], have: Sequence[str]) -> tuple[Exhibit, ...]:
    """Return the two transcripts around their first difference."""
    first = first_difference_of(due, have)
    typed = [place for place in range(max(0, first - FARTHEST), first) if "«" in due[place]]
    start = max(0, min([first - BEFORE, *typed[-1:]]))
    rows = aligned(due[: first + MOST], have[: first + MOST], first)[first : first + AFTER]

    def cut(lines: Sequence[str], places: list[int]) -> tuple[str, ...]:
        return tuple(printable(line, 200) for line in lines[start : max([first - 1, *places]) + 1])

    expected = cut(due, [row.expected for row in rows if row.expected is not None])
    got = cut(have, [row.got for row in rows if row.got is not None])
    return (
        Transcripts(
            label="transcript", start=start + 1, mark=first - start, expected=expected, got=got
        ),
    )


def first_difference_of(due: Sequence[str], have: Sequence[str]) -> int:
    """Return the place of the first line that differs; it may be one past the end of either."""
    for place, (mine, other) in enumerate(zip(due, have, strict=False)):
        if mine != other:
            return place
    return min(len(due), len(have))


def cause(due: Sequence[str], have: Sequence[str]) -> str:
    """Say in words what is wrong at the first difference, as the rest of a sentence about the
    program.
    """
    first = first_difference_of(due, have)
    place = f"line {first + 1}"
    if not have:
        return "prints nothing"
    if first == len(have):
        return f"ends too early, after line {first}"
    got = have[first]
    asks, takes = f"«{_WORDS[STARVED]}»", f"«{_WORDS[AHEAD]}»"
    if got.endswith(asks):
        return f"asks for another line of input ({place}) where it should have ended"
    if takes in got:
        return f"reads all its input at once ({place}) instead of line by line"
    if first == len(due):
        shown = printable(_plain(got).removesuffix("\\"), 80)
        return f"should print nothing{' more' if first else ''}, but prints {shown!r} in {place}"
    want = due[first]
    if got.removesuffix("\\") == want.removesuffix("\\"):
        return (
            f"{'leaves out' if len(got) > len(want) else 'has'} a line break at the end of {place}"
        )
    if _bare(got) == _bare(want):
        missing = len(want) - len(_bare(want)) > len(got) - len(_bare(got))
        return f"{'leaves out a space' if missing else 'has an extra space'} at the end of {place}"
    if got == "" and first + 1 < len(have) and have[first + 1] == want:
        return f"prints an extra empty line ({place})"
    if want == "" and first + 1 < len(due) and due[first + 1] == got:
        return f"leaves out an empty line ({place})"
    if first + 1 < len(due) and want and _plain(got) == _plain(want + due[first + 1]):
        return f"leaves out a line break in {place}"
    if first + 1 < len(have) and got and _plain(want) == _plain(got + have[first + 1]):
        return f"has an extra line break in {place}"
    rows = aligned(due[: first + MOST], have[: first + MOST], first)
    lacking, extra = gap(rows, first)
    if max(lacking, extra) > 1 and first + max(lacking, extra) < len(rows):
        return (
            f"leaves out {lacking} lines from {place} on"
            if lacking
            else f"prints {extra} extra lines from {place} on"
        )
    if got.casefold() == want.casefold():
        return f"differs in upper and lower case in {place}"
    if "".join(got.split()).replace("␠", "") == "".join(want.split()).replace("␠", ""):
        return f"differs in spaces in {place}"
    if "«" in got and "«" not in want:
        return f"asks for input in {place}, where it should print"
    if "«" in want and "«" not in got:
        return f"prints in {place}, where it should ask for input"
    return f"differs in {place}"


def _plain(line: str) -> str:
    return line.replace("␠", " ")


def _bare(line: str) -> str:
    return line.removesuffix("\\").rstrip("␠")
