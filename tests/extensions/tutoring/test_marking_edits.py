"""Changes by tutors: two at once lose no word, and a wrong value changes nothing."""

from __future__ import annotations

import itertools
import threading
from fractions import Fraction
from pathlib import Path

import pytest

from graders.extensions.tutoring import comment_cells
from graders.extensions.tutoring.marking_edits import (
    Author,
    Change,
    CommentText,
    Conflict,
    Give,
    MoveEntry,
    SetComment,
    SetEntry,
    SetMarks,
    SetRead,
    SetRemark,
    SetStart,
    change_marking,
    change_rubric,
    changed,
)
from graders.harness.course.marks import decisions_file, tutors
from graders.harness.course.marks.decisions_file import DecisionsFile
from graders.harness.course.marks.markings import CommentTable, ItemTable, Marking, Rubric

PARTS = {"Quality": Fraction(10), "Tests": Fraction(2)}
ANN, BEN = Author("Ann", "f1"), Author("Ben", "f1")
WHY = CommentText("Why 7?", "game.py", 9, 10)


def after(*changes: Change, marking: Marking | None = None, author: Author = ANN) -> Marking:
    """Return a marking with the changes."""
    marking = marking or Marking("ada")
    for change in changes:
        marking = changed(marking, change, author, PARTS)
    return marking


def test_changes_are_kept_with_their_author() -> None:
    marking = after(
        SetComment("c1", None, WHY),
        SetMarks("Tests", "", "1,50"),
        SetMarks("Quality", "", "7"),
        SetRemark("Quality", "", "  Good.\r\n"),
        Give("names", True),
    )
    (comment,) = marking.comment
    assert (comment.text, comment.line, comment.end, comment.by, comment.files) == (
        "Why 7?",
        9,
        10,
        "Ann",
        "f1",
    )
    assert [(mark.name, mark.marks, mark.comment) for mark in marking.part] == [
        ("Quality", "7", "Good."),
        ("Tests", "1.5", ""),
    ]
    assert [item.id for item in marking.item] == ["names"]
    gone = after(
        SetComment("c1", WHY, None),
        SetMarks("Tests", "1.5", ""),
        Give("names", False),
        marking=marking,
    )
    assert (gone.comment, gone.item, [mark.name for mark in gone.part]) == ((), (), ["Quality"])
    assert after(SetRead(True)).read_by == "Ann"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            SetComment("c1", WHY, CommentText("Why 8?", "game.py", 9, 10)),
            SetComment("c1", WHY, CommentText("Why 9?", "game.py", 9, 10)),
        ),
        (
            SetComment("c1", WHY, None),
            SetComment("c1", WHY, CommentText("Why 9?", "game.py", 9, 10)),
        ),
        (
            SetComment("c1", WHY, CommentText("Why 9?", "game.py", 9, 10)),
            SetComment("c1", WHY, None),
        ),
        (SetMarks("Quality", "", "7"), SetMarks("Quality", "", "8")),
        (SetRemark("Quality", "", "Good."), SetRemark("Quality", "", "Bad.")),
    ],
)
def test_second_of_two_changes_is_a_conflict(first: Change, second: Change) -> None:
    """Both saw the same text. Neither text is lost: the file has one, and its author the other."""
    before = after(SetComment("c1", None, WHY))
    one = after(first, marking=before, author=BEN)
    with pytest.raises(Conflict) as conflict:
        after(second, marking=one)
    wanted = first.value
    assert conflict.value.now == wanted and conflict.value.by == ("" if wanted is None else "Ben")
    repeated = after(first, marking=one, author=BEN)
    assert repeated == one  # an answer that got lost is asked for again


def test_comment_on_anothers_mark_leaves_it_theirs() -> None:
    """Each of the two is named where it matters: beside the mark, and beside a text that differs."""
    marking = after(SetMarks("Quality", "", "7"))
    marking = after(SetRemark("Quality", "", "Well."), marking=marking, author=BEN)
    assert tutors.marker(marking, Rubric(), "Quality")[0] == "Ann"
    with pytest.raises(Conflict) as conflict:
        after(SetRemark("Quality", "", "So so."), marking=marking)
    assert conflict.value.by == "Ben"
    file = DecisionsFile(submission=(marking,))
    assert {*tutors.authors(file, ["ada"])} - {""} == {"Ann", "Ben"}


