"""One check on a page: everything for staff, and for a student no more than their own report has."""

from __future__ import annotations

import io
from fractions import Fraction

import msgspec
import pytest
from rich.console import Console

from graders.extensions.tutoring.explained import Background, document
from graders.harness.diagnosis import Certainty, Diagnosis, KnownFault
from graders.harness.reports.audience import Audience, HiddenCheckPolicy
from graders.harness.reports.document.terminal_painter import paint
from graders.harness.reports.report_style import ReportStyle
from graders.harness.result import (
    Adjustment,
    Cause,
    CauseKind,
    CheckResult,
    ManualPart,
    Result,
    Text,
    Verdict,
)
from tests.reports.paper import check, flags, result

CODE = b"def swap(self):\n    a = 1\n    return a.b\n    # never\n    # reached\n    # at all\n"
SWAP = check(
    "block.swap",
    marks=3,
    title="swap exchanges the quarters",
    verdict=Verdict.RAISED,
    cause=Cause(CauseKind.EXCEPTION, file="block.py", line=3, name="AttributeError", detail="no b"),
    exhibits=(Text("call", "swap(0)"), Text("expected", "[1, 0]"), Text("got", "AttributeError")),
)
SECRET = check(
    "goal.secret-id", marks=2, hidden=True, title="A blob", message="The secret input is 42."
)
OTHER = check(
    "goal.other-id", marks=1, hidden=True, title="Another", message="It has another secret."
)
FOUND = result(
    SWAP,
    SECRET,
    OTHER,
    check("goal.fine", verdict=Verdict.PASSED),
    manual=(ManualPart("Style", Fraction(4), Fraction(3), "Well named."),),
    adjustments=(
        Adjustment("late", Fraction(-1), "1 day late"),
        Adjustment(
            "decision on block.swap",
            Fraction(2),
            "so it was (R. Tutor, 2024-05-02)",
            "R. Tutor",
            "block.swap",
        ),
        Adjustment(
            "decision on goal.secret-id",
            Fraction(1),
            "yes (R. Tutor, 2024-05-03)",
            "R. Tutor",
            "goal.secret-id",
        ),
        Adjustment(
            "decision on goal.other-id",
            Fraction(1),
            "no (R. Tutor, 2024-05-04)",
            "R. Tutor",
            "goal.other-id",
        ),
    ),
    flags=flags("it may tamper"),
)
FAULT = KnownFault(
    ("swap turns the quarters",),
    ("turns",),
    Certainty.LIKELY,
    "the same wrong answers in block.swap",
    ("block.swap",),
)
SECOND = KnownFault(
    ("counts a colour twice",),
    ("blob",),
    Certainty.LIKELY,
    "the same wrong answers in goal.secret-id",
    ("goal.secret-id",),
)
DIAGNOSIS = Diagnosis((FAULT, SECOND), {"goal.other-id": "f" * 8}, ("Read page 3.",))
SOURCES = Background(
    {"block.py": CODE}, "spec 5.2: the whole quarter", ("5.2 Written by students",)
)


def explained(
    some: CheckResult | None,
    audience: Audience = Audience.STAFF,
    disclosure: HiddenCheckPolicy = HiddenCheckPolicy.TITLE,
    hints: str = "never",
    found: Result = FOUND,
) -> str:
    """Return the page about *some* check, as plain text on long lines."""
    out = io.StringIO()
    style = ReportStyle("A1", None, disclosure, hints)  # type: ignore[arg-type]
    shown = document(
        found,
        some,
        style=style,
        audience=audience,
        diagnosis=DIAGNOSIS,
        sources=SOURCES,
    )
    paint(shown.blocks, Console(file=out, width=110), None)
    return out.getvalue()


