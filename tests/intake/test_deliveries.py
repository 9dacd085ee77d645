"""A path from staff is one submission or a class, and each delivery of a class is found, named and read separately."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graders.extensions.platforms import return_feedback
from graders.harness.course.marks import decisions, decisions_file
from graders.harness.course.pages import class_folder
from graders.harness.course.pages.changing import STATE
from graders.harness.intake import IntakeError, names
from graders.harness.intake.bulk import Reading, find_deliveries, newest
from graders.harness.intake.class_trees import CLASS_LIMITS, LIMITS
from graders.harness.intake.drafts import named
from graders.harness.intake.platforms import UnnamedSubmission
from graders.harness.intake.sources import Unreadable
from tests.intake import downloads
from tests.intake.deliveries import (
    BLOCK,
    GOAL,
    TREE,
    Handout,
    as_folder,
    as_tar,
    as_zip,
)
from tests.intake.downloads import (
    FREE,
    HANDOUT,
    ONE_FILE,
    both,
    find,
    gradescope,
    under,
    zipped,
)
from tests.nightly import PASSES
from tests.strategies import hostile_words

SOURCE = b"x = 1\n"


@pytest.mark.parametrize(
    ("tree", "handout"),
    [
        (TREE, HANDOUT),
        ({"Block.py": BLOCK}, HANDOUT),
        ({"block (1).py": BLOCK, "tests/t.py": SOURCE}, HANDOUT),
        (under("a2"), HANDOUT),
        (under("x/y/z") | {"notes.txt": b""}, HANDOUT),
        ({**TREE, "old/block.py": SOURCE, "pictures/a.png": b""}, HANDOUT),
        ({"alice.zip": zipped(TREE)}, HANDOUT),
        ({".git/config": b"", "__MACOSX/block.py": b"", "a2/block.py": BLOCK}, HANDOUT),
        ({"main.py": SOURCE}, ONE_FILE),
        ({"main.py": SOURCE}, HANDOUT),
        ({"main.py": SOURCE, "other.py": SOURCE}, FREE),
        ({"main.py": SOURCE, "parts/other.py": SOURCE, "more/other.py": SOURCE}, FREE),
    ],
)
@pytest.mark.parametrize("way", ["folder", "zip"])
def test_one_submission(tmp_path: Path, tree: dict[str, bytes], handout: Handout, way: str) -> None:
    """With the assignment's own files, alone or nested, it is one submission under its own name."""
    found = find(both(tmp_path, tree, "Alice B")[way], handout=handout)
    assert found.single is not None and list(found) == [found.single]
    assert found.single.name == "Alice B"
    if (
        way == "folder" or "alice.zip" not in tree
    ):  # staff's archive may not contain another archive
        assert found.single.read(handout).name == "Alice B"


@pytest.mark.parametrize(
    ("tree", "handout", "expected"),
    [
        (under("alice", "bob"), HANDOUT, ["alice", "bob"]),
        (under("a1/group_0001/a1", "a1/group_0002"), HANDOUT, ["group_0001", "group_0002"]),
        (under("alice") | {"bob.zip": zipped(TREE)}, HANDOUT, ["alice", "bob"]),
        ({"alice.zip": zipped(TREE), "bob.zip": zipped(under("a2"))}, HANDOUT, ["alice", "bob"]),
        (under("alice", "bob", tree={"main.py": SOURCE}), FREE, ["alice", "bob"]),
        (under("alice", "bob") | {"README.txt": b"", ".DS_Store": b""}, HANDOUT, ["alice", "bob"]),
        (under("alice", "bob") | {"carol/essay.pdf": b""}, HANDOUT, ["alice", "bob", "carol"]),
    ],
)
@pytest.mark.parametrize("way", ["folder", "zip"])
def test_class(
    tmp_path: Path, tree: dict[str, bytes], handout: Handout, expected: list[str], way: str
) -> None:
    found = find(both(tmp_path, tree)[way], handout=handout)
    assert (found.single, [delivery.name for delivery in found]) == (None, expected)
    first = found[0].read(handout)
    assert (first.name, len(first.files)) == (
        "alice" if "alice" in expected else "group_0001",
        len(first.files) or 1,
    )


