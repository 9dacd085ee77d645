"""What a student's check reads: the files to hand in and the course's own, and nothing else of the folder."""

from __future__ import annotations

from pathlib import Path

from graders.harness.assignment.manifest import Assignment, load_assignment
from graders.harness.handout.to_hand_in import ARCHIVE, ToHandIn, packed, to_hand_in
from graders.harness.intake import read_submission
from graders.harness.result import Note, NoteCode

BLOCKY = load_assignment("csc148_2020_blocky")
COLUMNS = load_assignment("ics32_columns")
JAVA = load_assignment("comp250_blocky")
PROGRAM = (
    "import rules; import view\nif __name__ == '__main__':\n    view.show(rules.new(input()))\n"
)


def read(assignment: Assignment, folder: Path, files: dict[str, str]) -> ToHandIn:
    """Write *files* into *folder*; return what is to be handed in."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return to_hand_in(read_submission(folder, assignment), assignment, folder)


def test_named_files_are_read_and_no_others(tmp_path: Path) -> None:
    """An own module, own tests and files in other folders are absent, as they are when the work is marked."""
    ready = read(
        BLOCKY,
        tmp_path,
        {"goal.py": "import myhelp", "block.py": "", "myhelp.py": "", "old/block.py": "x = 1"},
    )
    assert list(ready.submission.files) == ["block.py", "goal.py"]
    assert ready.left_out == ("myhelp.py", "old/block.py")
    assert ready.remarks == (
        "what is not to be handed in is not read: 'myhelp.py', 'old/block.py'",
    )


def test_java_classes_of_your_own_are_not_read(tmp_path: Path) -> None:
    ready = read(JAVA, tmp_path, {"Block.java": "class Block {}", "Helper.java": "class Helper {}"})
    assert (list(ready.submission.files), ready.left_out) == (["Block.java"], ("Helper.java",))


def test_nothing_is_said_of_a_folder_that_holds_what_it_should(tmp_path: Path) -> None:
    """The course's files are there, and files that are no sources."""
    files = {path.name: path.read_text() for path in BLOCKY.starter.glob("*.*") if path.is_file()}
    ready = read(BLOCKY, tmp_path, files)
    assert (tuple(ready.submission.files), ready.remarks) == (BLOCKY.files.submitted, ())


def test_changed_file_of_the_course_is_not_read(tmp_path: Path) -> None:
    """That is said only of files that the checks use: sample tests may be changed."""
    ready = read(
        BLOCKY, tmp_path, {"block.py": "", "settings.py": "x = 1", "example_tests.py": "x = 1"}
    )
    assert ready.remarks == ("the course's own files are used instead of 'settings.py'",)


def test_file_that_a_program_may_read_stays_at_home(tmp_path: Path) -> None:
    """Only sources are handed in, whether their names are free or not."""
    settings = {"settings.txt": "1", "README.md": "the course's"}
    assert read(BLOCKY, tmp_path, {"block.py": "", **settings}).left_out == ("settings.txt",)
    assert read(COLUMNS, tmp_path, {"game.py": PROGRAM}).left_out == ("settings.txt",)


def test_second_version_of_a_file_is_named(tmp_path: Path) -> None:
    """The finished file that a browser named "block (1).py" lies beside the starter's. It is no own module."""
    ready = read(BLOCKY, tmp_path, {"block.py": "x = 1", "block (1).py": "x = 2"})
    assert ready.remarks == (
        "used 'block.py', and not 'block (1).py', which differ: is it the right one?",
    )
    (tmp_path / "block.py").unlink()
    ready = read(BLOCKY, tmp_path, {})
    assert list(ready.submission.files) == ["block.py"]
    assert ready.renamed == {"block (1).py": "block.py"}
    assert ready.remarks == ("'block (1).py' is used as block.py",)


def test_second_version_in_a_folder_is_named(tmp_path: Path) -> None:
    """The starter's file lies beside check.py, and the finished one in a folder of the editor's."""
    ready = read(BLOCKY, tmp_path, {"block.py": "x = 1", "src/block.py": "x = 2", "goal.py": ""})
    assert (list(ready.submission.files), ready.others) == (
        ["block.py", "goal.py"],
        {"block.py": "src/block.py"},
    )


