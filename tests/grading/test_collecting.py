"""Collecting an assignment's checks looks at the assignment, and at nothing beside it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from graders.harness.assignment.manifest import load_assignment
from graders.harness.grading.collecting import collect
from tests.world import TOY


def test_no_folder_is_listed_outside_of_the_assignments_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies in the folders above is nobody's business: others may put there what they like, and take it away."""
    root = tmp_path / "world"
    TOY.copy(root)
    listed: list[Path] = []
    usual = os.scandir

    def scandir(path: Any = ".") -> Any:
        listed.append(Path(os.fspath(path)))
        return usual(path)

    monkeypatch.setattr(os, "scandir", scandir)
    assert collect(load_assignment("toy", root))
    assert root / "graders" / "toy" in listed
    assert [path for path in listed if tmp_path in path.parents and not path.is_relative_to(root)] == []
    assert not {tmp_path, *tmp_path.parents} & set(listed)
