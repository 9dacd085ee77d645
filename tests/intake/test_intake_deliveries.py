"""Intake reads the forms that platforms, browsers, editors and systems give an honest submission."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from graders.harness.intake import (
    IntakeError,
    IntakeLimits,
    read_submission,
    read_submission_from_files,
    submission_from_bytes,
)
from graders.harness.intake.bulk import Reading, find_deliveries
from graders.harness.intake.submission import WithChoices
from tests.intake.deliveries import (
    BLOCK,
    GOAL,
    HANDOUT,
    PACKERS,
    TREE,
    Files,
    Handout,
    as_folder,
    as_tar,
    as_zip,
    read,
    told,
)

OTHER = b"# another version\n"


@pytest.mark.parametrize("way", PACKERS)
def test_every_way_of_delivery_gives_the_same_submission(tmp_path: Path, way: str) -> None:
    """A folder, a zip and every tar have the same files under the same name, without a note."""
    submission = read(PACKERS[way](tmp_path, TREE))
    assert (submission.name, dict(submission.files), told(submission)) == ("alice", dict(TREE), ())


def test_single_file(tmp_path: Path) -> None:
    """A source file alone is a submission. A missing file is a note, not an error."""
    (tmp_path / "block.py").write_bytes(BLOCK)
    submission = read(tmp_path / "block.py")
    assert (submission.name, submission.files) == ("block", {"block.py": BLOCK})
    assert told(submission) == ("goal.py is missing",)


def test_several_files(tmp_path: Path) -> None:
    """Files named separately are one submission, named after the folder of the first."""
    for folder, name, content in (("alice", "block.py", BLOCK), ("elsewhere", "goal.py", GOAL)):
        as_folder(tmp_path / folder, {name: content})
    submission = read_submission_from_files(
        [tmp_path / "alice/block.py", tmp_path / "elsewhere/goal.py"], HANDOUT
    )
    assert (submission.name, submission.files, told(submission)) == ("alice", TREE, ())


def test_several_files_must_be_files_of_different_names(tmp_path: Path) -> None:
    """Two files of one name, or a folder or an archive among them, are one line of error."""
    as_folder(tmp_path / "a", TREE)
    as_folder(tmp_path / "b", TREE)
    as_zip(tmp_path / "c.zip", TREE)
    block = tmp_path / "a/block.py"
    for second, words in (
        (tmp_path / "b/block.py", "another file of this name"),
        (tmp_path / "b", "is a folder"),
        (tmp_path / "c.zip", "is an archive"),
        (tmp_path / "none.py", "no such file"),
    ):
        with pytest.raises(IntakeError, match=words):
            read_submission_from_files([block, second], HANDOUT)
    with pytest.raises(IntakeError, match="no file is named"):
        read_submission_from_files([], HANDOUT)


@pytest.mark.parametrize(
    ("tree", "notes"),
    [
        ({"a2/block.py": BLOCK, "a2/goal.py": GOAL}, ("used the files of folder 'a2'",)),
        (
            {"x/y/z/block.py": BLOCK, "x/y/z/goal.py": GOAL, "x/helper.py": OTHER},
            (
                "used the files of folder 'x/y/z'",
                "left out source files of other folders: 'x/helper.py'",
            ),
        ),
        (
            {"Lab: 2?/ v1. /block.py": BLOCK, "Lab: 2?/ v1. /goal.py": GOAL},
            ("used the files of folder 'Lab: 2?/ v1. '",),
        ),
    ],
)
@pytest.mark.parametrize("way", ["folder", "zip", "tar"])
def test_nested_folders_are_unwrapped(
    tmp_path: Path, way: str, tree: dict[str, bytes], notes: tuple[str, ...]
) -> None:
    """The folder with the expected files is the submission, at any depth and by any name."""
    submission = read(PACKERS[way](tmp_path, tree))
    assert (submission.files, told(submission)) == (TREE, notes)


def test_the_folder_with_most_expected_files_is_taken(tmp_path: Path) -> None:
    """One stray equal copy further up does not hide the folder that has every file."""
    submission = read(
        as_folder(tmp_path / "alice", {"block.py": BLOCK, "a2/block.py": BLOCK, "a2/goal.py": GOAL})
    )
    assert submission.files == TREE


def test_a_backup_further_down_does_not_matter(tmp_path: Path) -> None:
    """The shallowest complete folder counts; an older version below it stays importable."""
    tree = {**TREE, "old/block.py": OTHER, "old/goal.py": OTHER}
    assert read(as_folder(tmp_path / "alice", tree)).files == tree


@pytest.mark.parametrize(
    "tree",
    [
        {"v1/block.py": BLOCK, "v2/block.py": OTHER},
        {"block.py": OTHER, "starter/block.py": BLOCK, "starter/goal.py": GOAL},
        {"mine/block.py": OTHER, "starter/block.py": BLOCK, "starter/goal.py": GOAL},
    ],
)
def test_different_versions_are_never_guessed(tmp_path: Path, tree: dict[str, bytes]) -> None:
    """Staff decide between two candidates with different content; one line names both folders."""
    with pytest.raises(IntakeError, match=r"different versions .* leave only the one to grade"):
        read(as_folder(tmp_path / "alice", tree))


def test_equal_versions_are_no_conflict(tmp_path: Path) -> None:
    """The first folder by name is used."""
    tree = {f"{folder}/{name}": data for folder in "ba" for name, data in TREE.items()}
    submission = read(as_folder(tmp_path / "alice", tree))
    assert submission.files == TREE
    assert told(submission)[0] == "used the files of folder 'a'"


@pytest.mark.parametrize("way", ["folder", "zip", "tar"])
def test_litter_of_tools_is_ignored(tmp_path: Path, way: str) -> None:
    """Litter of macOS, git, editors, Python and virtual environments does not reach a grader."""
    litter = {
        "__MACOSX/._block.py": b"\0",
        "__MACOSX/a2/._goal.py": b"\0",
        ".DS_Store": b"\0",
        "._block.py": b"\0\5\26\7",
        "__pycache__/block.cpython-311.pyc": b"\0",
        ".git/hooks/x.py": OTHER,
        ".idea/x.py": OTHER,
        ".vscode/settings.py": OTHER,
        "venv/lib/x.py": OTHER,
        "my_env/pyvenv.cfg": b"",
        "my_env/bin/activate_this.py": OTHER,
        "lib/site-packages/pip/block.py": OTHER,
    }
    submission = read(PACKERS[way](tmp_path, {**TREE, **litter}))
    assert submission.files == TREE
    assert told(submission) == (
        "ignored files that tools made: '.DS_Store', '._block.py', '.git' and 7 more",
    )


@pytest.mark.parametrize("way", ["folder", "zip", "tar"])
def test_extra_files(tmp_path: Path, way: str) -> None:
    """Further source files stay importable; files of other kinds are counted."""
    extra = {"helper.py": OTHER, "pkg/__init__.py": b"", "pkg/deep.py": OTHER}
    submission = read(
        PACKERS[way](tmp_path, {**TREE, **extra, "notes.txt": b"x", "images/a.png": b"x"})
    )
    assert submission.files == {**TREE, **extra}
    assert told(submission) == ("ignored 2 files of other kinds",)


def test_the_course_files_win(tmp_path: Path) -> None:
    """A submitted copy of a course file is dropped, in any case and also as a package."""
    tree = {**TREE, "settings.py": OTHER, "Settings.PY": OTHER, "settings/__init__.py": OTHER}
    submission = read(as_folder(tmp_path / "alice", tree))
    assert submission.files == TREE
    assert told(submission) == (
        "the course's own files are used instead of 'Settings.PY', 'settings.py', 'settings/__init__.py'",
    )


@pytest.mark.parametrize(
    "name", ["Block.py", "BLOCK.PY", "block(1).py", "block (2).py", "block-1.py", "Block (1).PY"]
)
def test_a_name_off_by_case_or_by_a_platforms_suffix(tmp_path: Path, name: str) -> None:
    """Such a name is used as the expected file, with a note, if the exact name is missing."""
    submission = read(as_folder(tmp_path / "alice", {name: BLOCK, "goal.py": GOAL}))
    assert submission.files == TREE
    assert told(submission) == (f"'{name}' is used as block.py",)


@pytest.mark.parametrize("name", ["block (1).py", "block-1.py"])
def test_the_exact_name_wins(tmp_path: Path, name: str) -> None:
    """Beside the exact file, a duplicate is a module like others, and a note asks which is right."""
    submission = read(as_folder(tmp_path / "alice", {**TREE, name: OTHER}))
    assert submission.files == {**TREE, name: OTHER}
    assert told(submission) == (
        f"used 'block.py', and not '{name}', which differ: is it the right one?",
    )


def test_no_duplicate_is_chosen(tmp_path: Path) -> None:
    """Of two different candidates neither is used, and the reason names both. Two equal ones are one."""
    tree = {"block-1.py": BLOCK, "block-2.py": OTHER, "goal.py": GOAL}
    with pytest.raises(
        IntakeError,
        match=r"alice: has no block\.py, which could be 'block-1\.py', 'block-2\.py': give",
    ) as error:
        read(as_folder(tmp_path / "alice", tree))
    assert error.value.choices == {"block.py": ["block-1.py", "block-2.py"]}
    equal = read(as_folder(tmp_path / "bob", {**tree, "block-2.py": BLOCK}))
    assert equal.files["block.py"] == BLOCK


ONE_FILE = Handout(Files(("a1.py",), ("a1_support.py",)))


@pytest.mark.parametrize(
    ("tree", "handout", "doubts"),
    [
        ({"ada_a1_final.py": BLOCK, "ada_a1_old.py": OTHER}, ONE_FILE, {"a1.py": ["ada_a1_final.py", "ada_a1_old.py"]}),
        ({"ada_a1.py": BLOCK, "extra.py": OTHER}, ONE_FILE, {"a1.py": ["ada_a1.py"]}),
        ({"foo.py": BLOCK, "bar.py": OTHER}, ONE_FILE, {"a1.py": ["bar.py", "foo.py"]}),
        ({"x/my_block.py": BLOCK, "x/extra.py": GOAL}, HANDOUT, {"block.py": ["x/my_block.py"]}),
        ({"my_block.py": BLOCK, "new_block.py": OTHER, "goal.py": GOAL}, HANDOUT, {"block.py": ["my_block.py", "new_block.py"]}),
        ({"my_block.py": BLOCK, "goal.py": GOAL}, HANDOUT, None),
        ({"foo.py": BLOCK, "bar.py": GOAL}, HANDOUT, None),
        ({"a1.py": BLOCK, "ada_a1_old.py": OTHER}, ONE_FILE, None),
        ({"ada_a1_final.py": BLOCK, "a1_support.py": OTHER}, ONE_FILE, {"a1.py": ["ada_a1_final.py"]}),
    ],
)  # fmt: skip
def test_doubtful_file_is_not_graded(
    tree: Mapping[str, bytes], handout: Handout, doubts: Mapping[str, list[str]] | None
) -> None:
    """Before, all checks of the file counted as failed, and a program that was there had no marks."""
    if doubts is None:
        assert submission_from_bytes("alice", tree, handout).files
        return
    with pytest.raises(IntakeError, match=r"give the file to grade its name") as error:
        submission_from_bytes("alice", tree, handout)
    assert error.value.choices == doubts
    assert all(
        path.rpartition("/")[2] in str(error.value) for paths in doubts.values() for path in paths
    )


@pytest.mark.parametrize(
    ("tree", "chosen", "files"),
    [
        ({"ada_a1_final.py": BLOCK, "ada_a1_old.py": OTHER}, "ada_a1_final.py", {"a1.py": BLOCK, "ada_a1_old.py": OTHER}),
        ({"ada_a1_final.py": BLOCK, "ada_a1_old.py": OTHER}, "none", {"ada_a1_final.py": BLOCK, "ada_a1_old.py": OTHER}),
        ({"new/a1.py": BLOCK, "old/a1.py": OTHER}, "old/a1.py", {"a1.py": OTHER}),
        ({"a1.py": BLOCK, "ada_a1_old.py": OTHER}, "ada_a1_old.py", {"a1.py": OTHER}),
        ({"ada_a1_final.py": BLOCK, "ada_a1_old.py": OTHER}, "typo.py", None),
    ],
)  # fmt: skip
def test_choice_of_a_person_counts(
    tree: Mapping[str, bytes], chosen: str, files: Mapping[str, bytes] | None
) -> None:
    """A choice that is no file of the submission leaves the question open."""
    handout = WithChoices(ONE_FILE.files, {"a1.py": chosen})
    if files is None:
        with pytest.raises(IntakeError, match="could be"):
            submission_from_bytes("alice", tree, handout)
        return
    assert submission_from_bytes("alice", tree, handout).files == files


def test_an_expected_file_stands_only_for_itself() -> None:
    """A name that is itself expected is no duplicate of another."""
    handout = Handout(Files(("part.py", "part-1.py"), ()))
    submission = submission_from_bytes("alice", {"part-1.py": BLOCK}, handout)
    assert (submission.files, told(submission)) == ({"part-1.py": BLOCK}, ("part.py is missing",))


@pytest.mark.parametrize(
    "name", ["block_final.py", "block - Copy.py", "blocks.py", "block-final.py"]
)
def test_other_names_are_not_guessed(tmp_path: Path, name: str) -> None:
    """A possible older version is not used as the expected file; a note asks whether it is meant."""
    submission = read(as_folder(tmp_path / "alice", {name: BLOCK, "goal.py": GOAL}))
    assert "block.py" not in submission.files
    assert told(submission) == (f"block.py is missing: is {name!r} meant?",)


def test_the_only_file_of_a_one_file_assignment(tmp_path: Path) -> None:
    """A renamed upload does not cost the whole assignment if it is the only file."""
    handout = Handout(Files(("a1.py",), ("a1_support.py",)))
    (tmp_path / "alice_12345_a1.py").write_bytes(BLOCK)
    submission = read_submission(tmp_path / "alice_12345_a1.py", handout)
    assert submission.files == {"a1.py": BLOCK}
    assert told(submission) == ("the only file, 'alice_12345_a1.py', is used as a1.py",)
    assert submission_from_bytes("x", {"a1_support.py": BLOCK}, handout).files == {}


def test_free_names(tmp_path: Path) -> None:
    """If the handout leaves the names free, the shallowest folder with source files is the submission."""
    handout = Handout(Files((), ("sanity.py",)))
    tree = {"p4/ui.py": BLOCK, "p4/rules.py": GOAL, "p4/sanity.py": OTHER, "p4/old/ui.py": OTHER}
    submission = read_submission(as_folder(tmp_path / "alice", tree), handout)
    assert submission.files == {"ui.py": BLOCK, "rules.py": GOAL, "old/ui.py": OTHER}
    with pytest.raises(IntakeError, match="several folders"):
        read_submission(as_folder(tmp_path / "bob", {"a/ui.py": BLOCK, "b/ui.py": OTHER}), handout)


USER = b"""'''Plays from columns 1 to 3, and
from left to right.
import the rest
'''
import random
from columns import Field
import a, rules
"""


@pytest.mark.parametrize(
    ("name", "taken", "note"),
    [
        ("columns (1).py", "columns.py", ("'columns (1).py' is used as columns.py",)),
        ("columns-1.py", "columns.py", ("'columns-1.py' is used as columns.py",)),
        ("Columns.py", "columns.py", ("'Columns.py' is used as columns.py",)),
        ("Rules.py", "rules.py", ("'Rules.py' is used as rules.py",)),
        ("column.py", "column.py", ()),
        ("columns.py", "columns.py", ()),
        ("Random.py", "Random.py", ()),
        ("left_1.py", "left_1.py", ()),
        ("Sanity.py", None, ("the course's own files are used instead of 'Sanity.py'",)),
    ],
)
def test_imported_file_of_a_free_name(
    tmp_path: Path, name: str, taken: str | None, note: tuple[str, ...]
) -> None:
    """The statement that imports a module expects its file. Before, a right program got no marks, without a hint."""
    handout = Handout(Files((), ("sanity.py",)))
    submission = read_submission(
        as_folder(tmp_path / "alice", {"p/main.py": USER, f"p/{name}": OTHER}), handout
    )
    assert submission.files == {"main.py": USER} | ({taken: OTHER} if taken else {})
    assert told(submission) == ("used the files of folder 'p'", *note)


def test_several_files_for_an_imported_name() -> None:
    """As for an expected name, none is guessed, and staff see the names."""
    tree, handout = {"main.py": USER, "columns (1).py": GOAL}, Handout(Files((), ()))
    submission = submission_from_bytes("alice", {**tree, "columns.py": BLOCK}, handout)
    assert submission.files == {**tree, "columns.py": BLOCK}
    assert told(submission)[0].startswith(
        "used 'columns.py', and not 'columns (1).py', which differ"
    )
    with pytest.raises(
        IntakeError,
        match=r"has no columns\.py, which could be 'columns \(1\)\.py', 'columns \(2\)\.py'",
    ):
        submission_from_bytes("alice", {**tree, "columns (2).py": BLOCK}, handout)


def test_only_file_of_a_free_name_keeps_it() -> None:
    submission = submission_from_bytes(
        "alice", {"main.py": b"import column\n"}, Handout(Files((), ()))
    )
    assert (set(submission.files), told(submission)) == ({"main.py"}, ())


@pytest.mark.parametrize("expected", [("block.py", "goal.py"), ()])
def test_source_file_with_txt_behind_its_name_is_named(
    tmp_path: Path, expected: tuple[str, ...]
) -> None:
    """Before, the note was "ignored 1 file of other kinds", and no report had the name."""
    block = b"import goal\n"
    tree = {"a2/block.py": block, "a2/Goal.py.txt": GOAL, "goal.py.txt": GOAL}
    submission = read_submission(as_folder(tmp_path / "alice", tree), Handout(Files(expected, ())))
    assert submission.files == {"block.py": block}
    assert told(submission) == (
        "ignored 2 files of other kinds",
        "used the files of folder 'a2'",
        "goal.py is missing: is 'a2/Goal.py.txt' meant?",
    )


def test_files_of_the_course_do_not_choose_the_folder(tmp_path: Path) -> None:
    """The program is in src/, and only the course's tests lie above it: it was taken for no program."""
    tree = {"example_tests.py": OTHER, "src/game.py": BLOCK, "src/rules.py": GOAL}
    handout = Handout(Files((), ("example_tests.py",)))
    submission = read_submission(as_folder(tmp_path / "alice", tree), handout)
    assert submission.files == {"game.py": BLOCK, "rules.py": GOAL}
    tree |= {"lib/game.py": BLOCK, "lib/rules.py": OTHER}
    with pytest.raises(IntakeError, match="several folders"):
        read_submission(as_folder(tmp_path / "bob", tree), handout)