@pytest.mark.parametrize(
    ("tree", "handout", "words"),
    [
        (TREE | under("alice", "bob"), HANDOUT, "expected files are in it and also in"),
        (
            under("alice") | {"bob/essay.pdf": b""},
            HANDOUT,
            "only 'alice' in it holds expected files",
        ),
        (under("alice") | {"helper.py": SOURCE}, HANDOUT, "only 'alice'"),
        (under("src", "Lib"), HANDOUT, "may be parts of one program"),
        (under("src", "lib", tree={"main.py": SOURCE}), FREE, "may be parts of one program"),
        ({"alice.py": SOURCE, "bob.py": SOURCE}, ONE_FILE, "none with an expected name"),
    ],
)
@pytest.mark.parametrize("way", ["folder", "zip"])
def test_ambiguous(
    tmp_path: Path, tree: dict[str, bytes], handout: Handout, words: str, way: str
) -> None:
    """A path that may be either is one line of error, until staff choose."""
    path = both(tmp_path, tree)[way]
    with pytest.raises(IntakeError, match=words) as error:
        find(path, handout=handout)
    assert "--as one" in str(error.value) and "\n" not in str(error.value)
    assert find(path, handout=handout, reading=Reading.ONE).single
    assert len(find(path, handout=handout, reading=Reading.CLASS)) >= 2


@pytest.mark.parametrize("handout", [HANDOUT, FREE])
@pytest.mark.parametrize("way", ["folder", "zip"])
def test_the_files_of_one_submission_are_no_class(
    tmp_path: Path, handout: Handout, way: str
) -> None:
    """Source files are not a student each, alone or among others, even if staff name the path a class."""
    trees = [
        {"main.py": SOURCE, "other.py": SOURCE, "more.py": SOURCE},
        {"other.py": SOURCE, "main.py": GOAL},
    ]
    paths = [
        both(tmp_path / str(number), tree, f"s{number}")[way] for number, tree in enumerate(trees)
    ]
    assert [delivery.name for delivery in find(*paths, handout=handout)] == ["s0", "s1"]
    for some in (paths[:1], paths):
        with pytest.raises(
            IntakeError, match=r"parts of one submission and no class.*--as one"
        ) as error:
            find(*some, handout=handout, reading=Reading.CLASS)
        assert "\n" not in str(error.value)
    assert find(paths[0], handout=handout, reading=Reading.ONE).single


@pytest.mark.parametrize(
    ("named", "handout", "words"),
    [
        (["block.py", "goal.py"], HANDOUT, "parts of one submission.*--as one"),
        (["mine.py", "other.py"], FREE, "parts of one submission.*--as one"),
        (["game.py", "helper.py"], ONE_FILE, "parts of one submission.*--as one"),
        (["block.py", "settings.py"], HANDOUT, "nobody's submission: leave out 'settings.py'"),
        (["ada.py", "settings (1).py"], ONE_FILE, "nobody's submission"),
    ],
)
def test_files_that_a_shell_has_listed_are_no_class(
    tmp_path: Path, named: list[str], handout: Handout, words: str
) -> None:
    """``ada/*.py`` names the parts of one submission, even if staff say it is a class."""
    paths = [as_folder(tmp_path / "ada", dict.fromkeys(named, SOURCE)) / name for name in named]
    for reading in (Reading.AUTO, Reading.CLASS):
        with pytest.raises(IntakeError, match=words):
            find(*paths, handout=handout, reading=reading)
    assert len(find(*paths, handout=handout, reading=Reading.ONE)) == 2


def test_files_named_after_students_are_a_class_if_one_file_is_expected(tmp_path: Path) -> None:
    """A note reports this, because staff may have meant one submission. With the expected file, it is one."""
    folder = as_folder(tmp_path / "class", {"ada.py": SOURCE, "bob.py": SOURCE})
    found = find(folder, handout=ONE_FILE, reading=Reading.CLASS)
    assert [delivery.name for delivery in found] == ["ada", "bob"]
    assert found.notes == (
        "each of 2 source files is taken for one submission: 'ada.py', 'bob.py'",
    )
    assert len(find(folder / "ada.py", folder / "bob.py", handout=ONE_FILE)) == 2
    (folder / "game.py").write_bytes(SOURCE)
    with pytest.raises(IntakeError, match="parts of one submission and no class"):
        find(folder, handout=ONE_FILE, reading=Reading.CLASS)


