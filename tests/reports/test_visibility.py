"""No document for students has a secret; all formats are searched for planted ones."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from graders.harness.assignment.manifest import Late
from graders.harness.grading.late import adjusted
from graders.harness.reports import result_folder
from graders.harness.reports.audience import Audience, HiddenCheckPolicy, redact
from graders.harness.reports.formats import formats
from graders.harness.result import (
    Cause,
    CauseKind,
    Finding,
    Result,
    Square,
    Status,
    Text,
    Transcripts,
    Verdict,
    Visibility,
)
from tests.reports.every_format import STAFF_NEVER, documents, report_style
from tests.reports.paper import board, check, flags, notes, result
from tests.reports.test_formats import PLAIN

SECRET = "s3cret"
"""Planted in every part of a hidden check except for its title."""
TITLE = "Rotating works in hiding."
KEPT = (HiddenCheckPolicy.NOTHING, HiddenCheckPolicy.VERDICT, HiddenCheckPolicy.TITLE)
"""Policies without a release."""
MARKS = Fraction(1337, 100)
"""Of a hidden check; not in any sum that a document for students may show."""


def planted(verdict: Verdict = Verdict.FAILED) -> Result:
    """Return a result with secrets in every field of a hidden check, a flag or a note."""
    exhibits = (
        Text(label=f"{SECRET} label", text=f"{SECRET} value"),
        board(f"{SECRET} board", 1, ("b", 0, 0, 1)),
        Transcripts(
            label=SECRET, start=1, mark=0, expected=(f"{SECRET} want",), got=(f"{SECRET} have",)
        ),
    )
    hidden = check(
        f"block.{SECRET}-id",
        marks=str(MARKS),
        title=TITLE,
        message=f"{SECRET} message",
        exhibits=exhibits,
        hidden=True,
    )
    hidden = msgspec.structs.replace(
        hidden, verdict=verdict, marks=MARKS if verdict is Verdict.PASSED else Fraction(0)
    )
    other = check(
        "block.other", marks=2, title="Another one in hiding.", hidden=True, verdict=Verdict.PASSED
    )
    return result(
        hidden,
        other,
        check(
            "block.open",
            marks=3,
            message="told openly",
            exhibits=(Text(label="expected", text="plain to see"),),
        ),
        check("goal.fine", marks=4, verdict=Verdict.PASSED),
        flags=flags(f"{SECRET} flag"),
        notes=notes(f"{SECRET} note"),
    )


@pytest.mark.parametrize(
    "verdict", [Verdict.FAILED, Verdict.RAISED, Verdict.MISSING, Verdict.TIMEOUT]
)
def test_hidden_check_did_not_pass_and_the_reason_stays_secret(verdict: Verdict) -> None:
    """It may have raised, or its file may not load, so "wrong answer" would be a guess."""
    hidden = check(
        "block.deep",
        title=TITLE,
        message="block.py was not handed in",
        hidden=True,
        verdict=verdict,
    )
    found = dict(documents(result(hidden), Audience.STUDENT))
    for name in ("html", "text", "markdown", "junit", "gradescope", "markus"):
        assert b"did not pass" in found[name], name
    assert not any(b"wrong answer" in data or b"not judged" in data for data in found.values())


@pytest.mark.parametrize("disclosure", KEPT)
@pytest.mark.parametrize(
    "verdict", [verdict for verdict in Verdict if verdict is not Verdict.GRADER_FAULT]
)
def test_no_secret_is_in_any_document_for_students(
    verdict: Verdict, disclosure: HiddenCheckPolicy
) -> None:
    """Inputs, expected values, ids, marks, flags, notes: none of them."""
    found = dict(documents(planted(verdict), Audience.STUDENT, disclosure))
    assert set(found) == set(formats())
    for name, data in found.items():
        text = data.decode()
        assert SECRET not in text, name
        assert "13.37" not in text, name
        told = disclosure is HiddenCheckPolicy.TITLE
        unlisted = name == "markdown" and verdict in (
            Verdict.PASSED,
            Verdict.NOT_RUN,
        )  # it lists failures only
        assert ("Rotating works in hiding" in text) == (told and not unlisted), name
        if disclosure is HiddenCheckPolicy.NOTHING:
            assert "hidden-" not in text, name
            assert "hidden check" not in text.lower(), name


FAILURES = [v for v in Verdict if v not in (Verdict.PASSED, Verdict.NOT_RUN, Verdict.GRADER_FAULT)]
"""Ways to fail that a program can choose."""


@pytest.mark.slow
def test_end_of_a_failed_hidden_check_is_redacted() -> None:
    """It may raise for one input and loop for another. Documents for students are equal, those for staff are not."""
    students = [dict(documents(planted(verdict), Audience.STUDENT)) for verdict in FAILURES]
    assert len(students) > 5 and all(one == students[0] for one in students)
    staff = [dict(documents(planted(verdict), Audience.STAFF))["json"] for verdict in FAILURES]
    assert len(set(staff)) == len(staff)


def test_totals_reveal_nothing_if_hidden_checks_are_redacted() -> None:
    """Every number is that of the public checks."""
    for name, data in documents(planted(), Audience.STUDENT, HiddenCheckPolicy.NOTHING):
        text = data.decode()
        for number in ("22.37", "18.37", "15.37", "6 / 22", "of 22"):
            assert number not in text, (name, number)


def test_documents_for_staff_hold_everything() -> None:
    """This proves that the search above would find them in a document for students."""
    found = dict(documents(planted(), Audience.STAFF))
    assert set(found) == set(formats()) - set(STAFF_NEVER)
    for name, data in found.items():
        text = re.sub(
            "</?mark>", "", data.decode()
        )  # a page marks the first difference of two lines
        for part in (f"{SECRET} message", f"{SECRET} value", f"{SECRET} want", f"{SECRET} have"):
            assert part in text, (name, part)
        assert ("13.37" in text) or name in ("markus-upload", "markdown"), name


def test_notes_for_staff_are_hidden_on_gradescope() -> None:
    """In the file for staff, no line for students has a secret."""
    (data,) = (data for name, data in documents(planted(), Audience.STAFF) if name == "gradescope")
    document = msgspec.json.decode(data)
    visible = [test for test in document["tests"] if test["visibility"] == "visible"]
    assert SECRET in str(document)
    assert SECRET not in str([visible, document["output"]])
    assert TITLE not in str(visible)


@pytest.mark.parametrize("name", formats())
def test_ungradable_result_is_never_a_zero(name: str) -> None:
    """A format with marks only refuses such a result; the others show that there is no mark."""
    fault = check("block.a", verdict=Verdict.GRADER_FAULT, marks=5)
    found = dict(documents(result(fault, status=Status.NOT_GRADABLE), Audience.STUDENT))
    if name in ("gradescope", "markus", "prairielearn", "submitty"):
        assert name not in found
    else:
        said = found[name].decode().lower()
        assert any(words in said for words in ("not gradable", "not_gradable", "the grader failed"))
        assert "0 / 5" not in said


def test_documents_are_made_from_the_view() -> None:
    """A picture in a hidden check does not even reach the writers."""
    seen = redact(planted(), Audience.STUDENT).result
    assert Square(letter="b", x=0, y=0, size=1) not in [
        s for c in seen.checks for e in c.exhibits for s in getattr(e, "squares", ())
    ]


# Hidden data has no effect on a student's document: results that differ only in it give the same bytes.


def with_other_secrets(found: Result, random: Random, disclosure: HiddenCheckPolicy) -> Result:
    """Return *found* with other ids, messages, exhibits, positions and single marks of hidden checks.

    The parts that *disclosure* shows stay: verdicts, the sums of their marks, and titles if they are shown.
    """
    hidden = [one for one in found.checks if one.visibility is Visibility.HIDDEN]
    changed = []
    for task in {one.task for one in hidden}:
        mine = [one for one in hidden if one.task == task]
        worth = [(one.marks, one.max_marks) for one in mine]
        random.shuffle(worth)
        for place, (one, (marks, full)) in enumerate(zip(mine, worth, strict=True)):
            other = msgspec.structs.replace(
                one,
                id=f"other-{random.random()}",
                cause=Cause(CauseKind.TEXT, detail=f"other {place}"),
                exhibits=(Text("other", "value"),),
                marks=marks,
                max_marks=full,
            )
            told = disclosure is HiddenCheckPolicy.TITLE
            changed.append(
                other if told else msgspec.structs.replace(other, title=f"other {random.random()}")
            )
    random.shuffle(changed)
    open_ = [one for one in found.checks if one.visibility is Visibility.PUBLIC]
    order = sorted(
        [*changed, *open_], key=lambda one: [task.id for task in found.tasks].index(one.task)
    )
    return msgspec.structs.replace(
        found, checks=tuple(order), flags=flags("other"), notes=notes("other")
    )


def task_by_task(found: Result) -> Result:
    """Return *found* with its checks task by task, in the order of marking."""
    order = [task.id for task in found.tasks]
    return msgspec.structs.replace(
        found, checks=tuple(sorted(found.checks, key=lambda one: order.index(one.task)))
    )


@pytest.mark.nightly
@given(PLAIN.map(task_by_task), st.randoms(use_true_random=False), st.sampled_from(KEPT))
@settings(max_examples=15, deadline=None)
def test_documents_depend_on_nothing_that_is_hidden(
    found: Result, random: Random, disclosure: HiddenCheckPolicy
) -> None:
    """Other ids, messages, exhibits, positions, single marks, and titles if they are not shown, give the same bytes."""
    other = with_other_secrets(found, random, disclosure)
    given_ = dict(documents(found, Audience.STUDENT, disclosure))
    assert given_ == dict(documents(other, Audience.STUDENT, disclosure))


@pytest.mark.slow
@given(PLAIN.map(task_by_task), st.integers(0, 3))
@settings(max_examples=15, deadline=None)
def test_redacted_hidden_checks_change_nothing(found: Result, days: int) -> None:
    """All of them may pass or fail, with any marks, even if a late penalty takes every mark."""

    def with_hidden(verdict: Verdict, worth: int) -> Result:
        full = Fraction(worth)
        marks = full if verdict is Verdict.PASSED else Fraction(0)
        checks = [
            msgspec.structs.replace(one, verdict=verdict, marks=marks, max_marks=full)
            if one.visibility is Visibility.HIDDEN
            else one
            for one in found.checks
        ]
        kept = {
            name: getattr(found, name)
            for name in ("submission", "findings", "manual", "flags", "notes")
        }
        again = msgspec.structs.replace(result(*checks), **kept)
        return adjusted(again, Late(per_day=1, days=2, reason="the handout"), Fraction(days))

    failed, passed = with_hidden(Verdict.FAILED, 7), with_hidden(Verdict.PASSED, 11)
    assume(any(one.visibility is Visibility.PUBLIC for one in found.checks))
    assert dict(documents(failed, Audience.STUDENT, HiddenCheckPolicy.NOTHING)) == dict(
        documents(passed, Audience.STUDENT, HiddenCheckPolicy.NOTHING)
    )


def test_numbers_on_gradescope_leave_no_gap() -> None:
    """Lines for students have consecutive numbers in the file for staff, too, which hide the hidden checks."""
    found = result(
        check("a.h", hidden=True),
        check("b.one"),
        check("b.h", hidden=True),
        check("b.two"),
        check("c.one"),
    )
    (data,) = (data for name, data in documents(found, Audience.STAFF) if name == "gradescope")
    tests = [test for test in msgspec.json.decode(data)["tests"] if "number" in test]
    assert [test["number"] for test in tests if test["visibility"] == "visible"] == [
        "1.1",
        "1.2",
        "2.3",
    ]
    assert len({test["number"] for test in tests}) == len(tests) == 5


def test_texts_on_gradescope_are_those_for_students() -> None:
    """In the file for staff, lines for students cite the handout, not the page of facts."""
    found = result(
        check(), findings=(Finding("r", "breach", "a.py", 1, "Not so.", "the handout (spec 7.1)"),)
    )
    (data,) = (data for name, data in documents(found, Audience.STAFF) if name == "gradescope")
    assert b"Not so." in data
    assert b"spec 7.1" not in data


def test_folder_for_a_student_contains_no_log(tmp_path: Path) -> None:
    """Times, levels and the grader's notes stay with staff."""
    result_folder.write(tmp_path / "student", planted(), [SECRET], report_style(), Audience.STUDENT)
    result_folder.write(tmp_path / "staff", planted(), [SECRET], report_style(), Audience.STAFF)
    given_ = {path.name: path.read_text() for path in (tmp_path / "student").rglob("*.*")}
    assert set(given_) == {"result.json", "report.txt", "report.html"}
    assert SECRET not in "".join(given_.values())
    assert SECRET in next((tmp_path / "staff").rglob("run.log")).read_text()
