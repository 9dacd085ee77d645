"""Tutors' tables: what they hold, how a damaged one is reported, and how marks come from items."""

from __future__ import annotations

import functools
import time
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.extensions.tutoring.decisions_writing import BEGIN, END, with_markings, with_rubric
from graders.harness.course.marks import decisions_file, tutors
from graders.harness.course.marks.decisions_file import added, change
from graders.harness.course.marks.markings import (
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
    """Write these tables; return the folder."""
    change(folder, lambda before: with_rubric(with_markings(before, [marking]), rubric))
    return folder


def test_tables_are_read_as_written(tmp_path: Path) -> None:
    """An editor keeps in memory what it wrote; another process parses it."""
    file = decisions_file.read(written(tmp_path))
    assert (file.marking("ada"), file.rubric) == (ADA, RUBRIC)
    assert file.marking("ben") == Marking("ben")
    assert decisions_file.checked(decisions_file.content(tmp_path), "x") == file


def test_a_comments_lines_are_lines_of_the_file(tmp_path: Path) -> None:
    """So git shows and merges what a tutor changed, line by line."""
    lines = (written(tmp_path) / decisions_file.FILE).read_text().splitlines()
    assert '- say why"""' in lines and 'aloud."""' in lines
    tables = [line for line in lines if line.startswith("[[")]
    assert tables == [
        *["[[rubric.item]]"] * 4,
        "[[submission]]",
        "[[submission.part]]",
        *["[[submission.item]]"] * 2,
        *["[[submission.comment]]"] * 2,
    ]


TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=30)


@pytest.mark.slow
@given(texts=st.lists(TEXTS, min_size=1, max_size=4), twice=st.booleans())
def test_no_text_of_a_tutor_changes_another_table(texts: list[str], twice: bool) -> None:
    """Not even one that looks like the lines around the tables."""
    comments = tuple(CommentTable(f"c{n}", f"{text}\n{END.decode()}\n{BEGIN.decode()}\n[[x]]") for n, text in enumerate(texts))  # fmt: skip
    hand = b"# Ours.\n[[comment]]\nsubmission = 'a'\ntext = 'x'\nby = 'R.'\non = 2024-05-01\n"
    data = with_markings(hand, [Marking("ben", comment=comments), ADA])
    if twice:
        data = added(with_rubric(data, RUBRIC), "# The end.\n")
    known = decisions_file.parsed(data, "x")
    assert decisions_file.checked(data, "x") == known
    assert known.submission == (ADA, Marking("ben", comment=comments))
    gone = with_rubric(with_markings(data, [Marking("ben"), Marking("ada")]), Rubric())
    assert gone == hand + b"\n" + (b"# The end.\n" if twice else b"")


def test_tables_that_a_person_wrote_are_not_changed(tmp_path: Path) -> None:
    """They count all the same. Only those between the two lines are written again."""
    path = tmp_path / decisions_file.FILE
    path.write_text('[[submission]]\nname = "ben"\nread_by = "Ann"\n')
    assert decisions_file.read(tmp_path).marking("ben") == Marking("ben", "Ann")
    with pytest.raises(GraderError, match="a person wrote the table submission"):
        written(tmp_path)


def test_table_that_a_person_put_between_the_lines_stays() -> None:
    """Only its comments go."""
    data = with_markings(b"", [ADA])
    entry = b"[[comment]]\nsubmission = 'a'\ntext = 'x'\nby = 'R.'\non = 2024-05-01\n\n"
    data = data.replace(b"[[submission]]\n", b"# Here.\n" + entry + b"[[submission]]\n")
    after = with_markings(data, [Marking("ben", "Ann")])
    file = decisions_file.checked(after, "x")
    assert [one.text for one in file.comment] == ["x"] and b"# Here." not in after
    assert file.submission == (ADA, Marking("ben", "Ann"))


@pytest.mark.slow
def test_many_submissions_are_saved_in_no_time(tmp_path: Path) -> None:
    """A tutor waits for each save."""
    texts = [
        CommentTable(f"c{n}", "Say why.\nAnd where.", "a.py", n, n, "Ann") for n in range(1, 6)
    ]
    many = [msgspec.structs.replace(ADA, submission=f"s{n:03}", comment=tuple(texts)) for n in range(300)]  # fmt: skip
    change(tmp_path, lambda before: with_markings(before, many))
    begin = time.process_time()
    for number in range(5):
        one = [Marking(f"s{number}", "Ann")]
        change(tmp_path, functools.partial(with_markings, markings=one))
    assert (time.process_time() - begin) / 5 < 0.15


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
        ('rubbish = 1\n', "there is no field rubbish"),
        ('[[submission.part]]\nname = "Quality"\nmarks = "good"\n', "'good' is not a number"),
        ('[[submission.comment]]\nid = "A b"\ntext = ""\n', "'A b' is no id"),
        ('[[submission.comment]]\nid = "a"\ntext = ""\n[[submission.comment]]\nid = "a"\ntext = ""\n', "two with the id a"),
        ('[[submission.comment]]\nid = "a"\ntext = ""\nfile = "a.py"\n', "needs line"),
        ("<<<<<<< HEAD\n", "decisions.toml"),
    ],
)  # fmt: skip
def test_damaged_file_is_named_and_stays(tmp_path: Path, text: str, said: str) -> None:
    """A merge by git can leave its signs. Such a file must not count as empty, nor be written over."""
    path = tmp_path / decisions_file.FILE
    path.write_text(f'[[submission]]\nname = "ada"\n{text}')
    for read in (lambda: tutors.read(tmp_path), lambda: written(tmp_path)):
        with pytest.raises(GraderError, match=r"decisions\.toml") as error:
            read()
        assert said in str(error.value)
    assert path.read_text().endswith(text)


ANSWERS = """
[[who]]
submission = "7"
people = ["ada"]
[groups]
hand_in_together = "no"
[[file]]
submission = "ada"
name = "a1.py"
taken_from = ""
"""


def test_answers_among_the_tables_of_editors_are_kept(tmp_path: Path) -> None:
    """A person may have moved them, and a question is asked below those tables."""
    path = tmp_path / decisions_file.FILE
    written(tmp_path)
    ours = path.read_text()
    begin, end = BEGIN.decode(), END.decode()
    for text in (ours.replace(begin, begin + ANSWERS), ours.replace(end, end + ANSWERS)):
        path.write_text(text)
        answers = decisions_file.read(tmp_path).answers
        written(tmp_path, Marking("zoe", read_by="Ann"))
        file = decisions_file.checked(path.read_bytes(), "x")
        assert len(answers) == 3 and file.answers == answers
        assert file.marking("zoe").read_by == "Ann" and file.marking("ada") != Marking("ada")