def test_misspelt_file_is_reported_by_the_checks_that_need_it(tmp_path: Path) -> None:
    ready = read(BLOCKY, tmp_path, {"block.py": "", "gaol.py": ""})
    assert (list(ready.submission.files), ready.left_out, ready.remarks) == (["block.py"], (), ())


def test_free_names_mean_what_the_program_imports(tmp_path: Path) -> None:
    """Modules and packages count, directly or not; own tests and scratch files stay at home."""
    files = {
        "game.py": PROGRAM, "rules.py": "import extra.more", "view.py": "", "extra/__init__.py": "", "extra/more.py": "",
        "test_rules.py": "import rules\nimport pytest", "scratch.py": "import rules\nprint(rules.new('4'))",
    }  # fmt: skip
    ready = read(COLUMNS, tmp_path, files)
    assert list(ready.submission.files) == [
        "extra/__init__.py",
        "extra/more.py",
        "game.py",
        "rules.py",
        "view.py",
    ]
    assert ready.remarks == (
        "game.py is started; what it does not import is not to be handed in, and is not read: "
        "'scratch.py', 'test_rules.py'",
    )
    assert ready.left_out == (), "a program may use any file of its own"


def test_all_files_are_read_if_no_program_is_found(tmp_path: Path) -> None:
    ready = read(COLUMNS, tmp_path, {"rules.py": "x = 1", "more.py": "x = 2"})
    assert (list(ready.submission.files), ready.remarks) == (["more.py", "rules.py"], ())


def test_module_named_like_one_of_python_is_read(tmp_path: Path) -> None:
    """A program finds the file beside it first."""
    ready = read(
        COLUMNS,
        tmp_path,
        {"game.py": PROGRAM.replace("rules", "queue"), "queue.py": "", "view.py": ""},
    )
    assert list(ready.submission.files) == ["game.py", "queue.py", "view.py"]


def test_check_py_is_no_file_of_a_student(tmp_path: Path) -> None:
    """Who hands in the whole folder is not graded by check.py, which has a main guard and reads a line."""
    guarded = "if __name__ == '__main__':\n    print(input())\n"
    assert list(
        read(COLUMNS, tmp_path, {"check.py": guarded, "game.py": guarded}).submission.files
    ) == ["game.py"]


def test_zip_is_checked_instead_of_the_folder(tmp_path: Path) -> None:
    """It has the names that count, and the next check does not read it."""
    files = {"block (1).py": "x = 1\n", "goal.py": "", "scratch.py": "y = 2\n"}
    before = read(BLOCKY, tmp_path, files)
    ready = packed(before, BLOCKY, tmp_path)
    assert ready.submission.files == before.submission.files
    assert list(read_submission(tmp_path / ARCHIVE, BLOCKY).files) == ["block.py", "goal.py"]
    assert (before.renamed, ready.renamed) == ({"block (1).py": "block.py"}, {})
    assert (ready.remarks, ready.archive) == (before.remarks, ARCHIVE)
    again = read(BLOCKY, tmp_path, {})
    assert (again.submission.files, again.remarks) == (before.submission.files, before.remarks)


def test_no_file_is_no_zip(tmp_path: Path) -> None:
    """No zip is written, and the message names the file to add."""
    ready = read(BLOCKY, tmp_path, {"check.py": ""})
    assert packed(ready, BLOCKY, tmp_path) == ready
    assert not (tmp_path / ARCHIVE).exists()


def test_other_version_of_a_file_is_known(tmp_path: Path) -> None:
    ready = read(BLOCKY, tmp_path, {"block (1).py": "x = 1\n", "block.py": ""})
    assert ready.others == {"block.py": "block (1).py"}


def test_zip_lacks_a_misspelt_file_that_may_still_be_meant(tmp_path: Path) -> None:
    """*Next* asks to rename it, as without the zip."""
    before = read(BLOCKY, tmp_path, {"goal.py": "", "blok.py": ""})
    ready = packed(before, BLOCKY, tmp_path)
    assert list(ready.submission.files) == ["goal.py"]
    similar = {note.values["file"]: note.values["similar"] for note in missing_in(ready)}
    assert similar["block.py"] == "blok.py"
    assert missing_in(ready) == missing_in(before)


def missing_in(ready: ToHandIn) -> list[Note]:
    """Return the notes on missing files."""
    return [note for note in ready.submission.notes if note.code is NoteCode.FILE_MISSING]
