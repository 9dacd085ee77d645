"""The exhibits of a check as a page needs them: boards drawn, values marked where they part, transcripts in rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup, escape

from graders.harness.reports.difference import Difference, first_difference
from graders.harness.reports.html.svg import Drawn, Palette, draw
from graders.harness.result import Exhibit, Picture, Text, Transcripts, one_line, printable

MOST_LINES = 200
"""Lines shown of one value."""
WIDEST = 500
"""Characters shown of one line of a transcript."""
SPACE = Markup('<span class="space" title="a space">\N{MIDDLE DOT}</span>')
"""A space at the end of a line; few fonts have the sign that transcripts use."""
_TYPED = re.compile(r"«(?:\\.|[^\\»])*»")


@dataclass(frozen=True, slots=True)
class Boards:
    """Pictures that belong together."""

    kind = "boards"
    drawn: Sequence[Drawn]
    marked: bool
    """Whether any square is marked as wrong."""


@dataclass(frozen=True, slots=True)
class Value:
    """Some lines of text."""

    label: str
    shown: Markup
    long: bool
    role: str
    """"expected" or "got", or nothing."""


@dataclass(frozen=True, slots=True)
class Values:
    """Texts that belong together."""

    kind = "values"
    values: Sequence[Value]
    differences: Sequence[str]
    """Where got leaves expected, if that is hard to see."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of two transcripts."""

    number: int
    expected: Markup | None
    """None where the transcript has ended."""
    got: Markup | None
    marked: bool
    """Whether it is the first that differs."""
    differs: bool


@dataclass(frozen=True, slots=True)
class Sides:
    """Two transcripts beside each other."""

    kind = "sides"
    label: str
    steps: Sequence[Step]
    alone: bool
    """Whether only what is expected is shown."""


Shown = Boards | Values | Sides


def show(exhibits: Sequence[Exhibit], palette: Palette, *, asked: bool = False) -> Iterator[Shown]:
    """Yield *exhibits* in their order, those of one kind that follow each other together.

    asked: they show what was asked and expected, not what anybody's program did.
    """
    for kind, group in groupby(exhibits, type):
        found = list(group)
        if kind is Picture:
            drawn = draw([e for e in found if isinstance(e, Picture)], palette)
            yield Boards(drawn, any(one.wrong for one in drawn))
        elif kind is Transcripts:
            for exhibit in found:
                if isinstance(exhibit, Transcripts):
                    yield Sides(exhibit.label, list(_steps(exhibit, asked)), asked)
        else:
            yield _values([e for e in found if isinstance(e, Text)])


def _values(texts: Sequence[Text]) -> Values:
    values, differences = [], []
    last: str | None = None
    pairs: dict[int, Difference] = {}
    safe = [_clipped(printable(text.text)) for text in texts]
    for place, text in enumerate(texts):
        role = text.label.strip().lower()
        if role == "expected":
            last = safe[place]
            expected_at = place
        elif role == "got" and last is not None:
            found = first_difference(last, safe[place])
            if found:
                pairs[place] = pairs[expected_at] = found
                if found.words:
                    differences.append(found.words)
    for place, text in enumerate(texts):
        role = text.label.strip().lower()
        shown = _marked(safe[place], pairs.get(place))
        values.append(Value(text.label, shown, "\n" in safe[place], role if role in ("expected", "got") else ""))
    return Values(values, differences)


def _clipped(text: str) -> str:
    lines = text.split("\n")
    if len(lines) <= MOST_LINES:
        return text
    return "\n".join([*lines[:MOST_LINES], f"... {len(lines) - MOST_LINES} more lines"])


def _marked(text: str, difference: Difference | None) -> Markup:
    """Return *text* as markup, the rest of the line that differs marked."""
    lines = text.split("\n")
    if difference is None or difference.line >= len(lines):
        return escape(text)
    line, column = lines[difference.line], difference.column
    shown = [escape(line) for line in lines]
    end = line[column:]
    bare = end.rstrip(" ")
    rest = escape(bare) + SPACE * (len(end) - len(bare)) if end else Markup("↵")
    shown[difference.line] = Markup("{}<mark>{}</mark>").format(line[:column], rest)
    return Markup("\n").join(shown)


def _steps(exhibit: Transcripts, asked: bool) -> Iterator[Step]:
    expected, got = (tuple(map(_line, lines[:MOST_LINES])) for lines in (exhibit.expected, exhibit.got))
    for place in range(max(len(expected), len(got), exhibit.mark + 1 if exhibit.mark < MOST_LINES else 0)):
        left = expected[place] if place < len(expected) else None
        right = got[place] if place < len(got) else None
        yield Step(exhibit.start + place, left, right, place == exhibit.mark, left != right and not asked)


def _line(line: str) -> Markup:
    """Return a line of a transcript, what was typed set apart."""
    shown = one_line(line, WIDEST)
    parts, end = [], 0
    for found in _TYPED.finditer(shown):
        parts += [escape(shown[end : found.start()]), Markup("<kbd>{}</kbd>").format(found.group())]
        end = found.end()
    return Markup("").join([*parts, escape(shown[end:])]).replace("␠", SPACE)
