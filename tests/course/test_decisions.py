"""Decisions of people: beside the verdict, in the total, kept, and flagged when the ground under them is another."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from graders.harness.course import decisions
from graders.harness.course.decisions import FILE, GROUNDS
from graders.harness.errors import GraderError
from graders.harness.grading.overrides import Decisions, Ground
from graders.harness.reports.audience import Audience, HiddenCheckPolicy, redact
from graders.harness.reports.sentences import flag_text
from graders.harness.result import (
    Adjustment,
    Result,
    Status,
    Verdict,
    from_json,
    to_json,
    total,
)
from tests.reports.every_format import document
from tests.reports.paper import check, result

SIGNED = 'submission = "someone"\nby = "R. Tutor"\non = 2024-05-02\nwhy = "the forum allowed it"\n'
FOUND = result(
    check("block.a", marks=3), check("block.b", verdict=Verdict.PASSED, marks=5),
    check("goal.secret-id", hidden=True, title="Secret title", marks=2),
    adjustments=(Adjustment("late", Fraction(-2), "2 days late"),),
)  # fmt: skip


def applied(some: Decisions, found: Result, files: str = "") -> Result:
    """The result of somebody who handed in alone."""
    (changed,) = some.applied([found], files)
    return changed


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
    found = applied(some, FOUND, "f1")
    assert total(found) == marks and found.checks == FOUND.checks and not found.flags
    assert applied(some, found, "f1") == found and from_json(to_json(found)) == found
    assert found.adjustments[-1].by == "R. Tutor"
    assert found.adjustments[-1].reason == "the forum allowed it (R. Tutor, 2024-05-02)"
    assert applied(Decisions(), found) == FOUND
    other = msgspec.structs.replace(FOUND, submission="another")
    assert applied(some, other) == other
    fault = msgspec.structs.replace(FOUND, status=Status.NOT_GRADABLE)
    assert applied(some, fault) == fault


def regraded(verdict: Verdict) -> Result:
    """The result after the first check ended otherwise."""
    first = check("block.a", verdict=verdict, marks=3)
    return result(first, *FOUND.checks[1:], adjustments=FOUND.adjustments)


def test_another_ground_is_flagged_until_it_is_confirmed(tmp_path: Path) -> None:
    """The check ends otherwise, or other files come; the decision stands as long as it says anything."""
    first = decided(tmp_path, 'check = "block.a"')
    applied(first, FOUND, "f1")
    decisions.write_grounds(tmp_path, first)
    assert applied(decisions.read(tmp_path), FOUND, "f1").flags == ()
    (flag,) = applied(decisions.read(tmp_path), regraded(Verdict.TIMEOUT), "f2").flags
    assert flag_text(flag) == "look again at a decision: block.a (by R. Tutor): was wrong answer, now took too long, other files were handed in since"
    passes = applied(decisions.read(tmp_path), regraded(Verdict.PASSED), "f1")
    assert "now passed" in flag_text(passes.flags[0]) and passes.adjustments == FOUND.adjustments
    (tmp_path / FILE).write_text((tmp_path / FILE).read_text().replace("05-02", "05-09"))
    assert applied(decisions.read(tmp_path), regraded(Verdict.TIMEOUT), "f2").flags == ()


def test_grounds_that_an_earlier_version_wrote_in_words_are_read(tmp_path: Path) -> None:
    """No decision is questioned because the grader is another one now."""
    first = decided(tmp_path, 'check = "block.a"')
    applied(first, FOUND, "f1")
    decisions.write_grounds(tmp_path, first)
    file = tmp_path / GROUNDS
    assert file.read_text().count('"failed"') == 1
    file.write_text(file.read_text().replace('"failed"', '"wrong answer"'))
    assert applied(decisions.read(tmp_path), FOUND, "f1").flags == ()


LATE_BY = {name: Adjustment("late", Fraction(-days), f"{days} days late") for name, days in (("one", 1), ("two", 2))}


def of_group(*late: str) -> list[Result]:
    """The results of a group: the members' late days."""
    return [result(*FOUND.checks, adjustments=(LATE_BY[days],) if days else ()) for days in late]


def test_a_waiver_counts_for_every_member_of_a_group_who_was_late(tmp_path: Path) -> None:
    """Whoever was in time has nothing to waive, which is no reason to look again."""
    some = decided(tmp_path, 'adjustment = "late"')
    found = some.applied(of_group("one", "two", ""), "f1")
    assert [total(one) for one in found] == [5, 5, 5]
    assert [len(one.adjustments) for one in found] == [2, 2, 0] and not any(one.flags for one in found)
    assert some.applied(of_group("two", "", "one"), "f1") == (found[1], found[2], found[0])
    assert list(some.grounds.values()) == [Ground("-1 and -2", "f1")]
    later = some.applied(of_group("two", "two", ""), "f1")
    assert {flag_text(flag) for one in later for flag in one.flags} == {
        "look again at a decision: late (by R. Tutor): was -1 and -2, now -2"
    }
    nobody = decided(tmp_path, 'adjustment = "style"').applied(of_group("one", ""))
    assert all("it changes nothing" in flag_text(one.flags[0]) for one in nobody)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('check = "block.aa"', "is it block.a?"), ('check = "block.a"\nmarks = 9', "more than the check is worth"),
        ('adjustment = "style"', "no such adjustment"),
    ],
)  # fmt: skip
def test_what_cannot_count_is_flagged(tmp_path: Path, table: str, said: str) -> None:
    """And changes nothing."""
    found = applied(decided(tmp_path, table), FOUND)
    assert found.adjustments == FOUND.adjustments and said in flag_text(found.flags[0])


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("", "either check"), ('check = "a"\nadjustment = "late"', "either check"), ('check = "a"\nmarks = -1', "0 or more"),
        ('adjustment = "late"\nmarks = 1', "0 or less"), ('chek = "a"', "chek"),
        ('check = "a"\n[[decision]]\n' + SIGNED + 'check = "a"', "another decision"),
    ],
)  # fmt: skip
def test_what_nobody_can_follow_is_refused(tmp_path: Path, table: str, said: str) -> None:
    """Before anything is graded."""
    with pytest.raises(GraderError, match=said):
        decided(tmp_path, table)


def test_students_see_decisions_but_no_hidden_id(tmp_path: Path) -> None:
    """Who, when and why, in every report; of a hidden check that it was decided on, or nothing at all."""
    found = applied(decided(tmp_path, 'check = "goal.secret-id"', 'check = "block.a"'), FOUND)
    for name in ("html", "text", "markdown", "gradescope", "markus", "json"):
        text = document(name, found).decode()
        assert "secret-id" not in text and "the forum allowed it" in text, name
    for name in ("html", "text", "markdown"):
        assert "Decided by staff" in document(name, found).decode() and "late" in document(name, found).decode()
    shown = document("gradescope", found, Audience.STAFF).decode()
    assert "decision on a hidden check" in shown and "decision on goal.secret-id" not in shown
    nothing = redact(found, Audience.STUDENT, HiddenCheckPolicy.NOTHING).result
    assert [change.rule for change in nothing.adjustments] == ["late", "decision on block.a"]