def test_changes_of_different_things_do_not_depend_on_their_order() -> None:
    changes = (SetComment("c1", None, WHY), SetComment("c2", None, CommentText("All.")), SetMarks("Quality", "", "7"),
               Give("a", True), Give("b", True), Give("a", True))  # fmt: skip
    ends = set()
    for order in itertools.permutations(changes):
        marking = after(*order)
        ends.add(
            (
                frozenset(one.text for one in marking.comment),
                marking.part[0].marks,
                frozenset(one.id for one in marking.item),
            )
        )
    assert ends == {(frozenset({"Why 7?", "All."}), "7", frozenset({"a", "b"}))}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (SetMarks("Quality", "", "10.5"), "more than the maximum, 10"),
        (SetMarks("Quality", "", "-1"), "negative"),
        (SetMarks("Style", "", "1"), "no part 'Style'"),
        (SetRemark("Quality", "", "x" * 4001), "4,001 characters"),
        (SetComment("../x", None, WHY), "no id"),
        (SetComment("c1", None, CommentText("x", "a.py", 3, 2)), "first line"),
        (Give("A B", True), "no id"),
    ],
)
def test_wrong_value_is_refused(change: Change, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        after(change)


def test_text_cannot_steer_its_reader() -> None:
    """Control and direction characters are visible in the files, too."""
    marking = after(
        SetComment("c1", None, CommentText("a\x1b[2Jb\u202ec")), author=Author("Ann\n\x1b")
    )
    assert (
        marking.comment[0].text == "a\\x1b[2Jb\\u202ec" and marking.comment[0].by == "Ann\\n\\x1b"
    )


@pytest.mark.slow
def test_threads_lose_no_comment(tmp_path: Path) -> None:
    """Each writes the same file many times. Without the lock, the last writer of a file would win."""

    def write(number: int) -> None:
        for index in range(10):
            change_marking(
                tmp_path,
                "ada",
                SetComment(f"c{number}-{index}", None, CommentText(f"{number}")),
                ANN,
                PARTS,
            )

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(decisions_file.read(tmp_path).marking("ada").comment) == 40


def test_rubric_changes_once_for_all(tmp_path: Path) -> None:
    """An item in use cannot be deleted, a signed number is kept as such, and two editors conflict."""
    names, docs = (
        ItemTable("names", "Names", "Quality", "−1,5"),  # noqa: RUF001
        ItemTable("docs", "Docs", "Quality", "0.5"),
    )
    change_rubric(tmp_path, SetEntry("names", None, names), PARTS)
    rubric = change_rubric(tmp_path, SetEntry("docs", None, docs), PARTS)
    assert [(entry.id, entry.marks) for entry in rubric.item] == [
        ("names", "-1.5"),
        ("docs", "+0.5"),
    ]
    assert [entry.id for entry in change_rubric(tmp_path, MoveEntry("docs"), PARTS).item] == [
        "docs",
        "names",
    ]
    assert change_rubric(tmp_path, SetStart("Quality", True), PARTS).starts_from_zero("Quality")
    change_marking(tmp_path, "ada", Give("names", True), ANN, PARTS)
    with pytest.raises(ValueError, match="'ada' has this item"):
        change_rubric(tmp_path, SetEntry("names", rubric.item[0], None), PARTS)
    with pytest.raises(Conflict) as conflict:
        change_rubric(tmp_path, SetEntry("names", names, ItemTable("names", "N", "Quality")), PARTS)
    assert conflict.value.now == rubric.item[0]
    with pytest.raises(ValueError, match="needs a name"):
        change_rubric(tmp_path, SetEntry("new", None, ItemTable("new", " ")), PARTS)
    with pytest.raises(ValueError, match="has no marks"):
        change_rubric(tmp_path, SetEntry("new", None, ItemTable("new", "New", "", "1")), PARTS)


# Comments as a cell of a sheet.

COMMENTS = (
    CommentTable("a", "All in all:\n\n- good"),
    CommentTable("b", "Why 7?", "game.py", 9, 9),
    CommentTable("c", "The same\nas in b.", "my game.py", 3, 12),
)
CELL = "All in all:\n\n- good\ngame.py:9: Why 7?\nmy game.py:3-12: The same\nas in b."
FILES = ("game.py", "my game.py")
LINES = dict.fromkeys(FILES, 20)


def test_cell_of_comments() -> None:
    """A comment goes on until the next line that begins with a file and a line."""
    assert comment_cells.written(COMMENTS) == CELL
    assert comment_cells.parsed(CELL, FILES) == [
        CommentText(one.text, one.file, one.line, one.end) for one in COMMENTS
    ]


@pytest.mark.parametrize(
    "text", ["See question 3:2: it asks for more", "at 10:30: late", "game.py is fine", "12:30: no"]
)
def test_text_that_names_no_file_is_a_comment_on_the_whole(text: str) -> None:
    assert comment_cells.parsed(text, FILES) == [CommentText(text)]


def test_mistyped_file_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no file 'gmae.py' in this submission; is it 'game\.py'"):
        comment_cells.parsed("gmae.py:3: x", FILES)


def test_changed_cell_keeps_what_is_equal() -> None:
    """Each comment that stays keeps its id and author; several on the whole stay apart."""
    marking = Marking("ada", comment=(*COMMENTS, CommentTable("d", "And more.")))
    cell = comment_cells.written(marking.comment)
    assert [*comment_cells.changes(marking, cell, LINES)] == []
    edited = cell.replace("Why 7?", "Why 8?")
    changes = [*comment_cells.changes(marking, edited, LINES)]
    assert changes == [
        SetComment("b", CommentText("Why 7?", "game.py", 9, 9), None),
        SetComment("sheet-1", None, CommentText("Why 8?", "game.py", 9, 9)),
    ]
    assert {change.id for change in comment_cells.changes(marking, "", LINES)} == {
        "a",
        "b",
        "c",
        "d",
    }
