"""The exhibits of a check as a page needs them: boards drawn, values marked where they part,
transcripts in rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup, escape

from graders.harness.reports.difference import (
    Difference,
    first_difference,
    legend,
    parting,
    side_by_side,
)
from graders.harness.reports.html.svg import Drawn, Palette, draw
from graders.harness.reports.medium import how_many
from graders.harness.result import Exhibit, Picture, Text, Transcripts, one_line, printable

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
                    yield Sides(
                        exhibit.label,
                        list(_steps(exhibit, asked)),
                        asked,
                        legend(exhibit).replace("␠", "\N{MIDDLE DOT}"),
                    )
        else:
            yield _values([e for e in found if isinstance(e, Text)])


def _values(texts: Sequence[Text]) -> Values:
    values, differences = [], []
    last: str | None = None
    pairs: dict[int, Difference] = {}
    roles = [
        role if role in ("expected", "got") else ""
        for role in (text.label.strip().lower() for text in texts)
    ]
    safe = [printable(text.text) for text in texts]
    safe = [_clipped(text) if role else text for text, role in zip(safe, roles, strict=True)]
    for place, role in enumerate(roles):
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
        shown, lines = _marked(safe[place], pairs.get(place)), safe[place].count("\n") + 1
        role = roles[place] or ("code" if _CARETS.search(safe[place]) else "")
        if text.label == "typed":
            shown = shown.replace("␠", SPACE)
        folded = lines if lines >= FOLDED and not role else 0
        values.append(Value(text.label, shown, lines > 1, role, folded))
    return Values(values, differences)


def _clipped(text: str) -> str:
    lines = text.split("\n")
    if len(lines) <= MOST_LINES:
        return text
    return "\n".join([*lines[:MOST_LINES], f"... {how_many(len(lines) - MOST_LINES, 'more line')}"])


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
    if asked:
        for place, line in enumerate(exhibit.expected[:MOST_LINES]):
            yield Step(exhibit.start + place, _line(line), None, place == exhibit.mark, False, "")
        return
    for beside in side_by_side(exhibit)[: 2 * MOST_LINES]:
        left, right = beside.row.expected, beside.row.got
        due = None if left is None else exhibit.expected[left]
        have = None if right is None else exhibit.got[right]
        number = exhibit.start + left if left is not None else None
        if number is None and beside.marked:
            number = exhibit.start + exhibit.mark
        shown = (
            None if due is None else _line(due, have),
            None if have is None else _line(have, due),
        )
        yield Step(number, *shown, beside.marked, beside.differs, beside.remark)


def _line(line: str, other: str | None = None) -> Markup:
    """Return a line of a transcript, what was typed set apart, and what differs from the *other*
    line marked.
    """
    shown = one_line(line, WIDEST)
    if other is not None and other != line and "«" not in line + other:
        begin, end = parting(shown, one_line(other, WIDEST))
        middle = shown[begin : len(shown) - end]
        marked = Markup("<mark>{}</mark>").format(middle) if middle else Markup("")
        return (escape(shown[:begin]) + marked + escape(shown[len(shown) - end :])).replace(
            "␠", SPACE
        )
    parts, end = [], 0
    for found in _TYPED.finditer(shown):
        parts += [escape(shown[end : found.start()]), Markup("<kbd>{}</kbd>").format(found.group())]
        end = found.end()
    return Markup("").join([*parts, escape(shown[end:])]).replace("␠", SPACE)
