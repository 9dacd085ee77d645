"""The report in a terminal: its content, its order, and its escaping."""

from __future__ import annotations

import io
import re
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.console import Console

from graders.harness.reports.audience import Audience
from graders.harness.reports.console import DRAWN, marks_in_words
from graders.harness.result import (
    Adjustment,
    Finding,
    Flag,
    FlagCode,
    ManualPart,
    Result,
    Status,
    Text,
    Verdict,
)
from tests import strategies
from tests.nightly import PASSES
from tests.reports.paper import board, check, controls, flags, notes, rendered, result

SGR = re.compile(r"\x1b\[[0-9;]*m")

ROTATE = check(
    "block.rotate",
    marks=3,
    title="Rotating turns the picture.",
    message="After a clockwise turn the picture is not the expected one.",
    exhibits=(
        Text(label="call", text="rotate(board, 1)"),
        board("expected", 2, ("b", 0, 0, 1), ("r", 1, 0, 1), ("o", 0, 1, 1), ("y", 1, 1, 1)),
        board("got", 2, ("b", 0, 0, 1), ("o", 1, 0, 1), ("o", 0, 1, 1), ("y", 1, 1, 1)),
    ),
)


def lines_of(found: Result, **options) -> list[str]:
    """Return the lines of a report, without spaces at their ends."""
    return [line.rstrip() for line in rendered(found, **options).splitlines()]


# A small report as a whole.


def test_report_in_plain_text() -> None:
    """One report from top to bottom, as in a file or a log."""
    found = result(
        ROTATE,
        check("block.smash", marks=1, verdict=Verdict.PASSED),
        check("goal.score", verdict=Verdict.NOT_RUN),
    )
    assert "\n".join(lines_of(found, width=60)) == (
        f"""\
someone                                                1 / 5
csc148_2020_blocky                                     marks
━━━━━━━━━━━━────────────────────────────────────┄┄┄┄┄┄┄┄┄┄┄┄
3 checks: 1 passed, 1 wrong answer, 1 not run
This run covers 4 of the 5 marks: block.rotate, block.smash.

Task         Marks                     Checks passed
Task block   1 / 4   ━━━────────────   1 of 2
Task goal    0 / 1   ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄   0 of 1

Did not pass

✗ Rotating turns the picture.                          0 / 3
│ wrong answer · block.rotate
│
│ After a clockwise turn the picture is not the expected
│ one.
│
│ call  rotate(board, 1)
│
│ expected   got {DRAWN.differs} 1 wrong
│ ┌───┬───┐  ┌───┬───┐
│ │ b │ r │  │ b │ o{DRAWN.differs}│
│ ├───┼───┤  ├───┼───┤
│ │ o │ y │  │ o │ y │
│ └───┴───┘  └───┴───┘"""
    )


def test_report_in_ascii() -> None:
    """ASCII signs replace the others if the encoding lacks them."""
    found = result(ROTATE, check("block.smash", marks=1, verdict=Verdict.PASSED))
    assert "\n".join(lines_of(found, width=60, encoding="ascii", all_checks=True)) == (
        """\
someone                                                1 / 4
csc148_2020_blocky                                     marks
###############---------------------------------------------
2 checks: 1 passed, 1 wrong answer

Task         Marks                     Checks passed
Task block   1 / 4   ###------------   1 of 2

Did not pass

x Rotating turns the picture.                          0 / 3
| wrong answer - block.rotate
|
| After a clockwise turn the picture is not the expected
| one.
|
| call  rotate(board, 1)
|
| expected   got * 1 wrong
| +---+---+  +---+---+
| | b | r |  | b | o*|
| +---+---+  +---+---+
| | o | y |  | o | y |
| +---+---+  +---+---+

Passed
Task block
+ Title of block.smash                                 1 / 1"""
    )


# Marks.


def test_no_mark_is_shown_when_the_grader_failed() -> None:
    """The header, the tasks and the checks have none, and the fault comes first."""
    fault = check(
        "block.unlucky",
        marks=1,
        verdict=Verdict.GRADER_FAULT,
        message="Grade this submission again.",
    )
    passed = check("block.smash", marks=2, verdict=Verdict.PASSED)
    shown = rendered(result(ROTATE, fault, passed, status=Status.NOT_GRADABLE), all_checks=True)
    assert "Grade it again: nothing here is a mark." in shown
    assert not re.search(r"\d / \d", shown)
    assert "━" not in shown
    assert shown.index("Title of block.unlucky") < shown.index("Rotating turns the picture.")


