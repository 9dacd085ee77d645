"""Decisions of staff: part of the total, apart from the verdict, stored, and flagged if their grounds change."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from graders.harness.course.marks import decisions
from graders.harness.course.marks.decisions_file import FILE
from graders.harness.errors import GraderError
from graders.harness.grading.overrides import Decisions, Ground
from graders.harness.reports.audience import Audience, HiddenCheckPolicy, redact
from graders.harness.reports.sentences import flag_text
from graders.harness.result import (
    Adjustment,
    Flag,
    FlagCode,
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
    check("block.a", marks=3),
    check("block.b", verdict=Verdict.PASSED, marks=5),
    check("goal.secret-id", hidden=True, title="Secret title", marks=2),
    adjustments=(Adjustment("late", Fraction(-2), "2 days late"),),
)


def applied(some: Decisions, found: Result, files: str = "") -> Result:
    """Return the result of a student who handed in alone."""
    (changed,) = some.applied([found], files)
    return changed


def decided(folder: Path, *tables: str) -> Decisions:
    """Return the decisions in these tables."""
    (folder / FILE).write_text("".join(f"[[decision]]\n{SIGNED}{table}\n" for table in tables))
    return decisions.read(folder)


@pytest.mark.parametrize(
    ("table", "marks"),
    [
        ('check = "block.a"', 6), ('check = "block.a"\nmarks = 1.5', Fraction(9, 2)), ('check = "block.b"\nmarks = 0', 0),
        ('adjustment = "late"', 5), ('adjustment = "late"\nmarks = -0.5', Fraction(9, 2)),
    ],
)  # fmt: skip
def test_a_decision_counts_and_leaves_verdicts_alone(
    tmp_path: Path, table: str, marks: Fraction
) -> None:
    """A decision counts once, even if it is applied twice, and disappears when it is deleted."""
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


@pytest.mark.parametrize(
    ("tables", "marks"),
    [
        (['adjustment = "small letters"\nmarks = -1'], 7),
        (['adjustment = "small letters"'], 8),
        (['adjustment = "small letters"\nmarks = -6'], 3),
        (['adjustment = "small letters"', 'check = "block.a"\nmarks = 2'], 7),
        (['adjustment = "rotate"'], 3),
    ],
)
def test_habit_of_format_costs_what_staff_decide_and_no_more_than_it_did(
    tmp_path: Path, tables: list[str], marks: int
) -> None:
    """Checks that another decision is about do not count twice, and a wrong function is no habit."""
    causes = (
        {"repair": "output", "text": "small letters", "passing": ["block.a", "goal.secret-id"]},
        {"repair": "function", "name": "rotate", "passing": ["block.a"]},
    )
    flags = tuple(Flag(FlagCode.ONE_CAUSE, cause) for cause in causes)
    some = decided(tmp_path, *tables)
    found = applied(some, msgspec.structs.replace(FOUND, flags=flags))
    assert total(found) == marks and applied(some, found) == found


def test_last_of_several_decisions_about_a_check_counts(tmp_path: Path) -> None:
    """The file keeps them all, so that people can see what was decided before."""
    some = decided(
        tmp_path,
        'check = "block.a"',
        'check = "block.b"\nmarks = 4',
        'check = "block.a"\nmarks = 1',
    )
    found = applied(some, FOUND, "f1")
    assert total(found) == 3 and not found.flags
    assert [change.about for change in found.adjustments] == ["", "block.b", "block.a"]


def regraded(verdict: Verdict) -> Result:
    """Return the result if the first check had this verdict."""
    first = check("block.a", verdict=verdict, marks=3)
    return result(first, *FOUND.checks[1:], adjustments=FOUND.adjustments)


def test_changed_ground_is_flagged_until_it_is_confirmed(tmp_path: Path) -> None:
    """The verdict or the files changed. The decision counts as long as it has an effect."""
    first = decided(tmp_path, 'check = "block.a"')
    applied(first, FOUND, "f1")
    decisions.write_grounds(tmp_path, first)
    assert applied(decisions.read(tmp_path), FOUND, "f1").flags == ()
    (flag,) = applied(decisions.read(tmp_path), regraded(Verdict.TIMEOUT), "f2").flags
    assert (
        flag_text(flag)
        == "look again at a decision: block.a (by R. Tutor): was wrong answer, now took too long, other files were handed in since"
    )
    passes = applied(decisions.read(tmp_path), regraded(Verdict.PASSED), "f1")
    assert "now passed" in flag_text(passes.flags[0]) and passes.adjustments == FOUND.adjustments
    (tmp_path / FILE).write_text((tmp_path / FILE).read_text().replace("05-02", "05-09"))
    assert applied(decisions.read(tmp_path), regraded(Verdict.TIMEOUT), "f2").flags == ()


LATE_BY = {
    name: Adjustment("late", Fraction(-days), f"{days} days late")
    for name, days in (("one", 1), ("two", 2))
}


def of_group(*late: str) -> list[Result]:
    """Return the results of a group, by the members' late days."""
    return [result(*FOUND.checks, adjustments=(LATE_BY[days],) if days else ()) for days in late]


