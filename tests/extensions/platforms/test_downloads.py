"""Platforms' bulk downloads: the submitters of each delivery, and which of several attempts counts."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from graders.harness.intake import IntakeError
from graders.harness.intake.bulk import Reading, newest
from graders.harness.intake.delivery import Person
from graders.harness.result import NoteCode
from tests.intake.deliveries import BLOCK, GOAL, TREE, Files, Handout, as_folder, told
from tests.intake.downloads import (
    FREE,
    HANDOUT,
    both,
    find,
    gradescope,
    under,
    zipped,
)

ADA = Person("Ada Lovelace", ("1001", "ada@example.org"))
BOB = Person("Bob O'Hara", ("1002", "bob@example.org"))
ways = pytest.mark.parametrize("way", ["folder", "zip"])


def gs(person: Person) -> str:
    """Return a submitter for `gradescope`."""
    return f"{person.name}|{person.ids[0]}|{person.ids[1]}"


# Gradescope.


@ways
def test_gradescope(tmp_path: Path, way: str) -> None:
    """The metadata names submitters, and groups have several. Text from students in it is not metadata."""
    tree = gradescope(
        {
            "submission_11": (gs(ADA), "2026-02-05 22:31:11.482 Z"),
            "submission_12": (f"{gs(BOB)};Cy|1003|cy@example.org", "2026-02-05 18:00:00 -05:00"),
        }
    )
    found = find(both(tmp_path, tree)[way])
    assert [(d.name, d.label, len(d.people)) for d in found] == [
        ("1001", "Ada Lovelace", 1),
        ("1002_1003", "Bob O'Hara, Cy", 2),
    ]
    assert found[0].people == (ADA,) and found[1].people[0] == BOB
    assert found[0].submitted_at == datetime(2026, 2, 5, 22, 31, 11, 482000, UTC)
    assert found[1].submitted_at == datetime(2026, 2, 5, 23, 0, tzinfo=UTC)
    assert (found[0].read(HANDOUT).name, found[0].read(HANDOUT).files, found.notes) == (
        "1001",
        TREE,
        (),
    )


@pytest.mark.parametrize(
    ("times", "kept", "superseded"),
    [
        (("2026-02-05 10:00:00 Z", "2026-02-05 09:59:59 Z"), ["1001"], 1),
        (
            ("2026-02-05 10:00:00 Z", "2026-02-05 05:00:00 -05:00"),
            ["submission_1", "submission_2"],
            0,
        ),
        (("2026-02-05 10:00:00 Z", "soon"), ["submission_1", "submission_2"], 0),
        (("", ""), ["submission_1", "submission_2"], 0),
    ],
)
def test_gradescope_attempts(
    tmp_path: Path, times: tuple[str, str], kept: list[str], superseded: int
) -> None:
    """The newest by `created_at` counts. If that does not decide, both stay and are flagged."""
    tree = gradescope(
        {f"submission_{place}": (gs(ADA), time) for place, time in enumerate(times, 1)}
    )
    found = find(as_folder(tmp_path / "class", tree))
    assert len(found.superseded) == superseded and len(found) == len(kept)
    if superseded:
        assert [d.name for d in found] == kept and not found[
            0
        ].flags  # called by its student, as usual
        assert found[0].submitted_at == datetime(2026, 2, 5, 10, tzinfo=UTC)
        assert found.notes == ("left out, because a newer submission replaces it: 'submission_2'",)
    else:
        assert [d.name for d in found] == kept
        assert all("does not tell which is newer" in d.flags[0] for d in found)


def test_gradescope_member_who_left_a_group(tmp_path: Path) -> None:
    """An older submission stays while it is the only one of one of its members."""
    tree = gradescope(
        {
            "submission_1": (f"{gs(ADA)};{gs(BOB)}", "2026-02-01 10:00:00 Z"),
            "submission_2": (gs(ADA), "2026-02-02 10:00:00 Z"),
        }
    )
    found = find(as_folder(tmp_path / "class", tree))
    assert [d.name for d in found] == ["1001", "1001_1002"]
    assert newest([d for d in found if ADA in d.people]) is found[0]


def test_gradescope_metadata_and_folders_disagree(tmp_path: Path) -> None:
    """A folder without metadata, or metadata without a folder or people, needs staff; none is lost."""
    tree = gradescope(
        {"submission_1": (gs(ADA), ""), "submission_2": (gs(BOB), ""), "submission_3": ("", "")}
    )
    tree |= under("assignment_7_export/submission_4")
    del (
        tree["assignment_7_export/submission_2/block.py"],
        tree["assignment_7_export/submission_2/goal.py"],
    )
    found = {d.name: d for d in find(as_folder(tmp_path / "class", tree))}
    assert sorted(found) == ["1001", "1002", "submission_3", "submission_4"]
    with pytest.raises(IntakeError, match="lists 'submission_2', but it is not there"):
        found["1002"].read(HANDOUT)
    assert "names no submitter of" in found["submission_3"].flags[0]
    assert "does not say whose" in found["submission_4"].flags[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("document", "words"),
    [
        (b"submission_1: [", "cannot be read as Gradescope's"),
        (b"submission_1: " + b"[" * 5000, "cannot be read as Gradescope's"),
        (b"submission_1: !!python/object/apply:os.system ['true']\n", None),
        (b"a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nsubmission_1: {<<: [*c, *c]}\n", None),
        (b"submission_1:\n  :submitters: 5\n  :created_at: [1]\n", None),
        (b"- 1\n- 2\n", "cannot be read as Gradescope's"),
        pytest.param(
            b"submission_1:\n" + b"  :created_at: 2026\n" * 250_000,
            "cannot be read as Gradescope's",
            marks=pytest.mark.nightly,
        ),
        (b"", None),
        (b"\xff\xfe\x00", "cannot be read as Gradescope's"),
        (b"submission_1:\n  :submitters:\n  - :name: \xff\n    :sid: 0010\n", None),
    ],
)
def test_malformed_gradescope_metadata(tmp_path: Path, document: bytes, words: str | None) -> None:
    """Damaged or odd metadata executes no code and causes no guess. It is one line, or deliveries without people."""
    tree = under("submission_1", "submission_2") | {"submission_metadata.yml": document}
    path = as_folder(tmp_path / "class", tree)
    if words:
        with pytest.raises(IntakeError, match=words):
            find(path)
    else:
        assert {person.ids for d in find(path) for person in d.people} <= {("0010",)}


def test_gradescope_metadata_in_another_style(tmp_path: Path) -> None:
    """Metadata with references to other parts of the file, or in flow style, is read completely."""
    document = b"base: &n Ada\nsubmission_1:\n  :submitters:\n  - :name: *n\n    :sid: '1001'\n"
    document += b'submission_2: {":submitters": [{":name": Bob, ":sid": "1002"}]}\n'
    tree = under("submission_1", "submission_2") | {"submission_metadata.yml": document}
    assert [d.label for d in find(as_folder(tmp_path / "class", tree))] == ["Ada", "Bob"]


# Canvas.

CANVAS = {
    "lovelaceada_LATE_501_9001_block.py": BLOCK,
    "lovelaceada_LATE_501_9002_goal-3.py": GOAL,
    "oharabob_502_9003_a2.zip": zipped(TREE),
    "zed_503_9004_essay.pdf": b"",
}


@ways
def test_canvas(tmp_path: Path, way: str) -> None:
    """Files are grouped by user id, Canvas' mark of lateness is used, and a pdf still has its submitter."""
    ada, bob, zed = find(both(tmp_path, CANVAS)[way])
    assert [(d.name, d.people, d.late) for d in (ada, bob, zed)] == [
        ("lovelaceada_501", (Person("lovelaceada", ("501",)),), True),
        ("oharabob_502", (Person("oharabob", ("502",)),), False),
        ("zed_503", (Person("zed", ("503",)),), False),
    ]
    assert ada.read(HANDOUT).files == bob.read(HANDOUT).files == TREE
    with pytest.raises(IntakeError, match=r"holds no \.py file"):
        zed.read(HANDOUT)


