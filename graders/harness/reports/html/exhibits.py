"""Exhibits of a check on a page: pictures as drawings, values with their differences marked,
transcripts as rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from graders.harness.reports.console import how_many, role_of
from graders.harness.reports.html.template import fragment
from graders.harness.reports.painting import Painter, runs_of
from graders.harness.reports.text_difference import (
    Difference,
    first_difference,
    legend,
    parting,
    side_by_side,
)
from graders.harness.result import (
    Exhibit,
    Picture,
    Text,
    Transcripts,
    one_line,
    printable,
)

MOST_LINES = 200
"""Lines shown of an expected or actual value; other values are shown whole."""
FOLDED = 15
"""Lines from which a value that is neither expected nor actual, such as input typed in a game, is
folded.
"""
WIDEST = 500
"""Characters shown of one line of a transcript."""
SPACE = Markup('<span class="space" title="a space">\N{MIDDLE DOT}</span>')
"""A space at the end of a line; few fonts have the sign used in transcripts."""
_CARETS = re.compile(r"^ +\^+$", re.MULTILINE)
_TYPED = re.compile(r"«(?:\\.|[^\\«»])*»")


@dataclass(frozen=True, slots=True)
class Painted:
    """Pictures shown together."""

    kind = "painted"
    drawings: Markup


@dataclass(frozen=True, slots=True)
class Value:
    """Lines of text."""

    label: str
    shown: Markup
    long: bool
    role: str
    """"expected" or "got"; "code" for lines with carets below, which are never broken; or ""."""
    folded: int = 0
    """Number of lines if the value is folded, because it is long and need not be compared; else 0.
    """


@dataclass(frozen=True, slots=True)
class Values:
    """Texts shown together."""

    kind = "values"
    values: Sequence[Value]
    differences: Sequence[str]
    """Positions where got differs from expected, if they are hard to see."""


@dataclass(frozen=True, slots=True)
class TranscriptRow:
    """A row of two transcripts."""

    number: int | None
    """Number of the expected line, or None."""
    expected: Markup | None
    """None if this transcript lacks the line."""
    got: Markup | None
    marked: bool
    """Whether this is the first difference."""
    differs: bool
    remark: str
    """The text shown for a missing line."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Two transcripts side by side."""

    kind = "sides"
    label: str
    steps: Sequence[TranscriptRow]
    legend: str
    """The meaning of the signs in the transcripts."""


Shown = Painted | Values | Sides


def show(exhibits: Sequence[Exhibit], painter: Painter | None) -> Iterator[Shown]:
    """Yield *exhibits* in order; consecutive ones of a kind are shown together."""
    for kind, alike in runs_of(exhibits, painter):
        if kind is Picture and painter is not None:
            yield Painted(painter.on_page(alike))
        elif kind is Transcripts:
            for exhibit in alike:
                signs = legend(exhibit).replace("␠", "\N{MIDDLE DOT}")
                yield Sides(exhibit.label, list(_steps(exhibit)), signs)
        else:
            yield _values(alike)


def alone(exhibits: Sequence[Exhibit], painter: Painter | None) -> str:
    """Return *exhibits* as HTML for another page, which has the style sheet `template.STYLE`."""
    fragments = [*show(exhibits, painter)]
    return fragment("exhibits.html.jinja", all=fragments).encode("utf-8", "replace").decode()


def _values(exhibits: Sequence[Text]) -> Values:
    roles = [_role(exhibit) for exhibit in exhibits]
    texts = [_safe(exhibit) for exhibit in exhibits]
    differences = _differences(roles, texts)
    values = [
        _value(exhibit, role, text, differences.get(index))
        for index, (exhibit, role, text) in enumerate(zip(exhibits, roles, texts, strict=True))
    ]
    words = [differences[index].words for index in differences if roles[index] == "got"]
    return Values(values, list(filter(None, words)))


def _role(exhibit: Text) -> str:
    role = role_of(exhibit.label)
    return role if role in ("expected", "got") else ""


def _safe(exhibit: Text) -> str:
    """Return the text made printable; if it is compared, without its surplus lines."""
    text = printable(exhibit.text)
    return _clipped(text) if _role(exhibit) else text


def _differences(roles: Sequence[str], texts: Sequence[str]) -> dict[int, Difference]:
    """Return the differences between expected texts and the actual ones after them, by the indexes
    of both.
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
    markup = _marked(text, difference)
    if exhibit.label == "typed":
        markup = markup.replace("␠", SPACE)
    if not role and _CARETS.search(text):
        role = "code"
    lines = text.count("\n") + 1
    folded = lines if lines >= FOLDED and not role else 0
    return Value(exhibit.label, markup, lines > 1, role, folded)


def _clipped(text: str) -> str:
    lines = text.split("\n")
    if len(lines) <= MOST_LINES:
        return text
    return "\n".join([*lines[:MOST_LINES], f"... {how_many(len(lines) - MOST_LINES, 'more line')}"])


def _marked(text: str, difference: Difference | None) -> Markup:
    """Return *text* as markup, with the rest of the first differing line marked."""
    lines = text.split("\n")
    if difference is None or difference.line >= len(lines):
        return escape(text)
    line, column = lines[difference.line], difference.column
    escaped = [escape(line) for line in lines]
    end = line[column:]
    bare = end.rstrip(" ")
    rest = escape(bare) + SPACE * (len(end) - len(bare)) if end else Markup("↵")
    escaped[difference.line] = Markup("{}<mark>{}</mark>").format(line[:column], rest)
    return Markup("\n").join(escaped)


def _steps(exhibit: Transcripts) -> Iterator[TranscriptRow]:
    for beside in side_by_side(exhibit)[: 2 * MOST_LINES]:
        left, right = beside.row.expected, beside.row.got
        expected = None if left is None else exhibit.expected[left]
        got = None if right is None else exhibit.got[right]
        number = None
        if left is not None:
            number = exhibit.start + left
        elif beside.marked:
            number = exhibit.start + exhibit.mark
        sides = _line_or_none(expected, got), _line_or_none(got, expected)
        yield TranscriptRow(number, *sides, beside.marked, beside.differs, beside.remark)


def _line_or_none(line: str | None, other: str | None) -> Markup | None:
    return None if line is None else _line(line, other)


def _line(line: str, other: str | None = None) -> Markup:
    """Return a line of a transcript, with typed input and the difference from *other* marked."""
    visible = one_line(line, WIDEST)
    if other is not None and other != line and "«" not in line + other:
        begin, end = parting(visible, one_line(other, WIDEST))
        middle = visible[begin : len(visible) - end]
        marked = Markup("<mark>{}</mark>").format(middle) if middle else Markup("")
        line_shown = escape(visible[:begin]) + marked + escape(visible[len(visible) - end :])
        return line_shown.replace("␠", SPACE)
    parts, end = [], 0
    for typed in _TYPED.finditer(visible):
        parts += [
            escape(visible[end : typed.start()]),
            Markup("<kbd>{}</kbd>").format(typed.group()),
        ]
        end = typed.end()
    return Markup("").join([*parts, escape(visible[end:])]).replace("␠", SPACE)
