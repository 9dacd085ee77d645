"""Each platform's format follows the rules that the platform publishes."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from graders.extensions.platforms.formats.scored_lines import apportioned, lines, score
from graders.harness import cli
from graders.harness.errors import GraderError
from graders.harness.reports.audience import Audience, redact
from graders.harness.reports.formats import NotGradable, Unwritable
from graders.harness.result import (
    Adjustment,
    Finding,
    ManualPart,
    Result,
    Status,
    Verdict,
    Visibility,
    from_json,
    rounded,
    to_json,
    whole,
)
from tests import strategies
from tests.nightly import PASSES
from tests.reports.every_format import STAFF_NEVER, document
from tests.reports.paper import check, result
from tests.reports.test_formats import PLAIN, SOUND

THIRDS = result(
    *(
        check(
            f"goal.c{place}",
            marks="6/37",
            verdict=Verdict.PASSED if place < 20 else Verdict.FAILED,
            hidden=place % 3 == 0,
        )
        for place in range(37)
    )
)


def by_hand(found: Result) -> Fraction:
    """Return the sum of the tutor's lines, or 0 while a part is not marked."""
    return (
        sum((exact(rounded(part.marks or 0)) for part in found.manual), Fraction(0))
        if whole(found)
        else Fraction(0)
    )


def exact(number: float) -> Fraction:
    """Return the exact value of a JSON number."""
    return Fraction(str(number))


# Sums.


@pytest.mark.slow
@given(st.lists(strategies.fractions(0, 10, 97), max_size=40))
@example([Fraction(6, 37)] * 37)
@example([Fraction(1, 3)] * 3)
def test_hundredths_add_up(parts: list[Fraction]) -> None:
    """The parts sum to the rounded whole, none is off by a hundredth or more, and zero stays zero."""
    whole = Fraction(str(rounded(sum(parts, Fraction(0)))))
    found = apportioned(parts, whole)
    assert sum(found) == whole
    assert all(abs(a - b) <= Fraction(1, 100) for a, b in zip(found, parts, strict=True))
    assert all((a == 0) >= (b == 0) for a, b in zip(found, parts, strict=True))


def test_parts_of_another_sum_are_only_rounded() -> None:
    """A difference with another reason than rounding is not spread over the parts."""
    assert apportioned([Fraction(1), Fraction(2)], Fraction(50)) == [1, 2]


@pytest.mark.slow
@given(PLAIN, st.sampled_from(Audience))
@settings(max_examples=10 * PASSES, deadline=None)
@example(THIRDS, Audience.STUDENT)
def test_lines_add_up_for_every_reader(found: Result, audience: Audience) -> None:
    """Points of the lines sum to the total and to its maximum, for every audience, also after a round trip."""
    for one in (found, from_json(to_json(found))):
        told = lines(redact(one, audience), None)
        tutors = [line for line in told if line.by_hand]
        assert len(tutors) == (len(found.manual) if whole(found) else 0)
        told_marks, told_full = (
            sum(getattr(line, key) or 0 for line in told) for key in ("marks", "max_marks")
        )
        assert told_marks - sum(line.marks for line in tutors) == exact(rounded(found.marks))
        assert told_full - sum(line.max_marks for line in tutors) == exact(rounded(found.max_marks))
        assert told_full == exact(rounded(score(found)[1]))
        assert len({line.name for line in told}) == len(told)


# Gradescope.

VISIBILITY = {"hidden", "after_due_date", "after_published", "visible"}
TEXT = {"text", "html", "simple_format", "md", "ansi"}


def gradescope_rules(text: bytes) -> dict[str, Any]:
    """Check a results.json; return it."""
    found: dict[str, Any] = json.loads(text)
    assert set(found) <= {
        "score",
        "execution_time",
        "output",
        "output_format",
        "test_output_format",
        "test_name_format",
        "visibility",
        "stdout_visibility",
        "extra_data",
        "tests",
        "leaderboard",
    }
    assert isinstance(found["score"], int | float) and not isinstance(found["score"], bool)
    assert found.get("visibility", "visible") in VISIBILITY
    assert found["stdout_visibility"] == "hidden"
    assert {found["output_format"], found["test_output_format"], found["test_name_format"]} <= TEXT
    for test in found["tests"]:
        assert set(test) <= {
            "score",
            "max_score",
            "status",
            "name",
            "name_format",
            "number",
            "output",
            "output_format",
            "tags",
            "visibility",
            "extra_data",
        }
        assert test.get("status", "passed") in ("passed", "failed")
        assert test.get("visibility", "visible") in VISIBILITY
        assert all(
            isinstance(test[key], int | float) for key in ("score", "max_score") if key in test
        )
        assert all(
            isinstance(test[key], str) for key in ("name", "number", "output") if key in test
        )
        assert len(test["output"]) < 100_000
    assert b"\r" not in text
    return found


