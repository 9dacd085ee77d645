"""The class at a glance: the numbers are right, submissions that need review are named, and any terminal can show it."""

from __future__ import annotations

import io
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from graders.harness.course.pages.attention import Attention
from graders.harness.course.pages.class_report import render
from graders.harness.course.pages.gradebook import GradebookRow, GradingState
from graders.harness.course.pages.result_changes import compare
from graders.harness.course.pages.summary import ClassSummary, summarise
from graders.harness.result import Adjustment, ManualPart, Result, Status, Verdict
from tests import strategies
from tests.intake.downloads import graded
from tests.nightly import PASSES
from tests.reports.paper import controls

P, F, M = Verdict.PASSED, Verdict.FAILED, Verdict.MISSING


def row(
    name: str,
    result: Result | None = None,
    state: GradingState = GradingState.GRADED,
    **parts: object,
) -> GradebookRow:
    """Return a row."""
    return GradebookRow(
        **{
            "student_id": name,
            "name": name,
            "group": "",
            "submission": name,
            "state": state,
            "result": result,
            **parts,
        }
    )


def marks(earned: int, full: int = 10) -> Result:
    """Return a result with this many checks passed of this many."""
    return graded(*((f"a.{place:02}", P if place < earned else F) for place in range(full)))


def printed(summary: ClassSummary, *, width: int = 80, encoding: str = "utf-8") -> str:
    """Return the text for a console that is no terminal."""
    sent = io.BytesIO()
    file = io.TextIOWrapper(
        sent, encoding=encoding, errors="strict", newline="\n", write_through=True
    )
    render(
        summary,
        console=Console(
            file=file, width=width, color_system=None, legacy_windows=False, _environ={}
        ),
    )
    return sent.getvalue().decode(encoding)


CLASS = [
    row("Ada", marks(10)), row("Bob", marks(7), submission="pair"), row("Cy", marks(7), submission="pair"),
    row("Dee", marks(2)), row("Eve", None, GradingState.MISSING, submission=""),
    row("Fay", None, GradingState.UNREADABLE, flags=("holds no .py file",)),
    row("Gus", graded(("a.00", Verdict.GRADER_FAULT), status=Status.NOT_GRADABLE), GradingState.NOT_GRADABLE),
    row("Hal", graded(("a.00", M), ("a.01", M), ("a.02", Verdict.NOT_RUN))),
]  # fmt: skip


def test_summary() -> None:
    """Marks count people, checks count submissions; a person without a mark counts in neither."""
    found = summarise(
        "a2", CLASS, digests={"Ada": "x", "pair": "y", "Dee": "x", "Hal": "y", "Gus": "z"}
    )
    assert dict(found.states) == {
        GradingState.GRADED: 5,
        GradingState.NOT_GRADABLE: 1,
        GradingState.UNREADABLE: 1,
        GradingState.MISSING: 1,
    }
    assert found.marks and (found.marks.count, found.marks.mean, found.marks.median) == (
        5,
        Fraction(26, 5),
        7,
    )
    assert (found.marks.quartiles, found.marks.lowest, found.marks.highest) == ((2, 7), 0, 10)
    assert [bin.count for bin in found.marks.bins] == [1, 0, 1, 0, 0, 0, 0, 2, 0, 1]
    assert [(check.id, check.not_passed, check.of) for check in found.hardest[:3]] == [
        ("a.07", 2, 3),
        ("a.08", 2, 3),
        ("a.09", 2, 3),
    ]
    assert len(found.hardest) == 10 and found.missing == ("Eve",)
    assert found.attention == (
        Attention(("Fay",), "Fay", ("holds no .py file",)),
        Attention(("Gus",), "Gus", ("not gradable",)),
        Attention(("Hal",), "Hal", ("no check found the code it tests: nothing could be loaded",)),
    )
    assert found.identical == (("Ada", "Dee"), ("Hal", "pair"))


def test_identical_files_of_the_same_people_are_not_reported() -> None:
    """One person may hand in the same files twice."""
    rows = [row("Ada", marks(1), submission="one"), row("Ada", marks(1), submission="two")]
    assert summarise("a2", rows, digests={"one": "x", "two": "x"}).identical == ()


def test_group_is_named_once() -> None:
    """The line has all members of the group."""
    rows = [row(name, marks(1), submission="pair", flags=("odd",)) for name in ("Ada", "Bob")]
    assert summarise("a2", rows).attention == (Attention(("Ada", "Bob"), "pair", ("odd",)),)


@pytest.mark.parametrize(
    "rows",
    [[], [row("Eve", None, GradingState.MISSING)], [row("Ada", marks(0, 0))], [row("A", marks(3))]],
)
def test_small_classes_have_a_summary(rows: list[GradebookRow]) -> None:
    """An empty class, an ungraded one, one without marks and a class of one person have a summary too."""
    assert str(len(rows)) in printed(summarise("a2", rows))


