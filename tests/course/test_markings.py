"""Tutors' files: what they hold, how a damaged one is reported, and how marks come from items."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from graders.extensions.tutoring import writing
from graders.harness.course import markings, tutors
from graders.harness.course.markings import (
    CommentTable,
    Counting,
    Given,
    ItemTable,
    Mark,
    Marking,
    Rubric,
)
from graders.harness.errors import GraderError
from graders.harness.grading.overrides import RubricItem, TutorMark
from graders.harness.result import Comment, Flag, FlagCode
from tests.extensions.tutoring.classroom import QUALITY, made

RUBRIC = Rubric(
    item=(
        ItemTable("names", "Magic numbers", "Quality", "-1.5", "Name *constants*."),
        ItemTable("docs", "No docstrings", "Quality", "-9"),
        ItemTable("fine", "Well done", "Quality"),
        ItemTable("late", "See me", text="Come to my office."),
    )
)
ADA = Marking(
    "ada",
    part=(
        Mark(
            "Quality",
            comment="Read it\naloud.",
            by="Ann",
            at="2026-01-01T00:00:00+00:00",
            files="f1",
        ),
    ),
    item=(Given("names", "Ann"), Given("late", "Ann")),
    comment=(
        CommentTable("c1", "On the whole."),
        CommentTable("c2", "Why `7`?\n\n- say why", "game.py", 9, 10, "Ann", "", "f1"),
    ),
)


def written(folder: Path, marking: Marking = ADA, rubric: Rubric = RUBRIC) -> Path:
    """Write these files; return the folder."""
    with writing.locked(folder):
        writing.write_marking(folder, marking)
        writing.write_rubric(folder, rubric)
    return folder


def test_files_are_read_as_written(tmp_path: Path) -> None:
    written(tmp_path)
    assert markings.read_marking(tmp_path, "ada") == ADA
    assert markings.read_rubric(tmp_path) == RUBRIC
    assert markings.read_marking(tmp_path, "ben") == Marking("ben")
    assert [*markings.read_markings(tmp_path)] == [ADA]


def test_a_comments_lines_are_lines_of_the_file(tmp_path: Path) -> None:
    """So git shows and merges what a tutor changed, line by line."""
    lines = markings.marking_path(written(tmp_path), "ada").read_text().splitlines()
    assert '- say why"""' in lines and 'aloud."""' in lines and lines.count("[[comment]]") == 2


def test_items_and_comments_reach_the_result(tmp_path: Path) -> None:
    """Items make the mark and come before the tutor's words. Comments on the whole come first."""
    marked = tutors.read(written(tmp_path)).applied(made("ada"), "f1")
    (part,) = marked.manual
    assert part.marks == Fraction(17, 2)
    assert part.comment == "- Magic numbers (-1.5): Name *constants*.\n\nRead it\naloud."
    assert marked.comments == (
        Comment("- See me: Come to my office."),
        Comment("On the whole."),
        Comment("Why `7`?\n\n- say why", "game.py", 9, 10),
    )
    assert marked.flags == ()
    assert tutors.read(tmp_path).applied(made("ben")) == made("ben")


def test_marks_about_other_files_are_flagged(tmp_path: Path) -> None:
    """Comments name lines of the files that the tutor saw."""
    stale = tutors.read(written(tmp_path)).applied(made("ada"), "f2")
    assert stale.flags == (Flag(FlagCode.HANDED_IN_AGAIN, {"parts": ["Quality", "comments"]}),)


@pytest.mark.parametrize(
    ("items", "from_zero", "typed", "marks"),
    [
        ((), False, None, None),
        (("",), False, None, None),
        (("-1.5", ""), False, None, "8.5"),
        (("-9", "-9"), False, None, "0"),
        (("+1",), False, None, "10"),
        (("+2.5", "+1", "-1"), True, None, "2.5"),
        (("-1",), False, "3", "3"),
    ],
)
def test_marks_of_items(
    items: tuple[str, ...], from_zero: bool, typed: str | None, marks: str | None
) -> None:
    """They stay between zero and the maximum. Typed marks win. An item without marks marks nothing."""
    mark = TutorMark(
        "ada",
        "Quality",
        typed,
        items=tuple(RubricItem("x", one) for one in items),
        from_zero=from_zero,
    )
    assert mark.exact(QUALITY.max_marks) == (None if marks is None else Fraction(marks))


def test_a_changed_item_changes_all_who_have_it(tmp_path: Path) -> None:
    cheaper = Rubric(
        (Counting("Quality", "zero"),),
        (ItemTable("names", "Names", "Quality", "+4"), *RUBRIC.item[1:]),
    )
    written(tmp_path, Marking("ben", item=(Given("names"),)))
    written(tmp_path, ADA, cheaper)
    marks = tutors.read(tmp_path)
    assert [marks.applied(made(name)).manual[0].marks for name in ("ada", "ben")] == [4, 4]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('submission = "ada"\nrubbish = 1\n', "there is no field rubbish"),
        ('submission = "ada"\n[[part]]\nname = "Quality"\nmarks = "good"\n', "'good' is not a number"),
        ('submission = "ada"\n[[comment]]\nid = "A b"\ntext = ""\n', "'A b' is no id"),
        ('submission = "ada"\n[[comment]]\nid = "a"\ntext = ""\n[[comment]]\nid = "a"\ntext = ""\n', "two with the id a"),
        ('submission = "ada"\n[[comment]]\nid = "a"\ntext = ""\nfile = "a.py"\n', "needs line"),
        ("<<<<<<< HEAD\n", "ada.toml"),
    ],
)  # fmt: skip
def test_damaged_file_is_named_and_stays(tmp_path: Path, text: str, said: str) -> None:
    """A merge by git can leave its signs. Such a file must not count as empty, nor be written over."""
    path = markings.marking_path(written(tmp_path), "ada")
    path.write_text(text)
    for read in (lambda: markings.read_marking(tmp_path, "ada"), lambda: tutors.read(tmp_path)):
        with pytest.raises(GraderError, match=r"ada\.toml") as error:
            read()
        assert said in str(error.value)
    assert path.read_text() == text


def test_marks_of_an_earlier_release_count_and_move(tmp_path: Path) -> None:
    """They were in one file. The first change moves them; until then they are read there."""
    old = {
        "submission": "ada",
        "part": "Quality",
        "marks": "7.5",
        "comment": "Good.",
        "files": "f1",
    }
    (tmp_path / tutors.EARLIER).write_text(json.dumps({"format": 1, "marks": [old]}))
    before = tutors.read(tmp_path).applied(made("ada"), "f1")
    assert (before.manual[0].marks, before.manual[0].comment) == (Fraction(15, 2), "Good.")
    with writing.locked(tmp_path):
        writing.adopt(tmp_path)
    assert not (tmp_path / tutors.EARLIER).exists()
    assert tutors.read(tmp_path).applied(made("ada"), "f1") == before