@pytest.mark.slow
@given(SOUND, st.sampled_from(Audience))
@settings(max_examples=10 * PASSES, deadline=None)
def test_gradescope_document_follows_its_rules(found: Result, audience: Audience) -> None:
    """Keys, types and words are Gradescope's. The score is the total, or the whole mark if tutors marked every part."""
    told = gradescope_rules(document("gradescope", found, audience))
    assert exact(told["score"]) == exact(rounded(score(found)[0]))
    assert sum(exact(test.get("max_score", 0)) for test in told["tests"]) == exact(
        rounded(score(found)[1])
    )


def test_gradescope_shows_students_a_line_for_each_check() -> None:
    """Public checks have points and text; hidden ones have title and status, and their points together."""
    found = result(
        check("goal.a", verdict=Verdict.PASSED, marks=2),
        check("goal.b", marks=3, message="It is wrong."),
        check("goal.h", marks=5, hidden=True, title="Hidden thing", verdict=Verdict.PASSED),
        check("goal.i", marks=1, hidden=True, title="Other hidden thing"),
    )
    whole = json.loads(document("gradescope", found))
    tests = {test["name"]: test for test in whole["tests"]}
    assert (tests["Title of goal.a"]["score"], tests["Title of goal.a"]["status"]) == (2, "passed")
    assert "It is wrong." in tests["Title of goal.b"]["output"]
    assert tests["Hidden thing"] == {
        "name": "Hidden thing",
        "number": "1.3",
        "output": "passed (a hidden check)",
        "visibility": "visible",
        "status": "passed",
    }
    together = tests["Hidden checks: Task goal"]
    assert (together["score"], together["max_score"], together["status"]) == (5, 6, "failed")
    assert whole["score"] == 7


def test_adjustments_are_in_the_score() -> None:
    """They count if staff turned them on, but no score is negative."""
    found = result(
        check("a.a", verdict=Verdict.PASSED, marks=10),
        adjustments=(Adjustment("style", Fraction(-3), "rules"),),
    )
    assert json.loads(document("gradescope", found))["score"] == 7
    more = msgspec.structs.replace(
        found, adjustments=(Adjustment("zero", Fraction(-30), "copied"),)
    )
    assert json.loads(document("gradescope", more))["score"] == 0


# MarkUs.

RECORD = {
    "name": str,
    "output": str,
    "marks_earned": (int, float),
    "marks_total": (int, float),
    "status": str,
    "time": int,
}
STATUSES = {"pass", "partial", "fail", "error", "error_all"}
ANNOTATION = {"filename", "content", "type", "line_start", "line_end", "column_start", "column_end"}


def markus_test(test: dict[str, Any], number: Any = (int, float)) -> None:
    """Check one test of MarkUs."""
    assert set(test) == set(RECORD)
    assert all(isinstance(test[key], kind) for key, kind in RECORD.items())
    assert test["status"] in STATUSES
    assert all(
        isinstance(test[key], number) and not isinstance(test[key], bool)
        for key in ("marks_earned", "marks_total")
    )
    assert 0 <= test["marks_earned"] <= test["marks_total"]
    assert "\0" not in json.dumps(test, ensure_ascii=False)


def markus_annotation(note: dict[str, Any]) -> None:
    """Check one annotation."""
    assert set(note) <= ANNOTATION
    assert 1 <= note["line_start"] <= note["line_end"]
    assert note["column_start"] <= note["column_end"]


@pytest.mark.slow
@given(SOUND, st.sampled_from(Audience))
@settings(max_examples=10 * PASSES, deadline=None)
def test_markus_takes_a_testers_records(found: Result, audience: Audience) -> None:
    """One JSON object on each line, of the five kinds. No text can begin a line of its own."""
    rows = document("markus", found, audience).decode().splitlines()
    records = [json.loads(row) for row in rows]
    tests = [record for record in records if "name" in record]
    for test in tests:
        markus_test(test)
    assert len({test["name"] for test in tests}) == len(tests)
    assert sum(exact(test["marks_earned"]) for test in tests) == exact(
        rounded(found.marks)
    ) + by_hand(found)
    for record in records:
        if "name" not in record:
            (kind,) = record
            assert kind in ("annotations", "tags", "overall_comment", "extra_marks")
            for note in record.get("annotations", ()):
                markus_annotation(note)
            for extra in record.get("extra_marks", ()):
                assert set(extra) == {"unit", "mark", "description"}


