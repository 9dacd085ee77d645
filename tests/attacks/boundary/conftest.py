"""One stand for each setting, opened when the first test asks for it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from graders.harness.sandbox import interpreter_copy, launched
from tests.attacks.boundary.stand import Setting, Stand, public_place


@pytest.fixture(scope="package")
def place() -> Iterator[tuple[Path, str]]:
    """A folder and an interpreter that every user can read; copies of interpreters go there too."""
    with public_place() as (folder, python), pytest.MonkeyPatch.context() as patch:
        patch.setattr(launched, "BOOT", folder / "inside" / "boot.py")
        patch.setattr(interpreter_copy, "cache_folder", lambda: folder / "cache")
        yield folder, python


@pytest.fixture(scope="package")
def stand_of(place: tuple[Path, str]) -> Iterator[Callable[[Setting], Stand]]:
    """Return the stand of a setting; skip the test if this machine does not offer that backend at that level."""
    folder, python = place
    stands: dict[Setting, Stand] = {}

    def find(setting: Setting) -> Stand:
        if setting.rights != "own" and os.geteuid() != 0:
            pytest.skip("only root can imitate other rights than its own")
        if setting not in stands:
            usable = interpreter_copy.public_python(python) if setting.rights == "user" else python
            stands[setting] = Stand(setting, folder, usable)
        refused = stands[setting].refused
        if refused is not None:
            assert not refused.startswith("broken"), refused
            pytest.skip(f"not offered here: {refused}")
        return stands[setting]

    yield find
    for stand in stands.values():
        stand.leave()