def test_folders_of_files_are_submissions_if_one_file_is_expected(tmp_path: Path) -> None:
    """Each folder is a student, even if its file has another name and further files beside it."""
    as_folder(tmp_path, under("alice", "bob", tree={"mine.py": SOURCE, "helper.py": SOURCE}))
    found = find(tmp_path / "alice", tmp_path / "bob", handout=ONE_FILE)
    assert [delivery.name for delivery in found] == ["alice", "bob"]


@pytest.mark.parametrize("handout", [HANDOUT, ONE_FILE, FREE])
def test_course_files_are_nobodys_submission(tmp_path: Path, handout: Handout) -> None:
    assert "settings.py" in handout.files.course
    tree = under("alice", "bob") | {"settings.py": SOURCE, "settings (1).py": SOURCE}
    for reading in (Reading.AUTO, Reading.CLASS):
        found = find(as_folder(tmp_path / "class", tree), handout=handout, reading=reading)
        assert [delivery.name for delivery in found] == ["alice", "bob"]
        assert found.notes == ("not taken for submissions: 'settings (1).py', 'settings.py'",)


def test_a_single_file_in_a_class_is_flagged(tmp_path: Path) -> None:
    """It may be a submission. A file with an expected name is a part of one."""
    folder = as_folder(
        tmp_path / "class", under("alice", "bob") | {"carol.py": SOURCE, "block.py": SOURCE}
    )
    found = find(folder, reading=Reading.CLASS)
    assert [(delivery.name, len(delivery.flags)) for delivery in found] == [
        ("alice", 0),
        ("bob", 0),
        ("carol", 1),
    ]
    assert found.notes == ("not taken for submissions: 'block.py'",)


def test_other_files_are_in_a_note(tmp_path: Path) -> None:
    """No file is left out in silence. A file that was handed in but is unreadable is a delivery."""
    tree = under("alice", "bob") | {
        "README.txt": b"",
        "carol.rar": b"Rar!\x1a\x07\0",
        "dave.7z": b"7z\xbc\xaf\x27\x1c",
    }
    found = find(as_folder(tmp_path / "class", tree))
    assert found.notes == ("not taken for submissions: 'README.txt'",)
    assert [delivery.name for delivery in found] == ["alice", "bob", "carol", "dave"]
    for delivery in found[2:]:
        with pytest.raises(IntakeError, match="hand it in as a zip"):
            delivery.read(HANDOUT)


def test_an_unreadable_delivery_does_not_stop_the_class(tmp_path: Path) -> None:
    """A damaged zip, an empty folder and a link have a line each; the others are read."""
    folder = as_folder(
        tmp_path / "class", under("alice", "bob") | {"carol.zip": b"PK\x03\x04rubbish"}
    )
    (folder / "dave").mkdir()
    os.symlink("/etc", folder / "eve")
    said = {}
    for delivery in find(folder):
        try:
            said[delivery.name] = sorted(delivery.read(HANDOUT).files)
        except IntakeError as error:
            said[delivery.name] = str(error).rpartition(": ")[2]
    assert said["alice"] == said["bob"] == ["block.py", "goal.py"]
    assert (
        "damaged" in said["carol"]
        and "holds no .py file" in said["dave"]
        and "is a link" in said["eve"]
    )


def test_several_paths(tmp_path: Path) -> None:
    """Paths named separately are a class. Two of one name stay apart, and several classes are one class."""
    as_folder(tmp_path, under("mon/alice", "mon/bob", "tue/alice", "tue/carol"))
    one_by_one = find(*sorted(tmp_path.glob("*/*")))
    assert [delivery.label for delivery in one_by_one] == ["bob", "carol", "alice", "alice"]
    assert [delivery.name for delivery in one_by_one][:2] == ["bob", "carol"]
    assert [delivery.name[:10] for delivery in one_by_one][2:] == ["mon_alice-", "tue_alice-"]
    assert all(
        "another submission has the same name" in delivery.flags[0] for delivery in one_by_one[2:]
    )
    sections = find(tmp_path / "mon", tmp_path / "tue")
    assert [delivery.name for delivery in sections] == [delivery.name for delivery in one_by_one]


