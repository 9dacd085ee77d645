"""Files that students upload by mistake: one compressed file, and a second download of the same."""

from __future__ import annotations

import bz2
import gzip
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

from graders.harness.intake import IntakeError, read_submission
from graders.harness.result import NoteCode
from tests.intake.deliveries import BLOCK, HANDOUT, as_folder, as_zip


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_one_compressed_file_is_no_damaged_archive(
    tmp_path: Path, pack: Callable[[bytes], bytes]
) -> None:
    """`block.py.gz` has no names in it. Before, the message called it a damaged archive."""
    path = tmp_path / "block.py.gz"
    path.write_bytes(pack(BLOCK))
    with pytest.raises(
        IntakeError,
        match=r"block\.py\.gz: is one file, compressed \((gz|bz2|xz)\), and no archive; unpack it",
    ):
        read_submission(path, HANDOUT)


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        ({"block.py.gz": b""}, r"holds no \.py file \(ignored 'block\.py\.gz'\)"),
        (
            {"a.zip": b"", "b.txt": b""},
            r"only the archive 'a\.zip': unpack it \(ignored 'b\.txt'\)",
        ),
        (
            {"/home/x/block.py": b""},
            r"holds no \.py file; paths outside of it are left out: '/home/x/block\.py'$",
        ),
        ({"C:\\x\\block.py": b""}, "paths outside of it are left out: 'C:"),
    ],
)
def test_refusal_names_the_files_that_are_there(
    tmp_path: Path, tree: dict[str, bytes], words: str
) -> None:
    """Before, a number stood for them, so nobody saw that the file was there and could not be used."""
    with pytest.raises(IntakeError, match=words):
        read_submission(as_zip(tmp_path / "ada.zip", tree), HANDOUT)


def test_other_versions_of_a_used_file_are_told(tmp_path: Path) -> None:
    """A browser that downloads twice writes `block (1).py`, which may be the newer. Equal ones are no news."""
    tree = {"block.py": b"a = 1\n", "block (1).py": b"b = 2\n", "goal.py": b"", "goal-2.py": b""}
    found = read_submission(as_folder(tmp_path / "ada", tree), HANDOUT)
    assert found.files["block.py"] == b"a = 1\n"
    assert [(note.code, note.values["names"]) for note in found.notes] == [
        (NoteCode.OTHER_VERSIONS, ["block (1).py"])
    ]


def test_programs_of_a_bundle_are_no_files_of_a_student(tmp_path: Path) -> None:
    """Whoever handed in the whole folder was flagged for what the course's own check.py does."""
    tree = {"block.py": b"a = 1\n", "goal.py": b"", "check.py": b"import ctypes\n"}
    found = read_submission(as_folder(tmp_path / "ada", tree), HANDOUT)
    assert list(found.files) == ["block.py", "goal.py"]
    tree["goal.py"] = b"from check import is_valid\n"
    mine = read_submission(as_folder(tmp_path / "bob", tree), HANDOUT)
    assert list(mine.files) == ["block.py", "check.py", "goal.py"], "a module of the student's"
