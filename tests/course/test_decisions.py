"""Decisions of people: beside the verdict, in the total, kept, and flagged when the ground under them is another."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from graders.harness.course import decisions
from graders.harness.course.decisions import FILE, Decisions
from graders.harness.errors import GraderError
from graders.harness.reports.audience import Audience, Disclosure, view
from graders.harness.reports.sentences import flag_text
from graders.harness.result import Adjustment, Result, Status, Verdict, from_json, to_json, total
from tests.reports.every_format import document
from tests.reports.paper import check, result

SIGNED = 'submission = "someone"\nby = "R. Tutor"\non = 2024-05-02\nwhy = "the forum allowed it"\n'
FOUND = result(
    check("block.a", marks=3), check("block.b", verdict=Verdict.PASSED, marks=5),
    check("goal.secret-id", hidden=True, title="Secret title", marks=2),
    adjustments=(Adjustment("late", Fraction(-2), "2 days late"),),
)  # fmt: skip


def decided(folder: Path, *tables: str) -> Decisions:
    """What is read of these tables."""
    (folder / FILE).write_text("".join(f"[[decision]]\n{SIGNED}{table}\n" for table in tables))
    return decisions.read(folder)


@pytest.mark.parametrize(
    ("table", "marks"),
    [
        ('check = "block.a"', 6), ('check = "block.a"\nmarks = 1.5', Fraction(9, 2)), ('check = "block.b"\nmarks = 0', 0),
        ('adjustment = "late"', 5), ('adjustment = "late"\nmarks = -0.5', Fraction(9, 2)),
    ],
)  # fmt: skip
def test_a_decision_counts_and_leaves_verdicts_alone(tmp_path: Path, table: str, marks: Fraction) -> None:
    """Waived or set; put in twice it counts once, and it goes when it is taken away."""
    some = decided(tmp_path, table)
    found = some.applied(FOUND, "f1")
    assert total(found) == marks and found.checks == FOUND.checks and not found.flags
    assert some.applied(found, "f1") == found and from_json(to_json(found)) == found
    assert found.adjustments[-1].by == "R. Tutor"
    assert found.adjustments[-1].reason == "the forum allowed it (R. Tutor, 2024-05-02)"
    assert Decisions().applied(found) == FOUND
    other = msgspec.structs.replace(FOUND, submission="another")
    assert some.applied(other) == other
    fault = msgspec.structs.replace(FOUND, status=Status.NOT_GRADABLE)
    assert some.applied(fault) == fault


def regraded(verdict: Verdict) -> Result:
    """The result after the first check ended otherwise."""
    first = check("block.a", verdict=verdict, marks=3)
    return result(first, *FOUND.checks[1:], adjustments=FOUND.adjustments)


def test_another_ground_is_flagged_until_it_is_confirmed(tmp_path: Path) -> None:
    """The check ends otherwise, or other files come; the decision stands as long as it says anything."""
    first = decided(tmp_path, 'check = "block.a"')
    first.applied(FOUND, "f1")
    first.leave(tmp_path)
    assert decisions.read(tmp_path).applied(FOUND, "f1").flags == ()
    (flag,) = decisions.read(tmp_path).applied(regraded(Verdict.TIMEOUT), "f2").flags
    assert flag_text(flag) == "look again at a decision: block.a (by R. Tutor): was wrong answer, now took too long, other files were handed in since"
    passes = decisions.read(tmp_path).applied(regraded(Verdict.PASSED), "f1")
    assert "now passed" in flag_text(passes.flags[0]) and passes.adjustments == FOUND.adjustments
    (tmp_path / FILE).write_text((tmp_path / FILE).read_text().replace("05-02", "05-09"))
    assert decisions.read(tmp_path).applied(regraded(Verdict.TIMEOUT), "f2").flags == ()


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('check = "block.aa"', "is it block.a?"), ('check = "block.a"\nmarks = 9', "more than the check is worth"),
        ('adjustment = "style"', "no such adjustment"),
    ],
)  # fmt: skip
def test_what_cannot_count_is_flagged(tmp_path: Path, table: str, said: str) -> None:
    """And changes nothing."""
    found = decided(tmp_path, table).applied(FOUND)
    assert found.adjustments == FOUND.adjustments and said in flag_text(found.flags[0])


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("", "either check"), ('check = "a"\nadjustment = "late"', "either check"), ('check = "a"\nmarks = -1', "0 or more"),
        ('adjustment = "late"\nmarks = 1', "0 or less"), ('chek = "a"', "chek"),
        ('check = "a"\n[[decision]]\n' + SIGNED + 'check = "a"', "two decisions"),
    ],
)  # fmt: skip
def test_what_nobody_can_follow_is_refused(tmp_path: Path, table: str, said: str) -> None:
    """Before anything is graded."""
    with pytest.raises(GraderError, match=said):
        decided(tmp_path, table)


def test_students_see_decisions_but_no_hidden_id(tmp_path: Path) -> None:
    """Who, when and why, in every report; of a hidden check that it was decided on, or nothing at all."""
    found = decided(tmp_path, 'check = "goal.secret-id"', 'check = "block.a"').applied(FOUND)
    for name in ("html", "text", "markdown", "gradescope", "markus", "json"):
        text = document(name, found).decode()
        assert "secret-id" not in text and "the forum allowed it" in text, name
    for name in ("html", "text", "markdown"):
        assert "Decided by a person" in document(name, found).decode() and "late" in document(name, found).decode()
    shown = document("gradescope", found, Audience.STAFF).decode()
    assert "decision on a hidden check" in shown and "decision on goal.secret-id" not in shown
    nothing = view(found, Audience.STUDENT, Disclosure.NOTHING).result
    assert [change.rule for change in nothing.adjustments] == ["late", "decision on block.a"]
