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
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from graders.harness.assignment.alignment import aligned, gap
from graders.harness.assignment.check import Misbehaved, exception_cause, fail, text
from graders.harness.result import Cause, CauseKind, Exhibit, Text, Transcripts, printable

PRINTED, TYPED, AHEAD, STARVED = "printed", "typed", "ahead", "starved"
_SHAPES = {PRINTED: (str, str), TYPED: (str, str), AHEAD: (str, int), STARVED: (str,)}
_ENDS: Mapping[str, Sequence[type]] = {
    "returned": (object,),
    "exit": (object,),
    "raised": (str, str, str, str),
}
"""How a run ended -> the types of the details."""
_SPECIAL = re.compile(r"[\\«»␠]")
_WRITTEN = re.compile(r"\\(.)|␠", re.DOTALL)
"""An escaped character, or a space at the end of a line."""
_SCREEN_LINE = re.compile(
    r"(?P<printed>(?:\\.|[^\\«»])*)(?:«(?P<typed>(?:\\.|[^\\«»])*)»|(?P<goes_on>\\))?", re.DOTALL
)
_PROBLEMS = (
    (re.compile(r"[^«»]*»"), "» without «"),
    (re.compile(r"[^«»]*«[^«»]*«"), "« within « »"),
    (re.compile(r"[^«»]*«[^«»]*\Z"), "« without »"),
    (re.compile(r""), "nothing can follow » on its line"),
)
"""Beginnings of lines, without escaped characters, that are no `_SCREEN_LINE`."""
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
        case [[str(kind), *details], [*events]] if _fit(details, _ENDS.get(kind)):
            shaped = [event for event in map(_event, events) if event is not None]
            if len(shaped) == len(events):
                return Run(tuple(shaped), (kind, *details))
    raise Misbehaved(Cause(CauseKind.CHANNEL_ABUSE))


def _fit(details: Sequence[object], types: Sequence[type] | None) -> bool:
    return types is not None and len(details) == len(types) and all(map(isinstance, details, types))


def _event(event: object) -> Event | None:
    match event:
        case list([str(kind), *_]) if tuple(map(type, event)) == _SHAPES.get(kind):
            return tuple(event)
    return None


# As text.


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
    typed = _escaped(event[1]) if kind == TYPED else _WORDS[kind]
    return f"«{typed}»\n"


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
        problem = next(problem for pattern, problem in _PROBLEMS if pattern.match(signs))
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


def all_typed(lines: Sequence[str]) -> Text:
    """Return an exhibit of all *lines*, to be typed again; what is hard to see is quoted."""
    return text("typed", "\n".join(map(_visible, lines)))


def _visible(line: str) -> str:
    return line if line and line == line.strip() else repr(line)


def printed_in(events: Iterable[Event]) -> str:
    """Return the text that is printed in *events*."""
    return "".join(_texts(events, PRINTED))


