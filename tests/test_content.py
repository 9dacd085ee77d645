"""Files of results appear whole, and with the rights that the user's umask leaves."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from graders.harness.content import atomic_write


@pytest.fixture(params=[0o022, 0o077, 0o002])
def umask(request: pytest.FixtureRequest) -> int:
    """A umask that holds during the test."""
    kept = os.umask(request.param)
    request.addfinalizer(lambda: os.umask(kept))
    return int(request.param)


def test_umask_holds_for_files_as_for_all_others(tmp_path: Path, umask: int) -> None:
    """Marks in a shared folder are nobody else's to read if the user says so, also when a file is replaced."""
    path = tmp_path / "gradebook.csv"
    for content in (b"old", b"new"):
        atomic_write(path, content)
        assert (path.stat().st_mode & 0o777, path.read_bytes()) == (0o666 & ~umask, content)
    atomic_write(path, b"", 0o600)
    assert path.stat().st_mode & 0o777 == 0o600 & ~umask


def test_file_that_cannot_be_replaced_leaves_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "marks").mkdir()
    with pytest.raises(OSError):
        atomic_write(tmp_path / "marks", b"")
    with pytest.raises(OSError):
        atomic_write(tmp_path / "missing" / "marks", b"")
    assert os.listdir(tmp_path) == ["marks"]