@pytest.mark.parametrize(
    ("files", "taken"),
    [
        ({"a_1_10_block.py": b"old", "a_1_11_block-1.py": b"new"}, b"new"),
        ({"a_1_10_block-2.py": b"old", "a_1_11_block-10.py": b"new"}, b"new"),
        ({"a_1_12_block.py": b"?", "a_1_11_block-1.py": b"?"}, None),
        ({"a_1_10_block.py": b"?", "a_1_11_block.py": b"?"}, None),
        (
            {
                "a_1_10_a2.zip": zipped({"block.py": b"old"}),
                "a_1_11_a2-1.zip": zipped({"block.py": b"new"}),
            },
            b"new",
        ),
        ({"a_1_10_block.py": b"new", "a_1_11_helper-1.py": b"", "a_1_9_helper.py": b""}, b"new"),
    ],
)
@ways
def test_canvas_attempts(
    tmp_path: Path, files: dict[str, bytes], taken: bytes | None, way: str
) -> None:
    """The newer version is newer by both of Canvas' numbers. If they disagree, both stay."""
    found = find(both(tmp_path, files | {"b_2_20_block.py": BLOCK})[way])[0]
    if taken is None:
        assert "do not tell which is newer" in found.flags[0]
        with pytest.raises(IntakeError, match="do not tell which is newer"):
            found.read(HANDOUT)
    else:
        assert not found.flags and found.read(HANDOUT).files["block.py"] == taken