@pytest.mark.parametrize("others", [["alice"], ["alice", "bob"]])
def test_a_student_cannot_hand_in_a_class(tmp_path: Path, others: list[str]) -> None:
    """A folder that imitates a platform's download stays one submission, and its metadata names nobody."""
    fake = under("mallory/submission_1", "mallory/submission_2")
    fake["mallory/submission_metadata.yml"] = (
        b"submission_1:\n  :submitters:\n  - :name: Ada\n    :sid: '1001'\n"
    )
    folder = as_folder(tmp_path / "class", fake | under(*others))
    for found in (find(*sorted(folder.iterdir())), find(folder)):
        assert [delivery.name for delivery in found] == [*others, "mallory"]
        assert all(delivery.people == () for delivery in found)
    (folder / "mallory" / "submission_metadata.yml").write_bytes(b"submission_1: [")
    assert len(find(*sorted(folder.iterdir()))) == len(others) + 1


def test_class_that_a_student_may_have_made_is_a_guess(tmp_path: Path) -> None:
    """A class in a zip, or in the only folder of a path, may name people. ``--roster`` then needs ``--as class``."""
    export = gradescope(
        {"submission_1": ("Ada|1001|a@x", "2026-02-05 22:31:11 Z"), "submission_2": ("", "x")}
    )
    for tree in (export, under("ada", "bob")):
        ways = both(tmp_path / str(len(tree)), tree)
        inner = tree is export
        assert find(ways["zip"]).guess == ways["zip"]
        assert find(ways["folder"]).guess == (ways["folder"] if inner else None)
        for path in ways.values():
            assert (
                len(find(path, reading=Reading.CLASS)) == 2
                and find(path, reading=Reading.CLASS).guess is None
            )
    assert find(tmp_path / str(len(export)) / "class" / "assignment_7_export").guess is None


def test_a_class_among_single_submissions_is_flagged(tmp_path: Path) -> None:
    """A path that looks like a class beside single submissions is read as one submission, and flagged for staff."""
    as_folder(tmp_path, under("alice", "tue/bob", "tue/carol"))
    found = find(tmp_path / "alice", tmp_path / "tue")
    assert [(delivery.name, len(delivery.flags)) for delivery in found] == [
        ("alice", 0),
        ("tue", 1),
    ]


def test_names_of_deliveries_do_not_come_from_their_content(tmp_path: Path) -> None:
    tree = under("bob") | {f"mallory/1001_ada/{name}": content for name, content in TREE.items()}
    tree["mallory/roster.csv"] = b"student id,name\n1001,Ada\n"
    found = find(as_folder(tmp_path / "class", tree))
    assert [(d.name, d.people, d.read(HANDOUT).name) for d in found] == [
        ("bob", (), "bob"),
        ("mallory", (), "mallory"),
    ]


@pytest.mark.parametrize(
    ("paths", "words"),
    [
        ([], "no submission is named"),
        (["none"], "no such file"),
        (["class", "none"], "no such file"),
    ],
)
def test_bad_paths(tmp_path: Path, paths: list[str], words: str) -> None:
    """No path, or a path that does not exist, is one line before anything is graded."""
    as_folder(tmp_path / "class", under("alice", "bob"))
    with pytest.raises(IntakeError, match=words):
        find(*(tmp_path / path for path in paths))


def test_tar(tmp_path: Path) -> None:
    """A tar is one submission. A class must be unpacked first."""
    path = as_tar(tmp_path / "class.tar.gz", under("alice", "bob"), "gz")
    assert find(path).single
    with pytest.raises(IntakeError, match="unpack a tar"):
        find(path, reading=Reading.CLASS)


# Hostile archives and names.


