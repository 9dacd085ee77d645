"""Rubric items: on lines, one of a group, changed and deleted with their effect, and those of last year."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the optional extra `tutoring` is not installed")

from starlette.testclient import TestClient

from graders.extensions.tutoring import comment_cells
from graders.extensions.tutoring.decisions_writing import with_rubric
from graders.extensions.tutoring.desk.application import application
from graders.extensions.tutoring.desk.desk import Desk
from graders.extensions.tutoring.desk.finishing import Finisher
from graders.harness import cli
from graders.harness.course.marks import decisions_file
from graders.harness.course.marks.decisions_file import change
from graders.harness.course.marks.markings import (
    CommentTable,
    Counting,
    ItemTable,
    Marking,
    Rubric,
)
from graders.harness.grading.overrides import RubricItem, TutorMark
from graders.harness.reports.html.markdown import comment
from graders.harness.result import from_json
from tests import nightly
from tests.extensions.tutoring.classroom import classroom
from tests.extensions.tutoring.test_application import HOST, Tutor
from tests.reports.test_pages import NASTY

GOOD = ItemTable("good", "Good", "Quality", "-1", group="Names")
POOR = ItemTable("poor", "Poor", "Quality", "-4", text="See *page 3*.", group="Names")
TESTS = ItemTable("tests", "No tests", "Quality", "-2")
SAID = ItemTable("said", "Well explained")
RUBRIC = Rubric(item=(GOOD, POOR, TESTS, SAID))
PLACE = {"file": "game.py", "line": 9, "end": 9}


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    """A class of three with a rubric."""
    folder = classroom(tmp_path / "marks")
    change(folder, lambda before: with_rubric(before, RUBRIC))
    return folder


@pytest.fixture
def ann(marks: Path) -> Iterator[Tutor]:
    desk, finisher = Desk(marks), Finisher(marks, quiet=600)
    yield Tutor(TestClient(application(desk, finisher, "token", ""), base_url=HOST), "Ann")
    desk.close()
    finisher.finish()


def effect(tutor: Tutor, **change: Any) -> Any:
    """Return the effect of a change of the rubric."""
    return tutor.client.post("/token/api/rubric", json={"change": change, "dry": True}).json()


def plain(item: ItemTable, **changes: str) -> dict[str, str]:
    """Return an item as the page sends it."""
    fields = {
        name: getattr(item, name) for name in ("id", "name", "part", "marks", "text", "group")
    }
    return {name: value for name, value in (fields | changes).items() if value}


def given(tutor: Tutor, name: str = "ada") -> list[str]:
    """Return the items of a submission."""
    found: list[str] = tutor.get("marking", name=name).json()["items"]
    return found


def test_one_of_a_group_applies(ann: Tutor) -> None:
    """Another one takes its place; items outside of the group stay."""
    for id in ("good", "tests", "poor"):
        ann.change(type="item", id=id, on=True)
    assert given(ann) == ["tests", "poor"]
    ann.change(type="item", id="poor", on=False)
    assert given(ann) == ["tests"]


def test_item_on_a_line_counts_once_and_says_its_words(ann: Tutor, marks: Path) -> None:
    """Two lines have it. The student reads its words at both, and its marks once."""
    for id, line in (("c1", 9), ("c2", 5)):
        value = {"text": "", "file": "game.py", "line": line, "end": line, "item": "poor"}
        answer = ann.change(type="comment", id=id, base=None, value=value)
        assert answer.status_code == 200
    assert (given(ann), answer.json()["parts"][0]["marks"]) == (["poor"], "6")
    assert "<strong>Poor</strong>: See <em>page 3</em>." in answer.json()["comments"][0]["html"]
    poor = plain(POOR, text="See page 4.")
    assert ann.rubric(type="entry", id="poor", base=plain(POOR), value=poor).status_code == 200
    assert cli.main(["desk", str(marks), "--apply"]) == 0
    found = from_json((marks / "ada" / "result.json").read_bytes())
    assert [(one.text, one.line) for one in found.comments] == [
        ("**Poor**: See page 4.", 5),
        ("**Poor**: See page 4.", 9),
    ]
    assert found.manual[0].marks == 6


def test_item_that_is_gone_is_not_put_on_a_line(ann: Tutor, marks: Path) -> None:
    value = {"text": "", **PLACE, "item": "unknown"}
    assert ann.change(type="comment", id="c1", base=None, value=value).status_code == 422
    assert decisions_file.read(marks).submission == ()


def test_changed_item_shows_whose_marks_change(ann: Tutor, marks: Path) -> None:
    for name in ("ada", "ben"):
        ann.change(name, type="item", id="tests", on=True)
    ann.change("ben", type="marks", part="Quality", base="", value="3")  # overrides the item
    before = decisions_file.content(marks)
    request = {"type": "entry", "id": "tests", "base": plain(TESTS)}
    assert effect(ann, **request, value=plain(TESTS, marks="-3")) == {"moves": [["ada", "8", "7"]]}
    assert effect(ann, **request, value=plain(TESTS, name="None")) == {"moves": []}
    assert decisions_file.content(marks) == before


def test_item_in_use_is_deleted_with_its_effect(ann: Tutor, marks: Path) -> None:
    """Its words stay in comments on lines."""
    ann.change(
        type="comment", id="c1", base=None, value={"text": "Here.", **PLACE, "item": "tests"}
    )
    request = {"type": "entry", "id": "tests", "base": plain(TESTS), "value": None}
    assert ann.rubric(**request).status_code == 422
    assert effect(ann, **request, take_off=True) == {"moves": [["ada", "8", "-"]]}
    assert ann.rubric(**request, take_off=True).status_code == 200
    marking = decisions_file.read(marks).marking("ada")
    assert (marking.item, marking.comment[0].text) == ((), "**No tests**\n\nHere.")


@pytest.mark.parametrize("text", nightly.one_in(3, NASTY[:-1]))
def test_item_of_a_comment_is_harmless(ann: Tutor, text: str) -> None:
    """Its words go through the reader of Markdown, as all words of tutors."""
    evil = {"id": "evil", "name": text[:200], "text": text}
    assert ann.rubric(type="entry", id="evil", base=None, value=evil).status_code == 200
    value = {"text": "", **PLACE, "item": "evil"}
    answer = ann.change(type="comment", id="c1", base=None, value=value)
    html = answer.json()["comments"][0]["html"]
    assert not {"<script", "<img", "<svg", "<style", "<base", "<meta", "<a "} & {
        html[place : place + 7].rstrip(">= /") for place in range(len(html))
    }


# Typed marks.


def test_typed_mark_strikes_out_the_marks_of_items() -> None:
    """Row by row: 4 of 4 beside an item of -1 would be a riddle."""
    mark = TutorMark("ada", "Style", None, "Well.", items=(RubricItem("Names", "-1", "See 3."),))
    assert mark.feedback == "- Names (-1): See 3.\n\nWell."
    typed = TutorMark("ada", "Style", "4", "Well.", items=mark.items)
    assert typed.feedback == "- Names ~~(-1)~~: See 3.\n\nWell."
    assert typed.exact(Fraction(4)) == 4
    assert "<li>Names <s>(-1)</s>: See 3.</li>" in comment(typed.feedback)


# Last year's.


def test_last_years_items_are_added(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not those that are here already, or of a part that is not here."""
    last, now = classroom(tmp_path / "last"), classroom(tmp_path / "now")
    old = Rubric((Counting("Quality", "zero"),), (*RUBRIC.item, ItemTable("x", "Other", "Report")))
    change(last, lambda before: with_rubric(before, old))
    mine = Rubric(item=(ItemTable("mine", "no TESTS", "Quality", "-1"),))
    change(now, lambda before: with_rubric(before, mine))
    assert cli.main(["desk", str(now), "--rubric", str(last), "--apply"]) == 0
    error = capsys.readouterr().err
    assert "3 rubric items added" in error and "No tests" in error and "Other" in error
    rubric = decisions_file.read(now).rubric
    assert [item.id for item in rubric.item] == ["mine", "good", "poor", "said"]
    assert rubric.part == ()  # the part has items already
    assert cli.main(["desk", str(now), "--rubric", str(tmp_path), "--apply"]) == 2


def test_sheet_leaves_comments_with_an_item_alone() -> None:
    """The cell would lose the item."""
    with_item = CommentTable("c1", "Here.", "game.py", 9, 9, item="poor")
    plain_one = CommentTable("c2", "Why?", "game.py", 5, 5)
    marking = Marking("ada", comment=(with_item, plain_one))
    assert comment_cells.written(marking.comment) == "game.py:5: Why?"
    changes = comment_cells.changes(marking, "game.py:5: Why so?", {"game.py": 10})
    assert [(one.id, one.value is None) for one in changes] == [("c2", True), ("sheet-1", False)]
