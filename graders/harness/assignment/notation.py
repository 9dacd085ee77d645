"""Transcripts as text: the notation of scenarios and reports.

It looks as on a screen: what is typed stands between « and », and ends the line, as the Enter key
does. A space at the end of a line is written ␠, a last line without a line break ends in a
backslash; a backslash stands before a character that would mean something else, also before a # at
the beginning of a line. In a scenario, lines that begin with # are remarks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

PRINTED, TYPED, AHEAD, STARVED = "printed", "typed", "ahead", "starved"
WORDS = {
    STARVED: "asks for another line, but nothing more is typed",
    AHEAD: "reads all lines that are left at once",
}
"""Words that stand for other events, between « and »."""

_SPECIAL = re.compile(r"[\\«»␠]")
_WRITTEN = re.compile(r"\\(.)|␠", re.DOTALL)
"""An escaped character, or a space at the end of a line."""
_SCREEN_LINE = re.compile(
    r"(?P<printed>(?:\\.|[^\\«»])*)(?:«(?P<typed>(?:\\.|[^\\«»])*)»|(?P<goes_on>\\))?",
    re.DOTALL,
)
_PROBLEMS = (
    (re.compile(r"[^«»]*»"), "» without «"),
    (re.compile(r"[^«»]*«[^«»]*«"), "« within « »"),
    (re.compile(r"[^«»]*«[^«»]*\Z"), "« without »"),
    (re.compile(r""), "nothing can follow » on its line"),
)
"""Beginnings of lines, without escaped characters, that are no `_SCREEN_LINE`."""
Event = tuple[Any, ...]


def to_lines(events: Iterable[Event]) -> list[str]:
    """Return *events* as the lines of a screen, in the notation of scenarios."""
    *lines, last = "".join(map(_on_screen, events)).split("\n")
    if last:
        lines.append(last + "\\")
    return list(map(_line, lines))


def _on_screen(event: Event) -> str:
    kind = event[0]
    if kind == PRINTED:
        return _escaped(event[1])
    typed = _escaped(event[1]) if kind == TYPED else WORDS[kind]
    return f"«{typed}»\n"


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
    for place, line in enumerate(lines):
        if not line.startswith("#"):
            events += _events_in(line, place)
    return tuple(_joined(events))


def _events_in(line: str, place: int) -> list[Event]:
    if line.endswith(" "):
        raise TranscriptError(place, "write a space at the end of a line as ␠")
    parts = _SCREEN_LINE.fullmatch(line)
    if parts is None:
        signs = _WRITTEN.sub("-", line)
        problem = next(
            problem for pattern, problem in _PROBLEMS if pattern.match(signs)
        )
        raise TranscriptError(place, problem)
    printed = _unescaped(parts["printed"])
    if parts["typed"] is not None:
        return [(PRINTED, printed), (TYPED, _unescaped(parts["typed"]))]
    return [(PRINTED, printed if parts["goes_on"] else f"{printed}\n")]


def _unescaped(text: str) -> str:
    return _WRITTEN.sub(lambda sign: sign[1] or " ", text)


def _joined(events: Iterable[Event]) -> Iterable[Event]:
    """Yield *events*, those printed one after the other as one."""
    for kind, group in groupby(events, key=itemgetter(0)):
        if kind != PRINTED:
            yield from group
        elif text := printed_in(group):
            yield (PRINTED, text)


def typed_in(events: Iterable[Event]) -> list[str]:
    """Return the lines that are typed in *events*."""
    return _texts(events, TYPED)


def printed_in(events: Iterable[Event]) -> str:
    """Return the text that is printed in *events*."""
    return "".join(_texts(events, PRINTED))


def _texts(events: Iterable[Event], kind: str) -> list[str]:
    return [event[1] for event in events if event[0] == kind]