@pytest.mark.slow
@given(SOUND, st.sampled_from(Audience))
@settings(max_examples=10 * PASSES, deadline=None)
@example(THIRDS, Audience.STUDENT)
def test_markus_upload_follows_its_rules(found: Result, audience: Audience) -> None:
    """Marks are whole numbers in one unit, so that each group's share equals its earned marks."""
    try:
        whole = json.loads(document("markus-upload", found, audience))["test_results"]
    except Unwritable:
        assert any(change.amount.denominator > 1 for change in found.adjustments)
        return
    assert set(whole) == {"test_groups", "error", "status"}
    earned = of = 0
    for group in whole["test_groups"]:
        assert set(group) == {
            "time",
            "timeout",
            "tests",
            "stderr",
            "malformed",
            "extra_info",
            "annotations",
            "feedback",
            "tags",
            "overall_comment",
            "extra_marks",
        }
        info = group["extra_info"]
        assert (
            isinstance(info["test_group_id"], int)
            and info["display_output"] in ("instructors", "instructors_and_students")
            and info["name"]
        )
        assert all(isinstance(extra["mark"], int) for extra in group["extra_marks"])
        for test in group["tests"]:
            markus_test(test, int)
            earned, of = earned + test["marks_earned"], of + test["marks_total"]
        assert len({test["name"] for test in group["tests"]}) == len(group["tests"])
        for note in group["annotations"]:
            markus_annotation(note)
    if of:
        ids = [group["extra_info"]["test_group_id"] for group in whole["test_groups"]]
        assert len({*ids}) == len(ids)
        assert Fraction(earned, of) == (exact(rounded(found.marks)) + by_hand(found)) / exact(
            rounded(score(found)[1])
        )


def test_check_that_did_not_run_keeps_its_marks_on_markus() -> None:
    """MarkUs omits skipped tests, so the rest would be worth more."""
    found = result(
        check("a.a", verdict=Verdict.PASSED, marks=1),
        check("a.b", verdict=Verdict.NOT_RUN, marks=1),
    )
    rows = [json.loads(row) for row in document("markus", found).decode().splitlines()]
    assert [(row["status"], row["marks_earned"], row["marks_total"]) for row in rows] == [
        ("pass", 1, 1),
        ("fail", 0, 1),
    ]


def test_annotation_covers_the_line_it_names() -> None:
    """The columns come from the submission's own line."""
    found = result(
        check("a.a"), findings=(Finding("calls", "breach", "a1.py", 2, "A call.", "the handout"),)
    )
    rows = document("markus", found, sources={"a1.py": b"x = 1\nprint(x)\n"}).decode().splitlines()
    (note,) = json.loads(rows[-1])["annotations"]
    assert (note["filename"], note["line_start"], note["column_start"], note["column_end"]) == (
        "a1.py",
        2,
        1,
        8,
    )


