"""Hypothesis strategies that several parts of the tests share."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from hypothesis import strategies as st

from graders.harness.result import (
    Adjustment,
    Cause,
    CauseKind,
    CheckResult,
    Comment,
    Exhibit,
    Finding,
    ManualPart,
    Picture,
    Result,
    Square,
    Status,
    TaskResult,
    Text,
    Verdict,
    Visibility,
)
from tests.reports.paper import flags, notes

HOSTILE = (
    "\x1b[2J\x1b[1;1H",  # clears the screen
    "\x1b[1A\x1b[2KPASSED",  # overwrites the line above
    "\x1b]52;c;cm0gLXJm\x07",  # writes to the clipboard
    "\x1b]8;;https://example.org\x1b\\100 / 100\x1b]8;;\x1b\\",  # a link with another text
    "\x1b]0;title\x07",
    "\x9b2J",  # the same in one byte, for terminals that take C1 controls
    "\r\nsubmission: 100 / 100\r\n",
    "\u202egnorw\u2066 \u2069",  # direction overrides
    "\u2028\u2029\u0085\v\f\b\0\x7f",
    "\ud800\udfff",  # a lone surrogate, which no encoding has
    "[red]x[/] [/] [link=https://example.org]y[/link] [bold",
    ":skull: \\[red]",
    "\u200b\ufeff\u00ad",
)
"""Text that does harm if it is shown without escaping."""

# Short, because a field of a result has a line or two, and reports cut longer ones.
words = st.text(max_size=30)
hostile_words = st.builds("".join, st.lists(st.one_of(words, st.sampled_from(HOSTILE)), max_size=4))


def fractions(least: int, most: int, max_denominator: int) -> st.SearchStrategy[Fraction]:
    """Return fractions in this range; Hypothesis' own strategy makes a new strategy for each draw."""

    def between(numerator: int, denominator: int) -> Fraction:
        first = least * denominator
        return Fraction(
            first + (numerator - first) % ((most - least) * denominator + 1), denominator
        )

    numerators = st.integers(least * max_denominator, most * max_denominator)
    return st.builds(between, numerators, st.integers(1, max_denominator))


# A result file keeps two decimals, so these survive a round trip.
written_marks = st.integers(min_value=-10_000, max_value=100_000).map(
    lambda hundredths: Fraction(hundredths, 100)
)
any_marks = fractions(-100, 1000, 997)


def squares(text: st.SearchStrategy[str]) -> st.SearchStrategy[Square]:
    """Return squares of any position and size, most of them near a small board."""
    near = st.integers(min_value=-2, max_value=9)
    far = st.integers(min_value=-(2**62), max_value=2**62)
    number = st.one_of(near, near, near, far)
    return st.builds(
        Square, letter=st.one_of(st.sampled_from("bory"), text), x=number, y=number, size=number
    )


@cache
def sound_squares(side: int, x: int = 0, y: int = 0) -> st.SearchStrategy[tuple[Square, ...]]:
    """Return squares that cover a board of *side* cells (a power of two) without overlap, as a block does."""
    whole = st.sampled_from("bory").map(
        lambda letter: (Square(letter=letter, x=x, y=y, size=side),)
    )
    if side == 1:
        return whole
    half = side // 2
    quarters = [sound_squares(half, x + dx, y + dy) for dy in (0, half) for dx in (0, half)]
    return st.one_of(
        whole, st.tuples(*quarters).map(lambda parts: tuple(s for part in parts for s in part))
    )


def pictures(text: st.SearchStrategy[str]) -> st.SearchStrategy[Picture]:
    """Return pictures, most of them malformed in some way."""
    labels = st.one_of(st.sampled_from(["before", "expected", "got"]), text)
    sides = st.one_of(st.integers(min_value=-1, max_value=9), st.sampled_from([16, 32, 33, 2**62]))
    broken = st.builds(
        Picture, label=labels, side=sides, squares=st.lists(squares(text), max_size=8).map(tuple)
    )
    boards = {  # made once, not for each example
        side: st.builds(Picture, label=labels, side=st.just(side), squares=sound_squares(side))
        for side in (1, 2, 4, 8)
    }
    sound = st.sampled_from(sorted(boards)).flatmap(boards.__getitem__)
    return st.one_of(broken, sound)


def exhibits(text: st.SearchStrategy[str]) -> st.SearchStrategy[Exhibit]:
    """Return exhibits of both kinds."""
    labels = st.one_of(st.sampled_from(["call", "expected", "got"]), text)
    return st.one_of(pictures(text), st.builds(Text, label=labels, text=text))


def causes(text: st.SearchStrategy[str] = words) -> st.SearchStrategy[Cause]:
    """Return causes in which every field may hold anything that its type allows."""
    return st.builds(
        Cause,
        st.sampled_from(CauseKind),
        file=text,
        line=st.integers(0, 10**6),
        name=text,
        detail=text,
        limit=st.floats(0, 1e6),
        status=st.integers(-64, 255),
        loading=st.one_of(st.just(""), text),
        context=st.one_of(st.just(""), text),
        depends_on_earlier_calls=st.booleans(),
    )


def results(
    text: st.SearchStrategy[str] = words, marks: st.SearchStrategy[Fraction] = written_marks
) -> st.SearchStrategy[Result]:
    """Return results in which every field may hold anything that its type allows; all strings come from *text*."""
    tasks = st.one_of(st.sampled_from(["block", "goal"]), text)
    same = st.just(Cause(CauseKind.WRONG_ANSWER, detail="The same words."))
    checks = st.builds(
        CheckResult,
        id=text,
        task=tasks,
        title=text,
        verdict=st.sampled_from(Verdict),
        marks=marks,
        max_marks=marks,
        visibility=st.sampled_from((Visibility.PUBLIC, Visibility.HIDDEN)),  # as grading makes them
        cause=st.one_of(st.none(), same, causes(text)),
        exhibits=st.lists(exhibits(text), max_size=3).map(tuple),
    )
    finding = st.builds(
        Finding,
        rule=text,
        severity=text,
        file=text,
        line=st.integers(0, 10**6),
        message=text,
        source=text,
    )
    return st.builds(
        Result,
        assignment=text,
        submission=text,
        status=st.sampled_from(Status),
        marks=marks,
        max_marks=marks,
        tasks=st.lists(
            st.builds(TaskResult, id=tasks, name=text, marks=marks, max_marks=marks), max_size=3
        ).map(tuple),
        checks=st.lists(checks, max_size=5).map(tuple),
        findings=st.lists(finding, max_size=2).map(tuple),
        manual=st.lists(
            st.builds(
                ManualPart,
                name=text,
                max_marks=marks,
                marks=st.one_of(st.none(), marks),
                comment=text,
            ),
            max_size=2,
        ).map(tuple),
        comments=st.lists(
            st.builds(
                Comment, text=text, file=text, line=st.integers(0, 10**6), end=st.integers(0, 10**6)
            ),
            max_size=2,
        ).map(tuple),
        adjustments=st.lists(
            st.builds(Adjustment, rule=text, amount=marks, reason=text), max_size=2
        ).map(tuple),
        flags=st.lists(text, max_size=2).map(lambda texts: flags(*texts)),
        notes=st.lists(text, max_size=2).map(lambda texts: notes(*texts)),
    )