def test_part_of_a_program_is_not_graded_without_the_others(tmp_path: Path) -> None:
    """The folder with most files was, and the program did not load."""
    tree = {"src/game.py": BLOCK, "src/rules.py": GOAL, "lib/fields.py": OTHER}
    with pytest.raises(IntakeError, match="several folders"):
        read_submission(as_folder(tmp_path / "alice", tree), Handout(Files(())))


def test_notebook_of_the_name_is_named(tmp_path: Path) -> None:
    """It was ignored as a file of another kind, and a student read that goal.py was not handed in."""
    tree = {"block.py": BLOCK, "goal.ipynb": b'{"cells": []}'}
    handout = Handout(Files(("block.py", "goal.py"), ()))
    assert told(read_submission(as_folder(tmp_path / "alice", tree), handout)) == (
        "ignored 1 file of other kinds",
        "goal.py is missing: is 'goal.ipynb' meant?",
    )


def test_another_language(tmp_path: Path) -> None:
    """The expected names determine the suffix of source files; packages are unwrapped to the folder that has them."""
    handout = Handout(Files(("Block.java",), ("Goal.java",)))
    tree = {
        "src/assignment3/Block.java": BLOCK,
        "src/assignment3/Goal.java": OTHER,
        "run.py": OTHER,
    }
    submission = read_submission(as_folder(tmp_path / "alice", tree), handout)
    assert submission.files == {"Block.java": BLOCK}