def test_a_waiver_counts_for_every_member_of_a_group_who_was_late(tmp_path: Path) -> None:
    """A member who was in time has nothing to waive, and is not flagged."""
    some = decided(tmp_path, 'adjustment = "late"')
    found = some.applied(of_group("one", "two", ""), "f1")
    assert [total(one) for one in found] == [5, 5, 5]
    assert [len(one.adjustments) for one in found] == [2, 2, 0] and not any(
        one.flags for one in found
    )
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
def test_decision_without_effect_is_flagged(tmp_path: Path, table: str, said: str) -> None:
    """The result stays unchanged."""
    found = applied(decided(tmp_path, table), FOUND)
    assert found.adjustments == FOUND.adjustments and said in flag_text(found.flags[0])


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("", "either check"), ('check = "a"\nadjustment = "late"', "either check"), ('check = "a"\nmarks = -1', "0 or more"),
        ('adjustment = "late"\nmarks = 1', "0 or less"), ('chek = "a"', "chek"),
        ('check = "a"\nmarks = nan', "number of marks"), ('check = "a"\nmarks = inf', "number of marks"),
        ('check = "a"\nmarks = 1e400', "number of marks"), ('check = "a"\nmarks = 0x' + "f" * 5000, "number of marks"),
        ('adjustment = "late"\nmarks = -inf', "number of marks"),
        ("marks = " + "[" * 20_000 + "]" * 20_000, "nested too deeply"),
    ],
    ids=lambda part: part[:30],
)  # fmt: skip
def test_malformed_decision_is_refused(tmp_path: Path, table: str, said: str) -> None:
    """The refusal comes before grading."""
    with pytest.raises(GraderError, match=said):
        decided(tmp_path, table)


@pytest.mark.slow
def test_students_see_decisions_but_no_hidden_id(tmp_path: Path) -> None:
    """Every report has the author, date and reason. The id of a hidden check is left out, or the whole decision."""
    found = applied(decided(tmp_path, 'check = "goal.secret-id"', 'check = "block.a"'), FOUND)
    for name in ("html", "text", "markdown", "gradescope", "markus", "json"):
        text = document(name, found).decode()
        assert "secret-id" not in text and "the forum allowed it" in text, name
    for name in ("html", "text", "markdown"):
        assert (
            "Decided by staff" in document(name, found).decode()
            and "late" in document(name, found).decode()
        )
    shown = document("gradescope", found, Audience.STAFF).decode()
    assert "decision on a hidden check" in shown and "decision on goal.secret-id" not in shown
    nothing = redact(found, Audience.STUDENT, HiddenCheckPolicy.NOTHING).result
    assert [change.rule for change in nothing.adjustments] == ["late", "decision on block.a"]


def test_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    """Windows' editor writes one. Before: "Invalid statement (at line 1, column 1)"."""
    (tmp_path / FILE).write_text(
        "\ufeff"
        + '[[decision]]\nsubmission = "a"\nadjustment = "late"\nby = "R."\non = 2024-05-02\nwhy = "ill"\n'
    )
    assert list(decisions.read(tmp_path).strangers(())) == ["a"]