@ways
def test_canvas_number_of_an_attempt_is_no_remark(tmp_path: Path, way: str) -> None:
    """Canvas names a file handed in again; before, each such file of each person was a line to look at."""
    again = {
        f"a_1_{number}_{name[:-3]}-2.py": data
        for number, (name, data) in enumerate(TREE.items(), 10)
    }
    read = find(both(tmp_path, again | {"b_2_90_block.py": BLOCK})[way])[0].read(HANDOUT)
    assert read.files == TREE
    assert not [note for note in read.notes if note.code is NoteCode.TAKEN_FOR]


@pytest.mark.parametrize(
    ("files", "taken", "notes"),
    [
        (
            {"a_1_10_columns-1.py": BLOCK, "a_1_11_project4-2.py": GOAL},
            {"columns.py": BLOCK, "project4.py": GOAL},
            (),
        ),
        (
            {"a_1_10_columns.py": b"old", "a_1_11_columns-1.py": BLOCK},
            {"columns.py": BLOCK},
            ("'columns.py' is left out: 'columns-1.py' is newer",),
        ),
        ({"a_1_10_2048-1.py": BLOCK}, {"2048-1.py": BLOCK}, ()),
    ],
)
@ways
def test_canvas_number_of_an_attempt_at_a_free_name(
    tmp_path: Path,
    files: dict[str, bytes],
    taken: dict[str, bytes],
    notes: tuple[str, ...],
    way: str,
) -> None:
    """Before, no module could import the resubmitted columns-1.py."""
    tree = files | {"b_2_90_columns.py": BLOCK}
    read = find(both(tmp_path, tree)[way], handout=FREE, reading=Reading.CLASS)[0].read(FREE)
    assert (read.files, told(read)) == (taken, notes)


def test_canvas_numbers_that_disagree_on_a_free_name(tmp_path: Path) -> None:
    tree = {"a_1_12_columns.py": BLOCK, "a_1_11_columns-1.py": GOAL, "b_2_90_columns.py": BLOCK}
    found = find(as_folder(tmp_path / "class", tree), handout=FREE, reading=Reading.CLASS)[0]
    assert "do not tell which is newer" in found.flags[0]


def test_canvas_number_of_an_attempt_at_a_helper(tmp_path: Path) -> None:
    """A module beside the expected files gets Canvas' number, too."""
    tree = {
        "a_1_10_block-1.py": BLOCK,
        "a_1_11_goal-1.py": GOAL,
        "a_1_12_helper-1.py": b"",
        "b_2_90_block.py": BLOCK,
    }
    read = find(as_folder(tmp_path / "class", tree))[0].read(HANDOUT)
    assert read.files == {**TREE, "helper.py": b""}


