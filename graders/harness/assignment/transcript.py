"""Transcripts: what a person at a terminal sees of a program, in scenarios, in checks and in
reports.

A run of a program comes from the driver as ``[end, events]`` (see ``inside/server.py`` and
``inside/streams.py``). As text it is written in the notation of
:mod:`graders.harness.assignment.notation`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graders.harness.assignment.alignment import aligned
from graders.harness.assignment.check import Misbehaved, exception_cause, fail, text
from graders.harness.assignment.difference import MOST, cause, first_difference_of
from graders.harness.assignment.notation import (
    AHEAD,
    PRINTED,
    STARVED,
    TYPED,
    Event,
    TranscriptError,
    from_lines,
    printed_in,
    to_lines,
    typed_in,
)
from graders.harness.result import (
    Cause,
    CauseKind,
    Exhibit,
    Text,
    Transcripts,
    printable,
)

__all__ = [
    "AHEAD",
    "PRINTED",
    "STARVED",
    "TYPED",
    "Event",
    "Run",
    "TranscriptError",
    "all_typed",
    "cause",
    "first_difference_of",
    "from_lines",
    "no_exception",
    "printed_in",
    "run_of",
    "same_run",
    "same_text",
    "sides",
    "status_of",
    "to_lines",
    "typed_in",
]

_SHAPES = {PRINTED: (str, str), TYPED: (str, str), AHEAD: (str, int), STARVED: (str,)}
_ENDS: Mapping[str, Sequence[type]] = {
    "returned": (object,),
    "exit": (object,),
    "raised": (str, str, str, str),
}
"""How a run ended -> the types of the details."""

BEFORE, AFTER, FARTHEST = 8, 12, 24
"""Lines that are shown before and after the first difference; up to FARTHEST before it, to show the
last typed one.
"""


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
        case [[str(kind), *details], [*events]] if _fit(details, _ENDS.get(kind)):
            shaped = [event for event in map(_event, events) if event is not None]
            if len(shaped) == len(events):
                return Run(tuple(shaped), (kind, *details))
    raise Misbehaved(Cause(CauseKind.CHANNEL_ABUSE))


def _fit(details: Sequence[object], types: Sequence[type] | None) -> bool:
    return (
        types is not None
        and len(details) == len(types)
        and all(map(isinstance, details, types))
    )


def _event(event: object) -> Event | None:
    match event:
        case list([str(kind), *_]) if tuple(map(type, event)) == _SHAPES.get(kind):
            return tuple(event)
    return None


def all_typed(lines: Sequence[str]) -> Text:
    """Return an exhibit of all *lines*, to be typed again; what is hard to see is quoted."""
    return text("typed", "\n".join(map(_visible, lines)))


def _visible(line: str) -> str:
    return line if line and line == line.strip() else repr(line)


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
    got: Run,
    want: Run | Sequence[Event],
    *,
    whole: bool = True,
    what: str = "The program",
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
        after = _last_typed(due[: first_difference_of(due, have)])
        fail(f"{what} {cause(due, have)}.{after}", sides(due, have))
    if status_of(got) != 0:
        fail(
            f"{what} prints what it should, but ends with status {status_of(got)} instead of 0."
        )


def _last_typed(lines: Sequence[str]) -> str:
    """Return a sentence on the last line that is typed in *lines*, "" if none is."""
    typed = typed_in(from_lines(lines))
    if not typed:
        return ""
    last = f"«{printable(typed[-1], 80)}»" if typed[-1] else "an empty one"
    return f" The line typed last before that is number {len(typed)}, {last}."


def status_of(run: Run) -> int:
    """Return the exit status that a shell would see of a program that ended like *run*."""
    match run.end:
        case ("exit", int(status)):
            return status & 0xFF
    return 0 if run.end[0] == "returned" else 1


def _events(want: Run | Sequence[Event]) -> tuple[Event, ...]:
    return want.events if isinstance(want, Run) else tuple(want)


def no_exception(
    got: Run, want: Run | Sequence[Event], what: str = "The program"
) -> None:
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
    typed = [
        place for place in range(max(0, first - FARTHEST), first) if "«" in due[place]
    ]
    start = max(0, min([first - BEFORE, *typed[-1:]]))
    rows = aligned(due[: first + MOST], have[: first + MOST], first)[
        first : first + AFTER
    ]

    def cut(lines: Sequence[str], places: Iterable[int | None]) -> tuple[str, ...]:
        last = max((place for place in places if place is not None), default=first - 1)
        return tuple(printable(line, 200) for line in lines[start : last + 1])

    expected = cut(due, (row.expected for row in rows))
    got = cut(have, (row.got for row in rows))
    return (
        Transcripts(
            label="transcript",
            start=start + 1,
            mark=first - start,
            expected=expected,
            got=got,
        ),
    )
