"""The reference of Columns, and its starter."""

from __future__ import annotations

from typing import Any

import pytest
from columns_games import ID, load

from graders.harness.assignment.manifest import ROOT
from graders.harness.handout.starter import build


@pytest.fixture(scope="session")
def solved() -> Any:
    """The reference."""
    return load(ROOT / "reference" / ID)


@pytest.fixture(scope="session")
def unsolved(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The starter, as made from the reference."""
    folder = tmp_path_factory.mktemp("starter")
    build(ROOT / "reference" / ID, folder)
    return load(folder)