def test_staff_see_all_about_a_check() -> None:
    """Call, expected, got, line, rule, diagnosis, and who changed which marks; nothing of other checks."""
    text = explained(SWAP)
    for part in (
        "swap exchanges the quarters",
        "AttributeError: no b",
        "swap(0)",
        "[1, 0]",
        "block.py, line 3",
        ">     3",
        "return a.b",
        "spec 5.2: the whole quarter",
        "5.2 Written by students",
        "swap turns the quarters",
        "Marks lost: 3",
        "1 day late",
        "so it was (R. Tutor, 2024-05-02)",
        "+2",
        "Well named.",
    ):
        assert part in text, part
    for part in (
        "secret",
        "other",
        "tamper",
        "counts a colour",
        "# at all",
        "hidden from students",
    ):
        assert part not in text, part


def test_page_about_a_hidden_check_is_for_staff_unless_asked() -> None:
    text = explained(SECRET)
    assert (
        "The secret input is 42." in text
        and "For staff: this check is hidden from students" in text
    )
    assert "counts a colour twice" in text


@pytest.mark.parametrize(
    "disclosure", [HiddenCheckPolicy.NOTHING, HiddenCheckPolicy.VERDICT, HiddenCheckPolicy.TITLE]
)
def test_student_sees_no_more_of_a_hidden_check_than_in_the_report(
    disclosure: HiddenCheckPolicy,
) -> None:
    text = explained(SECRET, Audience.STUDENT, disclosure, "always")
    for part in ("secret", "42", "spec", "counts a colour", "goal.", "other", "Another", "tamper"):
        assert part not in text, part
    assert ("A blob" in text) is (disclosure is HiddenCheckPolicy.TITLE)
    assert ("learn nothing" in text) is (disclosure is HiddenCheckPolicy.NOTHING)
    assert ("yes (R. Tutor, 2024-05-03)" in text) is (disclosure is not HiddenCheckPolicy.NOTHING)
    assert "Marks lost" not in text


def test_student_sees_of_a_check_what_its_level_shows() -> None:
    """As in the report: its message at one level, its input at the next."""
    message = explained(SECRET, Audience.STUDENT, HiddenCheckPolicy.MESSAGE)
    whole = explained(SECRET, Audience.STUDENT, HiddenCheckPolicy.ALL)
    assert "The secret input is 42." in message and "The secret input is 42." in whole
    assert "counts a colour" not in whole and "tamper" not in whole


def test_student_sees_their_public_check() -> None:
    """Without what is for staff: citations of the page of facts, and the diagnosis."""
    text = explained(SWAP, Audience.STUDENT, hints="always")
    for part in ("swap(0)", "[1, 0]", "return a.b", "so it was", "1 day late", "Read page 3."):
        assert part in text, part
    for part in ("spec 5.2", "turns the quarters", "goal", "tamper"):
        assert part not in text, part
    assert "Read page 3." not in explained(SWAP, Audience.STUDENT)


def test_all_failed_checks_are_short() -> None:
    text = explained(None)
    assert all(
        part in text
        for part in (
            "swap exchanges",
            "AttributeError: no b",
            "The secret input is 42.",
            "1 day late",
        )
    )
    assert "swap(0)" not in text and "Title of goal.fine" not in text
    student = explained(None, Audience.STUDENT)
    assert "AttributeError: no b" in student and "A blob" in student
    assert not any(part in student for part in ("42", "secret", "other-id", "tamper"))


def test_page_about_a_check_has_the_comments_on_it_and_those_on_none() -> None:
    comments = [
        Adjustment("comment", Fraction(0), f"on {name or 'all'}", "T", name)
        for name in ("", "block.swap", "goal.fine")
    ]
    text = explained(SWAP, found=msgspec.structs.replace(FOUND, adjustments=tuple(comments)))
    assert (
        "comment  on all" in text
        and 'comment on "swap exchanges the quarters"  on block.swap' in text
    )
    assert "goal.fine" not in text


def test_line_beyond_the_file_is_left_out() -> None:
    """The submission that is given may be another."""
    cause = Cause(CauseKind.EXCEPTION, file="block.py", line=99, name="E")
    text = explained(check("block.swap", verdict=Verdict.RAISED, cause=cause))
    assert "return a.b" not in text
