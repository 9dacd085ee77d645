"""A function reads and writes files: `tmp_path` is a folder beside the submission."""

from graders.harness import check


@check("notes.first", task="notes", marks=1)
def test_first(student, tmp_path):
    """The first note makes the file."""
    path = tmp_path / "notes.txt"
    assert student.add_note(path, "milk") == ["milk"]
    assert path.read_text() == "milk\n"


@check("notes.more", task="notes", marks=1)
def test_more(student, tmp_path):
    """A further note stands below the others."""
    path = tmp_path / "notes.txt"
    path.write_text("milk\n")
    student.add_note(path, "bread")
    assert path.read_text() == "milk\nbread\n"
