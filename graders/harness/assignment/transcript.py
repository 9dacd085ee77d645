"""Transcripts of programs at a terminal, in scenarios, checks and reports.

The driver returns a run of a program as ``[end, events]`` (see ``inside/terminal.py`` and
``inside/streams.py``). Its text form is the notation of
:mod:`graders.harness.assignment.notation`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graders.harness.assignment.alignment import aligned
from graders.harness.assignment.check import Misbehaved, exception_cause, fail, text
from graders.harness.assignment.first_difference import MOST, cause, first_difference_of
from graders.harness.assignment.notation import (
    AHEAD,
    ENDED,
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
    "ENDED",
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
"""The end of a run -> the types of its details."""
_EXTRA = ("stderr", "files")
OUTPUT = "output"
"""Label of two transcripts without typed lines."""

BEFORE, AFTER, FARTHEST = 8, 12, 24
"""Lines to show before and after the first difference; up to FARTHEST before it, to include the
last typed line.
"""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a program."""

    events: tuple[Event, ...]
    """Such as ("printed", text) and ("typed", line); see ``inside/streams.py``."""
    end: tuple[Any, ...] = ("returned", None)
    """("returned", value), ("exit", status) or ("raised", type, text, where, what)."""
    stderr: str = ""
    """The text on standard error, if the run was asked for it."""
    files: Mapping[str, str | bytes] = field(default_factory=dict)
    """The files that it left, by name; bytes if they are not UTF-8."""


def run_of(answer: object) -> Run:
    """Return the run in an operation's *answer*. Ends the check as crashed if it is not a run."""
    match answer:
        case [[str(kind), *details], [*events], *more] if _fit(
            details, _ENDS.get(kind)
        ) and _is_extra(more):
            shaped = [event for event in map(_event, events) if event is not None]
            if len(shaped) == len(events):
                extra: dict[str, Any] = dict(*more)
                return Run(tuple(shaped), (kind, *details), **extra)
    raise Misbehaved(Cause(CauseKind.CHANNEL_ABUSE))


def _fit(details: Sequence[object], types: Sequence[type] | None) -> bool:
    return types is not None and len(details) == len(types) and all(map(isinstance, details, types))


def _is_extra(more: Sequence[Any]) -> bool:
    """Return whether *more* is empty, or has the text on standard error and the files."""
    match more:
        case [{"stderr": str(), "files": dict(files)}] if len(more[0]) == len(_EXTRA):
            contents = set(map(type, files.values()))
            return set(map(type, files)) <= {str} and contents <= {str, bytes}
    return not more


def _event(event: object) -> Event | None:
    # no match statement: programs print thousands of parts
    if type(event) is list and event and type(event[0]) is str:
        shaped = tuple(event)
        if tuple(map(type, shaped)) == _SHAPES.get(shaped[0]):
            return shaped
    return None


def all_typed(lines: Sequence[str]) -> Text:
    """Return an exhibit of all *lines*, to type again; empty lines and outer spaces are quoted."""
    return text("typed", "\n".join(map(_visible, lines)))


def _visible(line: str) -> str:
    return line if line and line == line.strip() else repr(line)


def same_run(got: Run, want: Run | Sequence[Event], what: str = "The program") -> None:
    """End the check unless *got* has the events of *want* and ends without an exception.

    If *want* reaches the end of its input, only the printed text counts: such a program may read
    line by line or all at once. Verdicts: *failed* at the first difference, with both transcripts
    and a description; *raised* if an exception ends the program.
    """
    wanted = _events(want)
    if any(event[0] in (ENDED, AHEAD, STARVED) for event in wanted):
        _same_output(got, wanted, what)
        return
    no_exception(got, wanted, what)
    due, have = to_lines(wanted), to_lines(got.events)
    if have != due:
        fail(f"{what} {cause(due, have)}.", sides(due, have))


def _same_output(got: Run, wanted: Sequence[Event], what: str) -> None:
    """End the check unless *got* prints the text of *wanted* and ends without an exception."""
    if got.end[0] == "raised":
        _kind, name, text, where, _what = got.end
        raise Misbehaved(exception_cause(name, text, where), (), where)
    due, have = (to_lines([(PRINTED, printed_in(events))]) for events in (wanted, got.events))
    if have != due:
        lines = typed_in(wanted)
        typed = (all_typed(lines),) if lines else ()
        fail(f"{what} {cause(due, have)}.", (*typed, *sides(due, have, OUTPUT)))


def same_text(
    got: Run,
    want: Run | Sequence[Event],
    *,
    whole: bool = True,
    what: str = "The program",
) -> None:
    """End the check unless *got* prints the text of *want*, wherever it reads lines in between.

    whole: it must also print nothing more and end with status 0; otherwise nothing after that text
    counts. Verdicts as in :func:`same_run`, but an exception matters only before a wrong character.
    The message names the last line typed before the first difference.
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
        fail(f"{what} prints what it should, but ends with status {status_of(got)} instead of 0.")


def _last_typed(lines: Sequence[str]) -> str:
    """Return a sentence about the last typed line in *lines*, or "" if none is typed."""
    typed = typed_in(from_lines(lines))
    if not typed:
        return ""
    last = f"«{printable(typed[-1], 80)}»" if typed[-1] else "an empty one"
    return f" The line typed last before that is number {len(typed)}, {last}."


def status_of(run: Run) -> int:
    """Return the exit status of a program that ended like *run*, as a shell reports it."""
    match run.end:
        case ("exit", int(status)):
            return status & 0xFF
    return 0 if run.end[0] == "returned" else 1


def _events(want: Run | Sequence[Event]) -> tuple[Event, ...]:
    return want.events if isinstance(want, Run) else tuple(want)


def no_exception(got: Run, want: Run | Sequence[Event], what: str = "The program") -> None:
    """End the check as *raised* if an exception ends *got*, or as *failed* if that is an EOFError
    for lack of input.
    """
    if got.end[0] != "raised":
        return
    due, have = to_lines(_events(want)), to_lines(got.events)
    _kind, name, text, where, _what = got.end
    if STARVED in [event[0] for event in got.events] and name == "EOFError":
        fail(f"{what} {cause(due, have)}.", sides(due, have))
    raise Misbehaved(exception_cause(name, text, where), sides(due, have), where)


def sides(
    due: Sequence[str], have: Sequence[str], label: str = "transcript"
) -> tuple[Exhibit, ...]:
    """Return the two transcripts around their first difference."""
    first = first_difference_of(due, have)
    typed = [index for index in range(max(0, first - FARTHEST), first) if "«" in due[index]]
    start = max(0, min([first - BEFORE, *typed[-1:]]))
    rows = aligned(due[: first + MOST], have[: first + MOST], first)[first : first + AFTER]

    def cut(lines: Sequence[str], indexes: Iterable[int | None]) -> tuple[str, ...]:
        last = max((index for index in indexes if index is not None), default=first - 1)
        return tuple(printable(line, 200) for line in lines[start : last + 1])

    expected = cut(due, (row.expected for row in rows))
    got = cut(have, (row.got for row in rows))
    return (
        Transcripts(
            label=label,
            start=start + 1,
            mark=first - start,
            expected=expected,
            got=got,
        ),
    )