@pytest.mark.parametrize(
    ("marks", "shown"),
    [
        ("1/3", "0.33"),
        ("2/3", "0.67"),
        ("1/200", "0.01"),
        ("5/2", "2.5"),
        ("7", "7"),
        ("1/10000000", "0"),
        ("-4", "-4"),
    ],
)
def test_marks_in_words(marks: str, shown: str) -> None:
    """Marks are rounded half up to two decimals, like in the files, and never have an exponent."""
    assert marks_in_words(Fraction(marks)) == shown


@pytest.mark.slow
@given(earned=st.integers(0, 500), full=st.integers(1, 500), width=st.integers(20, 130))
def test_bar_is_full_for_full_marks_only(earned: int, full: int, width: int) -> None:
    """A bar never rounds a lost mark away, nor an earned one."""
    earned = min(earned, full)
    checks = [
        check("block.a", marks=earned, verdict=Verdict.PASSED),
        check("block.b", marks=full - earned),
    ]
    bar = next(line for line in lines_of(result(*checks), width=width) if line[0] in "━─┄")
    assert len(bar) == min(width, 120)
    assert ("─" in bar) == (earned < full)
    assert ("━" in bar) == (earned > 0)


# Selection and order of checks.


def test_worst_first() -> None:
    """The highest loss of marks comes first; equal ones keep the order of the assignment."""
    checks = [check(f"block.c{place}", marks=marks) for place, marks in enumerate([1, 3, 2, 3])]
    shown = rendered(result(*checks))
    assert re.findall(r"✗ Title of (\S+)", shown) == [
        "block.c1",
        "block.c3",
        "block.c2",
        "block.c0",
    ]


def test_passed_checks_are_listed_only_on_request() -> None:
    """One count for each task is enough for most readers."""
    found = result(ROTATE, *(check(f"block.p{n}", verdict=Verdict.PASSED) for n in range(9)))
    assert "9 of 10" in rendered(found)
    assert "block.p3" not in rendered(found)
    assert rendered(found, all_checks=True).count("✓ Title of block.p") == 9


def test_common_reason_is_shown_once() -> None:
    """A missing class fails thirty checks, so the reason stands once above their titles."""
    reason = "player.py has no SmartPlayer"
    checks = [check(f"player.c{n}", verdict=Verdict.MISSING, message=reason) for n in range(30)]
    shown = rendered(result(*checks, ROTATE))
    assert shown.count(reason) == 1
    assert "30 checks: not found" in shown
    assert shown.count("Title of player.c") == 30
    assert shown.index(reason) < shown.index("Rotating turns the picture.")


def test_very_many_titles_below_a_common_reason_are_counted() -> None:
    checks = [check(f"player.c{n}", verdict=Verdict.MISSING, message="no guard") for n in range(50)]
    shown = rendered(result(*checks))
    assert shown.count("Title of player.c") == 4 and "and 46 more checks" in shown


@pytest.mark.parametrize(
    "verdict", [v for v in Verdict if v not in (Verdict.PASSED, Verdict.NOT_RUN)]
)
def test_every_verdict_has_words(verdict: Verdict) -> None:
    """``out_of_memory`` is not for readers."""
    shown = rendered(result(check(verdict=verdict, message="Why.")))
    assert verdict.value not in shown or "_" not in verdict.value
    assert "Why." in shown


# Parts of the report beside the checks.


def test_everything_else_is_shown_when_there_is_any() -> None:
    """Manual parts, adjustments, findings, flags and notes."""
    found = result(
        ROTATE,
        manual=(
            ManualPart(name="Style", max_marks=Fraction(10)),
            ManualPart(name="Tests", max_marks=Fraction(5), marks=Fraction(7, 2)),
        ),
        adjustments=(Adjustment(rule="lateness", amount=Fraction(-4), reason="2 hours"),),
        findings=(
            Finding(
                rule="R1", severity="style", file="a.py", line=7, message="long", source="lint"
            ),
        ),
        flags=flags("a flag"),
        notes=notes("a note"),
    )
    shown = [re.sub(r"  +", "  ", line) for line in lines_of(found)]
    for line in (
        "csc148_2020_blocky  marks of the automatic part, 0 before adjustments",
        "│ Style  not marked yet / 10",
        "│ Tests  3.5 / 5",
        "│ lateness  2 hours  -4",
        "│ a.py:7  long",
        "│  style: R1 · lint",
        "│ a flag",
        "│ a note",
    ):
        assert line in shown