def _texts(events: Iterable[Event], kind: str) -> list[str]:
    return [event[1] for event in events if event[0] == kind]


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
        after = _last_typed(due[: first_difference_of(due, have)])
        fail(f"{what} {cause(due, have)}.{after}", sides(due, have))
    if status_of(got) != 0:
        fail(f"{what} prints what it should, but ends with status {status_of(got)} instead of 0.")


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

    def cut(lines: Sequence[str], places: Iterable[int | None]) -> tuple[str, ...]:
        last = max((place for place in places if place is not None), default=first - 1)
        return tuple(printable(line, 200) for line in lines[start : last + 1])

    expected = cut(due, (row.expected for row in rows))
    got = cut(have, (row.got for row in rows))
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
    """Return in words what is wrong at the first difference, as the rest of a sentence about the
    program.
    """
    first = first_difference_of(due, have)
    place = f"line {first + 1}"
    if not have:
        return "prints nothing"
    if first == len(have):
        return f"ends too early, after line {first}"
    got = _Line(*have[first : first + 2])
    if got.text.endswith(f"«{_WORDS[STARVED]}»"):
        return f"asks for another line of input ({place}) where it should have ended"
    if f"«{_WORDS[AHEAD]}»" in got.text:
        return f"reads all its input at once ({place}) instead of line by line"
    if first == len(due):
        more = " more" if first else ""
        shown = printable(_plain(got.without_sign), 80)
        return f"should print nothing{more}, but prints {shown!r} in {place}"
    want = _Line(*due[first : first + 2])
    sentence = (
        _first_that_fits(_SHIFTS, want, got)
        or _several_lines(due, have, first)
        or _first_that_fits(_CHANGES, want, got)
    )
    return sentence.format(place=place)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that differs, in the notation, and the next one if there is one."""

    text: str
    next: str | None = None

    @property
    def without_sign(self) -> str:
        """The line without the sign that it has no line break."""
        return self.text.removesuffix("\\")

    @property
    def without_end(self) -> str:
        """The line without the spaces at its end."""
        return self.without_sign.rstrip("␠")

    @property
    def without_spaces(self) -> str:
        """The line without any space."""
        return "".join(self.text.split()).replace("␠", "")

    def is_empty_before(self, other: _Line) -> bool:
        """Return whether it is empty, and the next line is the *other* one."""
        return self.text == "" and self.next == other.text

    def is_broken(self, other: _Line) -> bool:
        """Return whether it is the *other* line with a line break in it."""
        if self.text == "" or self.next is None:
            return False
        return _plain(self.text + self.next) == _plain(other.text)


_Sentences = Sequence[tuple[Callable[[_Line, _Line], bool], str]]
"""Conditions on the wanted line and the line that is there instead, and what each means."""

_SHIFTS: _Sentences = (
    (
        lambda want, got: got.without_sign == want.without_sign and len(got.text) > len(want.text),
        "leaves out a line break at the end of {place}",
    ),
    (
        lambda want, got: got.without_sign == want.without_sign,
        "has a line break at the end of {place}",
    ),
    (
        lambda want, got: got.without_end == want.without_end and len(got.text) < len(want.text),
        "leaves out a space at the end of {place}",
    ),
    (
        lambda want, got: got.without_end == want.without_end,
        "has an extra space at the end of {place}",
    ),
    (lambda want, got: got.is_empty_before(want), "prints an extra empty line ({place})"),
    (lambda want, got: want.is_empty_before(got), "leaves out an empty line ({place})"),
    (lambda want, got: want.is_broken(got), "leaves out a line break in {place}"),
    (lambda want, got: got.is_broken(want), "has an extra line break in {place}"),
)
_CHANGES: _Sentences = (
    (
        lambda want, got: got.text.casefold() == want.text.casefold(),
        "differs in upper and lower case in {place}",
    ),
    (lambda want, got: got.without_spaces == want.without_spaces, "differs in spaces in {place}"),
    (
        lambda want, got: ("«" in got.text) > ("«" in want.text),
        "asks for input in {place}, where it should print",
    ),
    (
        lambda want, got: ("«" in want.text) > ("«" in got.text),
        "prints in {place}, where it should ask for input",
    ),
    (lambda want, got: True, "differs in {place}"),
)


def _first_that_fits(sentences: _Sentences, want: _Line, got: _Line) -> str:
    fitting = (sentence for fits, sentence in sentences if fits(want, got))
    return next(fitting, "")


def _several_lines(due: Sequence[str], have: Sequence[str], first: int) -> str:
    """Return the sentence if several lines are missing, or too many, and others follow; else ""."""
    rows = aligned(due[: first + MOST], have[: first + MOST], first)
    lacking, extra = gap(rows, first)
    count = max(lacking, extra)
    if count < 2 or first + count >= len(rows):
        return ""
    if lacking:
        return f"leaves out {lacking} lines from {{place}} on"
    return f"prints {extra} extra lines from {{place}} on"


def _plain(line: str) -> str:
    return line.replace("␠", " ")