def test_expected_files_in_a_package(tmp_path: Path) -> None:
    """An expected name may have folders of its own; the submission begins above them."""
    handout = Handout(Files(("game/board.py",), ()))
    submission = read_submission(
        as_folder(tmp_path / "alice", {"p/game/board.py": BLOCK, "p/x.py": GOAL}), handout
    )
    assert submission.files == {"game/board.py": BLOCK, "x.py": GOAL}


def test_a_platforms_folder_around_an_archive(tmp_path: Path) -> None:
    """A folder with only one archive is that archive, under the folder's name."""
    as_zip(as_folder(tmp_path / "alice_4711_file", {"feedback.txt": b""}) / "A2.zip", TREE)
    submission = read(tmp_path / "alice_4711_file")
    assert (submission.name, submission.files) == ("alice_4711_file", TREE)


def test_an_archive_without_its_suffix(tmp_path: Path) -> None:
    """The content determines the format, not the name."""
    as_zip(tmp_path / "upload_12345", TREE)
    assert read(tmp_path / "upload_12345").files == TREE
    as_tar(tmp_path / "alice.zip", TREE, "gz")
    assert read(tmp_path / "alice.zip").files == TREE


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: path / "nothing", "no such file or folder"),
        (lambda path: path / "no\0name", "cannot be read"),
        (lambda path: as_folder(path / "empty", {}), "holds no .py file"),
        (
            lambda path: as_folder(path / "text", {"essay.docx": b"x"}),
            "holds no .py file .ignored 'essay.docx'",
        ),
        (lambda path: as_zip(path / "empty.zip", {}), "holds no .py file"),
        (lambda path: as_tar(path / "empty.tar.gz", {}, "gz"), "holds no .py file"),
        (
            lambda path: as_zip(path / "outer.zip", {"in.zip": b"PK"}),
            "only the archive 'in.zip': unpack it",
        ),
        (
            lambda path: _file(path / "x.7z", b"7z\xbc\xaf\x27\x1c\0"),
            "is a 7z archive; hand it in as a zip",
        ),
        (lambda path: _file(path / "x.rar", b"Rar!\x1a\x07\0"), "is a rar archive"),
        (lambda path: _file(path / "x.docx", b"hello"), "neither a source file nor an archive"),
        (lambda path: _file(path / "x.zip", b""), "neither a source file nor an archive"),
        (lambda path: _file(path / "x.gz", b"\x1f\x8bnope"), "is damaged"),
        (lambda path: _file(path / "x.zip", b"PK\x03\x04nope"), "is damaged"),
        (lambda path: as_zip(path / "x.zip", TREE, method=12), "unusual packing"),
    ],
)
def test_nothing_to_grade_is_one_clear_line(tmp_path: Path, make: object, words: str) -> None:
    """The message names the path, is one line, and says what is wrong."""
    path = make(tmp_path)  # type: ignore[operator]
    with pytest.raises(IntakeError, match=words) as caught:
        read(path)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(str(path).replace("\0", "\N{REPLACEMENT CHARACTER}"))