def test_nothing_else_is_shown_when_there_is_none() -> None:
    """There are no empty headings."""
    shown = rendered(result(ROTATE))
    for heading in (
        "tutor",
        "Adjustments",
        "About the code",
        "A person",
        "Submission notes",
        "automatic",
    ):
        assert heading not in shown


def long_lines(count: int) -> tuple[Finding, ...]:
    """Return findings of one rule, one in each line."""
    return tuple(
        Finding(rule="R1", severity="style", file="a.py", line=n, message="long", source="lint")
        for n in range(count)
    )


@pytest.mark.slow
def test_flood_of_findings_shows_three_places_of_a_rule() -> None:
    """Five hundred remarks about style must not bury the rest; staff can ask for more."""
    found = result(ROTATE, findings=long_lines(500))
    shown = rendered(found)
    assert shown.count("a.py:") == 3
    assert "497 more findings:" in shown
    assert "R1" in shown
    assert "a.py line 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14; 485 more" in " ".join(shown.split())
    assert rendered(found, all_checks=True).count("a.py:") == 200


def test_findings_take_no_more_than_what_is_wrong() -> None:
    """One failed check: five findings of many rules, and the others by their lines."""
    many = [
        Finding(rule=f"R{n}", severity="style", file="a.py", line=n, message="long", source="lint")
        for n in range(1, 30)
    ]
    shown = rendered(result(ROTATE, findings=many))
    assert shown.count("a.py:") == 5
    assert "24 more findings:" in shown


def test_number_of_findings_left_out_needs_no_review() -> None:
    """It stands beside the findings."""
    cut = Flag(FlagCode.FINDINGS_CUT, {"more": 7})
    shown = rendered(result(ROTATE, findings=long_lines(1), flags=(cut,)))
    assert "Needs review" not in shown
    assert "7 more findings are left out" in shown


def test_equal_exhibits_are_one() -> None:
    """Three checks that fail alike, whatever was typed, are shown once."""
    exhibits = [(Text("expected", "1"), Text("got", "2"), Text("typed", str(n))) for n in range(3)]
    shown = rendered(
        result(
            *(
                check(f"block.c{n}", message="Wrong.", exhibits=each)
                for n, each in enumerate(exhibits)
            )
        )
    )
    assert shown.count("Wrong.") == 1
    assert "3 checks" in shown


# Values and transcripts.


def shown_texts(expected: str, got: str) -> str:
    """Return a report that shows these two texts."""
    exhibits = (Text(label="expected", text=expected), Text(label="got", text=got))
    return rendered(result(check(exhibits=exhibits)))


@pytest.mark.parametrize(
    ("expected", "got", "told"),
    [
        ("a\nb\n", "a\nb \n", "line 2, column 2: expected the end of the line, got ' '"),
        ("a\nb", "a\nc", "line 2, column 1: expected 'b', got 'c'"),
        ("a\nb", "a", "line 2 is missing"),
        ("a", "a\nb", "line 2 is one too many"),
        ("x" * 50 + "y", "x" * 50 + "z", "column 51: expected 'y', got 'z'"),
        ("score: 7", "score:  7", "column 8: expected '7', got ' '"),
    ],
)
def test_hard_to_see_differences_are_described(expected: str, got: str, told: str) -> None:
    """Spaces at the end and extra lines are invisible otherwise."""
    assert f"first difference: {told}" in shown_texts(expected, got)


LISTS = tuple(f"[{', '.join(['--------'] * 4 + [last])}]" for last in ("--------", "'-------"))


