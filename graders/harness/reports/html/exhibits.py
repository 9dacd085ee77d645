"""The exhibits of a check as a page needs them: boards drawn, values marked where they part,
transcripts in rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from markupsafe import Markup, escape

from graders.harness.reports.board import role_of
from graders.harness.reports.difference import (
    Difference,
    first_difference,
    legend,
    parting,
    side_by_side,
)
from graders.harness.reports.html.svg import Drawn, Palette, draw
from graders.harness.reports.medium import how_many
from graders.harness.result import (
    Exhibit,
    Picture,
    Text,
    Transcripts,
    one_line,
    printable,
)

MOST_LINES = 200
"""Lines shown of one value that is expected or got; of others all are there."""
FOLDED = 15
"""Lines from which on a value is folded that is neither expected nor got: what was typed in a game.
"""
WIDEST = 500
"""Characters shown of one line of a transcript."""
SPACE = Markup('<span class="space" title="a space">\N{MIDDLE DOT}</span>')
"""A space at the end of a line; few fonts have the sign that transcripts use."""
_CARETS = re.compile(r"^ +\^+$", re.MULTILINE)
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
    """"expected" or "got"; "code" for lines with carets below, which are never broken; or nothing.
    """
    folded: int = 0
    """How many lines it has, where it is folded: a long text that nobody has to compare; else 0."""


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

    number: int | None
    """Of the line that is expected; None where there is none."""
    expected: Markup | None
    """None where this transcript lacks a line."""
    got: Markup | None
    marked: bool
    """Whether it is the first that differs."""
    differs: bool
    remark: str
    """What is said where a line is lacking."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Two transcripts beside each other."""

    kind = "sides"
    label: str
    steps: Sequence[Step]
    alone: bool
    """Whether only what is expected is shown."""
    legend: str
    """What the signs in it stand for."""


Shown = Boards | Values | Sides


def show(
    exhibits: Sequence[Exhibit], palette: Palette, *, asked: bool = False
) -> Iterator[Shown]:
    """Yield *exhibits* in their order, those of one kind that follow each other together.

    asked: they show what was asked and expected, not what anybody's program did.
    """
    for kind, group in groupby(exhibits, type):
        alike: Sequence[Any] = list(group)
        if kind is Picture:
            drawn = draw(alike, palette)
            yield Boards(drawn, any(picture.wrong for picture in drawn))
        elif kind is Transcripts:
            for exhibit in alike:
                yield _sides(exhibit, asked)
        else:
            yield _values(alike)


def _sides(exhibit: Transcripts, asked: bool) -> Sides:
    steps = _asked_steps(exhibit) if asked else _steps(exhibit)
    signs = legend(exhibit).replace("␠", "\N{MIDDLE DOT}")
    return Sides(exhibit.label, list(steps), asked, signs)


def _values(exhibits: Sequence[Text]) -> Values:
    roles = list(map(_role, exhibits))
    texts = list(map(_safe, exhibits))
    differences = _differences(roles, texts)
    values = [
        _value(exhibit, role, text, differences.get(index))
        for index, (exhibit, role, text) in enumerate(
            zip(exhibits, roles, texts, strict=True)
        )
    ]
    words = [differences[index].words for index in differences if roles[index] == "got"]
    return Values(values, list(filter(None, words)))


def _role(exhibit: Text) -> str:
    role = role_of(exhibit.label)
    return role if role in ("expected", "got") else ""


def _safe(exhibit: Text) -> str:
    """Return a text that can be shown; one to compare without the lines that are too many."""
    text = printable(exhibit.text)
    return _clipped(text) if _role(exhibit) else text


def _differences(roles: Sequence[str], texts: Sequence[str]) -> dict[int, Difference]:
    """Return where texts that are got differ from the one expected before them, by the indexes of
    both.
    """
    differences: dict[int, Difference] = {}
    expected: int | None = None
    for index, role in enumerate(roles):
        if role == "expected":
            expected = index
        elif role == "got" and expected is not None:
            difference = first_difference(texts[expected], texts[index])
            if difference:
                differences[index] = differences[expected] = difference
    return differences


def _value(exhibit: Text, role: str, text: str, difference: Difference | None) -> Value:
    shown = _marked(text, difference)
    if exhibit.label == "typed":
        shown = shown.replace("␠", SPACE)
    if not role and _CARETS.search(text):
        role = "code"
    lines = text.count("\n") + 1
    folded = lines if lines >= FOLDED and not role else 0
    return Value(exhibit.label, shown, lines > 1, role, folded)


def _clipped(text: str) -> str:
    lines = text.split("\n")
    if len(lines) <= MOST_LINES:
        return text
    return "\n".join(
        [*lines[:MOST_LINES], f"... {how_many(len(lines) - MOST_LINES, 'more line')}"]
    )


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


def _asked_steps(exhibit: Transcripts) -> Iterator[Step]:
    """Yield the lines that are expected, alone."""
    for index, line in enumerate(exhibit.expected[:MOST_LINES]):
        marked = index == exhibit.mark
        yield Step(
            exhibit.start + index, _line(line), None, marked, differs=False, remark=""
        )


def _steps(exhibit: Transcripts) -> Iterator[Step]:
    for beside in side_by_side(exhibit)[: 2 * MOST_LINES]:
        left, right = beside.row.expected, beside.row.got
        expected = None if left is None else exhibit.expected[left]
        got = None if right is None else exhibit.got[right]
        number = None
        if left is not None:
            number = exhibit.start + left
        elif beside.marked:
            number = exhibit.start + exhibit.mark
        shown = _line_or_none(expected, got), _line_or_none(got, expected)
        yield Step(number, *shown, beside.marked, beside.differs, beside.remark)


def _line_or_none(line: str | None, other: str | None) -> Markup | None:
    return None if line is None else _line(line, other)


def _line(line: str, other: str | None = None) -> Markup:
    """Return a line of a transcript, what was typed set apart, and what differs from the *other*
    line marked.
    """
    shown = one_line(line, WIDEST)
    if other is not None and other != line and "«" not in line + other:
        begin, end = parting(shown, one_line(other, WIDEST))
        middle = shown[begin : len(shown) - end]
        marked = Markup("<mark>{}</mark>").format(middle) if middle else Markup("")
        line_shown = escape(shown[:begin]) + marked + escape(shown[len(shown) - end :])
        return line_shown.replace("␠", SPACE)
    parts, end = [], 0
    for found in _TYPED.finditer(shown):
        parts += [
            escape(shown[end : found.start()]),
            Markup("<kbd>{}</kbd>").format(found.group()),
        ]
        end = found.end()
    return Markup("").join([*parts, escape(shown[end:])]).replace("␠", SPACE)
