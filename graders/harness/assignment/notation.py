"""Transcripts as text: the notation of scenarios and reports.

It resembles a screen. Typed text stands between « and », and ends the line, as the Enter key does;
«^D» is the end of the input. A space at the end of a line is written ␠. A last line without a line
break ends in a backslash. A backslash escapes a special character, including # at the beginning of
a line and ^ in a typed «\\^D». In a scenario, lines that begin with # are remarks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

PRINTED, TYPED, AHEAD, STARVED = "printed", "typed", "ahead", "starved"
ENDED = "ended"
"""The end of the input in a scenario. No run has this event: it has STARVED or AHEAD there."""
WORDS = {
    ENDED: "^D",
    STARVED: "asks for another line, but nothing more is typed",
    AHEAD: "reads all lines that are left at once",
}
"""Texts for other events, between « and »."""

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
"""Beginnings of invalid lines, without escaped characters, and the problem of each."""
Event = tuple[Any, ...]


def to_lines(events: Iterable[Event]) -> list[str]:
    """Return *events* as lines in the notation of scenarios."""
    *lines, last = "".join(map(_on_screen, events)).split("\n")
    if last:
        lines.append(last + "\\")
    return [_line(line) for line in lines]


def _on_screen(event: Event) -> str:
    kind = event[0]
    if kind == PRINTED:
        return _escaped(event[1])
    if kind != TYPED:
        return f"«{WORDS[kind]}»\n"
    typed = _escaped(event[1])
    return f"«\\{typed}»\n" if typed == WORDS[ENDED] else f"«{typed}»\n"


def _line(line: str) -> str:
    bare = line.rstrip(" ")
    line = bare + "␠" * (len(line) - len(bare))
    return "\\" + line if line.startswith("#") else line


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)


class TranscriptError(ValueError):
    """An invalid transcript; the arguments are the index of the line and the problem."""


def from_lines(lines: Sequence[str]) -> tuple[Event, ...]:
    """Return the events in *lines*, the body of a scenario. Raises TranscriptError."""
    events: list[Event] = []
    for index, line in enumerate(lines):
        if line.startswith("#"):
            continue
        more = _events_in(line, index)
        if (ENDED,) in events and more[-1][0] != PRINTED:
            raise TranscriptError(index, "nothing can be typed after «^D»")
        events += more
    return tuple(_joined(events))


def _events_in(line: str, index: int) -> list[Event]:
    if line.endswith(" "):
        raise TranscriptError(index, "write a space at the end of a line as ␠")
    parts = _SCREEN_LINE.fullmatch(line)
    if parts is None:
        signs = _WRITTEN.sub("-", line)
        problem = next(problem for pattern, problem in _PROBLEMS if pattern.match(signs))
        raise TranscriptError(index, problem)
    printed = _unescaped(parts["printed"])
    if parts["typed"] == WORDS[ENDED]:
        return [(PRINTED, printed), (ENDED,)]
    if parts["typed"] is not None:
        return [(PRINTED, printed), (TYPED, _unescaped(parts["typed"]))]
    return [(PRINTED, printed if parts["goes_on"] else f"{printed}\n")]


def typed_on(line: str) -> str | None:
    """Return the text typed on a line in the notation, from its last « on; None if nothing is."""
    rest = line.removesuffix("»")
    escapes = len(rest) - len(rest.rstrip("\\"))
    if rest == line or escapes % 2:
        return None
    typed = rest.rpartition("«")[2]
    return None if typed in WORDS.values() else typed


def _unescaped(text: str) -> str:
    return _WRITTEN.sub(lambda sign: sign[1] or " ", text)


def _joined(events: Iterable[Event]) -> Iterable[Event]:
    """Yield *events*, with consecutive printed ones joined."""
    for kind, group in groupby(events, key=itemgetter(0)):
        if kind != PRINTED:
            yield from group
        elif text := printed_in(group):
            yield (PRINTED, text)


def typed_in(events: Iterable[Event]) -> list[str]:
    """Return the typed lines of *events*."""
    return _texts(events, TYPED)


def printed_in(events: Iterable[Event]) -> str:
    """Return the printed text of *events*."""
    return "".join(_texts(events, PRINTED))


def _texts(events: Iterable[Event], kind: str) -> list[str]:
    return [event[1] for event in events if event[0] == kind]