def test_zip_of_zips_is_read_under_limits(tmp_path: Path) -> None:
    """A bomb inside a class's zip harms its own student only, because unpacking has limits."""
    bomb = zipped({"block.py": bytes(LIMITS.file_bytes + 1)})
    tree = {
        "alice.zip": zipped(TREE),
        "bomb.zip": bomb,
        "deep.zip": zipped({"inner.zip": zipped(TREE)}),
    }
    alice, big, deep = find(as_zip(tmp_path / "class.zip", tree))
    assert set(alice.read(HANDOUT).files) == set(TREE)
    for delivery, words in ((big, "is larger than"), (deep, "only the archive")):
        with pytest.raises(IntakeError, match=words):
            delivery.read(HANDOUT)


def test_inner_archive_of_zeros(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An inner archive beyond the limit is refused by the bytes that it really yields."""
    monkeypatch.setattr(
        "graders.harness.intake.class_trees.LIMITS", type(LIMITS)(archive_bytes=10_000)
    )
    tree = {"alice.zip": zipped(TREE), "bob.zip": bytes(1_000_000)}
    _, bob = find(as_zip(tmp_path / "class.zip", tree))
    with pytest.raises(IntakeError, match="larger than 10,000 bytes"):
        bob.read(HANDOUT)


def test_limits_of_a_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = type(CLASS_LIMITS)(entries=10)
    monkeypatch.setattr("graders.harness.intake.class_trees.CLASS_LIMITS", small)
    tree = under(*(f"student{number}" for number in range(30)))
    for path in both(tmp_path, tree).values():
        with pytest.raises(IntakeError, match="more than 10"):
            find(path, reading=Reading.CLASS)


def test_names_that_point_outside(tmp_path: Path) -> None:
    """Such entries of an archive are not read, and a note reports them."""
    tree = under("alice", "bob", "../mallory", "/etc/mallory", "C:/mallory", "x/../../mallory")
    found = find(as_zip(tmp_path / "class.zip", tree))
    assert [delivery.name for delivery in found] == ["alice", "bob"]
    assert "points outside" in found.notes[0]


HOSTILE = ["Ada", "ada", "ADA", "a/da", "con", "con.x", "", ".", "..", "-rf", "a\nb", "\x1b[2J", "\u202eab", "é", "e\u0301",
           "x" * 300, "=1+1", "ada ", "ada.", "\udcff", "李"]  # fmt: skip


def test_hostile_labels_become_safe_unique_names() -> None:
    found = named([UnnamedSubmission((label, label), label, Unreadable("")) for label in HOSTILE])
    called = [delivery.name for delivery in found]
    assert len({names.folded(name) for name in called}) == len(HOSTILE)
    assert all(
        names.is_safe(name) and names.display(name, 200) == name and name[0] != "."
        for name in called
    )


@pytest.mark.nightly
@given(st.lists(st.lists(hostile_words, min_size=1, max_size=3), max_size=6))
@settings(max_examples=20 * PASSES, deadline=None)
def test_names_are_unique_and_do_not_depend_on_order(wishes: list[list[str]]) -> None:
    drafts = [UnnamedSubmission(tuple(wish), wish[0], Unreadable("")) for wish in wishes]
    called = [delivery.name for delivery in named(drafts)]
    assert len(set(called)) == len(wishes) and called == sorted(called)
    assert called == [delivery.name for delivery in named(drafts[::-1])]
    assert all(names.file_name(name) == name for name in called)


def test_names_that_differ_by_case_alone(tmp_path: Path) -> None:
    found = find(as_zip(tmp_path / "class.zip", under("alice", "Alice", "bob")))
    assert {delivery.label: bool(delivery.flags) for delivery in found} == {
        "alice": False,
        "Alice": True,
        "bob": False,
    }
    assert len({names.folded(delivery.name) for delivery in found}) == 3


@pytest.mark.parametrize("form", ["ALICE", "Alice", "\uff41lice", "\U0001d41alice"])
def test_namesake_renames_nobody_else(tmp_path: Path, form: str) -> None:
    """The plain name stays, whichever form sorts first. Before, both were renamed."""
    found = find(as_zip(tmp_path / "class.zip", under("alice", form, "bob")))
    named_so = {delivery.label: (delivery.name, bool(delivery.flags)) for delivery in found}
    assert (
        named_so["alice"] == ("alice", False) and named_so[form][0] != "alice" and named_so[form][1]
    )


def test_late_namesake_takes_no_earlier_name(tmp_path: Path) -> None:
    """Marks and decisions of staff belong to a name, so a delivery keeps the one that it had."""
    folder = as_folder(tmp_path / "class", under("Bob", "cy") | {"alice.zip": zipped(TREE)})
    first = {delivery.label: delivery for delivery in find(folder)}
    earlier = {delivery.name: delivery.keys for delivery in first.values()}
    assert sorted(earlier) == ["Bob", "alice", "cy"]
    as_folder(folder, under("alice", "bob"))  # both would have taken the name
    weak = {delivery.keys: delivery.name for delivery in find(folder)}
    assert weak[first["alice"].keys] == "alice.zip" and weak[first["Bob"].keys] != "Bob"
    later = find_deliveries([folder], HANDOUT, earlier=earlier)
    kept = {delivery.keys: delivery.name for delivery in later}
    assert all(
        kept[delivery.keys] == name for name, delivery in zip(earlier, first.values(), strict=True)
    )
    assert len({names.folded(delivery.name) for delivery in later}) == 5
    moved = tmp_path / "moved"
    folder.rename(moved)
    assert {
        delivery.name for delivery in find_deliveries([moved], HANDOUT, earlier=earlier)
    } >= set(earlier)


def test_names_of_a_class_folders_own_files_are_no_names_of_submissions(tmp_path: Path) -> None:
    """An archive called ``gradebook.csv.zip`` became a folder where the gradebook is written."""
    own = [class_folder.BOOK, class_folder.PAGE, STATE,
           decisions_file.FILE, decisions.GROUNDS, "tutors-marks.json", "desk", return_feedback.INDEX, *class_folder.WRITTEN]  # fmt: skip
    tree = {f"{name}.zip": zipped(TREE) for name in (*own, "Gradebook.CSV")}
    found = {
        delivery.label: delivery.name for delivery in find(as_folder(tmp_path / "class", tree))
    }
    assert len(found) == len(tree) and not {name.lower() for name in found.values()} & set(own)
    assert all(names.file_name(name) == name for name in found.values())


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("Ada", "Ada"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("李明", "李明"),
        ("Groß-4", "Groß-4"),
        ("Nguyễn_Ân", "Nguyễn_Ân"),
    ],
)
def test_names_of_folders_keep_case_and_letters(tmp_path: Path, label: str, name: str) -> None:
    """Staff find the folder of results under the name that they know."""
    found = find(as_zip(tmp_path / "class.zip", under(label, "bob")))
    assert name in [delivery.name for delivery in found]


def test_a_name_is_cut_by_its_bytes_on_disk() -> None:
    """A name has at most 255 bytes, so letters of four bytes reach the limit sooner."""
    cut = names.file_name("\U00020000" * 100)
    assert len(cut.encode()) <= 80 and names.file_name(cut) == cut


def test_a_folder_beside_its_zip_is_flagged(tmp_path: Path) -> None:
    """Both stay, and the grader chooses neither."""
    found = find(
        as_folder(
            tmp_path / "class", under("alice", "bob") | {"alice.zip": zipped({"block.py": GOAL})}
        )
    )
    assert [delivery.name for delivery in found] == ["alice", "alice.zip", "bob"]
    assert (
        found[1].flags == ("another submission has the same name: 'alice'",) and not found[0].flags
    )


def test_a_delivery_travels_to_another_process(tmp_path: Path) -> None:
    """It is pickled, and read where it arrives."""
    for path in both(tmp_path, under("alice", "bob")).values():
        sent = pickle.loads(pickle.dumps(find(path)[0]))
        assert sent.read(HANDOUT).files == TREE


@pytest.mark.parametrize(
    ("days", "expected"),
    [((1,), 1), ((1, 3, 2), 3), ((1, None), None), ((2, 2), None), ((None, None), None)],
)
def test_newest(days: tuple[int | None, ...], expected: int | None) -> None:
    """The latest time decides, unless two are equal."""
    found = newest([downloads.delivery(str(place), day=day) for place, day in enumerate(days)])
    assert (found.submitted_at.day if found and found.submitted_at else None) == expected
