"""The reference of Blocky 2020, its starter, and an invisible window."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from blocky_2020_modules import ID, load

from graders.harness.assignment.manifest import ROOT


@pytest.fixture(scope="session")
def blocky() -> Any:
    """The reference."""
    return load(ROOT / "reference" / ID, "play")


@pytest.fixture(scope="session")
def unsolved() -> Any:
    """The starter."""
    return load(ROOT / "starter" / ID)


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """pygame with an invisible window, in a working directory where the game finds its pictures."""
    import pygame

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.chdir(ROOT / "reference" / ID)
    pygame.display.init()
    pygame.font.init()
    yield pygame
    pygame.quit()
