"""Two transcripts side by side: each line is aligned, and a gap is reported once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.harness.assignment.alignment import FARTHEST, AlignedRow, aligned, gap
from graders.harness.assignment.transcript import cause, sides, to_lines
from graders.harness.reports.text_difference import legend, parting, side_by_side
from graders.harness.result import Transcripts

LINES = st.lists(st.sampled_from("abc"), max_size=12)
BOARD = [f"|{number}|" for number in range(9)]


@pytest.mark.slow
@given(expected=LINES, got=LINES)
def test_every_line_occurs_once_and_in_order(expected: list[str], got: list[str]) -> None:
    """Equal transcripts have equal rows."""
    rows = aligned(expected, got)
    assert [row.expected for row in rows if row.expected is not None] == list(range(len(expected)))
    assert [row.got for row in rows if row.got is not None] == list(range(len(got)))
    if expected == got:
        assert rows == [AlignedRow(place, place) for place in range(len(expected))]


def test_long_transcripts_are_aligned_up_to_a_limit() -> None:
    """Beyond the limit, lines are paired by their number."""
    rows = aligned(["a"] * (FARTHEST + 5), ["b"] * (FARTHEST + 3))
    assert rows[-3:] == [
        AlignedRow(FARTHEST + 2, FARTHEST + 2),
        AlignedRow(FARTHEST + 3, None),
        AlignedRow(FARTHEST + 4, None),
    ]


@pytest.mark.parametrize(
    ("expected", "got", "remark", "words"),
    [
        (
            ["«a»", *BOARD, "won", "«n»"],
            ["«a»", "won", "«n»"],
            "(9 lines are missing here)",
            "leaves out 9 lines from line 2 on",
        ),
        (
            ["«a»", "won", "«n»"],
            ["«a»", *BOARD, "won", "«n»"],
            "(nothing is due here)",
            "prints 9 extra lines",
        ),
        (["«a»", "x", "y", "«n»"], ["«a»", "y", "«n»"], "(a line is missing here)", "in line 2"),
        (["«a»", "x"], ["«a»"], "(it printed nothing more)", "ends too early"),
    ],
)
def test_missing_lines_are_one_remark(
    expected: list[str], got: list[str], remark: str, words: str
) -> None:
    """The lines around a gap are not marked as wrong."""
    (exhibit,) = sides(expected, got)
    assert isinstance(exhibit, Transcripts)
    shown = side_by_side(exhibit)
    assert [beside.remark for beside in shown if beside.remark] == [remark]
    assert not [beside for beside in shown if beside.differs]
    assert [place for place, beside in enumerate(shown) if beside.marked] == [1]
    assert words in cause(expected, got)


def test_differing_lines_are_side_by_side() -> None:
    (exhibit,) = sides(["a", "|X|O|", "b"], ["a", "|X|X|", "b"])
    assert isinstance(exhibit, Transcripts)
    assert [beside.differs for beside in side_by_side(exhibit)] == [False, True, False]
    assert parting("|X|O|", "|X|X|") == (3, 1)
    assert parting("ab", "abab") == (2, 0)


def test_gap_is_as_long_as_the_missing_lines() -> None:
    """A gap on the opposite side that follows is a separate gap."""
    rows = [AlignedRow(0, 0), AlignedRow(1, None), AlignedRow(2, None), AlignedRow(None, 1)]
    assert [gap(rows, place) for place in range(4)] == [(0, 0), (2, 0), (1, 0), (0, 1)]


def test_signs_that_occur_have_a_legend() -> None:
    """The signs mark typed text, trailing spaces and a missing line end."""
    plain = Transcripts(label="t", start=1, mark=0, expected=("a",), got=("b",))
    full = Transcripts(label="t", start=1, mark=0, expected=("«a»", "b␠"), got=("c\\",))
    assert legend(plain) == ""
    for sign in ("« »", "␠", "\\"):
        assert sign in legend(full)


def test_reactions_to_a_typed_line_stand_beside_each_other() -> None:
    """A display with a shifted row is beside the right one, and a display too few shifts no other."""
    display = ["| |", "|X|", "---"]
    rows = aligned(["«»", *display, "«»", *display], ["«»", *display[1:], "| |", "«»", *display])
    assert rows == [AlignedRow(place, place) for place in range(8)]
    rows = aligned(["«a»", *display, "«b»", *display], ["«a»", "«b»", *display])
    assert [row.got for row in rows] == [0, None, None, None, 1, 2, 3, 4]
    rows = aligned(["«»", *display, "«»", *display], ["«»", "«»", *display])
    assert [row.got for row in rows] == [0, None, None, None, 1, 2, 3, 4]


def test_other_typed_lines_do_not_belong_together() -> None:
    """Nor do marks of the end of the input, which look like typed lines."""
    assert [row.alone for row in aligned(["«a»", "x"], ["«b»", "y", "«a»", "x"])] == [
        (False, True)
    ] * 2 + [(False, False)] * 2
    starved = to_lines([("starved",)])
    assert [row.alone for row in aligned(["x"], [*starved, "x"])] == [(False, True), (False, False)]