def _file(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


@pytest.mark.slow
def test_order_of_entries_does_not_matter(tmp_path: Path) -> None:
    tree = {
        "block.py": BLOCK,
        "Goal.py": GOAL,
        "settings.py": OTHER,
        "a.txt": b"",
        "../b.py": OTHER,
        ".git/x": b"",
    }
    seen = set()
    for number, order in enumerate(itertools.permutations(tree.items())):
        submission = read(as_zip(tmp_path / f"{number}.zip", order, method=0))
        seen.add((tuple(submission.files.items()), told(submission)))
    assert len(seen) == 1


def test_limits_can_be_raised_by_a_site(tmp_path: Path) -> None:
    """The limits are data of the site."""
    path = as_folder(tmp_path / "alice", {**TREE, "block.py": b"#" * 5000})
    with pytest.raises(IntakeError, match=r"'block\.py' is larger than 4,999 bytes"):
        read(path, IntakeLimits(file_bytes=4999))
    assert len(read(path, IntakeLimits(file_bytes=5000)).files) == len(TREE)


def test_large_file_that_nobody_asked_for_is_left_out(tmp_path: Path) -> None:
    submission = read(
        as_folder(tmp_path / "alice", {**TREE, "data.py": b"#" * 5000}),
        IntakeLimits(file_bytes=4999),
    )
    assert set(submission.files) == set(TREE)
    assert [note.values["names"] for note in submission.notes] == [["data.py"]]


@pytest.mark.parametrize("packed", [False, True])
def test_refusal_in_a_class_names_the_delivery(tmp_path: Path, packed: bool) -> None:
    """A report of a class names the path below staff's own; an error about a single path names all of it."""
    top = as_folder(
        tmp_path / "handed-in",
        {"ada/block.py": BLOCK, "bob/essay.txt": b"no program", "cy.zip": b"no zip"},
    )
    top = (
        as_zip(
            tmp_path / "all.zip",
            {p.relative_to(top).as_posix(): p.read_bytes() for p in top.rglob("*.*")},
        )
        if packed
        else top
    )
    found = find_deliveries([top], HANDOUT, Reading.CLASS)
    refused = [refusal(one.read) for one in found if one.label != "ada"]
    assert [words.split(":")[0] for words in refused] == ["bob", "cy.zip"]
    both = find_deliveries(
        [tmp_path / "handed-in" / "bob", tmp_path / "handed-in" / "cy.zip"], HANDOUT, Reading.ONE
    )
    assert [refusal(one.read).split(":")[0] for one in both] == ["bob", "cy.zip"]
    alone = find_deliveries([tmp_path / "handed-in" / "bob"], HANDOUT)
    assert alone.single is not None
    assert refusal(alone.single.read).startswith(
        f"{tmp_path / 'handed-in' / 'bob'}: holds no .py file"
    )


def test_names_hold_no_folder_of_the_machine(tmp_path: Path) -> None:
    """Deliveries with equal names and equal names of folders still get different names."""
    paths = [tmp_path / week / "a2" / "ada" for week in ("first", "second")]
    for path in paths:
        as_folder(path, TREE)
    found = find_deliveries(paths, HANDOUT)
    assert len({one.name for one in found}) == 2
    assert not [one.name for one in found if tmp_path.name.lower().strip("_")[:12] in one.name]


def refusal(read: Callable[[Handout], object]) -> str:
    """Return the message of its refusal."""
    with pytest.raises(IntakeError) as caught:
        read(HANDOUT)
    return str(caught.value)
