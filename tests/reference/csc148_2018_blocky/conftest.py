"""The reference of the older Blocky, its starter, and an invisible window."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from blocky_2018_modules import ID, load

from graders.harness.assignment.manifest import ROOT


@pytest.fixture(scope="session")
def older() -> Any:
    """The reference."""
    return load(ROOT / "reference" / ID, "game", "play")


@pytest.fixture(scope="session")
def older_unsolved() -> Any:
    """The starter, without its game.py, which does not import."""
    return load(ROOT / "starter" / ID)


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """pygame with an invisible window, and a clock that does not wait."""
    import pygame

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setattr(pygame.time, "wait", lambda milliseconds: milliseconds)
    yield pygame
    pygame.quit()
