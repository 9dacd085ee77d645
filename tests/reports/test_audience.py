"""Students see the titles of hidden checks, and whether they passed."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.harness.reports.audience import Audience, HiddenCheckPolicy, redact
from graders.harness.result import (
    Adjustment,
    Finding,
    Result,
    Text,
    Verdict,
    Visibility,
    to_json,
)
from tests import strategies
from tests.reports.paper import board, check, flags, notes, rendered, result

SECRET = check(
    "block.secret-id",
    marks="7/4",
    title="Rotating works.",
    message="secret message",
    exhibits=(
        Text(label="secret label", text="secret value"),
        board("secret board", 1, ("b", 0, 0, 1)),
    ),
    hidden=True,
)
OPEN = check("block.open", message="open message", marks=1)


@pytest.mark.parametrize("colours", [None, "truecolor"])
@pytest.mark.parametrize("verdict", list(Verdict))
def test_student_sees_title_and_verdict_of_a_hidden_check(
    verdict: Verdict, colours: str | None
) -> None:
    """Message, exhibits, id and marks stay out, for every verdict and every option."""
    found = result(msgspec.structs.replace(SECRET, verdict=verdict), OPEN)
    shown = rendered(found, audience=Audience.STUDENT, all_checks=True, colours=colours)
    assert "Rotating works." in shown
    assert "secret" not in shown
    assert "1.75" not in shown
    assert "open message" in shown


def test_staff_see_everything_of_a_hidden_check() -> None:
    """Staff see the parts that students do not see, and a remark that students do not see them."""
    shown = rendered(result(SECRET, OPEN))
    for part in (
        "block.secret-id",
        "secret message",
        "secret label",
        "secret value",
        "0 / 1.75",
        "hidden from students",
    ):
        assert part in shown


def test_hidden_checks_of_one_message_do_not_appear_together() -> None:
    """A group of equal failures would disclose that their messages are equal."""
    hidden = [check(f"block.h{i}", message="secret", hidden=True) for i in range(5)]
    shown = rendered(result(*hidden), audience=Audience.STUDENT)
    assert "secret" not in shown
    assert shown.count("Title of block.h") == 5


def test_hidden_check_without_title_does_not_fall_back_to_its_id() -> None:
    """An id names the inputs of the check."""
    found = result(msgspec.structs.replace(SECRET, title=""))
    assert "secret" not in rendered(found, audience=Audience.STUDENT)


def test_flags_and_notes_are_for_staff() -> None:
    """Students need not know why staff should review their submission."""
    found = result(OPEN, flags=flags("looks copied"), notes=notes("took Block.py for block.py"))
    for part in ("looks copied", "took Block.py for block.py"):
        assert part in rendered(found)
        assert part not in rendered(found, audience=Audience.STUDENT)


@pytest.mark.slow
@given(strategies.results())
def test_view_of_student_keeps_nothing_but_title_and_verdict(found: Result) -> None:
    """A result file for a student has no more of a hidden check than the report; public checks stay whole."""
    seen = redact(found, Audience.STUDENT).result
    public = [check for check in found.checks if check.visibility is Visibility.PUBLIC]
    assert sorted(map(repr, public)) == sorted(
        repr(c) for c in seen.checks if c.visibility is Visibility.PUBLIC
    )
    hidden = [check for check in seen.checks if check.visibility is Visibility.HIDDEN]
    told = {"cause": None, "marks": 0, "max_marks": 0, "exhibits": ()}
    assert all(getattr(check, field) == value for check in hidden for field, value in told.items())
    assert Counter((c.task, c.title, c.verdict is Verdict.PASSED) for c in hidden) == Counter(
        (c.task, c.title, c.verdict is Verdict.PASSED)
        for c in found.checks
        if c.visibility is Visibility.HIDDEN
    )
    assert {c.verdict for c in hidden} <= {
        Verdict.PASSED,
        Verdict.FAILED,
        Verdict.NOT_RUN,
        Verdict.GRADER_FAULT,
    }
    assert len({check.id for check in hidden}) == len(hidden)
    assert (seen.flags, seen.notes) == ((), ())
    assert redact(seen, Audience.STUDENT).result == seen
    assert redact(found, Audience.STAFF).result == found


@pytest.mark.slow
@given(strategies.results(), st.randoms(use_true_random=False))
def test_order_of_hidden_checks_reveals_nothing(found: Result, random: Random) -> None:
    """Two results with equal titles and verdicts give equal files to students, for any ids and positions."""
    open_ = [check for check in found.checks if check.visibility is Visibility.PUBLIC]
    hidden = [check for check in found.checks if check.visibility is Visibility.HIDDEN]
    renamed = [
        msgspec.structs.replace(check, id=f"other-{place}") for place, check in enumerate(hidden)
    ]
    random.shuffle(renamed)
    seen = [
        redact(msgspec.structs.replace(found, checks=(*open_, *some)), Audience.STUDENT).result
        for some in (hidden, renamed)
    ]
    tasks = list(dict.fromkeys(check.task for check in (*open_, *hidden)))
    order = [sorted(one.checks, key=lambda check: tasks.index(check.task)) for one in seen]
    assert order[0] == order[1]


def test_marks_of_hidden_checks_are_shown_together() -> None:
    """The hidden checks of a task earned the rest of its marks; single marks stay unknown."""
    found = result(
        SECRET, check("block.other", marks="1/4", hidden=True, verdict=Verdict.PASSED), OPEN
    )
    seen = redact(found, Audience.STUDENT)
    (task,) = seen.result.tasks
    assert seen.hidden_marks(task) == (Fraction(1, 4), Fraction(2))
    assert redact(found, Audience.STAFF).hidden_marks(task) is None
    assert redact(result(OPEN), Audience.STUDENT).hidden_marks(result(OPEN).tasks[0]) is None


def test_policy_verdict_hides_titles() -> None:
    """The manifest may disclose only that a hidden check exists, and whether it passed."""
    seen = redact(result(SECRET, OPEN), Audience.STUDENT, HiddenCheckPolicy.VERDICT)
    assert [(c.title, c.verdict) for c in seen.result.checks] == [
        ("Title of block.open", OPEN.verdict),
        ("", SECRET.verdict),
    ]
    assert "Rotating works." not in rendered(
        result(SECRET, OPEN), audience=Audience.STUDENT, disclosure=HiddenCheckPolicy.VERDICT
    )


def test_policy_nothing_leaves_no_trace_of_hidden_checks() -> None:
    """Totals are those of the public checks, and a task without public checks is gone."""
    alone = check("rest.only", marks=5, hidden=True)
    found = result(SECRET, OPEN, check("block.fine", verdict=Verdict.PASSED, marks=3), alone)
    seen = redact(found, Audience.STUDENT, HiddenCheckPolicy.NOTHING)
    assert seen.partial
    assert (seen.result.marks, seen.result.max_marks) == (3, 4)
    assert [(task.id, task.marks, task.max_marks) for task in seen.result.tasks] == [
        ("block", 3, 4)
    ]
    shown = rendered(
        found, audience=Audience.STUDENT, disclosure=HiddenCheckPolicy.NOTHING, all_checks=True
    )
    assert "idden" not in shown
    assert "marks of the public checks" in shown


def test_result_file_for_a_student_holds_no_secret() -> None:
    """The test searches the bytes of the file."""
    assert b"secret" in to_json(result(SECRET, OPEN))
    assert b"secret" not in to_json(redact(result(SECRET, OPEN), Audience.STUDENT).result)


def test_students_see_no_sections_of_the_page_of_facts() -> None:
    """Findings and adjustments cite the handout to students; staff also see the section of the page of facts."""
    told = (
        "the handout: docstrings stay (spec 7.1, 13)",
        "spec 12: the mechanics raise exceptions",
    )
    found = [Finding("rule", "breach", "a.py", 1, "text", source) for source in told]
    change = Adjustment(
        rule="late", amount=Fraction(-10), reason="1 day late, 10 a day (spec 4: ten points)"
    )
    staff = msgspec.structs.replace(result(OPEN), findings=tuple(found), adjustments=(change,))
    seen = redact(staff, Audience.STUDENT).result
    assert [one.source for one in seen.findings] == [
        "the handout: docstrings stay",
        "the handout: the mechanics raise exceptions",
    ]
    assert seen.adjustments[0].reason == "1 day late, 10 a day"
    assert redact(staff, Audience.STAFF).result == staff