def test_page_at_80_columns() -> None:
    """The whole page, as a file or a log shows it at 80 columns."""
    before = {"Ada": marks(7), "Dee": marks(2), "Old": marks(1)}
    after = {"Ada": marks(10), "Dee": marks(2), "Ida": marks(4)}
    found = summarise(
        "csc148_2020_blocky",
        CLASS,
        digests={"Ada": "x", "Dee": "x"},
        changes=compare(before, after),
    )
    page = printed(found)
    lines = [line.rstrip() for line in page.splitlines()]
    assert (
        lines[:20]
        == """\
csc148_2020_blocky
8 in all: 5 graded, 1 not gradable, 1 unreadable, 1 missing

Marks
│ mean 5.2 of 10 · median 7 · quartiles 2 and 7 · lowest 0 · highest 10
│
│ 0 to under 1  ━━━━━━━━━━━━━━━━━━━━ 1
│ 1 to under 2
│ 2 to under 3  ━━━━━━━━━━━━━━━━━━━━ 1
│ 3 to under 4
│ 4 to under 5
│ 5 to under 6
│ 6 to under 7
│ 7 to under 8  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 2
│ 8 to under 9
│      9 to 10  ━━━━━━━━━━━━━━━━━━━━ 1

Hardest checks
│ 67 %  Title of a.07  a.07                                               2 of 3
│ 67 %  Title of a.08  a.08                                               2 of 3""".splitlines()
    )
    assert "│ Ada  was 7, now 10\n" in page and "a.07 wrong answer, now passed" in page
    assert "│ Ida  new, 4\n" in page and "│ Old  gone, was 1" in page
    assert max(map(len, lines)) <= 80


def test_page_in_ascii() -> None:
    """A console that shows only ASCII gets the same page in it."""
    found = summarise("a2", [*CLASS, row("Zoë", marks(5))], digests={"Ada": "x", "Dee": "x"})
    page = printed(found, encoding="ascii")
    assert page.isascii() and "####" in page and "| 75 %" in page


def test_long_lists_are_cut() -> None:
    """A class in which everything needs review is a page or two long, and the page has the number of further lines."""
    rows = [
        row(f"s{place:03}", None, GradingState.UNREADABLE, flags=(f"bad {place}",))
        for place in range(300)
    ]
    page = printed(summarise("a2", rows, digests={f"s{place:03}": "x" for place in range(300)}))
    assert "... 260 more" in page and "and 260 more" in page and page.count("\n") < 130


def test_shared_reason_is_one_line() -> None:
    """The people follow it; a submission with a reason of its own has a line below."""
    rows = [row(name, marks(1), flags=("late",)) for name in ("Ada", "Bob", "Cy")]
    page = printed(summarise("a2", [*rows, row("Dee", marks(1), flags=("odd",))]))
    assert "Needs review (4)\n│ 3 people: late\n│   Ada; Bob; Cy\n│ Dee\n│   odd\n" in page


def test_whole_marks_follow_the_totals() -> None:
    """Those who are marked in all parts have one; before, only totals were summed up."""

    def marked(earned: int, style: int | None) -> Result:
        part = ManualPart("Style", Fraction(4), None if style is None else Fraction(style))
        return msgspec.structs.replace(marks(earned), manual=(part,))

    found = summarise(
        "a2", [row("Ada", marked(10, 2)), row("Bob", marked(6, 4)), row("Cy", marked(2, None))]
    )
    assert found.marks and found.whole_marks
    assert (found.marks.mean, found.marks.out_of) == (6, 10)
    assert (found.whole_marks.count, found.whole_marks.mean, found.whole_marks.out_of) == (
        2,
        11,
        14,
    )
    assert "Whole marks, with those of tutors (2 people)\n│ mean 11 of 14" in printed(found)


hostile_rows = st.builds(
    GradebookRow,
    student_id=strategies.hostile_words,
    name=strategies.hostile_words,
    group=strategies.hostile_words,
    submission=strategies.hostile_words,
    state=st.sampled_from(GradingState),
    result=st.one_of(st.none(), strategies.results(strategies.hostile_words, strategies.any_marks)),
    flags=st.lists(strategies.hostile_words, max_size=2).map(tuple),
)


@pytest.mark.slow
@given(
    st.lists(hostile_rows, max_size=3),
    st.sampled_from(["utf-8", "ascii", "cp1252"]),
    st.sampled_from([20, 80, 200]),
)
@settings(max_examples=10 * PASSES, deadline=None)
def test_nothing_hostile_reaches_a_terminal(
    rows: list[GradebookRow], encoding: str, width: int
) -> None:
    """Names, titles and flags of any kind print on any console, without terminal control characters."""
    results = {one.submission: one.result for one in rows if one.result}
    found = summarise(
        "a2", rows, digests={one.submission: "x" for one in rows}, changes=compare({}, results)
    )
    assert not controls(printed(found, encoding=encoding, width=width))


def test_other_mark_with_the_same_verdicts_is_explained() -> None:
    late = msgspec.structs.replace(
        marks(7), adjustments=(Adjustment("late", Fraction(-2), "two days late"),)
    )
    found = summarise("a2", CLASS, changes=compare({"Ada": marks(7)}, {"Ada": late}))
    assert "│ Ada  was 7, now 5\n│   late: none, now -2\n" in printed(found)