@pytest.mark.parametrize(("expected", "got"), [("7", "6"), ("same", "same"), LISTS])
def test_plain_differences_need_no_words(expected: str, got: str) -> None:
    """There is no explanation of a visible difference; the columns of a list are the grader's, not the student's."""
    assert "first difference" not in shown_texts(expected, got)


def test_long_texts_are_cut() -> None:
    """Thousands of lines from a student must not push the rest out of sight."""
    shown = rendered(result(check(message="line\n" * 700)))
    assert "... 660 more lines" in shown
    assert shown.count("line\n") <= 41


# Hostile text.


@pytest.mark.parametrize("hostile", strategies.HOSTILE)
def test_hostile_text_would_do_harm_unescaped(hostile: str) -> None:
    """Without escaping it reaches the terminal, or vanishes as markup."""
    sent = io.StringIO()
    careless = Console(
        file=sent, width=80, force_terminal=True, color_system="truecolor", _environ={}
    )
    try:
        careless.print("PLAIN" + hostile)
    except Exception as error:  # [/] without a tag raises in rich
        assert "MarkupError" in type(error).__name__
        return
    raw = SGR.sub("", sent.getvalue())
    assert controls(raw) or hostile not in raw or "\nsubmission" in raw


@settings(max_examples=30 * PASSES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    encoding=st.sampled_from(["utf-8", "ascii", "cp1252", "cp437", "latin-1", "utf-16"]),
    colours=st.sampled_from([None, "standard", "256", "truecolor"]),
    found=strategies.results(strategies.hostile_words, strategies.any_marks),
    width=st.integers(min_value=1, max_value=200),
    audience=st.sampled_from(Audience),
    all_checks=st.booleans(),
    no_color=st.booleans(),
)
@pytest.mark.slow
def test_no_result_breaks_or_steers_a_terminal(
    encoding: str,
    colours: str | None,
    found: Result,
    width: int,
    audience: Audience,
    all_checks: bool,
    no_color: bool,
) -> None:
    """Any result on any console: no exception, and no control character except for the report's own colours."""
    shown = rendered(
        found,
        width=width,
        encoding=encoding,
        colours=colours,
        no_color=no_color,
        audience=audience,
        all_checks=all_checks,
    )
    if colours is None:
        assert "\x1b" not in shown
    assert controls(SGR.sub("", shown)) == set()


@pytest.mark.nightly
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(strategies.results(strategies.hostile_words))
def test_the_same_result_is_shown_the_same(found: Result) -> None:
    """A report is a function of the result and the console."""
    assert rendered(found, colours="truecolor") == rendered(found, colours="truecolor")


def test_markup_is_shown_unchanged() -> None:
    """Square brackets come from students, never from the report."""
    markup = "[red]x[/] [link=https://example.org]y[/link] :skull:"
    shown = rendered(
        result(check(title=markup, message=markup, exhibits=(Text(label="got", text=markup),))),
        colours="truecolor",
    )
    assert SGR.sub("", shown).count(markup) == 3
    assert "\x1b]8" not in shown


def test_escape_sequences_are_shown_as_escapes() -> None:
    """They are visible and not dropped, so that staff see the attempt."""
    shown = rendered(result(check(message="\x1b[2J\u202e")))
    assert "\\x1b[2J\\u202e" in shown


def test_no_text_of_a_student_looks_like_a_line_of_the_report() -> None:
    """A message of many lines stays behind its bar, and a title with a newline on its line."""
    forged = "\n\nPassed\n✓ Everything  66 / 66"
    shown = lines_of(
        result(
            check(
                title=f"Title{forged}", message=forged, exhibits=(Text(label=forged, text=forged),)
            )
        )
    )
    assert all(
        line.startswith(("│", "✗"))
        for line in shown
        if "66 / 66" in line or line.endswith("Passed")
    )
    assert not any(line.startswith("✓") for line in shown)


def test_characters_outside_the_encoding_are_escaped() -> None:
    """A student called Müller has a report on an ASCII terminal, too."""
    found = result(check(message="gr\u00fc\u00df dich \u4e16"))
    assert "gr\\xfc\\xdf dich \\u4e16" in rendered(found, encoding="ascii")
    assert "gr\u00fc\u00df dich \\u4e16" in rendered(found, encoding="cp1252")
    assert "gr\u00fc\u00df dich \u4e16" in rendered(found)