@pytest.mark.slow
def test_markus_upload_needs_test_groups(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before, MarkUs refused the document: it has a wrapper, an id for each group, whole extra marks, and a text for who
    sees the output.
    """
    (tmp_path / "result.json").write_bytes(
        to_json(result(check("block.a", verdict=Verdict.PASSED)))
    )
    command = [
        "report",
        str(tmp_path),
        "--format",
        "markus-upload",
        "--out",
        str(tmp_path / "up.json"),
    ]
    assert cli.main(command) == 2
    assert "--test-group block=ID" in capsys.readouterr().err
    assert cli.main([*command, "--test-group", "block=x"]) == 2
    assert cli.main([*command, "--test-group", "block=12"]) == 0
    (group,) = json.loads((tmp_path / "up.json").read_text())["test_results"]["test_groups"]
    assert group["extra_info"] == {
        "name": group["extra_info"]["name"],
        "criterion": group["extra_info"]["name"],
        "test_group_id": 12,
        "display_output": "instructors_and_students",
    }


# PrairieLearn and Submitty.


@pytest.mark.slow
@given(SOUND)
@example(THIRDS)
@settings(max_examples=10 * PASSES, deadline=None)
def test_prairielearn_takes_it(found: Result) -> None:
    """The score is a part of 1; every test has points, or PrairieLearn would show none."""
    marks, full = (exact(rounded(part)) for part in score(found))
    assume(marks <= full)
    whole = json.loads(document("prairielearn", found))
    assert set(whole) == {"gradable", "score", "message", "tests"}
    assert whole["gradable"] is True
    assert 0 <= whole["score"] <= 1 and whole["score"] == float(marks / full if full else 0)
    for test in whole["tests"]:
        assert set(test) == {"name", "points", "max_points", "output"}
        assert 0 <= test["points"] <= test["max_points"]
    assert sum(exact(test["max_points"]) for test in whole["tests"]) == full


def test_prairielearn_takes_no_more_than_a_megabyte() -> None:
    """Texts are cut, scores are not."""
    long = result(*(check(f"goal.c{place}", message="é" * 9_000) for place in range(200)))
    data = document("prairielearn", long)
    assert len(data) < 1_000_000
    assert len(json.loads(data)["tests"]) == 200


@pytest.mark.slow
@given(SOUND)
@example(THIRDS)
@settings(max_examples=10 * PASSES, deadline=None)
def test_submitty_takes_it(found: Result) -> None:
    """The score is a part of 1, and every message has a status that Submitty knows."""
    marks, full = (exact(rounded(part)) for part in score(found))
    assume(marks <= full)
    whole = json.loads(document("submitty", found))
    assert set(whole) == {"status", "data"} and whole["status"] == "success"
    assert set(whole["data"]) == {"score", "message"}
    assert whole["data"]["score"] == float(marks / full if full else 0)
    for message in whole["data"]["message"]:
        assert set(message) == {"message", "status"}
        assert message["status"] in {"information", "failure", "warning", "success"}


@pytest.mark.parametrize("name", ["prairielearn", "submitty"])
def test_more_than_full_marks_are_refused(name: str) -> None:
    """Both platforms cut a score at 1, which would take a bonus away without a word."""
    bonus = Adjustment("bonus", Fraction(3), "early")
    found = result(check("a.a", verdict=Verdict.PASSED), adjustments=(bonus,))
    with pytest.raises(Unwritable, match="enter this mark by hand"):
        document(name, found)


@pytest.mark.parametrize("name", STAFF_NEVER)
def test_what_the_platform_shows_is_for_students_only(name: str) -> None:
    """A report for staff would show hidden checks to the student."""
    with pytest.raises(GraderError, match="students"):
        document(name, result(check("a.a")), Audience.STAFF)


# All of them.


def test_refusal_names_the_remedy() -> None:
    """A result without marks is refused in one line."""
    fault = result(check("a.a", verdict=Verdict.GRADER_FAULT), status=Status.NOT_GRADABLE)
    with pytest.raises(NotGradable, match="grade it again"):
        document("gradescope", fault)
    assert json.loads(document("markus-upload", fault))["test_results"]["status"] == "failed"


def test_documents_show_findings_adjustments_and_tutors_parts() -> None:
    found = result(
        check("a.a", verdict=Verdict.PASSED),
        findings=(Finding("calls", "breach", "a1.py", 7, "Calls outside.", "the handout"),),
        manual=(ManualPart("Style", Fraction(4)),),
        adjustments=(Adjustment("late", Fraction(-1, 2), "a day"),),
    )
    for name in ("html", "text", "markdown", "gradescope"):
        text = document(name, found).decode()
        for part in ("Calls outside", "Style", "late"):
            assert part in text, (name, part)


def test_tutors_marks_count_once_every_part_is_marked() -> None:
    """Each part is a line with its comment, and counts in the score. An incomplete set is only shown."""
    parts = (
        ManualPart("Style", Fraction(4), Fraction(7, 2), "Good <b>names</b>."),
        ManualPart("Tests", Fraction(2)),
    )
    found = result(check("a.a", verdict=Verdict.PASSED, marks=6), manual=parts)
    assert json.loads(document("gradescope", found))["score"] == 6
    assert "3.5 (of 4): Good" in document("gradescope", found).decode()
    found = msgspec.structs.replace(
        found, manual=(parts[0], ManualPart("Tests", Fraction(2), Fraction(0)))
    )
    told = json.loads(document("gradescope", found))
    assert (told["score"], [test.get("score") for test in told["tests"]]) == (9.5, [6, 3.5, 0])
    upload = json.loads(document("markus-upload", found))["test_results"]["test_groups"]
    assert [group["extra_info"]["criterion"] for group in upload] == ["Task a", "Style", "Tests"]
    for name in ("html", "text", "markdown"):
        text = document(name, found).decode()
        assert "<b>names" not in text or name == "text"
        assert "names" in text and "12" in text, name
    assert 'name="whole" value="9.5"' in document("junit", found).decode()


def test_strategies_draw_hidden_checks() -> None:
    """Otherwise the tests above would prove nothing about them."""
    assert any(one.visibility is Visibility.HIDDEN for one in THIRDS.checks)