def test_canvas_leaves_an_expected_name_with_a_number_alone(tmp_path: Path) -> None:
    """Before, part-1.py was taken for a later version of part.py."""
    handout = Handout(Files(("part.py", "part-1.py"), ()))
    tree = {"a_1_10_part.py": BLOCK, "a_1_11_part-1.py": GOAL, "b_2_12_part.py": BLOCK}
    read = find(as_folder(tmp_path / "class", tree), handout=handout)[0].read(handout)
    assert read.files == {"part.py": BLOCK, "part-1.py": GOAL}


def test_canvas_file_named_for_another_student(tmp_path: Path) -> None:
    """A student's file name comes last, so it cannot claim another's id."""
    tree = {"mallory_1_10_ada_2_11_block.py": BLOCK, "ada_2_12_block.py": GOAL}
    ada, mallory = find(as_folder(tmp_path / "class", tree))
    assert (ada.people[0].ids, mallory.people[0].ids) == (("2",), ("1",))
    assert ada.read(HANDOUT).files == {"block.py": GOAL}


def test_almost_canvas_is_no_canvas(tmp_path: Path) -> None:
    """With one file of another name, or a folder, nothing is read from the names."""
    for extra in ({"bob.zip": zipped(TREE)}, under("bob")):
        path = as_folder(tmp_path / str(len(extra)), {"ada_1_10_a2.zip": zipped(TREE)} | extra)
        assert all(d.people == () for d in find(path))


# Moodle, MarkUs, GitHub Classroom.


@pytest.mark.parametrize("end", ["_", ""])
@ways
def test_moodle(tmp_path: Path, end: str, way: str) -> None:
    """Each participant has a folder; an essay typed online is a delivery without files."""
    tree = under(
        f"Ada Lovelace_123_assignsubmission_file{end}", f"Bob O'Hara_124_assignsubmission_file{end}"
    )
    tree["Bob O'Hara_124_assignsubmission_onlinetext_/onlinetext.html"] = b""
    tree["Zed_125_assignsubmission_onlinetext_/onlinetext.html"] = b""
    ada, bob, zed = find(both(tmp_path, tree)[way])
    assert (ada.label, ada.people) == (
        "Ada Lovelace",
        (Person("Ada Lovelace", ("Participant 123",)),),
    )
    assert ada.read(HANDOUT).files == bob.read(HANDOUT).files == TREE
    assert ada.name.startswith("Ada_Lovelace_123-")
    with pytest.raises(IntakeError, match=r"holds no \.py file"):
        zed.read(HANDOUT)


@ways
def test_moodle_without_folders(tmp_path: Path, way: str) -> None:
    """With folders switched off, a participant's files are grouped under their own names."""
    tree = {f"Ada_123_assignsubmission_file_{name}": content for name, content in TREE.items()}
    tree["Bob_124_assignsubmission_file_a2.zip"] = zipped(TREE)
    ada, bob = find(both(tmp_path, tree)[way])
    assert ada.read(HANDOUT).files == bob.read(HANDOUT).files == TREE


@ways
def test_markus(tmp_path: Path, way: str) -> None:
    """Each group has a folder, with or without the assignment's folder inside and around."""
    tree = under("a2/group_0001/a2", "a2/group_0002")
    found = find(both(tmp_path, tree)[way])
    assert [(d.name, d.read(HANDOUT).files) for d in found] == [
        ("group_0001", TREE),
        ("group_0002", TREE),
    ]


@pytest.mark.parametrize(
    ("around", "clones", "logins"),
    [
        ("repos", ["a2-ada", "a2-bob-x"], [("ada",), ("bob-x",)]),
        ("a2-submissions", ["a2-team-ada", "a2-team-bob"], [("team-ada",), ("team-bob",)]),
        ("repos", ["ada", "bob"], [(), ()]),
    ],
)
@ways
def test_github_classroom(
    tmp_path: Path, around: str, clones: list[str], logins: list[tuple[str, ...]], way: str
) -> None:
    """Clones of one assignment: the user's name follows the assignment's."""
    tree = under(*clones) | {
        f"{clone}/.git/config": b"[user]\nname = Mallory\n" for clone in clones
    }
    found = find(both(tmp_path, {f"{around}/{name}": data for name, data in tree.items()})[way])
    assert [d.people[0].ids if d.people else () for d in found] == logins
    assert [d.name for d in found] == clones
    assert found[0].read(HANDOUT).files == TREE
